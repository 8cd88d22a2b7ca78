//! What `site new` leaves for the author to write: a text that is nothing but `…`.

use content::Site;
use content::entry::Entry;
use content::field::Field;
use source::{Diagnostic, Place};

/// What stands for a text that is still to be written.
pub const MARK: &str = "…";

/// The places of a site where a text is still to be written; drafts may have them.
pub fn places(site: &Site) -> Vec<Place> {
    let mut found = Vec::new();
    let is_draft = |entry: &&Entry| entry.fields.get("draft").is_some_and(Field::is_true);
    for entry in site
        .entries
        .iter()
        .map(|e| &**e)
        .filter(|entry| !is_draft(entry))
    {
        let text = &entry.source.text;
        // Most entries hold neither the mark nor an escape that may stand for it.
        if !text.contains(MARK) && !text.contains('\\') {
            continue;
        }
        let values = entry.node.walk().into_iter();
        let unwritten = values.filter(|node| node.as_text().is_some_and(is_unwritten));
        found.extend(unwritten.map(|node| Place::new(&entry.source, node.span.clone())));
        of_text(entry, &mut found);
    }
    found
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
    places(site).iter().map(warning).filter(is_new).collect()
}

/// A paragraph that is nothing but the mark.
fn of_text(entry: &Entry, found: &mut Vec<Place>) {
    let text = &entry.source.text;
    if entry.body.is_none() || !text.contains("\n…") {
        return;
    }
    let front_matter = text.match_indices("\n---").next().map_or(0, |(end, _)| end);
    for (at, _) in text
        .match_indices("\n…")
        .filter(|(at, _)| *at > front_matter)
    {
        let line = text[at + 1..].lines().next().unwrap_or_default();
        if line.trim_end() == MARK {
            found.push(Place::new(&entry.source, at + 1..at + 1 + MARK.len()));
        }
    }
}

/// Whether a text is the mark, with what `site new` adds to it where texts must differ or be long.
fn is_unwritten(text: &str) -> bool {
    let added = |c: char| c == '.' || c == ' ' || c.is_ascii_digit();
    text.strip_prefix(MARK)
        .is_some_and(|rest| rest.chars().all(added))
}
