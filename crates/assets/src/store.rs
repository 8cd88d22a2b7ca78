//! Derived files kept between builds, by a key that names everything they were made from.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::asset::{self, FOLDER};
use crate::upkeep::Uses;
use crate::{Asset, Content, Error};

/// The derived files of a site, in the cache folder.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    uses: Arc<Uses>,
    known: Mutex<HashMap<String, Slot>>,
}

/// Whoever asks second for the same key waits for the first.
type Slot = Arc<Mutex<Option<Kept>>>;

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

#[derive(Serialize, Deserialize)]
struct Record {
    files: Vec<RecordedFile>,
    facts: Value,
}

#[derive(Serialize, Deserialize)]
struct RecordedFile {
    url: String,
    integrity: String,
    len: u64,
}

impl Store {
    pub fn new(cache: &Path, uses: &Arc<Uses>) -> Self {
        Self {
            folder: cache.join("derived"),
            uses: Arc::clone(uses),
            known: Mutex::default(),
        }
    }

    /// What is kept for a key of a kind; made and kept first if need be.
    pub fn get_or_make<E: From<Error>>(
        &self,
        kind: &str,
        key: &str,
        make: impl FnOnce() -> Result<Made, E>,
    ) -> Result<Kept, E> {
        let record = self.folder.join(kind).join(format!("{key}.json"));
        let slot = {
            let mut known = lock(&self.known);
            Arc::clone(known.entry(format!("{kind}/{key}")).or_default())
        };
        let mut slot = lock(&slot);
        if let Some(kept) = &*slot {
            return Ok(kept.clone());
        }
        let kept = match self.read(&record) {
            Some(kept) => kept,
            None => self.keep(&record, make()?)?,
        };
        self.uses.note(&record);
        for asset in &kept.assets {
            if let Content::File(path) = &asset.content {
                self.uses.note(path);
            }
        }
        *slot = Some(kept.clone());
        Ok(kept)
    }

    /// What an earlier build kept; none when any part of it is gone or damaged.
    fn read(&self, record: &Path) -> Option<Kept> {
        let text = fs::read_to_string(record).ok()?;
        let record: Record = serde_json::from_str(&text).ok()?;
        let files = record.files.into_iter().map(|file| {
            let path = self.path(&file.url)?;
            let same = fs::metadata(&path).is_ok_and(|m| m.len() == file.len);
            same.then(|| {
                Arc::new(Asset {
                    url: file.url,
                    integrity: file.integrity,
                    content: Content::File(path),
                    len: file.len,
                    immutable: true,
                })
            })
        });
        Some(Kept {
            assets: files.collect::<Option<_>>()?,
            facts: record.facts,
        })
    }

    fn keep(&self, record: &Path, made: Made) -> Result<Kept, Error> {
        let mut assets = Vec::with_capacity(made.files.len());
        for (name, bytes) in made.files {
            let url = asset::hashed_url(&name, &bytes);
            let path = self.folder.join("files").join(&url[FOLDER.len()..]);
            write_atomically(&path, &bytes)?;
            assets.push(Arc::new(Asset {
                url,
                integrity: asset::integrity(&bytes),
                len: bytes.len() as u64,
                content: Content::File(path),
                immutable: true,
            }));
        }
        let files = assets.iter().map(|a| RecordedFile {
            url: a.url.clone(),
            integrity: a.integrity.clone(),
            len: a.len,
        });
        let text = serde_json::json!(Record {
            files: files.collect(),
            facts: made.facts.clone(),
        });
        write_atomically(record, text.to_string().as_bytes())?;
        Ok(Kept {
            assets,
            facts: made.facts,
        })
    }

    /// Where a derived file lies; none for an address that is not one of ours.
    fn path(&self, url: &str) -> Option<PathBuf> {
        let name = url.strip_prefix(FOLDER)?;
        let plain = name
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.'));
        plain.then(|| self.folder.join("files").join(name))
    }
}

/// Takes a lock; what a panicking thread left behind is whole, because values are set in one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file so that no reader ever sees half of it, making its folders first.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|e| Error::io("create", folder, e))?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(
        ".{}-{:?}.new",
        std::process::id(),
        std::thread::current().id()
    ));
    let new = folder.join(name);
    fs::write(&new, bytes).map_err(|e| Error::io("write", &new, e))?;
    fs::rename(&new, path).map_err(|e| Error::io("write", path, e))
}

/// Reads a file that may be absent.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Error::io("read", path, e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(cache: &Path) -> Store {
        Store::new(cache, &Arc::default())
    }

    fn made(text: &str) -> Made {
        Made {
            files: vec![("covers/a.svg".into(), text.into())],
            facts: Value::from(7),
        }
    }

    #[test]
    fn a_kept_file_is_made_once_and_found_by_the_next_build() {
        let folder = tempfile::tempdir().unwrap();
        let first = store(folder.path());
        let kept = first
            .get_or_make("cover", "k", || Ok::<_, Error>(made("one")))
            .unwrap();
        let again = first
            .get_or_make("cover", "k", || -> Result<_, Error> { panic!() })
            .unwrap();
        assert_eq!(kept.assets, again.assets);

        let second = store(folder.path());
        let later = second
            .get_or_make("cover", "k", || -> Result<_, Error> { panic!() })
            .unwrap();
        assert_eq!((later.assets, later.facts), (kept.assets, Value::from(7)));
    }

    #[test]
    fn a_damaged_file_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let make = || Ok::<_, Error>(made("one"));
        let kept = store(folder.path())
            .get_or_make("cover", "k", make)
            .unwrap();
        let Content::File(path) = &kept.assets[0].content else {
            panic!()
        };
        fs::write(path, "o").unwrap();
        store(folder.path())
            .get_or_make("cover", "k", make)
            .unwrap();
        assert_eq!(fs::read(path).unwrap(), b"one");
    }
}
