//! The files of a site, each read at most once: path, bytes, text and hash.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rayon::prelude::*;

use crate::decode::{MAX_TEXT_BYTES, decode, too_large};
use crate::hash::{Hash, hash};
use crate::held::{Disk, Origin};
use crate::listing::{FOLDERS, folders_beside, list};
use crate::read_error::ReadError;
use crate::stamp::{Stamp, node};
use crate::{Diagnostic, Source, theme};

/// The files of a site's content/, templates/, islands/ and public/, by their path relative to its
/// root, with forward slashes; where the site has a theme, with those of the theme of which it has none of its own at
/// the same path. Listed at once; each is read when it is first asked for.
#[derive(Debug, Default)]
pub struct Sources {
    root: PathBuf,
    files: BTreeMap<String, Listed>,
    /// The names of the folders in the site's own that hold none of its files and are not hidden.
    beside: BTreeSet<String>,
    /// The theme's folder, or what is wrong with it.
    theme: Option<Result<String, Diagnostic>>,
    /// Where texts that are read from now on can be read again.
    disk: Option<Arc<Disk>>,
}

/// A file that was listed; read when it is first asked for.
#[derive(Clone, Debug, Default)]
struct Listed {
    /// Where it stands, from the site's folder, when that is in the theme.
    in_theme: Option<String>,
    stamp: Stamp,
    /// The place on the disk.
    node: Option<u64>,
    read: OnceLock<File>,
}

/// A file that was read.
#[derive(Clone, Debug)]
struct File {
    hash: Hash,
    data: Data,
}

/// What is kept of a file: its text when that was asked for first, else its bytes.
#[derive(Clone, Debug)]
enum Data {
    Text(Result<Arc<Source>, Box<Diagnostic>>),
    Bytes(Arc<[u8]>),
}

impl Sources {
    /// Lists the files of a site's folder. Hidden files (but `public/.well-known/`) and installed
    /// packages are left out; a folder that does not exist has none. A link that leads nowhere, in
    /// a circle, to a hidden file or out of its folder is a diagnostic, and so is a name that is
    /// no text.
    pub fn list(root: impl Into<PathBuf>) -> (Self, Vec<Diagnostic>) {
        let root = root.into();
        let mut sources = Self {
            beside: folders_beside(&root),
            root,
            ..Self::default()
        };
        let mut diagnostics = Vec::new();
        for folder in FOLDERS {
            diagnostics.extend(sources.add(folder, None));
        }
        let Some(Ok(settings)) = sources.text(theme::SETTINGS).ok().flatten() else {
            return (sources, diagnostics);
        };
        sources.theme = theme::named_by(&sources.root, &settings);
        if let Some(Ok(theme)) = sources.theme.clone() {
            diagnostics.extend(theme::of_its_own(&sources.root, &theme, &settings));
            for folder in theme::FOLDERS {
                diagnostics.extend(sources.add(folder, Some(&theme)));
            }
        }
        (sources, diagnostics)
    }

    /// Adds what a folder of the site, or of its theme, holds and is not there yet.
    fn add(&mut self, folder: &str, theme: Option<&str>) -> Vec<Diagnostic> {
        let place = |path: &str| match theme {
            Some(theme) => format!("{theme}/{path}"),
            None => path.to_owned(),
        };
        let root = self.root.join(theme.unwrap_or_default());
        let (paths, found) = list(&root, folder, &place);
        let new = paths.into_par_iter();
        let new = new.filter(|path| !self.files.contains_key(path));
        let listed = new.map(|path| {
            let meta = fs::metadata(root.join(&path)).ok();
            let listed = Listed {
                in_theme: theme.map(|_| place(&path)),
                stamp: meta.as_ref().and_then(Stamp::new).unwrap_or_default(),
                node: meta.as_ref().and_then(node),
                read: OnceLock::new(),
            };
            (path, listed)
        });
        let listed: Vec<_> = listed.collect();
        // Sorted already: a tree that is made of all at once, and put behind the other, compares few names.
        self.files.append(&mut listed.into_iter().collect());
        found
    }

