//! The pages of folders, which list what these hold: where a collection has days they stand apart from it, so that no feed
//! and no neighbour shows them as one of its entries.

use std::collections::BTreeMap;

use super::document::ImportedPage;
use super::origin::Generator;

/// The collection of the pages that no folder holds.
const PAGES: &str = "pages";

/// Moves the pages of collections whose entries have days to the pages.
pub fn apart(documents: &mut [ImportedPage]) {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for document in documents.iter().filter(|document| !is_root(document)) {
        let [all, dated] = counts.entry(document.collection.clone()).or_default();
        *all += 1;
        *dated += usize::from(document.day().is_some());
    }
    let taken: Vec<String> = documents
        .iter()
        .filter(|document| document.collection == PAGES)
        .map(|document| document.below.clone())
        .collect();
    for document in documents.iter_mut().filter(|document| is_root(document)) {
        let [all, dated] = counts
            .get(&document.collection)
            .copied()
            .unwrap_or_default();
        let below = format!("{}.md", document.collection);
        if dated * 2 > all && !taken.contains(&below) {
            document.collection = PAGES.to_owned();
            document.below = below;
            document.at = String::new();
        }
    }
}

/// Whether a page is that of a whole collection.
fn is_root(document: &ImportedPage) -> bool {
    let is_other = document.collection != PAGES && document.below == "index.md";
    let has_sections = matches!(document.generator, Generator::Hugo | Generator::Zola);
    has_sections && is_other && document.is_section()
}

/// Whether a page stands apart from what it lists.
fn is_apart(document: &ImportedPage) -> bool {
    let is_root = document.collection == PAGES && document.below != "index.md";
    is_root && document.is_section() && !document.below.contains('/')
}

/// The title of the page that stands apart from a collection.
pub fn page_of<'a>(documents: &'a [ImportedPage], collection: &str) -> Option<&'a str> {
    let below = format!("{collection}.md");
    let is_it = |document: &&ImportedPage| is_apart(document) && document.below == below;
    let page = documents
        .iter()
        .filter(is_it)
        .find(|document| document.language.is_none())?;
    page.fields.get("title")?.as_str()
}

/// The page of a folder that holds others lists them.
pub fn list(documents: &mut [ImportedPage]) {
    let others = documents.iter().filter(|document| !is_apart(document));
    let folders: Vec<String> = others.map(|d| d.target.clone()).collect();
    for document in documents {
        let folder = document.target.strip_suffix("index.md");
        let folder = folder.filter(|folder| folder.matches('/').count() > 1);
        let holds = |folder: &str| {
            let inside = folders.iter().filter(|other| other.starts_with(folder));
            inside.count() > 1
        };
        if is_apart(document) || folder.is_some_and(holds) {
            let template = "section.html".into();
            document.fields.insert("template".to_owned(), template);
        }
    }
}
