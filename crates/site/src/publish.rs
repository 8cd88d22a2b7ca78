//! Puts a finished site in place whole or not at all: a staging folder beside the output, swapped in one step.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use assets::{Asset, Content, CopyError, integrity_of_file};
use rayon::prelude::*;
use source::Stamp;

mod disk;
mod error;
mod exchange;
mod file;
pub mod mirror;
mod spare;
mod written;

pub use disk::sync_these;
use disk::{sync, sync_folder, sync_one};
pub use error::PublishError;
use exchange::{STAGING, carry, discard, exchange, folder_of, sibling, tidy};
pub use exchange::{VERSIONED, sweep};
pub use file::{File, Files};
use spare::Spare;
pub use spare::is_spare;
use written::LastFiles;

/// The first line of `_headers`; an output folder that has it was made by this program.
pub const MARK: &str = "# Written by `site build`.";

/// Refuses an output folder whose replacement would destroy something: a file, a link, the site's
/// own folder or one above it, one of its source folders, what version control or the cache keeps, or a folder that
/// something else filled. The site's cache may know what builds wrote there.
pub fn check_output(root: &Path, out: &Path, cache: &Path) -> Result<(), PublishError> {
    let refuse = |why| {
        Err(PublishError::Refused {
            path: out.to_owned(),
            why,
        })
    };
    match fs::symlink_metadata(out) {
        Ok(meta) if meta.is_symlink() => return refuse("it is a symbolic link"),
        Ok(meta) if !meta.is_dir() => return refuse("it is a file"),
        _ => {}
    }
    let root = root.canonicalize().map_err(PublishError::io(root))?;
    make_folder_of(out)?;
    if out.file_name().is_none() {
        return refuse("it has no name of its own");
    }
    let out_full = whole(out)?;
    if root.starts_with(&out_full) {
        return refuse("it holds the site's sources");
    }
    let is_in = |folder: &&str| out_full.starts_with(root.join(folder));
    if source::FOLDERS.iter().any(is_in) {
        return refuse("it is one of the site's source folders");
    }
    if VERSIONED.iter().any(is_in) {
        return refuse("it is where version control keeps its own");
    }
    if out_full.starts_with(whole(cache)?) {
        return refuse("it is in the site's cache");
    }
    let is_ours = source::read_text(&out_full.join("_headers")).is_ok_and(|t| t.starts_with(MARK));
    match is_ours {
        true => Ok(()),
        false => LastFiles::of(cache, out).check(out, &BTreeSet::new()),
    }
}

/// A path from the root of the file system, by the folder that it is in, which is there.
fn whole(path: &Path) -> Result<PathBuf, PublishError> {
    let folder = folder_of(path);
    let whole = folder.canonicalize().map_err(PublishError::io(folder))?;
    Ok(whole.join(path.file_name().unwrap_or_default()))
}

/// A folder beside the output that is filled while a site is made and then swapped with it. Killed
/// at any moment, the output is the old site or the new one; given up, nothing is left. Its name is its own, and
/// whoever makes one holds the lock of the output: any other is what a build left that was killed.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    out: PathBuf,
    /// Whether there was an output when the first page was put aside.
    has_before: OnceLock<bool>,
    /// The files that are not linked to those of the old output.
    written: Mutex<Vec<PathBuf>>,
    /// What the site is made of instead, when that is less work.
    spare: Option<Spare>,
    /// What earlier builds left beside the output and cannot be removed.
    leftover: Option<PublishError>,
}

impl Staging {
    /// An empty folder beside the output, when what killed builds left is put right.
    pub fn beside(out: &Path) -> Result<Self, PublishError> {
        let leftover = tidy(out)?;
        let staging = Self {
            leftover,
            folder: free_sibling(out),
            out: out.to_owned(),
            has_before: OnceLock::new(),
            written: Mutex::default(),
            spare: None,
        };
        fs::create_dir(&staging.folder).map_err(PublishError::io(&staging.folder))?;
        Ok(staging)
    }

    /// Puts a finished page aside.
    pub fn put(&self, name: &str, text: &str) -> Result<File, PublishError> {
        let (path, old) = self.prepare(name)?;
        let has_before = self.has_before.get_or_init(|| self.out.exists());
        let old = has_before.then_some(&*old);
        let is_written = place(&path, old, text.as_bytes()).map_err(PublishError::io(&path))?;
        self.note(&path, is_written);
        let stamp = Stamp {
            len: text.len() as u64,
            modified: 0,
            hash: Some(source::hash(text.as_bytes())),
            ..Stamp::default()
        };
        Ok(File::Staged(path, stamp))
    }

