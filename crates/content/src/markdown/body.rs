//! What is read from a Markdown text, and how it is asked for.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::highlight::{Coloured, Highlight};
use source::{Diagnostic, Severity, Source};

/// How Markdown is turned into HTML.
#[derive(Clone, Debug)]
pub struct Options {
    /// Colours code by classes; none leaves it plain.
    pub highlight: Option<Highlight>,
    /// Apply French typography, and label what is read out in French rather than in English.
    pub french: bool,
    /// What becomes of HTML.
    pub html: Html,
    /// What texts may hold beside CommonMark.
    pub syntax: Syntax,
}

/// What settings add to what a text may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Syntax {
    /// Bare addresses are links, but in lines of their own.
    pub autolinks: bool,
    /// What stands between dollar signs is a formula.
    pub math: bool,
    /// Names between colons are emoji.
    pub emoji: bool,
}

impl Default for Syntax {
    fn default() -> Self {
        Self {
            autolinks: true,
            math: false,
            emoji: false,
        }
    }
}

/// What becomes of HTML in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Html {
    /// It is a mistake, but for a few elements without attributes.
    #[default]
    Refused,
    /// The elements and attributes of a list pass; what is left out is told.
    Listed,
    /// It passes as it is written.
    All,
}

/// What was read from a Markdown text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The HTML, cut where something has to be resolved; adjacent HTML is one fragment.
    pub fragments: Vec<Fragment>,
    /// The headings, in order.
    pub headings: Vec<Heading>,
    /// Every id in the HTML: of headings, notes and calls of notes.
    pub anchors: Vec<String>,
    /// Words of readable text, those of components included, those of code blocks not.
    pub words: usize,
    /// The code that was coloured, to be kept for the next build.
    #[serde(skip)]
    pub coloured: Coloured,
    /// Mistakes, with places in the text that was given; always empty behind [`super::parse`], which
    /// returns them as diagnostics.
    #[serde(skip)]
    pub problems: Vec<Problem>,
}

/// A heading that has an id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Unique in the body.
    pub id: String,
    /// Its text without markup.
    pub text: String,
}

/// A piece of a body. Spans are byte offsets in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fragment {
    /// Safe HTML.
    Html(String),
    /// Stands where the value of an `href` attribute goes, between the quotes.
    Link {
        /// As written: a path, a relative file, an anchor or an address of a safe scheme. Shared by all that keep it.
        href: Arc<str>,
        /// The destination's place, or the whole link's when it is written elsewhere.
        span: Range<usize>,
    },
    /// Stands where an image goes.
    Image(Box<Image>),
    /// A ```` ```component NAME ```` fence, whose name is the template's.
    Component(Box<Fence>),
    /// A ```` ```island NAME ```` fence, whose content is the props.
    Island(Box<Fence>),
}

impl Fragment {
    /// The place of what has to be resolved.
    pub fn span(&self) -> Option<&Range<usize>> {
        match self {
            Self::Html(_) => None,
            Self::Link { span, .. } => Some(span),
            Self::Image(image) => Some(&image.span),
            Self::Component(fence) | Self::Island(fence) => Some(&fence.span),
        }
    }
}

/// An image of a body. Most fragments are HTML and links: what is larger and rarer stands in a box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// As written.
    pub src: String,
    /// Plain text.
    pub alt: String,
    /// Plain text; an image alone in its paragraph has it as a caption instead.
    pub title: Option<String>,
    /// The destination's place.
    pub span: Range<usize>,
}

/// A fence of a body that asks for something made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fence {
    /// What it asks for.
    pub name: String,
    /// Its content.
    pub yaml: String,
    /// Where the content starts in the source; exact lines follow unless the fence is inside
    /// a list or a quotation.
    pub yaml_offset: usize,
    /// Its first line.
    pub span: Range<usize>,
    /// What mounts an island (`load`, `idle`, `visible`, `interaction`, `media (…)`), if given.
    pub on: Option<String>,
}

/// A mistake in a Markdown text whose source is not known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The diagnostic's code.
    pub code: &'static str,
    /// Whether the build fails.
    pub severity: Severity,
    /// The diagnostic's message.
    pub message: String,
    /// Where it is.
    pub span: Range<usize>,
    /// Another place that matters, and what to say of it.
    pub related: Option<(Range<usize>, &'static str)>,
    /// How to mend it.
    pub hint: Option<String>,
    /// The name that it is about, where others know what that may have meant.
    pub name: Option<String>,
}

impl Problem {
    pub(super) fn diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let diagnostic = match self.severity {
            Severity::Error => Diagnostic::error(self.code, self.message),
            Severity::Warning => Diagnostic::warning(self.code, self.message),
        };
        let mut diagnostic = diagnostic.at(source, self.span).maybe_hint(self.hint);
        if let Some(name) = self.name {
            diagnostic = diagnostic.about_name(name);
        }
        if let Some((span, text)) = self.related {
            diagnostic = diagnostic.label(source, span, text);
        }
        diagnostic
    }
}
