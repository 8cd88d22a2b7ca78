//! What earlier builds left in the cache folder: records by a key of everything they were made from, their
//! files, and tables of small values. What twenty builds did not use is forgotten.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::asset::{self, FOLDER};
use crate::atomic::ENDING;
use crate::{Asset, Content, Error, atomic, content_key};

/// How many builds something outlives without being used: what an author takes out and puts back
/// again, or builds now with drafts and now without, is not made twice.
const KEPT: u64 = 20;

/// How many records a process keeps in memory.
const MOST_KNOWN: usize = 1 << 14;

/// The folders of the cache that are looked after: records, the files of records, bundles of scripts.
const FOLDERS: [&str; 3] = ["records", "files", "bundles"];

/// Where the uses are written down.
const LEDGER: &str = "uses.json";

/// Bytes of the line that tells whether a value is what was written.
const SEAL: usize = 33;

/// Bytes of a file that is compared with what was kept before it is used.
const MOST_COMPARED: u64 = 256 * 1024;

/// How a record was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// This process had it already.
    InMemory,
    /// It was read now: what lies on a disk may have been damaged since it was kept.
    OnDisk,
}

/// The cache folder of a site.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    ledger: OnceLock<Ledger>,
    uses: Mutex<BTreeSet<String>>,
    slots: Mutex<HashMap<String, Slot>>,
}

/// Whoever asks second for the same record waits for the first.
type Slot = Arc<Mutex<Option<Value>>>;

/// The builds in which each thing was last used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Ledger {
    build: u64,
    last: BTreeMap<String, u64>,
}

/// What was just made for a key.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// Names under the assets folder (without a hash yet) and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// Whatever else is worth keeping.
    pub facts: Value,
}

/// What is kept for a key.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The files, in the order in which they were made.
    pub assets: Vec<Arc<Asset>>,
    /// What was kept beside them.
    pub facts: Value,
}

/// What is written down of derived files.
#[derive(Serialize, Deserialize)]
struct Derived {
    files: Vec<DerivedFile>,
    facts: Value,
}

#[derive(Serialize, Deserialize)]
struct DerivedFile {
    url: String,
    integrity: String,
    len: u64,
}

