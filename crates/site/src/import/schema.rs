//! The schema of a collection from the entries that there are: kinds, choices, what is always given; and the values that
//! are unlike the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use source::yaml::{flow, scalar};

use super::document::{ImportedPage, day};
use super::fields::TIME;
use super::report::{Report, Topic};

/// Most choices that a field may have, and how often each is used on average at least.
const MOST_CHOICES: usize = 8;
const FEWEST_USES: usize = 4;
/// Fields with texts of their own, and those that the engine checks.
const FREE: [&str; 8] = [
    "title",
    "description",
    "summary",
    "excerpt",
    "linkTitle",
    "subtitle",
    "author",
    TIME,
];
const OF_ENGINE: [&str; 12] = [
    "slug",
    "route",
    "template",
    "draft",
    "date",
    "updated",
    "expires",
    "aliases",
    "sample",
    "noindex",
    "hidden",
    "reading_time",
];

/// A schema as `_schema.yaml` holds it, without the lines that say where its pages stand.
pub fn infer(documents: &[&ImportedPage], report: &mut Report) -> Vec<(String, Value)> {
    let mut names: Vec<&str> = Vec::new();
    for document in documents {
        for name in document
            .fields
            .keys()
            .filter(|name| !OF_ENGINE.contains(&name.as_str()))
        {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let mut properties = Vec::new();
    for name in names {
        let given: Vec<(&ImportedPage, &Value)> = documents
            .iter()
            .filter_map(|d| Some((*d, d.fields.get(name)?)))
            .collect();
        properties.push((
            name.to_owned(),
            field(name, &given, documents.len(), report),
        ));
    }
    for (name, schema) in [
        ("description", json!({ "type": "string" })),
        (
            "tags",
            json!({ "type": "array", "items": { "type": "string", "x-verbatim": true } }),
        ),
    ] {
        if !properties.iter().any(|(known, _)| known == name) {
            properties.push((name.to_owned(), schema));
        }
    }
    missing(documents, report);
    properties
}

/// Names that all entries have, in the order of the first.
pub fn required(documents: &[&ImportedPage]) -> Vec<String> {
    let Some(first) = documents.first() else {
        return Vec::new();
    };
    let is_in_all = |name: &&String| documents.iter().all(|d| d.fields.contains_key(*name));
    let own = |name: &&String| {
        !["draft", "aliases", "route", "template", "updated"].contains(&name.as_str())
    };
    first
        .fields
        .keys()
        .filter(own)
        .filter(is_in_all)
        .cloned()
        .collect()
}

/// Fields that nearly all entries have, told where they lack.
fn missing(documents: &[&ImportedPage], report: &mut Report) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        for name in document.fields.keys() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let own = |name: &str| name == "date" || !OF_ENGINE.contains(&name);
    for (name, n) in counts.into_iter().filter(|(name, _)| own(name)) {
        let is_nearly =
            documents.len() >= 20 && n < documents.len() && n * 20 >= documents.len() * 19;
        for document in documents
            .iter()
            .filter(|d| is_nearly && !d.fields.contains_key(name))
        {
            let what = format!(
                "it lacks `{name}`, which {n} of {} entries of {} have",
                documents.len(),
                document.collection
            );
            report.tell(Topic::Outlier, (&document.file, 1), what);
        }
    }
}

fn field(name: &str, given: &[(&ImportedPage, &Value)], all: usize, report: &mut Report) -> Value {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, value) in given {
        *kinds.entry(kind(value)).or_default() += 1;
    }
    let main = kinds
        .iter()
        .max_by_key(|(_, n)| **n)
        .map(|(kind, n)| (*kind, *n));
    let Some((main, often)) = main else {
        return json!({});
    };
    if kinds.len() > 1 {
        for (document, value) in given.iter().filter(|(_, value)| kind(value) != main) {
            let what = format!(
                "`{name}: {}` is {}; {often} of {} are {}",
                shown(value),
                word(kind(value)),
                given.len(),
                word(main)
            );
            report.tell(
                Topic::Outlier,
                (&document.file, document.front.line(name)),
                what,
            );
        }
        let kinds: BTreeSet<&str> = kinds
            .into_keys()
            .filter(|kind| *kind != "integer")
            .chain(
                ["integer"]
                    .into_iter()
                    .filter(|_| given.iter().any(|(_, v)| v.is_i64() || v.is_u64())),
            )
            .collect();
        let mut schema = json!({ "type": kinds.into_iter().collect::<Vec<_>>() });
        schema["x-verbatim"] = json!(true);
        return schema;
    }
    match main {
        "string" => text(name, given, all, report),
        "array" => list(given),
        "object" => object(given),
        kind => json!({ "type": kind }),
    }
}

