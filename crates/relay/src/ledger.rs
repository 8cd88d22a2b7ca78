//! Remembers for a while which submissions were delivered, so that a repeated post is one mail.

use std::collections::{BTreeMap, HashMap};
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

/// Invariant: each key stands in the order once, with the turn that is known of it, and no other stands there
/// (`each_key_stands_in_the_order_once`).
#[derive(Default)]
struct Deliveries {
    by_key: HashMap<Arc<str>, Known>,
    /// Keys in the order of their turns; the first ones are forgotten first.
    order: BTreeMap<u64, Arc<str>>,
    turns: u64,
}

struct Known {
    fingerprint: [u8; 32],
    state: State,
    turn: u64,
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

    /// Whether something of this key was delivered or is under way.
    pub fn knows(&self, key: &str) -> bool {
        let known = self.lock();
        known.by_key.get(key).is_some_and(|one| !one.is_abandoned())
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
        known.remove(key);
        known.forget();
        let (sender, receiver) = watch::channel(None);
        known.add(key.into(), fingerprint, State::Running(receiver));
        Turn::Deliver(sender)
    }

    /// Says how a delivery ended. A failure is forgotten, so that a retry is a new delivery.
    pub fn end(&self, key: &str, ending: &Ending) {
        let mut known = self.lock();
        if ending.is_err() {
            known.remove(key);
        } else if let Some(one) = known.by_key.get_mut(key) {
            one.state = State::Delivered;
        }
    }
}

impl Deliveries {
    /// Adds a key as the last one.
    fn add(&mut self, key: Arc<str>, fingerprint: [u8; 32], state: State) {
        self.turns += 1;
        let one = Known {
            fingerprint,
            state,
            turn: self.turns,
            since: Instant::now(),
        };
        self.order.insert(one.turn, Arc::clone(&key));
        self.by_key.insert(key, one);
    }

    fn remove(&mut self, key: &str) -> Option<Known> {
        let one = self.by_key.remove(key)?;
        self.order.remove(&one.turn);
        Some(one)
    }

    /// Forgets the oldest ones: those of more than an hour ago, and what is over the most. Two for
    /// each one that comes, so that nobody waits for a great tidying. What is under way becomes the last one.
    fn forget(&mut self) {
        for _ in 0..2 {
            let Some(key) = self.order.values().next().map(Arc::clone) else {
                return;
            };
            let is_old = |one: &Known| one.since.elapsed() >= Ledger::KEPT;
            if self.order.len() < Ledger::MOST && !self.by_key.get(&key).is_some_and(is_old) {
                return;
            }
            if let Some(one) = self.remove(&key).filter(Known::is_running) {
                self.add(key, one.fingerprint, one.state);
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

    /// Whether the order is that of what is known.
    fn is_ordered(ledger: &Ledger) -> bool {
        let known = ledger.lock();
        let turns = known.by_key.iter().map(|(key, one)| (one.turn, key));
        let turns: BTreeMap<u64, &Arc<str>> = turns.collect();
        turns
            .into_iter()
            .eq(known.order.iter().map(|(turn, key)| (*turn, key)))
    }

    fn deliver(ledger: &Ledger, key: &str, ending: &Ending) {
        assert!(is_new(&ledger.turn(key, [1; 32])), "{key}");
        ledger.end(key, ending);
    }

    #[test]
    fn each_key_stands_in_the_order_once() {
        let ledger = Ledger::default();
        let failed = Err(Refusal::Undelivered);
        deliver(&ledger, "kept", &Ok(()));
        // Whatever fails takes no other's place.
        for number in 0..2 * Ledger::MOST {
            deliver(&ledger, &number.to_string(), &failed);
        }
        assert!(matches!(ledger.turn("kept", [1; 32]), Turn::Done));
        // What failed or was given up first, and was delivered later, is remembered from then on.
        deliver(&ledger, "failed", &failed);
        drop(ledger.turn("given up", [2; 32]));
        deliver(&ledger, "between", &Ok(()));
        deliver(&ledger, "failed", &Ok(()));
        deliver(&ledger, "given up", &Ok(()));
        assert!(is_ordered(&ledger));
        for number in 0..Ledger::MOST - 2 {
            deliver(&ledger, &number.to_string(), &Ok(()));
        }
        assert!(is_ordered(&ledger));
        for key in ["failed", "given up"] {
            assert!(matches!(ledger.turn(key, [1; 32]), Turn::Done), "{key}");
        }
        for key in ["kept", "between"] {
            deliver(&ledger, key, &Ok(()));
        }
        assert!(is_ordered(&ledger));
    }

    #[test]
    fn what_was_delivered_late_keeps_nobody_longer() {
        let ledger = Ledger::default();
        deliver(&ledger, "zero", &Ok(()));
        deliver(&ledger, "first", &Err(Refusal::Undelivered));
        drop(ledger.turn("second", [1; 32]));
        for key in ["third", "first", "second"] {
            deliver(&ledger, key, &Ok(()));
        }
        {
            let then = Instant::now().checked_sub(Ledger::KEPT).expect("a time");
            let mut known = ledger.lock();
            for old in ["zero", "third"] {
                known.by_key.get_mut(old).expect("known").since = then;
            }
        }
        deliver(&ledger, "fourth", &Ok(()));
        let known: Vec<Arc<str>> = ledger.lock().order.values().cloned().collect();
        assert_eq!(known, ["first", "second", "fourth"].map(Arc::from));
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
            let mut left: Vec<&str> = known.order.values().map(|key| &**key).collect();
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
