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
            };
            // A task of its own: a visitor who hangs up does not stop a delivery.
            let ended = tokio::spawn(entry.deliver(mail)).await;
            let (ending, delivery) = ended.map_err(|_| Undelivered {
                refusal: Refusal::Defect,
                is_in_doubt: true,
            })?;
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
}

impl Entry {
    /// Delivers a mail, as far as a visitor waits for it.
    async fn deliver(self, mail: Mail) -> (Ending, Delivery) {
        let (ending, mut delivery) = deliver(Arc::clone(&self.relay), mail).await;
        let working = std::mem::take(&mut delivery.working);
        if ending.is_ok() || working.is_none() {
            self.end(ending.clone());
        } else {
            tokio::spawn(self.end_late(working));
        }
        (ending, delivery)
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

async fn deliver(relay: Arc<Relay>, mail: Mail) -> (Ending, Delivery) {
    let note = &relay.texts().may_be_copy;
    let (ending, delivery) = match relay.outbox.deliver(&Arc::new(mail), note).await {
        Ok(delivery) => (Ok(()), delivery),
        Err((failure, delivery)) => (Err(failure), delivery),
    };
    relay
        .is_hopeless
        .store(delivery.is_hopeless(), Ordering::Relaxed);
    let provider = if ending.is_ok() {
        delivery.provider
    } else {
        "none"
    };
    relay
        .metrics
        .delivered(provider, ending.is_ok(), delivery.took);
    (ending.map_err(|failure| refusal(&failure)), delivery)
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
        exchange.note("alert", alert);
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
