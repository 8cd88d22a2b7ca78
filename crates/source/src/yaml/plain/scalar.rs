//! What stands without quotes in plain YAML: keys, words, dates and numbers, and what would mean more than itself.

use std::ops::Range;

use serde_json::Number;

use crate::yaml::node::{Kind, Node};

/// The key that a text begins with, and what follows its colon.
pub(super) fn key(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_at(text.find(':')?);
    let value = &value[1..];
    let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$');
    let is_key = name.starts_with(|c| is_letter(c) || c == '$')
        && name.bytes().all(is_name)
        && !MEANT.contains(&name)
        && !matches!(name, "true" | "false");
    (is_key && (value.is_empty() || value.starts_with(' '))).then_some((name, value))
}

/// A word or several, `true` or `false`, a date, or a number.
pub(super) fn scalar(text: &str, span: Range<usize>) -> Option<Node> {
    let is_word =
        text.starts_with(|c: char| is_letter(c) || c == '/' || is_sign(c) && !c.is_ascii());
    let kind = if is_word && !MEANT.contains(&text) {
        match text {
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            _ => Kind::Text(is_text(text).then(|| text.to_owned())?),
        }
    } else if is_date(text.as_bytes()) {
        Kind::Text(text.to_owned())
    } else if is_mixed(text) {
        Kind::Text(is_text(text).then(|| text.to_owned())?)
    } else {
        Kind::Number(number(text)?)
    };
    Some(Node { kind, span })
}

/// Whether a text that begins as a word is one for YAML as well.
fn is_text(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || is_sign(c);
    // A colon within a word, as in an address, is part of it.
    let mut words = text.split(':');
    let is_whole = |word: &str| !word.is_empty() && !word.starts_with(' ');
    let first = words.next().unwrap_or_default();
    first.chars().all(is_plain)
        && words.all(|word| is_whole(word) && word.chars().all(is_plain))
        && !text.ends_with(' ')
        // Behind a space it begins a comment.
        && !text.contains(" #")
}

/// Whether a text begins with a digit, or a dash before a letter, and holds what no number does.
fn is_mixed(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('-') {
        return rest.starts_with(is_letter) && !MEANT.contains(&rest);
    }
    let of_number = |c: char| c.is_ascii_hexdigit() || "xXoO_.+-".contains(c);
    let mut signs = text.match_indices(['+', '-']);
    let is_sum = |(at, _): (usize, &str)| !text[..at].ends_with(['e', 'E']);
    text.starts_with(|c: char| c.is_ascii_digit())
        && !text.contains(':')
        && (!text.chars().all(of_number) || signs.any(is_sum))
}

/// Whether a character stands for itself within a text, at whatever place.
fn is_sign(c: char) -> bool {
    // Arrows, mathematics and pictures.
    SIGNS.contains(c) || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

const SIGNS: &str = " -_.,;!?'’#()[]{}/%+*=&@$<>|`\"\u{a0}\u{202f}«»“”°·–—…€×÷";

/// A whole number or a decimal fraction as everybody writes them.
fn number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_plain =
        text.len() < 10 && are_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    match fraction {
        _ if !is_plain || digits == "0" && text != "0" => None,
        None => Some(text.parse::<i64>().ok()?.into()),
        Some(fraction) if are_digits(fraction) => Number::from_f64(text.parse().ok()?),
        Some(_) => None,
    }
}

/// Words that may mean something else than themselves in one version of YAML or another.
const MEANT: [&str; 28] = [
    "null", "Null", "NULL", "True", "TRUE", "False", "FALSE", "yes", "Yes", "YES", "no", "No",
    "NO", "on", "On", "ON", "off", "Off", "OFF", "y", "Y", "n", "N", "inf", "nan", "NaN", "Inf",
    "infinity",
];

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// Whether a character of a quoted text stands for itself, on its line.
pub(super) fn is_printed(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{fe00}'..)
}

/// Whether this is `YYYY-MM-DD`.
fn is_date(text: &[u8]) -> bool {
    let fits = |(at, byte): (usize, &u8)| match at {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == 10 && text.iter().enumerate().all(fits)
}