    /// Adds what is not there yet of a site's files and puts the whole in place, unless something stands there that no
    /// build wrote; what version control keeps goes with it. What fails after that is given
    /// beside: the new site stands there all the same. A file of the cache that is damaged is taken out of it.
    pub fn publish(
        mut self,
        files: &Files,
        cache: &Path,
    ) -> Result<Option<PublishError>, PublishError> {
        let written = LastFiles::of(cache, &self.out);
        let names = files.keys().map(String::as_str).collect();
        written.check(&self.out, &names)?;
        self.take_spare(files, cache)?;
        files
            .par_iter()
            .try_for_each(|(name, file)| self.add(name, file))
            .map_err(|error| error.forget(cache))?;
        match &self.spare {
            Some(spare) => spare.sync(&self.written())?,
            None => sync(&self.folder, &self.written(), folders(files))?,
        }
        written.add(&names)?;
        // What fails now puts it back when this is dropped.
        carry(&self.out, self.whole())?;
        exchange(self.whole(), &self.out)?;
        let settled = sync_folder(folder_of(&self.out))
            .and_then(|()| written.replace(&names))
            .and_then(|()| spare::keep(self.whole(), files.len(), cache));
        Ok(settled.err().or(self.leftover.take()))
    }

    /// Puts the one file in place that is another than in the output, where all others are as they have to be.
    pub fn replace(
        self,
        name: &str,
        files: &Files,
        cache: &Path,
    ) -> Result<Option<PublishError>, PublishError> {
        let is_sound = |(name, file): (&String, &File)| match file {
            File::Asset(asset) => is_same_asset(&self.out.join(name), asset),
            _ => true,
        };
        let file = &files[name];
        if matches!(file, File::Asset(_)) || !files.par_iter().all(is_sound) {
            return self.publish(files, cache);
        }
        self.add(name, file)?;
        let (path, old) = self.prepare(name)?;
        sync_one(&path)?;
        match fs::rename(&path, &old) {
            Ok(()) => Ok(sync_folder(folder_of(&old)).err()),
            // A folder in which nothing can be written is exchanged for another one.
            Err(_) => self.publish(files, cache),
        }
    }

    /// Makes the site of the output before the last one, where most of its files stand already, rather than of the
    /// empty folder.
    fn take_spare(&mut self, files: &Files, cache: &Path) -> Result<(), PublishError> {
        let staged = |(name, file)| matches!(file, &File::Staged(..)).then_some(name);
        let staged: Vec<&String> = files.iter().filter_map(staged).collect();
        if staged.len() > files.len() / 2 || !self.out.exists() {
            return Ok(());
        }
        let Some(spare) = Spare::take(cache, free_sibling(&self.out)) else {
            return Ok(());
        };
        let spare = self.spare.insert(spare);
        spare.clear(&files.keys().map(Path::new).collect())?;
        let written = self.written.get_mut();
        let written = written.unwrap_or_else(PoisonError::into_inner);
        for path in &mut *written {
            if let Ok(name) = path.strip_prefix(&self.folder) {
                *path = spare.folder.join(name);
            }
        }
        staged.par_iter().try_for_each(|name| {
            let (from, to) = (self.folder.join(name), spare.folder.join(name));
            make_folder_of(&to)?;
            spare.touch(&to);
            // Where both are links to one file, a rename does nothing.
            fs::rename(&from, &to).map_err(PublishError::io(&to))
        })
    }

    /// The folder that becomes the output.
    fn whole(&self) -> &Path {
        self.spare.as_ref().map_or(&self.folder, |s| &s.folder)
    }

    fn add(&self, name: &str, file: &File) -> Result<(), PublishError> {
        if let File::Staged(..) = file {
            return Ok(());
        }
        let (path, old) = self.prepare(name)?;
        if let Some(spare) = &self.spare {
            // A file is written by its content only where it is not the old output's: that stands here already.
            if spare::is_one_file(&path, &old) && self.is_kept(&old, file) {
                return Ok(());
            }
            spare.touch(&path);
            disk::remove_file(&path)?;
        }
        let written = match file {
            File::Staged(..) => return Ok(()),
            File::Text(text) => place(&path, Some(&old), text.as_bytes()),
            File::Bytes(bytes) => place(&path, Some(&old), bytes),
            File::Asset(asset) => {
                let is_written = place_asset(&path, &old, asset)?;
                self.note(&path, is_written);
                return Ok(());
            }
            // Two outputs share no file: whoever writes into one leaves the other as it is.
            File::Kept(kept) => match *kept == old && fs::hard_link(kept, &path).is_ok() {
                true => Ok(false),
                false => fs::copy(kept, &path).map(|_| true),
            },
        };
        self.note(&path, written.map_err(PublishError::io(&path))?);
        Ok(())
    }

