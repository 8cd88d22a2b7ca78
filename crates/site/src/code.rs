//! Coloured code of earlier builds, kept in the cache folder.

use std::path::Path;
use std::sync::Arc;

use content::CodeCache;

use crate::memo;

/// The file, by the version of the program that coloured.
const FILE: &str = concat!("code-", env!("CARGO_PKG_VERSION"), ".json");

/// What was kept.
pub fn read(cache: &Path) -> Arc<CodeCache> {
    Arc::new(CodeCache::new(memo::read(cache, FILE)))
}

/// Keeps what was used, when that has changed.
pub fn keep(cache: &Path, code: &CodeCache) {
    if !code.is_unchanged() {
        memo::keep(cache, FILE, &code.used());
    }
}