    /// Files that stand on no disk.
    pub fn from_bytes<P: Into<String>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Self {
        let read = |bytes: Vec<u8>| File {
            hash: hash(&bytes),
            data: Data::Bytes(bytes.into()),
        };
        let files = files.into_iter();
        let files = files.map(|(path, bytes)| {
            let listed = Listed {
                read: OnceLock::from(read(bytes.into())),
                ..Listed::default()
            };
            (path.into(), listed)
        });
        Self {
            files: files.collect(),
            ..Self::default()
        }
    }

    /// The same files without some, and with others that stand on no disk, each with its bytes.
    pub fn with(
        &self,
        without: impl Fn(&str) -> bool,
        others: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Self {
        let kept = self.files.iter().filter(|(path, _)| !without(path));
        let kept = kept.map(|(path, listed)| (path.clone(), listed.clone()));
        let mut files: BTreeMap<String, Listed> = kept.collect();
        files.extend(Self::from_bytes(others).files);
        Self {
            root: self.root.clone(),
            files,
            beside: self.beside.clone(),
            theme: self.theme.clone(),
            disk: self.disk.clone(),
        }
    }

    /// The same files, with what was read after an earlier listing, which was begun at a time, of those that have not been
    /// written since; `may_differ` tells those that are to be read whatever is known of them.
    pub fn knowing(
        mut self,
        before: &Self,
        begun: SystemTime,
        may_differ: impl Fn(&str) -> bool,
    ) -> Self {
        for (path, listed) in &mut self.files {
            let Some(old) = before.files.get(path) else {
                continue;
            };
            let is_same = listed.node.is_some()
                && (old.node, &old.in_theme, old.stamp)
                    == (listed.node, &listed.in_theme, listed.stamp)
                && old.stamp.is_settled_by_clock(begun)
                && !may_differ(path);
            if let (true, Some(file)) = (is_same, old.read.get()) {
                listed.read = OnceLock::from(file.clone());
            }
        }
        self
    }

    /// The same files for whoever builds once: a text that was [let go of](Source::let_go) is read again when somebody asks
    /// for it.
    pub fn sparing(mut self) -> Self {
        self.disk = Some(Arc::new(Disk::new(&self.root)));
        self
    }

    /// Whether every text that was read again is the one that it was.
    ///
    /// # Errors
    ///
    /// When a file changed meanwhile: what was made of it is worth nothing.
    pub fn unchanged(&self) -> Result<(), ReadError> {
        match self.disk.as_ref().and_then(|disk| disk.changed()) {
            Some(path) => Err(ReadError {
                path: path.to_owned(),
                place: path.display().to_string(),
                error: io::Error::other("it changed while the site was built; build again"),
            }),
            None => Ok(()),
        }
    }

    /// The bytes of the file at a place, read once more; none when they are not those that were read of it before.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read_again(&self, place: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let before = self.listed_at(place).and_then(|listed| listed.read.get());
        let path = self.root.join(place);
        match fs::read(&path) {
            Ok(bytes) => Ok(before
                .is_some_and(|before| hash(&bytes) == before.hash)
                .then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReadError {
                path,
                place: place.to_owned(),
                error,
            }),
        }
    }

