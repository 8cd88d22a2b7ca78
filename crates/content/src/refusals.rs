//! Defaults that their own schemas refuse.

use serde_json::Value;

use crate::defaults::WrittenDefault;
use crate::schema::Schema;
use crate::validate::validate;
use source::Diagnostic;

/// Why a schema refuses a default that it gives itself. What only the whole site can judge, the reader finds.
pub(crate) fn refusals(default: &WrittenDefault, whole: &Schema) -> Vec<Diagnostic> {
    let own = default.schema(&whole.json);
    let Some(alone) = alone(default, &whole.json) else {
        return Vec::new();
    };
    // What is not of the `type`, or none of `enum`, is told with the keywords.
    let is_told = |mistake: &Diagnostic| {
        let keyword = match mistake.code {
            "wrong-type" => "type",
            "invalid-choice" => "enum",
            _ => return false,
        };
        let is_whole = mistake.labels.iter().any(|l| l.span == default.node.span);
        is_whole && own.get(keyword).is_some()
    };
    let found = validate(&alone, &default.node, &default.source).into_iter();
    let found = found.filter(|mistake| !is_told(mistake));
    let as_schema = |mistake| Diagnostic {
        code: "invalid-schema",
        ..mistake
    };
    found.map(as_schema).collect()
}

/// The schema of a default without the others around it; messages call its values a default.
fn alone(default: &WrittenDefault, whole: &Value) -> Option<Schema> {
    let mut json = default.schema(whole).as_object()?.clone();
    json.insert("title".to_owned(), "Default".into());
    if let Some(shared) = whole.get("$defs") {
        json.insert("$defs".to_owned(), shared.clone());
    }
    Schema::of_part(&default.source, json)
}
