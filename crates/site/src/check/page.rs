//! One page under examination, what it is checked against, and what was found on it so far.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use assets::Asset;
use content::route::Subject;
use rayon::prelude::*;
use source::Severity;

use super::address::Addresses;
use super::finding::Finding;
use crate::build::Rendered;
use crate::headers;
use crate::html::{Document, Element};

/// What pages are checked against.
pub struct Ground<'a> {
    pub rendered: &'a Rendered,
    pub addresses: Addresses<'a>,
    /// The documents with their routes.
    pub documents: Vec<(usize, &'a Document)>,
    /// Ids of each document, by its route.
    pub ids: HashMap<usize, HashSet<&'a str>>,
    /// Ids of each drawing, by its address.
    pub drawings: HashMap<String, HashSet<String>>,
    /// The site's own inline scripts.
    pub inline: Vec<InlineScript>,
}

impl<'a> Ground<'a> {
    pub fn new(rendered: &'a Rendered, documents: &'a [Option<Document>]) -> Self {
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
    pub fn is_content(&self, route: usize) -> bool {
        let subject = &self.rendered.site.routes[route].subject;
        !matches!(subject, Subject::Redirect(_))
    }
}

/// A script of islands/inline/.
pub struct InlineScript {
    pub bytes: Arc<[u8]>,
    /// Whether the content security policy names its hash.
    pub is_allowed: bool,
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
pub struct Page<'a> {
    pub ground: &'a Ground<'a>,
    pub document: &'a Document,
    pub route: usize,
    pub links: usize,
    pub findings: Vec<Finding>,
}

impl<'a> Page<'a> {
    pub fn new(ground: &'a Ground<'a>, document: &'a Document, route: usize) -> Self {
        Self {
            ground,
            document,
            route,
            links: 0,
            findings: Vec::new(),
        }
    }

    /// Notes a mistake; its needles are texts to look for in the sources.
    pub fn report(
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
pub fn tag(element: &Element) -> String {
    format!("`<{}>`", element.name)
}
