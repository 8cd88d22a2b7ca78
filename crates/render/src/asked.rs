//! The questions of all pages, each kept once however many pages ask it.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::read::Read;

/// So many locks that pages on a few threads seldom wait for one another.
const SHARDS: usize = 32;

/// The questions of all pages.
#[derive(Debug, Default)]
pub struct Asked {
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
}

/// Questions with their hashes, each of which is made once.
type Shard = HashTable<(u64, Arc<Read>)>;

impl Asked {
    /// The question as it is kept.
    pub fn once(&self, read: Read) -> Arc<Read> {
        let hash = self.hasher.hash_one(&read);
        // A table goes by the lowest bits and the seven highest.
        let shard = (hash >> 32) as usize % SHARDS;
        let shard = self.shards[shard].lock();
        let mut shard = shard.unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kept)) = shard.find(hash, |(_, kept)| **kept == read) {
            return Arc::clone(kept);
        }
        let read = Arc::new(read);
        shard.insert_unique(hash, (hash, Arc::clone(&read)), |(hash, _)| *hash);
        read
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let lock = |shard: &Mutex<Shard>| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.len()
        };
        self.shards.iter().map(lock).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_kept_once() {
        let asked = Asked::default();
        let first = asked.once(Read::Today);
        assert!(Arc::ptr_eq(&first, &asked.once(Read::Today)));
        let paths = (0..1_000).map(|n| Read::Path(format!("/{n}")));
        let paths: Vec<Arc<Read>> = paths.map(|read| asked.once(read)).collect();
        let again = paths.iter().map(|path| asked.once((**path).clone()));
        assert!(again.zip(&paths).all(|(new, old)| Arc::ptr_eq(&new, old)));
        assert_eq!(asked.count(), 1_001);
    }
}
