//! By what a file is known to be the one that it was, without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::hash::Hash;

/// So long a file stays the same before its stamp is trusted: two writes within a tick of the file system's clock have one.
pub(crate) const SETTLED: Duration = Duration::from_secs(1);

/// By what a file is known to be the one that it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size in bytes.
    pub len: u64,
    /// When it was last written, in nanoseconds since 1970.
    pub modified: u64,
    /// When the file, or what is known of it, was changed, in nanoseconds since 1970: no program sets it, and copies have their
    /// own. 0 where the system does not say.
    #[serde(skip)]
    pub changed: u64,
    /// Of its bytes, when they were read.
    pub hash: Option<Hash>,
}

impl Stamp {
    /// The stamp of what stands at a path, which was not read; none when nothing does.
    pub fn of(path: &Path) -> Option<Self> {
        Self::new(&std::fs::metadata(path).ok()?)
    }

    /// The stamp of a file of which this is known.
    pub(crate) fn new(meta: &Metadata) -> Option<Self> {
        let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self {
            len: meta.len(),
            modified: u64::try_from(since.as_nanos()).ok()?,
            changed: changed(meta),
            hash: None,
        })
    }

    /// Whether the file had been the same for a while.
    pub(crate) fn is_settled(&self, at: SystemTime) -> bool {
        let changed = UNIX_EPOCH + Duration::from_nanos(self.changed);
        at.duration_since(changed).is_ok_and(|age| age > SETTLED)
    }
}

#[cfg(unix)]
fn changed(meta: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let [seconds, rest] = [meta.ctime(), meta.ctime_nsec()].map(|part| u64::try_from(part).ok());
    let whole = seconds.and_then(|seconds| seconds.checked_mul(1_000_000_000));
    whole
        .zip(rest)
        .map_or(0, |(whole, rest)| whole.saturating_add(rest))
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> u64 {
    0
}

/// The place on the disk where a file stands.
#[cfg(unix)]
pub(crate) fn node(meta: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(meta))
}

/// Without one a file is read again: a date that a program may set says too little.
#[cfg(not(unix))]
pub(crate) fn node(_: &Metadata) -> Option<u64> {
    None
}
