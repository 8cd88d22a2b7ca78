//! Coloured code of earlier builds, kept in the cache folder.

use std::path::Path;
use std::sync::Arc;

use content::{Coloured, HIGHLIGHT_RECIPE};

use crate::memo;

/// The file, by what the HTML depends on beside the code.
fn file() -> String {
    format!("code-{HIGHLIGHT_RECIPE}.json")
}

/// What was kept.
pub fn read(cache: &Path) -> Arc<Coloured> {
    Arc::new(memo::read(cache, &file()))
}

/// Keeps what was used, when that has changed.
pub fn keep(cache: &Path, known: &Coloured, used: &Coloured) {
    if known != used {
        memo::keep(cache, &file(), used);
    }
}
