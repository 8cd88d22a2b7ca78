//! Texts below the front matter of entries that no page shows.

use std::collections::{BTreeMap, HashSet};

use content::Site;
use content::entry::Entry;
use content::field::Reference;
use render::{Page, Read};
use source::Diagnostic;

use crate::words::count;

/// The entries whose text is shown: by pages that were rendered, or by those that are kept, which asked `kept`.
pub fn shown<'a>(
    pages: &'a [Page],
    kept: impl Iterator<Item = &'a Read>,
) -> HashSet<&'a Reference> {
    let now = pages.iter().flat_map(|page| &page.reads);
    now.map(|(read, _)| &**read)
        .chain(kept)
        .filter_map(Read::body)
        .collect()
}

/// A warning for each collection and template of which no text is shown, at the first line of the first.
pub fn warnings(site: &Site, shown: &HashSet<&Reference>) -> Vec<Diagnostic> {
    let entries = site.entries.iter().filter(|entry| !entry.stands_in());
    let mut alike: BTreeMap<_, Vec<&Entry>> = BTreeMap::new();
    for entry in entries.filter(|entry| has_text(entry)) {
        let of = (&entry.reference.collection, &entry.template);
        alike.entry(of).or_default().push(entry);
    }
    // A list may show the newest alone.
    let is_shown = |entry: &&Entry| shown.contains(&entry.reference);
    let unshown = alike.values().filter(|all| !all.iter().any(is_shown));
    unshown.filter_map(|all| warning(all)).collect()
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
