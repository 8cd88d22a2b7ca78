//! Markdown to HTML fragments: CommonMark with tables, strikethrough, task lists, footnotes and heading anchors.
//!
//! What only the whole site can resolve (links, images, components, islands) stays a fragment with
//! its place in the source. Everything else is escaped HTML: no style attribute, no handler and no
//! unknown element can come out of it, unless a site sets `html: all`.

mod bare;
mod body;
mod definitions;
mod events;
mod fences;
mod heading_attributes;
mod heading_ids;
mod headings;
mod inline;
mod links;
mod listed_html;
mod literal;
mod math;
mod misread;
mod notes;
mod open;
mod output;
mod piece;
mod raw_html;
mod render;
mod renderer;
mod shown;
mod survey;
mod tables;
mod unmeant;
mod unread;
mod unread_lines;

use std::ops::Range;
use std::sync::Arc;

use source::{Diagnostic, Source};

pub use crate::escape::escape;
pub use body::{Body, Fence, Fragment, Heading, Html, Image, Options, Problem, Syntax};
pub use links::encoded;
pub use shown::Shown;

/// Reads the Markdown at `range` of the source.
pub fn parse(
    source: &Arc<Source>,
    range: Range<usize>,
    options: &Options,
) -> (Body, Vec<Diagnostic>) {
    let text = &source.text()[range.clone()];
    let mut body = render::document(text, range.start, options);
    let problems = std::mem::take(&mut body.problems);
    let diagnostics = problems.into_iter().map(|p| p.diagnostic(source)).collect();
    (body, diagnostics)
}

/// Reads a text of its own, such as a YAML field of `format: markdown`: headings have an
/// id only where `{#id}` gives one, and there are no footnotes, whose ids could meet those of others. Spans are offsets in `text`.
pub fn parse_text(text: &str, options: &Options) -> Body {
    render::field(text, options)
}

/// Reads one line of inline Markdown, without a paragraph around it; no text can begin a block.
/// Spans are offsets in `text`.
pub fn parse_inline(text: &str, options: &Options) -> Body {
    render::line(text, options)
}
