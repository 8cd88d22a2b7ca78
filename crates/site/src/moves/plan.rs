//! What is to be done to a site's files, tried before it is written, and written whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use content::Loaded;
use source::{ReadError, Sources};

use crate::edits::Edits;
use crate::options;

/// Endings of files that wait for their turn, and of those that wait to be removed.
const NEW: &str = "site-new";
const OLD: &str = "site-old";

/// Renamed, removed and changed files, by their path from the site's root as they are now.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files that get another place.
    pub renames: BTreeMap<String, String>,
    /// Files that go.
    pub removed: BTreeSet<String>,
    /// Files that come, with their text.
    pub created: BTreeMap<String, String>,
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
        let created = self.created.iter();
        files.extend(created.map(|(path, text)| (path.clone(), text.clone().into_bytes())));
        let leaves = |path: &str| self.removed.contains(path) || self.renames.contains_key(path);
        Ok(sources.with(leaves, files))
    }

    /// All content as it is after the change, drafts too.
    pub fn content(&self, sources: &Sources) -> Result<Loaded, ReadError> {
        let all = content::Options::all(options::today());
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
        let created = self.created.keys().map(|path| format!("  {path} written"));
        let changed = self.edits.iter().map(|(path, edits)| {
            let path = self.renames.get(path).unwrap_or(path);
            format!("  {path}: {}", crate::words::count(edits.len(), "change"))
        });
        let by_hand = self.by_hand.iter().map(|line| format!("  by hand: {line}"));
        renamed
            .chain(removed)
            .chain(created)
            .chain(changed)
            .chain(by_hand)
            .collect()
    }

    /// Does it: new texts are written beside the old ones first, then all is put in place. What was done is undone when
    /// a step fails.
    ///
    /// # Errors
    ///
    /// What the disk refuses, with the file.
    pub fn write(&self, root: &Path) -> Result<(), (PathBuf, io::Error)> {
        let mut steps = Vec::new();
        let prepared = self.prepare(root, &mut steps);
        let mut done = Vec::new();
        let result = prepared.and_then(|()| {
            for step in &steps {
                step.run(&mut done)?;
            }
            Ok(())
        });
        if result.is_err() {
            for (from, to) in done.iter().rev() {
                // What cannot be put back is told by the failure itself.
                let _ = fs::rename(from, to);
            }
        }
        for step in &steps {
            step.clean();
        }
        if result.is_ok() {
            let kept = done.iter().map(|(now, _)| now);
            for path in kept.filter(|path| path.extension().is_some_and(|e| e == OLD)) {
                // What is left is hidden, and no part of the site.
                let _ = fs::remove_file(path);
            }
            self.remove_empty_folders(root);
        }
        result
    }

    fn prepare(&self, root: &Path, steps: &mut Vec<Step>) -> Result<(), (PathBuf, io::Error)> {
        let texts: BTreeMap<&String, &Edits> = self.edits.iter().collect();
        for (path, edits) in texts {
            let old = root.join(path);
            let new = root.join(self.renames.get(path).unwrap_or(path));
            let text = fs::read_to_string(&old).map_err(|e| (old.clone(), e))?;
            steps.push(Step::put(Some(old), new, &edits.applied_to_file(&text))?);
        }
        for (path, text) in &self.created {
            steps.push(Step::put(None, root.join(path), text)?);
        }
        let plain = self
            .renames
            .iter()
            .filter(|(old, _)| !self.edits.contains_key(*old));
        steps.extend(plain.map(|(old, new)| Step {
            old: Some(root.join(old)),
            new: Some(root.join(new)),
            text: None,
        }));
        steps.extend(self.removed.iter().map(|path| Step {
            old: Some(root.join(path)),
            new: None,
            text: None,
        }));
        Ok(())
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

/// One file's change.
struct Step {
    /// Where the file is.
    old: Option<PathBuf>,
    /// Where it will be; none when it goes.
    new: Option<PathBuf>,
    /// Where its new text waits; none when that stays.
    text: Option<PathBuf>,
}

/// Renames that were done, each as what puts things back: from where, to where.
type Done = Vec<(PathBuf, PathBuf)>;

impl Step {
    fn put(old: Option<PathBuf>, new: PathBuf, text: &str) -> Result<Self, (PathBuf, io::Error)> {
        make_folder(&new)?;
        let waiting = beside(&new, NEW);
        fs::write(&waiting, text).map_err(|error| (waiting.clone(), error))?;
        Ok(Self {
            old,
            new: Some(new),
            text: Some(waiting),
        })
    }

    fn run(&self, done: &mut Done) -> Result<(), (PathBuf, io::Error)> {
        let mut rename = |from: &Path, to: &Path| {
            make_folder(to)?;
            fs::rename(from, to).map_err(|error| (from.to_owned(), error))?;
            done.push((to.to_owned(), from.to_owned()));
            Ok(())
        };
        match (&self.old, &self.new, &self.text) {
            (Some(old), Some(new), None) => rename(old, new),
            (old, Some(new), Some(text)) => {
                if let Some(old) = old {
                    rename(old, &beside(old, OLD))?;
                }
                rename(text, new)
            }
            (Some(old), None, _) => rename(old, &beside(old, OLD)),
            _ => Ok(()),
        }
    }

    /// Takes away what waited in vain.
    fn clean(&self) {
        if let Some(text) = &self.text {
            let _ = fs::remove_file(text);
        }
    }
}

fn make_folder(path: &Path) -> Result<(), (PathBuf, io::Error)> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))
}

/// A name beside a file, which no listing of a site shows.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}
