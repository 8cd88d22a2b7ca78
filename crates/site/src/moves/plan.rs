//! What is to be done to a site's files, tried before it is written, and written whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;

use content::Loaded;
use source::diagnostic::About;
use source::{Diagnostic, Label, Place, ReadError, Sources};

use super::change::{self, Change, WriteError};
use crate::edits::Edits;
use crate::lock::Lock;
use crate::options::{self, Options};

/// What is told of something that is named and not there: where entries are deleted, it was there before.
const OF_ABSENCE: [&str; 5] = [
    "broken-anchor",
    "broken-link",
    "dangling-reference",
    "missing-asset",
    "missing-image",
];
/// What is told of data that a reference was taken out of and that must hold it.
const OF_FIELDS: [&str; 2] = ["invalid-value", "missing-field"];

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
    /// What mistakes are about that goes: files, entries, addresses.
    pub gone: BTreeSet<String>,
    /// References to it, which are taken out.
    pub taken: Vec<Place>,
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
        let all = content::LoadOptions::all(options::today()).unrendered();
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

    /// A mistake that the change would make, as its author can mend it: what a build advises is for what is missing by
    /// mistake, and would have the change undone.
    pub fn explained(&self, mut mistake: Diagnostic) -> Diagnostic {
        if self.is_of_gone(&mistake) {
            return mistake.hint(
                "this names what is deleted: name something else, take it out, or delete this too; \
                 `--redirect TO` leads links elsewhere",
            );
        }
        let of_file = |label: &Label| label.source.path.clone();
        let file = mistake.labels.first().map(of_file).unwrap_or_default();
        let taken = self.taken.iter().filter(|place| place.source.path == file);
        let taken: Vec<&Place> = taken.collect();
        if taken.is_empty() || !OF_FIELDS.contains(&mistake.code) {
            return mistake;
        }
        mistake.labels.clear();
        mistake.message = format!("without this reference, {}", mistake.message);
        let mistake = taken.into_iter().fold(mistake, Diagnostic::on);
        mistake.hint(format!("name another entry here, or delete `{file}` too"))
    }

    /// Whether a mistake is about what goes.
    fn is_of_gone(&self, mistake: &Diagnostic) -> bool {
        let About {
            file, link, name, ..
        } = mistake.about();
        let mut named = [file, link, name].into_iter().flatten();
        let is_of_absence = !self.gone.is_empty() && OF_ABSENCE.contains(&mistake.code);
        is_of_absence || named.any(|name| self.gone.contains(name))
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

    /// Does it: what is to be done is written down first, with the new texts, then all is put in place. What was done is
    /// undone when a step fails, and finished by the next command when this one is stopped. `sources` are those that it was
    /// made from: where a file is another since, nothing is touched.
    ///
    /// # Errors
    ///
    /// The file that stopped it.
    pub fn write(&self, sources: &Sources) -> Result<(), WriteError> {
        let root = sources.root();
        let options = Options::of(root);
        let _lock = Lock::acquire(&options.cache(), options.wait)?;
        change::finish_locked(root).map_err(WriteError::half_done)?;
        self.check(sources)?;
        let change = self.change(sources);
        let change = change.inspect_err(|_| change::forget(root))?;
        change.carry_out(root)
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

    /// Its steps, with the new texts written where they wait.
    fn change(&self, sources: &Sources) -> Result<Change, WriteError> {
        let root = sources.root();
        let mut change = Change::begin(root)?;
        for (old, new) in &self.renames {
            change.moves(old, new);
        }
        for (path, edits) in &self.edits {
            let old = root.join(path);
            let new = self.renames.get(path).unwrap_or(path);
            let bytes = sources.read_again(path)?;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            let text = text.ok_or_else(|| WriteError::changed(&old))?;
            let edited = edits.applied_to_file(&text);
            let put = change.put(root, new, text.into_bytes(), edited.as_bytes());
            put.map_err(WriteError::refused(&old))?;
        }
        for path in &self.removed {
            let taken = change.take(root, path);
            taken.map_err(WriteError::refused(&root.join(path)))?;
        }
        Ok(change)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

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

    /// Every file of a folder, hidden ones too but for the lock, with its text.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let all = walkdir::WalkDir::new(folder).sort_by_file_name();
        let is_lock = |e: &walkdir::DirEntry| e.path().ends_with(".site/lock");
        let files = all
            .into_iter()
            .flatten()
            .filter(|e| e.file_type().is_file() && !is_lock(e));
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
