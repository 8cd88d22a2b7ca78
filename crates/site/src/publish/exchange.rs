//! What stands beside the output for a while: the staging folder, which takes its place in one step, and what killed
//! builds left.

use std::ffi::OsStr;
use std::fs::{self, DirEntry, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assets::atomic;

use super::disk::remove;
use super::error::PublishError;

/// What staging folders are called, before what makes each one's name its own.
pub(super) const STAGING: &str = "staging";
/// What the old output is called for a moment where two folders cannot be swapped in one step.
const OLD: &str = "old";

/// No file is written for longer: one that waits beside the output since then is left of a killed process.
const LONGEST_WRITE: Duration = Duration::from_secs(3600);

/// What version control keeps at the top of a folder: that of an output stays there through every build.
pub const VERSIONED: [&str; 3] = [".git", ".hg", ".svn"];

/// Whether a name is one that version control keeps.
pub(super) fn is_versioned(name: &OsStr) -> bool {
    VERSIONED.iter().any(|own| name == *own)
}

/// Moves what version control keeps at the top of a folder to the top of another one.
pub(super) fn carry(from: &Path, to: &Path) -> Result<(), PublishError> {
    for name in VERSIONED {
        let (own, new) = (from.join(name), to.join(name));
        if fs::symlink_metadata(&own).is_err() {
            continue;
        }
        if fs::symlink_metadata(&new).is_ok() {
            return Err(PublishError::io(&new)(io::ErrorKind::AlreadyExists.into()));
        }
        fs::create_dir_all(to)
            .and_then(|()| fs::rename(&own, &new))
            .map_err(PublishError::io(&own))?;
    }
    Ok(())
}

/// Removes what a build leaves beside the output; what version control keeps goes back into that.
pub(super) fn discard(folder: &Path, out: &Path) -> Result<(), PublishError> {
    carry(folder, out)?;
    remove(folder)
}

/// A hidden folder beside the output, on the same file system.
pub(super) fn sibling(out: &Path, purpose: &str) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!(".{name}.{purpose}"))
}

/// The folder that the output stands in.
pub(super) fn folder_of(out: &Path) -> &Path {
    let parent = out.parent().filter(|p| !p.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Puts right what killed builds left beside the output: the old site goes back to its place when there is none,
/// and everything else is removed. Gives why something cannot be, which is in no build's way.
pub(super) fn tidy(out: &Path) -> Result<Option<PublishError>, PublishError> {
    let old = sibling(out, OLD);
    if !out.exists() && old.is_dir() {
        fs::rename(&old, out).map_err(PublishError::io(out))?;
    }
    let folder = folder_of(out);
    let staging = sibling(out, STAGING);
    let staging = staging.file_name().unwrap_or_default().to_string_lossy();
    let is_left = |name: &str| {
        let own = name.strip_prefix(&*staging);
        let is_number = |own: &str| own.len() == 16 && own.bytes().all(|b| b.is_ascii_hexdigit());
        own.is_some_and(|own| own.is_empty() || own.strip_prefix('-').is_some_and(is_number))
    };
    let entries = fs::read_dir(folder).map_err(PublishError::io(folder))?;
    let left = entries
        .flatten()
        .filter(|entry| is_left(&entry.file_name().to_string_lossy()));
    let left = left.map(|entry| entry.path()).chain([old]);
    let discarded = left.map(|folder| discard(&folder, out).err());
    // Each is tried, whatever became of the one before.
    let failed: Vec<PublishError> = discarded.flatten().collect();
    sweep(folder, LONGEST_WRITE);
    Ok(failed.into_iter().next())
}

/// Removes the files of a folder that have waited for so long: who made them was stopped before.
pub fn sweep(folder: &Path, so_long: Duration) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_pending = |entry: &DirEntry| atomic::is_pending(&entry.file_name().to_string_lossy());
    for entry in entries.filter(is_pending) {
        let metadata = entry.metadata();
        let age = |metadata: Metadata| metadata.modified().ok()?.elapsed().ok();
        let age = metadata.ok().filter(Metadata::is_file).and_then(age);
        if age.is_some_and(|age| age >= so_long) {
            // What stays is hidden, and no part of a site.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Swaps the staging folder and the output: in one system call where there is one, else by two
/// renames, between which a killed build leaves no output until the next one puts the old one back.
pub(super) fn exchange(staging: &Path, out: &Path) -> Result<(), PublishError> {
    if !out.exists() {
        return fs::rename(staging, out).map_err(|error| unmoved(out, error));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, staging, CWD, out, RenameFlags::EXCHANGE) {
            Ok(()) => return Ok(()),
            // Not known to this file system.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            Err(error) => return Err(unmoved(out, error.into())),
        }
    }
    let old = sibling(out, OLD);
    fs::rename(out, &old).map_err(|error| unmoved(out, error))?;
    if let Err(error) = fs::rename(staging, out) {
        fs::rename(&old, out).map_err(PublishError::io(out))?;
        return Err(unmoved(out, error));
    }
    // As after a swap: what was the output stands in the place of the staging folder.
    fs::rename(&old, staging).map_err(PublishError::io(staging))
}

/// Why the output could not be moved.
fn unmoved(out: &Path, error: io::Error) -> PublishError {
    match error.kind() {
        io::ErrorKind::CrossesDevices => PublishError::Unmovable(out.to_owned()),
        io::ErrorKind::ResourceBusy => PublishError::Refused {
            path: out.to_owned(),
            why: "it is a mount point, which cannot be swapped; choose a folder inside it",
        },
        _ => PublishError::io(out)(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let others = [
            "a.site-new",
            ".1-.site-new",
            ".1-a.site-new",
            ".site-new",
            ".1-2.new",
        ];
        let left = folder.path().join(".1-2.site-new");
        for name in others {
            fs::write(folder.path().join(name), "").expect("written");
        }
        fs::write(&left, "").expect("written");
        sweep(folder.path(), LONGEST_WRITE);
        assert!(left.exists(), "it may still wait");
        let file = fs::File::options().write(true).open(&left);
        let long_ago = std::time::SystemTime::now() - LONGEST_WRITE;
        let set = file.and_then(|file| file.set_modified(long_ago));
        set.expect("set");
        tidy(&folder.path().join("dist")).expect("tidied");
        assert!(!left.exists());
        let there = |name: &&str| folder.path().join(name).exists();
        assert!(others.iter().all(there));
    }
}
