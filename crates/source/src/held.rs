//! The text of a source: kept, or let go of and read again from its file when somebody asks for it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::hash::{Hash, hash};

/// A site's folder, whose texts can be read again.
#[derive(Debug)]
pub(crate) struct Disk {
    root: PathBuf,
    changed: OnceLock<PathBuf>,
}

impl Disk {
    /// The files of a folder.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            changed: OnceLock::new(),
        }
    }

    /// A file that did not hold the same any more when it was read again.
    pub fn changed(&self) -> Option<&Path> {
        self.changed.get().map(PathBuf::as_path)
    }

    /// The text of a file, by its path from the folder; none when it is not the one that was read before.
    fn read_again(&self, path: &str, before: Hash) -> Option<Arc<String>> {
        let full = self.root.join(path);
        let bytes = std::fs::read(&full).ok();
        let same = bytes.filter(|bytes| hash(bytes) == before);
        let text = same.and_then(|bytes| String::from_utf8(bytes).ok());
        if text.is_none() {
            self.changed.get_or_init(|| full);
        }
        Some(Arc::new(plain(text?)))
    }
}

/// A text without a byte order mark, whose lines end with a line feed alone.
pub(crate) fn plain(mut text: String) -> String {
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    match memchr::memchr(b'\r', text.as_bytes()) {
        Some(_) => text.replace("\r\n", "\n").replace('\r', "\n"),
        None => text,
    }
}

/// Where a text was read from, and the hash of the bytes that its file had.
#[derive(Debug)]
pub(crate) struct Origin {
    pub disk: Arc<Disk>,
    pub hash: Hash,
}

/// A text, and where it can be read again.
#[derive(Debug)]
pub(crate) struct Held {
    text: Mutex<Hold>,
    origin: Option<Origin>,
}

#[derive(Debug)]
enum Hold {
    Kept(Arc<String>),
    /// As long as somebody has it, with its length.
    LetGo(Weak<String>, usize),
}

impl Held {
    /// A text that is kept until it is let go of.
    pub fn new(text: String, origin: Option<Origin>) -> Self {
        let text = Mutex::new(Hold::Kept(Arc::new(text)));
        Self { text, origin }
    }

    /// The text of the file at a path. Where the file changed meanwhile, so many spaces: places in it stay places.
    pub fn text(&self, path: &str) -> Arc<String> {
        let mut hold = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *hold {
            Hold::Kept(text) => Arc::clone(text),
            Hold::LetGo(text, len) => text.upgrade().unwrap_or_else(|| {
                let origin = self.origin.as_ref();
                let again = origin.and_then(|from| from.disk.read_again(path, from.hash));
                let again = again.unwrap_or_else(|| Arc::new(" ".repeat(*len)));
                *text = Arc::downgrade(&again);
                again
            }),
        }
    }

    /// Keeps the text no longer than others do, when it can be read again.
    pub fn let_go(&self) {
        let mut hold = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Hold::Kept(text), Some(_)) = (&*hold, &self.origin) {
            *hold = Hold::LetGo(Arc::downgrade(text), text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::Sources;

    #[test]
    fn a_text_that_was_let_go_of_is_read_again_and_a_changed_file_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("content/a.md");
        fs::create_dir(folder.path().join("content")).expect("made");
        fs::write(&path, "eins\r\nzwei").expect("written");
        let read = |sources: &Sources| {
            let text = sources.text("content/a.md").expect("read").expect("listed");
            text.expect("a text")
        };

        let keeping = Sources::list(folder.path()).0;
        let kept = read(&keeping);
        kept.let_go();
        let sparing = Sources::list(folder.path()).0.sparing();
        let source = read(&sparing);
        let had = source.text();
        source.let_go();
        fs::write(&path, "drei").expect("written");
        assert_eq!(
            *kept.text(),
            "eins\nzwei",
            "kept: nothing can be read again"
        );
        assert_eq!(*source.text(), "eins\nzwei", "somebody still has it");
        assert!(sparing.unchanged().is_ok(), "nothing was read again");

        drop(had);
        fs::write(&path, "eins\r\nzwei").expect("written");
        assert_eq!(*source.text(), "eins\nzwei", "as it was decoded before");
        assert!(sparing.unchanged().is_ok(), "the file is the same");

        fs::write(&path, "drei").expect("written");
        assert_eq!(*source.text(), "         ", "places in it stay places");
        assert_eq!(source.position(6), (1, 7));
        let changed = sparing.unchanged().expect_err("another file");
        assert_eq!(changed.path, path);
        assert!(keeping.unchanged().is_ok());
    }

    #[test]
    fn a_file_that_is_gone_is_told_as_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("content/a.md");
        fs::create_dir(folder.path().join("content")).expect("made");
        fs::write(&path, "eins").expect("written");
        let sparing = Sources::list(folder.path()).0.sparing();
        let source = sparing.text("content/a.md").expect("read").expect("listed");
        let source = source.expect("a text");
        source.let_go();
        fs::remove_file(&path).expect("removed");
        assert_eq!(*source.text(), "    ");
        assert_eq!(sparing.unchanged().expect_err("no file").path, path);
    }
}
