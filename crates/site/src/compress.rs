//! `.br` and `.gz` files beside those that compress well, for hosts that send them as they are.

use std::collections::BTreeSet;

use assets::{Assets, MOST_COMPRESSED};
use rayon::prelude::*;
use source::Diagnostic;

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

/// A warning for each file that gets no compressed sibling because of its size alone.
pub fn too_large(assets: &Assets) -> Vec<Diagnostic> {
    let all = assets.all().map(|(name, asset)| (name.to_owned(), asset));
    let large = all.filter(|(name, asset)| is_text(name) && asset.len > MOST_COMPRESSED);
    let names: BTreeSet<String> = large.map(|(name, _)| name).collect();
    let told = names.into_iter().map(|name| {
        let most = MOST_COMPRESSED / (1024 * 1024);
        let message = format!("`public/{name}` is not compressed: it is larger than {most} MiB");
        Diagnostic::warning("not-compressed", message)
            .about_file(format!("public/{name}"))
            .hint("compress it yourself and offer that, or split it")
    });
    told.collect()
}

fn is_text(name: &str) -> bool {
    let (_, ending) = name.rsplit_once('.').unwrap_or_default();
    TEXT.contains(&ending)
}

/// The compressed siblings of a site's files. A sibling that is not smaller is left out.
pub fn siblings(files: &Files) -> Result<Files, PublishError> {
    let worth = |(name, file): &(&String, &File)| {
        is_text(name) && (LEAST_BYTES..=MOST_COMPRESSED).contains(&file.len())
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
