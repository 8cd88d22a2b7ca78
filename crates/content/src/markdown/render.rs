//! Walks the events of the Markdown parser block by block and writes the fragments.

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, Options as Extensions, Tag, TagEnd};

use super::bare;
use super::body::{Body, Fragment, Options, Syntax};
use super::definitions::Notes;
use super::events::{Excess, Spanned, events, extensions, is_inline};
use super::heading_ids::HeadingIds;
use super::misread::one_line;
use super::renderer::Renderer;
use source::Severity;

/// An entry's body, whose spans are moved by `offset`.
pub(super) fn document(text: &str, offset: usize, options: &Options) -> Body {
    let (events, excess) = read(text, extensions(), options.syntax);
    let mut renderer = Renderer::new(text, &events, options);
    renderer.offset = offset;
    renderer.is_document = true;
    renderer.notes = Notes::of(&events);
    renderer.ids = HeadingIds::of_document(&events);
    renderer.body.headings.reserve_exact(renderer.ids.len());
    renderer.body.anchors.reserve_exact(renderer.ids.len());
    renderer.report_headings();
    renderer.blocks(0..events.len());
    renderer.notes_section();
    // What was not read may be used there.
    if excess.is_none() {
        renderer.report_notes_twice();
        renderer.report_unused_definitions();
    }
    renderer.report_excess(excess);
    renderer.hold_back_swallowed();
    renderer.finish()
}

/// A text of its own, without footnotes and without ids of its own making.
pub(super) fn field(text: &str, options: &Options) -> Body {
    let (events, excess) = read(text, extensions(), options.syntax);
    let mut renderer = Renderer::new(text, &events, options);
    renderer.notes = Notes::of(&events);
    renderer.ids = HeadingIds::of_field(&events);
    renderer.report_headings();
    renderer.blocks(0..events.len());
    renderer.report_excess(excess);
    renderer.hold_back_swallowed();
    renderer.finish()
}

/// One line without a paragraph around it.
pub(super) fn line(text: &str, options: &Options) -> Body {
    // Behind a full stop no text begins a block, and emphasis works as at the start of a line.
    let guarded = format!(".{}", text.trim().replace(['\n', '\r'], " "));
    // A line may stand in a link, which holds no other.
    let syntax = Syntax {
        autolinks: false,
        ..options.syntax
    };
    let (mut events, excess) = read(&guarded, Extensions::ENABLE_STRIKETHROUGH, syntax);
    if let Some((Event::Text(first), _)) = events.get_mut(1) {
        *first = first[1..].to_owned().into();
    }
    let mut renderer = Renderer::new(&guarded, &events, options);
    renderer.guard = 1;
    renderer.offset = text.len() - text.trim_start().len();
    renderer.inline(1..events.len().max(2) - 1);
    renderer.report_blocks(text.trim());
    renderer.report_excess(excess);
    renderer.finish()
}

/// The events of a text, with its bare addresses and names of emoji; none, and what is too much, where it asks too much.
fn read(text: &str, extensions: Extensions, syntax: Syntax) -> (Vec<Spanned<'_>>, Option<Excess>) {
    match events(text, extensions, syntax.math) {
        Ok(events) => (bare::rewrite(text, events, syntax), None),
        Err(excess) => (Vec::new(), Some(excess)),
    }
}

/// Mistakes that are none where a fence that is not closed swallowed what is missed.
const OF_SWALLOWED: [&str; 4] = [
    "unknown-definition",
    "unknown-footnote",
    "unused-definition",
    "unused-footnote",
];

