//! What a schema says that nobody reads: keywords that are misspelt or hold what nobody takes, that say nothing of their
//! kind of value, or that contradict each other. JSON Schema itself passes over all of them.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use crate::collection::no_collection;
use crate::definitions::Definitions;
use crate::schema::{Own, Schema};
use crate::texts::SourceTexts;
use crate::validate::validate;
use source::yaml::{Kind, Node, Tree};
use source::{Diagnostic, Format, Source, did_you_mean};

/// What a schema may say.
static OF_SCHEMAS: LazyLock<Schema> = LazyLock::new(|| Schema::own(Own::Schemas));

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

/// The mistakes in a schema of a site, which is JSON Schema.
pub(crate) fn mistakes(schema: &Schema, texts: &SourceTexts) -> Vec<Diagnostic> {
    let Some(tree) = schema.tree() else {
        return Vec::new();
    };
    let fields = schema.json.get("properties").and_then(Value::as_object);
    let fields = fields.into_iter().flatten().map(|(name, _)| name.as_str());
    let mut found = validate(&OF_SCHEMAS, tree.root, tree.source);
    found.extend(unread(tree, &fields.collect::<Vec<_>>(), texts));
    found
}

/// The mistakes in the shapes that schemas share. That they are no JSON Schema is told where schemas take them.
pub(crate) fn mistakes_of_shapes(shapes: &Definitions, texts: &SourceTexts) -> Vec<Diagnostic> {
    let Some((source, root)) = &shapes.text else {
        return Vec::new();
    };
    let mut found = match Schema::mistake_of(shapes) {
        None => validate(&OF_SCHEMAS, root, source),
        Some(_) => Vec::new(),
    };
    found.extend(unread(Tree { root, source }, &[], texts));
    found
}

/// What the schema of schemas cannot say. `added` are fields that the engine adds at the top.
fn unread(schema: Tree<'_>, added: &[&str], texts: &SourceTexts) -> Vec<Diagnostic> {
    let path = &schema.source.path;
    let is_collection = path.starts_with("content/") && path.ends_with("/_schema.yaml");
    let mut reading = Reading {
        source: schema.source,
        is_collection: is_collection && path != "content/_schema.yaml",
        added,
        texts,
        found: Vec::new(),
    };
    reading.schema(schema.root, "");
    reading.found
}

