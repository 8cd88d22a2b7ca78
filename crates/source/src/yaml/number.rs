//! Numbers that are written as no other program would print them, such as `01234`: mostly they are codes and lose a sign.

use std::sync::Arc;

use serde_json::Number;

use super::{Kind, Node};
use crate::{Diagnostic, Source};

/// Whole numbers below this are exact as decimal ones.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Makes whole numbers of a tree what they are, and tells of those that lose a part of how they are written.
pub(super) fn settle(source: &Arc<Source>, node: &mut Node, found: &mut Vec<Diagnostic>) {
    match &mut node.kind {
        Kind::List(items) => {
            items
                .iter_mut()
                .for_each(|item| settle(source, item, found));
        }
        Kind::Map(entries) => {
            let values = entries.iter_mut().map(|(_, value)| value);
            values.for_each(|value| settle(source, value, found));
        }
        Kind::Number(number) => {
            let text = source.text();
            let written = text.get(node.span.clone()).unwrap_or_default();
            if let Some(whole) = whole(written, number) {
                *number = whole;
            }
            if let Some(hint) = lost(written, number) {
                let message = format!("`{written}` is read as the number `{number}`");
                let mistake = Diagnostic::error("yaml-syntax", message);
                found.push(mistake.at(source, node.span.clone()).hint(hint));
            }
        }
        _ => {}
    }
}

/// The whole number that was read as a decimal one, though it is written without a fraction.
fn whole(written: &str, number: &Number) -> Option<Number> {
    let value = number.as_f64().filter(|_| number.is_f64())?;
    let is_whole = !written.contains('.') && value.fract() == 0.0 && value.abs() < MOST_EXACT;
    is_whole.then(|| Number::from(value as i64))
}

/// How to write a number that is another text when it is printed; none for one that says only what it is.
fn lost(written: &str, number: &Number) -> Option<String> {
    let digits = written.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        // An alias is written elsewhere.
        return None;
    }
    let mut rest = digits.chars().skip(1);
    let is_prefixed = digits.starts_with('0') && rest.next().is_some_and(char::is_alphanumeric);
    let is_cut = number.is_f64() && digits.bytes().all(|b| b.is_ascii_digit());
    if is_cut {
        return Some(format!("put it in quotes: `\"{written}\"`"));
    }
    let is_lost = written.starts_with('+') || is_prefixed || digits.contains('_');
    is_lost.then(|| {
        format!("put it in quotes, `\"{written}\"`, or write `{number}` where the number is meant")
    })
}
