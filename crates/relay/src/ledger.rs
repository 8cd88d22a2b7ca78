//! Remembers for a while which submissions were delivered, so that a repeated post is one mail.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
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
    known: Arc<Mutex<Deliveries>>,
}

#[derive(Default)]
struct Deliveries {
    by_key: HashMap<Arc<str>, Known>,
    /// Keys in the order that they came; the first ones are forgotten first.
    order: VecDeque<Arc<str>>,
}

struct Known {
    fingerprint: [u8; 32],
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

    fn lock(&self) -> MutexGuard<'_, Deliveries> {
        self.known
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes a submission in.
    pub fn turn(&self, key: &str, fingerprint: [u8; 32]) -> Turn {
        let mut known = self.lock();
        match known.by_key.get(key) {
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
        known.forget();
        let (sender, receiver) = watch::channel(None);
        let key: Arc<str> = key.into();
        let one = Known {
            fingerprint,
            state: State::Running(receiver),
            since: Instant::now(),
        };
        if known.by_key.insert(Arc::clone(&key), one).is_none() {
            known.order.push_back(key);
        }
        Turn::Deliver(sender)
    }

    /// Says how a delivery ended. A failure is forgotten, so that a retry is a new delivery.
    pub fn end(&self, key: &str, ending: &Ending) {
        let mut known = self.lock();
        if ending.is_err() {
            known.by_key.remove(key);
        } else if let Some(one) = known.by_key.get_mut(key) {
            one.state = State::Delivered;
        }
    }
}

impl Deliveries {
    /// Forgets the oldest ones: those of more than an hour ago, and what is over the most. Two for
    /// each one that comes, so that nobody waits for a great tidying.
    fn forget(&mut self) {
        for _ in 0..2 {
            let Some(key) = self.order.front().map(Arc::clone) else {
                return;
            };
            let known = self.by_key.get(&key);
            let is_old = known.is_none_or(|one| one.since.elapsed() >= Ledger::KEPT);
            if !is_old && self.order.len() < Ledger::MOST {
                return;
            }
            let is_running = known.is_some_and(Known::is_running);
            self.order.pop_front();
            if is_running {
                self.order.push_back(key);
            } else {
                self.by_key.remove(&key);
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_forgotten_but_for_those_under_way() {
        let ledger = Ledger::default();
        let _running = ledger.turn("running", [0; 32]);
        for number in 0..Ledger::MOST + 50 {
            let key = number.to_string();
            assert!(matches!(ledger.turn(&key, [1; 32]), Turn::Deliver(_)));
            ledger.end(&key, &Ok(()));
        }
        let (known, order) = {
            let deliveries = ledger.lock();
            (deliveries.by_key.len(), deliveries.order.len())
        };
        assert!(known <= Ledger::MOST && known == order, "{known} {order}");
        assert!(matches!(ledger.turn("running", [0; 32]), Turn::Wait(_)));
        let last = (Ledger::MOST + 49).to_string();
        assert!(matches!(ledger.turn(&last, [1; 32]), Turn::Done));
        assert!(matches!(ledger.turn(&last, [2; 32]), Turn::Conflict));
        assert!(matches!(ledger.turn("0", [1; 32]), Turn::Deliver(_)));
    }
    fn is_new(turn: &Turn) -> bool {
        matches!(turn, Turn::Deliver(_))
    }

    #[tokio::test]
    async fn a_key_is_one_delivery_until_it_failed_or_was_given_up() {
        let ledger = Ledger::default();
        let Turn::Deliver(first) = ledger.turn("a", [1; 32]) else {
            panic!("it is new");
        };
        let Turn::Wait(waiting) = ledger.turn("a", [1; 32]) else {
            panic!("it is under way");
        };
        assert!(matches!(ledger.turn("a", [2; 32]), Turn::Conflict));
        // The ending is told before the sender is gone, and heard after.
        ledger.end("a", &Ok(()));
        first.send_replace(Some(Ok(())));
        drop(first);
        assert!(ending(waiting).await.is_ok());
        assert!(matches!(ledger.turn("a", [1; 32]), Turn::Done));
        assert!(matches!(ledger.turn("a", [2; 32]), Turn::Conflict));

        let Turn::Deliver(failed) = ledger.turn("b", [1; 32]) else {
            panic!("it is new");
        };
        failed.send_replace(Some(Err(Refusal::Undelivered)));
        // Sent, but not yet taken down: nobody delivers it meanwhile.
        let Turn::Wait(waiting) = ledger.turn("b", [1; 32]) else {
            panic!("it is under way");
        };
        assert!(matches!(ending(waiting).await, Err(Refusal::Undelivered)));
        drop(failed);
        assert!(matches!(ledger.turn("b", [1; 32]), Turn::Wait(_)));
        ledger.end("b", &Err(Refusal::Undelivered));
        assert!(is_new(&ledger.turn("b", [2; 32])));

        // Whoever delivers panics: the next one delivers, whatever it is.
        let Turn::Deliver(panicked) = ledger.turn("c", [1; 32]) else {
            panic!("it is new");
        };
        let Turn::Wait(waiting) = ledger.turn("c", [1; 32]) else {
            panic!("it is under way");
        };
        drop(panicked);
        assert!(matches!(ending(waiting).await, Err(Refusal::Defect)));
        assert!(is_new(&ledger.turn("c", [3; 32])));
    }

    #[test]
    fn two_of_an_hour_ago_are_forgotten_for_each_that_comes() {
        let ledger = Ledger::default();
        let keys: Vec<String> = (0..6).map(|n| n.to_string()).collect();
        let mut running = Vec::new();
        for key in &keys {
            match ledger.turn(key, [1; 32]) {
                Turn::Deliver(sender) if key == "0" => running.push(sender),
                _ => ledger.end(key, &Ok(())),
            }
        }
        let age = |since: Duration| {
            let then = Instant::now().checked_sub(since).expect("a time");
            let mut known = ledger.lock();
            known.by_key.values_mut().for_each(|one| one.since = then);
        };
        age(Ledger::KEPT - Duration::from_secs(9));
        let left = |come: &str| {
            drop(ledger.turn(come, [1; 32]));
            let known = ledger.lock();
            let mut left: Vec<&str> = known.order.iter().map(|key| &**key).collect();
            assert_eq!(left.len(), known.by_key.len());
            left.sort_unstable();
            left.concat()
        };
        assert_eq!(left("x"), "012345x");
        age(Ledger::KEPT);
        // The first one is under way: it goes to the end, and one is forgotten.
        assert_eq!(left("y"), "02345xy");
        assert_eq!(left("z"), "045xyz");
        assert_eq!(left("w"), "0wxyz");
    }
}
