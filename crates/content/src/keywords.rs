//! What a schema says that nobody reads: keywords that are misspelt, that say nothing of their kind of value, or that
//! contradict each other. JSON Schema itself passes over all of them.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use crate::texts::Texts;
use source::yaml::{self, Kind, Node, Tree};
use source::{Diagnostic, Source, did_you_mean};

/// What a schema may say, as a schema.
pub(crate) const SCHEMA: &str = include_str!("schemas/schema.yaml");

/// The keywords and formats that it names.
static KNOWN: LazyLock<(Vec<String>, Vec<String>)> = LazyLock::new(|| {
    let source = Source::new("schema.yaml", SCHEMA);
    let (node, _) = yaml::parse(&source, 0..SCHEMA.len());
    let known = node.map_or(Value::Null, |node| node.to_json());
    let keywords = &known["$defs"]["schema"]["properties"];
    let formats = keywords["format"]["enum"].as_array().into_iter().flatten();
    (
        keywords
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect(),
        formats
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
    )
});

/// What only a collection says, at the top of its schema.
const OF_COLLECTIONS: [&str; 4] = ["x-route", "x-template", "x-sort", "x-feed"];

/// Keywords below which named schemas, several, or one stand.
const NAMED: [&str; 4] = [
    "$defs",
    "properties",
    "patternProperties",
    "dependentSchemas",
];
const SEVERAL: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The kinds of which some keywords speak, and what values of them are called.
const OF_KINDS: [(&str, &str, &[&str]); 4] = [
    (
        "string",
        "texts",
        &["minLength", "maxLength", "pattern", "format"],
    ),
    (
        "number",
        "numbers",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
    (
        "array",
        "lists",
        &[
            "items",
            "prefixItems",
            "contains",
            "minItems",
            "maxItems",
            "uniqueItems",
        ],
    ),
    (
        "object",
        "mappings",
        &[
            "properties",
            "patternProperties",
            "required",
            "minProperties",
            "maxProperties",
        ],
    ),
];

/// Least and most of the same.
const BOUNDS: [(&str, &str); 4] = [
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
];

/// The mistakes in a schema of a site as it was written. `added` are fields that the engine adds at its top.
pub(crate) fn mistakes(schema: Tree<'_>, added: &[&str], texts: &Texts) -> Vec<Diagnostic> {
    let mut reading = Reading {
        source: schema.source,
        added,
        texts,
        found: Vec::new(),
    };
    reading.schema(schema.root, "");
    reading.found
}

struct Reading<'a> {
    source: &'a Arc<Source>,
    added: &'a [&'a str],
    texts: &'a Texts,
    found: Vec<Diagnostic>,
}

