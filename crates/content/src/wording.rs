//! How messages about schemas call values and kinds, and what to do about a breach.

use serde_json::Value;

use crate::schema::list;
use source::Format;
use source::yaml::Kind;
use validator::{Breach, Kind as Rule};

/// What to do about a breach of which a schema says nothing in words.
pub(crate) fn written_as(breach: &Breach<'_>) -> Option<String> {
    let hint = match breach.kind() {
        Rule::MinLength { .. } => "write more, or remove it",
        Rule::MaxLength { .. } => "write less",
        Rule::MinItems { .. } => "add what is missing, or remove the list",
        Rule::UniqueItems => "remove one of the two",
        _ => return None,
    };
    Some(hint.to_owned())
}

/// The kind of value that a schema asks for, in brackets; nothing when it is not one kind.
pub(crate) fn expected(schema: &Value) -> String {
    match schema.get("enum").and_then(Value::as_array) {
        Some(options) => {
            let options: Vec<String> = options.iter().map(plain_value).collect();
            format!(
                " (one of {})",
                list(&options.iter().map(String::as_str).collect::<Vec<_>>())
            )
        }
        None => match schema.get("type").and_then(Value::as_str) {
            Some(kind) => format!(" ({})", plain_type(kind)),
            None => String::new(),
        },
    }
}

/// A value that would be valid for a schema, as an author would write it.
pub(crate) fn example(schema: &Value) -> String {
    if let Some(first) = schema.get("enum").and_then(|e| e.get(0)) {
        return plain_value(first);
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    let text = || Format::of(schema).and_then(Format::example);
    match kind {
        Some("integer" | "number") => "1",
        Some("boolean") => "true",
        Some("array") => "[…]",
        Some("object") => "{ … }",
        _ => text().unwrap_or("…"),
    }
    .to_owned()
}

/// The truth value that a word stands for in another program or language.
pub(crate) fn meant(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "on" | "oui" | "vrai" | "true" | "1" => Some(true),
        "no" | "n" | "off" | "non" | "faux" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// `1 item`, `2 items`.
pub(crate) fn count(n: u64, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

/// A value as it is written.
pub(crate) fn plain_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a type of JSON Schema is called.
pub(crate) fn plain_type(name: &str) -> &str {
    match name.trim_matches('"') {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a mapping",
        "null" => "empty",
        _ => "another kind of value",
    }
}

/// What the kind of a value is called.
pub(crate) fn plain_kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Null => "empty",
        Kind::Bool(_) => "`true` or `false`",
        Kind::Number(_) => "a number",
        Kind::Text(_) => "text",
        Kind::List(_) => "a list",
        Kind::Map(_) => "a mapping",
    }
}
