//! What has to be written otherwise once entries have other names: in texts, data, settings and templates.

use content::field::Reference;
use source::{Place, Sources};

use super::find::Before;
use super::links::{Leads, Moved, is_file, replace};
use super::plan::Plan;
use super::{data, templates};

/// Adds to a plan what has to be written otherwise for all that names the entries.
pub fn rewrite(plan: &mut Plan, before: Before<'_>, leads: &Leads) {
    let Before {
        site,
        loaded,
        sources,
    } = before;
    let moved = Moved { site, leads };
    let id = |name: &Reference| format!("{}/{}", name.collection, name.slug);
    plan.names.extend(leads.files.clone());
    plan.names.extend(leads.paths.clone());
    let ids = leads.names.iter();
    plan.names.extend(ids.map(|(old, new)| (id(old), id(new))));
    for link in loaded.links() {
        let place = &link.place;
        let from = place.source.path.as_str();
        if plan.removed.contains(from) {
            continue;
        }
        if let Some(new) = moved.href(from, &link.what) {
            replace_at(plan, sources, place, (&link.what, &new));
        }
    }
    for reference in loaded.references() {
        // A field refers to one collection: what left it is told when the result is read.
        let new = leads.names.get(&reference.what);
        if let Some(new) = new.filter(|new| new.collection == reference.what.collection) {
            let slugs = (&*reference.what.slug, &*new.slug);
            replace_at(plan, sources, &reference.place, slugs);
        }
    }
    for entry in &site.entries {
        data::entry(plan, moved, entry);
    }
    templates::rewrite(plan, moved);
    data::settings(plan, moved, sources);
}

/// Replaces what was found at a place; where that is no place of a file, it is noted.
fn replace_at(plan: &mut Plan, sources: &Sources, place: &Place, (old, new): (&str, &str)) {
    let Place { source, span } = place;
    match is_file(sources, source) {
        true => replace(plan, source, span.clone(), old, new),
        false => {
            let path = &source.path;
            plan.by_hand
                .push(format!("{path}: in a fence `{old}` becomes `{new}`"));
        }
    }
}
