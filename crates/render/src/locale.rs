//! Days and numbers as a language writes them, by the Unicode consortium's data (CLDR).

use std::str::FromStr;

use content::language::unheard_of_code;
use content::typography::french;
use icu_calendar::{Date, Gregorian};
use icu_datetime::fieldsets::{YM, YMD, YMDE};
use icu_datetime::{DateTimeFormatterLoadError, FixedCalendarDateTimeFormatter};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale_core::Locale;
use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::mistake::{fail, fail_with, only, unknown};
use crate::view::View;

/// How a day is written.
const STYLES: [&str; 5] = ["full", "long", "medium", "short", "month"];

/// A day (`2026-01-31`) in the page's language, or in another one: `full` with the day of the week, `long`, `medium`,
/// `short`, or `month` without the day.
pub fn date(
    state: &mut State<'_, '_>,
    day: &str,
    style: Option<&str>,
    options: Kwargs,
) -> Result<String, Error> {
    if options.has("style") {
        return Err(fail_with(
            "the style of a date has no name",
            "write it first: `date(\"short\")`, `date(\"short\", language=\"fr\")`",
        ));
    }
    let locale = locale(state, &options)?;
    let parsed: Result<jiff::civil::Date, _> = day.parse();
    let Ok(parsed) = parsed else {
        let hint = "days are written 2026-01-31";
        return Err(fail_with(format!("`{day}` is no day"), hint));
    };
    let (year, month, date) = (parsed.year(), parsed.month(), parsed.day());
    let (month, date) = (month.unsigned_abs(), date.unsigned_abs());
    let day = Date::try_new_gregorian(i32::from(year), month, date);
    let day = day.map_err(|error| fail(error.to_string()))?;
    macro_rules! written {
        ($fields:expr) => {
            FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&locale).into(), $fields)
                .map(|formatter| formatter.format(&day).to_string())
                .map_err(|error: DateTimeFormatterLoadError| fail(error.to_string()))?
        };
    }
    let text = match style.unwrap_or("long") {
        "full" => written!(YMDE::long()),
        "long" => written!(YMD::long()),
        "medium" => written!(YMD::medium()),
        "short" => written!(YMD::short()),
        "month" => written!(YM::long()),
        other => return Err(unknown("style of a date", other, STYLES)),
    };
    if locale.id.language.as_str() != "fr" || text.contains('/') {
        return Ok(text);
    }
    // French writes the first of a month as an ordinal number, and keeps a day with its month.
    let text = match date {
        1 => text.replacen("1 ", "1er ", 1),
        _ => text,
    };
    Ok(french(&text).into_owned())
}

/// A number in the page's language, or in another one: thousands apart, and its sign before the fraction.
pub fn number(state: &mut State<'_, '_>, number: Value, options: Kwargs) -> Result<String, Error> {
    let locale = locale(state, &options)?;
    let text = number.to_string();
    let decimal =
        Decimal::from_str(&text).map_err(|_| fail(format!("`{text}` is not a number")))?;
    let formatter = DecimalFormatter::try_new((&locale).into(), Default::default());
    let formatter = formatter.map_err(|error| fail(error.to_string()))?;
    Ok(formatter.format(&decimal).to_string())
}

/// The language that `language=` names, else the page's.
fn locale(state: &mut State<'_, '_>, options: &Kwargs) -> Result<Locale, Error> {
    let given = options.get::<Option<String>>("language")?;
    only(options, &["language"])?;
    let code = match given {
        Some(code) => match unheard_of_code(&code) {
            Some((message, hint)) => return Err(fail_with(message, hint)),
            None => code,
        },
        None => View::of(state)?.language().to_owned(),
    };
    Locale::try_from_str(&code).map_err(|_| {
        let hint = "languages are written as in `fr` or `pt-BR`";
        fail_with(format!("`{code}` is no language"), hint)
    })
}

#[cfg(test)]
mod tests {
    use minijinja::Environment;

    use super::*;

    #[test]
    fn days_and_numbers_are_written_as_each_language_does() {
        let mut environment = Environment::new();
        environment.add_filter("date", date);
        environment.add_filter("number", number);
        let check = |expression: &str, expected: &str| {
            let compiled = environment
                .compile_expression(expression)
                .expect("compiles");
            let value = compiled.eval(()).map(|value| value.to_string());
            assert_eq!(
                value.unwrap_or_else(|e| e.to_string()),
                expected,
                "{expression}"
            );
        };
        check("'2024-01-15'|date(language='en')", "January 15, 2024");
        check(
            "'2024-01-15'|date('full', language='en-GB')",
            "Monday, 15 January 2024",
        );
        check("'2024-01-15'|date(language='fr')", "15\u{a0}janvier 2024");
        check("'2024-01-01'|date(language='fr')", "1er\u{a0}janvier 2024");
        check(
            "'2024-01-11'|date('full', language='fr')",
            "jeudi 11\u{a0}janvier 2024",
        );
        check("'2024-02-01'|date('month', language='fr')", "février 2024");
        check("'2024-01-15'|date('medium', language='de')", "15.01.2024");
        check("'2024-01-15'|date('short', language='en')", "1/15/24");
        check("'2024-01-15'|date(language='ja')", "2024年1月15日");
        check(
            "'2024-01-15'|date(language='pt-BR')",
            "15 de janeiro de 2024",
        );
        check("1234567.5|number(language='en')", "1,234,567.5");
        check(
            "1234567.5|number(language='fr')",
            "1\u{202f}234\u{202f}567,5",
        );
        check("-1234|number(language='de')", "-1.234");
        check("8|number(language='ar-EG')", "٨");
        let nobody = "there is no language `xx`";
        for expression in [
            "'2024-01-15'|date(language='xx')",
            "8|number(language='xx-XX')",
        ] {
            let compiled = environment.compile_expression(expression);
            let told = compiled.expect("compiles").eval(()).expect_err(nobody);
            assert!(told.to_string().contains(nobody), "{told}");
        }
    }
}
