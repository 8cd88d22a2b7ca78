//! Anchors that texts link to, looked for in the finished pages.

use std::collections::HashMap;

use content::{AnchorCheck, Site};
use render::Page;
use source::Diagnostic;

use crate::html::Document;

/// A diagnostic for each link whose anchor is on no element of its page. A page that could not be
/// rendered has been reported already.
pub fn broken(site: &Site, pages: &[Page], anchors: &[AnchorCheck]) -> Vec<Diagnostic> {
    let paths = pages
        .iter()
        .map(|page| (site.routes[page.route].path.as_str(), page));
    let by_path: HashMap<&str, &Page> = match anchors {
        [] => HashMap::new(),
        _ => paths.collect(),
    };
    let mut documents: HashMap<&str, Document> = HashMap::new();
    let broken = anchors.iter().filter_map(|check| {
        let page = by_path.get(check.path.as_str())?;
        let document = documents.entry(&check.path);
        let document = document.or_insert_with(|| Document::parse(&page.text));
        check.judge(document.ids())
    });
    broken.collect()
}
