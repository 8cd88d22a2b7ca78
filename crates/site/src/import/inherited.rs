//! What folders, sections and settings give to the pages that do not say it themselves.

use serde_json::{Map, Value};

use super::document::ImportedPage;
use super::excluded::fits;
use super::origin::{Generator, Origin};

/// Gives each page what it inherits.
pub fn inherit(origin: &Origin, documents: &mut [ImportedPage]) {
    let sections: Vec<(String, Value)> = documents
        .iter()
        .filter(|document| document.is_section())
        .filter_map(|document| Some((document.file.clone(), section(document)?)))
        .collect();
    for document in documents {
        let given = match origin.generator {
            Generator::Hugo => of_cascades(origin, document, &sections),
            Generator::Zola => above(document, &sections)
                .filter_map(Value::as_object)
                .flat_map(|own| own.clone())
                .collect(),
            Generator::Eleventy => of_data_files(origin, document),
            Generator::Jekyll => of_defaults(origin, document),
            Generator::Astro | Generator::MdBook => Vec::new(),
        };
        for (key, value) in given {
            let is_draft = origin.generator == Generator::Zola && key == "draft";
            if is_draft {
                document.front.fields.insert(key, value);
            } else {
                document.front.fields.entry(key).or_insert(value);
            }
        }
    }
}

/// What a section gives to the pages below it.
fn section(document: &ImportedPage) -> Option<Value> {
    let fields = &document.front.fields;
    match document.generator {
        Generator::Hugo => fields.get("cascade").cloned(),
        // Zola does not enter the folder of a section that is a draft.
        Generator::Zola if fields.get("draft") == Some(&true.into()) => {
            Some(serde_json::json!({ "draft": true }))
        }
        _ => None,
    }
}

/// What the sections above a page give, the nearest first.
fn above<'a>(
    document: &'a ImportedPage,
    sections: &'a [(String, Value)],
) -> impl Iterator<Item = &'a Value> {
    let mut above: Vec<(&str, &Value)> = sections
        .iter()
        .filter_map(|(file, given)| Some((file.rsplit_once('/')?.0, given)))
        .filter(|(folder, _)| document.file.starts_with(&format!("{folder}/")))
        .collect();
    above.sort_by_key(|(folder, _)| std::cmp::Reverse(folder.len()));
    above.into_iter().map(|(_, given)| given)
}

/// `cascade` of sections and of the settings: values, or a list of values for some of the pages.
fn of_cascades(
    origin: &Origin,
    document: &ImportedPage,
    sections: &[(String, Value)],
) -> Vec<(String, Value)> {
    let below = document.file.strip_prefix(&origin.content);
    let below = format!("/{}", below.unwrap_or(&document.file));
    let path = below.rsplit_once('.').map_or(&*below, |(path, _)| path);
    let path = path.trim_end_matches("/_index").trim_end_matches("/index");
    let is_meant = |given: &Map<String, Value>| {
        let target = given.get("target").or(given.get("_target"));
        let text = |key: &str| target?.get(key)?.as_str();
        let is_path = text("path")
            .is_none_or(|glob| fits(glob.trim_start_matches('/'), path.trim_start_matches('/')));
        let is_kind = text("kind").is_none_or(|kind| match kind {
            "page" => !document.is_section(),
            _ => document.is_section(),
        });
        is_path && is_kind
    };
    let mut given = Vec::new();
    for cascade in above(document, sections).chain(origin.config.get("cascade")) {
        let all = match cascade {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        for values in all.into_iter().filter_map(Value::as_object) {
            let own = values.iter().filter(|_| is_meant(values));
            let own = own.filter(|(key, _)| !matches!(key.as_str(), "target" | "_target"));
            given.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        }
    }
    given
}

/// The data files of Eleventy beside a page and in the folders above it, the nearest first.
fn of_data_files(origin: &Origin, document: &ImportedPage) -> Vec<(String, Value)> {
    let mut stems = Vec::new();
    let stem = document.file.rsplit_once('.');
    stems.extend(stem.map(|(stem, _)| stem.to_owned()));
    let mut folder = document.file.rsplit_once('/').map(|(folder, _)| folder);
    while let Some(path) = folder.filter(|path| path.len() + 1 >= origin.content.len()) {
        let name = path.rsplit('/').next().unwrap_or(path);
        stems.push(format!("{path}/{name}"));
        folder = path.rsplit_once('/').map(|(folder, _)| folder);
    }
    let files = stems
        .iter()
        .flat_map(|stem| [".11tydata.json", ".json"].map(|ending| format!("{stem}{ending}")));
    let values = files
        .filter(|file| origin.has(file))
        .filter_map(|file| origin.data(&file));
    let mut given = Vec::new();
    for value in values {
        if let Value::Object(own) = value {
            given.extend(own);
        }
    }
    given
}

/// `defaults` of Jekyll's settings, and what its folder of drafts says.
fn of_defaults(origin: &Origin, document: &ImportedPage) -> Vec<(String, Value)> {
    let mut given = Vec::new();
    if document.file.contains("_drafts/") {
        given.push(("draft".to_owned(), true.into()));
    }
    let defaults = origin.config.get("defaults").and_then(Value::as_array);
    let mut meant: Vec<(usize, &Map<String, Value>)> = Vec::new();
    for default in defaults.into_iter().flatten() {
        let scope = |key| {
            let value = default.pointer(&format!("/scope/{key}"));
            value.and_then(Value::as_str)
        };
        let is_type = scope("type").is_none_or(|kind| kind == document.collection);
        let path = scope("path").unwrap_or_default().trim_end_matches('/');
        let is_path = document.file.starts_with(path) || fits(path, &document.file);
        let values = default.get("values").and_then(Value::as_object);
        meant.extend(
            values
                .filter(|_| is_type && is_path)
                .map(|values| (path.len(), values)),
        );
    }
    // The longest path wins, and of those alike the last.
    meant.reverse();
    meant.sort_by_key(|(len, _)| std::cmp::Reverse(*len));
    given.extend(meant.into_iter().flat_map(|(_, values)| values.clone()));
    given
}
