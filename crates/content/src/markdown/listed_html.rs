//! HTML by a list of elements and attributes: read by the tokenizer that the HTML standard describes and written anew, so
//! that nothing passes that was not understood. Links and images become those of Markdown, and are judged as those are.

use std::ops::Range;

use super::open::{CLOSED_BY_OTHERS, Open};
use super::renderer::Renderer;
use super::{Fragment, Image};
use source::Severity;
use source::html::{self, Span, StartTag, Token};

/// Elements that may stand within a line, and anywhere else.
const IN_LINES: [&str; 33] = [
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "i", "img",
    "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "u", "var", "wbr",
];

/// Elements that begin a line of their own.
const IN_BLOCKS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "header",
    "hr",
    "li",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Left out with all that they hold: it is no text.
const UNREAD: [&str; 13] = [
    "audio", "canvas", "iframe", "math", "noscript", "object", "script", "select", "style", "svg",
    "template", "textarea", "video",
];

/// Most elements that stand in each other; more is no text that somebody wrote.
const MOST_OPEN: usize = 100;

/// Attributes that every listed element may have, besides `data-…` and `aria-…`.
const ATTRIBUTES: [&str; 6] = ["class", "dir", "id", "lang", "role", "title"];

/// Whether an element may have an attribute.
fn is_listed(element: &str, attribute: &str) -> bool {
    let own: &[&str] = match element {
        "ol" => &["reversed", "start", "type"],
        "li" | "data" => &["value"],
        "td" | "th" => &["colspan", "headers", "rowspan", "scope"],
        "col" | "colgroup" => &["span"],
        "details" => &["name", "open"],
        "time" | "del" | "ins" => &["datetime"],
        _ => &[],
    };
    let is_free = attribute.starts_with("data-") || attribute.starts_with("aria-");
    is_free || ATTRIBUTES.contains(&attribute) || own.contains(&attribute)
}

/// The listed element of this name, and whether it may stand within a line.
fn listed(name: &str) -> Option<(&'static str, bool)> {
    let find = |all: &[&'static str]| all.iter().find(|one| **one == name).copied();
    find(&IN_LINES)
        .map(|name| (name, true))
        .or(find(&IN_BLOCKS).map(|name| (name, false)))
}

/// A run of HTML, and where it stands in the text.
struct Piece<'a> {
    range: &'a Range<usize>,
    /// Whether it stands there as it is read, without the marks of a list or a quotation between its lines.
    is_verbatim: bool,
}

impl Piece<'_> {
    fn place(&self, renderer: &Renderer<'_>, span: Span<usize>) -> Range<usize> {
        match self.is_verbatim {
            true => self.range.start + span.start..self.range.start + span.end,
            false => renderer.first_line(self.range),
        }
    }
}

