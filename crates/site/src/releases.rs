//! Hashed files of earlier releases stay in the output, so that an old tab still finds its scripts.

use std::collections::BTreeSet;
use std::path::Path;

use assets::{FOLDER, Release, Store, retain};

use crate::publish::{File, Files};

/// Where the releases are written down in the store, once they are published.
pub const LIST: &str = "releases.json";

/// Adds the hashed files of earlier releases that are still kept and still there, and returns the
/// list of releases to write down once this one is published.
pub fn keep(store: &Store, out: &Path, files: &mut Files) -> Vec<Release> {
    let hashed = files.keys().filter(|name| is_hashed(name));
    let current = Release {
        files: hashed.cloned().collect::<BTreeSet<_>>(),
    };
    let retained = retain(&store.read::<Vec<_>>(LIST), current);
    for name in retained.keep {
        let old = out.join(&name);
        if is_hashed(&name) && old.is_file() {
            files.entry(name).or_insert(File::Kept(old));
        }
    }
    retained.releases
}

fn is_hashed(name: &str) -> bool {
    name.starts_with(FOLDER.trim_start_matches('/')) && !name.contains("..")
}
