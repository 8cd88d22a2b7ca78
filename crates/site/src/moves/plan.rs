//! What is to be done to a site's files, tried before it is written, and written whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use assets::atomic::{self, Pending};
use content::Loaded;
use source::{ReadError, Sources};

use crate::edits::Edits;
use crate::options;

/// Renamed, removed and changed files, by their path from the site's root as they are now.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files that get another place.
    pub renames: BTreeMap<String, String>,
    /// Files that go.
    pub removed: BTreeSet<String>,
    /// What changes in files.
    pub edits: BTreeMap<String, Edits>,
    /// What can only be changed by hand.
    pub by_hand: Vec<String>,
    /// What messages name otherwise afterwards: files, addresses, entries.
    pub names: BTreeMap<String, String>,
}

impl Plan {
    /// Notes a change of a file.
    pub fn edit(&mut self, path: &str, range: Range<usize>, text: impl Into<String>) {
        let edits = self.edits.entry(path.to_owned()).or_default();
        edits.replace(range, text);
    }

    /// The site as it is after the change, which is not on the disk yet.
    pub fn sources(&self, sources: &Sources) -> Result<Sources, ReadError> {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for path in self.renames.keys().chain(self.edits.keys()) {
            let bytes = match (self.edits.get(path), sources.text(path)) {
                _ if self.removed.contains(path) => continue,
                (Some(edits), Ok(Some(Ok(source)))) => edits.applied(&source.text()).into_bytes(),
                _ => sources.bytes(path)?.unwrap_or_default().into_owned(),
            };
            let path = self.renames.get(path).unwrap_or(path);
            files.push((path.clone(), bytes));
        }
        let leaves = |path: &str| self.removed.contains(path) || self.renames.contains_key(path);
        Ok(sources.with(leaves, files))
    }

    /// All content as it is after the change, drafts too.
    pub fn content(&self, sources: &Sources) -> Result<Loaded, ReadError> {
        let all = content::LoadOptions::all(options::today());
        content::load(&self.sources(sources)?, &all)
    }

    /// A message as it is told after the change: what it names has another name then.
    pub fn named(&self, message: &str) -> String {
        let part = |(at, part): (usize, &str)| match self.names.get(part).filter(|_| at % 2 == 1) {
            Some(new) => new.clone(),
            None => part.to_owned(),
        };
        let parts: Vec<String> = message.split('`').enumerate().map(part).collect();
        parts.join("`")
    }

    /// The lines that tell what changes.
    pub fn told(&self) -> Vec<String> {
        let renamed = self
            .renames
            .iter()
            .map(|(old, new)| format!("  {old} -> {new}"));
        let removed = self.removed.iter().map(|path| format!("  {path} removed"));
        let changed = self.edits.iter().map(|(path, edits)| {
            let path = self.renames.get(path).unwrap_or(path);
            format!("  {path}: {}", crate::words::count(edits.len(), "change"))
        });
        let by_hand = self.by_hand.iter().map(|line| format!("  by hand: {line}"));
        renamed
            .chain(removed)
            .chain(changed)
            .chain(by_hand)
            .collect()
    }

    /// Does it: new texts are written beside the old ones first, then all is put in place. What was done is undone when
    /// a step fails. `sources` are those that it was made from: where a file is another since, nothing is touched.
    ///
    /// # Errors
    ///
    /// The file that stopped it.
    pub fn write(&self, sources: &Sources) -> Result<(), WriteError> {
        self.check(sources)?;
        let mut done = Vec::new();
        let steps = self.steps(sources)?;
        let result = steps.into_iter().try_for_each(|step| step.run(&mut done));
        if let Err(mut error) = result {
            for step in done.into_iter().rev() {
                error = step.undo().err().unwrap_or(error);
            }
            return Err(error);
        }
        for step in done {
            step.settle();
        }
        self.remove_empty_folders(sources.root());
        Ok(())
    }