    /// Whether the file at a place is the one that was listed, with the bytes that were read of it; one that was not read
    /// is known by its stamp.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn is_current(&self, place: &str) -> Result<bool, ReadError> {
        match self.listed_at(place) {
            Some(listed) if listed.read.get().is_some() => Ok(self.read_again(place)?.is_some()),
            Some(listed) => Ok(Stamp::of(&self.root.join(place)) == Some(listed.stamp)),
            None => Ok(false),
        }
    }

    fn listed_at(&self, place: &str) -> Option<&Listed> {
        let inner = self
            .theme()
            .and_then(|theme| place.strip_prefix(theme.ok()?));
        let name = inner.and_then(|inner| inner.strip_prefix('/'));
        let name = name.filter(|name| self.place(name) == place);
        let listed = self.files.get(name.unwrap_or(place))?;
        (name.is_some() || listed.in_theme.is_none()).then_some(listed)
    }

    /// The site's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The names of the folders beside those that hold the site's files, as they were listed; hidden ones are left out.
    pub fn beside(&self) -> &BTreeSet<String> {
        &self.beside
    }

    /// The folder of the theme, from the site's folder; what is wrong with it when there is none to be found.
    pub fn theme(&self) -> Option<Result<&str, &Diagnostic>> {
        let theme = self.theme.as_ref()?;
        Some(theme.as_ref().map(String::as_str))
    }

    /// Where a file stands, from the site's folder: in the theme when the site has none of its own.
    pub fn place<'a>(&'a self, path: &'a str) -> &'a str {
        let in_theme = self.files.get(path).and_then(|f| f.in_theme.as_deref());
        in_theme.unwrap_or(path)
    }

    /// Where a file stands on the disk.
    pub fn on_disk(&self, path: &str) -> PathBuf {
        self.root.join(self.place(path))
    }

    /// Whether there is a file.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// The paths below a folder, sorted.
    pub fn below(&self, folder: &str) -> impl Iterator<Item = &str> {
        let prefix = format!("{folder}/");
        let from = self.files.range(prefix.clone()..);
        from.map(|(path, _)| path.as_str())
            .take_while(move |path| path.starts_with(&prefix))
    }

    /// Where every file stands, with the stamp that it had when it was listed.
    pub fn stamps(&self) -> BTreeMap<&str, Stamp> {
        let stamps = self.files.iter().map(|(path, listed)| {
            let hash = listed.read.get().map(|file| file.hash);
            let stamp = listed.stamp;
            (self.place(path), Stamp { hash, ..stamp })
        });
        stamps.collect()
    }

    /// Whether there is a file at a path, or below it.
    pub fn has_at(&self, path: &str) -> bool {
        self.has(path) || self.below(path).next().is_some()
    }

    /// Every path, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The bytes of a file (of a text that was asked for before: without byte order mark and with
    /// `\n` line ends); none when it is not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn bytes(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ReadError> {
        let file = self.once(path, |bytes, _| Data::Bytes(bytes.into()))?;
        Ok(file.map(|file| match &file.data {
            Data::Bytes(bytes) => Cow::Borrowed(bytes.as_ref()),
            Data::Text(Ok(source)) => Cow::Owned(source.text().as_bytes().to_vec()),
            // Whoever asked for the text was told what is wrong with it.
            Data::Text(Err(_)) => Cow::Borrowed(Default::default()),
        }))
    }

    /// The bytes of a file, which are not kept: for those that are large and needed once.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(listed) = self.files.get(path) else {
            return Ok(None);
        };
        if let Some(Data::Bytes(bytes)) = listed.read.get().map(|file| &file.data) {
            return Ok(Some(bytes.to_vec()));
        }
        let bytes = fs::read(self.on_disk(path));
        bytes.map(Some).map_err(|error| self.failed(path, error))
    }

    /// A file as it stands on the disk, to be read by parts: for those that may be larger than memory.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened.
    pub fn open(&self, path: &str) -> Result<Option<Box<dyn Read + '_>>, ReadError> {
        let Some(listed) = self.files.get(path) else {
            return Ok(None);
        };
        if let Some(Data::Bytes(bytes)) = listed.read.get().map(|file| &file.data) {
            return Ok(Some(Box::new(bytes.as_ref())));
        }
        match fs::File::open(self.on_disk(path)) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(error) => Err(self.failed(path, error)),
        }
    }

    fn failed(&self, path: &str, error: io::Error) -> ReadError {
        ReadError {
            path: self.on_disk(path),
            place: self.place(path).to_owned(),
            error,
        }
    }

    /// The text of a file: UTF-8 without byte order mark and with `\n` line ends, or what is wrong
    /// with it. None when it is not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn text(&self, path: &str) -> Result<Option<Result<Arc<Source>, Diagnostic>>, ReadError> {
        let decode = |bytes, origin| decode(self.place(path), path, bytes, origin);
        let unread = self.files.get(path).filter(|f| f.read.get().is_none());
        if unread.is_some_and(|file| file.stamp.len > MAX_TEXT_BYTES) {
            return Ok(Some(Err(too_large(self.place(path)))));
        }
        let file = self.once(path, |bytes, hash| {
            let disk = self.disk.clone();
            let text = decode(bytes, disk.map(|disk| Origin { disk, hash }));
            Data::Text(text.map_err(Box::new))
        });
        let file = match file {
            Ok(file) => file,
            // It is not kept: what may be read tomorrow has the same bytes and the same date.
            Err(error) => return error.mistake().map(|it| Some(Err(it))).ok_or(error),
        };
        Ok(file.map(|file| match &file.data {
            Data::Text(text) => text.clone().map_err(|diagnostic| *diagnostic),
            Data::Bytes(bytes) => decode(bytes.to_vec(), None),
        }))
    }

    /// What tells whether a file changed; none when it is not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn hash(&self, path: &str) -> Result<Option<Hash>, ReadError> {
        let file = self.once(path, |bytes, _| Data::Bytes(bytes.into()))?;
        Ok(file.map(|file| file.hash))
    }

    /// The texts of several files, read in parallel, in their order, and what is wrong with the
    /// others.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn texts(&self, paths: &[&str]) -> Result<(Vec<Arc<Source>>, Vec<Diagnostic>), ReadError> {
        let read = |path: &&str| self.text(path);
        let results: Result<Vec<_>, _> = paths.par_iter().map(read).collect();
        let (mut sources, mut diagnostics) = (Vec::new(), Vec::new());
        for result in results?.into_iter().flatten() {
            match result {
                Ok(source) => sources.push(source),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        Ok((sources, diagnostics))
    }

    /// A file, read now when it was not before; `keep` says what is kept of its bytes.
    fn once(
        &self,
        path: &str,
        keep: impl FnOnce(Vec<u8>, Hash) -> Data,
    ) -> Result<Option<&File>, ReadError> {
        let Some(Listed {
            stamp, read: cell, ..
        }) = self.files.get(path)
        else {
            return Ok(None);
        };
        if let Some(file) = cell.get() {
            return Ok(Some(file));
        }
        let bytes = read(&self.on_disk(path), stamp.len);
        let bytes = bytes.map_err(|error| self.failed(path, error))?;
        let hash = hash(&bytes);
        let data = keep(bytes, hash);
        Ok(Some(cell.get_or_init(|| File { hash, data })))
    }
}

