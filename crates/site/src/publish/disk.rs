//! What takes a disk's time: waiting for what was written, since after a power cut a file system may have the names of
//! files without their bytes, and removing.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::error::PublishError;

/// Of more files than this the whole file system is asked for, in one call where there is one.
pub(super) const FEW: usize = 256;
/// How many files are asked for at once: the disk answers for all of them together.
const AT_ONCE: usize = 16;

/// Waits until these files are on the disk, and every folder below one, of which there are so many.
pub(super) fn sync(folder: &Path, files: &[PathBuf], folders: usize) -> Result<(), PublishError> {
    if sync_all(folder, files.len() + folders)? {
        return Ok(());
    }
    at_once(files, sync_one)?;
    sync_folders(folder)
}

/// Waits until these files and folders are on the disk, which stand below another one.
pub fn sync_these(
    below: &Path,
    files: &[PathBuf],
    folders: &[PathBuf],
) -> Result<(), PublishError> {
    if sync_all(below, files.len() + folders.len())? {
        return Ok(());
    }
    at_once(files, sync_one)?;
    at_once(folders, sync_folder)
}

/// Asks the whole file system, where it can be asked and so many files are worth it; tells whether it was.
#[cfg(target_os = "linux")]
fn sync_all(folder: &Path, files: usize) -> Result<bool, PublishError> {
    if files <= FEW {
        return Ok(false);
    }
    let open = File::open(folder);
    let asked = open.and_then(|open| Ok(rustix::fs::syncfs(open)?));
    asked.map_err(PublishError::io(folder)).map(|()| true)
}

#[cfg(not(target_os = "linux"))]
fn sync_all(_: &Path, _: usize) -> Result<bool, PublishError> {
    Ok(false)
}

/// Does something with many files, a few at once.
fn at_once<E: Send>(
    files: &[PathBuf],
    each: impl Fn(&Path) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let part = files.len().div_ceil(AT_ONCE).max(1);
    std::thread::scope(|scope| {
        let parts = files.chunks(part);
        let parts = parts.map(|part| scope.spawn(|| part.iter().try_for_each(|path| each(path))));
        let waited: Vec<_> = parts.collect();
        let ended = waited.into_iter().map(|part| match part.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect()
    })
}

/// Removes a folder, if it is there. Its files go many at once: a disk that is told what it may forget answers for
/// each file, in milliseconds.
pub(super) fn remove(folder: &Path) -> Result<(), PublishError> {
    let below = WalkDir::new(folder).follow_root_links(false).into_iter();
    let files = below.flatten().filter(|entry| !entry.file_type().is_dir());
    let files: Vec<PathBuf> = files.map(DirEntry::into_path).collect();
    // What could not be removed so is told below.
    let _ = at_once(&files, |file| fs::remove_file(file));
    let removed = match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            unlock(folder);
            fs::remove_dir_all(folder)
        }
        removed => removed,
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(PublishError::Leftover {
            path: folder.to_owned(),
            error,
        }),
        _ => Ok(()),
    }
}

/// Lets this user remove what is in a folder and in those below it, as far as they are this user's. No link is followed.
#[cfg(unix)]
fn unlock(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let is_folder = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir());
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop().filter(|path| is_folder(path)) {
        // What is another user's is told by what fails next.
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        open.extend(
            entries
                .map(|entry| entry.path())
                .filter(|path| is_folder(path)),
        );
    }
}

#[cfg(not(unix))]
fn unlock(_: &Path) {}

/// Removes a file, if it is there.
pub(super) fn remove_file(path: &Path) -> Result<(), PublishError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(PublishError::io(path)(error)),
        _ => Ok(()),
    }
}

/// Waits until the names in a folder and in all below it are on the disk.
fn sync_folders(folder: &Path) -> Result<(), PublishError> {
    let fail = || PublishError::io(folder);
    for entry in fs::read_dir(folder).map_err(fail())? {
        let entry = entry.map_err(fail())?;
        if entry.file_type().map_err(fail())?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync_folder(folder)
}

/// Waits until the names in a folder are on the disk.
pub(super) fn sync_folder(folder: &Path) -> Result<(), PublishError> {
    // Elsewhere a folder cannot be opened.
    match cfg!(unix) {
        true => sync_one(folder),
        false => Ok(()),
    }
}

/// Waits until a file is on the disk.
pub(super) fn sync_one(path: &Path) -> Result<(), PublishError> {
    // Windows asks the disk only for whoever may write.
    let open = File::options().read(true).write(cfg!(windows)).open(path);
    let asked = open.and_then(|open| open.sync_all());
    asked.map_err(PublishError::io(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_removed_and_what_cannot_be_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let nothing = folder.path().join("nothing");
        assert!(remove_file(&nothing).is_ok() && remove(&nothing).is_ok());
        assert!(remove_file(folder.path()).is_err());
        let file = folder.path().join("file");
        fs::write(&file, "").expect("written");
        assert!(remove(&file).is_err() || !file.exists());
        assert!(remove(&folder.path().join("\0")).is_err());
    }
}
