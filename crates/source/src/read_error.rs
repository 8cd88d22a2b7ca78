//! Why a file could not be read, and whose matter that is.

use std::io;
use std::path::PathBuf;

use crate::Diagnostic;
use crate::listing::{GONE, forbidden};

/// What stopped the reading, apart from the author's mistakes: the world's failures.
#[derive(Debug)]
pub struct ReadError {
    /// The path that could not be read.
    pub path: PathBuf,
    /// The same from the site's folder.
    pub place: String,
    /// Why.
    pub error: io::Error,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.strip_prefix(".").unwrap_or(&self.path);
        match self.error.kind() {
            io::ErrorKind::NotFound => write!(f, "cannot read `{}`: {GONE}", path.display()),
            _ => write!(f, "cannot read `{}`: {}", path.display(), self.error),
        }
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    /// As a mistake of the author, who gave the file its rights; none when the world failed.
    pub fn mistake(&self) -> Option<Diagnostic> {
        let is_forbidden = self.error.kind() == io::ErrorKind::PermissionDenied;
        is_forbidden.then(|| forbidden(&self.place))
    }

    /// How to mend it, when that is known.
    pub fn hint(&self) -> Option<&'static str> {
        (self.error.kind() == io::ErrorKind::NotFound).then_some("build again")
    }
}
