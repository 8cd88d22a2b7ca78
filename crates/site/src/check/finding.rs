//! A mistake that a finished page shows, and the search for the line of the sources that it comes from.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::diagnostic::{Diagnostic, Severity, Source};
use content::route::Subject;

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
    let mut groups: BTreeMap<Key, (Diagnostic, Vec<usize>)> = BTreeMap::new();
    for finding in findings {
        let place = locate(site, &finding);
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

/// Where a finding comes from: the first of its texts that stands in the page's entry, site.yaml,
/// the page's template, another template or another entry; else the page's entry or whatever asks
/// for the page; else its template.
fn locate(site: &Site, finding: &Finding) -> Option<(Arc<Source>, Range<usize>)> {
    let route = &site.routes[finding.route];
    let entry = match &route.subject {
        Subject::Entry(index) => Some(&site.entries[*index]),
        _ => None,
    };
    let template = site.templates.get(&route.template);
    let nearest = entry.map(|e| &e.source).into_iter();
    let nearest = nearest.chain([&site.source]).chain(template);
    let others = site
        .templates
        .values()
        .chain(site.entries.iter().map(|e| &e.source));
    let sources: Vec<&Arc<Source>> = nearest.chain(others).collect();
    for needle in &finding.needles {
        for source in &sources {
            if let Some(span) = find(&source.text, needle) {
                return Some((Arc::clone(source), span));
            }
        }
    }
    if let Some(entry) = entry {
        return Some((Arc::clone(&entry.source), entry.span_of("title")));
    }
    let origin = route.origin.clone();
    origin.or_else(|| template.map(|source| (Arc::clone(source), 0..0)))
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
