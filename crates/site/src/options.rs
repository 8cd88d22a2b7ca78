//! What is built and where to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use assets::Store;
use render::Digest;
use source::Stamp;

use crate::format::Format;
use crate::journal::Journal;
use crate::lock::Lock;

/// What to build and where to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The site's folder.
    pub root: PathBuf,
    /// The output folder.
    pub out: PathBuf,
    /// Whether drafts, future entries and expired ones are built.
    pub drafts: bool,
    /// Whether `.br` and `.gz` files are written beside the others.
    pub compress: bool,
    /// Whether scripts are development builds.
    pub development: bool,
    /// Whether pictures are only tried: for a build that is not kept.
    pub sketch: bool,
    /// How long there is to be waited for another build.
    pub wait: Duration,
    /// How a mistake is printed that ends the program at once.
    pub format: Format,
    /// The day of the build, as `YYYY-MM-DD`.
    pub today: String,
}

/// What a build was asked for and made from.
#[derive(Clone, Copy, Debug)]
pub struct Basis<'a> {
    /// The program, and what it was asked for.
    pub fingerprint: Digest,
    /// The day.
    pub day: &'a str,
    /// When the build began, as the file system tells the time.
    pub began: u64,
    /// The site's folder.
    pub root: &'a Path,
    /// The output folder.
    pub out: &'a Path,
}

/// How long there is to be waited for another build, unless somebody says so.
pub const PATIENCE: Duration = Duration::from_secs(600);

impl Options {
    /// What is asked for in a site's folder when nothing else is said.
    pub fn of(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            out: root.join("dist"),
            drafts: false,
            compress: false,
            development: false,
            sketch: false,
            wait: PATIENCE,
            format: Format::Text,
            today: today(),
        }
    }

    /// What is asked for where a site is rendered only to know whether it can be.
    pub fn trial(root: &Path) -> Self {
        Self {
            sketch: true,
            ..Self::of(root)
        }
    }

    /// The folder that keeps what is reused between builds.
    pub fn cache(&self) -> PathBuf {
        self.root.join(".site")
    }

    /// Where a build writes down what the next one asks.
    pub fn journal(&self) -> Journal {
        Journal::at(self.cache().join(match self.development {
            true => "serve.journal",
            false => "journal",
        }))
    }

    /// What content is read.
    pub fn content(&self, store: &Store) -> content::LoadOptions {
        content::LoadOptions {
            drafts: self.drafts,
            coloured: Some(Arc::new(store.table(&self::coloured()))),
            ..content::LoadOptions::published(self.today.as_str())
        }
    }

    /// What this build is asked for and made from, under its lock.
    pub fn basis<'a>(&'a self, lock: &Lock) -> Basis<'a> {
        Basis {
            fingerprint: self.fingerprint(),
            day: &self.today,
            began: lock.taken,
            root: &self.root,
            out: &self.out,
        }
    }

    /// The program, and what it is asked for; the day and the output folder stand apart.
    fn fingerprint(&self) -> Digest {
        let flags = (self.drafts, self.compress, self.development);
        Digest::of(&(program(), flags))
    }
}

impl Basis<'_> {
    /// What tells the output folder from another one.
    pub fn folder(&self) -> Digest {
        Digest::of(&std::path::absolute(self.out).unwrap_or_default())
    }
}

/// Where coloured code is kept, by what its HTML depends on beside the code.
pub fn coloured() -> String {
    format!("code-{}.json", content::HIGHLIGHT_RECIPE)
}

/// What tells this program from another one: a copy of it counts as another.
fn program() -> Option<(PathBuf, u64, u64)> {
    let path = std::env::current_exe().ok()?;
    let stamp = Stamp::of(&path)?;
    Some((path, stamp.len, stamp.modified))
}

/// The day of the build, as `YYYY-MM-DD`: SOURCE_DATE_EPOCH when it is set, else today, in UTC.
pub fn today() -> String {
    let now = epoch().ok().flatten();
    let now = now.unwrap_or_else(jiff::Timestamp::now);
    now.strftime("%Y-%m-%d").to_string()
}

/// The moment that SOURCE_DATE_EPOCH sets; none when it is not set, or empty.
///
/// # Errors
///
/// What it is instead of a number of seconds, since a build on another day is not the one that was asked for.
pub fn epoch() -> Result<Option<jiff::Timestamp>, String> {
    let Some(set) = std::env::var_os("SOURCE_DATE_EPOCH").filter(|set| !set.is_empty()) else {
        return Ok(None);
    };
    let seconds = set.to_str().and_then(|text| text.parse().ok());
    let moment = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    moment
        .map(Some)
        .ok_or_else(|| set.to_string_lossy().into_owned())
}