impl Reading<'_> {
    /// A schema at a path of keys.
    fn schema(&mut self, node: &Node, path: &str) {
        let Kind::Map(entries) = &node.kind else {
            return;
        };
        for (key, value) in entries {
            let name = key.name.as_str();
            let path = join(path, name);
            match &value.kind {
                Kind::Map(named) if NAMED.contains(&name) => {
                    named
                        .iter()
                        .for_each(|(key, node)| self.schema(node, &join(&path, &key.name)));
                }
                Kind::List(items) if SEVERAL.contains(&name) => {
                    items.iter().for_each(|node| self.schema(node, &path));
                }
                Kind::Map(_) if ONE.contains(&name) => self.schema(value, &path),
                _ => {}
            }
        }
        self.unknown(node, path);
        self.format(node);
        self.misplaced(node);
        self.contradictions(node);
        self.choices(node);
        self.asked(node, path);
    }

    fn tell(&mut self, code: &'static str, message: String, place: &Node, hint: String) {
        let mistake = Diagnostic::error(code, message).at(self.source, place.span.clone());
        self.found.push(mistake.hint(hint));
    }

    /// Keywords that nobody knows. Those of other programs begin with `x-`, and are not nearly one of ours.
    fn unknown(&mut self, node: &Node, path: &str) {
        let Kind::Map(entries) = &node.kind else {
            return;
        };
        let (known, _) = &*KNOWN;
        for (key, value) in entries {
            let name = key.name.as_str();
            let is_top = path.is_empty();
            let hint = match known.iter().any(|known| known == name) {
                true if is_top || !OF_COLLECTIONS.contains(&name) => continue,
                true => Some("it stands at the top of a collection's schema".to_owned()),
                false => did_you_mean(name, known.iter().map(String::as_str)),
            };
            if hint.is_none() && name.starts_with("x-") {
                continue;
            }
            let hint = hint.unwrap_or_else(|| match value.kind {
                Kind::Null => "a comma between braces begins another key: put the text before it in quotes".to_owned(),
                _ => format!("a schema says what JSON Schema 2020-12 knows; for another program, write `x-{name}`"),
            });
            let place = if is_top {
                String::new()
            } else {
                format!(" in `{path}`")
            };
            let mistake = Diagnostic::error("unknown-key", format!("unknown key `{name}`{place}"));
            self.found
                .push(mistake.at(self.source, key.span.clone()).hint(hint));
        }
    }

    /// A format that nobody knows, or a reference that leads nowhere.
    fn format(&mut self, node: &Node) {
        let Some((format, place)) = node.get("format").and_then(|f| Some((f.as_text()?, f))) else {
            return;
        };
        let (_, known) = &*KNOWN;
        if !known.iter().any(|known| known == format) {
            let hint = did_you_mean(format, known.iter().map(String::as_str));
            let hint = hint.unwrap_or_else(|| format!("known: `{}`", known.join("`, `")));
            self.tell(
                "invalid-schema",
                format!("there is no format `{format}`"),
                place,
                hint,
            );
        }
        let collection = node.get("x-collection");
        match collection.and_then(|c| Some((c.as_text()?, c))) {
            None if format == "entry" => {
                let message =
                    "this schema does not say of which collection the entry is".to_owned();
                self.tell(
                    "invalid-schema",
                    message,
                    place,
                    "add `x-collection: NAME`".to_owned(),
                );
            }
            Some((name, place)) if !self.texts.has(&format!("content/{name}/_schema.yaml")) => {
                let names = Texts::between(&self.texts.content, "", "/_schema.yaml");
                let hint = did_you_mean(name, names.map(|(name, _)| name)).unwrap_or_else(|| {
                    format!("a collection is a folder content/{name}/ with a `_schema.yaml`")
                });
                let message = format!("there is no collection `{name}`");
                self.tell("unknown-collection", message, place, hint);
            }
            _ => {}
        }
    }

    /// Keywords that say nothing of what `type` names.
    fn misplaced(&mut self, node: &Node) {
        let kinds = kinds(node);
        if kinds.is_empty() {
            return;
        }
        for (kind, values, keywords) in OF_KINDS {
            let is_meant = kinds
                .iter()
                .any(|own| *own == kind || kind == "number" && *own == "integer");
            for keyword in keywords.iter().filter(|_| !is_meant) {
                let Some((key, _)) = node.entry(keyword) else {
                    continue;
                };
                let message = format!("`{keyword}` says nothing here: it is for {values}");
                let hint = format!("remove it, or write `type: {kind}`");
                let mistake = Diagnostic::error("invalid-schema", message);
                self.found
                    .push(mistake.at(self.source, key.span.clone()).hint(hint));
            }
        }
    }

    /// What no value can meet, and a default that the schema itself refuses.
    fn contradictions(&mut self, node: &Node) {
        let number = |name: &str| node.get(name)?.to_json().as_f64();
        for (least, most) in BOUNDS {
            let both = number(least).zip(number(most));
            if let (Some((from, to)), Some(place)) = (both.filter(|(a, b)| a > b), node.get(most)) {
                let message = format!("nothing is both `{least}: {from}` and `{most}: {to}`");
                self.tell(
                    "invalid-schema",
                    message,
                    place,
                    format!("raise `{most}`, or lower `{least}`"),
                );
            }
        }
        if let Some(default) = node.get("default") {
            let value = default.to_json();
            let choices = node.get("enum").map(Node::to_json);
            let is_choice =
                choices.is_none_or(|all| all.as_array().is_none_or(|all| all.contains(&value)));
            let kinds = kinds(node);
            let is_kind = kinds.is_empty() || kinds.iter().any(|kind| is_of(&value, kind));
            if !is_choice || !is_kind {
                let hint = "give a value that the field itself could have".to_owned();
                self.tell(
                    "invalid-schema",
                    format!("the default cannot be `{}`", shown(&value)),
                    default,
                    hint,
                );
            }
        }
    }

    /// Choices that nobody can make.
    fn choices(&mut self, node: &Node) {
        let Some((Kind::List(choices), place)) = node.get("enum").map(|n| (&n.kind, n)) else {
            return;
        };
        if choices.is_empty() {
            let message = "`enum` names no value, so that nothing can be written".to_owned();
            let hint = "list the values, or remove `enum`".to_owned();
            self.tell("invalid-schema", message, place, hint);
        }
        let kinds = kinds(node);
        for choice in choices {
            let value = choice.to_json();
            if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(&value, kind)) {
                let message = format!(
                    "nobody can choose `{}`: it is not of the `type`",
                    shown(&value)
                );
                let hint = "write a value of the type, a text in quotes, or name its type as well"
                    .to_owned();
                self.tell("invalid-schema", message, choice, hint);
            }
        }
    }

    /// Fields that are asked for, always or beside another one, where no field has this name.
    fn asked(&mut self, node: &Node, path: &str) {
        let is_closed = node
            .get("additionalProperties")
            .is_some_and(|n| n.kind == Kind::Bool(false));
        let (true, Some(Kind::Map(own)), None) = (
            is_closed,
            node.get("properties").map(|n| &n.kind),
            node.get("patternProperties"),
        ) else {
            return;
        };
        let added = if path.is_empty() { self.added } else { &[] };
        let own = own.iter().map(|(key, _)| &*key.name);
        let known: Vec<&str> = own.chain(added.iter().copied()).collect();
        let mut asked: Vec<(&str, &Range<usize>)> = Vec::new();
        asked.extend(node.get("required").into_iter().flat_map(names));
        if let Some(Kind::Map(pairs)) = node.get("dependentRequired").map(|n| &n.kind) {
            for (key, others) in pairs {
                asked.push((&*key.name, &key.span));
                asked.extend(names(others));
            }
        }
        for (name, span) in asked.into_iter().filter(|(name, _)| !known.contains(name)) {
            let hint = did_you_mean(name, known.iter().copied());
            let hint = hint.unwrap_or_else(|| format!("add `{name}` to `properties`"));
            let message = format!("`{name}` is required, and no field has this name");
            let mistake = Diagnostic::error("invalid-schema", message);
            self.found
                .push(mistake.at(self.source, span.clone()).hint(hint));
        }
    }
}

/// The texts of a list, with their places.
fn names(list: &Node) -> Vec<(&str, &Range<usize>)> {
    let Kind::List(items) = &list.kind else {
        return Vec::new();
    };
    let texts = items
        .iter()
        .filter_map(|item| Some((item.as_text()?, &item.span)));
    texts.collect()
}

fn join(path: &str, name: &str) -> String {
    let gap = if path.is_empty() { "" } else { "." };
    format!("{path}{gap}{name}")
}

/// The kinds that `type` names.
fn kinds(node: &Node) -> Vec<&str> {
    match node.get("type").map(|kind| &kind.kind) {
        Some(Kind::Text(kind)) => vec![kind],
        Some(Kind::List(kinds)) => kinds.iter().filter_map(Node::as_text).collect(),
        _ => Vec::new(),
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        // What is no kind is told elsewhere.
        _ => true,
    }
}

fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
