//! The menus of a former site, as data of the new one: the main menu of each language; the others are told.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use source::yaml::flow_scalar;

use super::address::clean;
use super::document::ImportedPage;
use super::languages::Languages;
use super::origin::{Generator, Origin, text_at};
use super::report::{Report, Topic};

/// What settings and front matter call menus.
const KEYS: [&str; 3] = ["menus", "menu", "Menu"];
/// The menu that comes.
const MAIN: &str = "main";
/// Where the report says that menus stand.
const PLACE: &str = "the menu";

/// An entry of a menu.
#[derive(Clone, Debug)]
struct MenuItem {
    /// What it says.
    name: String,
    /// Where it leads, as it was written.
    url: String,
    /// Its place: lighter ones stand first.
    weight: i64,
}

/// The menus by their files: that of the site's own language, else a list of the collections, and those of the others.
pub fn files(
    origin: &Origin,
    documents: &[ImportedPage],
    collections: &[(String, String)],
    report: &mut Report,
) -> BTreeMap<String, String> {
    let pages = documents.iter().filter(|d| !d.fields.contains_key("draft"));
    let lists = collections.iter().map(|(_, at)| at.clone());
    let addresses: BTreeSet<String> = lists.chain(pages.map(|d| d.address.clone())).collect();
    let mut files = BTreeMap::new();
    let languages = Languages::of(origin).others.into_iter();
    let languages = languages.map(|language| Some(language.code));
    for language in [None].into_iter().chain(languages) {
        let mut items = items(origin, language.as_deref(), report);
        items.extend(of_pages(documents, language.as_deref(), report));
        items.sort_by_key(|item| item.weight);
        let items = items.into_iter().map(|item| {
            let url = place(origin, &item.url, &addresses, report);
            (item.name, url)
        });
        let items: Vec<(String, String)> = items.collect();
        match language {
            None if items.is_empty() => {
                drop(files.insert("content/_data/menu.yaml".to_owned(), written(collections)));
            }
            None => drop(files.insert("content/_data/menu.yaml".to_owned(), written(&items))),
            Some(code) if !items.is_empty() => {
                drop(files.insert(format!("content/_data/menu.{code}.yaml"), written(&items)));
            }
            Some(_) => {}
        }
    }
    files
}

fn written(items: &[(String, String)]) -> String {
    let lines = items.iter().map(|(name, url)| {
        let (name, url) = (flow_scalar(name), flow_scalar(url));
        format!("- {{ name: {name}, url: {url} }}\n")
    });
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => "[]\n".to_owned(),
        false => lines,
    }
}

/// Where an item leads.
fn place(origin: &Origin, url: &str, addresses: &BTreeSet<String>, report: &mut Report) -> String {
    let path = clean(url.strip_prefix(&origin.address()).unwrap_or(url)).to_lowercase();
    let known = addresses
        .iter()
        .find(|address| address.to_lowercase() == path || path == "/");
    match known {
        Some(_) if path == "/" => "/".to_owned(),
        Some(address) => address.clone(),
        None if url.contains("://") => url.to_owned(),
        None => {
            let former = format!("{}/{}", origin.address(), url.trim_start_matches('/'));
            let what = format!("`{url}` is no page that came: it leads to `{former}`");
            report.tell(Topic::Link, (PLACE, 0), what);
            former
        }
    }
}

/// The main menu that settings hold for a language, or for the site's own.
fn items(origin: &Origin, language: Option<&str>, report: &mut Report) -> Vec<MenuItem> {
    let own = Languages::of(origin).own;
    let code = language.unwrap_or(&own);
    let config = |path: &str| {
        let mut found = KEYS.iter().map(|key| format!("{path}/{key}"));
        found.find_map(|path| origin.config.pointer(&path)).cloned()
    };
    let mut menus: Vec<Value> = config(&format!("/languages/{code}")).into_iter().collect();
    if language.is_none() {
        menus.extend(config(""));
    }
    if origin.generator == Generator::Hugo {
        let names = ["menus", "menu"].map(|key| format!("config/_default/{key}.{code}"));
        let endings = ["toml", "yaml", "yml", "json"];
        let files = names
            .iter()
            .flat_map(|name| endings.map(|ending| format!("{name}.{ending}")));
        menus.extend(
            files
                .filter(|file| origin.has(file))
                .filter_map(|file| origin.data(&file)),
        );
    }
    let mut items = Vec::new();
    for menu in &menus {
        for name in menu.as_object().into_iter().flat_map(|all| all.keys()) {
            if name != MAIN {
                tell_other(name, report);
            }
        }
        let main = menu.get(MAIN).unwrap_or(menu).as_array();
        items.extend(
            main.into_iter()
                .flatten()
                .filter_map(|item| read(item, report)),
        );
    }
    items
}

fn tell_other(name: &str, report: &mut Report) {
    let what = format!(
        "the menu `{name}` does not come: write it into content/_data/ beside menu.yaml, and show it in a template"
    );
    report.tell(Topic::Left, (PLACE, 0), what);
}

/// An item of the settings; one without an address is told.
fn read(item: &Value, report: &mut Report) -> Option<MenuItem> {
    let text = |keys: &[&str]| keys.iter().find_map(|key| text_at(item, key));
    let name = text(&["name", "title", "identifier"]);
    let url = text(&["url", "pageRef", "URL"]);
    let (Some(name), Some(url)) = (&name, &url) else {
        let shown = name.or(url).unwrap_or_default();
        let what = format!("the item `{shown}` has no name or no address: it does not come");
        report.tell(Topic::Left, (PLACE, 0), what);
        return None;
    };
    Some(MenuItem {
        name: name.clone(),
        url: url.clone(),
        weight: item.get("weight").and_then(Value::as_i64).unwrap_or(0),
    })
}

/// The items that pages of Hugo make of themselves in a language.
fn of_pages(
    documents: &[ImportedPage],
    language: Option<&str>,
    report: &mut Report,
) -> Vec<MenuItem> {
    let is_meant = |document: &&ImportedPage| {
        document.generator == Generator::Hugo
            && document.language.as_deref() == language
            && !document.fields.contains_key("draft")
    };
    let mut items = Vec::new();
    for document in documents.iter().filter(is_meant) {
        let fields = &document.front.fields;
        let Some(menus) = KEYS.iter().find_map(|key| fields.get(*key)) else {
            continue;
        };
        let none = Value::Null;
        let own: Vec<(&str, &Value)> = match menus {
            Value::String(one) => vec![(one, &none)],
            Value::Array(all) => {
                let names = all.iter().filter_map(Value::as_str);
                names.map(|name| (name, &none)).collect()
            }
            Value::Object(all) => all
                .iter()
                .map(|(name, item)| (name.as_str(), item))
                .collect(),
            _ => Vec::new(),
        };
        for (name, item) in own {
            if name != MAIN {
                tell_other(name, report);
                continue;
            }
            let title = document.fields.get("title").and_then(Value::as_str);
            let text = text_at(item, "name").or(title.map(str::to_owned));
            let weight = item.get("weight").or(fields.get("weight"));
            items.push(MenuItem {
                name: text.unwrap_or_default(),
                url: document.path_in_language(),
                weight: weight.and_then(Value::as_i64).unwrap_or(0),
            });
        }
    }
    items
}
