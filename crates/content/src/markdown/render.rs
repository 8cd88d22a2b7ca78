//! Walks the events of the Markdown parser block by block and writes the fragments.

use std::ops::Range;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use super::headings::HeadingIds;
use super::notes::Notes;
use super::output::Output;
use super::tables::Table;
use super::{Body, Fragment, Options, Problem};
use crate::typography::{self, Edit};
use source::Severity;

/// An event and the bytes of the text that it comes from.
pub(super) type Spanned<'a> = (Event<'a>, Range<usize>);

/// An entry's body, whose spans are moved by `offset`.
pub(super) fn document(text: &str, offset: usize, options: &Options) -> Body {
    let events = events(text, extensions());
    let mut renderer = Renderer::new(text, &events, options);
    renderer.offset = offset;
    renderer.is_document = true;
    renderer.notes = Notes::of(&events);
    renderer.ids = HeadingIds::of_document(&events);
    renderer.report_headings();
    renderer.blocks(0..events.len());
    renderer.notes_section();
    renderer.finish()
}

/// A text of its own, without footnotes and without ids of its own making.
pub(super) fn field(text: &str, options: &Options) -> Body {
    let events = events(text, extensions());
    let mut renderer = Renderer::new(text, &events, options);
    renderer.notes = Notes::of(&events);
    renderer.ids = HeadingIds::of_field(&events);
    renderer.report_headings();
    renderer.blocks(0..events.len());
    renderer.finish()
}

/// One line without a paragraph around it.
pub(super) fn line(text: &str, options: &Options) -> Body {
    // Behind a full stop no text begins a block, and emphasis works as at the start of a line.
    let guarded = format!(".{}", text.trim().replace(['\n', '\r'], " "));
    let mut events = events(&guarded, Extensions::ENABLE_STRIKETHROUGH);
    if let Some((Event::Text(first), _)) = events.get_mut(1) {
        *first = first[1..].to_owned().into();
    }
    let mut renderer = Renderer::new(&guarded, &events, options);
    renderer.guard = 1;
    renderer.offset = text.len() - text.trim_start().len();
    renderer.inline(1..events.len().saturating_sub(1));
    renderer.finish()
}

fn extensions() -> Extensions {
    Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_HEADING_ATTRIBUTES
}

fn events(text: &str, extensions: Extensions) -> Vec<Spanned<'_>> {
    let mut events = Vec::with_capacity(text.len() / 16);
    events.extend(Parser::new_ext(text, extensions).into_offset_iter());
    events
}

/// The state of one rendering.
pub(super) struct Renderer<'a> {
    pub text: &'a str,
    pub events: &'a [Spanned<'a>],
    pub options: &'a Options,
    /// Whether the text is an entry's body rather than a field.
    pub is_document: bool,
    /// What spans are moved by, and the length of what stands before the author's text.
    offset: usize,
    guard: usize,
    pub out: Output,
    pub body: Body,
    pub ids: HeadingIds<'a>,
    pub notes: Notes<'a>,
    pub table: Option<Table<'a>>,
    /// Collects the plain text of a heading or of the first paragraph.
    pub plain: Option<String>,
    /// The text of the current run of inline events, and what typography changes of it.
    pub flow: String,
    pub edits: Vec<Edit>,
}

impl<'a> Renderer<'a> {
    fn new(text: &'a str, events: &'a [Spanned<'a>], options: &'a Options) -> Self {
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
            plain: None,
            flow: String::new(),
            edits: Vec::new(),
        }
    }

    fn finish(mut self) -> Body {
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
        self.body.problems.push(Problem {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            related: None,
            hint: None,
        });
        let last = self.body.problems.len() - 1;
        &mut self.body.problems[last]
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
        let found = rest.iter().position(|(event, _)| *event == Event::End(end));
        found.map_or(self.events.len(), |i| start + i)
    }

