//! The form of a word that goes with a number, by the Unicode consortium's rules (CLDR).

use fixed_decimal::Decimal;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

/// The names of all forms; a language has some of them.
pub const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The form that a language has for a number, as it is written: `1`, `2.5`.
pub fn form(language: &str, number: &str) -> &'static str {
    let rules = language.parse::<Locale>().ok();
    let rules = rules.and_then(|locale| PluralRules::try_new_cardinal((&locale).into()).ok());
    let number: Option<Decimal> = number.parse().ok();
    match rules
        .zip(number)
        .map(|(rules, number)| rules.category_for(&number))
    {
        Some(PluralCategory::Zero) => "zero",
        Some(PluralCategory::One) => "one",
        Some(PluralCategory::Two) => "two",
        Some(PluralCategory::Few) => "few",
        Some(PluralCategory::Many) => "many",
        Some(PluralCategory::Other) | None => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_forms_of_their_own() {
        let check = |language: &str, expected: &[(&str, &str)]| {
            for (number, expected) in expected {
                assert_eq!(form(language, number), *expected, "{number} in {language}");
            }
        };
        check("en", &[("0", "other"), ("1", "one"), ("1.5", "other")]);
        check(
            "fr",
            &[("0", "one"), ("1", "one"), ("1.5", "one"), ("2", "other")],
        );
        check(
            "pl",
            &[("1", "one"), ("3", "few"), ("5", "many"), ("22", "few")],
        );
        check(
            "ar",
            &[
                ("0", "zero"),
                ("2", "two"),
                ("11", "many"),
                ("100", "other"),
            ],
        );
        check("ja", &[("1", "other")]);
    }
}
