//! The site's schemas as JSON Schema files, and the settings by which editors find them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use content::schema::{Own, Schema};
use content::{Loaded, Site};
use serde_json::{Map, Value, json};
use source::{Diagnostic, Format};

/// One schema and the files that follow it.
#[derive(Debug)]
pub struct SchemaFile {
    /// The file's name below the output folder.
    pub name: String,
    /// The JSON Schema.
    pub json: Value,
    /// Globs of the files that it describes, those that begin with `!` being exceptions.
    pub globs: Vec<String>,
}

/// The schemas of a site: one for each collection, and those of the program's own files, `_site.json` for content/site.yaml
/// and `_schemas.json` for schemas among them; and the mistakes that keep a schema from being read. `icons` are the names of
/// all icons that there are.
pub fn read(loaded: Loaded, icons: &BTreeSet<String>) -> (Vec<SchemaFile>, Vec<Diagnostic>) {
    let is_schema = |path: &str| path.ends_with("/_schema.yaml") || path.ends_with("/_defs.yaml");
    let mut mistakes = loaded.diagnostics;
    let Some(site) = &loaded.site else {
        return (Vec::new(), mistakes);
    };
    mistakes.retain(|d| d.labels.first().is_some_and(|l| is_schema(&l.source.path)));
    let mut found: Vec<SchemaFile> = site
        .collections
        .iter()
        .map(|collection| SchemaFile {
            name: format!("{}.json", collection.name),
            json: described(&collection.schema.json, site, icons),
            globs: vec![
                format!("content/{}/**/*.yaml", collection.name),
                format!("!content/{}/**/_*.yaml", collection.name),
            ],
        })
        .collect();
    let mut push = |name: &str, globs: &[&str], schema: &Schema| {
        found.push(SchemaFile {
            name: name.to_owned(),
            json: described(&schema.json, site, icons),
            globs: globs.iter().map(|glob| (*glob).to_owned()).collect(),
        });
    };
    push("_site.json", &["content/site.yaml"], &site.settings.schema);
    // Beside a form stand its words, in files that name their language.
    let forms = [
        "content/forms/*.yaml",
        "!content/forms/_*.yaml",
        "!content/forms/*.*.yaml",
    ];
    let forms = &forms[..2 + usize::from(site.config.languages.are_several())];
    let of_schemas = [
        "content/**/_schema.yaml",
        "content/_defs.yaml",
        "content/_data/**/*.schema.yaml",
        "templates/components/*.schema.yaml",
    ];
    for (name, globs, own) in [
        ("_routes.json", &["content/routes.yaml"][..], Own::Routes),
        ("_strings.json", &["content/strings.yaml"], Own::Strings),
        ("_claims.json", &[content::claims::FILE], Own::Claims),
        ("_forms.json", forms, Own::Forms),
        ("_relay.json", &["content/forms/_relay.yaml"], Own::Relay),
        ("_schemas.json", &of_schemas, Own::Schemas),
    ] {
        push(name, globs, &Schema::own(own));
    }
    found.extend(words(site));
    source::diagnostic::sort(&mut mistakes);
    (found, mistakes)
}

/// Keys of which every schema that is written has one.
const OF_SCHEMAS: [&str; 7] = [
    "$defs",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "properties",
];

/// Whether a text is a JSON Schema, as far as its keys tell: what stands in a folder of schemas may be something else.
pub fn is_schema(text: &str) -> bool {
    let json = serde_json::from_str::<Map<String, Value>>(text);
    json.is_ok_and(|json| OF_SCHEMAS.iter().any(|key| json.contains_key(*key)))
}

/// The schemas of the words of forms, in a site of several languages.
fn words(site: &Site) -> Vec<SchemaFile> {
    let file = |name: &str, globs: &[&str], json| SchemaFile {
        name: name.to_owned(),
        json,
        globs: globs.iter().map(|glob| (*glob).to_owned()).collect(),
    };
    if !site.config.languages.are_several() {
        return Vec::new();
    }
    let of_forms = ["content/forms/*.*.yaml", "!content/forms/_*.yaml"];
    let relay = content::relay_words_schema();
    vec![
        file("_words.json", &of_forms, content::words_schema()),
        file("_relay-words.json", &["content/forms/_relay.*.yaml"], relay),
    ]
}

