//! Keys of a component without a schema that its template never names: what stands there is not shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use source::yaml::{Key, Kind, Node};
use source::{Diagnostic, Source, did_you_mean};

/// A warning for each. Where the template includes others, they know the keys too, and nothing is told.
pub(crate) fn unread_keys(
    name: &str,
    template: &Source,
    data: &Node,
    place: &Arc<Source>,
) -> Vec<Diagnostic> {
    let Kind::Map(entries) = &data.kind else {
        return Vec::new();
    };
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let text = template.text();
    let words: BTreeSet<&str> = text.split(is_end).collect();
    let joins = ["include", "import", "extends"];
    if joins.iter().any(|word| words.contains(word)) {
        return Vec::new();
    }
    let warning = |key: &Key| {
        let known = words.iter().copied().filter(|word| word.len() > 2);
        let hint = did_you_mean(&key.name, known)
            .unwrap_or_else(|| format!("remove it, or use it in templates/components/{name}.html"));
        let message = format!("the component `{name}` does not read `{}`", key.name);
        Diagnostic::warning("unknown-key", message)
            .at(place, key.span.clone())
            .hint(hint)
    };
    let keys = entries.iter().map(|(key, _)| key);
    keys.filter(|key| !words.contains(&*key.name))
        .map(warning)
        .collect()
}
