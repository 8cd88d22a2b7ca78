//! What templates name and the site does not have, where rendering does not tell it: in parts that no page shows, and
//! keys of data behind `default` or `is defined`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use assets::Assets;
use content::Site;
use content::field::Field;
use render::{Name, PathRoot};
use source::{Diagnostic, did_you_mean};

use super::unknown_calls;
use crate::markup::{Literal, Markup};

/// A warning for each, of a sound site: a page that showed one would not have been made. A theme is made for other sites.
pub fn warnings(site: &Site, markups: &[Markup], assets: &Assets) -> Vec<Diagnostic> {
    let strings: BTreeSet<&str> = site.strings.keys().collect();
    let data: BTreeSet<&str> = site.data_names().collect();
    let forms = site.forms.keys().map(String::as_str).collect();
    let collections = site.collections.iter().map(|c| c.name.as_str()).collect();
    let kinds: [(&str, &str, BTreeSet<&str>); 4] = [
        ("t", "string", strings),
        ("data", "data", data),
        ("form", "form", forms),
        ("collection", "collection", collections),
    ];
    let aliases = aliases(markups);
    let mut found = Vec::new();
    for markup in markups.iter().filter(|m| !m.source.is_of_theme()) {
        for (function, what, known) in &kinds {
            let texts = markup.first_texts(function);
            let unknown = texts.filter(|text| !known.contains(&*text.text));
            found.extend(unknown.map(|text| unknown_name(what, &text, known.iter().copied())));
        }
        for asset in markup.first_texts("asset") {
            let name = asset.text.trim_start_matches('/');
            let name = name.strip_prefix("public/").unwrap_or(name);
            if assets.get(name).is_none() {
                found.push(unknown_name("asset", &asset, assets.names()));
            }
        }
        found.extend(unknown_keys(site, &aliases, markup));
    }
    let bindings = markups.iter().flat_map(|markup| &markup.outline.bindings);
    let set: HashSet<&str> = bindings.map(|binding| &*binding.name).collect();
    found.extend(unknown_calls::warnings(markups, &set));
    found
}

fn unknown_name<'a>(
    what: &str,
    named: &Literal,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let name = &named.text;
    let hint = did_you_mean(name, known).unwrap_or_else(|| match what {
        "string" => format!("write it in content/strings.yaml: `{name}: …`"),
        "data" => format!("create content/_data/{name}.yaml, .json, .toml or .csv"),
        "form" => format!("create content/forms/{name}.yaml"),
        "asset" => format!("put the file at public/{name}"),
        _ => format!("a collection is a folder content/{name}/ with a `_schema.yaml`"),
    });
    let warning = Diagnostic::warning("unknown-name", format!("there is no {what} `{name}`"));
    let note = "no page shows this part of the template today; one that did would fail";
    warning.on(&named.place).hint(hint).note(note)
}

/// Names that stand for the data of a file wherever a template gives them a meaning.
fn aliases(markups: &[Markup]) -> BTreeMap<&str, &str> {
    let mut files: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for binding in markups.iter().flat_map(|markup| &markup.outline.bindings) {
        let file = binding.data.as_deref();
        let known = files.entry(&binding.name).or_insert(file);
        *known = known.filter(|known| file == Some(known));
    }
    let files = files.into_iter();
    files
        .filter_map(|(name, file)| Some((name, file?)))
        .collect()
}

/// A warning for each key that no language's data of a file has.
fn unknown_keys(site: &Site, aliases: &BTreeMap<&str, &str>, markup: &Markup) -> Vec<Diagnostic> {
    let asked = markup.outline.paths.iter().filter_map(|path| {
        let file = match &path.root {
            PathRoot::Data(file) => file.as_str(),
            PathRoot::Variable(name) => aliases.get(name.as_str())?,
        };
        let (unknown, known) = unknown_key(site, file, &path.keys)?;
        Some((file, unknown, known))
    });
    let told = asked.map(|(file, Name { name, place }, known)| {
        let hint = did_you_mean(name, known.iter().copied());
        let hint = hint.unwrap_or_else(|| format!("known: {}", known_words(&known)));
        let message = format!("the data `{file}` has no key `{name}`");
        let warning = Diagnostic::warning("unknown-name", message);
        warning.at(&markup.source, place.clone()).hint(hint)
    });
    told.collect()
}

fn known_words(known: &[&str]) -> String {
    const MOST: usize = 12;
    let some: Vec<&str> = known.iter().copied().take(MOST).collect();
    match known.len() > MOST {
        true => format!("{}, …", some.join(", ")),
        false => some.join(", "),
    }
}

/// The first of dotted names that no language's data of a file has, and those that there are in its place.
fn unknown_key<'a, 'k>(
    site: &'a Site,
    file: &str,
    keys: &'k [Name],
) -> Option<(&'k Name, Vec<&'a str>)> {
    let mut fields: Vec<&Field> = site.data_named(file).collect();
    for key in keys {
        let is_open = |field: &&Field| matches!(field, Field::Map(fields) if !fields.is_closed);
        // What a schema names is there, and no template may ask a text or a list for a key.
        if fields.is_empty() || !fields.iter().all(is_open) {
            return None;
        }
        let below: Vec<&Field> = fields
            .iter()
            .filter_map(|field| field.get(&key.name))
            .collect();
        if below.is_empty() {
            let known = fields.iter().filter_map(|field| match field {
                Field::Map(own) => Some(own.iter().map(|(name, _)| &**name)),
                _ => None,
            });
            let known: BTreeSet<&str> = known.flatten().collect();
            return Some((key, known.into_iter().collect()));
        }
        fields = below;
    }
    None
}
