//! A mistake that a finished page shows, said once for all pages that show it, at the line that it comes from.

use std::collections::{BTreeMap, BTreeSet};

use content::Site;
use source::{Diagnostic, Place};

use crate::html::Element;
use crate::places::{Places, Trace};

/// A mistake on a page.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is wrong, without a place and without the page's name.
    pub diagnostic: Diagnostic,
    /// What of the page shows it.
    pub trace: Trace,
    /// The page, by its route.
    pub route: usize,
}

/// Findings as diagnostics. One that several pages show because they share a template or a text is
/// said once, with the pages' names.
pub fn diagnostics(site: &Site, places: &Places<'_>, findings: Vec<Finding>) -> Vec<Diagnostic> {
    type Key = (&'static str, String, (String, usize));
    let everywhere = shown_by_whole_templates(site, &findings);
    let mut groups: BTreeMap<Key, (Diagnostic, Vec<usize>)> = BTreeMap::new();
    for finding in findings {
        let place = places
            .find(finding.route, &finding.trace)
            .or_else(|| {
                let cause = cause(site, &finding);
                let source = site.templates.get(&cause.2)?;
                let is_its = everywhere.contains(&cause);
                is_its.then(|| Place::new(source, 0..0))
            })
            .unwrap_or_else(|| places.origin(finding.route));
        let diagnostic = finding.diagnostic;
        let spot = (place.source.path.clone(), place.span.start);
        let key = (diagnostic.code, diagnostic.message.clone(), spot);
        let placed = || diagnostic.on(&place);
        let (_, routes) = groups.entry(key).or_insert_with(|| (placed(), Vec::new()));
        if !routes.contains(&finding.route) {
            routes.push(finding.route);
        }
    }
    let named = groups.into_values().map(|(diagnostic, routes)| {
        let paths = routes.iter().map(|route| site.routes[*route].path.as_str());
        let paths: Vec<&str> = paths.collect();
        let diagnostic = paths
            .iter()
            .copied()
            .fold(diagnostic, Diagnostic::about_page);
        diagnostic.note(on_pages(&paths))
    });
    named.collect()
}

/// Code, message and template of what every page of a template shows, when there are several.
type Cause = (&'static str, String, String);

fn shown_by_whole_templates(site: &Site, findings: &[Finding]) -> BTreeSet<Cause> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for route in site.routes.iter() {
        *sizes.entry(&route.template).or_default() += 1;
    }
    let mut shown: BTreeMap<Cause, BTreeSet<usize>> = BTreeMap::new();
    for finding in findings {
        let pages = shown.entry(cause(site, finding)).or_default();
        pages.insert(finding.route);
    }
    let whole = shown.into_iter().filter(|((.., template), pages)| {
        pages.len() > 1 && sizes.get(template.as_str()) == Some(&pages.len())
    });
    whole.map(|(cause, _)| cause).collect()
}

fn cause(site: &Site, finding: &Finding) -> Cause {
    let template = site.routes[finding.route].template.clone();
    let diagnostic = &finding.diagnostic;
    (diagnostic.code, diagnostic.message.clone(), template)
}

/// `on the page /a`, or the first of several.
pub fn on_pages(paths: &[&str]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
    match names.len() {
        1 => format!("on the page {}", names[0]),
        2..=5 => format!("on {} pages: {}", names.len(), names.join(", ")),
        n => format!("on {n} pages, such as {}", names[..3].join(", ")),
    }
}

/// An element in messages: its name in angle brackets.
pub fn tag(element: &Element) -> String {
    format!("`<{}>`", element.name)
}
