//! One build at a time in a site's folder: a second one waits for the first.

use std::fs;
use std::path::Path;

use source::Stamp;

use crate::publish::PublishError;

/// Held while a build writes; released when it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: fs::File,
    /// When it was taken, as the file system of the site tells the time.
    pub taken: u64,
}

impl Lock {
    /// Waits until no other build holds the lock of a cache folder, and takes it.
    pub fn acquire(cache: &Path) -> Result<Self, PublishError> {
        let fail = |error| PublishError::Io {
            path: cache.to_owned(),
            error,
        };
        fs::create_dir_all(cache).map_err(fail)?;
        let path = cache.join("lock");
        let file = fs::File::create(&path).map_err(fail)?;
        if file.try_lock().is_err() {
            eprintln!("waiting for another build of this site to finish");
            file.lock().map_err(fail)?;
        }
        // Emptying a file dates it.
        file.set_len(0).map_err(fail)?;
        let stamp = Stamp::of(&path).unwrap_or_default();
        Ok(Self {
            _file: file,
            taken: stamp.modified,
        })
    }
}
