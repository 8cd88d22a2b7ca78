//! Which page of a site is a translation of which.

use std::collections::BTreeMap;

use super::document::ImportedPage;
use super::report::{Report, Topic};

/// Finds the original of each translation; one without an original becomes a page of the site's own language, at the
/// address that it had.
pub fn pair(documents: &mut [ImportedPage], report: &mut Report) {
    let key = |document: &ImportedPage| {
        let below = document.below.rsplit_once('.');
        let below = below.map_or(document.below.as_str(), |(stem, _)| stem);
        let below = below.trim_end_matches("/index").to_owned();
        (document.collection.clone(), below)
    };
    let originals: BTreeMap<(String, String), usize> = documents
        .iter()
        .enumerate()
        .filter(|(_, document)| document.language.is_none())
        .map(|(index, document)| (key(document), index))
        .collect();
    let by_key: BTreeMap<String, usize> = documents
        .iter()
        .enumerate()
        .filter(|(_, document)| document.language.is_none())
        .filter_map(|(index, document)| Some((translation_key(document)?, index)))
        .collect();
    for index in 0..documents.len() {
        let document = &documents[index];
        let Some(code) = document.language.clone() else {
            continue;
        };
        let original = translation_key(document).and_then(|key| by_key.get(&key));
        let Some(original) = original.or_else(|| originals.get(&key(document))).copied() else {
            let what = format!(
                "it is written in `{code}` and translates no page: it is a page of the site's own language now"
            );
            report.tell(Topic::Changed, (&document.file, 0), what);
            documents[index].language = None;
            continue;
        };
        let is_draft =
            |document: &ImportedPage| document.front.fields.get("draft") == Some(&true.into());
        if is_draft(&documents[original]) && !is_draft(document) {
            let what = format!(
                "`{}`, which it translates, is a draft: it is published with that",
                documents[original].file
            );
            report.tell(Topic::Changed, (&document.file, 0), what);
        }
        let stem = documents[original]
            .target
            .trim_end_matches(".md")
            .to_owned();
        documents[index].target = format!("{stem}.{code}.md");
        documents[index].original = Some(documents[original].address.clone());
        let collection = documents[original].collection.clone();
        documents[index].collection = collection;
    }
}

/// What ties translations together that have other names.
fn translation_key(document: &ImportedPage) -> Option<String> {
    let key = document.front.fields.get("translationKey")?;
    key.as_str().map(str::to_owned)
}
