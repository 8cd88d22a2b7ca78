//! The filters that templates apply, beside those of the template engine.

use std::sync::Arc;

use content::markdown::{self, Fragment};
use content::typography::{self, MONTHS};
use minijinja::value::Value;
use minijinja::{Environment, Error, State};
use source::{Diagnostic, Severity};

use crate::absent;
use crate::attributes;
use crate::body;
use crate::icon::icon;
use crate::json;
use crate::list::group;
use crate::locale;
use crate::mistake::{fail, fail_with, failure};
use crate::pick::pick;
use crate::value::{self, BodyObject, EntryObject};
use crate::view::View;

/// The names of these filters and of the engine's own, for suggestions.
pub const NAMES: &str = "absolute_links date date_fr date_rfc822 first_figure group heading html icon initial json \
    markdown number number_fr phone_digits pick plain sentences slug tojson \
    abs attr batch bool capitalize chain default dictsort escape first float format groupby indent \
    int items join last length lines list lower map max min pprint reject rejectattr replace \
    reverse round safe select selectattr slice sort split string sum title trim unique upper \
    urlencode zip";

/// The names of the tests, all of the engine's own.
pub const TESTS: &str = "boolean defined divisibleby endingwith eq even false filter float ge gt in \
    integer iterable le lower lt mapping ne none number odd safe sameas sequence startingwith \
    string test true undefined upper";

/// Adds every filter to an environment.
pub fn add(env: &mut Environment<'_>) {
    absent::add(env);
    attributes::add(env);
    env.add_filter("markdown", inline_markdown);
    env.add_filter("heading", heading);
    env.add_filter("html", html);
    env.add_filter("plain", plain);
    env.add_filter("date", locale::date);
    env.add_filter("number", locale::number);
    env.add_filter("date_fr", date_fr);
    env.add_filter("date_rfc822", date_rfc822);
    env.add_filter("number_fr", number_fr);
    env.add_filter("first_figure", first_figure);
    env.add_filter("sentences", sentences);
    env.add_filter("initial", initial);
    env.add_filter("phone_digits", phone_digits);
    env.add_filter("slug", |text: &str| content::slug(text));
    env.add_filter("tojson", |value: Value| -> Result<Value, Error> {
        Ok(Value::from_safe_string(json::for_script(
            &json::from_value(&value)?,
        )))
    });
    env.add_filter("json", |value: Value| -> Result<String, Error> {
        Ok(json::from_value(&value)?.to_string())
    });
    env.add_filter("absolute_links", absolute_links);
    env.add_filter("pick", pick);
    env.add_filter("group", group);
    // The function of the same name is hidden where a component's data has an `icon`.
    env.add_filter("icon", icon);
}

/// A title: on French pages no line of it ends in a word that leads to the next one, as in a heading of Markdown; on others
/// it is as it was.
fn heading(state: &mut State<'_, '_>, text: &str) -> Result<String, Error> {
    let title = match View::of(state)?.is_french() {
        true => typography::french_title(text),
        false => text.into(),
    };
    Ok(title.into_owned())
}

/// A day as RSS writes it: `Sat, 31 Jan 2026 00:00:00 +0000`.
fn date_rfc822(day: &str) -> Result<String, Error> {
    let date: Result<jiff::civil::Date, _> = day.parse();
    match date {
        Ok(date) => Ok(date.strftime("%a, %d %b %Y 00:00:00 +0000").to_string()),
        Err(_) => Err(fail(format!("`{day}` is no day such as 2026-01-31"))),
    }
}

/// A short text with inline Markdown (`code`, bold, italic, links) as HTML, without a paragraph.
fn inline_markdown(state: &mut State<'_, '_>, text: Value) -> Result<Value, Error> {
    if text.is_none() {
        return Ok(Value::from_safe_string(String::new()));
    }
    // Its schema says so already.
    if let Some(text) = text.downcast_object_ref::<BodyObject>() {
        return body::html(state, text).map(Value::from_safe_string);
    }
    let Some(text) = text.as_str() else {
        return Err(fail(format!(
            "`markdown` takes text, found {}",
            text.kind()
        )));
    };
    let view = View::of(state)?;
    let options = markdown::Options {
        highlight: None,
        french: view.is_french(),
        html: markdown::Html::Refused,
        syntax: view.syntax(),
    };
    // Links of a component's text are relative to the entry that mounts the component.
    let entry = state.lookup("entry");
    let entry = entry
        .as_ref()
        .and_then(Value::downcast_object_ref::<EntryObject>);
    let body = markdown::parse_inline(text, &options);
    let mut problems = body.problems.iter();
    if let Some(problem) = problems.find(|problem| problem.severity == Severity::Error) {
        let mistake = Diagnostic::error(problem.code, problem.message.as_str());
        return Err(failure(mistake.maybe_hint(problem.hint.clone())));
    }
    let body = BodyObject {
        body: Arc::new(body),
        view,
        entry: entry.map(|e| e.index),
        is_main: false,
    };
    check_links(&body)?;
    body::html(state, &body).map(Value::from_safe_string)
}

