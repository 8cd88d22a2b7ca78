//! Who is turned away before a router sees the request: counted, and told in the log now and then.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::log::Log;

/// At least so long lies between two lines of one reason: a flood must fill no log.
const PAUSE: Duration = Duration::from_secs(10);

/// Why somebody is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// An address has as many connections as it may have.
    Connections,
    /// A header that requests are judged by stands there twice.
    Headers,
}

impl Reason {
    const ALL: [Self; 2] = [Self::Connections, Self::Headers];

    fn name(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::Headers => "headers",
        }
    }
}

/// How many were turned away, by reason; its clones count together.
#[derive(Clone, Default)]
pub struct Door {
    counts: Arc<Mutex<[Count; 2]>>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    all: u64,
    untold: u64,
    told: Option<Instant>,
}

impl Door {
    fn lock(&self) -> MutexGuard<'_, [Count; 2]> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one. The first is told at once, those behind it with the next one that comes when some time has passed; the
    /// metrics have all at any time.
    pub(crate) fn turn_away(&self, reason: Reason, log: &Log) {
        let mut counts = self.lock();
        let count = &mut counts[reason as usize];
        (count.all, count.untold) = (count.all + 1, count.untold + 1);
        if count.told.is_some_and(|told| told.elapsed() < PAUSE) {
            return;
        }
        count.told = Some(Instant::now());
        let untold = std::mem::take(&mut count.untold);
        drop(counts);
        let details = [("reason", reason.name().into()), ("count", untold.into())];
        log.write("warn", "turned-away", &details);
    }

    /// How many there were, by the reason's name.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        let counts = self.lock();
        let all = Reason::ALL.iter();
        all.map(|reason| (reason.name(), counts[*reason as usize].all))
            .collect()
    }
}