impl Store {
    /// The store in a folder, which need not be there yet.
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            ledger: OnceLock::new(),
            uses: Mutex::default(),
            slots: Mutex::default(),
        }
    }

    /// The store for the next build of the same process, which still knows what this one read.
    #[must_use]
    pub fn again(&self) -> Self {
        let slots = lock(&self.slots).clone();
        let is_few = slots.len() <= MOST_KNOWN;
        Self {
            slots: Mutex::new(if is_few { slots } else { HashMap::new() }),
            ..Self::open(&self.folder)
        }
    }

    /// The uses that are written down, read when they are first asked for.
    fn ledger(&self) -> &Ledger {
        self.ledger
            .get_or_init(|| read(&self.folder.join(LEDGER)).unwrap_or_default())
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The record of a kind and key when it is still whole; made and kept first if need be. `is_whole` is told how it
    /// was found.
    pub(crate) fn record<T, E>(
        &self,
        kind: &str,
        key: &str,
        is_whole: impl Fn(&T, Found) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E>
    where
        T: Serialize + DeserializeOwned,
        E: From<Error>,
    {
        let name = record_name(kind, key);
        let slot = Arc::clone(lock(&self.slots).entry(name.clone()).or_default());
        let mut slot = lock(&slot);
        let path = self.folder.join(&name);
        let in_memory = slot.take().map(|value| (value, Found::InMemory));
        let known = in_memory.or_else(|| Some((read(&path)?, Found::OnDisk)));
        let known =
            known.and_then(|(value, found)| Some((T::deserialize(&value).ok()?, value, found)));
        let (record, value) = match known.filter(|(record, _, found)| is_whole(record, *found)) {
            Some((record, value, _)) => (record, value),
            None => {
                let made = make()?;
                let value = json!(made);
                write_atomically(&path, &sealed(&value))?;
                (made, value)
            }
        };
        *slot = Some(value);
        self.note(name);
        Ok(record)
    }

    /// The files that are kept for a kind and key; made and kept first if need be.
    pub(crate) fn get_or_make<E: From<Error>>(
        &self,
        kind: &str,
        key: &str,
        make: impl FnOnce() -> Result<Made, E>,
    ) -> Result<Kept, E> {
        // A large file is compared when it is published; a small one may stand in a page or a picture.
        let is_there = |file: &DerivedFile, found| {
            let path = self.folder.join(file.name());
            match found == Found::OnDisk && file.len <= MOST_COMPARED {
                true => {
                    fs::read(path).is_ok_and(|bytes| asset::integrity(&bytes) == file.integrity)
                }
                false => fs::metadata(path).is_ok_and(|m| m.len() == file.len),
            }
        };
        let derived: Derived = self.record(
            kind,
            key,
            |derived: &Derived, found| derived.files.iter().all(|file| is_there(file, found)),
            || make().and_then(|made| Ok(self.derived(made)?)),
        )?;
        let assets = derived.files.into_iter().map(|file| {
            let name = file.name();
            let content = Content::File(self.folder.join(&name));
            self.note(name);
            Arc::new(Asset {
                url: file.url,
                integrity: file.integrity,
                content,
                len: file.len,
                immutable: true,
            })
        });
        Ok(Kept {
            assets: assets.collect(),
            facts: derived.facts,
        })
    }

    fn derived(&self, made: Made) -> Result<Derived, Error> {
        let keep = |(name, bytes): (String, Vec<u8>)| {
            let (url, integrity) = asset::named_by(&name, &bytes);
            let file = DerivedFile {
                url,
                integrity,
                len: bytes.len() as u64,
            };
            write_atomically(&self.folder.join(file.name()), &bytes)?;
            Ok(file)
        };
        let files: Result<_, Error> = made.files.into_iter().map(keep).collect();
        Ok(Derived {
            files: files?,
            facts: made.facts,
        })
    }

    /// Notes that something below the folder was used.
    pub(crate) fn note(&self, name: impl Into<String>) {
        lock(&self.uses).insert(name.into());
    }

    /// Notes that a record was used that is known already.
    pub(crate) fn note_record(&self, kind: &str, key: &str) {
        self.note(record_name(kind, key));
    }

    /// Removes a record that will not be asked for.
    pub(crate) fn remove_record(&self, kind: &str, key: &str) {
        let name = record_name(kind, key);
        lock(&self.slots).remove(&name);
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// A value that stands in a file of its own; one that is not there or cannot be read is empty.
    pub fn read<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        read(&self.folder.join(name)).unwrap_or_default()
    }

    /// Writes a value down.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), Error> {
        write_atomically(&self.folder.join(name), &sealed(&json!(value)))
    }

    /// Small values by key, all in one file.
    pub fn table<T: DeserializeOwned>(&self, name: &str) -> BTreeMap<String, T> {
        self.read(name)
    }

    /// Keeps what a build used of a table beside what earlier builds used of it. A failure is none:
    /// losing a table only costs time.
    pub fn keep_table<T>(&self, name: &str, used: &BTreeMap<String, T>)
    where
        T: Clone + PartialEq + Serialize + DeserializeOwned,
    {
        let use_of = |key: &String| format!("{name}#{}", content_key(key.as_bytes()));
        used.keys().for_each(|key| self.note(use_of(key)));
        let before: BTreeMap<String, T> = self.table(name);
        let mut after = before.clone();
        after.retain(|key, _| self.ledger().last.contains_key(&use_of(key)));
        after.extend(used.clone());
        if after != before {
            let _ = self.write(name, &after);
        }
    }

    /// Writes down what this build used and removes what none of the last ones did. To be called once
    /// everything was asked for, by whoever holds the lock of the folder, so that no other build is
    /// reading. What cannot be removed does no harm.
    ///
    /// # Errors
    ///
    /// When the ledger cannot be written.
    pub fn prune(&self) -> Result<(), Error> {
        let mut ledger = self.ledger().clone();
        // Files that no build has written down are looked for now and then: those of a build that was
        // killed, or whose ledger is lost.
        if ledger.build.is_multiple_of(KEPT) {
            for name in self.present() {
                ledger.last.entry(name).or_insert(ledger.build);
            }
        }
        ledger.build += 1;
        let build = ledger.build;
        let used = lock(&self.uses);
        ledger
            .last
            .extend(used.iter().map(|name| (name.clone(), build)));
        ledger.last.retain(|name, last| {
            let stays = build - *last <= KEPT;
            if !stays {
                let path = self.folder.join(name);
                let _ = fs::remove_file(&path);
                // Only an empty folder goes.
                let _ = path.parent().map(fs::remove_dir);
            }
            stays
        });
        self.write(LEDGER, &ledger)
    }

    /// Every file of the folders that are looked after, and every one that waits beside another in vain, by its path with `/`.
    fn present(&self) -> Vec<String> {
        let own = FOLDERS.iter().map(|f| WalkDir::new(self.folder.join(f)));
        let beside = ["", "written"].map(|f| WalkDir::new(self.folder.join(f)).max_depth(1));
        let is_pending = |e: &walkdir::DirEntry| e.file_name().to_string_lossy().ends_with(ENDING);
        let beside = beside.into_iter().flatten().filter_map(Result::ok);
        let files = own
            .flatten()
            .filter_map(Result::ok)
            .chain(beside.filter(is_pending))
            .filter(|e| e.file_type().is_file());
        let name = |file: walkdir::DirEntry| {
            let path = file.path().strip_prefix(&self.folder).ok()?;
            Some(path.to_str()?.replace('\\', "/"))
        };
        files.filter_map(name).collect()
    }
}

impl DerivedFile {
    /// Its path in the store.
    fn name(&self) -> String {
        format!("files/{}", self.url.trim_start_matches(FOLDER))
    }
}

