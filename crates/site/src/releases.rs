//! Hashed files of earlier releases stay in the output, so that an old tab still finds its scripts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assets::{FOLDER, Release, retain};

use crate::publish::{File, Files, PublishError};

/// Where the releases are written down, below the cache folder.
const LIST: &str = "releases.json";

/// Adds the hashed files of earlier releases that are still kept and still there, and returns the
/// list of releases to write down once this one is published.
pub fn keep(cache: &Path, out: &Path, files: &mut Files) -> Vec<Release> {
    let hashed = files.keys().filter(|name| is_hashed(name));
    let current = Release {
        files: hashed.cloned().collect::<BTreeSet<_>>(),
    };
    let retained = retain(&read(cache), current);
    for name in retained.keep {
        let old = out.join(&name);
        if is_hashed(&name) && old.is_file() {
            files.entry(name).or_insert(File::Kept(old));
        }
    }
    retained.releases
}

/// Writes the list of releases down.
pub fn remember(cache: &Path, releases: &[Release]) -> Result<(), PublishError> {
    let path = cache.join(LIST);
    let fail = |error| PublishError::Io {
        path: path.clone(),
        error,
    };
    let text = serde_json::to_vec(releases).map_err(|e| fail(e.into()))?;
    let new = path.with_extension("new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, &path))
        .map_err(fail)
}

/// A list that is not there or cannot be read is an empty one: nothing is lost but old files.
fn read(cache: &Path) -> Vec<Release> {
    let text = fs::read(cache.join(LIST)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn is_hashed(name: &str) -> bool {
    name.starts_with(FOLDER.trim_start_matches('/')) && !name.contains("..")
}
