//! YAML text to a tree of values that remember where they stood. Knows nothing of forms.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned;

use crate::problem::Problem;

/// A value and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub value: Value,
    pub span: Range<usize>,
}

/// What YAML can hold, in the order written.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// The kind's name, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}

/// Parses one YAML document under a tight budget.
pub(crate) fn read(text: &str) -> Result<Node, Problem> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_nodes: 5_000,
            max_depth: 16,
            max_aliases: 20,
            max_documents: 1,
        },
        strict_booleans: true,
        with_snippet: false,
    };
    let raw: Raw = serde_yaml::from_str_with_options(text, options).map_err(|error| {
        let start = error
            .location()
            .map_or(0, |location| start_of(&location, text));
        Problem {
            span: start
                ..text[start..]
                    .chars()
                    .next()
                    .map_or(start, |c| start + c.len_utf8()),
            code: "form-yaml",
            message: error
                .without_snippet()
                .to_string()
                .trim_end_matches('.')
                .to_owned(),
            hint: None,
        }
    })?;
    let mut node = raw.0.into_node(text);
    // The root's own location is its first token; the whole text says more.
    node.span = 0..text.len();
    Ok(node)
}

struct Raw(Spanned<RawValue>);

enum RawValue {
    Leaf(Value),
    List(Vec<Raw>),
    Map(Vec<(Raw, Raw)>),
}

trait IntoNode {
    fn into_node(self, text: &str) -> Node;
}

impl IntoNode for Spanned<RawValue> {
    fn into_node(self, text: &str) -> Node {
        let start = start_of(&self.referenced, text);
        let end = end_of(&self.referenced, text).max(start);
        let value = match self.value {
            RawValue::Leaf(value) => value,
            RawValue::List(items) => Value::List(
                items
                    .into_iter()
                    .map(|item| item.0.into_node(text))
                    .collect(),
            ),
            RawValue::Map(entries) => Value::Map(
                entries
                    .into_iter()
                    .map(|(key, value)| (key.0.into_node(text), value.0.into_node(text)))
                    .collect(),
            ),
        };
        Node {
            value,
            span: start..end,
        }
    }
}

fn start_of(location: &serde_yaml::Location, text: &str) -> usize {
    let offset = location
        .span()
        .byte_offset()
        .map_or(0, |offset| offset as usize);
    floor(text, offset)
}

fn end_of(location: &serde_yaml::Location, text: &str) -> usize {
    let span = location.span();
    let start = span.byte_offset().map_or(0, |offset| offset as usize);
    let length = span.byte_len().map_or(0, |length| length as usize);
    let end = floor(text, start + length);
    // A block's last line break is not part of what it says.
    end - (text[..end].len() - text[..end].trim_end().len()).min(end.saturating_sub(start))
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Raw)
    }
}

impl<'de> Deserialize<'de> for RawValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Null))
    }

    fn visit_none<E>(self) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawValue, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Number(value as f64)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Number(value as f64)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Number(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Text(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<RawValue, E> {
        Ok(RawValue::Leaf(Value::Text(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<RawValue, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(RawValue::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<RawValue, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(RawValue::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_place() {
        let text = "é: 1\nname: \"à la\"\nlist:\n  - yes\n  - b: 2\n";
        let node = read(text).unwrap();
        let Value::Map(entries) = &node.value else {
            panic!("{node:?}")
        };
        assert_eq!(&text[entries[0].0.span.clone()], "é");
        assert_eq!(&text[entries[1].1.span.clone()], "\"à la\"");
        let Value::List(items) = &entries[2].1.value else {
            panic!()
        };
        assert_eq!(&text[items[0].span.clone()], "yes");
        assert!(matches!(&items[0].value, Value::Text(text) if text == "yes"));
        let Value::Map(inner) = &items[1].value else {
            panic!()
        };
        assert_eq!(&text[inner[0].1.span.clone()], "2");
    }

    #[test]
    fn a_bomb_and_a_duplicate_key_are_problems() {
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]";
        assert_eq!(read(bomb).unwrap_err().code, "form-yaml");
        let problem = read("a: 1\na: 2\n").unwrap_err();
        assert_eq!(problem.span.start, 5, "{problem}");
    }
}
