//! A mistake that a finished page shows, and the search for the line of the sources that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::route::Subject;
use source::{Diagnostic, Place, Severity, Source};

/// A mistake on a page.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Permanent name of the rule.
    pub code: &'static str,
    /// Whether the check fails.
    pub severity: Severity,
    /// What is wrong, without the page's name.
    pub message: String,
    /// How to mend it.
    pub hint: String,
    /// Texts to look for in the sources, the most telling first.
    pub needles: Vec<String>,
    /// The page, by its route.
    pub route: usize,
}

/// Findings as diagnostics. One that several pages show because they share a template or a text is
/// said once, with the pages' names.
pub fn diagnostics(site: &Site, findings: Vec<Finding>) -> Vec<Diagnostic> {
    type Key = (&'static str, String, Option<(String, usize)>);
    let everywhere = shown_by_whole_templates(site, &findings);
    let mut groups: BTreeMap<Key, (Diagnostic, Vec<usize>)> = BTreeMap::new();
    for finding in findings {
        let place = search(site, &finding)
            .or_else(|| {
                let cause = cause(site, &finding);
                let source = site.templates.get(&cause.2)?;
                let is_its = everywhere.contains(&cause);
                is_its.then(|| (Arc::clone(source), 0..0))
            })
            .or_else(|| Some(origin(site, finding.route)));
        let spot = place.as_ref().map(|(s, span)| (s.path.clone(), span.start));
        let key = (finding.code, finding.message.clone(), spot);
        let (_, routes) = groups
            .entry(key)
            .or_insert_with(|| (diagnostic(&finding, place), Vec::new()));
        if !routes.contains(&finding.route) {
            routes.push(finding.route);
        }
    }
    let named = groups
        .into_values()
        .map(|(diagnostic, routes)| diagnostic.note(pages(site, &routes)));
    named.collect()
}

/// Code, message and template of what every page of a template shows, when there are several.
type Cause = (&'static str, String, String);

fn shown_by_whole_templates(site: &Site, findings: &[Finding]) -> BTreeSet<Cause> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for route in &site.routes {
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
    (finding.code, finding.message.clone(), template)
}

fn diagnostic(finding: &Finding, place: Option<(Arc<Source>, Range<usize>)>) -> Diagnostic {
    let diagnostic = match finding.severity {
        Severity::Error => Diagnostic::error(finding.code, finding.message.as_str()),
        Severity::Warning => Diagnostic::warning(finding.code, finding.message.as_str()),
    };
    let diagnostic = diagnostic.hint(finding.hint.as_str());
    match place {
        Some((source, span)) => diagnostic.at(&source, span),
        None => diagnostic,
    }
}

/// `on the page /a`, or the first of several.
fn pages(site: &Site, routes: &[usize]) -> String {
    let names: Vec<String> = routes
        .iter()
        .map(|route| format!("`{}`", site.routes[*route].path))
        .collect();
    match names.len() {
        1 => format!("on the page {}", names[0]),
        2..=5 => format!("on {} pages: {}", names.len(), names.join(", ")),
        n => format!("on {n} pages, such as {}", names[..3].join(", ")),
    }
}

/// The first of a finding's texts that stands in the page's entry, site.yaml, the page's template,
/// another template or another entry.
fn search(site: &Site, finding: &Finding) -> Option<(Arc<Source>, Range<usize>)> {
    let route = &site.routes[finding.route];
    let entry = match &route.subject {
        Subject::Entry(index) => Some(&site.entries[*index].source),
        _ => None,
    };
    let nearest = entry.into_iter().chain([&site.settings.source]);
    let nearest = nearest.chain(site.templates.get(&route.template));
    let entries = site.entries.iter().map(|e| &e.source);
    let others = site.templates.values().chain(entries);
    let sources: Vec<&Arc<Source>> = nearest.chain(others).collect();
    finding.needles.iter().find_map(|needle| {
        let mut places = sources
            .iter()
            .map(|source| Some((Arc::clone(source), find(&source.text, needle)?)));
        places.find_map(|place| place)
    })
}

/// The page's entry, or whatever asks for the page.
fn origin(site: &Site, route: usize) -> (Arc<Source>, Range<usize>) {
    let route = &site.routes[route];
    if let Subject::Entry(index) = &route.subject {
        let entry = &site.entries[*index];
        return (Arc::clone(&entry.source), entry.span_of("title"));
    }
    let Place { source, span } = route.origin.clone();
    (source, span)
}

/// Shorter texts stand everywhere and prove nothing.
const SHORTEST_NEEDLE: usize = 3;

/// The first place of a text that is not a part of a longer word or address.
fn find(text: &str, needle: &str) -> Option<Range<usize>> {
    if needle.len() < SHORTEST_NEEDLE {
        return None;
    }
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '#' | '%');
    let starts_word = needle.starts_with(goes_on);
    let ends_word = needle.ends_with(goes_on);
    text.match_indices(needle).find_map(|(start, _)| {
        let end = start + needle.len();
        let before = starts_word && text[..start].ends_with(goes_on);
        let after = ends_word && text[end..].starts_with(goes_on);
        (!before && !after).then_some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_whole_only() {
        let check = |text: &str, needle: &str, expected: Option<usize>| {
            let start = find(text, needle).map(|span| span.start);
            assert_eq!(start, expected, "{needle} in {text}");
        };
        check("[a](/contacts) [b](/contact)", "/contact", Some(19));
        check("/contact#form", "/contact", None);
        check("https://a.re/contact", "/contact", None);
        check("id=\"menu\"", "menu", Some(4));
        check("/", "/", None);
    }
}
