//! HTML as tokens with places, by the tokenizer that the HTML standard describes.
//!
//! The library's is generic, and whoever names it compiles it. It is named here alone.

use html5gum::{DefaultEmitter, StringReader, Tokenizer};

pub use html5gum::{EndTag, Error, Span, StartTag};

/// A token; its places are bytes of the text.
pub type Token = html5gum::Token<usize>;

/// The tokens of a text, in its order.
#[derive(Debug)]
pub struct Tokens<'a>(Tokenizer<StringReader<'a>, DefaultEmitter<usize>>);

/// Reads HTML, in which scripts, styles and titles hold text alone. Anything can be read: what is malformed becomes what
/// browsers make of it.
pub fn tokens(html: &str) -> Tokens<'_> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    Tokens(Tokenizer::new_with_emitter(html, emitter))
}

/// Reads a feed or a sitemap, in which any element may hold others.
pub fn tokens_of_xml(text: &str) -> Tokens<'_> {
    Tokens(Tokenizer::new_with_emitter(
        text,
        DefaultEmitter::new_with_span(),
    ))
}

/// Whether an element holds nothing and so has no end tag (HTML standard, 13.1.2).
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Where the tag begins within which HTML ends, if it does: browsers make no element of it.
pub fn cut_tag(html: &str) -> Option<usize> {
    let (mut is_cut, mut begun) = (false, 0);
    for token in tokens(html) {
        let end = match token {
            Token::Error(error) => {
                is_cut |= error.value == html5gum::Error::EofInTag;
                0
            }
            Token::StartTag(tag) => tag.span.end,
            Token::EndTag(tag) => tag.span.end,
            Token::String(text) => text.span.end,
            Token::Comment(comment) => comment.span.end,
            Token::Doctype(doctype) => doctype.span.end,
        };
        begun = begun.max(end);
    }
    is_cut.then_some(begun)
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        // Reading from memory cannot fail.
        self.0.next()?.ok()
    }
}
