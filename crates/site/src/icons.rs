//! Which icons a site uses: those that entries name, and those that templates write out.

use std::collections::BTreeSet;

use assets::Assets;
use content::Site;
use source::Diagnostic;

use crate::markup::{Literal, Markup};

/// The names of all icons of a site. A template names an icon literally, `icon("phone")`, or
/// takes it from a field of `format: icon`.
pub fn used(site: &Site, markups: &[Markup]) -> BTreeSet<String> {
    let written = markups.iter().flat_map(|m| m.first_texts("icon"));
    let written = written.map(|icon| icon.text);
    site.icons.keys().cloned().chain(written).collect()
}

/// A mistake for each place that names an icon which does not exist.
pub fn unknown(site: &Site, markups: &[Markup], assets: &Assets) -> Vec<Diagnostic> {
    let in_entries = site.icons.iter();
    let in_entries = in_entries.flat_map(|(name, places)| places.iter().map(move |p| (name, p)));
    let written = markups.iter().flat_map(|m| m.first_texts("icon"));
    let written: Vec<Literal> = written.collect();
    let written = written.iter().map(|icon| (&icon.text, &icon.place));
    let named = in_entries.chain(written);
    let unknown =
        named.filter_map(|(name, place)| Some(assets.icon(name).err()?.diagnostic().on(place)));
    unknown.collect()
}
