//! What has to be written otherwise once entries have other names: in texts, data, settings and templates.

use content::front_matter::{self, Parts};
use source::Place;

use super::find::Before;
use super::links::{Leads, Moved, is_file, replace, replace_value};
use super::plan::Plan;
use super::{data, templates};
use crate::failure::BuildError;

/// Adds to a plan what has to be written otherwise for all that names the entries.
pub fn rewrite(plan: &mut Plan, before: Before<'_>, leads: &Leads) -> Result<(), BuildError> {
    let Before {
        site,
        loaded,
        sources,
    } = before;
    let moved = Moved { site, leads };
    plan.names.extend(leads.files.clone());
    plan.names.extend(leads.paths.clone());
    let ids = leads.names.iter();
    plan.names
        .extend(ids.map(|(old, new)| (old.to_string(), new.to_string())));
    for link in loaded.links() {
        let place = &link.place;
        let from = place.source.path.as_str();
        if plan.removed.contains(from) {
            continue;
        }
        if let Some(new) = moved.href(from, &link.what) {
            match is_file(sources, &place.source) {
                true if is_data(place) => replace_value(plan, place, &link.what, &new),
                true => replace(plan, place, &link.what, &new),
                false => note(plan, place, &link.what, &new),
            }
        }
    }
    for reference in loaded.references() {
        // A field refers to one collection: what left it is told when the result is read.
        let new = leads.names.get(&reference.what);
        if let Some(new) = new.filter(|new| new.collection == reference.what.collection) {
            let (place, old) = (&reference.place, &*reference.what.slug);
            match is_file(sources, &place.source) {
                true => replace_value(plan, place, old, &new.slug),
                false => note(plan, place, old, &new.slug),
            }
        }
    }
    for entry in &site.entries {
        data::entry(plan, moved, entry);
    }
    templates::rewrite(plan, moved);
    data::settings(plan, moved, sources)
}

/// Notes what stands at no place of a file.
fn note(plan: &mut Plan, place: &Place, old: &str, new: &str) {
    let path = &place.source.path;
    plan.by_hand
        .push(format!("{path}: in a fence `{old}` becomes `{new}`"));
}

/// Whether a place is one of data: not in the text of a Markdown file.
fn is_data(place: &Place) -> bool {
    let Place { source, span } = place;
    let is_text = |parts: Parts| span.start >= parts.body.start;
    let is_markdown = source.path.ends_with(".md");
    !(is_markdown && front_matter::split(source).is_ok_and(is_text))
}
