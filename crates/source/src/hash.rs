//! What tells whether bytes are the same ones.

use std::io::{self, Read};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// What tells whether a file has changed: 128 bits of its bytes.
pub type Hash = u128;

/// The hash of some bytes, the same in every process.
pub fn hash(bytes: &[u8]) -> Hash {
    xxh3_128(bytes)
}

/// The hash of all that a reader gives, of which a part at a time is held.
///
/// # Errors
///
/// When it cannot be read.
pub fn hash_by_parts(mut from: impl Read) -> io::Result<Hash> {
    let (mut hasher, mut buffer) = (Xxh3::new(), vec![0; 128 * 1024]);
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(hasher.digest128()),
            read => hasher.update(&buffer[..read]),
        }
    }
}

/// The hash of a value, the same in every process of one program.
pub fn hash_of(value: &(impl std::hash::Hash + ?Sized)) -> Hash {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_come_by_parts_have_the_hash_that_they_have_at_once() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|n| n.to_le_bytes()[0]).collect();
        for len in [0, 1, 128 * 1024, bytes.len()] {
            let by_parts = hash_by_parts(&bytes[..len]).expect("read");
            assert_eq!(by_parts, hash(&bytes[..len]), "{len}");
        }
    }
}