    /// Refuses what is not as it was read, and files that came where others are to come.
    fn check(&self, sources: &Sources) -> Result<(), WriteError> {
        let root = sources.root();
        for path in self.renames.keys().chain(&self.removed) {
            if !sources.is_current(path)? {
                return Err(WriteError::changed(&root.join(path)));
            }
        }
        for (old, new) in &self.renames {
            let new = root.join(new);
            // Where letters have no case a name that differs only in that is the same file.
            let is_other = |there: PathBuf| Some(there) != root.join(old).canonicalize().ok();
            if new.canonicalize().is_ok_and(is_other) {
                return Err(WriteError::refused(&new)(ErrorKind::AlreadyExists.into()));
            }
        }
        Ok(())
    }

    fn steps(&self, sources: &Sources) -> Result<Vec<Step>, WriteError> {
        let root = sources.root();
        let mut steps = Vec::new();
        for (path, edits) in &self.edits {
            let old = root.join(path);
            let new = root.join(self.renames.get(path).unwrap_or(path));
            let bytes = sources.read_again(path)?;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            let text = text.ok_or_else(|| WriteError::changed(&old))?;
            let text = edits.applied_to_file(&text);
            let text = Pending::write(&new, |file| file.write_all(text.as_bytes()));
            let text = text.map_err(WriteError::refused(&new))?;
            steps.push(Step::Write { old, new, text });
        }
        let plain = self.renames.iter();
        let plain = plain.filter(|(old, _)| !self.edits.contains_key(*old));
        steps.extend(plain.map(|(old, new)| Step::Move(root.join(old), root.join(new))));
        let removed = self.removed.iter();
        steps.extend(removed.map(|path| Step::Remove(root.join(path))));
        Ok(steps)
    }

    /// Folders that the change left empty go too.
    fn remove_empty_folders(&self, root: &Path) {
        for path in self.renames.keys().chain(&self.removed) {
            let mut folder = Path::new(path).parent();
            while let Some(path) = folder.filter(|path| path.components().count() > 2) {
                // A folder that holds something is not removed.
                if fs::remove_dir(root.join(path)).is_err() {
                    break;
                }
                folder = path.parent();
            }
        }
    }
}

