//! A collection's schema: JSON Schema 2020-12 written in YAML, plus the `x-` keywords of the engine.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::defaults::Defaults;
use crate::definitions::{Definitions, parse_object};
use crate::field::Field;
use crate::parts::{any_refers, properties, refers, resolve};
use crate::shape::Shape;
use source::yaml::{Kind, Node, Tree};
use source::{Diagnostic, Place, Source, did_you_mean, pointer};
use validator::{Breach, Validator};

/// A schema, compiled.
#[derive(Debug)]
pub struct Schema {
    /// Where it was written.
    pub source: Arc<Source>,
    /// The whole JSON Schema, shared definitions and engine fields merged in.
    pub json: Value,
    /// The keys and values with their places; of a schema of the engine, none.
    node: Option<Node>,
    validator: Validator,
    /// The defaults that a site wrote.
    pub(crate) defaults: Defaults,
}

/// What has a schema of the engine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// content/routes.yaml.
    Routes,
    /// content/strings.yaml.
    Strings,
    /// content/claims.yaml.
    Claims,
    /// A form.
    Forms,
    /// content/forms/_relay.yaml.
    Relay,
    /// Schemas themselves.
    Schemas,
}

/// The fields that the engine adds to every entry.
const ENTRY_FIELDS: &str = include_str!("schemas/entry.yaml");
/// The keys of site.yaml that the engine knows.
const SITE_SCHEMA: &str = include_str!("schemas/site.yaml");
/// The schema of content/routes.yaml.
const ROUTES_SCHEMA: &str = include_str!("schemas/routes.yaml");
/// The schema of content/strings.yaml.
const STRINGS_SCHEMA: &str = include_str!("schemas/strings.yaml");
/// The schema of content/claims.yaml.
const CLAIMS_SCHEMA: &str = include_str!("schemas/claims.yaml");
/// What a schema of a site may say.
const SCHEMA_OF_SCHEMAS: &str = include_str!("schemas/schema.yaml");
/// An object nested deeper than this has no shape; it keeps recursive schemas finite.
pub(crate) const MAX_SHAPE_DEPTH: usize = 6;

impl Schema {
    /// Compiles a collection's schema.
    pub(crate) fn for_collection(
        source: &Arc<Source>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (node, mut json) = parse_object(source)?;
        merge_definitions(&mut json, &definitions.shapes);
        let engine = embedded("entry.yaml", ENTRY_FIELDS);
        merge_properties(&mut json, &engine);
        Self::written(source, Some(node), json, definitions)
    }

    /// Compiles the schema of site.yaml: the engine's keys and those that the site declares in
    /// content/_schema.yaml, if it has one.
    pub(crate) fn for_site(
        own: Option<&Arc<Source>>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut json = embedded("site.yaml", SITE_SCHEMA);
        let (source, node) = match own {
            Some(source) => {
                let (node, own) = parse_object(source)?;
                for key in ["$defs", "required"] {
                    if let Some(value) = own.get(key) {
                        extend(&mut json, key, value);
                    }
                }
                merge_properties(&mut json, &own);
                (Arc::clone(source), Some(node))
            }
            None => (Source::new("content/_schema.yaml", ""), None),
        };
        merge_definitions(&mut json, &definitions.shapes);
        Self::written(&source, node, json, definitions)
    }

    /// The schema of site.yaml while what the site itself says of it has a mistake: keys of its own are not judged.
    pub(crate) fn for_open_site() -> Self {
        let mut json = embedded("site.yaml", SITE_SCHEMA);
        json.remove("additionalProperties");
        Self::embedded("content/_schema.yaml", json)
    }

    /// A schema of the engine.
    pub fn own(own: Own) -> Self {
        let (path, text) = match own {
            Own::Routes => ("content/routes.yaml", ROUTES_SCHEMA),
            Own::Strings => ("content/strings.yaml", STRINGS_SCHEMA),
            Own::Claims => ("content/claims.yaml", CLAIMS_SCHEMA),
            Own::Forms => ("content/forms", forms::SCHEMA),
            Own::Relay => ("content/forms/_relay.yaml", forms::SETTINGS_SCHEMA),
            Own::Schemas => ("content/_schema.yaml", SCHEMA_OF_SCHEMAS),
        };
        Self::embedded(path, embedded(path, text))
    }

    /// A schema that is compiled into the program, for the file at a path.
    fn embedded(path: &str, json: Map<String, Value>) -> Self {
        let compiled = Self::compile(&Source::new(path, ""), None, json);
        compiled.expect("a test compiles every schema of the engine")
    }

