//! Checks the finished pages of a site as a browser, a reader and a search engine will meet them.

mod address;
mod ahead;
mod element;
mod filler;
mod form;
mod head;
mod links;
mod machine;
mod output;
mod page;
mod tags;
mod unlinked;

use rayon::prelude::*;
use source::{Diagnostic, diagnostic};

use crate::finding;
use crate::html::Document;
use crate::places::Places;
use crate::rendered::{Output, Rendered};
pub use address::{Named, Use, of as addresses};
pub use ahead::ahead;
pub use filler::{Filler, FillerKind, fillers};
pub use output::output;
use page::{CheckContext, CheckedPage};
pub use unlinked::unlinked;

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

/// What a check needs of a finished page.
pub fn text_of(output: Output<'_>) -> String {
    String::clone(&output.text)
}

/// Checks every HTML document of a rendered site, and the files for programs beside them; `texts` are those of its pages.
pub fn check(rendered: &Rendered, texts: &[String]) -> Checked {
    let site = &rendered.ground.site;
    let pages = texts.par_iter().zip(&rendered.pages);
    let documents: Vec<Option<Document>> = pages
        .map(|(text, page)| {
            let is_html = site.routes[page.route].output.ends_with(".html");
            is_html.then(|| Document::parse(text))
        })
        .collect();
    let context = CheckContext::new(rendered, &documents);
    let nothing = Document::default();
    let examined = documents.par_iter().zip(&rendered.pages);
    let examined = examined.zip(texts);
    let examined: Vec<CheckedPage<'_>> = examined
        .map(|((document, page), text)| {
            let mut file =
                CheckedPage::new(&context, document.as_ref().unwrap_or(&nothing), page.route);
            match document {
                Some(_) => file.check_page(),
                None => file.check_file(&site.routes[page.route].output, text),
            }
            file
        })
        .collect();
    let links = examined.iter().map(|page| page.links).sum();
    let findings = examined.into_iter().flat_map(|page| page.findings);
    let places = Places::new(site, &rendered.ground.markups, &rendered.pages);
    let places = places.with_data(&rendered.ground.sources);
    let mut diagnostics = finding::diagnostics(site, &places, findings.collect());
    diagnostics.extend(head::repeated(&context));
    diagnostic::sort(&mut diagnostics);
    Checked {
        diagnostics,
        pages: documents.iter().flatten().count(),
        links,
    }
}

impl CheckedPage<'_> {
    fn check_page(&mut self) {
        self.tags();
        // More is the doing of what hides it.
        if self.context.hidden.contains(&self.route) {
            return;
        }
        for element in &self.document.elements {
            self.addresses(element);
            self.element(element);
        }
        if self.context.is_content(self.route) {
            self.head();
        }
    }
}
