//! Elements that stand where no browser leaves them: the HTML parser ends others early or moves them.

use std::ops::Range;

use source::Diagnostic;

use crate::html::Document;
use crate::markup::Statement;

/// Elements that end a paragraph (HTML standard, 13.2.6.4.7).
const BLOCKS: [&str; 36] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "ul",
    "li",
];
/// Elements that hold nothing.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];
/// Statements whose inside is shown somewhere else, if at all.
const APART: [&str; 4] = ["macro", "call", "filter", "set"];

/// An element in another that cannot hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The element's name.
    pub name: String,
    /// The name of the one that it stands in.
    pub within: String,
    /// The place of its start tag.
    pub span: Range<usize>,
}

impl Misplaced {
    /// The mistake, without its place.
    pub fn diagnostic(&self) -> Diagnostic {
        let (name, within) = (&self.name, &self.within);
        let message = format!("`<{name}>` cannot stand in `<{within}>`: browsers take it out");
        let hint = match within.as_str() {
            "p" => "write `<div>` instead of the `<p>`",
            "a" | "button" => "end the outer one first",
            "table" | "tbody" | "thead" | "tfoot" | "tr" => "put it into a `<td>`",
            _ => "rows stand in a `<table>`, cells in a `<tr>`",
        };
        Diagnostic::error("invalid-nesting", message).hint(hint)
    }
}

/// An element that is open.
#[derive(Clone)]
struct Open {
    name: String,
    span: Range<usize>,
}

/// Reads a document from its beginning to its end.
#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    /// What was open where each open statement began.
    before: Vec<Vec<Open>>,
    /// Blocks that have ended an open paragraph.
    ended: Vec<Open>,
    found: Vec<Misplaced>,
}

/// The misplaced elements of a document. Of a template's branches, which its statements tell, only
/// one is shown, so each is read by itself.
pub fn misplaced(document: &Document, statements: &[Statement]) -> Vec<Misplaced> {
    enum Step<'a> {
        Start(&'a crate::html::Element),
        End(&'a str),
        Statement(&'a str),
    }
    let starts = document.elements.iter().filter(|e| !e.in_svg);
    let starts = starts.map(|e| (e.span.start, Step::Start(e)));
    let ends = document.ends.iter().map(|e| (e.at, Step::End(&e.name)));
    let statements = statements.iter();
    let statements = statements.map(|s| (s.at, Step::Statement(&s.text)));
    let mut steps: Vec<_> = starts.chain(ends).chain(statements).collect();
    steps.sort_by_key(|(at, _)| *at);
    let mut reader = Reader::default();
    for (_, step) in steps {
        match step {
            Step::Start(element) => reader.start(Open {
                name: element.name.clone(),
                span: element.span.clone(),
            }),
            Step::End(name) => reader.end(name),
            Step::Statement(text) => reader.statement(text),
        }
    }
    reader.found
}

impl Reader {
    fn start(&mut self, element: Open) {
        let name = element.name.as_str();
        if matches!(name, "a" | "button") && self.is_open(name) {
            self.report(element.clone(), name);
        }
        if BLOCKS.contains(&name) && self.is_open("p") {
            self.close("p");
            self.ended.push(element.clone());
        }
        let parent = self.open.last().map_or("", |open| open.name.as_str());
        let is_placed = match name {
            _ if matches!(parent, "" | "template") => true,
            "tr" => matches!(
                parent,
                "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th"
            ),
            "td" | "th" => matches!(parent, "tr" | "td" | "th"),
            "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "script" | "style" => true,
            "col" => parent == "colgroup" || parent == "table",
            _ => !matches!(parent, "table" | "tbody" | "thead" | "tfoot" | "tr"),
        };
        if !is_placed {
            let parent = parent.to_owned();
            self.report(element.clone(), &parent);
        }
        // An end tag may be left out where the next one of the same kind begins.
        let own_kind: &[&str] = match name {
            "li" => &["li"],
            "tr" => &["tr", "td", "th"],
            "td" | "th" => &["td", "th"],
            _ => &[],
        };
        while self
            .open
            .last()
            .is_some_and(|o| own_kind.contains(&o.name.as_str()))
        {
            self.open.pop();
        }
        if !VOID.contains(&name) {
            self.open.push(element);
        }
    }

    fn end(&mut self, name: &str) {
        if name == "p" && !self.is_open("p") {
            if let Some(block) = self.ended.pop() {
                self.report(block, "p");
            }
        } else {
            self.close(name);
        }
    }

    /// Whether an element is open, not counting what a button or a table cell stands in.
    fn is_open(&self, name: &str) -> bool {
        let mut inner = self.open.iter().rev();
        inner
            .find(|o| {
                o.name == name || matches!(o.name.as_str(), "td" | "th" | "template" | "object")
            })
            .is_some_and(|o| o.name == name)
    }

    fn close(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
            self.open.truncate(at);
        }
    }

    fn report(&mut self, element: Open, within: &str) {
        self.found.push(Misplaced {
            name: element.name,
            within: within.to_owned(),
            span: element.span,
        });
    }

    fn statement(&mut self, text: &str) {
        let word = text.split([' ', '(']).next().unwrap_or_default();
        let is_apart = APART.contains(&word) && !(word == "set" && text.contains('='));
        match word {
            "if" | "for" | "block" => self.before.push(self.open.clone()),
            _ if is_apart => self.before.push(std::mem::take(&mut self.open)),
            "else" | "elif" => {
                self.open = self.before.last().cloned().unwrap_or_default();
                self.ended.clear();
            }
            "endmacro" | "endcall" | "endfilter" | "endset" => {
                self.open = self.before.pop().unwrap_or_default();
                self.ended.clear();
            }
            "endif" | "endfor" | "endblock" => drop(self.before.pop()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_the_parser_would_move() {
        let check = |html: &str, expected: &[(&str, &str)]| {
            let found = misplaced(&Document::parse(html), &[]);
            let found: Vec<_> = found.iter().map(|m| (&*m.name, &*m.within)).collect();
            assert_eq!(found, expected, "{html}");
        };
        check("<p>a<div>b</div></p>", &[("div", "p")]);
        check("<p>a<p>b", &[]);
        check("<p>a<ul><li>b<li>c</ul>", &[]);
        check("<p><span><h2>a</h2></span></p>", &[("h2", "p")]);
        check("<a href=/><span><a href=/>b</a></span></a>", &[("a", "a")]);
        check("<div><tr><td>a</div>", &[("tr", "div")]);
        check("<tr><td>a<tr><td><a>b</a>", &[]);
        check("<table><tr><td>a<td>b<tr><td>c</table><p>d</p>", &[]);
        check("<table><div>a</div></table>", &[("div", "table")]);
        check("<button><p>a</p></button><p>b<br><img></p>", &[]);
        check("<p><svg><title>a</title><p/></svg></p>", &[]);
    }
}
