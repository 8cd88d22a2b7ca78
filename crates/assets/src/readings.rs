//! Style sheets that were read before: what reading one gives depends on nothing but its text, and most are those of the
//! last build.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::asset::Key;
use crate::css::{self, Findings};
use crate::store::{Store, lock};

/// Where they are kept.
const FOUND: &str = "sheets.json";
const COMPACT: &str = "compact.json";

/// What gives other answers when it is changed: the reader, and the library that it asks for.
const READER: [&str; 2] = [include_str!("css.rs"), include_str!("../Cargo.toml")];

/// What is known of style sheets, by their texts.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    found: Memory<Findings>,
    compact: Memory<String>,
}

/// Answers of an earlier build, and those that this one asked for.
#[derive(Debug)]
struct Memory<T> {
    known: BTreeMap<String, Arc<T>>,
    used: Mutex<BTreeMap<String, Arc<T>>>,
}

impl Readings {
    /// What earlier builds kept.
    pub fn open(store: &Store) -> Self {
        Self {
            found: Memory::of(store.table(FOUND)),
            compact: Memory::of(store.table(COMPACT)),
        }
    }

    /// What this one knows, for the next one.
    pub fn again(&self) -> Self {
        Self {
            found: Memory::of(lock(&self.found.used).clone()),
            compact: Memory::of(lock(&self.compact.used).clone()),
        }
    }

    /// Keeps what was asked for.
    pub fn keep(&self, store: &Store) {
        self.found.keep(FOUND, store);
        self.compact.keep(COMPACT, store);
    }

    /// What a style sheet says of others, and where it is broken.
    pub fn read(&self, css: &str) -> Arc<Findings> {
        self.found.get(css, css::read)
    }

    /// The style sheet without what only its author reads.
    pub fn compact(&self, css: &str) -> Arc<String> {
        self.compact.get(css, css::compact)
    }
}

impl<T> Memory<T> {
    fn of(known: BTreeMap<String, Arc<T>>) -> Self {
        let used = Mutex::default();
        Self { known, used }
    }

    fn get(&self, css: &str, read: fn(&str) -> T) -> Arc<T> {
        let key = READER
            .iter()
            .fold(Key::default(), |key, part| key.part(part));
        let key = key.part(css).finish();
        let mut used = lock(&self.used);
        let known = used.get(&key).or_else(|| self.known.get(&key));
        let found = known.map_or_else(|| Arc::new(read(css)), Arc::clone);
        used.insert(key, Arc::clone(&found));
        found
    }

    fn keep(&self, name: &str, store: &Store)
    where
        T: PartialEq + Serialize + DeserializeOwned,
    {
        store.keep_table(name, &lock(&self.used));
    }
}

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self::of(BTreeMap::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_would_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path());
        // The second is broken, which each build has to tell.
        let sheets = ["@import 'a.css';\n.b { c: url(d) }\n", ".e {\n  f g;\n"];
        let first = Readings::open(&store);
        let told = sheets.map(|css| (first.read(css), first.compact(css)));
        first.keep(&store);
        let second = Readings::open(&store);
        for (css, (found, compact)) in sheets.iter().zip(&told) {
            assert_eq!(*second.read(css), css::read(css), "{css}");
            assert_eq!(
                (second.read(css), second.compact(css)),
                (Arc::clone(found), Arc::clone(compact))
            );
        }
        assert_eq!(second.found.known.len(), sheets.len());
        assert_eq!(second.found.used.lock().expect("whole").len(), sheets.len());
        assert!(!second.read(sheets[1]).breaches.is_empty());
        // Another text is read.
        assert!(second.read(".h {}").classes.contains("h"));
    }
}
