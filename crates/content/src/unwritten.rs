//! What `site new` leaves for the author to write: a text that is nothing but `…`.

use std::ops::Range;

use crate::field::Field;
use source::yaml::Node;

/// What stands for a text that is still to be written.
pub const MARK: &str = "…";

/// The places of an entry's file where a text is still to be written; drafts may have them.
pub(crate) fn places(text: &str, node: &Node, fields: &Field, has_body: bool) -> Vec<Range<usize>> {
    // Most entries hold neither the mark nor an escape that may stand for it.
    let has = |bytes| memchr::memmem::find(text.as_bytes(), bytes).is_some();
    let may_have = has(MARK.as_bytes()) || has(b"\\");
    if !may_have || fields.get("draft").is_some_and(Field::is_true) {
        return Vec::new();
    }
    let values = node.walk().into_iter();
    let unwritten = values.filter(|node| node.as_text().is_some_and(is_unwritten));
    let mut found: Vec<_> = unwritten.map(|node| node.span.clone()).collect();
    if has_body {
        found.extend(paragraphs(text));
    }
    found
}

/// Paragraphs below the front matter that are nothing but the mark.
fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let front_matter = text.match_indices("\n---").next().map_or(0, |(end, _)| end);
    let marks = text.match_indices("\n…").map(|(at, _)| at);
    let below = marks.filter(move |at| *at > front_matter);
    let alone = below.filter(|at| {
        let line = text[at + 1..].lines().next().unwrap_or_default();
        line.trim_end() == MARK
    });
    alone.map(|at| at + 1..at + 1 + MARK.len())
}

/// Whether a text is the mark, with what `site new` adds to it where texts must differ or be long.
fn is_unwritten(text: &str) -> bool {
    let added = |c: char| c == '.' || c == ' ' || c.is_ascii_digit();
    text.strip_prefix(MARK)
        .is_some_and(|rest| rest.chars().all(added))
}
