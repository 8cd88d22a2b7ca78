//! The controls of an editor for the fields of a collection.

use std::collections::BTreeSet;

use content::Site;
use content::collection::Collection;
use content::entry::Entry;
use content::schema::Schema;
use serde_json::{Map, Value, json};
use source::Format;

/// Objects nested deeper than this are kept as they are; it keeps recursive schemas finite.
const MOST_NESTED: usize = 6;
/// A text that may be longer has a control of several lines.
const LONGEST_LINE: u64 = 100;

/// What makes the controls of one collection.
pub struct Fields<'a> {
    site: &'a Site,
    name: &'a str,
    schema: &'a Schema,
    /// Whether entries have pages, with addresses of their own.
    is_paged: bool,
    /// Fields of the engine that an entry uses, which saving must not lose.
    used: BTreeSet<&'a str>,
    left: &'a mut Vec<String>,
}

/// A control under construction: the keys beside name, label and hint.
type Control = Map<String, Value>;

impl<'a> Fields<'a> {
    /// For a collection with these entries; what has no control is added to `left`.
    pub fn new(
        site: &'a Site,
        collection: &'a Collection,
        entries: &[&'a Entry],
        left: &'a mut Vec<String>,
    ) -> Self {
        let fields = collection.schema.properties(&collection.schema.json);
        let is_used = |name: &str| entries.iter().any(|e| e.node.get(name).is_some());
        let used = fields.iter().map(|(name, _)| *name);
        Self {
            site,
            name: &collection.name,
            schema: &collection.schema,
            is_paged: collection.route.is_some(),
            used: used.filter(|name| is_used(name)).collect(),
            left,
        }
    }

    /// The controls of an entry's fields; of those that the engine adds, the ones that are in use, and `draft`.
    pub fn all(&mut self) -> Vec<Value> {
        let schema = &self.schema.json;
        let required = required(schema);
        let fields = self.schema.properties(schema).into_iter();
        let shown: Vec<_> = fields
            .filter(|(name, _)| {
                let is_translated =
                    *name == "slug" && self.is_paged && self.site.config.languages.are_several();
                let is_common = *name == "draft" || is_translated;
                is_common || self.used.contains(name) || !self.schema.is_added(name)
            })
            .collect();
        let shown = shown.into_iter();
        shown
            .map(|(name, field)| self.field(name, field, required.contains(name)))
            .collect()
    }

    /// The control of the text below the front matter: its source first, so that nothing in it is written anew.
    pub fn body(&self) -> Value {
        let mut control = json!({
            "name": "body", "label": "Text", "widget": "markdown", "required": false, "modes": ["raw", "rich_text"],
        });
        if self.site.config.languages.are_several() {
            control["i18n"] = json!(true);
        }
        control
    }

    /// The field that names an entry in lists: `title`, `name`, or the first text.
    pub fn identifier(&self) -> String {
        let fields = self.schema.properties(&self.schema.json);
        let is_text =
            |schema: &Value| self.schema.resolve(schema).get("type") == Some(&json!("string"));
        let named = |wanted: &str| fields.iter().any(|(name, _)| *name == wanted);
        let known = ["title", "name"].into_iter().find(|name| named(name));
        let first = fields
            .iter()
            .find(|(name, schema)| is_text(schema) && !self.schema.is_added(name));
        known
            .or(first.map(|(name, _)| *name))
            .unwrap_or("slug")
            .to_owned()
    }

    /// The control of the field at a path; `[]` behind it stands for the items of a list.
    fn field(&mut self, path: &str, given: &Value, is_required: bool) -> Value {
        let name = match path.ends_with("[]") {
            true => "item",
            false => path.rsplit('.').next().unwrap_or(path),
        };
        let schema = self.schema.resolve(given);
        let mut control = self.control(path, schema);
        control.insert("name".to_owned(), json!(name));
        if control["widget"] == "hidden" {
            return Value::Object(control);
        }
        let title = given
            .get("title")
            .or(schema.get("title"))
            .and_then(Value::as_str);
        control.insert(
            "label".to_owned(),
            json!(title.map_or_else(|| label(name), str::to_owned)),
        );
        let hint = given.get("description").or(schema.get("description"));
        control.extend(hint.map(|hint| ("hint".to_owned(), hint.clone())));
        let default = given.get("default").or(schema.get("default"));
        control.extend(default.map(|default| ("default".to_owned(), default.clone())));
        // A switch that is off is an answer.
        let is_switch = control["widget"] == "boolean";
        control.insert("required".to_owned(), json!(is_required && !is_switch));
        if self.site.config.languages.are_several() {
            let is_text = ["string", "text", "markdown", "list", "object", "keyvalue"];
            let is_text = is_text.iter().any(|widget| control["widget"] == **widget);
            control.insert(
                "i18n".to_owned(),
                if is_text {
                    json!(true)
                } else {
                    json!("duplicate")
                },
            );
        }
        Value::Object(control)
    }

    fn control(&mut self, path: &str, schema: &Value) -> Control {
        let depth = path.matches(['.', '[']).count();
        if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            let choices = choices
                .iter()
                .filter(|choice| choice.is_string() || choice.is_number());
            return object(json!({ "widget": "select", "options": choices.collect::<Vec<_>>() }));
        }
        match kind(schema) {
            Some("string") => self.text(schema),
            Some("boolean") => object(json!({ "widget": "boolean" })),
            Some(number @ ("integer" | "number")) => {
                let kind = if number == "integer" { "int" } else { "float" };
                let mut control = object(json!({ "widget": "number", "value_type": kind }));
                bounds(
                    &mut control,
                    schema,
                    [("minimum", "min"), ("maximum", "max")],
                );
                control
            }
            Some("array") if depth < MOST_NESTED => self.list(path, schema),
            Some("object") if depth < MOST_NESTED => self.object(path, schema),
            _ => self.hidden(path),
        }
    }

