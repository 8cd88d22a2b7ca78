//! A finished page as its elements in order, read by the tokenizer that the HTML standard describes.

use std::cell::OnceCell;
use std::ops::{Deref, Range};

use source::html::{EndTag, Span, StartTag, Token, Tokens, tokens, tokens_of_xml};

use crate::misread::{Misread, Reader};

/// The elements of a page.
#[derive(Debug, Default)]
pub struct Document {
    /// In the order of their start tags.
    pub elements: Vec<Element>,
    /// End tags, in their order.
    pub ends: Vec<End>,
    /// What browsers read otherwise than it is written.
    pub misread: Vec<Misread>,
}

/// An end tag.
#[derive(Clone, Debug)]
pub struct End {
    /// Its name in lower case.
    pub name: String,
    /// Where it begins.
    pub at: usize,
}

/// One attribute.
#[derive(Clone, Debug, Default)]
pub struct Attribute {
    /// Its name in lower case.
    pub name: String,
    /// Its decoded value.
    pub value: String,
    /// Its place in the text.
    pub span: Range<usize>,
}

/// One element.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Its name in lower case.
    pub name: String,
    /// Its attributes, in alphabetical order.
    pub attributes: Vec<Attribute>,
    /// The place of its start tag in the text.
    pub span: Range<usize>,
    /// The text inside, for the elements of [`WITH_TEXT`] and those of XML.
    pub text: String,
    /// Whether its start tag ends it, which browsers heed in drawings and formulas alone.
    pub is_closed: bool,
    /// Whether it is part of a drawing, where `<title>` and `<style>` mean something else.
    pub in_svg: bool,
    /// Whether it stands in a `<template>`, whose ids are no ids of the page.
    pub in_template: bool,
}

/// The elements whose text is kept.
const WITH_TEXT: [&str; 4] = ["title", "script", "style", "h1"];

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        Some(self.attribute(name)?.value.as_str())
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }

    /// Whether the attribute is there with something else than white space.
    pub fn has_text(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.trim().is_empty())
    }

    /// The words of an attribute, such as those of `rel`.
    pub fn words(&self, name: &str) -> impl Iterator<Item = &str> {
        self.get(name).unwrap_or_default().split_ascii_whitespace()
    }
}

/// A page that is read when its elements are asked for, once: most are judged without.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The page.
    pub html: &'a str,
    document: OnceCell<Document>,
}

impl<'a> Parsed<'a> {
    /// A page that is not read yet.
    pub fn new(html: &'a str) -> Self {
        Self {
            html,
            document: OnceCell::new(),
        }
    }
}

impl Deref for Parsed<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        self.document.get_or_init(|| Document::parse(self.html))
    }
}

impl Document {
    /// Reads a page. Anything can be read: what is malformed becomes what browsers make of it.
    pub fn parse(html: &str) -> Self {
        Self::read(html, tokens(html), |name| WITH_TEXT.contains(&name))
    }

    /// Reads a feed or a sitemap, in which every element has its text.
    pub fn parse_xml(text: &str) -> Self {
        Self::read(text, tokens_of_xml(text), |_| true)
    }

    fn read(text: &str, tokens: Tokens<'_>, has_text: fn(&str) -> bool) -> Self {
        let mut document = Self::default();
        let mut reader = Reader::new(text);
        let mut inside = Inside {
            svg: 0,
            template: 0,
            texts: Vec::new(),
            has_text,
        };
        for token in tokens {
            reader.read(&token);
            match token {
                Token::StartTag(tag) => document.open(&tag, &mut inside),
                Token::EndTag(tag) => document.close(&tag, &mut inside),
                Token::String(part) if !inside.texts.is_empty() => {
                    let part = decoded(&part.value);
                    for (_, index) in &inside.texts {
                        document.elements[*index].text += &part;
                    }
                }
                _ => {}
            }
        }
        document.misread = reader.finish();
        document
    }

    /// Whether something that is misread hides elements that were written.
    pub fn is_hidden(&self) -> bool {
        self.misread.iter().any(|one| one.is_hiding)
    }

    /// The ids of the page, in order, with repetitions.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let live = self.elements.iter().filter(|e| !e.in_template);
        live.filter_map(|e| e.get("id"))
    }

    fn open(&mut self, tag: &StartTag<usize>, inside: &mut Inside) {
        let name = decoded(&tag.name);
        let attributes = tag.attributes.iter();
        let element = Element {
            attributes: attributes
                .map(|(name, value)| Attribute {
                    name: decoded(name),
                    value: decoded(value),
                    span: range(value.span),
                })
                .collect(),
            span: range(tag.span),
            text: String::new(),
            is_closed: tag.self_closing,
            in_svg: inside.svg > 0,
            in_template: inside.template > 0,
            name,
        };
        if !tag.self_closing {
            match element.name.as_str() {
                "svg" => inside.svg += 1,
                "template" => inside.template += 1,
                name if (inside.has_text)(name) => {
                    inside.texts.push((name.to_owned(), self.elements.len()));
                }
                _ => {}
            }
        }
        self.elements.push(element);
    }

    fn close(&mut self, tag: &EndTag<usize>, inside: &mut Inside) {
        let name = decoded(&tag.name);
        inside.close(&name);
        self.ends.push(End {
            name,
            at: tag.span.start,
        });
    }
}

