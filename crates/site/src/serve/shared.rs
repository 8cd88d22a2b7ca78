//! What the builder and the server share: the last good build, the mistakes since, and who is listening.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use source::Sources;
use tokio::sync::broadcast;

use super::release::Release;

/// What open pages are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The number of the build that is served now; a page of another one is old.
    Build(u64),
    /// There is a new build.
    Reload,
    /// The last change cannot be built; the mistakes as text.
    Mistakes(Arc<str>),
}

/// The state of a running `site serve`.
#[derive(Debug)]
pub struct Shared {
    release: RwLock<Option<Arc<Release>>>,
    mistakes: RwLock<Option<Arc<str>>>,
    events: broadcast::Sender<Event>,
    builds: AtomicU64,
    forms: RwLock<Router>,
    base_path: String,
}

impl Shared {
    /// Nothing is built yet. The base path of the site's address is read once, for the printed
    /// address only.
    pub fn new(root: &Path) -> Arc<Self> {
        Arc::new(Self {
            release: RwLock::default(),
            mistakes: RwLock::default(),
            events: broadcast::channel(16).0,
            builds: AtomicU64::new(0),
            forms: RwLock::default(),
            base_path: content::base_path(&Sources::list(root).0),
        })
    }

    /// The path below which the site stands.
    pub fn base_path(&self) -> &str {
        &self.base_path
    }

    /// The last good build.
    pub fn release(&self) -> Option<Arc<Release>> {
        held(&self.release)
    }

    /// The mistakes since the last good build.
    pub fn mistakes(&self) -> Option<Arc<str>> {
        held(&self.mistakes)
    }

    /// How many builds went well.
    pub fn builds(&self) -> u64 {
        self.builds.load(Ordering::SeqCst)
    }

    /// What receives the forms.
    pub fn forms(&self) -> Router {
        held(&self.forms)
    }

    /// The forms are others now.
    pub fn set_forms(&self, forms: Router) {
        put(&self.forms, forms);
    }

    /// Listens to what open pages are told.
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// A build went well.
    pub fn built(&self, release: Release) {
        put(&self.release, Some(Arc::new(release)));
        put(&self.mistakes, None);
        self.builds.fetch_add(1, Ordering::SeqCst);
        self.tell(Event::Reload);
    }

    /// A build found mistakes.
    pub fn failed(&self, mistakes: String) {
        let mistakes: Arc<str> = Arc::from(mistakes);
        put(&self.mistakes, Some(Arc::clone(&mistakes)));
        self.tell(Event::Mistakes(mistakes));
    }

    fn tell(&self, event: Event) {
        // Nobody listening is no failure.
        let _ = self.events.send(event);
    }
}

fn held<T: Clone>(lock: &RwLock<T>) -> T {
    lock.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn put<T>(lock: &RwLock<T>, value: T) {
    *lock.write().unwrap_or_else(PoisonError::into_inner) = value;
}
