//! Checks the finished pages of a site as a browser, a reader and a search engine will meet them.

mod address;
mod element;
mod filler;
mod head;
mod links;
mod machine;
mod page;

use rayon::prelude::*;
use source::{Diagnostic, diagnostic};

use crate::build::Rendered;
use crate::finding::{self, Finding};
use crate::html::Document;
use crate::places::Places;
pub use filler::{Filler, Kind, fillers};
use page::{Ground, Page};

/// What a check found.
#[derive(Debug)]
pub struct Checked {
    /// Mistakes, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of HTML documents.
    pub pages: usize,
    /// Number of addresses that they name.
    pub links: usize,
}

/// Checks every HTML document of a rendered site, and the files for programs beside them.
pub fn check(rendered: &Rendered) -> Checked {
    let documents: Vec<Option<Document>> = rendered
        .pages
        .par_iter()
        .map(|page| {
            let is_html = rendered.site.routes[page.route].output.ends_with(".html");
            is_html.then(|| Document::parse(&page.text))
        })
        .collect();
    let ground = Ground::new(rendered, &documents);
    let results: Vec<(Vec<Finding>, usize)> = documents
        .par_iter()
        .zip(&rendered.pages)
        .filter_map(|(document, page)| Some((document.as_ref()?, page.route)))
        .map(|(document, route)| examine(Page::new(&ground, document, route)))
        .collect();
    let nothing = Document::default();
    let files = rendered.pages.par_iter().filter_map(|page| {
        let output = &rendered.site.routes[page.route].output;
        let mut file = Page::new(&ground, &nothing, page.route);
        file.check_file(output, &page.text);
        (file.links > 0 || !file.findings.is_empty()).then_some((file.findings, file.links))
    });
    let results: Vec<_> = results
        .into_iter()
        .chain(files.collect::<Vec<_>>())
        .collect();
    let links = results.iter().map(|(_, links)| links).sum();
    let findings = results.into_iter().flat_map(|(findings, _)| findings);
    let places = Places::new(&rendered.site, &rendered.markups, &rendered.pages);
    let mut diagnostics = finding::diagnostics(&rendered.site, &places, findings.collect());
    diagnostics.extend(head::repeated(&ground));
    diagnostic::sort(&mut diagnostics);
    Checked {
        diagnostics,
        pages: documents.iter().flatten().count(),
        links,
    }
}

fn examine(mut page: Page<'_>) -> (Vec<Finding>, usize) {
    let document = page.document;
    for element in &document.elements {
        page.addresses(element);
        page.element(element);
    }
    if page.ground.is_content(page.route) {
        page.head();
    }
    (page.findings, page.links)
}