/// Where the record of a kind and key lies.
fn record_name(kind: &str, key: &str) -> String {
    format!("records/{kind}/{key}.json")
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value as it lies on the disk: the hash of its JSON in a line, then that.
fn sealed(value: &Value) -> Vec<u8> {
    let json = value.to_string();
    format!("{:032x}\n{json}", source::hash(json.as_bytes())).into_bytes()
}

/// The value that was sealed in a file; none when it is not there or damaged.
fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = fs::read(path).ok()?;
    let (hash, json) = bytes.split_at_checked(SEAL)?;
    let is_whole = hash == format!("{:032x}\n", source::hash(json)).as_bytes();
    is_whole.then(|| serde_json::from_slice(json).ok())?
}

/// Writes a file whole; makes its folders first.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    atomic::write(path, bytes).map_err(|e| Error::io("write", path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> Made {
        Made {
            files: vec![("covers/a.svg".into(), text.into())],
            facts: Value::from(7),
        }
    }

    #[test]
    fn a_kept_file_is_made_once_and_found_by_the_next_build() {
        let folder = tempfile::tempdir().unwrap();
        let first = Store::open(folder.path());
        let kept = first
            .get_or_make("cover", "k", || Ok::<_, Error>(made("one")))
            .unwrap();
        let again = first
            .get_or_make("cover", "k", || -> Result<_, Error> { panic!() })
            .unwrap();
        assert_eq!(kept.assets, again.assets);

        let second = Store::open(folder.path());
        let later = second
            .get_or_make("cover", "k", || -> Result<_, Error> { panic!() })
            .unwrap();
        assert_eq!((later.assets, later.facts), (kept.assets, Value::from(7)));
    }

    #[test]
    fn a_damaged_file_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let make = || Ok::<_, Error>(made("one"));
        let store = || Store::open(folder.path());
        let kept = store().get_or_make("cover", "k", make).unwrap();
        let Content::File(path) = &kept.assets[0].content else {
            panic!()
        };
        for damaged in ["o", "\0\0\0"] {
            fs::write(path, damaged).unwrap();
            store().get_or_make("cover", "k", make).unwrap();
            assert_eq!(fs::read(path).unwrap(), b"one", "{damaged:?}");
        }
    }

    #[test]
    fn a_damaged_value_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path());
        let used = BTreeMap::from([("a".to_owned(), "margin".to_owned())]);
        let path = folder.path().join("compact.json");
        let kept = || store.table::<String>("compact.json");
        store.keep_table("compact.json", &used);
        assert_eq!(kept(), used);
        let sound = fs::read(&path).unwrap();
        for byte in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[byte] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert!(kept().is_empty(), "{}", String::from_utf8_lossy(&damaged));
            fs::write(&path, &sound[..byte]).unwrap();
            assert!(kept().is_empty(), "{byte}");
        }
        store.keep_table("compact.json", &used);
        assert_eq!(kept(), used);
    }

    /// What is left after a build that used these.
    fn build(cache: &Path, used: &[&str]) -> Vec<String> {
        let store = Store::open(cache);
        used.iter().for_each(|name| store.note(*name));
        store.prune().unwrap();
        let mut left = store.present();
        left.sort();
        left
    }

    #[test]
    fn what_twenty_builds_did_not_use_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        for name in [
            "files/a.svg",
            "files/b.svg",
            "records/k/c.json",
            "records/d.new",
            // As a build leaves them that is killed while it writes.
            ".7-0.site-new",
            "written/.7-0.site-new",
        ] {
            write_atomically(&cache.join(name), b"x").unwrap();
        }
        fs::write(cache.join("releases.json"), "[]").unwrap();
        assert_eq!(build(cache, &["files/a.svg", "files/b.svg"]).len(), 6);
        for _ in 0..KEPT - 1 {
            assert_eq!(build(cache, &["files/a.svg"]).len(), 6);
        }
        // What no build ever named is forgotten first: it was found before the first one.
        assert_eq!(
            build(cache, &["files/a.svg"]),
            ["files/a.svg", "files/b.svg"]
        );
        assert_eq!(build(cache, &["files/a.svg"]), ["files/a.svg"]);
        assert!(!cache.join("records/k").exists(), "no empty folder stays");
        assert!(
            cache.join("releases.json").is_file(),
            "other files of the cache stay"
        );
    }

    #[test]
    fn a_lost_ledger_forgets_nothing_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path();
        write_atomically(&cache.join("files/a"), b"x").unwrap();
        build(cache, &["files/a"]);
        fs::write(cache.join(LEDGER), "{").unwrap();
        assert_eq!(build(cache, &[]), ["files/a"]);
    }

    #[test]
    fn the_values_of_a_table_stay_as_long_as_files() {
        let folder = tempfile::tempdir().unwrap();
        let build = |used: &[&str]| {
            let store = Store::open(folder.path());
            let used = used.iter().map(|key| ((*key).to_owned(), 1));
            store.keep_table("weights.json", &used.collect());
            store.prune().unwrap();
            let left: BTreeMap<String, u64> = store.table("weights.json");
            left.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(build(&["a", "b"]), ["a", "b"]);
        for _ in 0..KEPT {
            assert_eq!(build(&["a"]), ["a", "b"]);
        }
        build(&["a"]);
        assert_eq!(build(&["a"]), ["a"]);
    }
}
