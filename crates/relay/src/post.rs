//! A post to a form: read, judged, delivered once, answered.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{StatusCode, header};
use forms::{Accepted, FieldError, Form, Submission};
use serde_json::json;

use crate::answer::Answer;
use crate::body::{self, Encoding};
use crate::ledger::{self, Ending, Turn};
use crate::mail::{self, Ends, Mail};
use crate::newsletter;
use crate::outbox::Delivery;
use crate::page::Refused;
use crate::provider::{Failure, FailureKind};
use crate::refusal::Refusal;
use crate::router::{Call, Relay};
use crate::visible::ascii_address;

/// Answers a post to a form.
///
/// # Errors
///
/// A refusal before the body could be understood: afterwards a refusal shows what was typed again.
pub(crate) async fn submission(
    relay: &Arc<Relay>,
    call: &mut Call,
    (form, body): (&Form, Body),
) -> Result<Answer, Refusal> {
    if call.header(&header::CONTENT_ENCODING).is_some() {
        return Err(Refusal::MediaType);
    }
    let encoding = Encoding::of(call.header(&header::CONTENT_TYPE))?;
    let limit = relay.config.body_limit;
    if let Some(length) = content_length(call).filter(|length| *length > limit) {
        // A browser shows the answer to a form only once it has sent all of it. What is larger than
        // any form that is filled in by hand is not read at all.
        if encoding == Encoding::Urlencoded && length <= FILLED_IN_BY_HAND {
            body::discard(body, relay.config.body_time).await;
        }
        return Err(Refusal::TooLarge);
    }
    let bytes = body::read(body, limit, relay.config.body_time).await?;
    let submission = body::parse(encoding, &bytes)?;
    match process(relay, call, (form, &submission)).await {
        Ok(id) if call.wants_page() => {
            call.note("submission", short(&id));
            Ok(Answer::redirect(&format!(
                "{}{}",
                relay.config.site, form.thanks
            )))
        }
        Ok(id) => {
            call.note("submission", short(&id));
            Ok(Answer::json(StatusCode::OK, &json!({ "id": id })))
        }
        Err(refusal) if call.wants_page() => {
            let action = call.path.clone();
            let refused = Refused {
                texts: relay.texts(),
                form,
                submission: &submission,
                refusal: &refusal,
                action: &action,
                mailto: relay.config.mailto.as_deref(),
            };
            let body = refused.body();
            Ok(relay.refused_page(call, (&refusal, &body)))
        }
        Err(refusal) => Ok(relay.refused_problem(call, &refusal)),
    }
}

/// Bytes of a form with every text as long as it may be and every character escaped.
const FILLED_IN_BY_HAND: usize = 128 * 1024;

fn content_length(call: &Call) -> Option<usize> {
    call.header(&header::CONTENT_LENGTH)?.trim().parse().ok()
}

/// Enough of an id to find it, made of letters, digits and hyphens only.
fn short(id: &str) -> String {
    id.chars().take(64).collect()
}

async fn process(
    relay: &Arc<Relay>,
    call: &mut Call,
    (form, submission): (&Form, &Submission<'_>),
) -> Result<String, Refusal> {
    relay.count_client(call)?;
    relay.count_form(call, &form.id)?;
    let accepted = form.judge(submission).map_err(Refusal::Invalid)?;
    check_addresses(form, &accepted)?;
    if !accepted.suspicions.is_empty() {
        call.note("suspect", true);
    }
    let now = jiff::Timestamp::now().as_second();
    let config = &relay.config;
    let ends = Ends {
        from: &config.from,
        to: &config.to,
        now,
        settings: &config.settings,
    };
    let mail = match mail::of_submission(form, &accepted, &ends) {
        Some(mail) => mail,
        None => newsletter::confirmation(relay, form, (&accepted, now))?,
    };
    let given = accepted.submission.clone();
    let id = given.clone().unwrap_or_else(|| mail.key.replace('/', "-"));
    match deliver_once(relay, call, mail).await {
        // The id was made from the content, so the same mail is there already.
        Err(Refusal::Reused) if given.is_none() => Ok(id),
        ending => ending.map(|()| id),
    }
}

/// A domain that passes the form's pattern can still be none that mail knows.
fn check_addresses(form: &Form, accepted: &Accepted<'_>) -> Result<(), Refusal> {
    let wrong: Vec<FieldError> = form
        .fields()
        .filter(|field| field.kind == forms::Kind::Email)
        .map(|field| (field, accepted.text(&field.name)))
        .filter(|(_, address)| !address.is_empty() && !is_deliverable(address))
        .map(|(field, _)| FieldError {
            pointer: format!("#/{}", field.name),
            code: "email_invalid",
            detail: form.message("email_invalid", None),
        })
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Invalid(wrong))
    }
}

fn is_deliverable(address: &str) -> bool {
    ascii_address(address)
        .is_some_and(|ascii| ascii.len() <= 254 && ascii.parse::<lettre::Address>().is_ok())
}

/// Delivers a mail whose key has not been seen, waits for one that is under way, and counts one
/// that was delivered as delivered.
pub(crate) async fn deliver_once(relay: &Arc<Relay>, call: &mut Call, mail: Mail) -> Ending {
    let key = mail.key.clone();
    match relay.ledger.turn(&key, mail.fingerprint()) {
        Turn::Done => {
            call.note("repeated", true);
            Ok(())
        }
        Turn::Conflict => Err(Refusal::Reused),
        Turn::Wait(receiver) => {
            call.note("repeated", true);
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
            note(call, &delivery);
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
pub(crate) fn note(call: &mut Call, delivery: &Delivery) {
    if !delivery.provider.is_empty() {
        call.note("provider", delivery.provider);
    }
    call.note("calls", delivery.calls);
    if delivery.needs_attention {
        call.note("alert", true);
    }
    if !delivery.failures.is_empty() {
        call.note("failures", delivery.failures.clone());
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
