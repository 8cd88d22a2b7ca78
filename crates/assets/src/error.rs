//! What can fail here: the world (`Error`), an image, an icon, or an island while it renders.

use std::io;
use std::path::{Path, PathBuf};

use source::Diagnostic;

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
    /// There is no Node, and something has to be bundled or rendered.
    #[error("cannot start Node (`{command}`): {reason}")]
    NodeMissing {
        /// The command that was tried.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// Node is older than what the packages need.
    #[error(
        "Node {found} is too old: version {} or later is needed",
        crate::OLDEST_NODE
    )]
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

impl Error {
    /// A failed file operation.
    pub(crate) fn io(action: &'static str, path: &Path, error: io::Error) -> Self {
        Self::Io {
            action,
            path: path.to_path_buf(),
            error,
        }
    }

    /// As a diagnostic without a place.
    pub fn diagnostic(&self) -> Diagnostic {
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
            Self::PackageMissing { .. } => Some("run `npm ci --prefix islands`"),
            Self::HelperHung { .. } => Some("look for an endless loop in the islands"),
            Self::HelperDied { .. } => Some("look for a call to `process.exit` in the islands"),
            Self::Io { .. } | Self::Helper { .. } | Self::Drawing { .. } => None,
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

/// Why an image cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// There is no such file.
    #[error("there is no image `{0}`")]
    Missing(String),
    /// The file is not an image, or a broken one.
    #[error("the image `{path}` cannot be read: {reason}")]
    Corrupt {
        /// The file, relative to the root.
        path: String,
        /// What the decoder said.
        reason: String,
    },
    /// The file is an image of a kind that is not known here.
    #[error("`{path}` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG)")]
    Unsupported {
        /// The file, relative to the root.
        path: String,
    },
    /// The file or the picture is larger than what makes sense on a page.
    #[error("the image `{path}` is too large: {size}, and at most {most} are accepted")]
    Enormous {
        /// The file, relative to the root.
        path: String,
        /// Its size with the unit.
        size: String,
        /// The limit with the unit.
        most: String,
    },
    /// The world failed.
    #[error(transparent)]
    World(#[from] Error),
}

impl ImageError {
    /// As a diagnostic without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = self.to_string();
        match self {
            Self::Missing(_) => Diagnostic::error("missing-image", message),
            Self::Corrupt { .. } => {
                Diagnostic::error("corrupt-image", message).hint("open it and save it again")
            }
            Self::Unsupported { .. } => Diagnostic::error("unknown-image-kind", message),
            Self::Enormous { .. } => Diagnostic::error("enormous-image", message)
                .hint("scale it down to at most 4000 pixels a side"),
            Self::World(error) => error.diagnostic(),
        }
    }
}

/// Why an icon cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IconError {
    /// No collection has an icon of this name.
    #[error("there is no icon `{name}`")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// The icon exists but is not in the sprite, because the settings do not name it.
    #[error("the icon `{name}` is not in the sprite")]
    NotInSprite {
        /// The name that was asked for.
        name: String,
    },
}

impl IconError {
    /// The mistake as a diagnostic without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = self.to_string();
        match self {
            Self::Unknown { nearest, .. } => Diagnostic::error("unknown-icon", message)
                .maybe_hint(nearest.as_ref().map(|n| format!("did you mean `{n}`?"))),
            Self::NotInSprite { .. } => Diagnostic::error("icon-not-in-sprite", message)
                .hint("write the icon's name literally in the template"),
        }
    }
}

/// Why an island has no HTML.
#[derive(Debug, thiserror::Error)]
pub enum IslandError {
    /// There is no such island.
    #[error("there is no island `{name}`")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// The component threw while it was rendered.
    #[error("the island `{name}` cannot be rendered: {message}")]
    Threw {
        /// The island.
        name: String,
        /// What was thrown.
        message: String,
        /// The mistake as a diagnostic: its first label is the place in the .tsx, if known.
        diagnostic: Box<Diagnostic>,
    },
    /// The world failed.
    #[error(transparent)]
    World(#[from] Error),
}

impl IslandError {
    /// As a diagnostic, to which the caller adds the page; only what a component threw has a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = self.to_string();
        match self {
            Self::Unknown { nearest, .. } => Diagnostic::error("unknown-island", message)
                .maybe_hint(nearest.as_ref().map(|n| format!("did you mean `{n}`?"))),
            Self::Threw { diagnostic, .. } => (**diagnostic).clone(),
            Self::World(error) => error.diagnostic(),
        }
    }
}
