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

/// The events of a text, which may hold formulas.
pub(super) fn events(text: &str, mut extensions: Extensions, math: bool) -> Vec<Spanned<'_>> {
    extensions.set(Extensions::ENABLE_MATH, math);
    let mut events = Vec::with_capacity(text.len() / 16);
    events.extend(Parser::new_ext(text, extensions).into_offset_iter());
    events
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
