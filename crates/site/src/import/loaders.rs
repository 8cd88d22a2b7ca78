//! The folders of texts that Astro's settings of content make collections of.

use super::patterns::captured_pairs;

/// The files that hold these settings.
pub const SETTINGS: [&str; 6] = [
    "src/content.config.ts",
    "src/content.config.mts",
    "src/content.config.js",
    "src/content.config.mjs",
    "src/content/config.ts",
    "src/content/config.js",
];

/// A folder, and the collection that it is.
#[derive(Clone, Debug)]
pub struct Loader {
    /// The folder, with a slash at the end.
    pub folder: String,
    /// What the collection is called.
    pub collection: String,
}

/// The folders that `glob` loads in a script, the deepest first.
pub fn of(script: &str) -> Vec<Loader> {
    // Up to the next definition, whatever stands between its name and the folder.
    let definitions = script.split("defineCollection(");
    let mut loaders = Vec::new();
    let mut named = None;
    for part in definitions {
        let base = captured_pairs(r#"(base)\s*:\s*["'`]([^"'`]+)["'`]"#, part);
        if let (Some(name), Some([_, base]), true) = (named, base.first(), part.contains("glob(")) {
            let folder = base.trim_start_matches("./").trim_matches('/');
            let collection = exported(script, name);
            loaders.extend(collection.map(|collection| Loader {
                folder: format!("{folder}/"),
                collection,
            }));
        }
        let before = part.trim_end().trim_end_matches(['=', ':', ' ']);
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || "_-$".contains(c)));
        named = name.into_iter().next().filter(|name| !name.is_empty());
    }
    loaders.sort_by_key(|loader| std::cmp::Reverse(loader.folder.len()));
    loaders
}

/// The name under which a definition is exported: another one, its own, or none.
fn exported(script: &str, name: &str) -> Option<String> {
    let (_, table) = script.split_once("collections")?;
    let renamed = captured_pairs(r#"["']?([\w-]+)["']?\s*:\s*([\w$]+)"#, table);
    let renamed = renamed.into_iter().find(|[_, own]| own == name);
    Some(renamed.map_or_else(|| name.to_owned(), |[key, _]| key))
}
