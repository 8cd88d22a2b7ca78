//! Renames that are one change: they are written down before the first one, and whoever comes after a program that was
//! stopped between two of them does the others.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use assets::atomic;
use serde::{Deserialize, Serialize};
use source::ReadError;

use crate::console::complain;
use crate::lock::Lock;
use crate::options::Options;
use crate::publish::{self, PublishError};

/// The folder of the site that holds what waits: new texts, removed files and the list of steps.
const FOLDER: &str = ".site/change";
/// The steps. Invariant: while it is there each is done or can be done, whatever was stopped (test
/// `what_was_stopped_at_any_step_is_finished`).
const LIST: &str = ".site/change/steps.json";

/// Steps that are done all, or none of them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Change {
    steps: Vec<Step>,
}

/// A file that gets another name. Names are paths from the site's root.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Step {
    from: String,
    to: String,
    /// The hash of the file whose place it takes; none where there is to be none.
    over: Option<String>,
    /// The hash that it has itself, where somebody may have changed it.
    has: Option<String>,
    /// What it takes the place of, to have it back.
    #[serde(skip)]
    old: Vec<u8>,
}

impl Step {
    fn plain(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self {
            from: from.into(),
            to: to.into(),
            over: None,
            has: None,
            old: Vec::new(),
        }
    }

    /// Whether it is still to be done. Invariant: no later step brings back what it takes away (test
    /// `no_step_brings_back_what_another_takes_away`).
    fn is_open(&self, root: &Path) -> bool {
        fs::symlink_metadata(root.join(&self.from)).is_ok()
    }

    /// The file that is another one than when the step was planned.
    fn changed(&self, root: &Path) -> io::Result<Option<&str>> {
        let (from, to) = (root.join(&self.from), root.join(&self.to));
        let is_other = |path: &Path, known: &str| Ok::<_, io::Error>(hash_of(path)? != known);
        if let Some(known) = &self.has
            && is_other(&from, known)?
        {
            return Ok(Some(&self.from));
        }
        let is_taken = match &self.over {
            Some(known) => is_other(&to, known)?,
            // Where letters have no case a name that differs only in that is the same file.
            None => to
                .canonicalize()
                .is_ok_and(|there| Some(there) != from.canonicalize().ok()),
        };
        Ok(is_taken.then_some(&self.to))
    }

    fn run(&self, root: &Path) -> io::Result<()> {
        let (from, to) = (root.join(&self.from), root.join(&self.to));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        match fs::rename(&from, &to) {
            // The folder of what waits may be mounted.
            Err(error) if error.kind() == ErrorKind::CrossesDevices => {
                atomic::write(&to, &fs::read(&from)?)?;
                fs::remove_file(&from)
            }
            renamed => renamed,
        }
    }
}

