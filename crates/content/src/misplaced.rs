//! Entries in the folder of another collection: each of their keys would be told as unknown there.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::collection::Collection;
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

/// The one mistake of an entry most of whose keys its collection does not know, and that is whole in another.
pub(crate) fn misplaced(
    collections: &[Collection],
    own: &Collection,
    node: &Node,
    source: &Arc<Source>,
) -> Option<Diagnostic> {
    let Kind::Map(entries) = &node.kind else {
        return None;
    };
    let keys: BTreeSet<&str> = entries.iter().map(|(key, _)| key.name.as_str()).collect();
    let is_own = |key: &&str| own.schema.names().any(|name| name == *key);
    let unknown = keys.iter().filter(|key| !is_own(key)).count();
    if unknown * 2 <= keys.len() || !own.schema.is_closed(&own.schema.json) {
        return None;
    }
    let is_whole = |other: &&Collection| {
        let names: BTreeSet<&str> = other.schema.names().collect();
        let required = other.schema.json.get("required").and_then(Value::as_array);
        let mut required = required.into_iter().flatten().filter_map(Value::as_str);
        keys.is_subset(&names) && required.all(|name| keys.contains(name))
    };
    let (name, other) = (&own.name, &collections.iter().find(is_whole)?.name);
    let message = format!("this is no entry of `{name}`: its keys are those of `{other}`");
    let first = entries.first().map(|(key, _)| key.span.clone())?;
    let mistake = Diagnostic::error("unknown-key", message).at(source, first);
    Some(mistake.hint(format!("move the file into content/{other}/")))
}