struct Reading<'a> {
    source: &'a Arc<Source>,
    is_collection: bool,
    added: &'a [&'a str],
    texts: &'a SourceTexts,
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
        self.own(node, path);
        self.reference(node);
        self.idle(node, path);
        self.misplaced(node);
        self.contradictions(node);
        self.choices(node);
        self.asked(node, path);
    }

    fn tell(&mut self, code: &'static str, message: String, place: &Node, hint: String) {
        let mistake = Diagnostic::error(code, message).at(self.source, place.span.clone());
        self.found.push(mistake.hint(hint));
    }

    /// Keywords of collections elsewhere, and such that begin with `x-` as those of other programs do, but are nearly one
    /// of ours.
    fn own(&mut self, node: &Node, path: &str) {
        let Kind::Map(entries) = &node.kind else {
            return;
        };
        let is_top = path.is_empty() && self.is_collection;
        let of_schemas = &OF_SCHEMAS.json["$defs"]["schema"]["properties"];
        let of_schemas = of_schemas.as_object().into_iter().flatten();
        let known = of_schemas.map(|(name, _)| name.as_str());
        let known: Vec<&str> = known.chain(OF_COLLECTIONS).collect();
        for (key, _) in entries {
            let name = key.name.as_str();
            let hint = match known.contains(&name) {
                _ if !name.starts_with("x-") => None,
                true if is_top || !OF_COLLECTIONS.contains(&name) => None,
                true => Some("it stands at the top of a collection's schema".to_owned()),
                false => did_you_mean(name, known.iter().copied()),
            };
            let Some(hint) = hint else { continue };
            let place = match path.is_empty() {
                true => String::new(),
                false => format!(" in `{path}`"),
            };
            let mistake = Diagnostic::error("unknown-key", format!("unknown key `{name}`{place}"));
            self.found
                .push(mistake.at(self.source, key.span.clone()).hint(hint));
        }
    }

    /// A reference that leads nowhere.
    fn reference(&mut self, node: &Node) {
        let Some(place) = node.get("format").filter(|format| is_entry(format)) else {
            return;
        };
        let collection = node.get("x-collection");
        match collection.and_then(|c| Some((c.as_text()?, c))) {
            // One that is no text is told by the schema of schemas.
            None if collection.is_none() => {
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
                let names = SourceTexts::between(&self.texts.content, "", "/_schema.yaml");
                let unknown = no_collection(name, names.map(|(name, _)| name));
                self.found.push(unknown.at(self.source, place.span.clone()));
            }
            _ => {}
        }
    }

    /// Keywords of our own that say nothing of such a value, or stand beside a `$ref`, by which alone a value is read.
    fn idle(&mut self, node: &Node, path: &str) {
        let is_reference = node.get("format").is_some_and(is_entry);
        let items = node.get("items");
        let of_items = items.and_then(|items| items.get("format"));
        // The items are told that they lack it.
        let is_of_items = of_items.is_some_and(is_entry)
            && items.is_some_and(|items| items.get("x-collection").is_none());
        if !is_reference && !is_of_items {
            let hint = match () {
                () if path.is_empty() => "write it beside the `format: entry` of a field",
                () if items.is_some() => "write it in `items`, beside `format: entry`",
                () => "add `format: entry`, or remove it",
            };
            self.says_nothing(node, "x-collection", "for texts of `format: entry`", hint);
        }
        let is_on = node
            .get("x-verbatim")
            .is_some_and(|n| n.kind == Kind::Bool(true));
        if let (true, Some((why, hint))) = (is_on, not_verbatim(node, path)) {
            self.says_nothing(node, "x-verbatim", why, hint);
        }
    }

    fn says_nothing(&mut self, node: &Node, keyword: &str, why: &str, hint: &str) {
        let Some((key, _)) = node.entry(keyword) else {
            return;
        };
        let message = format!("`{keyword}` says nothing here: it is {why}");
        let mistake = Diagnostic::error("invalid-schema", message);
        self.found
            .push(mistake.at(self.source, key.span.clone()).hint(hint));
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
        let Some(Kind::List(choices)) = node.get("enum").map(|n| &n.kind) else {
            return;
        };
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

fn is_entry(format: &Node) -> bool {
    format.as_text() == Some("entry")
}

/// Why a value of a schema at a path is no text whose typography could be kept away, and what to do; none where it may be.
fn not_verbatim<'a>(node: &Node, path: &str) -> Option<(&'a str, &'a str)> {
    const TEXTS: &str = "for texts";
    let kinds = kinds(node);
    let is_markdown = |format: &Node| {
        let format = format.as_text().and_then(Format::parse);
        matches!(format, Some(Format::Markdown | Format::InlineMarkdown))
    };
    let is_list = kinds.contains(&"array") || node.get("items").is_some();
    match () {
        () if node.get("$ref").is_some() => {
            Some(("passed over beside `$ref`", "write it in the shape itself"))
        }
        () if node.get("format").is_some_and(is_markdown) => Some((
            "for plain texts",
            "remove it: code between backticks stays as it is written",
        )),
        () if kinds.contains(&"string") => None,
        () if is_list => Some((
            TEXTS,
            "write it in `items`: `items: { type: string, x-verbatim: true }`",
        )),
        () if path.is_empty() || node.get("properties").is_some() => Some((
            TEXTS,
            "write it at each field whose text is to stay as it is written",
        )),
        () => (!kinds.is_empty()).then_some((TEXTS, "remove it, or write `type: string`")),
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
