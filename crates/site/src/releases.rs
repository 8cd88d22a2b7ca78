//! Hashed files of earlier releases stay in the output, so that an old tab still finds its scripts.

use std::io;
use std::path::Path;

use assets::{Release, Store, integrity_of_file, retain};

use crate::publish::{File, Files, PublishError};

/// Where the releases are written down in the store, once they are published.
const LIST: &str = "releases.json";

/// The releases that were published, the newest first.
pub fn published(store: &Store) -> Vec<Release> {
    store.read(LIST)
}

/// Writes the releases down, and lets the store forget what is not used when a build asked for all that is.
pub fn note(store: &Store, releases: &[Release], is_whole: bool) -> Result<(), PublishError> {
    let noted = store.write(LIST, &releases);
    let noted = noted.and_then(|()| match is_whole {
        true => store.prune(),
        false => Ok(()),
    });
    noted.map_err(|error| PublishError::io(&store.folder().join(LIST))(io::Error::other(error)))
}

/// Adds the hashed files of earlier releases that are still kept and still there, whole, and returns the
/// list of releases to write down once this one is published.
pub fn keep(store: &Store, out: &Path, files: &mut Files) -> Vec<Release> {
    let earlier = published(store);
    let known = |name: &String| Some(earlier.first()?.files.get(name)?.clone());
    let integrity = |(name, file): (&String, &File)| match file {
        File::Asset(asset) => Some(asset.integrity.clone()),
        File::Kept(path) => known(name).or_else(|| integrity_of_file(path).ok()),
        File::Staged(..) | File::Text(_) | File::Bytes(_) => None,
    };
    let hashed = files.iter().filter(|(name, _)| is_hashed(name));
    let hashed = hashed.filter_map(|(name, file)| Some((name.clone(), integrity((name, file))?)));
    let current = Release {
        files: hashed.collect(),
    };
    let retained = retain(&earlier, current);
    for (name, integrity) in retained.keep {
        let old = out.join(&name);
        // What is damaged helps no old tab: the browser checks it too.
        if is_hashed(&name) && integrity_of_file(&old).is_ok_and(|found| found == integrity) {
            files.entry(name).or_insert(File::Kept(old));
        }
    }
    retained.releases
}

fn is_hashed(name: &str) -> bool {
    assets::is_hashed(name) && !name.contains("..")
}
