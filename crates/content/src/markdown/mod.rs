//! Markdown to fragments: HTML, and places where a link, an image, a component or an island will stand.

mod fence;
mod footnotes;
mod raw;
mod writer;

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source};

/// How Markdown is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether code is coloured.
    pub highlight: bool,
    /// Whether texts are typeset as French.
    pub french: bool,
}

/// A text that was read. It knows no address, so it can be kept while routes change.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The text, piece by piece.
    pub fragments: Vec<Fragment>,
    /// Its headings, in order.
    pub headings: Vec<Heading>,
    /// The ids of its elements.
    pub anchors: Vec<String>,
    /// How many words there are to read, those in components included, code left out.
    pub words: usize,
}

/// A heading, for tables of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its anchor.
    pub id: String,
    /// Its text without markup.
    pub text: String,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fragment {
    /// Finished HTML.
    Html(String),
    /// Stands where the value of an `href` attribute goes.
    Link {
        /// The link as it was written.
        href: String,
        /// Its place in the file.
        span: Range<usize>,
    },
    /// Stands where an image goes.
    Image {
        /// The path as it was written.
        src: String,
        /// What it shows.
        alt: String,
        /// Its title, when it is no caption.
        title: Option<String>,
        /// Its place in the file.
        span: Range<usize>,
    },
    /// Stands where a component goes.
    Component {
        /// The component's name.
        name: String,
        /// Its data, as YAML text.
        yaml: String,
        /// Where the YAML stands in the file.
        yaml_offset: usize,
        /// The place of the fence's first line.
        span: Range<usize>,
    },
    /// Stands where an island goes.
    Island {
        /// The island's name.
        name: String,
        /// Its props, as YAML text.
        yaml: String,
        /// Where the YAML stands in the file.
        yaml_offset: usize,
        /// The place of the fence's first line.
        span: Range<usize>,
        /// When it wakes, when the fence says so.
        on: Option<String>,
    },
}

/// Reads the Markdown that stands at `range` of a file: CommonMark with GFM tables, strikethrough,
/// task lists and footnotes, heading ids, component and island fences. Raw HTML is refused but for
/// a few plain inline elements; no style attribute or handler can result.
pub fn parse(
    source: &Arc<Source>,
    range: Range<usize>,
    options: &Options,
) -> (Body, Vec<Diagnostic>) {
    let text = &source.text[range.clone()];
    let place = writer::Place {
        source: Some(source),
        offset: range.start,
    };
    writer::write(text, place, options)
}

/// Reads a Markdown text of a YAML field. Mistakes in it have no place of their own.
pub fn parse_text(text: &str, options: &Options) -> Body {
    let place = writer::Place {
        source: None,
        offset: 0,
    };
    writer::write(text, place, options).0
}

/// Reads a short Markdown text and takes the paragraph around it away.
pub fn parse_inline(text: &str, options: &Options) -> Body {
    let mut body = parse_text(text, options);
    let is_one = body
        .fragments
        .iter()
        .filter(|f| matches!(f, Fragment::Html(h) if h.contains("<p>")))
        .count()
        == 1;
    if !is_one {
        return body;
    }
    if let Some(Fragment::Html(first)) = body.fragments.first_mut() {
        if let Some(rest) = first.strip_prefix("<p>") {
            *first = rest.to_owned();
        }
    }
    if let Some(Fragment::Html(last)) = body.fragments.last_mut() {
        if let Some(rest) = last.strip_suffix("</p>\n") {
            *last = rest.to_owned();
        }
    }
    body
}