fn range(span: Span<usize>) -> Range<usize> {
    span.start..span.end
}

/// Which elements are open.
struct Inside {
    svg: usize,
    template: usize,
    /// Names and indexes of the open elements whose text is kept.
    texts: Vec<(String, usize)>,
    /// Whether the text of an element is kept, by its name.
    has_text: fn(&str) -> bool,
}

impl Inside {
    fn close(&mut self, name: &str) {
        match name {
            "svg" => self.svg = self.svg.saturating_sub(1),
            "template" => self.template = self.template.saturating_sub(1),
            _ => {
                if let Some(place) = self.texts.iter().rposition(|(open, _)| open == name) {
                    self.texts.truncate(place);
                }
            }
        }
    }
}

fn decoded(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misread::Kind;

    #[test]
    fn scripts_comments_and_drawings_are_not_taken_for_elements() {
        let html = "<!-- <p id=a> --><script>if (a<b) '<p id=b>'</script>\
                    <svg><title id=c>T</title></svg><TITLE>A &amp; b</TITLE>\
                    <template><p id=d></template><p id='e f'>";
        let document = Document::parse(html);
        let ids: Vec<&str> = document.ids().collect();
        assert_eq!(ids, ["c", "e f"]);
        let titles: Vec<(&str, bool)> = document
            .elements
            .iter()
            .filter(|e| e.name == "title")
            .map(|e| (e.text.as_str(), e.in_svg))
            .collect();
        assert_eq!(titles, [("T", true), ("A & b", false)]);
        let last = &document.elements[document.elements.len() - 1];
        assert_eq!(&html[last.span.clone()], "<p id='e f'>");
        assert_eq!(&html[last.attributes[0].span.clone()], "id='e f'");
        assert_eq!(document.elements[0].text, "if (a<b) '<p id=b>'");
    }

    #[test]
    fn finds_what_is_written_otherwise_than_it_is_read() {
        let check = |html: &str, expected: &[(Kind, &str)]| {
            let misread = Document::parse(html).misread;
            let kinds = misread.iter().map(|one| one.kind);
            assert!(
                kinds.eq(expected.iter().map(|(kind, _)| *kind)),
                "{html}: {misread:?}"
            );
            for (one, (_, begin)) in misread.iter().zip(expected) {
                assert!(html[one.span.start..].starts_with(begin), "{html}: {one:?}");
            }
        };
        check("<!-- a --><!doctype html> <p id=a class='b'>c < d", &[]);
        check("\u{feff}<!doctype html>", &[]);
        check("<!--[if !IE]><!--><p>a<!--<![endif]-->", &[]);
        check("<p>a<!-- b <p>c", &[(Kind::Comment, "<!--")]);
        check("a<!-- b <!-- c --> d", &[(Kind::CommentInComment, "<!--")]);
        check("a<!-- b <!-- c", &[(Kind::Comment, "<!--")]);
        check("<p>a</p", &[(Kind::Tag, "</p")]);
        check("<p>a<a href=\"b>c</a>", &[(Kind::Tag, "<a href=\"b>c</a>")]);
        check(
            "<a href=\"b>c</a><i id=\"d\">",
            &[(Kind::Quote, "<a href=\"b>c</a><i id=\"d\">")],
        );
        check(
            "<p class=a class=b><p class=c>",
            &[(Kind::Repeated, "<p class=a class=b>")],
        );
        check("<p class=\"a\"\">", &[(Kind::Quote, "<p class")]);
        check("<div <p>a", &[(Kind::NoAttribute, "<div <p>")]);
        check("<div>a</div <p>", &[(Kind::NoAttribute, "</div <p>")]);
        check("<p>a</p class=\"b\">", &[(Kind::FullEnd, "</p class")]);
        check("a<!doctype html>", &[(Kind::Doctype, "<!doctype html>")]);
    }

    #[test]
    fn what_holds_another_tag_hides_it() {
        let check = |html: &str, expected: bool| {
            assert_eq!(Document::parse(html).is_hidden(), expected, "{html}");
        };
        check("<p>a</p class=\"b\">", false);
        check("<p>a</p \"b\">", false);
        check("<p>a</p class=\"b><a href=\"/c\">", true);
        check("<div>a</div <p>", true);
        check("<p class=\"a\"\">", false);
        check("<a href=\"b>c</a><i id=\"d\">", true);
        check("<div <p>a", true);
        check("<p>a</p", true);
        check("<p class=a class=b>", false);
        check("<svg><title/><p id=a>", false);
    }
}
