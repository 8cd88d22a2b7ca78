//! The first text of a new entry: valid by its collection's schema, its optional fields commented out.

mod value;
mod yaml;

use std::collections::BTreeSet;

use content::Site;
use content::collection::Collection;
use serde_json::{Map, Value};
use source::Format;

use crate::unwritten::MARK as UNWRITTEN;
use yaml::Lines;

/// A new entry that is about to be written.
#[derive(Debug)]
pub struct Starter<'a> {
    /// The site, whose entries the new one may refer to.
    pub site: &'a Site,
    /// The collection that it becomes part of.
    pub collection: &'a Collection,
    /// What it is called.
    pub title: &'a str,
    /// Its slug.
    pub slug: &'a str,
}

impl Starter<'_> {
    /// The text of a YAML entry, or of a Markdown one with its front matter.
    pub fn text(&self, is_markdown: bool) -> String {
        let fields = self.fields();
        match is_markdown {
            true => format!("---\n{fields}---\n\n{UNWRITTEN}\n"),
            false => fields,
        }
    }

    /// Required fields, then the mark of a draft, then the optional fields as comments.
    fn fields(&self) -> String {
        let schema = &self.collection.schema;
        let Value::Object(values) = self.object(&schema.json, "") else {
            return "draft: true\n".to_owned();
        };
        let mut lines = Lines::default();
        self.write(&values, &schema.json, &mut lines);
        if !values.contains_key("draft") {
            lines.field("draft", &Value::Bool(true));
            lines.remark("Not published as long as this is here.");
        }
        let mut text = lines.text();
        let optional = schema.properties(&schema.json).into_iter();
        for (name, schema) in optional.filter(|(n, _)| !values.contains_key(*n) && *n != "draft") {
            text += &self.commented(name, schema);
        }
        text
    }

    /// Fields with their descriptions; below an object, the fields that it may have besides.
    fn write(&self, values: &Map<String, Value>, schema: &Value, lines: &mut Lines) {
        for (name, value) in values {
            let child = self.child(schema, name);
            match value {
                Value::Object(inner) if !inner.is_empty() => {
                    lines.open(name);
                    lines.remark(&self.remark(child));
                    lines.indented(|lines| {
                        self.write(inner, child, lines);
                        for (name, schema) in self.others(child, inner) {
                            lines.comment(&self.commented(name, schema));
                        }
                    });
                }
                value => {
                    lines.field(name, value);
                    lines.remark(&self.remark(child));
                }
            }
        }
    }

    /// An optional field as comment lines: its value, and for an object what else it may hold.
    fn commented(&self, name: &str, schema: &Value) -> String {
        let mut lines = Lines::default();
        match self.value(schema, name) {
            Value::Object(inner) if !inner.is_empty() => {
                lines.open(name);
                lines.remark(&self.remark(schema));
                lines.indented(|lines| {
                    for (name, value) in &inner {
                        lines.field(name, value);
                    }
                    let others: Vec<&str> =
                        self.others(schema, &inner).map(|(name, _)| name).collect();
                    if !others.is_empty() {
                        lines.comment(&format!("# also: {}\n", others.join(", ")));
                    }
                });
            }
            value => {
                lines.field(name, &value);
                lines.remark(&self.remark(schema));
            }
        }
        let text = lines.text();
        text.lines().map(|line| format!("# {line}\n")).collect()
    }

    /// The fields of an object's schema that a value does not have.
    fn others<'s>(
        &'s self,
        schema: &'s Value,
        values: &'s Map<String, Value>,
    ) -> impl Iterator<Item = (&'s str, &'s Value)> {
        let known = self.collection.schema.properties(schema).into_iter();
        known.filter(|(name, _)| !values.contains_key(*name))
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
        let of = schema
            .get("items")
            .map(|items| self.collection.schema.resolve(items));
        for schema in [Some(schema), of].into_iter().flatten() {
            let is_entry = Format::of(schema) == Some(Format::Entry);
            let collection = schema.get("x-collection").and_then(Value::as_str);
            if let Some(collection) = collection.filter(|_| is_entry) {
                parts.push(format!("The slug of an entry of {collection}."));
            }
        }
        parts
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn child<'s>(&'s self, schema: &'s Value, name: &str) -> &'s Value {
        let child = self.collection.schema.child(schema, name);
        self.collection.schema.resolve(child)
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
        if let Some(Value::Object(dependents)) = schema.get("dependentRequired") {
            for (name, more) in dependents {
                if required.contains(name) {
                    required.extend(names(Some(more)));
                }
            }
        }
        required
    }
}
