//! The configuration of Sveltia CMS (and of Decap CMS, whose keys it has), made from the schemas of a site.

mod field;

use std::path::{Path, PathBuf};

use content::Site;
use content::collection::Collection;
use content::entry::Entry;
use serde_json::{Map, Value, json};

use field::Fields;

/// The page that loads the editor. It stands apart from the site, whose policy would block it.
pub const PAGE: &str = include_str!("index.html");

/// A configuration, and what the editor has no control for.
#[derive(Debug)]
pub struct Cms {
    /// The keys that follow from the site.
    pub keys: Map<String, Value>,
    /// Fields that are kept as they are, and files that are not shown, in words.
    pub left: Vec<String>,
}

/// The configuration for a site that lies at `root`.
pub fn read(site: &Site, root: &Path) -> Cms {
    let below = below_repository(root);
    let mut left = Vec::new();
    let collections = site.collections.iter();
    let collections: Vec<Value> = collections
        .flat_map(|collection| collection_of(site, collection, &below, &mut left))
        .collect();
    let languages = &site.config.languages;
    let mut keys = Map::new();
    let mut set = |key: &str, value: Value| drop(keys.insert(key.to_owned(), value));
    set("site_url", json!(site.config.absolute("/")));
    set("media_folder", json!(format!("{below}public")));
    set("public_folder", json!("/"));
    // As the engine writes addresses.
    set(
        "slug",
        json!({ "encoding": "ascii", "clean_accents": true }),
    );
    // A key that is there and empty is a mistake for most schemas.
    set("output", json!({ "omit_empty_optional_fields": true }));
    if languages.are_several() {
        set(
            "i18n",
            json!({
                "structure": "multiple_files",
                "locales": languages.codes().collect::<Vec<_>>(),
                "default_locale": languages.own().code,
                "initial_locales": "default",
                "omit_default_locale_from_file_path": true,
            }),
        );
    }
    set("collections", Value::Array(collections));
    Cms { keys, left }
}

/// A configuration with these keys: what else the former one says stays, the backend above all.
pub fn merge(former: Option<Map<String, Value>>, keys: Map<String, Value>) -> Map<String, Value> {
    let mut config = former.unwrap_or_else(|| {
        let schema = "https://unpkg.com/@sveltia/cms/schema/sveltia-cms.json";
        let backend = json!({ "name": "github", "repo": "OWNER/REPOSITORY" });
        Map::from_iter([
            ("$schema".to_owned(), json!(schema)),
            ("backend".to_owned(), backend),
        ])
    });
    config.remove("i18n");
    config.extend(keys);
    config
}

/// A collection as the editor has it: one for entries with a text, one for those of data alone.
fn collection_of(
    site: &Site,
    collection: &Collection,
    below: &str,
    left: &mut Vec<String>,
) -> Vec<Value> {
    let folder = format!("content/{}", collection.name);
    let entries: Vec<&Entry> = site.entries_of(&collection.name).collect();
    let is_deep = |entry: &&&Entry| {
        let rest = entry.source.path.strip_prefix(&folder);
        rest.is_some_and(|rest| rest.trim_start_matches('/').contains('/'))
    };
    match entries.iter().filter(is_deep).count() {
        0 => {}
        count => left.push(format!(
            "{} in folders below `{folder}` {} not shown",
            crate::words::count(count, "entry"),
            if count == 1 { "is" } else { "are" },
        )),
    }
    let data = entries.iter().filter(|entry| entry.body.is_none()).count();
    let kinds = match (data, entries.len() - data) {
        (0, _) => vec![true],
        (_, 0) => vec![false],
        _ => vec![true, false],
    };
    let mut fields = Fields::new(site, collection, &entries, left);
    let mut made = Vec::new();
    for has_text in kinds {
        let mut own = fields.all();
        let (mut name, mut label) = (
            field::editor_name(&collection.name),
            field::label(&collection.name),
        );
        let identifier = fields.identifier();
        let (extension, format) = match has_text {
            true => ("md", "yaml-frontmatter"),
            false => ("yaml", "yaml"),
        };
        if has_text {
            own.push(fields.body());
        } else if !made.is_empty() {
            name += "-data";
            label += " (data)";
        }
        made.push(json!({
            "name": name,
            "label": label,
            "label_singular": collection.schema.title(),
            "folder": format!("{below}{folder}"),
            "extension": extension,
            "format": format,
            "create": true,
            "identifier_field": identifier,
            "slug": format!("{{{{fields.{identifier}}}}}"),
            "i18n": site.config.languages.are_several(),
            "sortable_fields": order(collection, &identifier),
            "fields": own,
        }));
    }
    made
}

/// The order of a collection's list: its own.
fn order(collection: &Collection, identifier: &str) -> Value {
    let mut fields: Vec<&str> = collection
        .sort
        .iter()
        .map(|key| key.field.as_str())
        .collect();
    if !fields.contains(&identifier) {
        fields.push(identifier);
    }
    let first = collection.sort.first();
    let default = first.map(|key| {
        let direction = if key.descending {
            "descending"
        } else {
            "ascending"
        };
        json!({ "field": key.field, "direction": direction })
    });
    match default {
        Some(default) => json!({ "fields": fields, "default": default }),
        None => json!({ "fields": fields }),
    }
}

/// The site's folder as its repository names it, with a slash behind it; nothing for its root.
fn below_repository(root: &Path) -> String {
    let Ok(root) = root.canonicalize() else {
        return String::new();
    };
    let repository = root.ancestors().find(|folder| folder.join(".git").exists());
    let below = repository.and_then(|repository| root.strip_prefix(repository).ok());
    let below: PathBuf = below.map(Path::to_owned).unwrap_or_default();
    match below.to_string_lossy().replace('\\', "/") {
        path if path.is_empty() => path,
        path => path + "/",
    }
}
