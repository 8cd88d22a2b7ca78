//! JSON to the tree; the only module that names its parser here.

use std::ops::Range;
use std::sync::Arc;

use jsonc_parser::ast::{ObjectPropName, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Number;

use crate::yaml::{Key, Kind, Node, cut, duplicate};
use crate::{Diagnostic, Source, control};

/// JSON as its standard has it: what other programs would not read is a mistake here.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let text = &source.text()[range.clone()];
    let wrong = |message: String, at: Range<usize>| {
        let diagnostic = Diagnostic::error("json-syntax", message).at(source, at);
        (None, vec![diagnostic.hint("names and texts stand in double quotes, commas between values, none behind the last")])
    };
    match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Err(error) => {
            let message = error.kind().to_string();
            let mut start = message.chars();
            let first = start
                .next()
                .map(|c| c.to_lowercase().to_string())
                .unwrap_or_default();
            let message = format!("the JSON cannot be read: {first}{}", start.as_str());
            let at = error.range();
            wrong(message, range.start + at.start..range.start + at.end)
        }
        Ok(parsed) => match parsed.value {
            None => wrong("the file is empty".to_owned(), range.start..range.start),
            Some(value) => {
                let mut diagnostics = Vec::new();
                let mut node = node(&value, range.start);
                node.keep_first(&mut |first, key| {
                    diagnostics.push(duplicate(source, key, Some(first)));
                });
                diagnostics.extend(cut(source, &node, "json-syntax"));
                diagnostics.extend(control::escaped(source, &node));
                (Some(node), diagnostics)
            }
        },
    }
}

/// The tree of a value, with every key that an object has twice; `offset` is where the text begins in its file.
fn node(value: &Value<'_>, offset: usize) -> Node {
    let moved = |range: &dyn Ranged| range.start() + offset..range.end() + offset;
    let kind = match value {
        Value::NullKeyword(_) => Kind::Null,
        Value::BooleanLit(flag) => Kind::Bool(flag.value),
        Value::StringLit(text) => Kind::Text(text.value.to_string()),
        Value::NumberLit(number) => match number.value.parse::<Number>() {
            Ok(number) => Kind::Number(number),
            Err(_) => Kind::Text(number.value.to_owned()),
        },
        Value::Array(array) => {
            let items = array.elements.iter().map(|item| node(item, offset));
            Kind::List(items.collect())
        }
        Value::Object(object) => {
            let entries = object.properties.iter().map(|property| {
                let name = match &property.name {
                    ObjectPropName::String(text) => text.value.to_string(),
                    ObjectPropName::Word(word) => word.value.to_owned(),
                };
                let span = moved(&property.name);
                (Key { name, span }, node(&property.value, offset))
            });
            Kind::Map(entries.collect())
        }
    };
    Node {
        kind,
        span: moved(value),
    }
}