    /// Compiles the schema of a component's data, beside its template.
    pub(crate) fn for_component(
        source: &Arc<Source>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (node, mut json) = parse_object(source)?;
        merge_definitions(&mut json, &definitions.shapes);
        Self::written(source, Some(node), json, definitions)
    }

    /// Compiles what an island takes; none when that is no JSON Schema after all.
    pub fn for_props(json: &Value) -> Option<Self> {
        let source = Source::new("props", "");
        Self::of_part(&source, json.as_object()?.clone())
    }

    /// Compiles a part of a schema; none when it is no schema without the others.
    pub(crate) fn of_part(source: &Arc<Source>, json: Map<String, Value>) -> Option<Self> {
        Self::compile(source, None, json).ok()
    }

    /// Compiles a schema of the site, with its defaults.
    fn written(
        source: &Arc<Source>,
        node: Option<Node>,
        json: Map<String, Value>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        // What it refers to may stand where nobody can read it.
        if definitions.is_unread() && any_refers(&json) {
            return Err(Vec::new());
        }
        let mut schema = Self::compile_with(source, node, json, definitions)?;
        let own = schema.node.iter().map(|node| (source, node));
        let shared = definitions.text.iter().map(|(source, node)| (source, node));
        let texts: Vec<_> = own.chain(shared).collect();
        schema.defaults = Defaults::of(&schema.json, &texts);
        Ok(schema)
    }

    fn compile(
        source: &Arc<Source>,
        node: Option<Node>,
        json: Map<String, Value>,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::compile_with(source, node, json, &Definitions::default())
    }

    /// Compiles a schema into which shared shapes are merged.
    fn compile_with(
        source: &Arc<Source>,
        node: Option<Node>,
        json: Map<String, Value>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let json = Value::Object(json);
        let validator = Validator::new(&json).map_err(|error| {
            let own = node.iter().map(|node| (source, node));
            let shared = definitions.text.iter().map(|(source, node)| (source, node));
            let mut texts = own.chain(shared);
            // An error with a path is another one.
            let is_lost = error.instance_path().as_str().is_empty();
            let lost = || texts.find_map(|(source, node)| lost(source, node, &json));
            let lost = is_lost.then(lost).flatten();
            vec![lost.unwrap_or_else(|| invalid(source, node.as_ref(), &error))]
        })?;
        Ok(Self {
            source: Arc::clone(source),
            node,
            validator,
            defaults: Defaults::default(),
            json,
        })
    }

