//! Anchors that texts link to, looked for in the finished pages.

use std::collections::BTreeMap;

use content::{AnchorCheck, Site};
use render::Page;
use source::Diagnostic;

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
        let ids = ids.as_ref().map(|ids| ids.iter().map(String::as_str));
        broken.extend(ids.and_then(|ids| check.judge(ids)));
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