    /// Whether a file of the old output is the one that is to stand in the new one.
    fn is_kept(&self, old: &Path, file: &File) -> bool {
        match file {
            File::Staged(..) => false,
            File::Text(text) => is_same(old, text.as_bytes()),
            File::Bytes(bytes) => is_same(old, bytes),
            File::Asset(asset) => is_same_asset(old, asset),
            File::Kept(kept) => kept == old,
        }
    }

    fn note(&self, path: &Path, is_written: bool) {
        if is_written {
            self.written().push(path.to_owned());
        }
    }

    fn written(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a file goes, in a folder that is there, and where it stood before.
    fn prepare(&self, name: &str) -> Result<(PathBuf, PathBuf), PublishError> {
        let path = self.whole().join(name);
        // Each folder just before its first file: faster than all folders first, since threads
        // share the work and the file system keeps them together.
        if self.spare.is_none() || !path.exists() {
            make_folder_of(&path)?;
        }
        Ok((path, self.out.join(name)))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What could not be removed is removed before the next build.
        discard(&self.folder, &self.out).ok();
        if let Some(spare) = &self.spare {
            discard(&spare.folder, &self.out).ok();
        }
    }
}

/// A path beside the output that nothing has yet.
fn free_sibling(out: &Path) -> PathBuf {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let number = since.map_or(0, |since| since.as_nanos()) as u64;
    let own = source::hash(format!("{} {number}", std::process::id()).as_bytes()) as u64;
    sibling(out, &format!("{STAGING}-{own:016x}"))
}

/// Makes the folder that a file is to stand in.
fn make_folder_of(path: &Path) -> Result<(), PublishError> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(PublishError::io(folder))
}

/// In how many folders the files of a site stand.
fn folders(files: &Files) -> usize {
    let folders = files.keys().filter_map(|name| Path::new(name).parent());
    folders.collect::<BTreeSet<_>>().len()
}

/// The stamps of what was published, and of the output's folders, whose names end with a slash.
pub fn left(out: &Path, mut stamps: BTreeMap<String, Stamp>) -> BTreeMap<String, Stamp> {
    let above = |name: &String| {
        let ends = name
            .match_indices('/')
            .map(|(at, _)| name[..=at].to_owned());
        ends.collect::<Vec<_>>()
    };
    let folders: BTreeSet<String> = stamps.keys().flat_map(above).collect();
    let folders = folders.into_iter().chain([String::new()]);
    stamps.extend(folders.map(|folder| (folder, Stamp::default())));
    stamps.par_iter_mut().for_each(|(name, stamp)| {
        let on_disk = Stamp::of(&out.join(name)).unwrap_or_default();
        stamp.modified = on_disk.modified;
    });
    stamps
}

/// Whether a name of the output is that of a file, not of a folder.
pub fn is_file(name: &str) -> bool {
    !name.is_empty() && !name.ends_with('/')
}

/// Links to the file of the old output when it holds the same bytes, else writes them. A link
/// keeps the file's date, and spares the file system a file. Tells whether they were written.
fn place(path: &Path, old: Option<&Path>, bytes: &[u8]) -> io::Result<bool> {
    if old.is_some_and(|old| is_same(old, bytes) && fs::hard_link(old, path).is_ok()) {
        return Ok(false);
    }
    fs::File::create(path)?.write_all(bytes)?;
    Ok(true)
}

/// Whether a file holds these bytes.
fn is_same(old: &Path, bytes: &[u8]) -> bool {
    let same_length = fs::metadata(old).is_ok_and(|m| m.len() == bytes.len() as u64);
    same_length && fs::read(old).is_ok_and(|found| found == bytes)
}

/// Whether a file holds the bytes of an asset.
fn is_same_asset(old: &Path, asset: &Asset) -> bool {
    let same_length = fs::metadata(old).is_ok_and(|m| m.len() == asset.len);
    same_length && integrity_of_file(old).is_ok_and(|found| found == asset.integrity)
}

