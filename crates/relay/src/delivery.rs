//! A mail delivered once: one whose key was seen is not sent again, and the log is told.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::exchange::Exchange;
use crate::ledger::{self, Ending, Turn};
use crate::mail::Mail;
use crate::outbox::{Delivery, Working};
use crate::provider::{Failure, FailureKind};
use crate::refusal::Refusal;
use crate::relay::Relay;
use crate::underway::OneUnderway;

/// Why a mail was not delivered, as far as its sender knows.
pub(crate) struct Undelivered {
    pub refusal: Refusal,
    /// Whether a provider may have taken it all the same.
    pub is_in_doubt: bool,
}

impl From<Undelivered> for Refusal {
    fn from(undelivered: Undelivered) -> Self {
        undelivered.refusal
    }
}

impl Undelivered {
    /// Nothing was sent for this post.
    fn unsent(refusal: Refusal) -> Self {
        Self {
            refusal,
            is_in_doubt: false,
        }
    }
}

/// Delivers a mail whose key has not been seen, waits for one that is under way, and counts one
/// that was delivered as delivered.
pub(crate) async fn deliver_once(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    mail: Mail,
) -> Result<(), Undelivered> {
    let key = mail.key.clone();
    match relay.ledger.turn(&key, mail.fingerprint()) {
        Turn::Done => {
            exchange.note("repeated", true);
            Ok(())
        }
        Turn::Conflict => Err(Undelivered::unsent(Refusal::Reused)),
        Turn::Wait(receiver) => {
            exchange.note("repeated", true);
            // No longer than whoever delivers: what cannot be taken back may go on for minutes.
            let ended = tokio::time::timeout(relay.outbox.whole(), ledger::ending(receiver));
            let ended = ended.await.unwrap_or(Err(Refusal::LateProvider));
            ended.map_err(Undelivered::unsent)
        }
        Turn::Deliver(sender) => {
            let submission = exchange.noted("submission").cloned();
            let entry = Entry {
                relay: Arc::clone(relay),
                submission: submission.unwrap_or_else(|| json!(key)),
                key,
                sender,
                _underway: relay.config.underway.begin(),
            };
            // A task of its own: a visitor who hangs up does not stop a delivery.
            let ended = tokio::spawn(entry.deliver(mail)).await;
            let outcome = ended.ok().and_then(Outcome::heard);
            let Some(Ended { ending, delivery }) = outcome else {
                return Err(Undelivered {
                    refusal: Refusal::Defect,
                    is_in_doubt: true,
                });
            };
            note(relay, exchange, &delivery);
            ending.map_err(|refusal| Undelivered {
                refusal,
                is_in_doubt: delivery.is_in_doubt(),
            })
        }
    }
}

/// A delivery under way, as the ledger knows it.
struct Entry {
    relay: Arc<Relay>,
    key: String,
    /// As the log's line of the request names it.
    submission: Value,
    sender: watch::Sender<Option<Ending>>,
    /// As long as it lasts.
    _underway: OneUnderway,
}

impl Entry {
    /// Delivers a mail, as far as a visitor waits for it.
    async fn deliver(self, mail: Mail) -> Outcome {
        let mut ended = deliver(Arc::clone(&self.relay), mail).await;
        let working = std::mem::take(&mut ended.delivery.working);
        let ending = ended.ending.clone();
        let outcome = Outcome {
            relay: Arc::clone(&self.relay),
            submission: self.submission.clone(),
            ended: Some(ended),
            _underway: self.relay.config.underway.begin(),
        };
        if ending.is_ok() || working.is_none() {
            self.end(ending);
        } else {
            tokio::spawn(self.end_late(working));
        }
        outcome
    }

    fn end(self, ending: Ending) {
        self.relay.ledger.end(&self.key, &ending);
        self.sender.send_replace(Some(ending));
    }

