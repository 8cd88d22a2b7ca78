//! Builds once, and again whenever something may have changed. What changed is `build`'s business.

use std::fs;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use source::endpoints::LEFT_OUT;

use super::forms;
use super::pages::file_at;
use super::release::Release;
use super::request::{Request, ServeError};
use super::shared::Shared;
use super::watch::Watched;
use crate::console::{complain, say};
use crate::failure::BuildError;
use crate::live::{Live, LiveBuild};
use crate::moves;
use crate::options::Options;
use crate::report;
use crate::unpublished;

/// How long nothing more is heard before a build: whoever saves a file writes it in several steps.
const QUIET: Duration = Duration::from_millis(2);
/// The longest that a build waits for that.
const PATIENCE: Duration = Duration::from_millis(20);
/// The longest that it waits for the text of a file that is empty: many programs empty a file before they write it, and a page
/// without its template would lose what a visitor did on it.
const EMPTY_PATIENCE: Duration = Duration::from_millis(200);

/// Builds for the first time and then, when asked to watch, after every change.
pub fn start(
    request: &Request,
    address: SocketAddr,
    shared: &Arc<Shared>,
) -> Result<(), ServeError> {
    let (sender, heard) = channel();
    let mut builder = Builder {
        live: Live::new(request.build.clone()),
        options: request.build.clone(),
        address,
        shared: Arc::clone(shared),
        quiet: request.quiet,
        may_have_other_forms: false,
        untold: None,
    };
    let watched = match request.watch {
        true => Some(Watched::start(&request.build.root, sender)?),
        false => None,
    };
    builder.build(&[], &heard);
    if let Some(watched) = watched {
        std::thread::spawn(move || builder.follow(&heard, watched));
    }
    Ok(())
}

/// Whether other folders may have to be watched after a change: one came or went, or another theme was chosen.
fn may_move_folders(path: &Path) -> bool {
    !path.is_file() || path.ends_with("content/site.yaml")
}

/// Whether a change may be one of a form, or of the address below which the forms lead.
fn may_change_forms(path: &Path) -> bool {
    // Of a folder that has just come, only itself is told.
    let is_below = path.ancestors().any(|p| p.ends_with("content/forms"));
    is_below || path.ends_with("content/site.yaml")
}

/// Adds what else is heard to change until it is quiet and no file stands empty.
fn gather(changed: &mut Vec<PathBuf>, heard: &Receiver<Vec<PathBuf>>) {
    let is_empty =
        |path: &PathBuf| fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == 0);
    let begun = Instant::now();
    loop {
        let more = heard.recv_timeout(QUIET);
        let is_quiet = more.is_err();
        changed.extend(more.into_iter().flatten());
        let has_empty = begun.elapsed() < EMPTY_PATIENCE && changed.iter().any(is_empty);
        if !has_empty && (is_quiet || begun.elapsed() >= PATIENCE) {
            break;
        }
    }
    changed.sort();
    changed.dedup();
}

/// Builds, one after the other.
struct Builder {
    live: Live,
    options: Options,
    address: SocketAddr,
    shared: Arc<Shared>,
    quiet: bool,
    /// Whether something changed, since the relay read the forms, after which they may be others.
    may_have_other_forms: bool,
    /// What the last build found wrong, when something changed meanwhile.
    untold: Option<BuildError>,
}

impl Builder {
    fn follow(&mut self, heard: &Receiver<Vec<PathBuf>>, mut watched: Watched) {
        let mut changed = Vec::new();
        loop {
            if changed.is_empty() {
                let Ok(first) = heard.recv() else { return };
                changed = first;
            }
            gather(&mut changed, heard);
            let may_move = |path: &PathBuf| may_move_folders(path) || !watched.covers(path);
            if changed.iter().any(may_move)
                && let Err(error) = watched.follow_folders()
            {
                complain!("warning: cannot watch a new folder: {error}");
            }
            let built = catch_unwind(AssertUnwindSafe(|| self.build(&changed, heard)));
            changed = built.unwrap_or_else(|_| self.begin_again());
        }
    }

