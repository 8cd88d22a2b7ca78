//! A mail delivered once: one whose key was seen is not sent again, and the log is told.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::exchange::Exchange;
use crate::ledger::{self, Ending, Turn};
use crate::mail::Mail;
use crate::outbox::Delivery;
use crate::provider::{Failure, FailureKind};
use crate::refusal::Refusal;
use crate::relay::Relay;

/// Delivers a mail whose key has not been seen, waits for one that is under way, and counts one
/// that was delivered as delivered.
pub(crate) async fn deliver_once(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    mail: Mail,
) -> Ending {
    let key = mail.key.clone();
    match relay.ledger.turn(&key, mail.fingerprint()) {
        Turn::Done => {
            exchange.note("repeated", true);
            Ok(())
        }
        Turn::Conflict => Err(Refusal::Reused),
        Turn::Wait(receiver) => {
            exchange.note("repeated", true);
            ledger::ending(receiver).await
        }
        Turn::Deliver(sender) => {
            let delivering = deliver(Arc::clone(relay), mail);
            let noted = Arc::clone(relay);
            let relay = Arc::clone(relay);
            let ended = async move {
                let (ending, delivery) = delivering.await;
                relay.ledger.end(&key, &ending);
                sender.send_replace(Some(ending.clone()));
                (ending, delivery)
            };
            // A task of its own: a visitor who hangs up does not stop a delivery.
            let (ending, delivery) = tokio::spawn(ended).await.map_err(|_| Refusal::Defect)?;
            note(&noted, exchange, &delivery);
            ending
        }
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
        FailureKind::Temporary | FailureKind::Refused => Refusal::Undelivered,
    }
}
