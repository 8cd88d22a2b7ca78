//! What a page says of itself: its language, title, description and heading, and that no two say the same.

use std::collections::BTreeMap;

use content::route::Subject;
use source::Diagnostic;

use super::page::{CheckContext, CheckedPage};
use crate::html::{Document, Element};
use crate::places::Trace;
use crate::words::with_others;

impl CheckedPage<'_> {
    /// Checks the language, the title, the description and the heading.
    pub(super) fn head(&mut self) {
        let document = self.document;
        let html = document.elements.iter().find(|e| e.name == "html");
        if !html.is_some_and(|html| html.has_text("lang")) {
            let trace = html.map_or(Trace::Page, Trace::element);
            let message = "the page does not say its language";
            let hint = "write `<html lang=\"{{ page.language }}\">`: screen readers choose their voice by it";
            self.report(Diagnostic::error("missing-lang", message).hint(hint), trace);
        }
        self.direction();
        if title(document).is_none() {
            let empty = document.elements.iter().find(|e| e.name == "title");
            let trace = empty.map_or(Trace::Page, Trace::element);
            let mistake = Diagnostic::error("missing-title", "the page has no title");
            self.report(mistake.hint("give it a `<title>` of its own"), trace);
        }
        let indexed = self.context.site.routes[self.route].indexed;
        if indexed && description(document).is_none() {
            let mistake = Diagnostic::error("missing-description", "the page has no description");
            let hint = "give it a `<meta name=\"description\">`, or `noindex: true`";
            self.report(mistake.hint(hint), Trace::Page);
        }
        let headings: Vec<&Element> = headings(document).collect();
        match headings[..] {
            [] => {
                let mistake = Diagnostic::error("missing-h1", "the page has no `<h1>`");
                self.report(mistake.hint("begin its text with one `<h1>`"), Trace::Page);
            }
            [_] => {}
            [_, second, ..] => {
                let message = format!("the page has {} `<h1>`", headings.len());
                let mistake = Diagnostic::error("several-h1", message);
                let hint = "keep one, and begin the others at `<h2>`";
                self.report(mistake.hint(hint), Trace::element(second));
            }
        }
    }
}

impl CheckedPage<'_> {
    /// Checks that a page in a language that is written from right to left says so.
    fn direction(&mut self) {
        let site = &self.context.site;
        let language = &site.config.languages.all()[site.routes[self.route].language];
        let says_it = |element: &&Element| {
            let dir = element.get("dir").unwrap_or_default();
            matches!(&*element.name, "html" | "body")
                && ["rtl", "auto"]
                    .iter()
                    .any(|one| dir.eq_ignore_ascii_case(one))
        };
        let elements = || self.document.elements.iter();
        if !language.is_right_to_left || elements().any(|element| says_it(&element)) {
            return;
        }
        let message = format!(
            "the page does not say that `{}` is written from right to left",
            language.code
        );
        let hint = "write `<html lang=\"{{ page.language }}\" dir=\"{{ page.dir }}\">`: without it browsers begin every line on the left";
        let html = elements().find(|e| e.name == "html");
        let trace = html.map_or(Trace::Page, Trace::element);
        self.report(Diagnostic::error("missing-dir", message).hint(hint), trace);
    }
}

fn headings(document: &Document) -> impl Iterator<Item = &Element> {
    document
        .elements
        .iter()
        .filter(|e| e.name == "h1" && !e.in_template)
}

fn title(document: &Document) -> Option<&str> {
    let mut titles = document
        .elements
        .iter()
        .filter(|e| e.name == "title" && !e.in_svg);
    titles
        .next()
        .map(|e| e.text.trim())
        .filter(|t| !t.is_empty())
}

fn description(document: &Document) -> Option<&str> {
    let mut metas = document.elements.iter().filter(|e| e.name == "meta");
    let found = metas.find(|e| e.get("name") == Some("description"))?;
    found
        .get("content")
        .map(str::trim)
        .filter(|t| !t.is_empty())
}

/// Titles and descriptions that several indexed pages of one language share.
pub(super) fn repeated(context: &CheckContext<'_>) -> Vec<Diagnostic> {
    let of = |name: &'static str, code: &'static str, read: fn(&Document) -> Option<&str>| {
        let mut routes: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
        for (at, document) in &context.documents {
            let route = &context.site.routes[*at];
            if let Some(text) = read(document).filter(|_| route.indexed && context.is_content(*at))
            {
                let pages = routes.entry((text, route.language));
                pages.or_default().push(*at);
            }
        }
        let shared = routes.into_iter().filter(|(_, routes)| routes.len() > 1);
        shared
            .map(|((text, _), routes)| {
                let message = format!("{} pages have the {name} `{text}`", routes.len());
                let hint = format!(
                    "give each a {name} of its own, in the field or the template's block that it is made from"
                );
                said_by(context, Diagnostic::error(code, message).hint(hint), &routes)
            })
            .collect::<Vec<_>>()
    };
    let mut found = of("title", "duplicate-title", title);
    found.extend(of("description", "duplicate-description", description));
    found
}

/// A diagnostic with the places of the first pages that it concerns.
fn said_by(context: &CheckContext<'_>, mut diagnostic: Diagnostic, routes: &[usize]) -> Diagnostic {
    let site = &context.site;
    for route in routes.iter().take(3) {
        let route = &site.routes[*route];
        let text = format!("the page `{}`", route.path);
        match &route.subject {
            Subject::Entry(index) => {
                let entry = &site.entries[*index];
                let field = ["seo", "title"]
                    .into_iter()
                    .find(|f| entry.node.get(f).is_some());
                let span = match field.and_then(|f| entry.node.entry(f)) {
                    Some((key, _)) => key.span.clone(),
                    None => entry.span_of("title"),
                };
                diagnostic = diagnostic.label(&entry.source, span, text);
            }
            _ => {
                let place = &route.origin;
                diagnostic = diagnostic.label(&place.source, place.span.clone(), text);
            }
        }
    }
    with_others(diagnostic, routes.len().saturating_sub(3))
}
