//! The output once more, in the cache: links to its files, so that one that was removed is put back rather than made again.
//! What stands in it is not trusted: the next build holds its dates against the journal, as it does with any output.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use rayon::prelude::*;
use source::Stamp;

use super::disk::{remove, sync_folder};
use super::error::PublishError;
use super::exchange::folder_of;
use super::is_file;

/// What it is called in the cache, and while it is made.
const NAME: &str = "output";
const NEW: &str = "output.new";
/// A site of more files is none: links to all would take a noticeable part of a build.
const MOST: usize = 2_000;

/// Puts the output back in its place; tells whether it was. One that stands there stays.
pub fn put_back(out: &Path, cache: &Path) -> Result<bool, PublishError> {
    let kept = cache.join(NAME);
    let is_folder = fs::symlink_metadata(&kept).is_ok_and(|meta| meta.is_dir());
    if out.exists() || !is_folder || fs::rename(&kept, out).is_err() {
        return Ok(false);
    }
    sync_folder(folder_of(out)).map(|()| true)
}

/// Takes an output that was put back away again.
pub fn take_away(out: &Path, cache: &Path) {
    // Where it cannot be moved a whole site stays there, which is no harm.
    fs::rename(out, cache.join(NAME)).ok();
}

/// Links the files of an output, of which these are the stamps, and gives its folders the same dates. What fails costs a
/// later build its time.
pub fn keep(out: &Path, stamps: &BTreeMap<String, Stamp>, cache: &Path) {
    let (kept, new) = (cache.join(NAME), cache.join(NEW));
    let made = || -> io::Result<()> {
        fs::create_dir(&new)?;
        let (files, folders): (Vec<_>, Vec<_>) = stamps.iter().partition(|(name, _)| is_file(name));
        for (name, _) in &folders {
            fs::create_dir_all(new.join(name))?;
        }
        files
            .par_iter()
            .try_for_each(|(name, _)| fs::hard_link(out.join(name), new.join(name)))?;
        // Each after those in it, whose making changes its date.
        for (name, stamp) in folders.iter().rev() {
            let date = UNIX_EPOCH + Duration::from_nanos(stamp.modified);
            File::open(new.join(name))?.set_modified(date)?;
        }
        Ok(())
    };
    let is_cleared = remove(&kept).and_then(|()| remove(&new)).is_ok();
    let is_made = is_cleared && stamps.len() <= MOST && made().is_ok();
    if !is_made || fs::rename(&new, &kept).is_err() {
        remove(&new).ok();
    }
}
