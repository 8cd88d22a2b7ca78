//! What templates name and the site does not have, where rendering does not tell it: in parts that no page shows, and
//! keys of data behind `default` or `is defined`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use assets::Assets;
use content::Site;
use content::field::Field;
use source::{Diagnostic, did_you_mean};

use crate::called;
use crate::markup::{Code, Literal, Markup, words};

/// A warning for each, of a sound site: a page that showed one would not have been made. A theme is made for other sites.
pub fn warnings(site: &Site, markups: &[Markup], assets: &Assets) -> Vec<Diagnostic> {
    let strings: BTreeSet<&str> = site.strings.keys().collect();
    let data: BTreeSet<&str> = site.table_names().collect();
    let forms = site.forms.keys().map(String::as_str).collect();
    let collections = site.collections.iter().map(|c| c.name.as_str()).collect();
    let kinds: [(&str, &str, BTreeSet<&str>); 4] = [
        ("t", "string", strings),
        ("data", "data", data),
        ("form", "form", forms),
        ("collection", "collection", collections),
    ];
    let aliases = Aliases::of(markups);
    let own = |markup: &&Markup| markup.source.name() == markup.source.path;
    let mut found = Vec::new();
    for markup in markups.iter().filter(own) {
        for (function, what, known) in &kinds {
            let texts = markup.first_texts(function).into_iter();
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
        for code in &markup.code {
            found.extend(unknown_keys(site, &aliases, markup, code));
        }
    }
    let set: HashSet<&str> = markups
        .iter()
        .flat_map(|m| &m.code)
        .flat_map(bound)
        .collect();
    found.extend(called::warnings(markups, &set));
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

/// Names that stand for the data of a file in all templates.
#[derive(Debug, Default)]
struct Aliases<'a> {
    data: BTreeMap<&'a str, String>,
}

impl<'a> Aliases<'a> {
    fn of(markups: &'a [Markup]) -> Self {
        let mut data: BTreeMap<&str, Option<String>> = BTreeMap::new();
        for code in markups.iter().flat_map(|markup| &markup.code) {
            for name in bound(code) {
                let file = of_data(&code.text).filter(|_| code.text.starts_with("set "));
                let file = file.filter(|(_, behind)| behind.trim_matches('-').trim().is_empty());
                let file = file.map(|(file, _)| file.to_owned());
                let known = data.entry(name).or_insert_with(|| file.clone());
                if *known != file {
                    *known = None;
                }
            }
        }
        let data = data.into_iter();
        Self {
            data: data
                .filter_map(|(name, file)| Some((name, file?)))
                .collect(),
        }
    }
}

/// The names that a statement gives a meaning.
fn bound(code: &Code) -> Vec<&str> {
    let text = code.text.as_str();
    let mut all = words(text);
    match all.next().filter(|_| !code.is_expression) {
        Some("set") => words(text.split('=').next().unwrap_or_default())
            .skip(1)
            .collect(),
        Some("for") => words(text.split(" in ").next().unwrap_or_default())
            .skip(1)
            .collect(),
        Some("with" | "macro" | "call" | "import" | "from") => all.collect(),
        _ => Vec::new(),
    }
}

/// The file that the first `data("…")` of some code names, and what stands behind it.
fn of_data(code: &str) -> Option<(&str, &str)> {
    let (before, rest) = code.split_once("data(")?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'');
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (name, behind) = rest[1..].split_once(quote)?;
    let behind = behind.trim_start().strip_prefix(')')?;
    (!before.ends_with(is_part)).then_some((name, behind))
}

/// A warning for each key that no language's data of a file has.
fn unknown_keys(
    site: &Site,
    aliases: &Aliases<'_>,
    markup: &Markup,
    code: &Code,
) -> Vec<Diagnostic> {
    let text = &markup.source.text();
    let Some(written) = text.get(code.span.clone()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut tell = |file: &str, path: &str| {
        let at = path.as_ptr() as usize - text.as_ptr() as usize;
        let Some((unknown, known)) = unknown_key(site, file, path) else {
            return;
        };
        let start = at + (unknown.as_ptr() as usize - path.as_ptr() as usize);
        let hint = did_you_mean(unknown, known.iter().copied());
        let hint = hint.unwrap_or_else(|| format!("known: {}", known_words(&known)));
        let message = format!("the data `{file}` has no key `{unknown}`");
        let warning = Diagnostic::warning("unknown-name", message);
        found.push(
            warning
                .at(&markup.source, start..start + unknown.len())
                .hint(hint),
        );
    };
    let mut rest = written;
    while let Some((file, behind)) = of_data(rest) {
        tell(file, path_of(behind));
        rest = behind;
    }
    for (alias, file) in &aliases.data {
        for (at, _) in written.match_indices(alias) {
            let (before, behind) = (&written[..at], &written[at + alias.len()..]);
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let is_quoted =
                before.matches('"').count() % 2 == 1 || before.matches('\'').count() % 2 == 1;
            if !before.ends_with(is_part) && !is_quoted {
                tell(file, path_of(behind));
            }
        }
    }
    found
}

fn known_words(known: &[&str]) -> String {
    const MOST: usize = 12;
    let some: Vec<&str> = known.iter().copied().take(MOST).collect();
    match known.len() > MOST {
        true => format!("{}, …", some.join(", ")),
        false => some.join(", "),
    }
}

/// The dotted names that begin some code; a method is none.
fn path_of(code: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let end = code.find(|c| !is_part(c)).unwrap_or(code.len());
    let path = &code[..end];
    match code[end..].trim_start().starts_with('(') {
        true => &path[..path.rfind('.').unwrap_or(0)],
        false => path,
    }
}

/// The first of dotted names that no language's data of a file has, and those that there are in its place.
fn unknown_key<'a, 'p>(
    site: &'a Site,
    file: &str,
    path: &'p str,
) -> Option<(&'p str, Vec<&'a str>)> {
    let mut fields: Vec<&Field> = site.tables_named(file).collect();
    for name in path
        .strip_prefix('.')?
        .split('.')
        .filter(|name| !name.is_empty())
    {
        let is_open = |field: &&Field| matches!(field, Field::Map(fields) if !fields.is_closed);
        // What a schema names is there, and no template may ask a text or a list for a key.
        if fields.is_empty() || !fields.iter().all(is_open) {
            return None;
        }
        let below: Vec<&Field> = fields.iter().filter_map(|field| field.get(name)).collect();
        if below.is_empty() {
            let known = fields.iter().filter_map(|field| match field {
                Field::Map(own) => Some(own.iter().map(|(name, _)| &**name)),
                _ => None,
            });
            let known: BTreeSet<&str> = known.flatten().collect();
            return Some((name, known.into_iter().collect()));
        }
        fields = below;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_name_of_data_is_its_path() {
        let check = |code: &str, expected: &str| assert_eq!(path_of(code), expected, "{code}");
        check(".a.b }}", ".a.b");
        check(".items() }}", "");
        check(".a.items() }}", ".a");
        check("[0].a", "");
    }

    #[test]
    fn only_whole_names_of_files_are_read() {
        let check = |code: &str, expected: Option<(&str, &str)>| {
            assert_eq!(of_data(code), expected, "{code}");
        };
        check("data(\"a\").b", Some(("a", ".b")));
        check(
            "if data('deep/a').b is defined",
            Some(("deep/a", ".b is defined")),
        );
        check("data(\"a\" ~ b).c", None);
        check("metadata(\"a\").b", None);
    }
}
