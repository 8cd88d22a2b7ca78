//! `.br` and `.gz` files beside those that compress well, for hosts that send them as they are.

use rayon::prelude::*;

use crate::publish::{File, Files, PublishError};

/// Endings of files whose bytes are text.
pub const TEXT: [&str; 11] = [
    "html",
    "css",
    "js",
    "json",
    "svg",
    "xml",
    "txt",
    "webmanifest",
    "ico",
    "map",
    "mjs",
];
/// A file smaller than this does not gain from compression.
const LEAST_BYTES: u64 = 512;

/// The compressed siblings of a site's files. A sibling that is not smaller is left out.
pub fn siblings(files: &Files) -> Result<Files, PublishError> {
    let worth = |(name, file): &(&String, &File)| {
        let (_, ending) = name.rsplit_once('.').unwrap_or_default();
        TEXT.contains(&ending) && file.len() >= LEAST_BYTES
    };
    let chosen: Vec<_> = files.iter().filter(worth).collect();
    let made: Result<Vec<_>, PublishError> = chosen
        .into_par_iter()
        .map(|(name, file)| {
            let bytes = file.bytes()?;
            let compressed = assets::compress(&bytes);
            let both = [("br", compressed.brotli), ("gz", compressed.gzip)];
            let smaller = both
                .into_iter()
                .filter(|(_, made)| made.len() < bytes.len());
            Ok(smaller
                .map(|(ending, made)| (format!("{name}.{ending}"), File::Bytes(made)))
                .collect::<Vec<_>>())
        })
        .collect();
    Ok(made?.into_iter().flatten().collect())
}
