//! By what a file is known to be the one that it was, without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::hash::Hash;

/// Writes so near to one another, in nanoseconds, may have one time: within a tick of the system's clock, and within two
/// seconds where a file system counts no finer than whole ones.
const TICK: u64 = 20_000_000;
const COARSE: u64 = 2_000_000_000;
/// How far the program's clock may be before that of a file system.
pub(crate) const SKEW: Duration = Duration::from_secs(1);

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

    /// Whether the file was written so long before a time, in nanoseconds since 1970 as its file system tells it, that another write after it would have
    /// given another stamp. A date may have been set, or have come with a copy: when the file changed has to be as old.
    pub fn is_settled(&self, at: u64) -> bool {
        let is_old = |time: u64| match time % 1_000_000_000 {
            0 => time.saturating_add(COARSE) < at,
            _ => time.saturating_add(TICK) < at,
        };
        is_old(self.modified) && is_old(self.changed)
    }

    /// The same by the program's own clock.
    pub fn is_settled_by_clock(&self, at: SystemTime) -> bool {
        let at = at.checked_sub(SKEW);
        let since = at.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        since.is_some_and(|since| {
            u64::try_from(since.as_nanos()).is_ok_and(|at| self.is_settled(at))
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_young_time_proves_nothing() {
        const NOW: u64 = 1_700_000_005_500_000_000;
        let check = |(modified, changed): (u64, u64), expected: bool| {
            let stamp = Stamp {
                modified,
                changed,
                ..Stamp::default()
            };
            assert_eq!(stamp.is_settled(NOW), expected, "{modified} {changed}");
        };
        let before = |nanos: u64| NOW - nanos;
        check((before(30_000_000), before(30_000_000)), true);
        check((before(10_000_000), before(30_000_000)), false);
        // A date that was set says nothing of when the file changed.
        check((before(900_000_000_000), before(10_000_000)), false);
        // Whole seconds may be all that the file system counts.
        check((before(1_500_000_000), before(30_000_000)), false);
        check((before(2_500_000_000), before(2_500_000_000)), true);
        check((before(30_000_000), 0), true);
        check((NOW + 1, before(30_000_000)), false);
    }
}