    /// Writes the blocks of the events.
    pub(super) fn blocks(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            at = self.block(at);
        }
    }

    /// Writes what begins at event `at`; returns where to go on.
    fn block(&mut self, at: usize) -> usize {
        let events = self.events;
        let (event, range) = &events[at];
        match event {
            Event::Start(Tag::Paragraph) => return self.paragraph(at),
            Event::Start(Tag::Heading { level, .. }) => return self.heading(at, *level as u8),
            Event::Start(Tag::CodeBlock(kind)) => return self.code_block(at, kind),
            Event::Start(Tag::HtmlBlock) => return self.html_block(at),
            Event::Start(Tag::FootnoteDefinition(_)) => return self.notes.end_of(at) + 1,
            Event::Start(Tag::BlockQuote(_)) => self.out.html("<blockquote>\n"),
            Event::End(TagEnd::BlockQuote(_)) => self.out.html("</blockquote>\n"),
            Event::Start(Tag::List(start)) => self.list(*start),
            Event::End(TagEnd::List(ordered)) => {
                self.out.html(if *ordered { "</ol>\n" } else { "</ul>\n" });
            }
            Event::Start(Tag::Item) => {
                let is_task = self.is_task(at);
                self.out.html(if is_task {
                    "<li class=\"task\">"
                } else {
                    "<li>"
                });
            }
            Event::End(TagEnd::Item) => self.out.html("</li>\n"),
            Event::Rule => self.out.html("<hr>\n"),
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(
                TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell,
            ) => self.table_event(at),
            event if is_inline(event) => {
                let rest = &events[at..];
                let len = rest.iter().take_while(|(e, _)| is_inline(e)).count();
                self.inline(at..at + len);
                return at + len;
            }
            _ => debug_assert!(false, "unexpected {event:?} at {range:?}"),
        }
        at + 1
    }

    fn list(&mut self, start: Option<u64>) {
        match start {
            None => self.out.html("<ul>\n"),
            Some(1) => self.out.html("<ol>\n"),
            Some(first) => self.out.html(&format!("<ol start=\"{first}\">\n")),
        }
    }

    /// Whether the list item that begins at `at` has a checkbox.
    fn is_task(&self, at: usize) -> bool {
        let mut next = self.events[at + 1..].iter().map(|(event, _)| event);
        let mut first = next.next();
        if matches!(first, Some(Event::Start(Tag::Paragraph))) {
            first = next.next();
        }
        matches!(first, Some(Event::TaskListMarker(_)))
    }

    fn paragraph(&mut self, at: usize) -> usize {
        let end = self.end_of(at, TagEnd::Paragraph);
        if self.figure(at + 1..end) {
            return end + 1;
        }
        let is_first = self.body.excerpt.is_empty() && self.plain.is_none();
        if is_first {
            self.plain = Some(String::new());
        }
        let range = &self.events[at].1;
        if self.text[range.clone()].contains('|') {
            self.report_broken_table(range);
        }
        self.out.html("<p>");
        self.inline(at + 1..end);
        self.out.html("</p>\n");
        if is_first {
            self.body.excerpt = self.plain.take().unwrap_or_default();
        }
        end + 1
    }

    /// Writes a paragraph that holds nothing but an image as a figure, its title as the caption.
    fn figure(&mut self, range: Range<usize>) -> bool {
        let events = self.events;
        let Some((Event::Start(Tag::Image { title, .. }), _)) = events.get(range.start) else {
            return false;
        };
        if self.image_end(range.start) + 1 != range.end {
            return false;
        }
        self.out.html("<figure>");
        let mut image = self.image(range.start);
        if let Some(Fragment::Image { title, .. }) = &mut image {
            *title = None;
        }
        if let Some(image) = image {
            self.out.fragment(image);
        }
        if !title.is_empty() {
            let caption = self.typeset(title);
            self.out.html("<figcaption>");
            self.out.text(&caption);
            self.out.html("</figcaption>");
        }
        self.out.html("</figure>\n");
        true
    }
}

/// Whether an event stands within a line of text.
fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ),
        Event::End(end) => matches!(
            end,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
        ),
        Event::Text(_)
        | Event::Code(_)
        | Event::InlineHtml(_)
        | Event::FootnoteReference(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::TaskListMarker(_) => true,
        _ => false,
    }
}
