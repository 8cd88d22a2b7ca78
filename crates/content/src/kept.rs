//! Answers that are made when they are first asked for, and kept.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// What was made, by what it was asked for. Two threads that ask for the same wait for one maker. A copy begins
/// empty: it is made where what the answers rest on may be another.
#[derive(Debug)]
pub(crate) struct Kept<K, V>(RwLock<HashMap<K, Arc<OnceLock<Arc<V>>>>>);

impl<K: Hash + Eq, V> Kept<K, V> {
    /// What was made for a key, or what is made now.
    pub fn get<Q>(&self, key: &Q, make: impl FnOnce() -> V) -> Arc<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let cell = known.get(key).cloned();
        drop(known);
        let cell = cell.unwrap_or_else(|| {
            let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(key.to_owned()).or_default())
        });
        Arc::clone(cell.get_or_init(|| Arc::new(make())))
    }
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K, V> Clone for Kept<K, V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
