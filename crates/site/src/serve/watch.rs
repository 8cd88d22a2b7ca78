//! Builds once, and again whenever something changes. It knows only that something changed; `build` decides what follows.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, new_debouncer};

use super::answer;
use super::release::Release;
use super::request::{Request, ServeError};
use super::shared::Shared;
use crate::build::{self, BuildError, Options};
use crate::left_out;
use crate::publish::{File, Files, Staging};
use crate::rendered::Rendered;
use crate::report;
use crate::state::State;

/// Folders whose changes matter, whether they are there already or come later.
const FOLDERS: [&str; 4] = ["content", "templates", "islands", "public"];
/// How long changes are gathered before a build.
const PAUSE: Duration = Duration::from_millis(60);

/// Builds for the first time and then, when asked to watch, after every change.
pub fn start(
    request: &Request,
    address: SocketAddr,
    shared: &Arc<Shared>,
) -> Result<(), ServeError> {
    let (sender, receiver) = channel();
    let watched = match request.watch {
        true => Some(Watched::start(&request.build.root, sender)?),
        false => None,
    };
    let mut builder = Builder {
        options: request.build.clone(),
        address,
        shared: Arc::clone(shared),
        state: State::default(),
        quiet: request.quiet,
    };
    builder.build(&[]);
    std::thread::spawn(move || builder.follow(&receiver, watched));
    Ok(())
}

type Debouncer = notify_debouncer_full::Debouncer<
    notify::RecommendedWatcher,
    notify_debouncer_full::RecommendedCache,
>;

/// The folders that are watched; they are no longer when it is dropped.
struct Watched {
    debouncer: Debouncer,
    root: PathBuf,
    folders: BTreeSet<PathBuf>,
}

impl Watched {
    fn start(root: &Path, changed: Sender<Vec<PathBuf>>) -> Result<Self, ServeError> {
        // Paths come back as they are asked for; a link or a `.` in between would hide folders.
        let root = root.canonicalize()?;
        let below = root.clone();
        let told = move |result: DebounceEventResult| {
            let Ok(events) = result else { return };
            let paths = events
                .into_iter()
                .filter(|event| !event.kind.is_access())
                .flat_map(|event| event.event.paths)
                .filter(|path| is_source(path.strip_prefix(&below).unwrap_or(path)));
            let paths: Vec<PathBuf> = paths.collect();
            if !paths.is_empty() {
                // The builder lives as long as the program.
                let _ = changed.send(paths);
            }
        };
        let mut watched = Self {
            debouncer: new_debouncer(PAUSE, None, told)?,
            root,
            folders: BTreeSet::new(),
        };
        watched
            .debouncer
            .watch(&watched.root, RecursiveMode::NonRecursive)?;
        watched.follow_folders()?;
        Ok(watched)
    }

    /// Watches the folders that have come since, and forgets those that have gone. The islands'
    /// packages, which are many and never edited, are left out.
    fn follow_folders(&mut self) -> Result<(), notify::Error> {
        self.folders.retain(|folder| folder.is_dir());
        for folder in FOLDERS.map(|name| self.root.join(name)) {
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

    fn watch(&mut self, folder: PathBuf, mode: RecursiveMode) -> Result<(), notify::Error> {
        if !self.folders.contains(&folder) {
            self.debouncer.watch(&folder, mode)?;
            self.folders.insert(folder);
        }
        Ok(())
    }
}

/// Whether a changed file, relative to the root, can be part of the site: editors write many others
/// beside it.
fn is_source(path: &Path) -> bool {
    let first = path.components().next().map(|c| c.as_os_str());
    if !first.is_some_and(|first| FOLDERS.iter().any(|folder| *folder == first)) {
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

/// Builds, one after the other.
struct Builder {
    options: Options,
    address: SocketAddr,
    shared: Arc<Shared>,
    state: State,
    quiet: bool,
}

impl Builder {
    fn follow(&mut self, changes: &Receiver<Vec<PathBuf>>, mut watched: Option<Watched>) {
        while let Ok(mut changed) = changes.recv() {
            if let Some(Err(error)) = watched.as_mut().map(Watched::follow_folders) {
                eprintln!("warning: cannot watch a new folder: {error}");
            }
            // What changed during the last build is built at once with the rest.
            while let Ok(more) = changes.try_recv() {
                changed.extend(more);
            }
            changed.sort();
            changed.dedup();
            self.build(&changed);
        }
    }

    /// Lets the relay read the forms again when one of them changed.
    fn forms(&self, changed: &[PathBuf]) {
        // Of a folder that has just come, only itself is told.
        let is_form = |path: &PathBuf| path.ancestors().any(|p| p.ends_with("content/forms"));
        if !changed.iter().any(is_form) {
            return;
        }
        match answer::forms(&self.options, self.address) {
            Ok(forms) => self.shared.set_forms(forms),
            Err(error) => eprintln!("warning: the forms are as they were: {error}"),
        }
    }

    fn build(&mut self, changed: &[PathBuf]) {
        match self.publish() {
            Ok(None) => {}
            Ok(Some((rendered, files))) => {
                let told = self.state.told();
                report::warnings(&told);
                if !self.quiet {
                    report::rebuilt(&rendered.timings, &told, &self.options.root, changed);
                    let url = format!("http://{}{}", self.address, left_out::PATH);
                    report::left_out(&told, Some(&url));
                }
                self.forms(changed);
                let release = Release::new(self.options.out.clone(), &rendered, &files);
                self.shared.built(release);
            }
            Err(error) => {
                report::failure(&error);
                self.shared.failed(report::text(&error));
            }
        }
    }

    fn publish(&mut self) -> Result<Option<(Rendered<File>, Files)>, BuildError> {
        let made = build::advance(&self.options, &mut self.state)?;
        if let Some((_, files)) = &made {
            Staging::beside(&self.options.out)?.publish(files)?;
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_sources_from_what_editors_and_builds_leave() {
        for (path, expected) in [
            ("content/a/b.md", true),
            ("islands/New", true),
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
