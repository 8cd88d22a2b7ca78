//! What is open while a text is written.

use std::ops::Range;

/// What a run of text, or a block, has open.
pub(super) enum Open {
    /// An element that Markdown opened and will close; empty when nothing was written.
    Markup(&'static str),
    /// An element that the author opened as HTML, and where.
    Raw(&'static str, Range<usize>),
}

/// Elements that the next one, or the end of what holds them, closes.
pub(super) const CLOSED_BY_OTHERS: [&str; 11] = [
    "colgroup", "dd", "dt", "li", "p", "tbody", "td", "tfoot", "th", "thead", "tr",
];
