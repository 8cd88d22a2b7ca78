//! Pages that the former site did not publish, or showed to nobody who did not know them: they come as drafts.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::document::ImportedPage;
use super::origin::{Generator, Origin};
use super::report::{Report, Topic};

/// Why a page is held back.
struct Reason {
    /// The key of its front matter that says so; empty where none does.
    key: &'static str,
    /// What the report says.
    what: String,
}

impl Reason {
    fn of_key(key: &'static str, what: String) -> Self {
        Self { key, what }
    }

    fn of_page(what: String) -> Self {
        Self { key: "", what }
    }
}

/// Makes drafts of the pages that were no pages of the former site, and tells each.
pub fn hold_back(origin: &Origin, documents: &mut [ImportedPage], report: &mut Report) {
    let bundles: BTreeSet<String> = match origin.generator {
        Generator::Hugo => {
            let bundles = documents.iter().filter_map(bundle);
            bundles.filter(|folder| *folder != origin.content).collect()
        }
        _ => BTreeSet::new(),
    };
    for document in documents {
        let reason = by_front_matter(document).or_else(|| {
            let folders = document.file.match_indices('/');
            let mut folders = folders.map(|(slash, _)| &document.file[..=slash]);
            let folder = folders.find(|folder| bundles.contains(*folder))?;
            let is_own = bundle(document).as_deref() == Some(folder);
            (!is_own).then(|| {
                Reason::of_page(format!("part of the page `{folder}`, and no page itself"))
            })
        });
        let reason = reason.or_else(|| by_collection(origin, document));
        if let Some(Reason { key, what }) = reason {
            let line = document.front.lines.get(key).copied().unwrap_or(0);
            report.tell(Topic::Unpublished, (&document.file, line), what);
            let fields = &mut document.front.fields;
            fields.insert("draft".to_owned(), true.into());
        }
    }
}

/// The folder of a page of Hugo that owns all that stands beside it.
fn bundle(document: &ImportedPage) -> Option<String> {
    let (folder, name) = document.file.rsplit_once('/')?;
    name.starts_with("index.").then(|| format!("{folder}/"))
}

/// Why front matter keeps a page back.
fn by_front_matter(document: &mut ImportedPage) -> Option<Reason> {
    let generator = document.generator;
    if document.front.is_unread {
        let what = "its front matter is a program: write it as YAML";
        return Some(Reason::of_page(what.to_owned()));
    }
    if let Some(to) = document.leads_to() {
        let what = format!("`redirect_to: {to}`: its address leads there");
        return Some(Reason::of_key("redirect_to", what));
    }
    let fields = &mut document.front.fields;
    let is = |fields: &Map<String, Value>, key: &str, value: bool| {
        fields.get(key).is_some_and(|own| *own == value)
    };
    match generator {
        Generator::Hugo => {
            if is(fields, "headless", true) {
                fields.remove("headless");
                return Some(Reason::of_key("headless", "`headless: true`".to_owned()));
            }
            for key in ["build", "_build"] {
                let Some(Value::Object(build)) = fields.get(key) else {
                    continue;
                };
                let kept = ["render", "list"].iter().find_map(|part| {
                    let value = build.get(*part)?;
                    let is_kept = *value == false || value.as_str().is_some_and(|v| v != "always");
                    is_kept.then(|| format!("`{key}.{part}: {}`", source::yaml::flow(value)))
                });
                if kept.is_some() {
                    fields.remove(key);
                    return kept.map(|what| Reason::of_key(key, what));
                }
            }
        }
        Generator::Zola if is(fields, "render", false) => {
            return Some(Reason::of_key("render", "`render: false`".to_owned()));
        }
        Generator::Eleventy => {
            if is(fields, "permalink", false) {
                return Some(Reason::of_key("permalink", "`permalink: false`".to_owned()));
            }
            if is(fields, "eleventyExcludeFromCollections", true) {
                let key = "eleventyExcludeFromCollections";
                fields.remove(key);
                return Some(Reason::of_key(key, format!("`{key}: true`")));
            }
        }
        _ => {}
    }
    ["unlisted", "private", "hidden"]
        .into_iter()
        .find(|key| is(fields, key, true))
        .map(|key| {
            fields.remove(key);
            Reason::of_key(key, format!("`{key}: true`"))
        })
}

/// Jekyll makes pages of a collection only where the settings say so.
fn by_collection(origin: &Origin, document: &ImportedPage) -> Option<Reason> {
    let is_one = origin.generator == Generator::Jekyll && document.file.starts_with('_');
    let is_own = !matches!(document.collection.as_str(), "posts" | "pages");
    let path = format!("/collections/{}/output", document.collection);
    let is_published = origin.config.pointer(&path) == Some(&true.into());
    (is_one && is_own && !is_published).then(|| {
        Reason::of_page(format!(
            "the settings give the collection `{}` no pages (`output: true`)",
            document.collection
        ))
    })
}