/// Links of fields are checked when the site is read; those of texts that only this filter takes
/// for Markdown are checked here.
fn check_links(text: &BodyObject) -> Result<(), Error> {
    for fragment in &text.body.fragments {
        if let Fragment::Link { href, .. } = fragment {
            value::resolve(&text.view, text.entry, href)
                .map_err(|broken| fail_with(broken.message, broken.hint))?;
        }
    }
    Ok(())
}

/// A Markdown text as HTML, to be used as a value.
fn html(state: &mut State<'_, '_>, text: Value) -> Result<Value, Error> {
    match text.downcast_object_ref::<BodyObject>() {
        Some(text) => body::html(state, text).map(Value::from_safe_string),
        None => Ok(text),
    }
}

/// The HTML of the page at an address with its links made absolute, as feeds need it.
fn absolute_links(state: &mut State<'_, '_>, html: &str, page: &str) -> Result<String, Error> {
    let view = View::of(state)?;
    let origin = view.origin();
    let mut absolute = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(place) = rest.find("=\"") {
        let (before, value) = rest.split_at(place + 2);
        absolute.push_str(before);
        let name = before[..before.len() - 2]
            .rsplit([' ', '<'])
            .next()
            .unwrap_or_default();
        if matches!(name, "href" | "src") && value.starts_with('/') && !value.starts_with("//") {
            absolute.push_str(origin);
        } else if name == "href" && value.starts_with('#') {
            absolute.push_str(page);
        }
        rest = value;
    }
    absolute.push_str(rest);
    Ok(absolute)
}

/// The text of HTML or of a Markdown text, without tags, on one line.
fn plain(state: &mut State<'_, '_>, value: Value) -> Result<String, Error> {
    let html = match value.downcast_object_ref::<BodyObject>() {
        Some(text) => body::html(state, text)?,
        None if value.is_none() => return Ok(String::new()),
        None => value.to_string(),
    };
    let mut text = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let close = rest[open..].find('>').map_or(rest.len(), |i| open + i + 1);
        // A link or an emphasis stands inside its line; anything else ends one.
        if !is_inline(&rest[open..close]) {
            text.push(' ');
        }
        rest = &rest[close..];
    }
    text.push_str(rest);
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
        // What keeps a word in one line would part it for whoever searches or reads it out.
        .replace('\u{2060}', "");
    // Only ordinary white space is folded: no-break spaces are typography.
    let words: Vec<&str> = text
        .split([' ', '\n', '\t'])
        .filter(|w| !w.is_empty())
        .collect();
    Ok(words.join(" "))
}

/// Whether a tag is of an element that stands inside a line.
fn is_inline(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    let name = name.split([' ', '>', '/']).next().unwrap_or_default();
    [
        "a", "em", "strong", "code", "del", "kbd", "mark", "small", "span", "sub", "sup",
    ]
    .contains(&name)
}

/// `2024-01-15` as `15 janvier 2024`, the day on the line of its month; the first of a month as `1er`.
pub(crate) fn date_fr(day: &str) -> Result<String, Error> {
    let mut parts = day.splitn(3, '-').map(str::parse::<usize>);
    let (Some(Ok(year)), Some(Ok(month)), Some(Ok(date))) =
        (parts.next(), parts.next(), parts.next())
    else {
        return Err(fail(format!(
            "`{day}` is not a date: dates are written 2024-01-15"
        )));
    };
    let Some(name) = month.checked_sub(1).and_then(|m| MONTHS.get(m)) else {
        return Err(fail(format!("`{day}` has no month {month}")));
    };
    Ok(match date {
        1 => format!("1er\u{a0}{name} {year}"),
        _ => format!("{date}\u{a0}{name} {year}"),
    })
}

