//! What templates name and the site does not have, where rendering does not tell it: in parts that no page shows, and
//! keys of data behind `default` or `is defined`.

use std::collections::{BTreeSet, HashSet};

use assets::Assets;
use content::Site;
use content::field::Field;
use render::Name;
use source::{Diagnostic, did_you_mean};

use super::stands_for::{Found, Meanings};
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
    let meanings = Meanings::new(site, markups);
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
        found.extend(unknown_keys(meanings, markup));
        found.extend(texts_against_numbers(meanings, markup));
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
    unknown_calls::absent(what, name, hint).on(&named.place)
}

/// A warning for each key that no language's data of a file has, and no row of it: a row may always lack what
/// others have, and names that are like none of theirs may be meant for rows to come.
fn unknown_keys<'a>(meanings: Meanings<'a>, markup: &'a Markup) -> Vec<Diagnostic> {
    let asked = markup.outline.paths.iter().filter_map(|path| {
        let root = meanings.root(markup, &path.root)?;
        let (unknown, known) = unknown_key(&root, &path.keys)?;
        Some((root, unknown, known))
    });
    let told = asked.filter_map(|(root, Name { name, place }, known)| {
        let hint = did_you_mean(name, known.iter().copied());
        let others = || format!("known: {}", known_words(&known));
        let hint = match root.is_row {
            true => hint?,
            false => hint.unwrap_or_else(others),
        };
        let message = format!("the data `{}` has no key `{name}`", root.file);
        let warning = Diagnostic::warning("unknown-name", message);
        Some(warning.at(&markup.source, place.clone()).hint(hint))
    });
    told.collect()
}

/// A warning for each text of data that is held against a number: none is equal to it, and each is larger.
fn texts_against_numbers<'a>(meanings: Meanings<'a>, markup: &'a Markup) -> Vec<Diagnostic> {
    let compared = markup.outline.compared.iter().filter_map(|path| {
        let found = meanings.value(markup, path)?;
        let is_text = |field: &&Field| matches!(field, Field::Text(_));
        let is_absent = |field: &&Field| matches!(field, Field::Null);
        let is_one = found.fields.iter().all(|f| is_text(f) || is_absent(f));
        let is_one = is_one && found.fields.iter().any(is_text);
        Some((found.file, path.keys.last().filter(|_| is_one)?))
    });
    let told = compared.map(|(file, Name { name, place })| {
        let message =
            format!("`{name}` of the data `{file}` is a text, which is compared with a number");
        Diagnostic::warning("text-against-number", message)
            .at(&markup.source, place.clone())
            .hint(format!(
                "write `{name} | float`, or say `type: number` in content/_data/{file}.schema.yaml"
            ))
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

/// The first of dotted names that nothing has for which their root stands, and those that there are in its place.
fn unknown_key<'a, 'k>(root: &Found<'a>, keys: &'k [Name]) -> Option<(&'k Name, Vec<&'a str>)> {
    let mut fields = root.fields.clone();
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
