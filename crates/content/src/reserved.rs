//! Fields that mean something to the engine in every collection: a schema that says another kind of value of one would
//! let the engine pass over what entries say.

use serde_json::Value;

use crate::schema::{Schema, engine_fields};
use source::Diagnostic;

/// What templates know of every entry, whatever its file says. Entries may give an `id` of their own to be counted and
/// ordered by.
const COMPUTED: [&str; 6] = ["collection", "url", "path", "body", "toc", "words"];

/// What a collection's schema says of the engine's fields that the engine would not read.
pub(crate) fn mistakes(schema: &Schema) -> Vec<Diagnostic> {
    let engine = engine_fields();
    let own = schema.properties(&schema.json).into_iter();
    let own = own.filter(|(name, _)| !schema.is_added(name));
    let told = own.filter_map(|(name, written)| {
        let (message, hint) = match engine.get(name) {
            Some(expected) => mistake(name, schema.resolve(written), expected)?,
            None => computed(name)?,
        };
        let place = schema.place(&format!("/properties/{name}"));
        let mistake = Diagnostic::error("invalid-schema", message);
        Some(mistake.at(&place.source, place.span).hint(hint))
    });
    told.collect()
}

/// Why templates would never show a field.
fn computed(name: &str) -> Option<(String, String)> {
    COMPUTED.contains(&name).then(|| {
        let message = format!(
            "the engine itself gives `{name}` to templates: they never see what entries say here"
        );
        let hint = format!("give the field another name, such as `own_{name}`");
        (message, hint)
    })
}

/// Why the engine would not read a field as its schema has it.
fn mistake(name: &str, written: &Value, expected: &Value) -> Option<(String, String)> {
    if !is_as(written, expected) {
        let message =
            format!("the engine reads `{name}` itself, and this is not how it is written");
        let hint = format!(
            "write `{name}: {}`, or give the field another name",
            flow(expected)
        );
        return Some((message, hint));
    }
    // A default is shown by templates, and the engine asks the entry.
    let default = written
        .get("default")
        .filter(|default| **default != Value::Bool(false))?;
    let message =
        format!("the engine reads `{name}` in entries alone: they do not get this default");
    let hint = format!("remove it, and write `{name}: {default}` into the entries");
    Some((message, hint))
}

/// Whether whatever a schema lets pass is of the kind that another one names, or nothing.
fn is_as(written: &Value, expected: &Value) -> bool {
    let kind = expected["type"].as_str().unwrap_or_default();
    let is_kind = |value: &Value| match kind {
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "array" => value.is_array(),
        _ => value.is_string(),
    };
    let kinds = match &written["type"] {
        Value::Array(kinds) => kinds.as_slice(),
        one => std::slice::from_ref(one),
    };
    let names_kind = kinds.iter().all(|own| own == kind || own == "null");
    let choices = written.get("enum").and_then(Value::as_array);
    let are_kind = choices.is_some_and(|all| all.iter().all(is_kind));
    let is_format = match expected.get("format") {
        Some(_) => matches!(written["format"].as_str(), Some("date" | "date-time")),
        None => true,
    };
    let items = expected.get("items");
    let are_items = items.is_none_or(|items| written["items"]["type"] == items["type"]);
    (names_kind || are_kind) && is_format && are_items
}

/// How a schema is written on one line.
fn flow(schema: &Value) -> String {
    let known = ["type", "format", "items", "minimum"];
    let parts = known.iter().filter_map(|key| match schema.get(key)? {
        Value::String(text) => Some(format!("{key}: {text}")),
        Value::Object(_) => Some(format!("{key}: {}", flow(&schema[*key]))),
        other => Some(format!("{key}: {other}")),
    });
    format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "))
}
