//! Forgetting what the last builds did not use of the cache: derived files and rendered islands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::Error;
use crate::store::{lock, write_atomically};

/// How many builds a file outlives without being used: what an author takes out and puts back
/// again, or builds now with drafts and now without, is not made twice.
const KEPT: u64 = 20;

/// The folders of the cache that are looked after.
const FOLDERS: [&str; 2] = ["derived", "islands"];

/// Where the uses are written down, below the cache folder.
const FILE: &str = "uses.json";

/// The files of the cache that a build used.
#[derive(Debug, Default)]
pub(crate) struct Uses(Mutex<BTreeSet<PathBuf>>);

impl Uses {
    /// Notes that a file was read or written.
    pub fn note(&self, path: &Path) {
        lock(&self.0).insert(path.to_path_buf());
    }
}

/// The builds in which each file was last used.
#[derive(Default, Serialize, Deserialize)]
struct Ledger {
    build: u64,
    last: BTreeMap<String, u64>,
}

/// Writes down what a build used and removes what none of the last ones did. The caller holds the
/// lock of the cache, so no other build is reading. What cannot be removed does no harm.
pub(crate) fn prune(cache: &Path, uses: &Uses) -> Result<(), Error> {
    let path = cache.join(FILE);
    let kept = fs::read_to_string(&path).ok();
    let mut ledger: Ledger = kept
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    // Files that no build has written down are looked for now and then: those of a build that was
    // killed, or whose ledger is lost.
    if ledger.build.is_multiple_of(KEPT) {
        for name in present(cache) {
            ledger.last.entry(name).or_insert(ledger.build);
        }
    }
    ledger.build += 1;
    for path in lock(&uses.0).iter() {
        if let Some(name) = name_of(cache, path) {
            ledger.last.insert(name, ledger.build);
        }
    }
    let build = ledger.build;
    ledger.last.retain(|name, last| {
        let stays = build - *last <= KEPT;
        if !stays {
            let _ = fs::remove_file(cache.join(name));
        }
        stays
    });
    let text = serde_json::json!(ledger).to_string();
    write_atomically(&path, text.as_bytes())
}

/// Every file of the folders that are looked after.
fn present(cache: &Path) -> Vec<String> {
    let all = FOLDERS
        .iter()
        .flat_map(|folder| WalkDir::new(cache.join(folder)));
    let files = all
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    files
        .filter_map(|file| name_of(cache, file.path()))
        .collect()
}

/// A file's path in the cache, with `/`.
fn name_of(cache: &Path, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(cache).ok()?;
    Some(relative.to_str()?.replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(cache: &Path, used: &[&str]) -> Vec<String> {
        let uses = Uses::default();
        for name in used {
            uses.note(&cache.join(name));
        }
        prune(cache, &uses).unwrap();
        let mut left = present(cache);
        left.sort();
        left
    }

    #[test]
    fn what_twenty_builds_did_not_use_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        for name in [
            "derived/files/a.svg",
            "derived/files/b.svg",
            "islands/k/c.json",
            "derived/d.new",
        ] {
            write_atomically(&cache.join(name), b"x").unwrap();
        }
        fs::write(cache.join("releases.json"), "[]").unwrap();
        let used = ["derived/files/a.svg"];
        assert_eq!(
            build(cache, &["derived/files/a.svg", "derived/files/b.svg"]).len(),
            4
        );
        for _ in 0..KEPT - 1 {
            assert_eq!(build(cache, &used).len(), 4);
        }
        // What no build ever named is forgotten first: it was found before the first one.
        assert_eq!(
            build(cache, &used),
            ["derived/files/a.svg", "derived/files/b.svg"]
        );
        assert_eq!(build(cache, &used), ["derived/files/a.svg"]);
        assert!(
            cache.join("releases.json").is_file(),
            "other files of the cache stay"
        );
    }

    #[test]
    fn a_lost_ledger_forgets_nothing_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        write_atomically(&cache.join("derived/a"), b"x").unwrap();
        build(cache, &["derived/a"]);
        fs::write(cache.join(FILE), "{").unwrap();
        assert_eq!(build(cache, &[]), ["derived/a"]);
    }
}
