//! The state of one rendering, and what every part of it needs.

use std::ops::Range;

use math_core::LatexToMathML;
use pulldown_cmark::{Alignment, Event, TagEnd};

use super::body::{Body, Options, Problem};
use super::definitions::Notes;
use super::events::Spanned;
use super::heading_ids::HeadingIds;
use super::open::Open;
use super::output::Output;
use super::piece::Piece;
use source::Severity;
use source::diagnostic::MOST_KEPT;
use typography::{self, Edit};

/// Longer runs are rare.
const USUAL_RUN: usize = 1024;

/// So many mistakes of a text get a guess at what was meant.
pub(super) const MOST_GUESSES: usize = 20;

/// The state of one rendering.
pub(super) struct Renderer<'a> {
    pub text: &'a str,
    pub events: &'a [Spanned<'a>],
    pub options: &'a Options,
    /// Whether the text is an entry's body rather than a field.
    pub is_document: bool,
    /// What spans are moved by, and the length of what stands before the author's text.
    pub offset: usize,
    pub guard: usize,
    pub out: Output,
    pub body: Body,
    pub ids: HeadingIds<'a>,
    pub notes: Notes<'a>,
    pub table: Option<Table<'a>>,
    /// The HTML and the blocks around it that are open, innermost last.
    pub open_html: Vec<Open>,
    /// Collects the plain text of a heading.
    pub plain: Option<String>,
    /// The text of the current run of inline events, and what typography changes of it.
    pub flow: String,
    pub pieces: Vec<Piece>,
    pub edits: Vec<Edit>,
    /// Turns formulas into MathML; counts equations through the text.
    pub math: LatexToMathML,
}

impl<'a> Renderer<'a> {
    pub(super) fn new(text: &'a str, events: &'a [Spanned<'a>], options: &'a Options) -> Self {
        let mut out = Output::default();
        out.html.reserve(text.len() + text.len() / 4);
        Self {
            text,
            events,
            options,
            is_document: false,
            offset: 0,
            guard: 0,
            out,
            body: Body::default(),
            ids: HeadingIds::default(),
            notes: Notes::default(),
            table: None,
            open_html: Vec::new(),
            plain: None,
            flow: String::with_capacity(text.len().min(USUAL_RUN)),
            pieces: Vec::new(),
            edits: Vec::new(),
            math: LatexToMathML::default(),
        }
    }

    pub(super) fn finish(mut self) -> Body {
        self.body.fragments = self.out.finish();
        self.body
    }

    /// A place in the text as a place in the source.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<usize> {
        let moved = |at: usize| at.saturating_sub(self.guard) + self.offset;
        moved(range.start)..moved(range.end)
    }

    /// The first line of what is at `range`, which is where a mistake in a block is shown.
    pub(super) fn first_line(&self, range: &Range<usize>) -> Range<usize> {
        let line = self.text[range.clone()].lines().next().unwrap_or_default();
        range.start..range.start + line.trim_end().len()
    }

    /// Notes a mistake at `range` of the text: an error, until the caller says otherwise.
    pub(super) fn problem(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        range: &Range<usize>,
    ) -> &mut Problem {
        let span = self.span(range);
        self.body.problems.truncate(MOST_KEPT);
        self.body.problems.push(Problem {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            related: None,
            hint: None,
            name: None,
        });
        let last = self.body.problems.len() - 1;
        &mut self.body.problems[last]
    }

    /// Whether it is worth looking at every name to guess what was meant: of thousands of mistakes few are shown.
    pub(super) fn may_guess(&self) -> bool {
        self.body.problems.len() < MOST_GUESSES
    }

    /// The French or the English wording.
    pub(super) fn wording(&self, french: &'static str, english: &'static str) -> &'static str {
        if self.options.french { french } else { english }
    }

    /// A text of its own (an attribute, a caption) with the typography asked for.
    pub(super) fn typeset(&self, text: &str) -> String {
        if self.options.french {
            typography::french(text).into_owned()
        } else {
            text.to_owned()
        }
    }

    /// Index of the event that ends the block that begins at `start`; blocks of this kind do not nest.
    pub(super) fn end_of(&self, start: usize, end: TagEnd) -> usize {
        let rest = &self.events[start..];
        let is_end = |event: &Event<'_>| matches!(event, Event::End(other) if *other == end);
        let found = rest.iter().position(|(event, _)| is_end(event));
        found.map_or(self.events.len(), |i| start + i)
    }
}

/// The table being written; tables do not nest.
pub(super) struct Table<'a> {
    pub alignments: &'a [Alignment],
    pub column: usize,
    pub in_head: bool,
    /// Whether the body is open, so that a table of a head alone has none.
    pub has_body: bool,
}
