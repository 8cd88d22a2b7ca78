//! HTML as tokens with places, by the tokenizer that the HTML standard describes.
//!
//! The library's is generic, and whoever names it compiles it. It is named here alone.

use html5gum::{DefaultEmitter, State, StringReader, Tokenizer};

pub use html5gum::{EndTag, Error, Span, StartTag};

/// A token; its places are bytes of the text.
pub type Token = html5gum::Token<usize>;

/// The tokens of a text, in its order.
#[derive(Debug)]
pub struct Tokens<'a> {
    tokenizer: Tokenizer<StringReader<'a>, DefaultEmitter<usize>>,
    /// How many drawings and formulas are open.
    foreign: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str, emitter: DefaultEmitter<usize>) -> Self {
        Self {
            tokenizer: Tokenizer::new_with_emitter(text, emitter),
            foreign: 0,
        }
    }

    /// Heeds a start tag that ends its own element, as browsers do in drawings and formulas: a `<title/>` there holds no
    /// text, which the tokenizer by itself goes on to read.
    fn follow(&mut self, token: &Token) {
        let is_foreign = |name: &[u8]| matches!(name, b"svg" | b"math");
        match token {
            Token::StartTag(tag) if tag.self_closing && self.foreign > 0 => {
                self.tokenizer.set_state(State::Data);
            }
            Token::StartTag(tag) if is_foreign(&tag.name) && !tag.self_closing => {
                self.foreign += 1;
            }
            Token::EndTag(tag) if is_foreign(&tag.name) => {
                self.foreign = self.foreign.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// Reads HTML, in which scripts, styles and titles hold text alone. Anything can be read: what is malformed becomes what
/// browsers make of it.
pub fn tokens(html: &str) -> Tokens<'_> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    Tokens::new(html, emitter)
}

/// Reads a feed or a sitemap, in which any element may hold others.
pub fn tokens_of_xml(text: &str) -> Tokens<'_> {
    Tokens::new(text, DefaultEmitter::new_with_span())
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
        if let Token::Error(error) = &token {
            is_cut |= error.value == Error::EofInTag;
        }
        begun = begun.max(end_of(&token));
    }
    is_cut.then_some(begun)
}

/// Where a token ends; a mistake takes no place.
pub fn end_of(token: &Token) -> usize {
    match token {
        Token::Error(_) => 0,
        Token::StartTag(tag) => tag.span.end,
        Token::EndTag(tag) => tag.span.end,
        Token::String(text) => text.span.end,
        Token::Comment(comment) => comment.span.end,
        Token::Doctype(doctype) => doctype.span.end,
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        // Reading from memory cannot fail.
        let token = self.tokenizer.next()?.ok()?;
        self.follow(&token);
        Some(token)
    }
}
