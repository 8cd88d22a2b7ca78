//! What `site new` leaves for the author to write: a text that is nothing but `…`.

use content::Site;
use source::{Diagnostic, Place};

/// The places of a site where a text is still to be written.
pub fn places(site: &Site) -> impl Iterator<Item = Place> {
    let entries = site.entries.iter();
    entries.flat_map(|entry| {
        let spans = entry.unwritten.iter();
        spans.map(|span| Place::new(&entry.source, span.clone()))
    })
}

/// A warning for each that is not told already.
pub fn warnings(site: &Site, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let warning = |place: &Place| {
        Diagnostic::warning("unwritten", "this is still to be written")
            .on(place)
            .hint("write the real text; `site check --publish` refuses it")
    };
    let is_new = |new: &Diagnostic| {
        let same = |d: &Diagnostic| (d.code, d.place()) == (new.code, new.place());
        !told.iter().any(same)
    };
    places(site)
        .map(|place| warning(&place))
        .filter(is_new)
        .collect()
}