/// Puts an asset in place: linked to the same file of the old output when that still holds its bytes,
/// else copied. Tells whether it was.
fn place_asset(path: &Path, old: &Path, asset: &Asset) -> Result<bool, PublishError> {
    if is_same_asset(old, asset) && fs::hard_link(old, path).is_ok() {
        return Ok(false);
    }
    let file = fs::File::create(path).map_err(PublishError::io(path))?;
    let from = match &asset.content {
        Content::File(source) => source,
        Content::Bytes(_) => path,
    };
    match asset.write(file) {
        Ok(true) => Ok(true),
        Ok(false) => Err(PublishError::Damaged(from.to_owned())),
        Err(CopyError::Read(error)) => Err(PublishError::unread(from)(error)),
        Err(CopyError::Write(error)) => Err(PublishError::io(path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    fn text(text: &str) -> File {
        File::Text(Arc::new(text.to_owned()))
    }

    #[test]
    fn replaces_the_whole_output_and_leaves_nothing_beside_it() {
        let folder = folder();
        let root = folder.path();
        let (out, cache) = (root.join("dist"), root.join(".site"));
        let first = Files::from([("a.html".into(), text("1")), ("b/c.html".into(), text("2"))]);
        let publish = |files: &Files| {
            let staging = Staging::beside(&out).expect("made");
            let late = staging.publish(files, &cache).expect("published");
            assert!(late.is_none(), "{late:?}");
        };
        publish(&first);
        publish(&Files::from([("a.html".into(), text("3"))]));
        assert_eq!(fs::read_to_string(out.join("a.html")).expect("read"), "3");
        assert!(!out.join("b").exists());
        let date = |name: &str| fs::metadata(out.join(name)).and_then(|m| m.modified()).ok();
        let before = date("a.html");
        let staging = Staging::beside(&out).expect("made");
        let same = staging.put("a.html", "3").expect("put aside");
        staging
            .publish(&Files::from([("a.html".into(), same)]), &cache)
            .expect("published");
        assert_eq!(date("a.html"), before, "an unchanged file is the same file");
        let staging = Staging::beside(&out).expect("made");
        staging.put("a.html", "4").expect("put aside");
        drop(staging);
        assert_eq!(fs::read_to_string(out.join("a.html")).expect("read"), "3");
        let mut names: Vec<_> = fs::read_dir(root)
            .expect("read")
            .flatten()
            .map(|e| e.file_name())
            .collect();
        names.sort();
        assert_eq!(names, [".site", "dist"]);
    }

    #[test]
    fn a_file_that_went_away_is_named_not_what_was_to_be_written() {
        let folder = folder();
        let root = folder.path();
        let source = root.join("t.txt");
        let asset = Asset {
            content: Content::File(source.clone()),
            ..Asset::clone(&Asset::hashed("t.txt", Arc::default()))
        };
        let placed = place_asset(&root.join("new"), &root.join("old"), &asset);
        let error = placed.expect_err("it is not there");
        let told = format!(
            "cannot read `{}`: it is gone since the build began",
            source.display()
        );
        assert_eq!(
            (error.to_string(), error.hint()),
            (told, Some("build again"))
        );
    }

    #[test]
    fn refuses_folders_that_hold_something_else() {
        let folder = folder();
        let root = folder.path();
        fs::create_dir_all(root.join("content")).expect("created");
        fs::create_dir_all(root.join("full")).expect("created");
        fs::write(root.join("full/letter.txt"), "dear").expect("written");
        let cache = root.join(".site");
        let why = |out: &Path| match check_output(root, out, &cache) {
            Err(PublishError::Refused { why, .. }) => why.to_owned(),
            Err(PublishError::Foreign { names, .. }) => names.join(" "),
            other => panic!("{other:?}"),
        };
        assert_eq!(why(root), "it holds the site's sources");
        assert_eq!(
            why(&root.join("content/dist")),
            "it is one of the site's source folders"
        );
        for own in [".git", ".hg", ".svn/dist"] {
            let versioned = "it is where version control keeps its own";
            assert_eq!(why(&root.join(own)), versioned, "{own}");
        }
        for own in [".site", ".site/output"] {
            assert_eq!(why(&root.join(own)), "it is in the site's cache");
        }
        assert_eq!(why(&root.join("full")), "letter.txt");
        assert_eq!(why(&root.join("full/letter.txt")), "it is a file");
        #[cfg(unix)]
        {
            let link = root.join("link");
            std::os::unix::fs::symlink(root.join("content"), &link).expect("linked");
            assert_eq!(why(&link), "it is a symbolic link");
        }
        assert!(check_output(root, &root.join("dist"), &cache).is_ok());
    }
}
