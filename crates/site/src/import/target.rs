//! The files of the new site beside its pages: settings, schemas, routes, menu, and a plain theme.

use std::collections::BTreeMap;

use source::yaml::{flow, flow_scalar, scalar};

use super::address::{base, urls};
use super::document::ImportedPage;
use super::feeds::{self, Fed};
use super::fields::TIME;
use super::formulas;
use super::languages::Languages;
use super::menu;
use super::origin::Origin;
use super::redirects;
use super::report::{Report, Topic};
use super::schema;
use super::sections;
use super::theme;

/// The routes of every site, and that of the page of unknown addresses.
const OF_EVERY_SITE: [&str; 2] = [
    "{ path: /sitemap.xml, template: sitemap.xml }",
    "{ path: /robots.txt, template: robots.txt }",
];
const NOT_FOUND: &str = "{ path: /404, template: 404.html, title: Page not found, noindex: true }";

/// The pages of a collection's tags: one for each, and one for all, where no other page stands there.
fn tags(name: &str, base: &str, is_used: bool) -> Vec<String> {
    let all = format!(
        "{{ path: {base}, template: terms.html, title: Tags, terms: {{ collection: {name}, field: tags }} }}"
    );
    let each = format!(
        "{{ path: \"{base}/{{value}}\", template: list.html, each: {{ collection: {name}, field: tags }}, paginate: 50 }}"
    );
    match is_used {
        true => vec![each],
        false => vec![all, each],
    }
}

/// A page that lists a collection.
fn list_at(path: &str, title: &str, collection: &str) -> String {
    let (path, title) = (flow_scalar(path), flow_scalar(title));
    format!(
        "{{ path: {path}, template: list.html, title: {title}, list: {{ collection: {collection} }}, paginate: 50 }}"
    )
}

/// The collection that a page at `/` lists: the largest one, with days if there is any.
fn largest<'a>(collections: &BTreeMap<&'a str, Vec<&ImportedPage>>) -> Option<&'a str> {
    let has_days = |own: &[&ImportedPage]| own.iter().any(|d| d.fields.contains_key("date"));
    let largest = collections
        .iter()
        .max_by_key(|(_, own)| (has_days(own), own.len()));
    largest.map(|(name, _)| *name)
}

/// The documents of each collection.
pub fn collections(documents: &[ImportedPage]) -> BTreeMap<&str, Vec<&ImportedPage>> {
    let mut all: BTreeMap<&str, Vec<&ImportedPage>> = BTreeMap::new();
    for document in documents {
        all.entry(&document.collection).or_default().push(document);
    }
    all
}

/// All of them, by their path from the new site's root.
pub fn files(
    origin: &Origin,
    documents: &mut [ImportedPage],
    verbatim: &[String],
    report: &mut Report,
) -> BTreeMap<String, String> {
    let terms = terms(documents, report);
    let documents = &*documents;
    let mut redirects = redirects::redirects(origin, documents, report);
    redirects.extend(redirects::of_tags(documents, &terms, report));
    let kept = Kept {
        verbatim,
        redirects: &redirects,
    };
    let mut files = BTreeMap::new();
    let collections = collections(documents);
    let used = |path: &str| {
        let mut published = documents.iter().filter(|d| !d.fields.contains_key("draft"));
        redirects.contains_key(path) || published.any(|d| d.address == path)
    };
    let mut routes: Vec<String> = OF_EVERY_SITE.map(str::to_owned).to_vec();
    if !used("/404") {
        routes.push(NOT_FOUND.to_owned());
    }
    let mut lists = Vec::new();
    let largest = largest(&collections);
    for (name, own) in &collections {
        let at = own.first().map_or(String::new(), |d| base(d));
        let apart = sections::page_of(documents, name);
        let title = apart.map_or_else(|| title(name, own), str::to_owned);
        let dated = own.iter().filter(|d| d.fields.contains_key("date")).count();
        let fed = Fed {
            name,
            at: &at,
            is_main: Some(*name) == largest,
        };
        let feed = (dated * 2 > own.len()).then(|| feeds::of(origin, &fed, report));
        files.insert(
            format!("content/{name}/_schema.yaml"),
            schema_of(own, (&title, feed.as_deref()), report),
        );
        let has_pages = own.iter().any(|d| !d.fields.contains_key("draft"));
        if has_pages && !at.is_empty() {
            if !used(&at) {
                routes.push(list_at(&at, &title, name));
            }
            lists.push((title.clone(), at.clone()));
        }
        if Some(*name) == largest && !used("/") {
            routes.insert(0, list_at("/", &title, name));
        }
        if let Some(base) = terms.get(*name) {
            routes.extend(tags(name, base, used(base)));
        }
    }
    let lines = routes.iter().map(|route| format!("  - {route}\n"));
    let routes: String = lines.collect();
    files.extend(theme::files(documents, &routes));
    files.insert(
        "content/routes.yaml".to_owned(),
        format!("# The pages that no single entry makes.\nroutes:\n{routes}"),
    );
    files.insert(
        "content/site.yaml".to_owned(),
        settings(origin, documents, &kept, report),
    );
    feeds::tell_taxonomies(origin, documents, report);
    files.extend(menu::files(origin, documents, &lists, report));
    files
}

