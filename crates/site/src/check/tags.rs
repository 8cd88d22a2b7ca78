//! HTML that browsers mend by guessing: what nothing ends, and what ends nothing.

use source::Diagnostic;

use super::page::CheckedPage;
use crate::misread::{Kind, Misread};
use crate::places::Trace;
use crate::tags::{Odd, first_odd};

impl CheckedPage<'_> {
    /// Checks that the page is read as it is written.
    pub(super) fn tags(&mut self) {
        // What is misread hides tags or makes others.
        if let Some(misread) = self.document.misread.first() {
            self.report(diagnostic(misread), self.trace(misread));
            return;
        }
        let Some(odd) = first_odd(self.document) else {
            return;
        };
        let (name, start, message, hint) = match odd {
            Odd::Open { element, before } => {
                let name = &element.name;
                let message = match before {
                    Some(outer) => format!("`<{name}>` is still open where `</{outer}>` stands"),
                    None => format!("nothing ends `<{name}>`"),
                };
                let hint = format!("write `</{name}>` where it ends");
                (name.clone(), Some(Box::new(element.clone())), message, hint)
            }
            Odd::End(name) => {
                let message = format!("`</{name}>` ends nothing");
                let hint = format!("remove it, or write `<{name}>` where it begins");
                (name.to_owned(), None, message, hint)
            }
        };
        let mistake = Diagnostic::error("broken-html", message).hint(hint);
        self.report(mistake, Trace::Tag { name, start });
    }

    /// What to look for in the templates. An attribute that stands twice in one of these may stand in branches of it,
    /// of which a page has one.
    fn trace(&self, misread: &Misread) -> Trace {
        let mut elements = self.document.elements.iter();
        match elements.find(|element| element.span == misread.span) {
            Some(element) if misread.kind == Kind::Repeated => {
                Trace::Element(Box::new(element.clone()))
            }
            _ => Trace::Misread(misread.kind),
        }
    }
}

/// What is misread, without its place.
fn diagnostic(misread: &Misread) -> Diagnostic {
    let (message, hint) = match misread.kind {
        Kind::Comment => (
            "nothing ends this comment: it hides all that stands behind it",
            "end it with `-->`",
        ),
        Kind::CommentInComment => (
            "another comment begins in this one, which hides all before its end",
            "end the first one with `-->`",
        ),
        Kind::Tag => (
            "nothing ends this tag: browsers leave it out with all that stands behind it",
            "write `>` behind it, and a quote behind each value that begins with one",
        ),
        Kind::Quote => (
            "this tag has a quote too few or too many: browsers read values as names",
            "write one quote before and one behind each value",
        ),
        Kind::NoAttribute => (
            "something in this tag is no attribute of it",
            "write `>` where the tag ends",
        ),
        Kind::FullEnd => ("an end tag has no attributes", "remove them"),
        Kind::Repeated => (
            "an attribute stands twice in this tag: browsers take the first",
            "make one of both",
        ),
        Kind::Doctype => (
            "something stands before the document type: browsers show the page by old rules",
            "begin the page with `<!doctype html>`",
        ),
    };
    Diagnostic::error("broken-html", message).hint(hint)
}