/// A number as French writes it: thousands apart by U+202F, a decimal comma.
fn number_fr(number: Value) -> Result<String, Error> {
    let text = number.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest.to_owned()),
        None => ("", text),
    };
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction.trim_end_matches('0'))),
        None => (text.as_str(), None),
    };
    if whole.is_empty() || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return Err(fail(format!("`{number}` is not a number")));
    }
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 && whole.len() > 3 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    Ok(match fraction {
        Some(fraction) if !fraction.is_empty() => format!("{sign}{grouped},{fraction}"),
        _ => format!("{sign}{grouped}"),
    })
}

/// The first number of a text with the first of these units that follows it, such as `70 %` or
/// `1,4 million`; none when it has no number.
fn first_figure(text: &str, units: Option<Vec<String>>) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let start = chars.iter().position(char::is_ascii_digit)?;
    let is_space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let mut end = start;
    while digit(end) {
        end += 1;
        let separator = chars.get(end).is_some_and(|c| matches!(c, ',' | '.')) && digit(end + 1);
        let group = chars.get(end).copied().is_some_and(is_space)
            && (1..=3).all(|i| digit(end + i))
            && !digit(end + 4);
        if separator || group {
            end += 1;
        }
    }
    let mut figure: String = chars[start..end].iter().collect();
    let rest: String = chars[end..].iter().collect();
    let bare = rest.trim_start_matches(is_space);
    let gap = (rest.len() != bare.len()).then_some('\u{a0}');
    for unit in units.unwrap_or_default() {
        let Some(after) = bare.strip_prefix(unit.as_str()) else {
            continue;
        };
        if unit.chars().all(char::is_alphabetic) && after.starts_with(char::is_alphabetic) {
            continue;
        }
        figure.extend(gap);
        figure.push_str(&unit);
        break;
    }
    Some(figure)
}

/// The first sentences of a text, split at a full stop and a space as the specification says.
fn sentences(text: &str, most: usize) -> Vec<String> {
    // No-break spaces are typography, not white space to fold.
    let words = text.split([' ', '\n', '\t']).filter(|w| !w.is_empty());
    let text = words.collect::<Vec<_>>().join(" ");
    text.split(". ")
        .map(|s| s.trim().trim_end_matches('.').to_owned())
        .filter(|s| !s.is_empty())
        .take(most)
        .collect()
}

/// The first letter of a name, for those without a picture.
fn initial(name: &str) -> String {
    name.chars()
        .find(|c| c.is_alphanumeric())
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default()
}

/// A phone number for a `tel:` address: its digits and a leading plus.
fn phone_digits(phone: &str) -> String {
    phone
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '+')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_whole() {
        let units = ["%", "€", "+", "millions", "million", "M+", "M"].map(str::to_owned);
        let check = |text: &str, expected: &str| {
            let found = first_figure(text, Some(units.to_vec()));
            assert_eq!(found.as_deref().unwrap_or("none"), expected, "{text}");
        };
        check("70 % de temps gagné", "70\u{a0}%");
        check("Gain de 70% sur les plannings", "70%");
        check("1,4 million de vins", "1,4\u{a0}million");
        check("Plus de 1\u{202f}000 jardins", "1\u{202f}000");
        check("Valorisé 250 000 €", "250 000\u{a0}€");
        check("Plus de 40+ plateformes", "40+");
        check("1.4M+ vins", "1.4M+");
        check("3 métiers, 2 outils", "3");
        check("Un planning clair", "none");
    }

    #[test]
    fn dates_and_numbers_are_french() {
        assert_eq!(
            date_fr("2024-01-15").ok().as_deref(),
            Some("15\u{a0}janvier 2024")
        );
        assert_eq!(
            date_fr("2024-01-01").ok().as_deref(),
            Some("1er\u{a0}janvier 2024")
        );
        assert!(date_fr("2024-13-01").is_err());
        assert_eq!(
            number_fr(Value::from(107_800)).ok().as_deref(),
            Some("107\u{202f}800")
        );
        assert_eq!(number_fr(Value::from(8.5)).ok().as_deref(), Some("8,5"));
    }

    #[test]
    fn sentences_are_split_at_stops() {
        assert_eq!(
            sentences("Un. Deux ! Trois. Quatre. Cinq.", 3),
            ["Un", "Deux ! Trois", "Quatre"]
        );
    }
}
