//! Remembers for a while which submissions were delivered, so that a repeated post is one mail.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::refusal::Refusal;

/// How a delivery ended: nothing more than its success is remembered.
pub(crate) type Ending = Result<(), Refusal>;

/// What to do with a submission.
pub(crate) enum Turn {
    /// It is new: deliver it and say how that ended.
    Deliver(watch::Sender<Option<Ending>>),
    /// The same is being delivered: its ending counts for this one.
    Wait(watch::Receiver<Option<Ending>>),
    /// The same was delivered.
    Done,
    /// Its key was used for other content.
    Conflict,
}

/// Deliveries by idempotency key.
#[derive(Clone, Default)]
pub(crate) struct Ledger {
    known: Arc<Mutex<HashMap<String, Known>>>,
}

struct Known {
    fingerprint: String,
    state: State,
    since: Instant,
}

enum State {
    Running(watch::Receiver<Option<Ending>>),
    Delivered,
}

impl Ledger {
    const MOST: usize = 10_000;
    const KEPT: Duration = Duration::from_secs(3_600);

    /// Takes a submission in.
    pub fn turn(&self, key: &str, fingerprint: &str) -> Turn {
        let mut known = self
            .known
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if known.len() >= Self::MOST {
            known.retain(|_, one| one.is_running() || one.since.elapsed() < Self::KEPT);
            if known.len() >= Self::MOST {
                known.retain(|_, one| one.is_running());
            }
        }
        match known.get(key) {
            Some(one) if one.is_abandoned() => {}
            Some(one) if one.fingerprint != fingerprint => return Turn::Conflict,
            Some(Known {
                state: State::Running(ending),
                ..
            }) => {
                return Turn::Wait(ending.clone());
            }
            Some(_) => return Turn::Done,
            None => {}
        }
        let (sender, receiver) = watch::channel(None);
        let one = Known {
            fingerprint: fingerprint.to_owned(),
            state: State::Running(receiver),
            since: Instant::now(),
        };
        known.insert(key.to_owned(), one);
        Turn::Deliver(sender)
    }

    /// Says how a delivery ended. A failure is forgotten, so that a retry is a new delivery.
    pub fn end(&self, key: &str, ending: &Ending) {
        let mut known = self
            .known
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if ending.is_err() {
            known.remove(key);
        } else if let Some(one) = known.get_mut(key) {
            one.state = State::Delivered;
        }
    }
}

impl Known {
    fn is_running(&self) -> bool {
        matches!(self.state, State::Running(_)) && !self.is_abandoned()
    }

    /// The delivery panicked: its sender is gone without an ending.
    fn is_abandoned(&self) -> bool {
        match &self.state {
            State::Running(ending) => ending.has_changed().is_err() && ending.borrow().is_none(),
            State::Delivered => false,
        }
    }
}

/// Waits for the ending of a delivery; a panic on the way is a defect.
pub(crate) async fn ending(mut receiver: watch::Receiver<Option<Ending>>) -> Ending {
    match receiver.wait_for(Option::is_some).await {
        Ok(ending) => ending.clone().unwrap_or(Err(Refusal::Defect)),
        Err(_) => Err(Refusal::Defect),
    }
}
