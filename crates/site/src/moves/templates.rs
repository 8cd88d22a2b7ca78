//! What templates write out of site paths and entries' names.

use std::ops::Range;

use content::field::Reference;
use render::{Mention, Vocabulary};

use super::links::{Leads, Moved, address};
use super::plan::Plan;

/// Adds to a plan what templates have to write otherwise. What stands in a theme is told instead: other sites may lay
/// their files over the same one.
pub(super) fn rewrite(plan: &mut Plan, moved: Moved<'_>) {
    let vocabulary = Vocabulary::new();
    for source in moved.site.templates.values() {
        let text = source.text();
        let mut found = paths(&text, moved.leads);
        for mention in vocabulary.mentions(&text) {
            found.extend(entry(moved, &mention));
        }
        for (range, new) in found {
            if !source.is_of_theme() {
                plan.edit(&source.path, range, new);
                continue;
            }
            let (line, _) = source.position(range.start);
            let (path, old) = (&source.path, &text[range]);
            plan.by_hand
                .push(format!("{path}:{line}: `{old}` is `{new}` now"));
        }
    }
}

/// Site paths in quotes.
fn paths(text: &str, leads: &Leads) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for (at, quote) in text.match_indices(['"', '\'']) {
        let start = at + 1;
        let rest = &text[start..];
        let Some(end) = rest
            .find(['"', '\'', '#', '?'])
            .filter(|_| rest.starts_with('/'))
        else {
            continue;
        };
        let Some(new) = address(leads, &rest[..end]) else {
            continue;
        };
        // What stood on the old page is not on the one that is shown instead.
        let end = match leads.gone.is_empty() {
            true => end,
            false => rest.find(quote).unwrap_or(end),
        };
        found.push((start..start + end, new));
    }
    found
}

/// What names an entry, by itself or in a list's `where`.
fn entry(moved: Moved<'_>, mention: &Mention) -> Vec<(Range<usize>, String)> {
    let Mention {
        collection,
        field,
        slug,
    } = mention;
    if let Some(field) = field {
        let new = moved.compared(&collection.text, field, &slug.text);
        let new = new.map(|new| (slug.place.clone(), new.to_owned()));
        return new.into_iter().collect();
    }
    let named = Reference {
        collection: collection.text.as_str().into(),
        slug: slug.text.as_str().into(),
    };
    let Some(new) = moved.leads.names.get(&named) else {
        return Vec::new();
    };
    let both = [(collection, &new.collection), (slug, &new.slug)];
    let changed = both.into_iter().filter(|(old, new)| *old.text != ***new);
    changed
        .map(|(old, new)| (old.place.clone(), new.to_string()))
        .collect()
}
