//! Texts below the front matter of entries that no page shows.

use std::collections::{BTreeMap, HashMap};

use content::Site;
use content::entry::Entry;
use content::field::Reference;
use render::Read;
use source::Diagnostic;

use crate::words::count;

/// A warning for each collection and template of which no text is shown, at the first line of the first. `reads` are what
/// pages asked for; they are heard until nothing is in doubt.
pub fn warnings<'a>(site: &Site, reads: impl Iterator<Item = &'a Read>) -> Vec<Diagnostic> {
    let mut unshown: BTreeMap<_, Vec<&Entry>> = BTreeMap::new();
    let mut kinds: HashMap<&Reference, Vec<_>> = HashMap::new();
    let entries = site.entries.iter().filter(|entry| !entry.stands_in());
    for entry in entries.filter(|entry| has_text(entry)) {
        let kind = (&entry.reference.collection, &entry.template);
        unshown.entry(kind).or_default().push(entry);
        kinds.entry(&entry.reference).or_default().push(kind);
    }
    let mut shown = reads.filter_map(Read::body);
    while !unshown.is_empty()
        && let Some(shown) = shown.next()
    {
        // A list may show the newest alone.
        for kind in kinds.get(shown).into_iter().flatten() {
            unshown.remove(kind);
        }
    }
    unshown.values().filter_map(|all| warning(all)).collect()
}

fn has_text(entry: &Entry) -> bool {
    let body = entry.body.as_ref().map(|text| text.outline());
    body.is_some_and(|body| body.words > 0 || !body.fragments.is_empty())
}

fn warning(alike: &[&Entry]) -> Option<Diagnostic> {
    let (entry, others) = alike.split_first()?;
    let place = entry.body.as_ref()?.place();
    let message = "no page shows the text below the front matter";
    let hint = match &entry.template {
        Some(template) => {
            format!("write `{{{{ entry.body }}}}` in templates/{template}, or remove the text")
        }
        None => format!(
            "write it in a field of content/{}/_schema.yaml, or remove it",
            entry.reference.collection
        ),
    };
    let warning = Diagnostic::warning("unshown-text", message)
        .on(&place)
        .hint(hint);
    Some(match others.len() {
        0 => warning,
        more => warning.note(format!("and {}", count(more, "other text"))),
    })
}
