//! One build at a time in a site's folder, and one that writes to an output folder: a second one waits for the first.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use source::Stamp;

use crate::console::complain;
use crate::publish::{self, PublishError};

/// Between two tries to take a lock that another build holds.
const PAUSE: Duration = Duration::from_millis(50);

/// Held while a build writes; released when it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    /// First, as it was taken last: whoever waits for the site's lock has not to wait again.
    _output: Option<OutputLock>,
    _site: File,
    /// Until when there is to be waited.
    deadline: Option<Instant>,
    /// When it was taken, as the file system of the site tells the time.
    pub taken: u64,
}

/// The lock of an output folder: a file beside it, that goes when the lock does.
#[derive(Debug)]
struct OutputLock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Waits until no other build holds the lock of a cache folder, or for so long at most, and takes it.
    pub fn acquire(cache: &Path, most: Duration) -> Result<Self, PublishError> {
        check_cache(cache)?;
        let fail = |error| PublishError::io(cache)(error);
        // Never with the folders above it: a site that was moved away meanwhile stays away.
        match fs::create_dir(cache) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists || !cache.is_dir() => {
                return Err(fail(error));
            }
            _ => {}
        }
        let path = cache.join("lock");
        // So long that no clock can say until when: for ever.
        let deadline = Instant::now().checked_add(most);
        let waiting = "waiting for another build of this site to finish";
        let file = take(&path, waiting, deadline)?;
        // Emptying a file dates it.
        file.set_len(0).map_err(fail)?;
        let stamp = Stamp::of(&path).unwrap_or_default();
        Ok(Self {
            _site: file,
            _output: None,
            deadline,
            taken: stamp.modified,
        })
    }

    /// Waits for the lock of the output folder too: other sites' folders and other copies of this one may write
    /// to the same.
    pub fn with_output(self, out: &Path) -> Result<Self, PublishError> {
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let path = out.with_file_name(format!(".{name}.lock"));
        loop {
            let waiting = "waiting for another build that writes to the same folder";
            let file = take(&path, waiting, self.deadline)?;
            // Whoever had the lock took the file away with it.
            if is_at(&file, &path) {
                let _output = Some(OutputLock { path, _file: file });
                return Ok(Self { _output, ..self });
            }
        }
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // A file that stays is taken by the next build, and goes with that.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a file, not through a link and never waiting for who reads a pipe, and waits for its lock.
fn take(path: &Path, waiting: &str, deadline: Option<Instant>) -> Result<File, PublishError> {
    let fail = |error| PublishError::io(path)(error);
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path).map_err(fail)?;
    let mut is_told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(PublishError::Busy(path.to_owned()));
        }
        if !std::mem::replace(&mut is_told, true) {
            complain!("{waiting}");
        }
        thread::sleep(PAUSE);
    }
}

/// Whether an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |meta: io::Result<fs::Metadata>| meta.ok().map(|m| (m.dev(), m.ino()));
    let open = identity(file.metadata());
    open.is_some() && open == identity(fs::symlink_metadata(path))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Refuses a cache in which something is a link: a site may come from anybody, and what is written to its cache
/// must stay there. So is what is neither a file nor a folder: who reads a pipe may wait for ever. In the spare output no
/// link is followed, whatever it holds.
pub fn check_cache(cache: &Path) -> Result<(), PublishError> {
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|m| m.is_symlink());
    if is_link(cache) {
        return Err(PublishError::Linked(cache.to_owned()));
    }
    let mut open = vec![cache.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(PublishError::io(&folder)(error)),
        };
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_symlink() => return Err(PublishError::Linked(entry.path())),
                Ok(kind) if kind.is_dir() && !publish::is_spare(cache, &entry.path()) => {
                    open.push(entry.path());
                }
                Ok(kind) if !kind.is_dir() && !kind.is_file() => {
                    return Err(PublishError::Special(entry.path()));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_that_is_gone_gets_no_folder_of_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let site = folder.path().join("site");
        let error = Lock::acquire(&site.join(".site"), Duration::ZERO).expect_err("no site");
        assert!(error.to_string().contains(".site"), "{error}");
        assert!(!site.exists());
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_to_be_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        fs::create_dir(&path).expect("made");
        let error = Lock::acquire(folder.path(), Duration::ZERO).expect_err("a folder");
        assert!(error.to_string().contains(&path.display().to_string()));
        let hint = error.hint().expect("a hint");
        assert!(hint.contains("remove it"), "{hint}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_an_error_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = folder.path().join("cache");
        fs::create_dir_all(cache.join("deep")).expect("made");
        let pipe = |path: &Path| {
            let made = std::process::Command::new("mkfifo").arg(path).status();
            assert!(made.expect("mkfifo").success());
        };
        let out = folder.path().join("dist");
        pipe(&folder.path().join(".dist.lock"));
        let lock = Lock::acquire(&cache, Duration::ZERO).expect("nobody has it");
        let taken = lock.with_output(&out);
        assert!(matches!(taken, Err(PublishError::Io { .. })), "{taken:?}");
        let inside = cache.join("deep/a");
        pipe(&inside);
        let taken = Lock::acquire(&cache, Duration::ZERO);
        let is_told = matches!(&taken, Err(PublishError::Special(path)) if *path == inside);
        assert!(is_told, "{taken:?}");
    }
}