/// A schema as editors want it: the names of entries, icons, collections and templates proposed where they are named, and
/// formats that they do not know kept as `x-format`. It names no dialect, since tools that know draft 7 alone refuse any
/// other by its name, while they read what these schemas use.
fn described(schema: &Value, site: &Site, icons: &BTreeSet<String>) -> Value {
    let mut json = schema.clone();
    if adapt(&mut json, site)
        && let Some(map) = json.as_object_mut()
    {
        // Once for all fields: there are many.
        let shapes = map.entry("$defs").or_insert_with(|| json!({}));
        shapes[ICONS] = json!({ "enum": icons });
    }
    json
}

/// The name of the shape of an icon's name.
const ICONS: &str = "icon-names";

/// Whether a schema asks for icons.
fn adapt(schema: &mut Value, site: &Site) -> bool {
    match schema {
        Value::Object(map) => {
            let mut has_icons = false;
            for value in map.values_mut() {
                has_icons |= adapt(value, site);
            }
            if let Some(slugs) = slugs(map, site).filter(|_| !map.contains_key("examples")) {
                map.insert("examples".to_owned(), slugs);
            }
            propose(map, site);
            // Validators warn of formats that only the engine knows.
            let format = map.get("format").and_then(Value::as_str);
            let format = format.and_then(Format::parse);
            if format.is_some_and(Format::is_own)
                && let Some(own) = map.remove("format")
            {
                map.insert("x-format".to_owned(), own);
            }
            if format == Some(Format::Icon) {
                let shape = json!({ "$ref": format!("#/$defs/{ICONS}") });
                map.insert("allOf".to_owned(), json!([shape]));
                has_icons = true;
            }
            has_icons
        }
        Value::Array(items) => {
            let of_items = items.iter_mut().map(|item| adapt(item, site));
            of_items.fold(false, |any, one| any | one)
        }
        _ => false,
    }
}

/// What a schema of schemas may name: the site's collections and templates.
fn propose(map: &mut Map<String, Value>, site: &Site) {
    if let Some(Value::Object(collection)) = map.get_mut("x-collection") {
        let names: Vec<&str> = site.collections.iter().map(|c| &*c.name).collect();
        collection.insert("enum".to_owned(), names.into());
    }
    if let Some(Value::Object(template)) = map.get_mut("x-template") {
        let names = site.templates.keys().filter(|name| !name.contains('/'));
        let names: Vec<&String> = names.collect();
        template.insert("examples".to_owned(), json!(names));
    }
}

fn slugs(schema: &Map<String, Value>, site: &Site) -> Option<Value> {
    if Format::parse(schema.get("format")?.as_str()?)? != Format::Entry {
        return None;
    }
    let collection = site.collection(schema.get("x-collection")?.as_str()?)?;
    let entries = site.entries_of(&collection.name);
    let mut slugs: Vec<&str> = entries.map(|entry| &*entry.reference.slug).collect();
    slugs.sort_unstable();
    Some(slugs.into())
}

/// The settings of a YAML language server: each schema's path and the files that follow it.
/// `folder` is the schemas' folder as the workspace names it.
pub fn associations(schemas: &[SchemaFile], folder: &str) -> Vec<(String, Vec<String>)> {
    let named = schemas.iter();
    named
        .map(|schema| (format!("{folder}/{}", schema.name), schema.globs.clone()))
        .collect()
}

/// The schemas' folder as a workspace at the site's root names it: relative where it is inside.
pub fn workspace_path(root: &Path, folder: &Path) -> String {
    let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let clean = |path: PathBuf| path.components().collect::<PathBuf>();
    let (root, folder) = (clean(full(root)), clean(full(folder)));
    match folder.strip_prefix(&root) {
        Ok(below) => format!("./{}", below.display()),
        Err(_) => folder.display().to_string(),
    }
}
