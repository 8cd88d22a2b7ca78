//! A value that a schema accepts, and that stands for what an author still has to write.

use content::field::Field;
use serde_json::{Map, Value, json};
use source::Format;

use super::Starter;
use crate::unwritten::MARK as UNWRITTEN;

/// A schema that refers to itself is followed no deeper than this.
const MAX_DEPTH: usize = 8;
/// The depth of the entry's own fields: only these hold what it is called.
const OWN: usize = 1;

impl Starter<'_> {
    /// A valid value of one of the entry's own fields.
    pub(super) fn value(&self, schema: &Value, name: &str) -> Value {
        self.at_depth(schema, name, OWN)
    }

    /// A valid object: its required fields, or the first one when none is required.
    pub(super) fn object(&self, schema: &Value, name: &str) -> Value {
        self.object_at(schema, name, 0)
    }

    fn at_depth(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let schema = self.collection.schema.resolve(schema);
        if let Some(value) = given(schema) {
            return value;
        }
        if schema.get("type").is_none() {
            for key in ["anyOf", "oneOf"] {
                if let Some(first) = schema.get(key).and_then(|branches| branches.get(0)) {
                    return self.at_depth(first, name, depth);
                }
            }
        }
        match kind(schema) {
            "object" if depth < MAX_DEPTH => self.object_at(schema, name, depth),
            "array" if depth < MAX_DEPTH => self.array(schema, name, depth),
            "object" => json!({}),
            "array" => json!([]),
            "integer" | "number" => self.number(schema, name),
            "boolean" => json!(schema.get("default") == Some(&json!(true))),
            "null" => Value::Null,
            _ => Value::String(self.text_of(schema, name, depth)),
        }
    }

    fn object_at(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let required = self.required(schema);
        let properties = self.collection.schema.properties(schema);
        let mut values = Map::new();
        for (name, schema) in &properties {
            if required.contains(*name) {
                values.insert((*name).to_owned(), self.at_depth(schema, name, depth + 1));
            }
        }
        for name in &required {
            if !values.contains_key(name) {
                values.insert(name.clone(), json!(UNWRITTEN));
            }
        }
        let is_root = name.is_empty();
        if let (true, false, Some((first, schema))) =
            (values.is_empty(), is_root, properties.first())
        {
            let mut value = self.at_depth(schema, first, depth + 1);
            // What stands for a whole object, such as the one for search engines, may hold the title.
            if value == UNWRITTEN && self.is_title(self.collection.schema.resolve(schema), first) {
                value = json!(self.title);
            }
            values.insert((*first).to_owned(), value);
        }
        Value::Object(values)
    }

    /// One item, which shows how they are written, or as many as there must be.
    fn array(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64).map(|n| n as usize);
        let count = bound("minItems").unwrap_or(0).max(1);
        let count = count.min(bound("maxItems").unwrap_or(usize::MAX));
        let unique = schema.get("uniqueItems") == Some(&json!(true));
        let items = schema.get("items").unwrap_or(&Value::Null);
        let resolved = self.collection.schema.resolve(items);
        let choices: Vec<Value> = match resolved.get("enum").and_then(Value::as_array) {
            Some(choices) => choices.clone(),
            None => Vec::new(),
        };
        let item = |index: usize| match choices.get(index) {
            Some(choice) if unique => choice.clone(),
            _ => match self.at_depth(items, name, depth + 1) {
                Value::String(text) if unique && index > 0 => {
                    json!(format!("{text} {}", index + 1))
                }
                Value::Number(n) if unique => json!(n.as_i64().unwrap_or(0) + index as i64),
                value => value,
            },
        };
        (0..count).map(item).collect()
    }

    /// The smallest number that is allowed; for ids and orders the one after the last, for years
    /// this one.
    fn number(&self, schema: &Value, name: &str) -> Value {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|n| n.floor() + 1.0));
        let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|n| n.ceil() - 1.0));
        let wanted = match name {
            "id" | "order" => Some(self.after_last(name)),
            "year" => self.site.today.get(..4).and_then(|year| year.parse().ok()),
            _ => None,
        };
        let mut number = wanted.or(least).unwrap_or(1.0);
        number = number
            .max(least.unwrap_or(f64::MIN))
            .min(most.unwrap_or(f64::MAX));
        if let Some(step) = bound("multipleOf").filter(|step| *step > 0.0) {
            number = (number / step).ceil() * step;
        }
        match number.fract() == 0.0 {
            true => json!(number as i64),
            false => json!(number),
        }
    }

    fn after_last(&self, name: &str) -> f64 {
        let entries = self.site.entries_of(&self.collection.name);
        let numbers = entries.filter_map(|entry| match entry.fields.get(name) {
            Some(Field::Number(n)) => n.as_f64(),
            _ => None,
        });
        numbers.fold(0.0, f64::max).floor() + 1.0
    }

    fn text_of(&self, schema: &Value, name: &str, depth: usize) -> String {
        let of_format = |format: Format| match format {
            Format::Date => Some(self.site.today.clone()),
            Format::DateTime => Some(format!("{}T00:00:00Z", self.site.today)),
            // Which entry is meant, only the author knows.
            Format::Entry => None,
            Format::Image => self.image(name),
            Format::Icon => {
                let used = self.site.icons.keys().next().cloned();
                used.or(Some("circle".to_owned()))
            }
            Format::Link => self.page(),
            Format::Uri | Format::Email | Format::Markdown => format.example().map(str::to_owned),
        };
        let of_name = || match name {
            "slug" => Some(self.slug.to_owned()),
            "route" => Some(format!("/{}", self.slug)),
            "aliases" => Some("/former-address".to_owned()),
            "template" => self.template(),
            _ if depth <= OWN && self.is_title(schema, name) => Some(self.title.to_owned()),
            _ => None,
        };
        let special = Format::of(schema).and_then(of_format).or_else(of_name);
        let mut text = special.unwrap_or_else(|| UNWRITTEN.to_owned());
        let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let missing = (least as usize).saturating_sub(text.chars().count());
        text.extend(std::iter::repeat_n('.', missing));
        text
    }

    /// Whether a field holds what the entry is called: its title, name or question, or the first
    /// plain text when it has none of these.
    fn is_title(&self, schema: &Value, name: &str) -> bool {
        const NAMES: [&str; 3] = ["title", "name", "question"];
        let root = &self.collection.schema.json;
        let is_plain = |schema: &Value| {
            let special = ["format", "pattern", "x-verbatim"]
                .iter()
                .any(|k| schema.get(k).is_some());
            !special && kind(schema) == "string" && given(schema).is_none()
        };
        if !is_plain(schema) {
            return false;
        }
        let required = self.required(root);
        if NAMES.iter().any(|n| required.contains(*n)) {
            return NAMES.contains(&name);
        }
        let fields = self.collection.schema.properties(root);
        let mut plain = fields.into_iter().filter(|(name, schema)| {
            required.contains(*name) && is_plain(self.collection.schema.resolve(schema))
        });
        plain.next().is_some_and(|(first, _)| first == name)
    }

    /// An image that is there: one that the collection's other entries show, else any.
    fn image(&self, name: &str) -> Option<String> {
        let entries = self.site.entries_of(&self.collection.name);
        let mut shown = entries.filter_map(|entry| match entry.fields.get(name) {
            Some(Field::Image(path)) => path.strip_prefix("public"),
            _ => None,
        });
        let endings = [".svg", ".webp", ".avif", ".png", ".jpg", ".jpeg", ".gif"];
        let is_image = |path: &&str| endings.iter().any(|e| path.ends_with(e));
        let files = self
            .site
            .files
            .iter()
            .filter_map(|path| path.strip_prefix("public"));
        shown
            .next()
            .or_else(|| files.into_iter().find(is_image))
            .map(str::to_owned)
    }

    /// A page that a link may name: the first one, or an address outside.
    fn page(&self) -> Option<String> {
        let home = self.site.route("/").map(|route| route.path.clone());
        home.or_else(|| Some("https://example.com".to_owned()))
    }

    /// The template that most of the collection's entries use, else one that is there.
    fn template(&self) -> Option<String> {
        let own = self.site.entries_of(&self.collection.name);
        let used: Vec<&str> = own.filter_map(|e| e.template.as_deref()).collect();
        let count = |name: &str| used.iter().filter(|other| **other == name).count();
        let most = used.iter().copied().rev().max_by_key(|name| count(name));
        let is_page = |name: &&String| {
            let special = matches!(name.as_str(), "404.html" | "base.html");
            name.ends_with(".html") && !name.contains('/') && !special
        };
        let any = || self.site.templates.keys().find(is_page).cloned();
        most.map(str::to_owned).or_else(any)
    }
}

/// A value that the schema itself proposes.
fn given(schema: &Value) -> Option<Value> {
    let choice = schema.get("enum").and_then(Value::as_array);
    let choice = choice.and_then(|c| c.iter().find(|v| !v.is_null()));
    let example = schema.get("examples").and_then(|e| e.get(0));
    let default = schema.get("default").filter(|v| !v.is_null());
    schema
        .get("const")
        .or(default)
        .or(choice)
        .or(example)
        .cloned()
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
