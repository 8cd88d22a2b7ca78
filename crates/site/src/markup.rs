//! What a site's templates write out themselves: their elements, and what their code says, with their places.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use rayon::prelude::*;
use render::{Called, Outline, Vocabulary};
use source::{Place, Source};

use crate::html::Document;

/// What stands for a character of an expression, whose text only rendering knows.
pub const UNKNOWN: char = '\u{1}';

/// A template as far as it can be read without rendering it.
#[derive(Clone, Debug)]
pub struct Markup {
    /// Its name below templates/.
    pub name: String,
    /// Its text.
    pub source: Arc<Source>,
    /// Its HTML, when it makes a page. Expressions are [`UNKNOWN`], statements and comments are spaces.
    pub document: Arc<Document>,
    /// Its expressions and statements, in their order.
    pub code: Vec<Code>,
    /// What it says.
    pub outline: Arc<Outline>,
    /// Its texts between quotes or tags, when it makes no page.
    pub literals: Vec<Literal>,
}

/// An expression or a statement.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its text, such as `if entry.image`.
    pub text: String,
    /// Its place, with the braces.
    pub span: Range<usize>,
    /// Whether its value is printed.
    pub is_expression: bool,
}

impl Code {
    /// Whether it is a `set` that takes what stands between it and `endset`, perhaps through a filter.
    pub fn is_set_block(&self) -> bool {
        let target = self.text.strip_prefix("set ");
        target.is_some_and(|rest| {
            rest.find(['=', '|'])
                .is_none_or(|at| rest[at..].starts_with('|'))
        })
    }
}

/// A text that is written out.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The text without its quotes.
    pub text: String,
    /// The place of that.
    pub place: Place,
}

/// The templates of a site; those that were read before, as they are, are taken from there.
pub fn read(site: &Site, before: &[Markup]) -> Vec<Markup> {
    let before: HashMap<&str, &Markup> = before.iter().map(|known| (&*known.name, known)).collect();
    let vocabulary = Vocabulary::new();
    let templates = site.templates.par_iter();
    templates
        .filter(|(name, _)| !name.ends_with(".schema.yaml"))
        .map(|(name, source)| match before.get(&**name) {
            Some(known) if known.is_of(source) => (*known).clone(),
            _ => Markup::read(name, source, &vocabulary),
        })
        .collect()
}

impl Markup {
    /// The texts that the template writes out as the first argument of a function.
    pub fn first_texts(&self, function: &str) -> impl Iterator<Item = Literal> {
        let calls = self.outline.calls.iter();
        let calls =
            calls.filter(move |call| call.called == Called::Function && call.name == function);
        calls.flat_map(|call| &call.first).map(|text| Literal {
            text: text.text.clone(),
            place: Place::new(&self.source, text.place.clone()),
        })
    }

    /// Whether some call of a function names what it wants in another way than by writing it out.
    pub fn computes(&self, function: &str) -> bool {
        let mut calls = self.outline.calls.iter();
        calls.any(|call| {
            call.called == Called::Function && call.name == function && call.first.is_empty()
        })
    }

    fn is_of(&self, source: &Arc<Source>) -> bool {
        Arc::ptr_eq(&self.source, source)
            || self.source.path == source.path && self.source.text() == source.text()
    }

    fn read(name: &str, source: &Arc<Source>, vocabulary: &Vocabulary) -> Self {
        let mut html = String::with_capacity(source.text().len());
        let mut code = Vec::new();
        for part in parts(&source.text()) {
            let text = &source.text()[part.span.clone()];
            let inner = text
                .get(2..text.len().saturating_sub(2))
                .unwrap_or_default();
            match part.kind {
                Kind::Text => html.push_str(text),
                Kind::Comment => html.push_str(&blank(text, ' ')),
                Kind::Expression | Kind::Statement => {
                    let is_expression = part.kind == Kind::Expression;
                    html.push_str(&blank(text, if is_expression { UNKNOWN } else { ' ' }));
                    code.push(Code {
                        text: inner.trim_matches(['-', '+']).trim().to_owned(),
                        span: part.span,
                        is_expression,
                    });
                }
            }
        }
        let is_page = name.ends_with(".html");
        Self {
            name: name.to_owned(),
            source: Arc::clone(source),
            literals: match is_page {
                true => Vec::new(),
                false => literals(source, &html),
            },
            document: Arc::new(match is_page {
                true => Document::parse(&html),
                false => Document::default(),
            }),
            code,
            outline: Arc::new(vocabulary.outline(&source.text())),
        }
    }
}