impl Renderer<'_> {
    /// Takes back what only follows from a fence that is not closed.
    fn hold_back_swallowed(&mut self) {
        let problems = &mut self.body.problems;
        if problems.iter().any(|p| p.code == "unclosed-fence") {
            problems.retain(|p| !OF_SWALLOWED.contains(&p.code));
        }
    }

    fn report_excess(&mut self, excess: Option<Excess>) {
        let Some(excess) = excess else { return };
        let (code, place, message, hint) = excess.told();
        let line = self.first_line(place);
        self.problem(code, message, &line).hint = Some(hint.to_owned());
    }

    /// The first line of a text that would begin a heading, a list or another block in a body.
    fn report_blocks(&mut self, text: &str) {
        let is_heading = |line: &str| {
            let title = line.trim_start_matches('#');
            (1..7).contains(&(line.len() - title.len())) && title.starts_with(' ')
        };
        let starts = ["- ", "* ", "+ ", "> ", "|", "```"];
        let is_long = text.contains('\n');
        let mut begin = self.guard;
        for line in text.split('\n') {
            let is_block = is_long && starts.iter().any(|start| line.starts_with(start));
            if is_block || is_heading(line) {
                let place = begin..begin + line.trim_end().len();
                let message = format!(
                    "`{}` is shown as it is: this text is one line",
                    one_line(line)
                );
                let problem = self.problem("unread-markup", message, &place);
                problem.severity = Severity::Warning;
                let hint = "declare a field of `format: markdown` in a schema: it holds blocks, and needs no filter";
                problem.hint = Some(hint.to_owned());
                return;
            }
            begin += line.len() + 1;
        }
    }

    /// Writes the blocks of the events.
    pub(super) fn blocks(&mut self, range: Range<usize>) {
        self.begin_container();
        let mut at = range.start;
        while at < range.end {
            at = self.block(at);
        }
        self.end_container();
    }

    /// Writes what begins at event `at`; returns where to go on.
    fn block(&mut self, at: usize) -> usize {
        let events = self.events;
        let (event, range) = &events[at];
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Item | Tag::DefinitionListDefinition) => {
                self.begin_container()
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::DefinitionListDefinition) => {
                self.end_container()
            }
            _ => {}
        }
        match event {
            Event::Start(Tag::Paragraph) => return self.paragraph(at),
            Event::Start(Tag::Heading { level, .. }) => return self.heading(at, *level as u8),
            Event::Start(Tag::CodeBlock(kind)) => return self.code_block(at, kind),
            Event::Start(Tag::HtmlBlock) => return self.html_block(at),
            Event::Start(Tag::FootnoteDefinition(_)) => return self.notes.end_of(at) + 1,
            Event::Start(Tag::BlockQuote(Some(kind))) => self.admonition(*kind),
            Event::End(TagEnd::BlockQuote(Some(_))) => self.out.html("</aside>\n"),
            Event::Start(Tag::BlockQuote(None)) => self.out.html("<blockquote>\n"),
            Event::End(TagEnd::BlockQuote(None)) => self.out.html("</blockquote>\n"),
            Event::Start(Tag::DefinitionList) => self.out.html("<dl>\n"),
            Event::End(TagEnd::DefinitionList) => self.out.html("</dl>\n"),
            Event::Start(Tag::DefinitionListTitle) => self.out.html("<dt>"),
            Event::End(TagEnd::DefinitionListTitle) => self.out.html("</dt>\n"),
            Event::Start(Tag::DefinitionListDefinition) => {
                self.report_unmeant_term(range);
                self.out.html("<dd>");
            }
            Event::End(TagEnd::DefinitionListDefinition) => self.out.html("</dd>\n"),
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

    /// Opens a quotation that begins with a mark such as `[!NOTE]`.
    fn admonition(&mut self, kind: BlockQuoteKind) {
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", self.wording("Note", "Note")),
            BlockQuoteKind::Tip => ("tip", self.wording("Conseil", "Tip")),
            BlockQuoteKind::Important => ("important", self.wording("Important", "Important")),
            BlockQuoteKind::Warning => ("warning", self.wording("Avertissement", "Warning")),
            BlockQuoteKind::Caution => ("caution", self.wording("Attention", "Caution")),
        };
        self.out.html("<aside class=\"admonition admonition-");
        self.out.html(class);
        self.out.html("\">\n<p class=\"admonition-title\">");
        self.out.html(title);
        self.out.html("</p>\n");
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
        let range = &self.events[at].1;
        if memchr::memchr(b'|', &self.text.as_bytes()[range.clone()]).is_some() {
            let before = at.checked_sub(1).map(|before| &self.events[before].0);
            match before {
                Some(Event::End(TagEnd::Table)) => self.report_lost_row(range),
                _ => self.report_broken_table(range),
            }
        }
        self.out.html("<p>");
        self.inline(at + 1..end);
        self.out.html("</p>\n");
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
        if let Some(mut image) = self.image(range.start) {
            image.title = None;
            self.out.fragment(Fragment::Image(image));
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
