//! What tells whether bytes are the same ones.

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// What tells whether a file has changed: 128 bits of its bytes.
pub type Hash = u128;

/// The hash of some bytes, the same in every process.
pub fn hash(bytes: &[u8]) -> Hash {
    xxh3_128(bytes)
}

/// The hash of a value, the same in every process of one program.
pub fn hash_of(value: &(impl std::hash::Hash + ?Sized)) -> Hash {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.digest128()
}
