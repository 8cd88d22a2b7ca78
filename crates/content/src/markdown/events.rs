//! The events of the Markdown parser with their places.

use std::ops::Range;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use super::heading_attributes;

/// An event and the bytes of the text that it comes from.
pub(super) type Spanned<'a> = (Event<'a>, Range<usize>);

/// What is understood beside CommonMark in a text of several blocks.
pub(super) fn extensions() -> Extensions {
    Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_DEFINITION_LIST
        | Extensions::ENABLE_GFM
}

/// Most elements in each other. Browsers leave the structure beyond 512.
const MOST_DEPTH: usize = 200;

/// Most events of a text: some ten megabytes of prose, or a table of 160,000 cells.
const MOST_EVENTS: usize = 500_000;

/// Why a text is not read, and where.
pub(super) enum Excess {
    /// Elements stand too deep in each other.
    Depth(Range<usize>),
    /// There are too many elements.
    Number(Range<usize>),
}

impl Excess {
    /// The diagnostic's code, place, message and hint.
    pub(super) fn told(&self) -> (&'static str, &Range<usize>, String, &'static str) {
        match self {
            Self::Depth(place) => (
                "markdown-depth",
                place,
                format!("more than {MOST_DEPTH} elements stand in each other here"),
                "nest lists, quotations and emphasis less deeply",
            ),
            Self::Number(place) => (
                "markdown-size",
                place,
                "this text has more than 500,000 parts, counting where elements begin and end"
                    .to_owned(),
                "make several texts of it; a large table may stand in `content/_data/`",
            ),
        }
    }
}

/// The events of a text, which may hold formulas; or what is too much of it.
pub(super) fn events(
    text: &str,
    mut extensions: Extensions,
    math: bool,
) -> Result<Vec<Spanned<'_>>, Excess> {
    extensions.set(Extensions::ENABLE_MATH, math);
    let mut events = Vec::with_capacity(text.len() / 16);
    let (mut depth, mut reached, mut heading) = (0_usize, 1, 0);
    for (event, range) in Parser::new_ext(text, extensions).into_offset_iter() {
        match event {
            Event::Start(_) if depth == MOST_DEPTH => return Err(Excess::Depth(range)),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        reached = reached.max(range.start);
        match event {
            Event::Start(Tag::Heading { .. }) => heading = events.len(),
            Event::End(TagEnd::Heading(_)) => heading_attributes::take(text, &mut events, heading),
            _ => {}
        }
        if events.len() == MOST_EVENTS {
            return Err(Excess::Number(range));
        }
        if events.len() == events.capacity() {
            // As many as the text so far lets expect of the rest: doubling holds up to three times the memory.
            let expected = events.len() * (text.len() - reached) / reached;
            events.reserve_exact(expected.clamp(events.len() / 8 + 4, MOST_EVENTS));
        }
        events.push((event, range));
    }
    Ok(events)
}

/// Whether an event stands within a line of text.
pub(super) fn is_inline(event: &Event<'_>) -> bool {
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
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::InlineHtml(_)
        | Event::FootnoteReference(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::TaskListMarker(_) => true,
        _ => false,
    }
}