    /// The schema as it was written; none of the engine's own.
    pub(crate) fn tree(&self) -> Option<Tree<'_>> {
        let source = &self.source;
        self.node.as_ref().map(|root| Tree { root, source })
    }

    /// Whether it refers to shapes while those that schemas share have mistakes.
    pub(crate) fn leans_on_mistakes(&self, shared: &Definitions) -> bool {
        shared.has_mistakes && refers(&self.json)
    }

    /// The mistake for which shared shapes are no JSON Schema by themselves.
    pub(crate) fn mistake_of(shared: &Definitions) -> Option<Diagnostic> {
        let (source, node) = shared.text.as_ref()?;
        let json = json!({ "$defs": shared.shapes });
        let error = Validator::new(&json).err()?;
        // What a shape refers to may stand in the schema that takes it: such an error has no path.
        let is_own = !error.instance_path().as_str().is_empty();
        is_own.then(|| invalid(source, Some(node), &error))
    }

    /// The place of the value at a JSON pointer into the schema as it was written.
    pub fn place(&self, pointer: &str) -> Place {
        let span = self
            .node
            .as_ref()
            .map(|n| n.at_pointer(pointer).span.clone());
        Place::new(&self.source, span.unwrap_or(0..0))
    }

    /// Every breach of the schema in a value.
    pub fn breaches<'v>(&'v self, value: &'v Value) -> Vec<Breach<'v>> {
        self.validator.breaches(value)
    }

    /// The text of an `x-` keyword at the schema's root.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.json.get(name)
    }

    /// Whether a field of entries is one that the engine adds, and not the schema's own.
    pub fn is_added(&self, name: &str) -> bool {
        let written = self.node.as_ref().and_then(|node| node.get("properties"));
        let is_written = written.is_some_and(|own| own.get(name).is_some());
        !is_written && self.json["properties"].get(name).is_some()
    }

    /// The schema's `title`, or a plain word for an entry.
    pub fn title(&self) -> &str {
        self.json
            .get("title")
            .and_then(Value::as_str)
            .unwrap_or("entry")
    }

    /// Follows `$ref: "#/…"` to the schema that it names.
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        resolve(&self.json, schema)
    }

    /// The properties that a schema names, its own and those of `allOf`, in order.
    pub fn properties<'a>(&'a self, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
        properties(&self.json, schema)
    }

    /// Whether a value may have no keys but those that the schema names.
    pub fn is_closed(&self, schema: &Value) -> bool {
        let is_open = ["anyOf", "oneOf", "if", "patternProperties"];
        let closes = |key| schema.get(key) == Some(&Value::Bool(false));
        let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
        let closed = closes("additionalProperties") || closes("unevaluatedProperties");
        let names_none = || self.properties(schema).is_empty() && !is_object;
        (closed || names_none()) && !is_open.iter().any(|key| schema.get(key).is_some())
    }

    /// The names of an entry's fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.properties(&self.json)
            .into_iter()
            .map(|(name, _)| name)
    }

    /// What stands for a field that was not given, but for a default that the site wrote.
    pub(crate) fn absent(&self, schema: &Value) -> Field {
        let schema = self.resolve(schema);
        match schema.get("default") {
            Some(Value::Bool(b)) => Field::Bool(*b),
            Some(Value::Number(n)) => Field::Number(n.clone()),
            Some(Value::String(s)) => Field::Text(Arc::from(s.as_str())),
            _ => match self.shape_of(schema) {
                Some(shape) => Field::Absent(shape),
                None => Field::Null,
            },
        }
    }

    /// The shape of an object's schema; none for any other schema.
    pub fn shape_of(&self, schema: &Value) -> Option<Arc<Shape>> {
        let shape = shape(&self.json, schema, 0);
        (!shape.fields.is_empty()).then(|| Arc::new(shape))
    }

    /// The schema of the value at a JSON pointer into an instance, as far as it can be told.
    pub fn at_instance<'a>(&'a self, pointer: &str) -> &'a Value {
        let mut schema = &self.json;
        for step in pointer::steps(pointer) {
            schema = self.child(schema, &step);
        }
        self.resolve(schema)
    }

    /// The schema of one key or index of a value.
    pub fn child<'a>(&'a self, schema: &'a Value, step: &str) -> &'a Value {
        static NONE: Value = Value::Null;
        let schema = self.resolve(schema);
        let named = self
            .properties(schema)
            .into_iter()
            .find(|(name, _)| *name == step);
        if let Some((_, child)) = named {
            return child;
        }
        let items = schema
            .get("items")
            .filter(|_| step.parse::<usize>().is_ok());
        items
            .or_else(|| schema.get("additionalProperties").filter(|s| s.is_object()))
            .unwrap_or(&NONE)
    }
}

/// The first reference of a schema to a shape of its own that is not there.
fn lost(source: &Arc<Source>, node: &Node, json: &Value) -> Option<Diagnostic> {
    let entries = match &node.kind {
        Kind::Map(entries) => entries,
        Kind::List(items) => return items.iter().find_map(|item| lost(source, item, json)),
        _ => return None,
    };
    entries.iter().find_map(|(key, value)| {
        let target = value.as_text().filter(|_| key.name == "$ref");
        // Another name, such as that of an anchor, is no pointer.
        let target = target.filter(|target| target.starts_with("#/"));
        let Some(pointer) = target.and_then(|target| target.strip_prefix('#')) else {
            return lost(source, value, json);
        };
        if json.pointer(pointer).is_some() {
            return None;
        }
        let shapes = json.get("$defs").and_then(Value::as_object);
        let known = shapes.into_iter().flatten();
        let known: Vec<String> = known.map(|(name, _)| format!("#/$defs/{name}")).collect();
        let target = format!("#{pointer}");
        let hint = did_you_mean(&target, known.iter().map(String::as_str));
        let hint = hint.unwrap_or_else(|| {
            "named shapes stand under `$defs`, here or in content/_defs.yaml".to_owned()
        });
        let mistake = Diagnostic::error("invalid-schema", format!("there is no shape `{target}`"));
        Some(mistake.at(source, value.span.clone()).hint(hint))
    })
}

