//! How much one YAML text may hold.

use serde_yaml::{DuplicateKeyPolicy, Options};

/// Most values of a file.
pub(super) const MAX_NODES: usize = 20_000;
/// Most levels of a value.
pub(super) const MAX_DEPTH: usize = 24;
/// Most aliases, and most anchors that they repeat.
pub(super) const MAX_ALIASES: usize = 20;

/// Most levels of a value that `plain` reads; deeper ones are left to the library, which counts.
pub(super) const PLAIN_DEPTH: usize = 12;
/// Most keys of a mapping that `plain` reads; more are left to the library, which sorts.
pub(super) const PLAIN_KEYS: usize = 100;

/// Limits tight enough for an alias bomb, wide enough for any entry or data file written by hand.
pub(super) fn options(duplicate_keys: DuplicateKeyPolicy) -> Options {
    serde_yaml::options! {
        strict_booleans: true,
        with_snippet: false,
        duplicate_keys: duplicate_keys,
        budget: serde_yaml::budget! {
            max_nodes: MAX_NODES,
            max_depth: MAX_DEPTH,
            max_aliases: MAX_ALIASES,
            max_anchors: MAX_ALIASES,
            max_documents: 1,
        },
    }
}
