//! What browsers read otherwise than it is written: comments and tags that nothing ends, attributes that are none.

use std::ops::Range;

use memchr::{memchr, memmem};
use source::html::{Error, Token, end_of};

/// How something is misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing ends a comment.
    Comment,
    /// A comment begins in another, which so ends where the inner one does.
    CommentInComment,
    /// The page ends within a tag.
    Tag,
    /// The name of an attribute holds a quote: none closes the value before it, or one stands there too much.
    Quote,
    /// The name of an attribute holds the beginning of another tag.
    NoAttribute,
    /// An end tag has attributes.
    FullEnd,
    /// A tag has an attribute twice.
    Repeated,
    /// Something stands before the document type.
    Doctype,
}

/// Something that is misread.
#[derive(Clone, Debug)]
pub struct Misread {
    /// How.
    pub kind: Kind,
    /// Its place in the text.
    pub span: Range<usize>,
    /// Whether it hides elements that were written.
    pub is_hiding: bool,
}

/// Finds it, token by token.
#[derive(Debug, Default)]
pub struct Reader<'a> {
    /// The text that is read.
    text: &'a str,
    found: Vec<Misread>,
    /// Where the last token ends.
    end: usize,
    /// The comment that was read last.
    comment: Range<usize>,
    /// Whether anything was read that stands behind a document type.
    is_begun: bool,
    /// Whether the tag that is read has an attribute twice.
    is_repeated: bool,
    /// Whether the end tag that is read has attributes.
    is_full_end: bool,
    ends_in_comment: bool,
    ends_in_tag: bool,
}

impl<'a> Reader<'a> {
    /// A reader of a text, before its first token.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// Reads the next token.
    pub fn read(&mut self, token: &Token) {
        match token {
            Token::Error(error) => {
                self.is_repeated |= error.value == Error::DuplicateAttribute;
                self.is_full_end |= error.value == Error::EndTagWithAttributes;
                self.ends_in_comment |= error.value == Error::EofInComment;
                self.ends_in_tag |= error.value == Error::EofInTag;
            }
            Token::StartTag(tag) => {
                let span = tag.span.start..tag.span.end;
                let letters = || tag.attributes.keys().flat_map(|name| name.iter());
                if letters().any(|letter| matches!(letter, b'"' | b'\'')) {
                    self.add(Kind::Quote, span);
                } else if letters().any(|letter| *letter == b'<') {
                    self.add(Kind::NoAttribute, span);
                } else if self.is_repeated {
                    self.add(Kind::Repeated, span);
                }
                (self.is_begun, self.is_repeated) = (true, false);
            }
            Token::EndTag(tag) => {
                let span = tag.span.start..tag.span.end;
                if std::mem::take(&mut self.is_full_end) {
                    let kind = match self.holds_tag(&span) {
                        true => Kind::NoAttribute,
                        false => Kind::FullEnd,
                    };
                    self.add(kind, span);
                }
                (self.is_begun, self.is_repeated) = (true, false);
            }
            Token::String(text) => {
                // A mark of the byte order is no text.
                let text_only = text.value.strip_prefix(b"\xef\xbb\xbf");
                let text_only = text_only.unwrap_or(&text.value).trim_ascii();
                self.is_begun |= !text_only.is_empty();
            }
            Token::Comment(comment) => {
                self.comment = comment.span.start..comment.span.end;
                if memmem::find(&comment.value, b"<!--").is_some() {
                    self.add(Kind::CommentInComment, self.comment.clone());
                }
            }
            Token::Doctype(doctype) => {
                if std::mem::replace(&mut self.is_begun, true) {
                    self.add(Kind::Doctype, doctype.span.start..doctype.span.end);
                }
            }
        }
        self.end = self.end.max(end_of(token));
    }

    /// What was found when the text is read.
    pub fn finish(mut self) -> Vec<Misread> {
        if self.ends_in_comment {
            let start = self.comment.start;
            self.found.retain(|one| one.span.start != start);
            self.add(Kind::Comment, start..start + "<!--".len());
        }
        if self.ends_in_tag {
            let len = self.text.len();
            self.add(Kind::Tag, self.end.min(len)..len);
        }
        self.found
    }

    /// Whether another tag may stand in a tag.
    fn holds_tag(&self, span: &Range<usize>) -> bool {
        let tag = self.text.as_bytes().get(span.start + 1..span.end);
        tag.is_none_or(|tag| memchr(b'<', tag).is_some())
    }

    fn add(&mut self, kind: Kind, span: Range<usize>) {
        let is_hiding = match kind {
            Kind::Comment | Kind::CommentInComment | Kind::Tag => true,
            Kind::Quote | Kind::NoAttribute => self.holds_tag(&span),
            Kind::FullEnd | Kind::Repeated | Kind::Doctype => false,
        };
        self.found.push(Misread {
            kind,
            span,
            is_hiding,
        });
    }
}