/// A text: a day, one of a few choices, or free.
fn text(name: &str, given: &[(&ImportedPage, &Value)], all: usize, report: &mut Report) -> Value {
    let values: Vec<&str> = given.iter().filter_map(|(_, v)| v.as_str()).collect();
    if values
        .iter()
        .all(|value| value.len() == 10 && day(value).as_deref() == Some(value))
    {
        return json!({ "type": "string", "format": "date" });
    }
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for value in &values {
        *uses.entry(value).or_default() += 1;
    }
    let is_short = uses
        .keys()
        .all(|value| value.len() <= 40 && !value.contains('\n'));
    let is_choice = !FREE.contains(&name)
        && is_short
        && uses.len() <= MOST_CHOICES
        && values.len() >= uses.len() * FEWEST_USES
        && all >= 10;
    if !is_choice {
        let is_prose = FREE.contains(&name);
        return if is_prose {
            json!({ "type": "string" })
        } else {
            json!({ "type": "string", "x-verbatim": true })
        };
    }
    for (document, value) in given {
        let rare = value
            .as_str()
            .filter(|value| uses.len() > 1 && uses[value] == 1 && values.len() >= 20);
        if let Some(value) = rare {
            let what = format!(
                "`{name}: {value}` stands once; the other {} have one of {}",
                values.len() - 1,
                uses.len() - 1
            );
            report.tell(
                Topic::Outlier,
                (&document.file, document.front.line(name)),
                what,
            );
        }
    }
    json!({ "enum": uses.into_keys().collect::<Vec<_>>() })
}

/// A list of texts, or of anything.
fn list(given: &[(&ImportedPage, &Value)]) -> Value {
    let items = given.iter().filter_map(|(_, v)| v.as_array()).flatten();
    let kinds: BTreeSet<&str> = items.map(kind).collect();
    match kinds.into_iter().collect::<Vec<_>>()[..] {
        [] => json!({ "type": "array" }),
        ["object"] => json!({ "type": "array", "items": { "type": "object" } }),
        ["array"] => json!({ "type": "array", "items": { "type": "array" } }),
        ["string"] => json!({ "type": "array", "items": { "type": "string", "x-verbatim": true } }),
        [one] => json!({ "type": "array", "items": { "type": one } }),
        _ => json!({ "type": "array", "items": {} }),
    }
}

/// A mapping: its keys with their kinds, where these are few.
fn object(given: &[(&ImportedPage, &Value)]) -> Value {
    let mut properties: Map<String, Value> = Map::new();
    for fields in given.iter().filter_map(|(_, v)| v.as_object()) {
        for (key, value) in fields {
            let own = kind(value);
            let known = properties
                .entry(key.clone())
                .or_insert_with(|| json!({ "type": own }));
            if known.get("type").is_some_and(|kind| kind != own) {
                *known = json!({});
            }
        }
    }
    match properties.len() {
        0 | 31.. => json!({ "type": "object" }),
        _ => {
            for schema in properties.values_mut() {
                if schema["type"] == "string" {
                    schema["x-verbatim"] = json!(true);
                }
            }
            json!({ "type": "object", "additionalProperties": false, "properties": properties })
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn word(kind: &str) -> &'static str {
    match kind {
        "boolean" => "true or false",
        "number" => "a number",
        "integer" => "a whole number",
        "string" => "a text",
        "array" => "a list",
        "object" => "a mapping",
        _ => "nothing",
    }
}

fn shown(value: &Value) -> String {
    flow(value).chars().take(60).collect()
}

/// A collection's `_schema.yaml`.
pub fn written(
    title: &str,
    head: &[(String, String)],
    required: &[String],
    properties: &[(String, Value)],
) -> String {
    let mut text = format!(
        "title: {}\ntype: object\nadditionalProperties: false\n",
        scalar(title)
    );
    let required: Vec<Value> = required.iter().map(|name| json!(name)).collect();
    // A text takes everything.
    let _ = writeln!(text, "required: {}", flow(&Value::Array(required)));
    for (key, value) in head {
        let _ = writeln!(text, "{key}: {value}");
    }
    text += "properties:\n";
    for (name, schema) in properties {
        let _ = writeln!(text, "  {}: {}", scalar(name), flow(schema));
    }
    text
}
