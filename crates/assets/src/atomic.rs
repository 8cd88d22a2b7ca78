//! Files that are written whole or not at all: each text waits in a hidden file beside the one whose place it takes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How the name of a file that waits ends, behind a dot, the process that made it and a number.
pub(crate) const ENDING: &str = ".site-new";

/// The number of the next file that waits: whoever began at the first one each time would come past all that wait.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A text that waits beside the file whose place it is to take. It goes when it is dropped before.
#[derive(Debug)]
pub struct Pending {
    /// Where it waits.
    from: PathBuf,
    /// Whose place it takes.
    to: PathBuf,
}

impl Pending {
    /// Has a function write what is to stand at a path; makes the folder of that when it is not there.
    ///
    /// # Errors
    ///
    /// When it cannot be written; then nothing is left of it.
    pub fn write(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        let (from, mut file) = reserve(path)?;
        let to = path.to_owned();
        let pending = Self { from, to };
        write(&mut file)?;
        Ok(pending)
    }

    /// Puts it in its place, in one step.
    ///
    /// # Errors
    ///
    /// When it cannot be moved there; then nothing is left of it.
    pub fn put(mut self) -> io::Result<()> {
        fs::rename(&self.from, &self.to)?;
        // Another one may wait by that name from now on.
        self.from = PathBuf::new();
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.from.as_os_str().is_empty() {
            // What stays is hidden, and no part of a site.
            let _ = fs::remove_file(&self.from);
        }
    }
}

/// Writes a file so that no reader ever sees half of it; makes its folder when that is not there.
///
/// # Errors
///
/// When it cannot be written; then what stood there stays, and nothing else is left.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// The same for what a function writes.
///
/// # Errors
///
/// When it cannot be written, or the function fails.
pub fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    Pending::write(path, write)?.put()
}

/// Whether a name is that of a file that waits.
pub fn is_pending(name: &str) -> bool {
    let own = name
        .strip_prefix('.')
        .and_then(|own| own.strip_suffix(ENDING));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = own.and_then(|own| own.split_once('-'));
    parts.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Makes an empty hidden file beside a path, which nobody else has: no file is written over, no link followed. Makes the
/// folder when it is not there.
fn reserve(path: &Path) -> io::Result<(PathBuf, File)> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let process = std::process::id();
    let mut is_made = false;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = folder.join(format!(".{process}-{number}{ENDING}"));
        match File::create_new(&own) {
            Ok(file) => return Ok((own, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            // Whether the folder is there now says nothing: another thread may have made it since.
            Err(error) if error.kind() == ErrorKind::NotFound && !is_made => {
                fs::create_dir_all(folder)?;
                is_made = true;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/a.lock");
        write(&path, b"one").expect("written");
        let failed = write_with(&path, |file| {
            file.write_all(b"tw")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.expect_err("full").kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).expect("there"), b"one");
        assert_eq!(names(&folder.path().join("deep")), ["a.lock"]);
        let full = folder.path().join("full");
        fs::create_dir_all(full.join("a")).expect("made");
        write(&full, b"one").expect_err("a folder stands there");
        assert_eq!(names(folder.path()), ["deep", "full"]);
    }

    #[test]
    fn threads_that_need_the_same_folder_at_once_both_write() {
        let folder = tempfile::tempdir().expect("a folder");
        for round in 0..200 {
            let start = std::sync::Barrier::new(4);
            let write_one = |name: usize| {
                let path = folder.path().join(format!("{round}/deep/{name}"));
                start.wait();
                write(&path, b"one").expect("written");
            };
            std::thread::scope(|scope| {
                (0..4).for_each(|name| {
                    drop(scope.spawn({
                        let write_one = &write_one;
                        move || write_one(name)
                    }))
                });
            });
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_file_of_somebody_else_is_written_over_and_no_link_is_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("mine"), "mine").expect("written");
        fs::write(at("a.new"), "mine").expect("written");
        let process = std::process::id();
        // More names than what else is tested at the same time comes past.
        let next = NEXT.load(Ordering::Relaxed);
        let taken = (next..next + 5_000).map(|number| format!(".{process}-{number}{ENDING}"));
        let taken: Vec<String> = taken.collect();
        for name in &taken {
            std::os::unix::fs::symlink(at("mine"), at(name)).expect("linked");
        }
        let others = || {
            let mut names = names(folder.path());
            names.retain(|name| !taken.contains(name));
            names
        };
        write(&at("a.lock"), b"one").expect("written");
        assert_eq!(others(), ["a.lock", "a.new", "mine"]);
        for name in ["mine", "a.new"] {
            assert_eq!(fs::read(at(name)).expect("there"), b"mine");
        }
        let [first, second] = ["x", "y"].map(|text| {
            Pending::write(&at(text), |file| file.write_all(text.as_bytes())).expect("written")
        });
        drop(first);
        second.put().expect("put");
        assert_eq!(others(), ["a.lock", "a.new", "mine", "y"]);
        let is_link = |name: &String| at(name).is_symlink();
        assert!(taken.iter().all(is_link));
    }

    #[test]
    fn whoever_comes_next_does_not_come_past_all_that_wait() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let mut waited = std::collections::HashSet::new();
        for _ in 0..3 {
            let pending = Pending::write(&path, |_| Ok(())).expect("written");
            assert!(waited.insert(pending.from.clone()), "tried again");
        }
    }
}
