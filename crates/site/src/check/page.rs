//! One page under examination, what it is checked against, and what was found on it so far.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use assets::Asset;
use content::Site;
use content::route::Subject;
use rayon::prelude::*;
use source::Diagnostic;

use super::address::PublishedAddresses;
use crate::finding::Finding;
use crate::html::Document;
use crate::places::Trace;
use crate::rendered::Rendered;

/// What pages are checked against.
pub struct CheckContext<'a> {
    pub site: &'a Site,
    pub addresses: PublishedAddresses<'a>,
    /// The documents with their routes.
    pub documents: Vec<(usize, &'a Document)>,
    /// Ids of each document, by its route.
    pub ids: HashMap<usize, HashSet<&'a str>>,
    /// Documents of which a part is hidden, by their routes: what they lack may stand there.
    pub hidden: HashSet<usize>,
    /// Ids of each drawing, by its address.
    pub drawings: HashMap<String, HashSet<String>>,
}

impl<'a> CheckContext<'a> {
    pub fn new(rendered: &'a Rendered, documents: &'a [Option<Document>]) -> Self {
        let routes = rendered.pages.iter().map(|page| page.route);
        let documents: Vec<(usize, &Document)> = routes
            .zip(documents)
            .filter_map(|(route, document)| Some((route, document.as_ref()?)))
            .collect();
        let addresses = PublishedAddresses::new(rendered);
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
            hidden: documents
                .iter()
                .filter(|(_, document)| document.is_hidden())
                .map(|(route, _)| *route)
                .collect(),
            drawings: drawings.collect(),
            site: &rendered.ground.site,
            addresses,
            documents,
        }
    }

    /// Whether a route is a page of its own rather than a signpost to another.
    pub fn is_content(&self, route: usize) -> bool {
        let subject = &self.site.routes[route].subject;
        !matches!(subject, Subject::Redirect(_))
    }
}

/// One page under examination, and what was found on it so far.
pub struct CheckedPage<'a> {
    pub context: &'a CheckContext<'a>,
    pub document: &'a Document,
    pub route: usize,
    pub links: usize,
    pub findings: Vec<Finding>,
}

impl<'a> CheckedPage<'a> {
    pub fn new(context: &'a CheckContext<'a>, document: &'a Document, route: usize) -> Self {
        Self {
            context,
            document,
            route,
            links: 0,
            findings: Vec::new(),
        }
    }

    /// Notes a mistake.
    pub fn report(&mut self, diagnostic: Diagnostic, trace: Trace) {
        self.findings.push(Finding {
            diagnostic,
            trace,
            route: self.route,
        });
    }
}