/// Why a plan was not carried out.
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
    /// A file stopped it, and another could not be put back.
    #[error("`{}` could not be put back to `{}`: {error}", from.display(), to.display())]
    NotUndone {
        /// Where the other one is.
        from: PathBuf,
        /// Where it was.
        to: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl WriteError {
    fn refused(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Refused { path, error }
    }

    fn changed(path: &Path) -> Self {
        Self::refused(path)(io::Error::other("it changed meanwhile: call again"))
    }
}

impl From<ReadError> for WriteError {
    fn from(ReadError { path, error, .. }: ReadError) -> Self {
        Self::Refused { path, error }
    }
}

/// One file's change.
enum Step {
    /// It gets another text, and perhaps another place.
    Write {
        old: PathBuf,
        new: PathBuf,
        text: Pending,
    },
    /// It gets another place.
    Move(PathBuf, PathBuf),
    /// It goes.
    Remove(PathBuf),
}

/// One file's change that was made.
enum Done {
    /// It came.
    Came(PathBuf),
    /// It was moved.
    Moved { from: PathBuf, to: PathBuf },
    /// It waits to be removed.
    SetAside { from: PathBuf, to: PathBuf },
}

impl Step {
    fn run(self, done: &mut Vec<Done>) -> Result<(), WriteError> {
        match self {
            Self::Write { old, new, text } => {
                set_aside(old, done)?;
                text.put().map_err(WriteError::refused(&new))?;
                done.push(Done::Came(new));
            }
            Self::Move(from, to) => {
                let folder = to.parent().unwrap_or(&to);
                fs::create_dir_all(folder).map_err(WriteError::refused(folder))?;
                fs::rename(&from, &to).map_err(WriteError::refused(&from))?;
                done.push(Done::Moved { from, to });
            }
            Self::Remove(old) => set_aside(old, done)?,
        }
        Ok(())
    }
}

/// Moves a file to a hidden name beside it.
fn set_aside(from: PathBuf, done: &mut Vec<Done>) -> Result<(), WriteError> {
    let (to, _) = atomic::reserve(&from).map_err(WriteError::refused(&from))?;
    if let Err(error) = fs::rename(&from, &to) {
        // It is empty, hidden, and no part of the site.
        let _ = fs::remove_file(&to);
        return Err(WriteError::refused(&from)(error));
    }
    done.push(Done::SetAside { from, to });
    Ok(())
}

impl Done {
    /// Puts things back.
    fn undo(self) -> Result<(), WriteError> {
        match self {
            Self::Came(path) => {
                // Where it stays, what was there before takes its place.
                let _ = fs::remove_file(path);
                Ok(())
            }
            Self::Moved { from, to } | Self::SetAside { from, to } => fs::rename(&to, &from)
                .map_err(|error| WriteError::NotUndone {
                    from: to,
                    to: from,
                    error,
                }),
        }
    }

    /// Makes it last.
    fn settle(self) {
        if let Self::SetAside { to, .. } = self {
            // What is left is hidden, and no part of the site.
            let _ = fs::remove_file(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of two notes, and a plan made of it that moves one, which it changes, and removes the other.
    fn planned() -> (tempfile::TempDir, Sources, Plan) {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join("content").join(name);
        fs::create_dir(at("")).expect("made");
        for name in ["a.md", "b.md"] {
            fs::write(at(name), "one two three").expect("written");
        }
        let (sources, _) = Sources::list(folder.path());
        for name in ["content/a.md", "content/b.md"] {
            sources
                .text(name)
                .expect("read")
                .expect("listed")
                .expect("a text");
        }
        let mut plan = Plan::default();
        plan.edit("content/a.md", 4..7, "2");
        plan.renames
            .insert("content/a.md".to_owned(), "content/new/c.md".to_owned());
        plan.removed.insert("content/b.md".to_owned());
        (folder, sources, plan)
    }

    /// Every file of a folder, hidden ones too, with its text.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let all = walkdir::WalkDir::new(folder).sort_by_file_name();
        let files = all
            .into_iter()
            .flatten()
            .filter(|e| e.file_type().is_file());
        let named = files.map(|file| {
            let name = file.path().strip_prefix(folder).expect("below");
            let text = fs::read_to_string(file.path()).expect("readable");
            (name.to_string_lossy().into_owned(), text)
        });
        named.collect()
    }

    #[test]
    fn what_was_planned_is_done() {
        let (folder, sources, plan) = planned();
        plan.write(&sources).expect("written");
        let expected = ("content/new/c.md".to_owned(), "one 2 three".to_owned());
        assert_eq!(files(folder.path()), [expected]);
    }

    #[test]
    fn what_was_saved_meanwhile_is_not_written_over() {
        for (name, text) in [
            ("content/a.md", Some("one")),
            ("content/a.md", Some("zero one two three")),
            ("content/b.md", Some("one two four!")),
            ("content/b.md", None),
            ("content/new/c.md", Some("somebody's")),
        ] {
            let (folder, sources, plan) = planned();
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            match text {
                Some(text) => fs::write(&path, text).expect("written"),
                None => fs::remove_file(&path).expect("removed"),
            }
            let before = files(folder.path());
            let told = plan.write(&sources).expect_err("another file").to_string();
            assert!(
                told.contains(name) && told.ends_with("everything is as it was"),
                "{told}"
            );
            assert_eq!(files(folder.path()), before, "{name}");
        }
    }

    #[test]
    fn what_was_done_is_undone_when_a_step_fails() {
        let (folder, sources, mut plan) = planned();
        plan.edit("content/b.md", 0..3, "1");
        // A file stands where a folder is needed.
        let taken = "content/a.md/d.md".to_owned();
        plan.removed.clear();
        plan.renames.clear();
        plan.renames.insert("content/b.md".to_owned(), taken);
        let before = files(folder.path());
        plan.write(&sources).expect_err("no folder");
        assert_eq!(files(folder.path()), before);
    }
}
