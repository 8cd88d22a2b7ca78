//! Says that something may have changed. The paths are hints for people: what changed is found by looking.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecursiveMode, Watcher};

use super::request::ServeError;
use source::{FOLDERS, Sources};

/// The folders that are watched; they are no longer when it is dropped.
#[derive(Debug)]
pub struct Watched {
    watcher: notify::RecommendedWatcher,
    root: PathBuf,
    folders: BTreeSet<PathBuf>,
}

/// The least time between two looks at the files.
const LOOK: Duration = Duration::from_millis(500);
/// How much longer a look may make the next one wait than it took.
const REST: u32 = 50;
/// And the most: a look that a sleeping disk or machine held up says nothing about the next.
const LONGEST_REST: Duration = Duration::from_secs(20);

/// What tells that a file was written: its size and when; none for one that may have been written again since, with the same
/// stamp.
type Stamps = BTreeMap<String, Option<(u64, u64)>>;

/// Looks at the files themselves from time to time and tells of those that may be others than they were: events get
/// lost, and some file systems send none.
fn look_again_and_again(root: PathBuf, changed: Sender<Vec<PathBuf>>) {
    let mut before = look(&root);
    std::thread::spawn(move || {
        let mut pause = LOOK;
        loop {
            std::thread::sleep(pause);
            let begun = Instant::now();
            let now = look(&root);
            pause = (begun.elapsed() * REST).clamp(LOOK, LONGEST_REST);
            let is_other = |path: &&String| match (before.get(*path), now.get(*path)) {
                (Some(Some(before)), Some(Some(now))) => before != now,
                _ => true,
            };
            let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
            let others = paths.into_iter().filter(is_other);
            let others: Vec<_> = others.map(|path| root.join(path)).collect();
            if !others.is_empty() && changed.send(others).is_err() {
                return;
            }
            before = now;
        }
    });
}

fn look(root: &Path) -> Stamps {
    let now = SystemTime::now();
    let sources = Sources::list(root).0;
    let stamps = sources.stamps().into_iter().map(|(path, stamp)| {
        let is_settled = stamp.is_settled_by_clock(now);
        (
            path.to_owned(),
            is_settled.then_some((stamp.len, stamp.modified)),
        )
    });
    // A folder that nothing reads is told when it comes.
    let beside = sources.beside().iter();
    let beside = beside.map(|name| (name.clone(), Some((0, 0))));
    stamps.chain(beside).collect()
}

impl Watched {
    /// Watches a site's folders.
    pub fn start(root: &Path, changed: Sender<Vec<PathBuf>>) -> Result<Self, ServeError> {
        // Paths come back as they are asked for; a link or a `.` in between would hide folders.
        let root = root.canonicalize()?;
        let below = root.clone();
        look_again_and_again(root.clone(), changed.clone());
        let told = move |result: notify::Result<notify::Event>| {
            let paths = match result {
                // Some events were lost, and with them what they told of.
                Ok(event) if event.need_rescan() => vec![below.clone()],
                Ok(event) => hints(event, &below),
                Err(_) => vec![below.clone()],
            };
            if !paths.is_empty() {
                // The builder lives as long as the program.
                let _ = changed.send(paths);
            }
        };
        let mut watched = Self {
            watcher: notify::recommended_watcher(told)?,
            root,
            folders: BTreeSet::new(),
        };
        let root = &watched.root;
        watched.watcher.watch(root, RecursiveMode::NonRecursive)?;
        watched.follow_folders()?;
        Ok(watched)
    }

    /// Watches the folders that have come since, and forgets those that have gone. The islands'
    /// packages, which are many and never edited, are left out.
    pub fn follow_folders(&mut self) -> Result<(), notify::Error> {
        self.folders.retain(|folder| folder.is_dir());
        let sources = Sources::list(&self.root).0;
        let theme = sources.theme().and_then(Result::ok);
        let roots = [Some(""), theme].into_iter().flatten();
        let folders = roots.flat_map(|root| FOLDERS.map(|name| self.root.join(root).join(name)));
        for folder in folders.collect::<Vec<_>>() {
            if !folder.is_dir() {
                continue;
            }
            if !folder.join("node_modules").is_dir() {
                self.watch(folder, RecursiveMode::Recursive)?;
                continue;
            }
            let inner = std::fs::read_dir(&folder)?
                .flatten()
                .map(|entry| entry.path());
            let inner = inner.filter(|path| path.is_dir() && !path.ends_with("node_modules"));
            for path in inner.collect::<Vec<_>>() {
                self.watch(path, RecursiveMode::Recursive)?;
            }
            self.watch(folder, RecursiveMode::NonRecursive)?;
        }
        Ok(())
    }

    /// Whether changes at a path are told by the system: those of a theme that came later are only found by looking.
    pub fn covers(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    fn watch(&mut self, folder: PathBuf, mode: RecursiveMode) -> Result<(), notify::Error> {
        if !self.folders.contains(&folder) {
            self.watcher.watch(&folder, mode)?;
            self.folders.insert(folder);
        }
        Ok(())
    }
}

/// The paths of an event that can be part of the site below `root`.
fn hints(event: notify::Event, root: &Path) -> Vec<PathBuf> {
    let is_written = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
    if event.kind.is_access() && !is_written {
        return Vec::new();
    }
    let paths = event.paths.into_iter();
    paths
        .filter(|path| is_source(path.strip_prefix(root).unwrap_or(path)))
        .collect()
}

/// Whether a changed file, relative to the root where it stands below it, can be part of the site or of its theme:
/// editors write many others beside it.
fn is_source(path: &Path) -> bool {
    let mut parts = path.components().map(|c| c.as_os_str());
    if !parts.any(|part| FOLDERS.iter().any(|folder| *folder == part)) {
        return false;
    }
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy())
        .unwrap_or_default();
    let is_temporary =
        name.starts_with('.') || name.starts_with('#') || name.ends_with('~') || name == "4913";
    !is_temporary && !path.components().any(|c| c.as_os_str() == "node_modules")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_nothing_reads_is_seen_to_come() {
        let root = tempfile::tempdir().expect("a folder");
        assert_eq!(look(root.path()), Stamps::new());
        for name in ["static", ".git"] {
            std::fs::create_dir(root.path().join(name)).expect("created");
        }
        let seen = look(root.path());
        assert_eq!(seen.keys().collect::<Vec<_>>(), ["static"]);
    }

    #[test]
    fn tells_sources_from_what_editors_and_builds_leave() {
        for (path, expected) in [
            ("content/a/b.md", true),
            ("islands/New", true),
            ("themes/calm/templates/base.html", true),
            ("/elsewhere/calm/public/style.css", true),
            ("themes", false),
            ("public", true),
            ("dist", false),
            (".site/lock", false),
            ("README.md", false),
            ("content/.a.md.swp", false),
            ("content/a.md~", false),
            ("islands/node_modules/x/y.js", false),
            ("", false),
        ] {
            assert_eq!(is_source(Path::new(path)), expected, "{path}");
        }
    }
}
