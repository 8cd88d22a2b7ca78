//! The seeds of a target, for the tests of the crates.

use std::fs;
use std::path::Path;

/// Runs a target on each of its seeds: whole, cut in two, and twice.
pub fn each(target: &str, run: impl Fn(&[u8])) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds");
    let mut seeds = 0;
    for file in fs::read_dir(Path::new(folder).join(target)).expect("a folder of seeds") {
        let seed = fs::read(file.expect("a file").path()).expect("readable");
        let (start, end) = seed.split_at(seed.len() / 2);
        for bytes in [&seed, start, end, &seed.repeat(2)] {
            run(bytes);
        }
        seeds += 1;
    }
    assert!(seeds > 2, "{seeds} seeds of {target}");
}