/// The bytes of a file, in one step where it is as long as it was when it was listed.
fn read(path: &Path, len: u64) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(path)?;
    let len = usize::try_from(len).unwrap_or_default();
    let mut bytes = vec![0; len + 1];
    let first = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        first => first?,
    };
    bytes.truncate(first);
    // That it gave one byte less than there was room for tells where it ends.
    if first != len {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_was_read_is_known_until_the_file_is_written_whatever_its_date_says() {
        use crate::stamp::SKEW;

        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join("content").join(name);
        fs::create_dir(at("")).expect("made");
        for name in ["kept.md", "written.md", "told.md"] {
            fs::write(at(name), "eins").expect("written");
        }
        std::thread::sleep(SKEW * 2);
        fs::write(at("young.md"), "eins").expect("written");
        let names = ["kept.md", "written.md", "told.md", "young.md"];
        let text = |sources: &Sources, name: &str| {
            let text = sources.text(&format!("content/{name}"));
            text.expect("read").expect("listed").expect("a text")
        };
        let begun = SystemTime::now();
        let before = Sources::list(folder.path()).0;
        let old = names.map(|name| text(&before, name));

        let date = fs::metadata(at("written.md")).and_then(|meta| meta.modified());
        fs::write(at("written.md"), "zwei").expect("written");
        let file = fs::File::options().write(true).open(at("written.md"));
        let file = file.expect("opened");
        file.set_modified(date.expect("a date")).expect("set");
        let now = Sources::list(folder.path()).0;
        let now = now.knowing(&before, begun, |path| path == "content/told.md");
        let new = names.map(|name| text(&now, name));
        let is_known: Vec<bool> = old
            .iter()
            .zip(&new)
            .map(|(a, b)| Arc::ptr_eq(a, b))
            .collect();
        assert_eq!(is_known, [true, false, false, false]);
        assert_eq!(*new[1].text(), "zwei");
    }
}
