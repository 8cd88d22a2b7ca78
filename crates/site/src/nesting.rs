//! Elements that stand where no browser leaves them: the HTML parser ends others early or moves them.

use source::Diagnostic;
use source::html::is_void;

use crate::html::{Document, Element};
use crate::markup::Code;

/// Statements whose inside is shown somewhere else, if at all.
const APART: [&str; 4] = ["macro", "call", "filter", "set"];

/// Elements that stand in each other: browsers leave none deeper.
const DEEPEST: usize = 512;

/// An element in another that cannot hold it.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced<'a> {
    /// The element.
    pub element: &'a Element,
    /// The one that it stands in.
    pub within: &'a Element,
}

impl Misplaced<'_> {
    /// The mistake, without its place.
    pub fn diagnostic(&self) -> Diagnostic {
        let (name, within) = (&self.element.name, &self.within.name);
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

/// What a document shows when it is read from its beginning to its end.
#[derive(Default)]
pub struct ReadingOrder<'a> {
    /// What cannot stand where it does.
    pub found: Vec<Misplaced<'a>>,
    /// Expressions with the paragraphs in which they are printed.
    pub printed: Vec<(&'a Element, &'a Code)>,
    open: Vec<&'a Element>,
    /// How many more are open, deeper than any is looked for.
    deeper: usize,
    /// What was open where each open statement began.
    before: Vec<Vec<&'a Element>>,
    /// Blocks that have ended an open paragraph.
    ended: Vec<Misplaced<'a>>,
}

/// Reads a document. Of a template's branches, which its code tells, only one is shown, so each is
/// read by itself.
pub fn read<'a>(document: &'a Document, code: &'a [Code]) -> ReadingOrder<'a> {
    enum Step<'a> {
        Start(&'a Element),
        End(&'a str),
        Code(&'a Code),
    }
    let starts = document.elements.iter().filter(|e| !e.in_svg);
    let starts = starts.map(|e| (e.span.start, Step::Start(e)));
    let ends = document.ends.iter().map(|e| (e.at, Step::End(&e.name)));
    let code = code.iter().map(|c| (c.span.start, Step::Code(c)));
    let mut steps: Vec<_> = starts.chain(ends).chain(code).collect();
    steps.sort_by_key(|(at, _)| *at);
    let mut reading = ReadingOrder::default();
    for (_, step) in steps {
        match step {
            Step::Start(element) => reading.start(element),
            Step::End(name) => reading.end(name),
            Step::Code(code) if code.is_expression => {
                let paragraph = reading.innermost("p");
                let paragraph = paragraph.filter(|p| p.span.end <= code.span.start);
                reading.printed.extend(paragraph.map(|p| (p, code)));
            }
            Step::Code(code) => reading.statement(code),
        }
    }
    reading
}

/// Whether an element ends a paragraph (HTML standard, 13.2.6.4.7).
pub fn is_block(name: &[u8]) -> bool {
    matches!(
        name,
        b"address"
            | b"article"
            | b"aside"
            | b"blockquote"
            | b"center"
            | b"details"
            | b"dialog"
            | b"dir"
            | b"div"
            | b"dl"
            | b"fieldset"
            | b"figcaption"
            | b"figure"
            | b"footer"
            | b"form"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"header"
            | b"hgroup"
            | b"hr"
            | b"main"
            | b"menu"
            | b"nav"
            | b"ol"
            | b"p"
            | b"pre"
            | b"search"
            | b"section"
            | b"summary"
            | b"table"
            | b"ul"
            | b"li"
    )
}

impl<'a> ReadingOrder<'a> {
    fn start(&mut self, element: &'a Element) {
        let name = element.name.as_str();
        if let ("a" | "button", Some(within)) = (name, self.innermost(name)) {
            self.found.push(Misplaced { element, within });
        }
        if is_block(name.as_bytes())
            && let Some(within) = self.innermost("p")
        {
            self.close("p");
            self.ended.push(Misplaced { element, within });
        }
        if let Some(within) = self.open.last().filter(|within| !may_hold(within, name)) {
            self.found.push(Misplaced { element, within });
        }
        // An end tag may be left out where the next one of the same kind begins.
        let own_kind: &[&str] = match name {
            "li" => &["li"],
            "tr" => &["tr", "td", "th"],
            "td" | "th" => &["td", "th"],
            _ => &[],
        };
        let is_own_kind = |open: &&Element| own_kind.contains(&open.name.as_str());
        while self.open.last().is_some_and(is_own_kind) {
            self.open.pop();
        }
        match is_void(name) {
            true => {}
            false if self.open.len() < DEEPEST => self.open.push(element),
            false => self.deeper += 1,
        }
    }

    fn end(&mut self, name: &str) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        match name == "p" && self.innermost("p").is_none() {
            true => self.found.extend(self.ended.pop()),
            false => self.close(name),
        }
    }

    /// The innermost open element of a name, not counting what a table cell stands in.
    fn innermost(&self, name: &str) -> Option<&'a Element> {
        let ends = |open: &&Element| {
            open.name == name || matches!(&*open.name, "td" | "th" | "template" | "object")
        };
        let found = self.open.iter().rev().copied().find(ends);
        found.filter(|open| open.name == name)
    }

    fn close(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
            self.open.truncate(at);
        }
    }

    fn statement(&mut self, code: &'a Code) {
        let word = code.text.split([' ', '(']).next().unwrap_or_default();
        let is_apart = APART.contains(&word) && (word != "set" || code.is_set_block());
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

/// Whether an element may stand right in another, as far as tables ask for it.
fn may_hold(parent: &Element, name: &str) -> bool {
    let parent = parent.name.as_str();
    let in_table = matches!(parent, "table" | "tbody" | "thead" | "tfoot" | "tr");
    match name {
        _ if parent == "template" => true,
        "tr" => in_table || matches!(parent, "td" | "th"),
        "td" | "th" => matches!(parent, "tr" | "td" | "th"),
        "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "script" | "style" => true,
        "col" => parent == "colgroup" || parent == "table",
        _ => !in_table,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_the_parser_would_move() {
        let check = |html: &str, expected: &[(&str, &str)]| {
            let document = Document::parse(html);
            let found = read(&document, &[]).found;
            let names = |m: &Misplaced<'_>| (m.element.name.clone(), m.within.name.clone());
            let found: Vec<_> = found.iter().map(names).collect();
            let expected = expected
                .iter()
                .map(|(e, w)| ((*e).to_owned(), (*w).to_owned()));
            let expected: Vec<_> = expected.collect();
            assert_eq!(found, expected, "{html}");
            let of_values = |(_, within): &(String, String)| matches!(&**within, "p" | "a");
            let is_suspect = crate::prefilter::is_suspect(html, |_| false);
            assert!(is_suspect || !found.iter().any(of_values), "{html}");
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
        let deep = |inside: &str| {
            let ends = "</div>".repeat(600);
            "<div>".repeat(600) + inside + &ends + "<p>a<div>b</div></p>"
        };
        check(&deep("c"), &[("div", "p")]);
    }
}