fn title(name: &str, own: &[&ImportedPage]) -> String {
    let mut sections = own.iter().filter(|d| d.below.starts_with("index."));
    let index = sections.clone().find(|d| d.language.is_none());
    let index = index.or_else(|| sections.next());
    let title = index.and_then(|d| d.fields.get("title")?.as_str());
    title
        .filter(|_| !own.first().is_some_and(|d| d.base().is_empty()))
        .map_or_else(
            || {
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_uppercase().chain(letters).collect())
                    .unwrap_or_default()
            },
            str::to_owned,
        )
}

fn schema_of(
    own: &[&ImportedPage],
    (title, feed): (&str, Option<&str>),
    report: &mut Report,
) -> String {
    let at = own.first().map_or(String::new(), |d| base(d));
    let weighted = |field: &str| {
        own.iter()
            .filter(|d| {
                d.fields
                    .get(field)
                    .is_some_and(serde_json::Value::is_number)
            })
            .count()
            * 2
            > own.len()
    };
    let mut head = vec![
        (
            "x-route".to_owned(),
            scalar(&match at.trim_matches('/') {
                "" => "/{path}".to_owned(),
                at => format!("/{at}/{{path}}"),
            }),
        ),
        ("x-template".to_owned(), "page.html".to_owned()),
    ];
    let sort = match () {
        () if feed.is_some() && own.iter().any(|d| d.fields.contains_key(TIME)) => "[-date, -time]",
        () if feed.is_some() => "-date",
        () if weighted("order") => "order",
        () if weighted("weight") => "weight",
        () => "file",
    };
    head.push(("x-sort".to_owned(), sort.to_owned()));
    if let Some(feed) = feed {
        head.push(("x-feed".to_owned(), format!("{{ {feed} }}")));
    }
    schema::written(
        title,
        &head,
        &schema::required(own),
        &schema::infer(own, report),
    )
}

/// Where the tags of each collection stand. Tags that differ only in case become one; where two others would have one
/// address there are no pages for them.
fn terms(documents: &mut [ImportedPage], report: &mut Report) -> BTreeMap<String, String> {
    let mut uses: BTreeMap<(String, String), BTreeMap<String, usize>> = BTreeMap::new();
    for document in documents.iter() {
        for word in words(document) {
            let key = (document.collection.clone(), content::slug(&word));
            *uses.entry(key).or_default().entry(word).or_default() += 1;
        }
    }
    let mut refused: Vec<String> = Vec::new();
    let mut renamed: BTreeMap<(String, String), String> = BTreeMap::new();
    for ((collection, slug), words) in &uses {
        let most = words
            .iter()
            .max_by_key(|(_, n)| **n)
            .map(|(word, _)| word.clone())
            .unwrap_or_default();
        for word in words.keys().filter(|word| **word != most) {
            match word.to_lowercase() == most.to_lowercase() {
                true => drop(renamed.insert((collection.clone(), word.clone()), most.clone())),
                false => refused.push(collection.clone()),
            }
        }
        if slug.is_empty() {
            refused.push(collection.clone());
        }
    }
    rename(documents, &renamed, report);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for ((collection, _), words) in uses
        .iter()
        .filter(|((collection, _), _)| !refused.contains(collection))
    {
        *counts.entry(collection).or_default() += words.values().sum::<usize>();
    }
    for collection in &refused {
        report.tell(
            Topic::Left,
            (&format!("content/{collection}"), 0),
            "two tags would have one address: there are no pages for tags",
        );
    }
    let most = counts
        .iter()
        .max_by_key(|(_, n)| **n)
        .map(|(name, _)| (*name).to_owned());
    let places = counts.keys().map(|name| {
        let own = match most.as_deref() == Some(*name) {
            true => "/tags".to_owned(),
            false => format!("/{name}/tags"),
        };
        ((*name).to_owned(), own)
    });
    places.collect()
}

