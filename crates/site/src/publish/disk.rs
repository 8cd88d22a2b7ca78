//! Asks the disk for what was written: after a power cut a file system may have the names of files without their bytes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::error::PublishError;

/// Of more files than this the whole file system is asked for, in one call where there is one.
const FEW: usize = 256;
/// How many files are asked for at once: the disk answers for all of them together.
const AT_ONCE: usize = 16;

/// Waits until these files are on the disk, and every folder below one.
pub(super) fn sync(folder: &Path, files: &[PathBuf]) -> Result<(), PublishError> {
    #[cfg(target_os = "linux")]
    if files.len() > FEW {
        let fail = PublishError::io(folder);
        let open = File::open(folder);
        return open
            .and_then(|open| Ok(rustix::fs::syncfs(open)?))
            .map_err(fail);
    }
    let part = files.len().div_ceil(AT_ONCE).max(1);
    std::thread::scope(|scope| {
        let parts = files.chunks(part);
        let parts =
            parts.map(|part| scope.spawn(|| part.iter().try_for_each(|path| sync_one(path))));
        let waited: Vec<_> = parts.collect();
        let ended = waited.into_iter().map(|part| match part.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Result<(), _>>()
    })?;
    sync_folders(folder)
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

fn sync_one(path: &Path) -> Result<(), PublishError> {
    // Windows asks the disk only for whoever may write.
    let open = File::options().read(true).write(cfg!(windows)).open(path);
    let asked = open.and_then(|open| open.sync_all());
    asked.map_err(PublishError::io(path))
}
