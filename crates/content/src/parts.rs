//! The schemas that a schema is made of: what `$ref` names, and the properties of objects.

use serde_json::{Map, Value};

/// A reference that leads to so many others leads nowhere.
pub(crate) const MAX_REFERENCES: usize = 16;

/// Follows `$ref: "#/…"` to the schema that it names.
pub(crate) fn resolve<'a>(root: &'a Value, mut schema: &'a Value) -> &'a Value {
    for _ in 0..MAX_REFERENCES {
        match referred(root, schema) {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// The schema that `$ref` names.
pub(crate) fn referred<'a>(root: &'a Value, schema: &Value) -> Option<&'a Value> {
    let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(pointer)
}

/// Whether a schema refers to a named shape, beside what the shapes themselves refer to.
pub(crate) fn refers(schema: &Value) -> bool {
    match schema {
        Value::Object(keys) => any_refers(keys),
        Value::Array(items) => items.iter().any(refers),
        _ => false,
    }
}

/// The same of a schema's keys.
pub(crate) fn any_refers(keys: &Map<String, Value>) -> bool {
    let mut keys = keys.iter();
    keys.any(|(key, value)| key == "$ref" || key != "$defs" && refers(value))
}

/// The properties that a schema names, its own and those of `allOf`, in order.
pub(crate) fn properties<'a>(root: &'a Value, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let schema = resolve(root, schema);
    let mut found: Vec<(&str, &Value)> = Vec::new();
    if let Some(Value::Object(own)) = schema.get("properties") {
        found.extend(own.iter().map(|(name, s)| (name.as_str(), s)));
    }
    for part in schema
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        for (name, s) in properties(root, part) {
            if found.iter().all(|(n, _)| *n != name) {
                found.push((name, s));
            }
        }
    }
    found
}
