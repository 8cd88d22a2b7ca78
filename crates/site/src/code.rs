//! Coloured code of earlier builds, kept in the cache folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use content::CodeCache;

/// The file, by the version of the program that coloured.
const FILE: &str = concat!("code-", env!("CARGO_PKG_VERSION"), ".json");

/// What was kept. A file that is not there or cannot be read only costs time.
pub fn read(cache: &Path) -> Arc<CodeCache> {
    let text = fs::read(cache.join(FILE)).unwrap_or_default();
    Arc::new(CodeCache::new(
        serde_json::from_slice(&text).unwrap_or_default(),
    ))
}

/// Keeps what was used, when that has changed. Losing it only costs time, so a failure is no error.
pub fn keep(cache: &Path, code: &CodeCache) {
    if code.is_unchanged() {
        return;
    }
    let path = cache.join(FILE);
    let new = path.with_extension("new");
    if let Ok(text) = serde_json::to_vec(&code.used()) {
        let _ = fs::create_dir_all(cache)
            .and_then(|()| fs::write(&new, text))
            .and_then(|()| fs::rename(&new, &path));
    }
}