/// Where a schema is not valid JSON Schema, and what would be.
fn invalid(source: &Arc<Source>, node: Option<&Node>, error: &Breach<'_>) -> Diagnostic {
    let pointer = error.instance_path().as_str();
    let span = node.map_or(0..0, |node| node.at_pointer(pointer).span.clone());
    let message = match pointer {
        "" => format!("this schema is not valid JSON Schema: {error}"),
        _ => format!("`{}` is not valid JSON Schema", dotted(pointer)),
    };
    let hint = match pointer.ends_with("/type") {
        true => {
            "a `type` is `string`, `integer`, `number`, `boolean`, `array`, `object` or a list of them"
        }
        false => "schemas are JSON Schema 2020-12 written in YAML",
    };
    Diagnostic::error("invalid-schema", message)
        .at(source, span)
        .hint(hint)
}

/// A schema that is compiled into the program; its own tests prove that it parses.
fn embedded(name: &str, text: &str) -> Map<String, Value> {
    let parsed = parse_object(&Source::new(name, text));
    parsed.map(|(_, map)| map).unwrap_or_default()
}

/// The fields that the engine reads in entries of every collection, with their schemas.
pub(crate) fn engine_fields() -> Map<String, Value> {
    match embedded("entry.yaml", ENTRY_FIELDS).remove("properties") {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn merge_definitions(json: &mut Map<String, Value>, definitions: &Map<String, Value>) {
    let own = json.entry("$defs").or_insert_with(|| json!({}));
    if let Value::Object(own) = own {
        for (name, definition) in definitions {
            own.entry(name.clone())
                .or_insert_with(|| definition.clone());
        }
    }
}

/// Adds the properties of another schema; those already there win.
fn merge_properties(json: &mut Map<String, Value>, other: &Map<String, Value>) {
    let own = json.entry("properties").or_insert_with(|| json!({}));
    if let (Value::Object(own), Some(Value::Object(other))) = (own, other.get("properties")) {
        for (name, schema) in other {
            own.entry(name.clone()).or_insert_with(|| schema.clone());
        }
    }
}

fn extend(json: &mut Map<String, Value>, key: &str, value: &Value) {
    match (json.get_mut(key), value) {
        (Some(Value::Array(own)), Value::Array(more)) => own.extend(more.iter().cloned()),
        (Some(Value::Object(own)), Value::Object(more)) => own.extend(more.clone()),
        _ => drop(json.insert(key.to_owned(), value.clone())),
    }
}

/// `/steps/2/title` as `steps[2].title`.
pub fn dotted(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer::steps(pointer) {
        match step.parse::<usize>() {
            Ok(index) => path += &format!("[{index}]"),
            Err(_) if path.is_empty() => path += &step,
            Err(_) => path += &format!(".{step}"),
        }
    }
    path
}

/// Names in backticks.
pub fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    quoted.join(", ")
}

fn shape(root: &Value, schema: &Value, depth: usize) -> Shape {
    let fields = properties(root, schema).into_iter().map(|(name, child)| {
        let child = resolve(root, child);
        let is_object = child.get("properties").is_some() || child.get("allOf").is_some();
        let nested =
            (is_object && depth < MAX_SHAPE_DEPTH).then(|| Arc::new(shape(root, child, depth + 1)));
        (Arc::from(name), nested)
    });
    Shape {
        fields: fields.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schemas_of_the_engine_compile() {
        for own in [
            Own::Routes,
            Own::Strings,
            Own::Claims,
            Own::Forms,
            Own::Relay,
            Own::Schemas,
        ] {
            let schema = Schema::own(own);
            let says = ["properties", "$ref", "additionalProperties"];
            let says = says.iter().any(|key| schema.json.get(key).is_some());
            assert!(says, "{own:?}");
        }
        let site = Schema::for_site(None, &Definitions::default()).expect("compiles");
        assert!(site.json["properties"]["base_url"].is_object());
        assert!(Schema::for_open_site().json["properties"]["base_url"].is_object());
        assert!(engine_fields().contains_key("slug"));
    }

    #[test]
    fn a_recursive_schema_has_a_finite_shape() {
        let source = Source::new(
            "a/_schema.yaml",
            "type: object\nproperties:\n  child: { $ref: '#/$defs/node' }\n$defs:\n  node:\n    type: object\n    properties:\n      name: { type: string }\n      child: { $ref: '#/$defs/node' }\n",
        );
        let schema = Schema::for_collection(&source, &Definitions::default()).expect("compiles");
        let shape = schema.shape_of(&schema.json).expect("an object");
        let (name, nested) = &shape.fields[0];
        assert_eq!(&**name, "child");
        assert!(nested.is_some());
    }
}
