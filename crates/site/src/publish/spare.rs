//! The output before the last one, which waits in the cache: of a large site the next one is made of it, since nearly all
//! of its files and folders are those that are wanted. What stands in it is not trusted: a file is kept only when it is
//! the very file that stands in the output.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::disk::{FEW, remove, remove_file, sync_these};
use super::error::PublishError;

/// What it is called in the cache.
const NAME: &str = "spare";

/// A former output that is made into the next one.
#[derive(Debug)]
pub(super) struct Spare {
    /// Where it stands while that is done: beside the output.
    pub folder: PathBuf,
    /// The folders in which a name is new, gone or that of another file.
    touched: Mutex<BTreeSet<PathBuf>>,
}

impl Spare {
    /// Takes the folder out of the cache, to where it is to become the next output; none when it cannot be had.
    pub fn take(cache: &Path, folder: PathBuf) -> Option<Self> {
        let kept = cache.join(NAME);
        let is_folder = fs::symlink_metadata(&kept).is_ok_and(|meta| meta.is_dir());
        if !cfg!(unix) || !is_folder {
            return None;
        }
        fs::rename(&kept, &folder).ok()?;
        let touched = Mutex::default();
        Some(Self { folder, touched })
    }

    /// Removes what is none of the files of a site, with the folders that hold nothing else.
    pub fn clear(&self, wanted: &BTreeSet<&Path>) -> Result<(), PublishError> {
        let above = wanted.iter().flat_map(|name| name.ancestors().skip(1));
        let folders: BTreeSet<&Path> = above.collect();
        self.clear_folder(&self.folder, &|path, is_folder| {
            let name = path.strip_prefix(&self.folder).unwrap_or(path);
            match is_folder {
                true => folders.contains(name),
                false => wanted.contains(name),
            }
        })
    }

    fn clear_folder(
        &self,
        folder: &Path,
        stays: &(impl Fn(&Path, bool) -> bool + Sync),
    ) -> Result<(), PublishError> {
        let fail = || PublishError::io(folder);
        let entries = fs::read_dir(folder).map_err(fail())?;
        let entries: Vec<_> = entries.collect::<Result<_, _>>().map_err(fail())?;
        entries.into_par_iter().try_for_each(|entry| {
            let path = entry.path();
            // A link is neither: it goes, or is replaced.
            let is_folder = entry.file_type().map_err(PublishError::io(&path))?.is_dir();
            match (stays(&path, is_folder), is_folder) {
                (true, true) => self.clear_folder(&path, stays),
                (true, false) => Ok(()),
                (false, true) => {
                    self.touch(&path);
                    remove(&path)
                }
                (false, false) => {
                    self.touch(&path);
                    remove_file(&path)
                }
            }
        })
    }

    /// Notes that the name of a file is new, gone or that of another one.
    pub fn touch(&self, path: &Path) {
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        let above = path.ancestors().skip(1);
        for folder in above.take_while(|above| above.starts_with(&self.folder)) {
            if !touched.insert(folder.to_owned()) {
                break;
            }
        }
    }

    /// Waits until what is new is on the disk: everything else is there since it was published.
    pub fn sync(&self, written: &[PathBuf]) -> Result<(), PublishError> {
        let touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        let touched: Vec<PathBuf> = touched.iter().filter(|f| f.exists()).cloned().collect();
        sync_these(&self.folder, written, &touched)
    }
}

/// Whether this is where the folder waits in a cache.
pub fn is_spare(cache: &Path, folder: &Path) -> bool {
    folder == cache.join(NAME)
}

/// Keeps what was the output for the next build, or removes it: what is made anew as fast is not kept. The site has so
/// many files now.
pub(super) fn keep(old: &Path, files: usize, cache: &Path) -> Result<(), PublishError> {
    let kept = cache.join(NAME);
    if let Ok(meta) = fs::symlink_metadata(&kept) {
        match meta.is_dir() {
            true => remove(&kept)?,
            false => remove_file(&kept)?,
        }
    }
    let is_kept = cfg!(unix) && files > FEW && fs::rename(old, &kept).is_ok();
    match is_kept {
        true => Ok(()),
        // Too small, or on another file system than the cache.
        false => remove(old),
    }
}

/// Whether two paths are names of the same file.
#[cfg(unix)]
pub(super) fn is_one_file(path: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |path: &Path| {
        let meta = fs::symlink_metadata(path).ok()?;
        meta.is_file().then(|| (meta.dev(), meta.ino()))
    };
    of(path).is_some_and(|own| of(other) == Some(own))
}

#[cfg(not(unix))]
pub(super) fn is_one_file(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_above_a_new_name_is_waited_for() {
        let spare = Spare {
            folder: PathBuf::from("out"),
            touched: Mutex::default(),
        };
        spare.touch(Path::new("out/a/b/c.html"));
        let touched = spare.touched.into_inner().expect("whole");
        let expected = ["out", "out/a", "out/a/b"].map(PathBuf::from);
        assert_eq!(touched, BTreeSet::from(expected));
    }
}
