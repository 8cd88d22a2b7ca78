//! The feeds of a former site: where those of its collections stood, and which have no counterpart.

use serde_json::Value;

use super::document::ImportedPage;
use super::excluded::texts;
use super::origin::{Generator, Origin, text_at};
use super::report::{Report, Topic};

/// A collection with a feed.
pub struct Fed<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What stands before its addresses.
    pub at: &'a str,
    /// Whether the feed of the whole site is its own, as it is the largest.
    pub is_main: bool,
}

/// The feed of a collection, as `x-feed` holds it.
pub fn of(origin: &Origin, fed: &Fed<'_>, report: &mut Report) -> String {
    let Fed { name, at, is_main } = *fed;
    let own = if at.is_empty() {
        format!("/{name}")
    } else {
        at.to_owned()
    };
    match origin.generator {
        Generator::Hugo => {
            if is_main && !at.is_empty() && has_home_feed(origin) {
                let what = format!(
                    "the feed `/index.xml` of all pages has no counterpart: that of `{name}` is `{at}/index.xml`; lead one to the other at the host"
                );
                report.tell(Topic::Left, ("the settings", 0), what);
            }
            format!("rss: {at}/index.xml")
        }
        Generator::Jekyll if name == "posts" => {
            let path = text_at(&origin.config, "feed.path");
            let path = path.unwrap_or_else(|| "feed.xml".to_owned());
            format!("atom: /{}", path.trim_start_matches('/'))
        }
        Generator::Zola if is_main || at.is_empty() => of_zola(origin),
        Generator::Astro if is_main && origin.files.iter().any(|f| is_astro_feed(f)) => {
            "rss: /rss.xml".to_owned()
        }
        _ => format!("atom: {own}/atom.xml"),
    }
}

/// Whether a file of Astro's pages makes the usual feed.
fn is_astro_feed(file: &str) -> bool {
    file.starts_with("src/pages/rss.xml.")
}

/// Whether Hugo made a feed of all pages.
fn has_home_feed(origin: &Origin) -> bool {
    let is_rss = |kind: &String| kind.eq_ignore_ascii_case("rss");
    let is_off = texts(&origin.config, "/disableKinds").iter().any(is_rss);
    let outputs = texts(&origin.config, "/outputs/home");
    !is_off && (outputs.is_empty() || outputs.iter().any(is_rss))
}

/// The feeds of the whole site of Zola, by the names of the settings.
fn of_zola(origin: &Origin) -> String {
    let mut names = texts(&origin.config, "/feed_filenames");
    names.extend(texts(&origin.config, "/feed_filename"));
    let mut feeds: Vec<String> = Vec::new();
    for name in names {
        let kind = if name.contains("rss") { "rss" } else { "atom" };
        let is_new = !feeds.iter().any(|own| own.starts_with(kind));
        feeds.extend(is_new.then(|| format!("{kind}: /{name}")));
    }
    match feeds.is_empty() {
        true => "atom: /atom.xml".to_owned(),
        false => feeds.join(", "),
    }
}

/// Tells the taxonomies beside tags that had pages.
pub fn tell_taxonomies(origin: &Origin, documents: &[ImportedPage], report: &mut Report) {
    let names: Vec<String> = match (origin.generator, origin.config.get("taxonomies")) {
        (Generator::Hugo, Some(Value::Object(own))) => own
            .values()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        (Generator::Zola, Some(Value::Array(all))) => {
            let pages = all
                .iter()
                .filter(|one| one.get("render") != Some(&false.into()));
            pages.filter_map(|one| text_at(one, "name")).collect()
        }
        (Generator::Hugo, _) => vec!["categories".to_owned()],
        _ => Vec::new(),
    };
    let is_used = |name: &str| documents.iter().any(|d| d.fields.contains_key(name));
    let others = names.iter().filter(|name| *name != "tags" && is_used(name));
    for name in others {
        let what = format!(
            "the pages of `{name}` at `/{name}/` have no counterpart: a route with `each: {{ collection: …, field: {name} }}` makes them"
        );
        report.tell(Topic::Left, ("the settings", 0), what);
    }
}
