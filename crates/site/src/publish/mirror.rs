//! The output once more, in the cache: links to its files, so that one that was removed is put back rather than made again.
//! What stands in it is not trusted: the next build holds its dates against the journal, as it does with any output.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use source::Stamp;

use super::disk::{remove, sync_folder};
use super::error::PublishError;
use super::exchange::folder_of;
use super::is_file;
use super::written::LastFiles;
use crate::journal::Stamps;

/// What it is called in the cache.
const NAME: &str = "output";
/// A site of more files is none: links to all would take a noticeable part of a build.
const MOST: usize = 2_000;

/// Where it stands.
pub fn folder(cache: &Path) -> PathBuf {
    cache.join(NAME)
}

/// Puts the output back in its place; tells whether it was. One that stands there stays.
pub fn put_back(out: &Path, cache: &Path) -> Result<bool, PublishError> {
    let kept = folder(cache);
    let is_folder = fs::symlink_metadata(&kept).is_ok_and(|meta| meta.is_dir());
    if out.exists() || !is_folder {
        return Ok(false);
    }
    // What somebody put there is not the site's, and would be somebody's own file in the output.
    if LastFiles::of(cache, out)
        .check(&kept, &BTreeSet::new())
        .is_err()
    {
        return remove(&kept).map(|()| false);
    }
    if fs::rename(&kept, out).is_err() {
        return Ok(false);
    }
    sync_folder(folder_of(out)).map(|()| true)
}

/// Takes an output that was put back away again.
pub fn take_away(out: &Path, cache: &Path) {
    // Where it cannot be moved a whole site stays there, which is no harm.
    fs::rename(out, folder(cache)).ok();
}

/// Whether an output is kept here.
pub fn is_kept(left: &Stamps) -> bool {
    left.len() <= MOST
}

/// Links the files of an output, of which these are the stamps, where they are others than before, and gives its folders
/// the same dates. What fails costs a later build its time.
pub fn keep(out: &Path, before: &Stamps, after: &Stamps, cache: &Path) {
    let kept = folder(cache);
    let is_there = kept.is_dir() && !before.is_empty();
    let is_made = is_kept(after)
        && match is_there {
            true => link(out, before, after, &kept).is_ok(),
            false => {
                let is_clear = remove(&kept).is_ok() && fs::create_dir(&kept).is_ok();
                is_clear && link(out, &Stamps::new(), after, &kept).is_ok()
            }
        };
    if !is_made {
        remove(&kept).ok();
    }
}

fn link(out: &Path, before: &Stamps, after: &Stamps, kept: &Path) -> io::Result<()> {
    let (files, folders): (Vec<_>, Vec<_>) = after.iter().partition(|(name, _)| is_file(name));
    for (name, _) in before.iter().filter(|(name, _)| !after.contains_key(*name)) {
        let gone = kept.join(name);
        match is_file(name) {
            true => fs::remove_file(gone),
            false => fs::remove_dir_all(gone),
        }
        .or_else(unless_gone)?;
    }
    for (name, _) in &folders {
        fs::create_dir_all(kept.join(name))?;
    }
    let is_other = |(name, stamp): &&(&String, &Stamp)| {
        let old = before.get(*name);
        old.is_none_or(|old| (old.len, old.modified) != (stamp.len, stamp.modified))
    };
    for (name, _) in files.iter().filter(is_other) {
        let link = kept.join(name);
        fs::remove_file(&link).or_else(unless_gone)?;
        fs::hard_link(out.join(name), link)?;
    }
    // Each after those in it, whose making changes its date.
    folders.iter().rev().try_for_each(|(name, stamp)| {
        let date = UNIX_EPOCH + Duration::from_nanos(stamp.modified);
        File::open(kept.join(name))?.set_modified(date)
    })
}

fn unless_gone(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    }
}