/// The words of some code, texts between quotes left out.
pub fn words(code: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let is_end = move |c: char| match quote {
        Some(open) => {
            if open == c {
                quote = None;
            }
            true
        }
        None => {
            if matches!(c, '"' | '\'') {
                quote = Some(c);
            }
            !c.is_alphanumeric() && c != '_'
        }
    };
    code.split(is_end).filter(|word| !word.is_empty())
}

fn literals(source: &Arc<Source>, text: &str) -> Vec<Literal> {
    let mut at = 0;
    let pieces = text.split(['"', '<', '>']).map(|piece| {
        let start = at + piece.len() - piece.trim_start().len();
        at += piece.len() + 1;
        Literal {
            text: piece.trim().to_owned(),
            place: Place::new(source, start..start + piece.trim().len()),
        }
    });
    pieces.collect()
}

/// As many bytes of something else; lines stay lines.
fn blank(text: &str, with: char) -> String {
    let bytes = text.bytes();
    bytes
        .map(|b| if b == b'\n' { '\n' } else { with })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Expression,
    Statement,
    Comment,
}

struct Part {
    kind: Kind,
    span: Range<usize>,
}

/// A template as its literal text, expressions, statements and comments, without gaps.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let found = text[at..].match_indices('{').find_map(|(i, _)| {
            let kind = match text.as_bytes().get(at + i + 1)? {
                b'{' => Kind::Expression,
                b'%' => Kind::Statement,
                b'#' => Kind::Comment,
                _ => return None,
            };
            Some((at + i, kind))
        });
        let (start, kind) = found.unwrap_or((text.len(), Kind::Text));
        if at < start {
            let span = at..start;
            parts.push(Part {
                kind: Kind::Text,
                span,
            });
        }
        at = start;
        if at < text.len() {
            at = end(text, start, kind);
            parts.push(Part {
                kind,
                span: start..at,
            });
        }
    }
    parts
}

/// Where what begins at `start` ends; quoted text inside does not end it.
fn end(text: &str, start: usize, kind: Kind) -> usize {
    let mark = match kind {
        Kind::Comment => "#}",
        Kind::Statement => "%}",
        _ => "}}",
    };
    let mut quote = None;
    let mut characters = text[start + 2..].char_indices();
    while let Some((i, c)) = characters.next() {
        match quote {
            _ if kind == Kind::Comment && !text[start + 2 + i..].starts_with(mark) => {}
            None if text[start + 2 + i..].starts_with(mark) => return start + 2 + i + mark.len(),
            None if matches!(c, '"' | '\'') => quote = Some(c),
            Some(_) if c == '\\' => drop(characters.next()),
            Some(open) if open == c => quote = None,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_icons_keep_their_places() {
        let text = "{# <p id=a> icon(\"no\") #}{% if a == \"%}\" %}<a href=\"/x/{{ b }}\">é</a>{% endif %}{{ icon( \"sun\", title=icon('moon')) }}{{ myicon(\"no\") }}{";
        let source = Source::new("templates/a.html", text);
        let markup = Markup::read("a.html", &source, &Vocabulary::new());
        let link = &markup.document.elements[0];
        assert_eq!(markup.document.elements.len(), 1);
        assert_eq!(&text[link.span.clone()], "<a href=\"/x/{{ b }}\">");
        assert_eq!(
            link.get("href"),
            Some("/x/\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}")
        );
        let statements = markup.code.iter().filter(|code| !code.is_expression);
        let statements: Vec<&str> = statements.map(|code| &*code.text).collect();
        assert_eq!(statements, ["if a == \"%}\"", "endif"]);
        let icons = markup.first_texts("icon");
        let icons: Vec<&str> = icons.map(|icon| &text[icon.place.span]).collect();
        assert_eq!(icons, ["sun", "moon"]);
    }
}