    /// After a defect of this program nothing in memory is believed: the next change is built from the files.
    fn begin_again(&mut self) -> Vec<PathBuf> {
        let message = "error: a defect of this program ended the build: save a file to build again";
        complain!("{message}");
        self.shared.failed(message.to_owned());
        self.live = Live::new(self.options.clone());
        self.untold = None;
        Vec::new()
    }

    /// Builds, and answers with what changed meanwhile. Mistakes that may be mended by that already wait for the next
    /// build, and are told when it finds that nothing changed since.
    fn build(&mut self, changed: &[PathBuf], heard: &Receiver<Vec<PathBuf>>) -> Vec<PathBuf> {
        let begun = Instant::now();
        // A command may have been stopped halfway since the last build.
        if let Err(error) = moves::finish(&self.options.root, self.options.wait) {
            complain!("warning: {error}");
        }
        self.may_have_other_forms |= changed.iter().any(|path| may_change_forms(path));
        let shown = self.shared.shown();
        let viewed = self.shared.viewed();
        let viewed = viewed.iter().filter_map(|path| file_at(&shown, path));
        let ahead = |files| self.shared.ahead(files);
        let result = self.live.build(changed, viewed.collect(), ahead);
        let meanwhile: Vec<PathBuf> = heard.try_iter().flatten().collect();
        let untold = self.untold.take();
        let failed = match result {
            Ok(None) => untold,
            Ok(Some(built)) => {
                self.show(built, changed, begun.elapsed());
                None
            }
            Err(error) => Some(error),
        };
        if meanwhile.is_empty() {
            self.tell(failed);
        } else {
            self.untold = failed;
        }
        meanwhile
    }

    fn tell(&self, failed: Option<BuildError>) {
        if let Some(error) = failed {
            report::failure(&error);
            self.shared.failed(report::text(&error));
        }
    }

    fn show(&mut self, built: LiveBuild, changed: &[PathBuf], took: Duration) {
        if std::mem::take(&mut self.may_have_other_forms) {
            self.read_forms(&built.site.config.base_path);
        }
        // Where little is another, they are those that were printed already.
        if built.is_whole {
            report::diagnostics(&built.diagnostics);
        }
        let warnings = report::warned(&built.diagnostics);
        if !self.quiet {
            report::rebuilt(built.rendered, took, &self.options.root, changed);
            if let (true, Some(summary)) = (built.is_whole, unpublished::summary(&built.site)) {
                say!("{summary}: http://{}{}", self.address, LEFT_OUT);
            }
        }
        let previous = self.shared.shown().release;
        let release = Release::new(built, previous.as_deref());
        self.shared.built(release, warnings);
    }

    /// Lets the relay read the forms again.
    fn read_forms(&self, base_path: &str) {
        match forms::router(&self.options, self.address, base_path) {
            Ok(forms) => self.shared.set_forms(forms),
            Err(error) => complain!("warning: the forms are as they were: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_emptied_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("page.html");
        let (sender, heard) = channel();
        fs::write(&path, "").expect("emptied");
        let writer = std::thread::spawn({
            let path = path.clone();
            move || {
                std::thread::sleep(EMPTY_PATIENCE / 4);
                fs::write(&path, "text").expect("written");
                sender.send(vec![path]).expect("heard");
                sender
            }
        });
        let mut changed = vec![path.clone()];
        gather(&mut changed, &heard);
        assert_eq!(fs::read_to_string(&path).expect("read"), "text");
        assert_eq!(changed, vec![path.clone()]);
        let sender = writer.join().expect("ended");
        // One that is to be empty is believed in the end.
        fs::write(&path, "").expect("emptied");
        gather(&mut changed, &heard);
        assert_eq!(fs::read_to_string(&path).expect("read"), "");
        drop(sender);
    }
}
