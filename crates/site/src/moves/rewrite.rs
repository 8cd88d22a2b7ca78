//! What has to be written otherwise once entries have other names: in texts, data, settings and templates.

use content::Loaded;
use content::field::Reference;
use content::front_matter::{self, Parts};
use source::{Place, Sources};

use super::links::{Leads, href, is_file, replace, replace_value};
use super::plan::Plan;
use super::{data, templates};

/// Adds to a plan what has to be written otherwise for all that names the entries.
pub fn rewrite(plan: &mut Plan, (loaded, sources): (&Loaded, &Sources), leads: &Leads) {
    let Some(site) = &loaded.site else { return };
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
        if let Some(new) = href(site, leads, from, &link.what) {
            let (source, words) = (&place.source, (&*link.what, &*new));
            match is_file(sources, source) {
                true if is_data(place) => replace_value(plan, source, place.span.clone(), words),
                true => replace(plan, source, place.span.clone(), words),
                false => note(plan, place, words),
            }
        }
    }
    for reference in loaded.references() {
        // A field refers to one collection: what left it is told when the result is read.
        let new = leads.names.get(&reference.what);
        if let Some(new) = new.filter(|new| new.collection == reference.what.collection) {
            let slugs = (&*reference.what.slug, &*new.slug);
            let Place { source, span } = &reference.place;
            match is_file(sources, source) {
                true => replace_value(plan, source, span.clone(), slugs),
                false => note(plan, &reference.place, slugs),
            }
        }
    }
    for entry in &site.entries {
        data::entry(plan, (site, leads), entry);
    }
    templates::rewrite(plan, site, leads);
    data::settings(plan, (site, leads), sources);
}

/// Notes what stands at no place of a file.
fn note(plan: &mut Plan, place: &Place, (old, new): (&str, &str)) {
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
