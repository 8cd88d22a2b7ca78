//! The first text of a new entry: what its collection's schema asks for, and what it allows as comments.

use std::collections::BTreeSet;

use content::collection::Collection;
use content::entry::Entry;
use serde_json::Value;
use source::{Format, yaml};

use content::unwritten::MARK as UNWRITTEN;

/// A schema that refers to itself is followed no deeper than this.
const MAX_DEPTH: usize = 8;

/// A new entry that is about to be written.
#[derive(Debug)]
pub struct Archetype<'a> {
    /// The collection that it becomes part of.
    pub collection: &'a Collection,
    /// What it is called.
    pub title: &'a str,
    /// Its slug.
    pub slug: &'a str,
    /// The day of a date that it must have.
    pub today: &'a str,
    /// The entries that are there, from which it takes numbers that the schema leaves open.
    pub others: Vec<&'a Entry>,
}

/// A value as YAML.
enum Written {
    /// Behind its key.
    Inline(String),
    /// In lines of its own below its key.
    Below(Vec<String>),
}

impl Archetype<'_> {
    /// The text of a YAML entry, or of a Markdown one with its front matter.
    pub fn text(&self, is_markdown: bool) -> String {
        let fields = self.entry().join("\n");
        match is_markdown {
            true => format!("---\n{fields}\n---\n\n{UNWRITTEN}\n"),
            false => format!("{fields}\n"),
        }
    }

    /// Required fields, then the mark of a draft, then the optional fields as comments.
    fn entry(&self) -> Vec<String> {
        let root = &self.collection.schema.json;
        let required = self.required(root);
        let fields = self.collection.schema.properties(root).into_iter();
        let (required, optional): (Vec<_>, Vec<_>) =
            fields.partition(|(name, _)| required.contains(*name));
        let title = required
            .iter()
            .find(|(name, _)| *name == "title")
            .or_else(|| required.iter().find(|(_, schema)| self.is_plain(schema)));
        let title = title.map(|(name, _)| *name);
        let mut lines = Vec::new();
        for (name, schema) in &required {
            let written = match *name {
                name if Some(name) == title => Written::Inline(yaml::scalar(self.title)),
                "route" => Written::Inline(format!("/{}", self.slug)),
                _ => match self.number(name, schema) {
                    Some(number) => Written::Inline(number.to_string()),
                    None => self.value(schema, 1),
                },
            };
            lines.extend(self.field(name, schema, written));
        }
        if required.iter().all(|(name, _)| *name != "draft") {
            lines.push("draft: true  # Not published as long as this is here.".to_owned());
        }
        for (name, schema) in optional.into_iter().filter(|(name, _)| *name != "draft") {
            let written = match name {
                "expires" => Written::Inline(self.in_a_year()),
                _ => self.value(schema, 1),
            };
            lines.extend(commented(self.field(name, schema, written)));
        }
        lines
    }

    /// A day on which what is published today may be over.
    fn in_a_year(&self) -> String {
        let year = self
            .today
            .get(..4)
            .and_then(|year| year.parse::<u16>().ok());
        // The 29th of February is in few years.
        let rest = self
            .today
            .get(4..)
            .unwrap_or_default()
            .replace("02-29", "02-28");
        year.map_or_else(
            || self.today.to_owned(),
            |year| format!("{:04}{rest}", year + 1),
        )
    }

    /// A key with its value and what its schema says of it.
    fn field(&self, name: &str, schema: &Value, written: Written) -> Vec<String> {
        let (text, below) = match written {
            Written::Inline(text) => (format!(" {text}"), Vec::new()),
            Written::Below(lines) => (String::new(), lines),
        };
        let remark = match self.remark(schema) {
            none if none.is_empty() => none,
            remark => format!("  # {remark}"),
        };
        let first = format!("{}:{text}{remark}", yaml::scalar(name));
        let below = below.into_iter().map(|line| format!("  {line}"));
        [first].into_iter().chain(below).collect()
    }

    /// A value that the schema accepts, or that stands for what an author still has to write.
    fn value(&self, schema: &Value, depth: usize) -> Written {
        let schema = self.collection.schema.resolve(schema);
        if let Some(value) = proposed(schema) {
            return Written::Inline(yaml::flow(value));
        }
        let branches = ["anyOf", "oneOf"].into_iter();
        let first = branches.filter_map(|key| schema.get(key)?.get(0)).next();
        if let (None, Some(first)) = (schema.get("type"), first) {
            return self.value(first, depth);
        }
        let inline = |text: &str| Written::Inline(text.to_owned());
        match kind(schema) {
            "object" if depth < MAX_DEPTH => self.object(schema, depth),
            "array" if depth < MAX_DEPTH => self.list(schema, depth),
            "object" => inline("{}"),
            "array" => inline("[]"),
            "integer" | "number" => Written::Inline(least(schema).to_string()),
            "boolean" => inline("false"),
            "null" => inline("null"),
            _ => Written::Inline(yaml::scalar(&self.words(schema))),
        }
    }

    /// A whole number as the other entries have it: the next one, where each has its own, else the largest, which is
    /// the latest year and the last place of an order. That of a single one says neither, unless it is the number that a
    /// first entry gets here, which a second one would repeat.
    fn number(&self, name: &str, schema: &Value) -> Option<i64> {
        let schema = self.collection.schema.resolve(schema);
        if kind(schema) != "integer" || proposed(schema).is_some() {
            return None;
        }
        let value = |entry: &&Entry| entry.node.get(name)?.to_json().as_i64();
        let values: Vec<i64> = self.others.iter().filter_map(value).collect();
        let largest = *values.iter().max()?;
        if values.len() == 1 && largest != least(schema) {
            return None;
        }
        let distinct: BTreeSet<i64> = values.iter().copied().collect();
        let bound = |key: &str| schema.get(key).and_then(Value::as_i64).unwrap_or(i64::MAX);
        let next = largest + i64::from(distinct.len() == values.len());
        Some(if next <= bound("maximum") {
            next
        } else {
            largest
        })
    }

    /// The fields that an object must have, or its first one; the others as comments.
    fn object(&self, schema: &Value, depth: usize) -> Written {
        let mut required = self.required(schema);
        let fields = self.collection.schema.properties(schema);
        if required.is_empty() {
            required.extend(fields.first().map(|(name, _)| (*name).to_owned()));
        }
        let (own, others): (Vec<_>, Vec<_>) = fields
            .into_iter()
            .partition(|(name, _)| required.contains(*name));
        let lines = |(name, schema): (&str, &Value)| {
            self.field(name, schema, self.value(schema, depth + 1))
        };
        let own: Vec<String> = own.into_iter().flat_map(lines).collect();
        if own.is_empty() {
            return Written::Inline("{}".to_owned());
        }
        let others = others.into_iter().flat_map(|field| commented(lines(field)));
        Written::Below(own.into_iter().chain(others).collect())
    }

    /// As many items as there must be, and one to show how they are written.
    fn list(&self, schema: &Value, depth: usize) -> Written {
        let items = schema.get("items").unwrap_or(&Value::Null);
        let least = schema.get("minItems").and_then(Value::as_u64);
        let item = |index: u64| match self.value(items, depth + 1) {
            // Items may have to differ.
            Written::Inline(text) if index > 0 && text == UNWRITTEN => {
                vec![format!("- {text} {}", index + 1)]
            }
            Written::Inline(text) => vec![format!("- {text}")],
            Written::Below(lines) => {
                let marks = std::iter::once("- ").chain(std::iter::repeat("  "));
                let lines = marks.zip(lines.into_iter().map(|line| differing(line, index)));
                lines.map(|(mark, line)| format!("{mark}{line}")).collect()
            }
        };
        Written::Below((0..least.unwrap_or(1).max(1)).flat_map(item).collect())
    }

    fn words(&self, schema: &Value) -> String {
        let mut text = match Format::of(schema) {
            Some(Format::Date) => self.today.to_owned(),
            format => format
                .and_then(Format::example)
                .unwrap_or(UNWRITTEN)
                .to_owned(),
        };
        let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let missing = (least as usize).saturating_sub(text.chars().count());
        text.extend(std::iter::repeat_n('.', missing));
        text
    }

    /// Whether a field holds words of no special form.
    fn is_plain(&self, schema: &Value) -> bool {
        let schema = self.collection.schema.resolve(schema);
        let special = ["format", "pattern", "x-verbatim"].iter();
        let is_special = special.clone().any(|key| schema.get(key).is_some());
        kind(schema) == "string" && !is_special && proposed(schema).is_none()
    }

    /// What an author should know of a field: its description and what it may be.
    fn remark(&self, schema: &Value) -> String {
        let schema = self.collection.schema.resolve(schema);
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        let mut parts: Vec<String> = Vec::new();
        parts.extend(text("description").map(str::to_owned));
        if let Some(Value::Array(choices)) = schema.get("enum") {
            let names = choices
                .iter()
                .map(|c| c.as_str().map_or(c.to_string(), str::to_owned));
            parts.push(format!("One of: {}.", names.collect::<Vec<_>>().join(", ")));
        }
        let items = schema.get("items");
        let items = items.map(|items| self.collection.schema.resolve(items));
        for schema in [Some(schema), items].into_iter().flatten() {
            parts.extend(fill_in(schema).map(str::to_owned));
            let is_entry = Format::of(schema) == Some(Format::Entry);
            let collection = schema.get("x-collection").and_then(Value::as_str);
            if let Some(collection) = collection.filter(|_| is_entry) {
                parts.push(format!("The slug of an entry of {collection}."));
            }
        }
        let text = parts.join(" ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Names of the fields that an object must have: its own, those of `allOf`, and those that
    /// these ask for in turn.
    fn required(&self, schema: &Value) -> BTreeSet<String> {
        let schema = self.collection.schema.resolve(schema);
        let names = |list: Option<&Value>| -> Vec<String> {
            let list = list.and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut required: BTreeSet<String> = names(schema.get("required")).into_iter().collect();
        let parts = schema.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            required.extend(self.required(part));
        }
        let dependents = schema.get("dependentRequired").and_then(Value::as_object);
        for (name, more) in dependents.into_iter().flatten() {
            if required.contains(name) {
                required.extend(names(Some(more)));
            }
        }
        required
    }
}

/// What a name stands for that nothing is built without, and that only the author can choose.
fn fill_in(schema: &Value) -> Option<&'static str> {
    match Format::of(schema)? {
        Format::Image => Some("Fill in: the file of a picture."),
        Format::Icon => Some("Fill in: the name of an icon."),
        _ => None,
    }
}

