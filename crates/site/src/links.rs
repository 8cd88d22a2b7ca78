//! Anchors that texts link to, looked for in the finished pages.

use std::collections::BTreeMap;

use content::{AnchorCheck, Site};
use render::Page;
use source::{Diagnostic, did_you_mean};

/// A diagnostic for each link whose anchor is on no element of its page.
pub fn broken_anchors(site: &Site, pages: &[Page], anchors: &[AnchorCheck]) -> Vec<Diagnostic> {
    let mut ids_by_path: BTreeMap<&str, Option<Vec<String>>> = BTreeMap::new();
    let mut broken = Vec::new();
    for check in anchors {
        let ids = ids_by_path.entry(&check.path).or_insert_with(|| {
            let page = pages
                .iter()
                .find(|p| site.routes[p.route].path == check.path);
            page.map(|p| ids_of(&p.text))
        });
        // A page that could not be rendered has been reported already.
        let Some(ids) = ids else { continue };
        if ids.contains(&check.anchor) {
            continue;
        }
        let hint =
            did_you_mean(&check.anchor, ids.iter().map(String::as_str)).unwrap_or_else(|| {
                "link to the page alone, or give a heading this id: `## Title {#id}`".to_owned()
            });
        let message = format!(
            "the page `{}` has no anchor `#{}`",
            check.path, check.anchor
        );
        broken.push(
            Diagnostic::error("broken-anchor", message)
                .at(&check.source, check.span.clone())
                .hint(hint),
        );
    }
    broken
}

/// The ids of a page's elements.
pub fn ids_of(html: &str) -> Vec<String> {
    let ids = html
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    ids.map(str::to_owned).collect()
}