/// The tags of a page.
fn words(document: &ImportedPage) -> Vec<String> {
    let tags = document
        .fields
        .get("tags")
        .and_then(serde_json::Value::as_array);
    let words = tags.into_iter().flatten();
    words
        .filter_map(|tag| tag.as_str().map(str::to_owned))
        .collect()
}

/// Gives tags the names that most pages use.
fn rename(
    documents: &mut [ImportedPage],
    renamed: &BTreeMap<(String, String), String>,
    report: &mut Report,
) {
    for document in documents.iter_mut() {
        let mut kept: Vec<String> = Vec::new();
        let old = words(document);
        for word in &old {
            let new = renamed.get(&(document.collection.clone(), word.clone()));
            if let Some(new) = new {
                report.tell(
                    Topic::Changed,
                    (&document.file, document.front.line("tags")),
                    format!("the tag `{word}` is `{new}` as elsewhere"),
                );
            }
            let new = new.unwrap_or(word).clone();
            if !kept.contains(&new) {
                kept.push(new);
            }
        }
        if kept != old {
            document.fields.insert("tags".to_owned(), kept.into());
        }
    }
}

/// The former addresses that settings keep.
struct Kept<'a> {
    /// Of files.
    verbatim: &'a [String],
    /// Of pages, and where they lead.
    redirects: &'a BTreeMap<String, String>,
}

/// content/site.yaml.
fn settings(
    origin: &Origin,
    documents: &[ImportedPage],
    kept: &Kept<'_>,
    report: &mut Report,
) -> String {
    if origin.base_url.is_none() {
        report.tell(
            Topic::Left,
            ("content/site.yaml", 0),
            "the settings do not say where the site stands: `base_url` is a stand-in",
        );
    }
    let urls = urls(origin, documents);
    let mut text = format!("base_url: {}\n", scalar(&origin.address()));
    let title = origin.title.clone().unwrap_or_else(|| {
        let name = origin.root.canonicalize().ok();
        let name = name.as_deref().and_then(std::path::Path::file_name);
        name.map_or_else(
            || "Site".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    });
    text += &format!("title: {}\n", scalar(&title));
    if let Some(description) = &origin.description {
        text += &format!("description: {}\n", scalar(description));
    }
    text += &format!(
        "language: {}\nurls: {urls}\n# Common elements pass; others are left out with a warning.\nhtml: listed\n",
        origin.language
    );
    text += &languages(origin);
    let is_on = |path: &str| origin.config.pointer(path) == Some(&true.into());
    if is_on("/enableEmoji") || is_on("/markdown/render_emoji") {
        text += "emoji: true\n";
    }
    if formulas::are_read(origin) {
        text += "math: true\n";
    }
    if !kept.verbatim.is_empty() {
        let all: Vec<serde_json::Value> = kept.verbatim.iter().map(|v| v.as_str().into()).collect();
        text += &format!(
            "# Files keep the addresses that they had.\nverbatim: {}\n",
            flow(&all.into())
        );
    }
    if !kept.redirects.is_empty() {
        text += "redirects:\n";
        for (from, to) in kept.redirects {
            text += &format!("  {}: {}\n", scalar(from), scalar(to));
        }
    }
    text
}

/// `languages` of content/site.yaml, where there are several.
fn languages(origin: &Origin) -> String {
    let languages = Languages::of(origin);
    if languages.others.is_empty() {
        return String::new();
    }
    let (own, name) = (flow_scalar(&origin.language), flow_scalar(&languages.name));
    let mut text = format!("languages:\n  - {{ code: {own}, name: {name} }}\n");
    for language in &languages.others {
        let mut keys = vec![
            format!("code: {}", flow_scalar(&language.code)),
            format!("name: {}", flow_scalar(&language.name)),
        ];
        let title = language.title.as_deref();
        keys.extend(title.map(|title| format!("title: {}", flow_scalar(title))));
        let description = language.description.as_deref();
        keys.extend(description.map(|text| format!("description: {}", flow_scalar(text))));
        keys.extend(language.is_right_to_left.then(|| "dir: rtl".to_owned()));
        // Neither generator shows originals where translations lack.
        keys.push("missing: leave-out".to_owned());
        text += &format!("  - {{ {} }}\n", keys.join(", "));
    }
    text
}
