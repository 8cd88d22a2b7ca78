//! The texts that bundles and styles are made from, and their hash.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::asset::{Key, short_hash};
use crate::{Error, public};

/// The files of `islands/` and `templates/` by their path from the root.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// What is in `islands/`, without packages, hidden folders and tests.
    pub islands: Vec<(String, Vec<u8>)>,
    /// What is in `templates/`.
    pub templates: Vec<(String, Vec<u8>)>,
}

/// A file outside these folders that a result was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Dependency {
    path: String,
    hash: Option<String>,
}

impl Inputs {
    pub fn read(root: &Path) -> Result<Self, Error> {
        Ok(Self {
            islands: read_folder(root, "islands")?,
            templates: read_folder(root, "templates")?,
        })
    }

    /// Whether a file is there.
    pub fn has(&self, path: &str) -> bool {
        self.islands.iter().any(|(name, _)| name == path)
    }

    /// The islands: folders with a component of the same name.
    pub fn island_names(&self) -> Vec<String> {
        let names = self.islands.iter().filter_map(|(path, _)| {
            let (folder, file) = path.strip_prefix("islands/")?.split_once('/')?;
            (file.strip_suffix(".tsx") == Some(folder)).then(|| folder.to_owned())
        });
        names.collect()
    }

    /// The scripts that stand in a page itself, relative to `islands/`.
    pub fn inline_scripts(&self) -> Vec<String> {
        let paths = self
            .islands
            .iter()
            .filter_map(|(path, _)| path.strip_prefix("islands/"));
        let inline = paths.filter(|p| p.starts_with("inline/") && p.ends_with(".ts"));
        inline.map(str::to_owned).collect()
    }
}

/// Adds files to a key.
pub(crate) fn add(key: Key, files: &[(String, Vec<u8>)]) -> Key {
    files
        .iter()
        .fold(key, |key, (path, bytes)| key.part(path).part(bytes))
}

/// The present state of files outside the folders.
pub(crate) fn dependencies(root: &Path, paths: &[String]) -> Vec<Dependency> {
    let read = |path: &String| Dependency {
        path: path.clone(),
        hash: fs::read(root.join(path))
            .ok()
            .map(|bytes| short_hash(&bytes)),
    };
    paths.iter().map(read).collect()
}

/// Whether none of them has changed since.
pub(crate) fn unchanged(root: &Path, dependencies: &[Dependency]) -> bool {
    dependencies.iter().all(|d| {
        let now = fs::read(root.join(&d.path))
            .ok()
            .map(|bytes| short_hash(&bytes));
        now == d.hash
    })
}

fn read_folder(root: &Path, folder: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut read = Vec::new();
    for (name, path) in public::files(&root.join(folder))? {
        let outside = name
            .split('/')
            .any(|part| part == "node_modules" || part.starts_with('.'));
        if !outside && !name.contains(".test.") {
            let bytes = fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
            read.push((format!("{folder}/{name}"), bytes));
        }
    }
    Ok(read)
}
