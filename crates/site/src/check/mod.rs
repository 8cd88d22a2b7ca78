//! Checks the finished pages of a site as a browser, a reader and a search engine will meet them.

mod address;
mod element;
mod filler;
mod finding;
mod head;
mod links;
mod machine;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use assets::Asset;
use content::route::Subject;
use rayon::prelude::*;
use source::{Diagnostic, Severity, diagnostic};

use crate::build::Rendered;
use crate::headers;
use crate::html::{Document, Element};
use address::Addresses;
pub use filler::{Filler, Kind, fillers};
use finding::Finding;

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
        .map(|(document, route)| Page::new(&ground, document, route).check())
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
    let mut diagnostics = finding::diagnostics(&rendered.site, findings.collect());
    diagnostics.extend(head::repeated(&ground));
    diagnostic::sort(&mut diagnostics);
    Checked {
        diagnostics,
        pages: documents.iter().flatten().count(),
        links,
    }
}

/// What pages are checked against.
struct Ground<'a> {
    rendered: &'a Rendered,
    addresses: Addresses<'a>,
    /// The documents with their routes.
    documents: Vec<(usize, &'a Document)>,
    /// Ids of each document, by its route.
    ids: HashMap<usize, HashSet<&'a str>>,
    /// Ids of each drawing, by its address.
    drawings: HashMap<String, HashSet<String>>,
    /// The site's own inline scripts.
    inline: Vec<InlineScript>,
}

impl<'a> Ground<'a> {
    fn new(rendered: &'a Rendered, documents: &'a [Option<Document>]) -> Self {
        let routes = rendered.pages.iter().map(|page| page.route);
        let documents: Vec<(usize, &Document)> = routes
            .zip(documents)
            .filter_map(|(route, document)| Some((route, document.as_ref()?)))
            .collect();
        let addresses = Addresses::new(rendered);
        let drawings: Vec<&Arc<Asset>> = addresses
            .files()
            .filter(|(address, _)| address.ends_with(".svg"))
            .map(|(_, asset)| asset)
            .collect();
        let drawings = drawings.into_par_iter().map(|asset| {
            let bytes = asset.bytes().unwrap_or_default();
            let drawing = Document::parse(&String::from_utf8_lossy(&bytes));
            let ids = drawing.ids().map(str::to_owned).collect();
            (asset.url.clone(), ids)
        });
        Self {
            ids: documents
                .iter()
                .map(|(route, document)| (*route, document.ids().collect()))
                .collect(),
            drawings: drawings.collect(),
            inline: inline_scripts(rendered),
            rendered,
            addresses,
            documents,
        }
    }

    /// Whether a route is a page of its own rather than a signpost to another.
    fn is_content(&self, route: usize) -> bool {
        let subject = &self.rendered.site.routes[route].subject;
        !matches!(subject, Subject::Redirect(_))
    }
}

/// A script of islands/inline/.
struct InlineScript {
    bytes: Arc<[u8]>,
    /// Whether the content security policy names its hash.
    is_allowed: bool,
}

fn inline_scripts(rendered: &Rendered) -> Vec<InlineScript> {
    let assets = &rendered.assets;
    let policy = headers::content_security_policy(&rendered.site, assets);
    let names = assets.names().filter(|name| name.starts_with("inline/"));
    names
        .filter_map(|name| {
            let asset = assets.get(name)?;
            Some(InlineScript {
                bytes: asset.bytes().ok()?,
                is_allowed: policy.contains(&format!("'{}'", asset.integrity)),
            })
        })
        .collect()
}

/// One page under examination, and what was found on it so far.
struct Page<'a> {
    ground: &'a Ground<'a>,
    document: &'a Document,
    route: usize,
    links: usize,
    findings: Vec<Finding>,
}

impl<'a> Page<'a> {
    fn new(ground: &'a Ground<'a>, document: &'a Document, route: usize) -> Self {
        Self {
            ground,
            document,
            route,
            links: 0,
            findings: Vec::new(),
        }
    }

    fn check(mut self) -> (Vec<Finding>, usize) {
        for element in &self.document.elements {
            self.addresses(element);
            self.element(element);
        }
        self.ids();
        if self.ground.is_content(self.route) {
            self.head();
        }
        (self.findings, self.links)
    }

    /// Notes a mistake; its needles are texts to look for in the sources.
    fn report(
        &mut self,
        code: &'static str,
        (message, hint): (String, &str),
        needles: impl IntoIterator<Item = String>,
    ) {
        self.findings.push(Finding {
            code,
            severity: Severity::Error,
            message,
            hint: hint.to_owned(),
            needles: needles.into_iter().collect(),
            route: self.route,
        });
    }
}

/// An element in messages: its name in angle brackets.
fn tag(element: &Element) -> String {
    format!("`<{}>`", element.name)
}
