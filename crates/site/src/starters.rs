//! The files that the program gives to sites: those of each kind of new site, put together from layers, and those of islands.

use std::collections::BTreeMap;

/// The languages of their texts, which are folders of the layers.
pub const LANGUAGES: [&str; 2] = ["en", "fr"];

/// The files of every layer, below its name; those of one language in a folder of that name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));

/// The files of some layers in a language, by their paths in a site. What several layers say of one file stands in it
/// one behind the other.
pub fn files(layers: &[&str], language: &str) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for layer in layers {
        for (path, text) in FILES {
            let below = path.strip_prefix(layer);
            let Some(path) = below.and_then(|path| path.strip_prefix('/')) else {
                continue;
            };
            let path = match path.split_once('/') {
                Some((own, rest)) if own == language => rest,
                Some((other, _)) if LANGUAGES.contains(&other) => continue,
                _ => path,
            };
            // Under its own name it would hold for the program's sources.
            let path = match path.strip_suffix("gitignore") {
                Some(folder) => format!("{folder}.gitignore"),
                None => path.to_owned(),
            };
            files.entry(path).or_default().push_str(text);
        }
    }
    files
}
