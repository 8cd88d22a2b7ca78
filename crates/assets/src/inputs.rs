//! The texts that bundles and styles are made from, and their hash.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use source::Sources;

use crate::asset::{Key, content_key};
use crate::node::Helper;
use crate::{Error, Settings};

/// Where the programs of drawings lie.
pub(crate) const DRAWINGS: &str = "islands/drawings/";

/// The files of `islands/` and `templates/` by their path from the root.
#[derive(Debug, Default)]
pub(crate) struct Inputs<'a> {
    /// What is in `islands/`, without packages, hidden folders and tests.
    pub islands: Vec<File<'a>>,
    /// What is in `templates/`.
    pub templates: Vec<File<'a>>,
}

/// A path from the root, and the bytes there.
pub(crate) type File<'a> = (&'a str, Cow<'a, [u8]>);

/// A file outside these folders that a result was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Dependency {
    /// Relative to the root.
    pub path: String,
    /// None when it could not be read.
    pub hash: Option<String>,
}

impl<'a> Inputs<'a> {
    pub fn read(sources: &'a Sources) -> Result<Self, Error> {
        Ok(Self {
            islands: read_folder(sources, "islands")?,
            templates: read_folder(sources, "templates")?,
        })
    }

    /// Whether a file is there.
    pub fn has(&self, path: &str) -> bool {
        self.islands.iter().any(|(name, _)| *name == path)
    }

    /// What scripts can be made from: no style sheet can be imported.
    pub fn code(&self) -> impl Iterator<Item = &File<'a>> {
        let files = self.islands.iter();
        files.filter(|(path, _)| !path.ends_with(".css"))
    }

    /// The islands: folders with a component of the same name.
    pub fn island_names(&self) -> Vec<String> {
        let names = self.islands.iter().filter_map(|(path, _)| {
            let (folder, file) = path.strip_prefix("islands/")?.split_once('/')?;
            (file.strip_suffix(".tsx") == Some(folder)).then(|| folder.to_owned())
        });
        names.collect()
    }

    /// The programs of drawings, by name: the files of `islands/drawings/`, not those in its folders.
    pub fn drawings(&self) -> BTreeMap<String, String> {
        let programs = self.islands.iter().filter_map(|(path, _)| {
            let file = path.strip_prefix(DRAWINGS)?;
            let name = file.strip_suffix(".ts").or(file.strip_suffix(".tsx"))?;
            (!name.contains('/')).then(|| (name.to_owned(), (*path).to_owned()))
        });
        programs.collect()
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

/// The beginning of a key: what all that the helper makes depends on.
pub(crate) fn key(settings: &Settings) -> Key {
    Key::default()
        .part(Helper::fingerprint())
        .part(settings.mode())
}

/// Adds files to a key.
pub(crate) fn add<'f>(key: Key, files: impl IntoIterator<Item = &'f File<'f>>) -> Key {
    let files = files.into_iter();
    files.fold(key, |key, (path, bytes)| key.part(path).part(bytes))
}

/// The present state of files outside the folders.
pub(crate) fn dependencies(root: &Path, paths: &[String]) -> Vec<Dependency> {
    let read = |path: &String| Dependency {
        path: path.clone(),
        hash: fs::read(root.join(path))
            .ok()
            .map(|bytes| content_key(&bytes)),
    };
    paths.iter().map(read).collect()
}

/// Whether none of them has changed since.
pub(crate) fn unchanged(root: &Path, dependencies: &[Dependency]) -> bool {
    dependencies.par_iter().all(|d| {
        let now = fs::read(root.join(&d.path))
            .ok()
            .map(|bytes| content_key(&bytes));
        now == d.hash
    })
}

fn read_folder<'a>(sources: &'a Sources, folder: &str) -> Result<Vec<File<'a>>, Error> {
    let paths = sources
        .below(folder)
        .filter(|path| !path.contains(".test."));
    let paths: Vec<&str> = paths.collect();
    let read = |path: &'a str| Ok((path, sources.bytes(path)?.unwrap_or_default()));
    paths.into_par_iter().map(read).collect()
}