/// The hash of a file, as it is written down; empty of none.
fn hash_of(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(hash(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", source::hash(bytes))
}

impl Change {
    /// One without steps, and an empty folder for what is to wait. The lock of the site's cache is held.
    pub fn begin(root: &Path) -> Result<Self, WriteError> {
        let folder = root.join(FOLDER);
        remove_folder(&folder).map_err(WriteError::refused(&folder))?;
        fs::create_dir_all(&folder).map_err(WriteError::refused(&folder))?;
        Ok(Self::default())
    }

    /// A name for what waits.
    fn waiting(&self) -> String {
        format!("{FOLDER}/{}", self.steps.len())
    }

    /// A file gets another place.
    pub fn moves(&mut self, from: &str, to: &str) {
        self.steps.push(Step::plain(from, to));
    }

    /// A file gets another text, which is written now and waits.
    pub fn put(&mut self, root: &Path, path: &str, old: Vec<u8>, new: &[u8]) -> io::Result<()> {
        let from = self.waiting();
        fs::write(root.join(&from), new)?;
        self.steps.push(Step {
            over: Some(hash(&old)),
            has: Some(hash(new)),
            old,
            ..Step::plain(from, path)
        });
        Ok(())
    }

    /// A file goes.
    pub fn take(&mut self, root: &Path, path: &str) -> io::Result<()> {
        self.steps.push(Step {
            has: Some(hash_of(&root.join(path))?),
            ..Step::plain(path, self.waiting())
        });
        Ok(())
    }

    /// Does it; what was done is undone when a step fails.
    pub fn carry_out(self, root: &Path) -> Result<(), WriteError> {
        if let Err(error) = self.note(root) {
            forget(root);
            return Err(error);
        }
        for (at, step) in self.steps.iter().enumerate() {
            let run = match step.changed(root) {
                Ok(None) => step
                    .run(root)
                    .map_err(WriteError::refused(&root.join(&step.to))),
                Ok(Some(path)) => Err(WriteError::changed(&root.join(path))),
                Err(error) => Err(WriteError::refused(&root.join(&step.to))(error)),
            };
            if let Err(error) = run {
                return match self.undo(root, at) {
                    Ok(()) => Err(error),
                    Err(undone) => Err(undone.half_done()),
                };
            }
        }
        self.settle(root)
    }

    /// Undoes the first steps, by steps of its own that take the place of these in the list.
    fn undo(&self, root: &Path, done: usize) -> Result<(), WriteError> {
        let mut back = Self::default();
        for (at, step) in self.steps[..done].iter().enumerate().rev() {
            let Some(new) = step.over.as_ref().and(step.has.clone()) else {
                back.steps.push(Step::plain(&step.to, &step.from));
                continue;
            };
            let from = format!("{FOLDER}/{at}.back");
            let path = root.join(&from);
            fs::write(&path, &step.old).map_err(WriteError::refused(&path))?;
            back.steps.push(Step {
                over: Some(new),
                ..Step::plain(from, &step.to)
            });
        }
        back.note(root)?;
        for step in &back.steps {
            let to = root.join(&step.to);
            step.run(root).map_err(WriteError::refused(&to))?;
        }
        // Folders that came for it hold nothing now.
        self.remove_folders(root, |step| &step.to);
        back.settle(root)
    }

    /// Writes the list, when all that waits is on the disk.
    fn note(&self, root: &Path) -> Result<(), WriteError> {
        let list = root.join(LIST);
        if let Some(name) = self.brought_back() {
            let error = io::Error::other("one step takes it away, and another brings it back");
            return Err(WriteError::refused(&root.join(name))(error));
        }
        let waiting = self.steps.iter().map(|step| root.join(&step.from));
        let folder = root.join(FOLDER);
        let waiting = waiting.filter(|path| path.starts_with(&folder));
        let waiting: Vec<PathBuf> = waiting.collect();
        publish::sync_these(root, &waiting, std::slice::from_ref(&folder))?;
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        let written = text.and_then(|text| atomic::write(&list, &text));
        written.map_err(WriteError::refused(&list))?;
        publish::sync_these(root, &[list], &[folder, root.join(".site")])?;
        Ok(())
    }

    /// Makes it last: the list goes when all names are on the disk.
    fn settle(&self, root: &Path) -> Result<(), WriteError> {
        self.remove_folders(root, |step| &step.from);
        let names = self.steps.iter().flat_map(|step| [&step.from, &step.to]);
        let folders = names.filter_map(|name| Some(root.join(name).parent()?.to_owned()));
        let folders: BTreeSet<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        publish::sync_these(root, &[], &folders)?;
        // Nobody else writes here under the lock.
        folders
            .iter()
            .for_each(|folder| publish::sweep(folder, Duration::ZERO));
        let list = root.join(LIST);
        fs::remove_file(&list).map_err(WriteError::refused(&list))?;
        forget(root);
        Ok(())
    }

    /// Folders of content that hold nothing any more go too.
    fn remove_folders(&self, root: &Path, name: impl Fn(&Step) -> &String) {
        for step in &self.steps {
            let mut folder = Path::new(name(step)).parent();
            while let Some(path) = folder.filter(|path| path.components().count() > 2) {
                // A folder that holds something is not removed.
                if fs::remove_dir(root.join(path)).is_err() {
                    break;
                }
                folder = path.parent();
            }
        }
    }

    /// A file that one step takes away and a later one brings back. Whether the first was done would not be seen by
    /// looking at the file, as [`Step::is_open`] does.
    fn brought_back(&self) -> Option<&str> {
        let mut taken = BTreeSet::new();
        let brought = self.steps.iter().find(|step| {
            let is_taken = taken.contains(&step.to);
            taken.insert(&step.from);
            is_taken
        });
        brought.map(|step| step.to.as_str())
    }

    /// The one that was begun and not finished.
    fn read(root: &Path) -> Result<Option<Self>, WriteError> {
        let path = root.join(LIST);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(WriteError::refused(&path)(error)),
        };
        let change = serde_json::from_slice(&bytes).map_err(|error| error.to_string());
        let change = change.and_then(|change: Self| change.within(root));
        let change = change.map_err(|why| WriteError::List { path, why })?;
        Ok(Some(change))
    }

    /// Itself, when it stays in the site: that may come from anybody, with a list of its own.
    fn within(self, root: &Path) -> Result<Self, String> {
        let mut names = self.steps.iter().flat_map(|step| [&step.from, &step.to]);
        let outside = names.find(|name| !is_within(root, name)).cloned();
        drop(names);
        match (outside, self.brought_back()) {
            (Some(name), _) => Err(format!("`{name}` is not in the site")),
            (_, Some(name)) => Err(format!("`{name}` is taken away and brought back")),
            _ => Ok(self),
        }
    }
}

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file stopped it.
    #[error("cannot write `{}`: {error}; everything is as it was", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file stopped it halfway.
    #[error("cannot write `{}`: {error}; what is half done is finished by the next command", path.display())]
    HalfDone {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The list of what a stopped command left to be done is none.
    #[error("`{}` cannot be followed: {why}; remove it to leave the files as they are", path.display())]
    List {
        /// The list.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The site's cache stopped it.
    #[error("{0}")]
    Cache(#[from] PublishError),
}

impl WriteError {
    /// That the file system failed at a path, before anything was changed.
    pub fn refused(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Refused { path, error }
    }

    /// That a file is another one than was read.
    pub fn changed(path: &Path) -> Self {
        Self::refused(path)(io::Error::other("it changed meanwhile: call again"))
    }

    /// The same behind the first step.
    pub fn half_done(self) -> Self {
        match self {
            Self::Refused { path, error } => Self::HalfDone { path, error },
            other => other,
        }
    }
}

impl From<ReadError> for WriteError {
    fn from(ReadError { path, error, .. }: ReadError) -> Self {
        Self::Refused { path, error }
    }
}

/// Whether a name leads to a place within a site's folder, through whatever links.
fn is_within(root: &Path, name: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let path = root.join(name);
    let there = path
        .ancestors()
        .skip(1)
        .find_map(|path| path.canonicalize().ok());
    Path::new(name).components().all(is_plain)
        && root
            .canonicalize()
            .is_ok_and(|root| there.is_some_and(|there| there.starts_with(root)))
}

/// Finishes a change of a site that was begun and not finished, and says so; waits so long at most for who is at it.
///
/// # Errors
///
/// The file that stopped it; the next call tries again.
pub fn finish(root: &Path, wait: Duration) -> Result<(), WriteError> {
    if fs::symlink_metadata(root.join(LIST)).is_err() {
        return Ok(());
    }
    let _lock = Lock::acquire(&Options::of(root).cache(), wait)?;
    finish_locked(root).map_err(WriteError::half_done)
}

/// The same for whoever holds the lock.
pub(super) fn finish_locked(root: &Path) -> Result<(), WriteError> {
    let Some(change) = Change::read(root)? else {
        return Ok(());
    };
    for step in change.steps.iter().filter(|step| step.is_open(root)) {
        let fail = |error| WriteError::refused(&root.join(&step.to))(error);
        match step.changed(root).map_err(fail)? {
            Some(path) => {
                complain!(
                    "warning: `{path}` is another file since, and stays as it is: see whether its links are right"
                );
            }
            None => step.run(root).map_err(fail)?,
        }
    }
    change.settle(root)?;
    complain!("note: a change of the site's files that was stopped halfway is finished now");
    Ok(())
}

/// Removes what waits for a change that is not to be.
pub(super) fn forget(root: &Path) {
    // Without its list it is not begun; what stays is removed before the next one.
    let _ = fs::remove_file(root.join(LIST));
    let _ = remove_folder(&root.join(FOLDER));
}

fn remove_folder(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 3] = [
        ("content/notes/a.md", "one two"),
        ("content/notes/b.md", "to one"),
        ("content/deep/er/c.md", "three"),
    ];

    /// A site in a folder of its own, and a change that moves a file and gives it another text, changes one, and takes one out.
    fn begun() -> (tempfile::TempDir, Change) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        for (name, text) in FILES {
            atomic::write(&root.join(name), text.as_bytes()).expect("written");
        }
        let mut change = Change::begin(root).expect("begun");
        let (from, to) = ("content/notes/a.md", "content/notes/new/a.md");
        change.moves(from, to);
        for (path, old, new) in [
            (to, "one two", "one 2"),
            ("content/notes/b.md", "to one", "to 1"),
        ] {
            let put = change.put(root, path, old.into(), new.as_bytes());
            put.expect("written");
        }
        change.take(root, FILES[2].0).expect("read");
        (folder, change)
    }

    #[test]
    fn no_step_brings_back_what_another_takes_away() {
        let (folder, mut change) = begun();
        let root = folder.path();
        // What one brings and another takes is seen by looking.
        change.moves("content/notes/new/a.md", "content/notes/newer.md");
        change.note(root).expect("noted");
        assert!(Change::read(root).expect("read").is_some());
        change.moves("content/notes/c.md", "content/notes/a.md");
        let told = change.note(root).expect_err("refused").to_string();
        assert!(told.contains("content/notes/a.md"), "{told}");
        let list = serde_json::to_vec(&change).expect("written");
        atomic::write(&root.join(LIST), &list).expect("written");
        let told = Change::read(root).expect_err("refused").to_string();
        let expected = "`content/notes/a.md` is taken away and brought back";
        assert!(told.contains(expected), "{told}");
    }

    fn files(root: &Path) -> Vec<(String, String)> {
        let all = walkdir::WalkDir::new(root).sort_by_file_name();
        let all = all
            .into_iter()
            .flatten()
            .filter(|e| !e.path().ends_with(".site/lock"));
        let files = all.filter(|e| e.file_type().is_file());
        let named = files.map(|file| {
            let name = file.path().strip_prefix(root).expect("below");
            let text = fs::read_to_string(file.path()).expect("readable");
            (name.to_string_lossy().into_owned(), text)
        });
        named.collect()
    }

    fn done() -> Vec<(String, String)> {
        let files = [
            ("content/notes/b.md", "to 1"),
            ("content/notes/new/a.md", "one 2"),
        ];
        files
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into()
    }

    #[test]
    fn what_was_stopped_at_any_step_is_finished() {
        for steps in 0..=4 {
            let (folder, change) = begun();
            let root = folder.path();
            change.note(root).expect("written");
            for step in &change.steps[..steps] {
                step.run(root).expect("done");
            }
            let half = root.join("content/notes/.1-2.site-new");
            fs::write(&half, "half").expect("written");
            let at = |name: &str| root.join(name).exists();
            assert!(
                at("content/notes/a.md") != at("content/notes/new/a.md")
                    && at("content/notes/b.md")
            );
            finish(root, Duration::ZERO).expect("finished");
            assert_eq!(files(root), done(), "{steps}");
            assert!(!root.join("content/deep/er").exists());
            finish(root, Duration::ZERO).expect("nothing to do");
        }
    }

    #[test]
    fn what_was_stopped_before_its_list_was_written_is_not_begun() {
        let (folder, change) = begun();
        drop(change);
        finish(folder.path(), Duration::ZERO).expect("nothing to do");
        Change::begin(folder.path()).expect("begun");
        let mut before: Vec<_> = FILES
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
        before.sort();
        assert_eq!(files(folder.path()), before);
    }

    #[test]
    fn what_is_undone_may_be_stopped_too() {
        let (folder, change) = begun();
        let root = folder.path();
        change.note(root).expect("written");
        for step in &change.steps[..3] {
            step.run(root).expect("done");
        }
        change.undo(root, 3).expect("undone");
        let mut before: Vec<_> = FILES
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
        before.sort();
        assert_eq!(files(root), before);
        assert!(!root.join("content/notes/new").exists());
    }

    #[test]
    fn what_somebody_changed_since_stays() {
        let (folder, change) = begun();
        let root = folder.path();
        change.note(root).expect("written");
        for name in ["content/notes/b.md", "content/deep/er/c.md"] {
            fs::write(root.join(name), "mine").expect("written");
        }
        finish(root, Duration::ZERO).expect("finished");
        for name in ["content/notes/b.md", "content/deep/er/c.md"] {
            assert_eq!(fs::read_to_string(root.join(name)).expect("there"), "mine");
        }
        assert!(root.join("content/notes/new/a.md").exists());
    }

    #[test]
    fn no_list_leads_out_of_the_site() {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, outside) = (folder.path().join("site"), folder.path().join("mine"));
        fs::write(&outside, "mine").expect("written");
        for from in ["../mine", "/etc/hostname", "content/../../mine"] {
            let list = Change {
                steps: vec![Step::plain(from, "content/a.md")],
            };
            let list = serde_json::to_vec(&list).expect("written");
            atomic::write(&root.join(LIST), &list).expect("written");
            finish(&root, Duration::ZERO).expect_err("outside");
            assert!(outside.exists(), "{from}");
        }
    }
}