    fn text(&self, schema: &Value) -> Control {
        let format = Format::of(schema);
        let mut control = match format {
            Some(Format::Date) => {
                return object(
                    json!({ "widget": "datetime", "type": "date", "format": "YYYY-MM-DD" }),
                );
            }
            Some(Format::DateTime) => {
                return object(json!({ "widget": "datetime", "format": "YYYY-MM-DDTHH:mm:ssZ" }));
            }
            Some(Format::Image) => {
                return object(json!({ "widget": "image", "choose_url": false }));
            }
            Some(Format::Entry) => return self.relation(schema),
            Some(Format::Markdown) => {
                return object(json!({ "widget": "markdown", "modes": ["raw", "rich_text"] }));
            }
            Some(Format::Uri) => object(json!({ "widget": "string", "type": "url" })),
            Some(Format::Email) => object(json!({ "widget": "string", "type": "email" })),
            _ => match schema.get("maxLength").and_then(Value::as_u64) {
                Some(most) if most > LONGEST_LINE => object(json!({ "widget": "text" })),
                _ => object(json!({ "widget": "string" })),
            },
        };
        bounds(
            &mut control,
            schema,
            [("minLength", "minlength"), ("maxLength", "maxlength")],
        );
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            let message = format!("must match {pattern}");
            control.insert("pattern".to_owned(), json!([pattern, message]));
        }
        control
    }

    fn relation(&self, schema: &Value) -> Control {
        let name = schema
            .get("x-collection")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some(target) = self.site.collection(name) else {
            return object(json!({ "widget": "string" }));
        };
        let entries: Vec<&Entry> = Vec::new();
        let shown = Fields::new(self.site, target, &entries, &mut Vec::new()).identifier();
        object(json!({
            "widget": "relation", "collection": editor_name(name), "value_field": "{{slug}}",
            "display_fields": [shown], "search_fields": [shown],
        }))
    }

    fn list(&mut self, path: &str, schema: &Value) -> Control {
        let Some(items) = schema.get("items") else {
            return self.hidden(path);
        };
        let item = self.field(&format!("{path}[]"), items, true);
        let mut control = match item["widget"].as_str() {
            Some("hidden") => return object(json!({ "widget": "hidden" })),
            Some("select" | "relation") => {
                let mut control = object(item);
                for key in ["name", "label", "hint", "default", "required", "i18n"] {
                    control.remove(key);
                }
                control.insert("multiple".to_owned(), json!(true));
                control
            }
            Some("object") => object(json!({ "widget": "list", "fields": item["fields"] })),
            _ => object(json!({ "widget": "list", "field": item })),
        };
        bounds(
            &mut control,
            schema,
            [("minItems", "min"), ("maxItems", "max")],
        );
        control
    }

    fn object(&mut self, path: &str, schema: &Value) -> Control {
        let own = self.schema.properties(schema);
        if own.is_empty() {
            let values = schema
                .get("additionalProperties")
                .map(|values| self.schema.resolve(values));
            return match values.and_then(kind) {
                Some("string") => object(json!({ "widget": "keyvalue" })),
                _ => self.hidden(path),
            };
        }
        let required = required(schema);
        let fields: Vec<Value> = own
            .into_iter()
            .map(|(name, field)| {
                self.field(&format!("{path}.{name}"), field, required.contains(name))
            })
            .collect();
        object(json!({ "widget": "object", "fields": fields }))
    }

    /// What has no control stays as it is.
    fn hidden(&mut self, path: &str) -> Control {
        let told = format!(
            "`{path}` of `{}` may hold values of several shapes: the editor keeps it as it is",
            self.name
        );
        if !self.left.contains(&told) {
            self.left.push(told);
        }
        object(json!({ "widget": "hidden" }))
    }
}

fn object(value: Value) -> Control {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The type of a value; of several, the one beside `null`.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => Some(kind),
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds
                .iter()
                .filter_map(Value::as_str)
                .filter(|kind| *kind != "null");
            kinds.next().filter(|_| kinds.next().is_none())
        }
        _ => schema.get("properties").map(|_| "object"),
    }
}

fn required(schema: &Value) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Copies bounds under the editor's names.
fn bounds<const N: usize>(control: &mut Control, schema: &Value, names: [(&str, &str); N]) {
    for (ours, theirs) in names {
        control.extend(
            schema
                .get(ours)
                .map(|bound| (theirs.to_owned(), bound.clone())),
        );
    }
}

/// A name in words: `image_alt` is `Image alt`.
pub fn label(name: &str) -> String {
    let words = name.replace(['_', '-', '/'], " ");
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

/// A collection's name for the editor, which knows no folders in it.
pub fn editor_name(collection: &str) -> String {
    collection.replace('/', "-")
}
