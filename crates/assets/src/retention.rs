//! Which hashed files of earlier releases stay published, so that an old tab still finds its chunks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How many releases stay reachable, the current one included.
const KEPT: usize = 5;

/// The hashed files of one release. The cache's `releases.json` holds a list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The integrity of each, by its path below the output folder: `assets/page.3f2a9c1e.js`.
    pub files: BTreeMap<String, String>,
}

/// What follows from publishing a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retained {
    /// The list to write for the next time, from the newest release.
    pub releases: Vec<Release>,
    /// Files of earlier releases to keep beside the current ones, with their integrity.
    pub keep: BTreeMap<String, String>,
}

/// Says what to keep when `current` is published after `previous` releases (newest first). A build
/// that changes no hashed file is no new release, so that building often forgets nothing.
pub fn retain(previous: &[Release], current: Release) -> Retained {
    let mut releases = vec![current];
    for release in previous {
        if releases.len() < KEPT && !releases.contains(release) {
            releases.push(release.clone());
        }
    }
    let earlier = releases.iter().skip(1).flat_map(|r| r.files.iter());
    let keep = earlier
        .filter(|(name, _)| !releases[0].files.contains_key(*name))
        .map(|(name, integrity)| (name.clone(), integrity.clone()))
        .collect();
    Retained { releases, keep }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> (String, String) {
        (name.to_owned(), format!("sha256-{name}"))
    }

    fn release(files: &[&str]) -> Release {
        Release {
            files: files.iter().map(|f| file(f)).collect(),
        }
    }

    #[test]
    fn files_of_the_last_five_releases_stay() {
        let mut releases = Vec::new();
        for n in 0..8 {
            let name = format!("/assets/page.{n}.js");
            let retained = retain(&releases, release(&[&name, "/assets/body.woff2"]));
            let expected: BTreeMap<_, _> = (n.max(4) - 4..n)
                .map(|n| file(&format!("/assets/page.{n}.js")))
                .collect();
            assert_eq!(retained.keep, expected, "release {n}");
            releases = retained.releases;
        }
    }

    #[test]
    fn building_the_same_again_forgets_nothing() {
        let old = vec![release(&["b"]), release(&["a"])];
        let retained = retain(&old, release(&["b"]));
        assert_eq!(retained.releases, old);
        assert_eq!(retained.keep, BTreeMap::from([file("a")]));
    }

    #[test]
    fn going_back_to_an_earlier_release_makes_it_the_newest() {
        let old = vec![release(&["b"]), release(&["a"])];
        let retained = retain(&old, release(&["a"]));
        assert_eq!(retained.releases, [release(&["a"]), release(&["b"])]);
    }
}