impl Renderer<'_> {
    /// Writes what is listed of the HTML at `range`, within a line; what it opens is `open`ed.
    pub(super) fn listed_in_line(
        &mut self,
        html: &str,
        range: &Range<usize>,
        open: &mut Vec<Open>,
    ) {
        self.listed_html(html, range, open, true);
    }

    /// Writes what is listed of the block of HTML at `range`.
    pub(super) fn listed_block(&mut self, html: &str, range: &Range<usize>) {
        let mut open = std::mem::take(&mut self.open_html);
        self.listed_html(html, range, &mut open, false);
        self.open_html = open;
    }

    fn listed_html(
        &mut self,
        html: &str,
        range: &Range<usize>,
        open: &mut Vec<Open>,
        in_line: bool,
    ) {
        let piece = Piece {
            range,
            is_verbatim: self.text.get(range.clone()) == Some(html),
        };
        let mut unread: Option<String> = None;
        for token in html::tokens(html) {
            match token {
                Token::Comment(comment) if unread.is_none() => {
                    self.unwritten(html, comment.span, &piece);
                }
                Token::Doctype(doctype) if unread.is_none() => {
                    self.unwritten(html, doctype.span, &piece);
                }
                Token::EndTag(tag) => {
                    let name = decoded(&tag.name);
                    if unread.as_ref().is_some_and(|unread| *unread == name) {
                        unread = None;
                    } else if unread.is_none() {
                        let place = piece.place(self, tag.span);
                        self.close_listed(&name, &place, open, in_line);
                    }
                }
                _ if unread.is_some() => {}
                Token::StartTag(tag) => {
                    let name = decoded(&tag.name);
                    let place = piece.place(self, tag.span);
                    let is_unread = UNREAD.contains(&&*name);
                    if open.len() > MOST_OPEN {
                        self.left_out(
                            &place,
                            format!(
                                "`<{name}>` is left out: {MOST_OPEN} elements are open around it"
                            ),
                        );
                    } else if let Some((name, _)) =
                        listed(&name).filter(|(_, fits)| *fits || !in_line)
                    {
                        self.open_listed(name, &tag, &piece, open);
                    } else if is_unread && !in_line {
                        self.left_out(&place, format!("`<{name}>` is left out with what it holds"));
                        unread = (!tag.self_closing).then_some(name);
                    } else if listed(&name).is_some() {
                        let message = format!(
                            "`<{name}>` is left out: it cannot stand within a line of text"
                        );
                        self.left_out(&place, message);
                    } else {
                        self.left_out(
                            &place,
                            format!("`<{name}>` is left out, what it holds is not"),
                        );
                    }
                }
                Token::String(text) => {
                    let text = decoded(&text.value);
                    self.body.words += text.split_whitespace().count();
                    let text = self.typeset(&text);
                    self.out.text(&text);
                }
                _ => {}
            }
        }
    }

    /// Tells of what browsers take for a comment, though it is none: it is left out like one.
    fn unwritten(&mut self, html: &str, span: Span<usize>, piece: &Piece<'_>) {
        let written = &html[span.start..span.end];
        if !written.starts_with("<!--") {
            let sign = written.split(char::is_whitespace).next().unwrap_or(written);
            let message = format!("`{sign}` is left out with what it holds");
            let place = piece.place(self, span);
            self.left_out(&place, message);
        }
    }

    fn open_listed(
        &mut self,
        name: &'static str,
        tag: &StartTag<usize>,
        piece: &Piece<'_>,
        open: &mut Vec<Open>,
    ) {
        let place = piece.place(self, tag.span);
        let mut attributes = Vec::with_capacity(tag.attributes.len());
        for (attribute, value) in &tag.attributes {
            let span = piece.place(self, value.span);
            attributes.push((decoded(attribute), decoded(&value.value), span));
        }
        if name == "img" {
            return self.listed_image(attributes, &place);
        }
        self.close_others(name, open);
        self.out.html("<");
        self.out.html(name);
        for (attribute, value, span) in attributes {
            match &*attribute {
                "href" if name == "a" => self.listed_link(value, &place),
                "id" => self.listed_id(value, &span),
                "title" | "aria-label" => {
                    let value = self.typeset(&value);
                    self.out.attribute(&attribute, &value);
                }
                _ if is_listed(name, &attribute) => self.out.attribute(&attribute, &value),
                _ => self.left_out(
                    &span,
                    format!("the attribute `{attribute}` of `<{name}>` is left out"),
                ),
            }
        }
        self.out.html(">");
        if !html::is_void(name) {
            open.push(Open::Raw(name, place));
        }
    }

    fn listed_id(&mut self, id: String, place: &Range<usize>) {
        if !self.ids.take(&id) {
            let message = format!("the anchor `#{id}` stands twice in this text");
            self.problem("duplicate-anchor", message, place).hint =
                Some("give every element an id of its own".to_owned());
            return;
        }
        self.out.attribute("id", &id);
        self.body.anchors.push(id);
    }

    fn listed_link(&mut self, href: String, place: &Range<usize>) {
        if self.refuse(&href, place) {
            return;
        }
        let (href, span) = (href.into(), self.span(place));
        self.out.html(" href=\"");
        self.out.fragment(Fragment::Link { href, span });
        self.out.html("\"");
    }

    /// The engine gives an image its size; its class has nothing to hold.
    fn listed_image(
        &mut self,
        attributes: Vec<(String, String, Range<usize>)>,
        place: &Range<usize>,
    ) {
        let (mut src, mut alt, mut title) = (None, None, None);
        for (attribute, value, span) in attributes {
            match &*attribute {
                "src" => src = Some(value),
                "alt" => alt = Some(self.typeset(&value)),
                "title" => title = Some(self.typeset(&value)),
                "width" | "height" | "loading" | "decoding" => {}
                _ => self.left_out(
                    &span,
                    format!("the attribute `{attribute}` of `<img>` is left out"),
                ),
            }
        }
        let Some(src) = src.filter(|src| !self.refuse(src, place)) else {
            return;
        };
        if alt.is_none() {
            self.problem("missing-alt", "this image has no text", place)
                .hint = Some("say in `alt` what it shows".to_owned());
        }
        let span = self.span(place);
        let alt = alt.unwrap_or_default();
        let image = Image {
            src,
            alt,
            title,
            span,
        };
        self.out.fragment(Fragment::Image(Box::new(image)));
    }

    /// Closes what is on top where this element ends it, as in HTML.
    fn close_others(&mut self, name: &str, open: &mut Vec<Open>) {
        let ends = |other: &str| match name {
            "li" => other == "li",
            "dt" | "dd" => matches!(other, "dt" | "dd"),
            "td" | "th" => matches!(other, "td" | "th"),
            "tr" => matches!(other, "td" | "th" | "tr"),
            "tbody" | "tfoot" => {
                matches!(other, "td" | "th" | "tr" | "thead" | "tbody" | "colgroup")
            }
            _ => other == "p" && listed(name).is_some_and(|(_, in_line)| !in_line),
        };
        while let Some(Open::Raw(other, _)) =
            open.pop_if(|o| matches!(o, Open::Raw(other, _) if ends(other)))
        {
            self.close(other);
        }
    }

    fn close_listed(
        &mut self,
        name: &str,
        place: &Range<usize>,
        open: &mut Vec<Open>,
        in_line: bool,
    ) {
        let closes = |o: &mut Open| matches!(o, Open::Raw(n, _) if CLOSED_BY_OTHERS.contains(n) && *n != name);
        let own = open.iter().rev().take_while(|o| matches!(o, Open::Raw(..)));
        if !own
            .clone()
            .any(|o| matches!(o, Open::Raw(n, _) if *n == name))
        {
            // What was left out when it was opened is not told twice.
            if listed(name).is_some_and(|(_, fits)| fits || !in_line) && !html::is_void(name) {
                self.left_out(place, format!("`</{name}>` closes nothing here"));
            }
            return;
        }
        while let Some(Open::Raw(other, _)) = open.pop_if(closes) {
            self.close(other);
        }
        while let Some(Open::Raw(other, opened)) = open.pop_if(|o| matches!(o, Open::Raw(..))) {
            self.close(other);
            if other == name {
                return;
            }
            self.problem("raw-html", format!("`<{other}>` is not closed"), &opened)
                .hint = Some(format!("write `</{other}>` before `</{name}>`"));
        }
    }

    fn left_out(&mut self, place: &Range<usize>, message: String) {
        let instead = self.instead_of_html();
        let problem = self.problem("html-left-out", message, place);
        problem.severity = Severity::Warning;
        problem.hint = Some(format!(
            "{instead}; `html: all` in content/site.yaml lets everything pass"
        ));
    }
}

fn decoded(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
