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
    if is_cut(written, number) {
        return Some(format!("put it in quotes: `\"{written}\"`"));
    }
    let is_lost = written.starts_with('+') || is_prefixed || digits.contains('_');
    is_lost.then(|| {
        format!("put it in quotes, `\"{written}\"`, or write `{number}` where the number is meant")
    })
}

/// A mistake for each number of a tree that loses digits; what else JSON and TOML let a number be is one number alone.
pub(crate) fn cut(source: &Arc<Source>, node: &Node, code: &'static str) -> Vec<Diagnostic> {
    let text = source.text();
    let told = node.walk().into_iter().filter_map(|node| {
        let Kind::Number(number) = &node.kind else {
            return None;
        };
        let written = text.get(node.span.clone())?;
        let message = format!("`{written}` is read as the number `{number}`");
        let mistake = Diagnostic::error(code, message).at(source, node.span.clone());
        let mistake = mistake.hint(format!("put it in quotes: `\"{written}\"`"));
        is_cut(written, number).then_some(mistake)
    });
    told.collect()
}

/// Whether a decimal number has other digits than those that are written.
fn is_cut(written: &str, number: &Number) -> bool {
    // As many digits every decimal number keeps.
    if !number.is_f64() || written.len() <= f64::DIGITS as usize {
        return false;
    }
    let is_whole = written.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    is_whole || significant(written) != significant(&number.to_string())
}

/// The digits of a decimal number without the zeros before and behind them.
fn significant(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}