    /// Waits for what goes on after the visitor was answered, so that the same post again is answered by how it ended.
    async fn end_late(self, working: Working) {
        let ended = working.ending().await;
        let how = match &ended {
            Ok(provider) => {
                self.relay.is_hopeless.store(false, Ordering::Relaxed);
                ("provider", json!(provider))
            }
            Err(failure) => ("failure", json!(failure.detail)),
        };
        let submission = ("submission", self.submission.clone());
        let log = &self.relay.config.log;
        log.write("warn", "late", &[submission, how]);
        self.end(ended.map(drop).map_err(|failure| refusal(&failure)));
    }
}

/// How a delivery ended, as far as a visitor waits for it.
struct Ended {
    ending: Ending,
    delivery: Delivery,
}

/// How a delivery ended, on its way to the request that waits for it. Where none does any longer, since the visitor hung up,
/// it tells the log and whoever is to know by itself.
struct Outcome {
    relay: Arc<Relay>,
    submission: Value,
    /// None once the request has it.
    ended: Option<Ended>,
    /// Until it is told.
    _underway: OneUnderway,
}

impl Outcome {
    /// What the request tells from now on.
    fn heard(mut self) -> Option<Ended> {
        self.ended.take()
    }
}

impl Drop for Outcome {
    fn drop(&mut self) {
        let Some(Ended { ending, delivery }) = self.ended.take() else {
            return;
        };
        let mut details = vec![
            ("submission", self.submission.clone()),
            ("taken", json!(ending.is_ok())),
            ("calls", json!(delivery.calls)),
            ("failures", json!(delivery.failures)),
        ];
        let mut level = if ending.is_ok() { "info" } else { "warn" };
        if !delivery.alerts.is_empty() {
            let alert = delivery.alerts.join(" ");
            self.relay.alert(&alert);
            details.push(("alert", json!(alert)));
            level = "error";
        }
        self.relay.config.log.write(level, "unheard", &details);
    }
}

async fn deliver(relay: Arc<Relay>, mail: Mail) -> Ended {
    let note = &relay.texts().may_be_copy;
    let (ending, delivery) = match relay.outbox.deliver(&Arc::new(mail), note).await {
        Ok(delivery) => (Ok(()), delivery),
        Err((failure, delivery)) => (Err(failure), delivery),
    };
    // What fails in another way mends nothing.
    if ending.is_ok() || delivery.is_hopeless() {
        relay.is_hopeless.store(ending.is_err(), Ordering::Relaxed);
    }
    let provider = if ending.is_ok() {
        delivery.provider
    } else {
        "none"
    };
    relay
        .metrics
        .delivered(provider, ending.is_ok(), delivery.took);
    Ended {
        ending: ending.map_err(|failure| refusal(&failure)),
        delivery,
    }
}

/// Tells the log about a delivery, and whoever is to know what only the owner can mend.
pub(crate) fn note(relay: &Relay, exchange: &mut Exchange, delivery: &Delivery) {
    if !delivery.provider.is_empty() {
        exchange.note("provider", delivery.provider);
    }
    exchange.note("calls", delivery.calls);
    if !delivery.alerts.is_empty() {
        let alert = delivery.alerts.join(" ");
        relay.alert(&alert);
        exchange.alert = Some(alert);
    }
    if !delivery.failures.is_empty() {
        exchange.note("failures", delivery.failures.clone());
    }
}

/// What a provider's failure means for the visitor.
pub(crate) fn refusal(failure: &Failure) -> Refusal {
    match failure.kind {
        FailureKind::Busy(wait) => Refusal::Busy {
            retry_after: wait.map_or(30, |wait| wait.as_secs().clamp(1, 3_600)),
        },
        FailureKind::Late => Refusal::LateProvider,
        FailureKind::Conflict => Refusal::Reused,
        FailureKind::Recipient => Refusal::Recipient,
        FailureKind::Temporary | FailureKind::Refused => Refusal::Undelivered,
    }
}
