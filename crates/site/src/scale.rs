//! What bytes weigh as they are sent, compressed: no more exactly than a budget needs, and measured once.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use assets::{Asset, MOST_COMPRESSED, Store, content_key};

/// The table in the store.
const TABLE: &str = "weights.json";

/// Weights by exactness and a key of the bytes.
type Weights = BTreeMap<String, u64>;

/// Weighs bytes, and remembers what they weigh.
#[derive(Debug)]
pub struct Scale {
    /// From earlier builds.
    known: Weights,
    /// Those that this build asked for.
    used: Mutex<Weights>,
}

/// Bytes with the key of their content.
#[derive(Clone, Debug)]
pub struct Load<'a> {
    key: String,
    content: Content<'a>,
}

#[derive(Clone, Debug)]
enum Content<'a> {
    Text(&'a str),
    Asset(&'a Asset),
}

impl<'a> Load<'a> {
    /// A text.
    pub fn text(text: &'a str) -> Self {
        Self {
            key: content_key(text.as_bytes()),
            content: Content::Text(text),
        }
    }

    /// A file, which is read only to be weighed for the first time.
    pub fn asset(asset: &'a Asset) -> Self {
        Self {
            key: asset.integrity.clone(),
            content: Content::Asset(asset),
        }
    }

    fn compressed(&self, measure: fn(&[u8]) -> u64) -> u64 {
        match self.content {
            Content::Text(text) => measure(text.as_bytes()),
            // As it is sent: what is as large as that is not compressed.
            Content::Asset(asset) if asset.len > MOST_COMPRESSED => asset.len,
            Content::Asset(asset) => asset.bytes().map_or(asset.len, |bytes| measure(&bytes)),
        }
    }
}

/// How exactly something is weighed.
#[derive(Clone, Copy, Debug)]
enum Exactness {
    /// As the output is compressed.
    Exact,
    /// A fiftieth of the time and a tenth above, which is enough for what is well below its budget.
    Quick,
}

impl Scale {
    /// With the weights that an earlier build kept.
    pub fn read(store: &Store) -> Self {
        Self {
            known: store.table(TABLE),
            used: Mutex::default(),
        }
    }

    /// Keeps the weights that were asked for.
    pub fn keep(&self, store: &Store) {
        store.keep_table(TABLE, &self.used());
    }

    /// The weight of all of these when it is above `most`.
    pub fn above(&self, loads: &[Load<'_>], most: u64) -> Option<u64> {
        let sum = |exactness| loads.iter().map(|l| self.weigh(l, exactness)).sum::<u64>();
        if sum(Exactness::Quick) <= most {
            return None;
        }
        Some(sum(Exactness::Exact)).filter(|weight| *weight > most)
    }

    /// The exact weight.
    pub fn exact(&self, load: &Load<'_>) -> u64 {
        self.weigh(load, Exactness::Exact)
    }

    fn weigh(&self, load: &Load<'_>, exactness: Exactness) -> u64 {
        let key = format!("{exactness:?} {}", load.key);
        let known = self.known.get(&key).copied();
        let known = known.or_else(|| self.used().get(&key).copied());
        let weight = known.unwrap_or_else(|| {
            load.compressed(match exactness {
                Exactness::Exact => assets::weight,
                Exactness::Quick => assets::quick_weight,
            })
        });
        self.used().insert(key, weight);
        weight
    }

    fn used(&self) -> MutexGuard<'_, Weights> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
