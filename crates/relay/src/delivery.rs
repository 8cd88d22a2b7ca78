//! A mail delivered once: one whose key was seen is not sent again, and the log is told.

use std::sync::Arc;

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
            let relay = Arc::clone(relay);
            let ended = async move {
                let (ending, delivery) = delivering.await;
                relay.ledger.end(&key, &ending);
                sender.send_replace(Some(ending.clone()));
                (ending, delivery)
            };
            // A task of its own: a visitor who hangs up does not stop a delivery.
            let (ending, delivery) = tokio::spawn(ended).await.map_err(|_| Refusal::Defect)?;
            note(exchange, &delivery);
            ending
        }
    }
}

async fn deliver(relay: Arc<Relay>, mail: Mail) -> (Ending, Delivery) {
    match relay.outbox.deliver(&Arc::new(mail)).await {
        Ok(delivery) => (Ok(()), delivery),
        Err((failure, mut delivery)) => {
            // Retrying will not help: somebody has to look.
            delivery.needs_attention = failure.kind == FailureKind::Refused;
            (Err(refusal(&failure)), delivery)
        }
    }
}

/// Tells the log about a delivery.
pub(crate) fn note(exchange: &mut Exchange, delivery: &Delivery) {
    if !delivery.provider.is_empty() {
        exchange.note("provider", delivery.provider);
    }
    exchange.note("calls", delivery.calls);
    if delivery.needs_attention {
        exchange.note("alert", true);
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