/// A line of an item of a list, with another text for each item where it is still to be written.
fn differing(line: String, index: u64) -> String {
    let (value, remark) = match line.split_once("  # ") {
        Some((value, remark)) => (value, format!("  # {remark}")),
        None => (line.as_str(), String::new()),
    };
    match index > 0 && value.ends_with(&format!(": {UNWRITTEN}")) {
        true => format!("{value} {}{remark}", index + 1),
        false => line,
    }
}

fn commented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("# {line}"))
}

/// A value that the schema itself proposes.
fn proposed(schema: &Value) -> Option<&Value> {
    let of_list = |key: &str| {
        let mut values = schema.get(key)?.as_array()?.iter();
        values.find(|value| !value.is_null())
    };
    let default = schema.get("default").filter(|value| !value.is_null());
    schema
        .get("const")
        .or(default)
        .or_else(|| of_list("enum"))
        .or_else(|| of_list("examples"))
}

/// The smallest whole number that is allowed, or 1.
fn least(schema: &Value) -> i64 {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let above = bound("exclusiveMinimum").map(|bound| bound.floor() + 1.0);
    let least = bound("minimum").map(f64::ceil).or(above);
    least.or(bound("multipleOf")).unwrap_or(1.0) as i64
}

/// The first type that a schema allows and that holds something.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() || schema.get("allOf").is_some() => "object",
        _ if schema.get("items").is_some() => "array",
        _ => "string",
    }
}
