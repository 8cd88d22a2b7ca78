//! TOML to the tree; the only module that names its library.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Number;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::yaml::{Key, Kind, Node, cut};
use crate::{Diagnostic, Source, control};

pub(super) fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let text = source.text();
    let (table, errors) = DeTable::parse_recoverable(&text[range.clone()]);
    let offset = range.start;
    if errors.is_empty() {
        let (kind, mut mistakes) = (map(table.get_ref(), offset), Vec::new());
        let node = Node { kind, span: range };
        unheld(source, table.get_ref(), &mut mistakes);
        mistakes.extend(cut(source, &node, "toml-syntax"));
        mistakes.extend(control::escaped(source, &node));
        return (Some(node), mistakes);
    }
    // What comes behind the first mistake mostly follows from it.
    let mistake = errors.first().map(|error| {
        let at = error.span().unwrap_or(0..0);
        let message = error.message().replace('\n', ", ");
        Diagnostic::error("toml-syntax", format!("the TOML cannot be read: {message}"))
            .at(source, at.start + offset..at.end + offset)
            .hint("write `name = value`; texts stand in double quotes")
    });
    (None, mistake.into_iter().collect())
}

fn map(table: &DeTable<'_>, offset: usize) -> Kind {
    let entries = table.iter().map(|(key, value)| {
        let key = Key {
            name: key.get_ref().to_string(),
            span: key.span().start + offset..key.span().end + offset,
        };
        (key, node(value, offset))
    });
    Kind::Map(entries.collect())
}

/// A number as the tree holds it; none when it holds no such number.
fn number(value: &DeValue<'_>) -> Option<Number> {
    match value {
        DeValue::Integer(number) => {
            let (text, radix) = (number.as_str(), number.radix());
            let whole = i64::from_str_radix(text, radix).map(Number::from);
            let whole = whole.or_else(|_| u64::from_str_radix(text, radix).map(Number::from));
            whole.ok()
        }
        DeValue::Float(number) => number.as_str().parse().ok().and_then(Number::from_f64),
        _ => None,
    }
}

/// A number as it is written, without the signs that part its digits.
fn written(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Tells of each number below a table that nothing can hold: what shows it would show a text, and sort it as one.
fn unheld(source: &Arc<Source>, table: &DeTable<'_>, mistakes: &mut Vec<Diagnostic>) {
    let mut open: Vec<&Spanned<DeValue<'_>>> = table.values().collect();
    while let Some(value) = open.pop() {
        match value.get_ref() {
            DeValue::Array(items) => open.extend(items.iter()),
            DeValue::Table(table) => open.extend(table.values()),
            DeValue::Integer(_) | DeValue::Float(_) if number(value.get_ref()).is_none() => {
                let written = written(value.get_ref());
                let message = format!("`{written}` is no number that can be held");
                let mistake = Diagnostic::error("toml-syntax", message).at(source, value.span());
                mistakes.push(mistake.hint(format!("put it in quotes: `\"{written}\"`")));
            }
            _ => {}
        }
    }
}

fn node(value: &Spanned<DeValue<'_>>, offset: usize) -> Node {
    let span = value.span().start + offset..value.span().end + offset;
    let kind = match value.get_ref() {
        DeValue::String(text) => Kind::Text(text.to_string()),
        DeValue::Integer(_) | DeValue::Float(_) => number(value.get_ref())
            .map_or_else(|| Kind::Text(written(value.get_ref())), Kind::Number),
        DeValue::Boolean(flag) => Kind::Bool(*flag),
        // A day is the text that days are everywhere else.
        DeValue::Datetime(time) => Kind::Text(time.to_string()),
        DeValue::Array(items) => Kind::List(items.iter().map(|item| node(item, offset)).collect()),
        DeValue::Table(table) => map(table, offset),
    };
    Node { kind, span }
}
