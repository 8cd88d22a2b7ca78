//! The events of the Markdown parser with their places.

use std::ops::Range;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

/// An event and the bytes of the text that it comes from.
pub(super) type Spanned<'a> = (Event<'a>, Range<usize>);

/// What is understood beside CommonMark in a text of several blocks.
pub(super) fn extensions() -> Extensions {
    Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_HEADING_ATTRIBUTES
        | Extensions::ENABLE_DEFINITION_LIST
        | Extensions::ENABLE_GFM
}

/// Most elements in each other. Browsers leave the structure beyond 512.
pub(super) const MOST_DEPTH: usize = 200;

/// The events of a text, which may hold formulas; or where elements stand too deep in each other.
pub(super) fn events(
    text: &str,
    mut extensions: Extensions,
    math: bool,
) -> Result<Vec<Spanned<'_>>, Range<usize>> {
    extensions.set(Extensions::ENABLE_MATH, math);
    let mut events = Vec::with_capacity(text.len() / 16);
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, extensions).into_offset_iter() {
        match event {
            Event::Start(_) if depth == MOST_DEPTH => return Err(range),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
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
