//! Says that something may have changed. The paths are hints for people: what changed is found by looking.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecursiveMode, Watcher};

use super::request::ServeError;
use source::{FOLDERS, Hash, Sources};

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

/// What a look saw of files, by their names.
type Looked = BTreeMap<String, Look>;

/// What tells that a file was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    len: u64,
    modified: u64,
    /// Whether it is so young that another write would give the same date.
    is_young: bool,
    /// Of its bytes, while it is young and at the look after that.
    hash: Option<Hash>,
}

impl Look {
    /// Whether the file is another one now.
    fn is_other(&self, now: &Self) -> bool {
        let is_same = (self.len, self.modified) == (now.len, now.modified);
        !is_same || self.is_young && self.hash != now.hash
    }
}

/// Looks at the files themselves from time to time and tells of those that may be others than they were: events get
/// lost, and some file systems send none.
fn look_again_and_again(root: PathBuf, changed: Sender<Vec<PathBuf>>) {
    let mut before = look(&root, &Looked::new());
    std::thread::spawn(move || {
        let mut pause = LOOK;
        loop {
            std::thread::sleep(pause);
            let begun = Instant::now();
            let now = look(&root, &before);
            pause = (begun.elapsed() * REST).clamp(LOOK, LONGEST_REST);
            let others = others(&before, &now).map(|path| root.join(path));
            let others: Vec<_> = others.collect();
            if !others.is_empty() && changed.send(others).is_err() {
                return;
            }
            before = now;
        }
    });
}

/// The files that came, went or are others than at the look before.
fn others<'a>(before: &'a Looked, now: &'a Looked) -> impl Iterator<Item = &'a String> {
    let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    paths
        .into_iter()
        .filter(|path| match (before.get(*path), now.get(*path)) {
            (Some(before), Some(now)) => before.is_other(now),
            _ => true,
        })
}

/// Looks at the files; `before` is what the last look saw.
fn look(root: &Path, before: &Looked) -> Looked {
    let now = SystemTime::now();
    let sources = Sources::list(root).0;
    // What cannot be read is told by the build; a film may be larger than memory.
    let hash = |path: &str| source::hash_by_parts(sources.open(path).ok()??).ok();
    let looks = sources.stamps().into_iter().map(|(path, stamp)| {
        let is_young = !stamp.is_settled_by_clock(now);
        let was_young = before.get(path).is_some_and(|look| look.is_young);
        let hash = (is_young || was_young).then(|| hash(path)).flatten();
        let look = Look {
            len: stamp.len,
            modified: stamp.modified,
            is_young,
            hash,
        };
        (path.to_owned(), look)
    });
    // A folder that nothing reads is told when it comes.
    let beside = sources.beside().iter();
    let beside = beside.map(|name| (name.clone(), Look::default()));
    looks.chain(beside).collect()
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
        let nothing = Looked::new();
        assert_eq!(look(root.path(), &nothing), nothing);
        for name in ["static", ".git"] {
            std::fs::create_dir(root.path().join(name)).expect("created");
        }
        let seen = look(root.path(), &nothing);
        assert_eq!(seen.keys().collect::<Vec<_>>(), ["static"]);
    }

    #[test]
    fn a_file_is_told_once_it_holds_other_bytes_however_young_it_is() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("content/a.md");
        std::fs::create_dir(root.path().join("content")).expect("created");
        std::fs::write(&path, "one").expect("written");
        let written = SystemTime::now();
        let date = |at: SystemTime| {
            let file = std::fs::File::options().write(true).open(&path);
            file.and_then(|file| file.set_modified(at)).expect("dated");
        };
        date(written);
        let first = look(root.path(), &Looked::new());
        let again = look(root.path(), &first);
        assert_eq!(others(&first, &again).count(), 0);
        // Another text of the same size and date.
        std::fs::write(&path, "two").expect("written");
        date(written);
        let changed = look(root.path(), &again);
        assert_eq!(
            others(&again, &changed).collect::<Vec<_>>(),
            ["content/a.md"]
        );
        let mut settled = look(root.path(), &changed);
        settled.values_mut().for_each(|look| look.is_young = false);
        assert_eq!(others(&changed, &settled).count(), 0);
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
