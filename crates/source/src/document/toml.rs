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
        let kind = map(table.get_ref(), offset);
        let node = Node { kind, span: range };
        let mut mistakes = cut(source, &node, "toml-syntax");
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

fn node(value: &Spanned<DeValue<'_>>, offset: usize) -> Node {
    let span = value.span().start + offset..value.span().end + offset;
    let kind = match value.get_ref() {
        DeValue::String(text) => Kind::Text(text.to_string()),
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix());
            whole.map_or_else(
                |_| Kind::Text(number.to_string()),
                |n| Kind::Number(n.into()),
            )
        }
        DeValue::Float(number) => {
            let decimal = number.as_str().parse().ok().and_then(Number::from_f64);
            decimal.map_or_else(|| Kind::Text(number.to_string()), Kind::Number)
        }
        DeValue::Boolean(flag) => Kind::Bool(*flag),
        // A day is the text that days are everywhere else.
        DeValue::Datetime(time) => Kind::Text(time.to_string()),
        DeValue::Array(items) => Kind::List(items.iter().map(|item| node(item, offset)).collect()),
        DeValue::Table(table) => map(table, offset),
    };
    Node { kind, span }
}
