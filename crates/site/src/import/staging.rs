//! The hidden folder beside the new one in which a site is made: whole, or gone.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// How its name ends, behind a dot, the name of the new one and the process, so that it is nobody else's.
const ENDING: &str = ".site-import";

/// A folder of this process, locked as long as there is this; what still stands in it then goes.
#[derive(Debug)]
pub struct ImportFolder {
    folder: PathBuf,
    /// None where folders cannot be locked: then nobody tidies there.
    _lock: Option<File>,
}

impl ImportFolder {
    /// Makes the folder, and removes those of imports that were ended.
    pub fn beside(to: &Path) -> Result<Self, (PathBuf, io::Error)> {
        let whole = std::path::absolute(to).unwrap_or_else(|_| to.to_owned());
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let start = format!(".{name}.");
        let folder = whole.with_file_name(format!("{start}{}{ENDING}", std::process::id()));
        tidy(folder.parent().unwrap_or(&folder), &start);
        fs::create_dir_all(&folder).map_err(|error| (folder.clone(), error))?;
        let _lock = locked(&folder);
        Ok(Self { folder, _lock })
    }

    /// Where the site is made.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for ImportFolder {
    fn drop(&mut self) {
        // What is not whole is nothing; what stays is removed by the next import.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Removes the folders that no process has any more. What cannot be removed does no harm.
fn tidy(above: &Path, start: &str) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(start));
        let number = number.and_then(|number| number.strip_suffix(ENDING));
        let is_own = number.is_some_and(|number| number.parse::<u32>().is_ok());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_own && is_folder && locked(&entry.path()).is_some() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The lock of a folder; none when another process has it.
fn locked(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.try_lock().ok().map(|()| file)
}
