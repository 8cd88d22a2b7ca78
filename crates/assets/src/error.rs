//! What can fail here: the world, or an author's mistake that leaves a page without what it asks for.

use std::io;
use std::path::{Path, PathBuf};

use source::{Diagnostic, ReadError};

/// The oldest version of Node that the packages run on.
pub const OLDEST_NODE: u32 = 20;

/// A failure of the world around the site: the disk, Node, its packages.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("cannot {action} `{}`: {error}", path.display())]
    Io {
        /// What was tried: `read`, `write`…
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A file of the site could not be read.
    #[error(transparent)]
    Read(ReadError),
    /// A file of the site may not be read: a mistake of its author, without which nothing can be made.
    #[error("{}", .0.message)]
    Mistake(Box<Diagnostic>),
    /// There is no Node, and something has to be bundled or rendered.
    #[error("cannot start Node (`{command}`): {reason}")]
    NodeMissing {
        /// The command that was tried.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// Node is older than what the packages need.
    #[error("Node {found} is too old: version {} or later is needed", OLDEST_NODE)]
    NodeTooOld {
        /// The version that was found.
        found: String,
    },
    /// A package of `islands/package.json` is not installed.
    #[error("the package `{package}` is not installed in `islands/node_modules`")]
    PackageMissing {
        /// The first one that is missing.
        package: String,
    },
    /// The Node helper ended, twice, without an answer.
    #[error("the Node helper died while it had to {job}{}", tail(output))]
    HelperDied {
        /// What it was doing.
        job: String,
        /// The end of what it printed.
        output: String,
    },
    /// The Node helper did not answer in time, twice.
    #[error("the Node helper did not {job} within {seconds} s{}", tail(output))]
    HelperHung {
        /// What it was doing.
        job: String,
        /// How long it was given.
        seconds: u64,
        /// The end of what it printed.
        output: String,
    },
    /// The Node helper answered what it should not.
    #[error("the Node helper could not {job}: {message}")]
    Helper {
        /// What it was doing.
        job: String,
        /// What it said.
        message: String,
    },
    /// Something that is made from the engine's own parts could not be drawn.
    #[error("cannot draw {what}: {reason}")]
    Drawing {
        /// What was being drawn.
        what: String,
        /// Why it failed.
        reason: String,
    },
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error.mistake() {
            Some(mistake) => Self::Mistake(Box::new(mistake)),
            None => Self::Read(error),
        }
    }
}

impl Error {
    /// A failed file operation.
    pub(crate) fn io(action: &'static str, path: &Path, error: io::Error) -> Self {
        Self::Io {
            action,
            path: path.to_path_buf(),
            error,
        }
    }

    /// A record of the cache that is not what it should be.
    pub(crate) fn damaged(what: &str) -> Self {
        Self::Drawing {
            what: what.into(),
            reason: "its record in the cache is damaged".into(),
        }
    }

    /// As a diagnostic without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        if let Self::Mistake(mistake) = self {
            return Diagnostic::clone(mistake);
        }
        Diagnostic::error("asset-failed", self.to_string())
            .maybe_hint(self.hint().map(str::to_owned))
    }

    /// How to mend it, when that is known.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NodeMissing { .. } => Some(
                "install Node 20 or later; only sites with an `islands` folder need it, and only \
                 when islands, styles or templates changed",
            ),
            Self::NodeTooOld { .. } => Some("install Node 20 or later"),
            Self::PackageMissing { .. } => Some(
                "run `npm install --prefix islands`, after adding the package to islands/package.json \
                 if it is not there",
            ),
            Self::HelperHung { .. } => Some("look for an endless loop in the islands"),
            Self::HelperDied { .. } => Some("look for a call to `process.exit` in the islands"),
            Self::Read(error) => error.hint(),
            Self::Io { error, .. } if error.kind() == io::ErrorKind::IsADirectory => {
                Some("a folder stands where a file is needed: remove it")
            }
            Self::Io { .. } | Self::Helper { .. } | Self::Drawing { .. } | Self::Mistake(_) => None,
        }
    }
}

/// The end of a helper's output as a suffix of a message.
fn tail(output: &str) -> String {
    match output.trim() {
        "" => String::new(),
        text => format!(":\n{text}"),
    }
}

/// Why there is nothing of what a page asks for.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The author's mistake: the caller adds the page, and where in a template it was asked for.
    #[error(transparent)]
    Mistake(Box<Diagnostic>),
    /// The world failed.
    #[error(transparent)]
    World(#[from] Error),
}

impl From<Diagnostic> for Failure {
    fn from(mistake: Diagnostic) -> Self {
        Self::Mistake(Box::new(mistake))
    }
}

impl Failure {
    /// As a diagnostic, with a place when that is known.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Mistake(diagnostic) => (**diagnostic).clone(),
            Self::World(error) => error.diagnostic(),
        }
    }
}
