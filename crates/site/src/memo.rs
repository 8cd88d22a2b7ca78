//! Small results of earlier builds in the cache folder: losing one only costs time.

use std::fs;
use std::path::Path;

/// What was kept under a name. A file that is not there or cannot be read is an empty one.
pub fn read<T: serde::de::DeserializeOwned + Default>(cache: &Path, name: &str) -> T {
    let text = fs::read(cache.join(name)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Keeps a value under a name; no reader ever sees half of it. A failure is no error.
pub fn keep<T: serde::Serialize>(cache: &Path, name: &str, value: &T) {
    let new = cache.join(format!("{name}.{}.new", std::process::id()));
    if let Ok(text) = serde_json::to_vec(value) {
        let _ = fs::create_dir_all(cache)
            .and_then(|()| fs::write(&new, text))
            .and_then(|()| fs::rename(&new, cache.join(name)));
    }
}
