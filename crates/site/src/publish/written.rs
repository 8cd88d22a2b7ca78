//! Which files of an output folder builds wrote, as the cache keeps it for each: whatever else stands there is
//! somebody's own, and no build removes it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::error::PublishError;
use super::exchange::is_versioned;
use crate::journal;

/// Where the cache keeps the names, in a file for each output folder.
const FOLDER: &str = "written";
/// What systems put into any folder that somebody looks at, and make anew.
const DROPPINGS: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// The names of the files of a site.
type Names<'a> = BTreeSet<&'a str>;

/// The names of the files that the last build left in an output folder.
#[derive(Debug)]
pub(super) struct LastFiles {
    /// Where they are kept.
    kept: PathBuf,
    /// None when no build is remembered.
    names: Option<BTreeSet<String>>,
}

impl LastFiles {
    /// What a cache knows of an output folder.
    pub fn of(cache: &Path, out: &Path) -> Self {
        let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let (cache, out) = (full(cache), full(out));
        // A site's folder may be moved, its output with it.
        let root = cache.parent().unwrap_or(&cache);
        let out = out.strip_prefix(root).unwrap_or(&out);
        let name = format!("{:032x}", source::hash(out.as_os_str().as_encoded_bytes()));
        let kept = cache.join(FOLDER).join(name);
        let names = journal::read_value(&kept);
        Self { kept, names }
    }

    /// Refuses an output in which something stands that neither a build wrote nor this one writes.
    pub fn check(&self, out: &Path, wanted: &Names<'_>) -> Result<(), PublishError> {
        let mut found = self.strangers(out, "", wanted)?;
        found.sort();
        match found.is_empty() {
            true => Ok(()),
            false => Err(PublishError::Foreign {
                path: out.to_owned(),
                names: found,
            }),
        }
    }

    /// Notes these files beside those that were there: until the output is exchanged either may stand in it.
    pub fn add(&self, wanted: &Names<'_>) -> Result<(), PublishError> {
        let known = self.names.iter().flatten().map(String::as_str);
        self.keep(&known.chain(wanted.iter().copied()).collect())
    }

    /// Notes that these files are all.
    pub fn replace(&self, wanted: &Names<'_>) -> Result<(), PublishError> {
        self.keep(wanted)
    }

    fn keep(&self, names: &Names<'_>) -> Result<(), PublishError> {
        let is_known = |known: &BTreeSet<String>| names.iter().copied().eq(known);
        if self.names.as_ref().is_some_and(is_known) {
            return Ok(());
        }
        journal::write_value(&self.kept, names).map_err(PublishError::io(&self.kept))
    }

    /// What is not ours in a folder of the output, whose name is empty or ends with a slash; folders of which nothing
    /// is are named alone.
    fn strangers(
        &self,
        folder: &Path,
        name: &str,
        wanted: &Names<'_>,
    ) -> Result<Vec<String>, PublishError> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(_) if !folder.exists() => return Ok(Vec::new()),
            Err(error) => return Err(PublishError::io(folder)(error)),
        };
        let entries: Result<Vec<_>, _> = entries.collect();
        let entries = entries.map_err(PublishError::io(folder))?;
        let found = entries.into_par_iter().map(|entry| {
            let (own, path) = (entry.file_name(), entry.path());
            if is_nobodys(&own) || name.is_empty() && is_versioned(&own) {
                return Ok(Vec::new());
            }
            let own = format!("{name}{}", own.to_string_lossy());
            if !entry.file_type().map_err(PublishError::io(&path))?.is_dir() {
                return Ok(Vec::from_iter((!self.is_ours(&own, wanted)).then_some(own)));
            }
            let own = own + "/";
            let below = self.strangers(&path, &own, wanted)?;
            Ok(match below.is_empty() || self.is_folder(&own, wanted) {
                true => below,
                false => vec![own],
            })
        });
        let found: Result<Vec<Vec<String>>, PublishError> = found.collect();
        Ok(found?.concat())
    }

    /// Whether a build wrote a file, or this one writes it. When none is remembered, its name has to tell.
    fn is_ours(&self, name: &str, wanted: &Names<'_>) -> bool {
        let is_written = |name: &str| match &self.names {
            Some(names) => names.contains(name),
            // Where no file is wanted it is not even known whether the folder is an output.
            None => assets::is_hashed(name) && !wanted.is_empty(),
        };
        let original = || ["br", "gz"].map(|end| name.strip_suffix(end)?.strip_suffix('.'));
        is_written(name)
            || wanted.contains(name)
            || self.names.is_none() && original().into_iter().flatten().any(|n| wanted.contains(n))
    }

    /// Whether any file that is ours stands below a folder.
    fn is_folder(&self, name: &str, wanted: &Names<'_>) -> bool {
        let names = self.names.as_ref();
        let written = names.and_then(|names| names.range(name.to_owned()..).next());
        let new = wanted.range(name..).next().copied();
        let mut first = written.map(String::as_str).into_iter().chain(new);
        first.any(|found| found.starts_with(name))
    }
}

/// Whether a file is of those that nobody misses.
fn is_nobodys(name: &OsStr) -> bool {
    DROPPINGS.iter().any(|own| name == *own)
}
