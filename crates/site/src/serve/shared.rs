//! What the builder and the server share: what is shown now, who looks at which page, and what receives the forms.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::Router;
use tokio::sync::watch;

use super::release::Release;
use crate::publish::Files;

/// What is shown now.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The last good build.
    pub release: Option<Arc<Release>>,
    /// The mistakes since.
    pub mistakes: Option<Arc<str>>,
    /// The warnings of the last good build, below how many they are.
    pub warnings: Option<Arc<str>>,
    /// How many builds went well.
    pub builds: u64,
}

/// The state of a running `site serve`; nothing is built by default.
#[derive(Debug, Default)]
pub struct Shared {
    shown: watch::Sender<Shown>,
    /// How many look at each path.
    viewed: Mutex<BTreeMap<String, usize>>,
    forms: RwLock<Router>,
}

impl Shared {
    /// What is shown now.
    pub fn shown(&self) -> Shown {
        self.shown.borrow().clone()
    }

    /// What is shown now and whenever it changes.
    pub fn follow(&self) -> watch::Receiver<Shown> {
        self.shown.subscribe()
    }

    /// What receives the forms.
    pub fn forms(&self) -> Router {
        let forms = self.forms.read();
        forms.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The forms are others now.
    pub fn set_forms(&self, forms: Router) {
        *self.forms.write().unwrap_or_else(PoisonError::into_inner) = forms;
    }

    /// A build went well, with these warnings.
    pub fn built(&self, release: Release, warnings: Option<String>) {
        self.shown.send_modify(|shown| {
            *shown = Shown {
                release: Some(Arc::new(release)),
                mistakes: None,
                warnings: warnings.map(Arc::from),
                builds: shown.builds + 1,
            };
        });
    }

    /// Some files are there before the build that makes them has ended.
    pub fn ahead(&self, files: Files) {
        self.shown.send_modify(|shown| {
            let release = shown.release.as_ref().map(|release| release.with(files));
            shown.release = release.map(Arc::new);
        });
    }

    /// The paths of the pages that somebody looks at.
    pub fn viewed(&self) -> Vec<String> {
        self.paths().keys().cloned().collect()
    }

    /// A build found mistakes.
    pub fn failed(&self, mistakes: String) {
        self.shown
            .send_modify(|shown| shown.mistakes = Some(mistakes.into()));
    }

    /// Somebody looks at a path as long as the answer is there.
    pub fn view(self: &Arc<Self>, path: &str) -> Viewing {
        *self.paths().entry(path.to_owned()).or_default() += 1;
        Viewing {
            shared: Arc::clone(self),
            path: path.to_owned(),
        }
    }

    fn paths(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.viewed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A page that is open somewhere.
#[derive(Debug)]
pub struct Viewing {
    shared: Arc<Shared>,
    path: String,
}

impl Drop for Viewing {
    fn drop(&mut self) {
        let mut paths = self.shared.paths();
        if let Some(count) = paths.get_mut(&self.path) {
            *count -= 1;
        }
        paths.retain(|_, count| *count > 0);
    }
}
