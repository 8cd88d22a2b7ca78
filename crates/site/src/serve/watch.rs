//! Builds once, and again whenever something changes. It knows only that something changed; `build` decides what follows.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use assets::Assets;
use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, new_debouncer};

use super::release::Release;
use super::shared::Shared;
use super::{Request, ServeError};
use crate::build::{self, Options};
use crate::report;

/// Folders whose changes matter. A folder that does not exist yet is not watched.
const FOLDERS: [&str; 4] = ["content", "templates", "islands", "public"];
/// How long changes are gathered before a build.
const PAUSE: Duration = Duration::from_millis(60);

/// Keeps the watching alive; dropped, it ends.
pub struct Watching {
    _debouncer: Option<Box<dyn std::any::Any>>,
}

/// Builds for the first time and then, when asked to watch, after every change.
pub fn start(request: &Request, shared: &Arc<Shared>) -> Result<Watching, ServeError> {
    let (sender, receiver) = channel();
    let debouncer = match request.watch {
        true => Some(watch(&request.build.root, sender)?),
        false => None,
    };
    let mut builder = Builder {
        options: request.build.clone(),
        shared: Arc::clone(shared),
        assets: None,
        quiet: request.quiet,
    };
    builder.build(&[]);
    std::thread::spawn(move || builder.follow(&receiver));
    Ok(Watching {
        _debouncer: debouncer,
    })
}

fn watch(root: &Path, changed: Sender<Vec<PathBuf>>) -> Result<Box<dyn std::any::Any>, ServeError> {
    let told = move |result: DebounceEventResult| {
        let Ok(events) = result else { return };
        let paths = events
            .into_iter()
            .filter(|event| !event.kind.is_access())
            .flat_map(|event| event.event.paths)
            .filter(|path| is_source(path));
        let paths: Vec<PathBuf> = paths.collect();
        if !paths.is_empty() {
            // The builder lives as long as the program.
            let _ = changed.send(paths);
        }
    };
    let mut debouncer = new_debouncer(PAUSE, None, told)?;
    for folder in FOLDERS.map(|folder| root.join(folder)) {
        if folder.is_dir() {
            watch_folder(&mut debouncer, &folder)?;
        }
    }
    Ok(Box::new(debouncer))
}

type Debouncer = notify_debouncer_full::Debouncer<
    notify::RecommendedWatcher,
    notify_debouncer_full::RecommendedCache,
>;

/// Watches a folder; that of the islands without its packages, which are many and never edited.
fn watch_folder(debouncer: &mut Debouncer, folder: &Path) -> Result<(), ServeError> {
    if !folder.join("node_modules").is_dir() {
        debouncer.watch(folder, RecursiveMode::Recursive)?;
        return Ok(());
    }
    debouncer.watch(folder, RecursiveMode::NonRecursive)?;
    for entry in std::fs::read_dir(folder)?.flatten() {
        if entry.path().is_dir() && entry.file_name() != "node_modules" {
            debouncer.watch(entry.path(), RecursiveMode::Recursive)?;
        }
    }
    Ok(())
}

/// Whether a changed file can be part of the site: editors write many others beside it.
fn is_source(path: &Path) -> bool {
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
    shared: Arc<Shared>,
    assets: Option<Arc<Assets>>,
    quiet: bool,
}

impl Builder {
    fn follow(&mut self, changes: &Receiver<Vec<PathBuf>>) {
        while let Ok(mut changed) = changes.recv() {
            // What changed during the last build is built at once with the rest.
            while let Ok(more) = changes.try_recv() {
                changed.extend(more);
            }
            changed.sort();
            changed.dedup();
            self.build(&changed);
        }
    }

    fn build(&mut self, changed: &[PathBuf]) {
        match build::build(&self.options, self.assets.as_deref()) {
            Ok(built) => {
                report::diagnostics(&built.summary.diagnostics);
                if !self.quiet {
                    report::rebuilt(&built.summary, &self.options.root, changed);
                }
                self.assets = Some(Arc::clone(&built.assets));
                self.shared
                    .built(Release::new(self.options.out.clone(), &built));
            }
            Err(error) => {
                report::failure(&error);
                self.shared.failed(report::text(&error));
            }
        }
    }
}
