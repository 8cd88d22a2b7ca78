//! Why the output could not be written, and how to mend it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How many names a message holds.
const MOST_NAMED: usize = 5;

/// Why the output could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The output folder is not one that may be replaced.
    #[error("`{}` cannot be the output folder: {why}", path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// What is in the way.
        why: &'static str,
    },
    /// Something stands in the output folder that no build wrote.
    #[error("`{}` holds {}, which no build that is remembered wrote", path.display(), named(names))]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What it is, by its path below it; folders end with a slash.
        names: Vec<String>,
    },
    /// Something that a build left cannot be removed.
    #[error("cannot remove `{}`, which a build left: {error}", path.display())]
    Leftover {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The output folder cannot be exchanged where it stands.
    #[error("`{}` cannot be exchanged for the new site: it belongs to another file system than the folder that it is in", .0.display())]
    Unmovable(PathBuf),
    /// A file of the cache is a link.
    #[error("`{}` is a symbolic link, which is not followed", .0.display())]
    Linked(PathBuf),
    /// Something in the cache is a pipe, a socket or a device.
    #[error("`{}` is neither a file nor a folder", .0.display())]
    Special(PathBuf),
    /// Another build did not end in the time that there was to wait.
    #[error("another build is still at work: it holds `{}`", .0.display())]
    Busy(PathBuf),
    /// A file is not what was read of it when its address was made.
    #[error("`{}` is not what it was: it is damaged, or was changed while the site was built", .0.display())]
    Damaged(PathBuf),
    /// A file that is to be published, or stands in the output, cannot be read.
    #[error("cannot read `{}`: {}", shown(path), unread(error))]
    Unread {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file system failed.
    #[error("cannot write `{}`: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl PublishError {
    /// That the file system failed at a path.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }

    /// That a file could not be read.
    pub fn unread(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self::Unread { path, error }
    }

    /// Takes a file that is damaged out of the cache, so that the next build makes it again.
    pub(super) fn forget(self, cache: &Path) -> Self {
        if let Self::Damaged(path) = &self
            && path.starts_with(cache)
        {
            let _ = fs::remove_file(path);
        }
        self
    }

    /// How to mend it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Unmovable(_) => Some(
                "where it comes from the image of a container, or is mounted, remove it first or choose a new folder with `--out`",
            ),
            Self::Busy(_) => {
                Some("wait for it and call again; `site build --wait` says for how long")
            }
            Self::Linked(_) | Self::Special(_) => {
                Some("remove it: what stands in `.site/` is made again")
            }
            Self::Damaged(_) => Some("build again"),
            Self::Unread { error, .. } => match error.kind() {
                io::ErrorKind::NotFound => Some("build again"),
                io::ErrorKind::PermissionDenied => Some("see whose it is: it must be readable"),
                _ => None,
            },
            Self::Foreign { .. } => Some(
                "a new site would delete it: move it out (a file of the site belongs into public/, listed under `verbatim` in site.yaml), remove it, or choose another folder with `--out`",
            ),
            Self::Leftover { .. } => Some("see whose it is and remove it: no build needs it"),
            Self::Io { error, .. } => match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    Some("make room and build again: the site that stands there is whole")
                }
                io::ErrorKind::Unsupported => {
                    Some("this file system has no locks: choose a folder on another with `--out`")
                }
                io::ErrorKind::NotADirectory => {
                    Some("a file stands where a folder is needed: give it another name")
                }
                io::ErrorKind::IsADirectory => Some(
                    "a folder stands where a file is needed: remove it, or give it another name",
                ),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    Some("see whose it is: it must be writable")
                }
                _ => None,
            },
            Self::Refused { .. } => None,
        }
    }
}

/// A path as authors write it: from the folder where they are.
fn shown(path: &Path) -> std::path::Display<'_> {
    path.strip_prefix(".").unwrap_or(path).display()
}

/// Why a file that was listed cannot be read.
fn unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it is gone since the build began".to_owned(),
        _ => error.to_string(),
    }
}

/// The first of some names, and how many others there are.
fn named(names: &[String]) -> String {
    let (shown, others) = names.split_at(names.len().min(MOST_NAMED));
    let shown: Vec<_> = shown.iter().map(|name| format!("`{name}`")).collect();
    match others.len() {
        0 => shown.join(", "),
        others => format!("{} and {others} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_in_the_cache_is_taken_out_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = folder.path().join(".site");
        fs::create_dir(&cache).expect("made");
        let (own, kept) = (folder.path().join("photo.jpg"), cache.join("kept"));
        for (path, stays) in [(own, true), (kept, false)] {
            fs::write(&path, "").expect("written");
            let error = PublishError::Damaged(path.clone()).forget(&cache);
            assert!(matches!(error, PublishError::Damaged(_)));
            assert_eq!(path.exists(), stays, "{}", path.display());
        }
    }

    #[test]
    fn what_can_be_mended_is_said() {
        let hint = |kind: io::ErrorKind| PublishError::io(Path::new("dist"))(kind.into()).hint();
        for (kind, words) in [
            (io::ErrorKind::StorageFull, Some("make room")),
            (io::ErrorKind::QuotaExceeded, Some("make room")),
            (
                io::ErrorKind::Unsupported,
                Some("this file system has no locks"),
            ),
            (io::ErrorKind::NotADirectory, Some("a file stands where")),
            (io::ErrorKind::PermissionDenied, Some("see whose it is")),
            (io::ErrorKind::Other, None),
        ] {
            let is_right = match (hint(kind), words) {
                (Some(hint), Some(words)) => hint.starts_with(words),
                (hint, words) => hint == words,
            };
            assert!(is_right, "{kind:?}");
        }
    }
}
