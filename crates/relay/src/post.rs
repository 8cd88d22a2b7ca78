//! A post to a form: read, judged, delivered once, answered.

use std::sync::Arc;

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName};
use forms::{Accepted, FieldError, Form, Submission, Suspicion};
use serde_json::json;

use crate::body::{self, Encoding};
use crate::config::read_limit;
use crate::delivery::deliver_once;
use crate::exchange::Exchange;
use crate::form_page::Refused;
use crate::mail::{self, Ends, Mail};
use crate::newsletter;
use crate::refusal::Refusal;
use crate::relay::Relay;
use crate::reply::Reply;
use crate::visible::ascii_address;

/// Answers a post to a form.
///
/// # Errors
///
/// A refusal before the body could be understood: afterwards a refusal shows what was typed again.
pub(crate) async fn submission(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    form: &Form,
    body: Body,
) -> Result<Reply, Refusal> {
    if exchange.header(&header::CONTENT_ENCODING).is_some() {
        return Err(Refusal::MediaType);
    }
    let encoding = Encoding::of(exchange.header(&header::CONTENT_TYPE))?;
    let limit = relay.config.body_limit;
    if let Some(length) = content_length(exchange).filter(|length| *length > limit) {
        if length <= read_limit(limit) {
            body::discard(body, relay.config.body_time).await;
        }
        return Err(Refusal::TooLarge);
    }
    let bytes = body::read(body, limit, relay.config.body_time).await?;
    let submission = body::parse(encoding, &bytes)?;
    let spoken = form.in_language(&exchange.language);
    match process(relay, exchange, form, &submission).await {
        Ok(delivered) => {
            Ok(if exchange.wants_page() {
                // A page of the site has a part for each outcome that a form can have.
                let outcome = delivered.outcome.map(|id| format!("#{id}"));
                let outcome = outcome.unwrap_or_default();
                Reply::redirect(&format!("{}{}{outcome}", relay.config.site, spoken.thanks))
            } else {
                Reply::json(StatusCode::OK, &json!({ "id": delivered.id }))
            })
        }
        Err(refusal) if exchange.wants_page() => {
            let refused = Refused {
                settings: relay.settings(exchange),
                form: spoken,
                submission: &submission,
                refusal: &refusal,
                action: &spoken.address(),
                site: &relay.config.site,
                mailto: relay.config.mailto.as_deref(),
            };
            let body = refused.body();
            Ok(relay.refused_page(exchange, &refusal, &body))
        }
        Err(refusal) => Ok(relay.refused_problem(exchange, &refusal)),
    }
}

fn content_length(exchange: &Exchange) -> Option<usize> {
    exchange
        .header(&header::CONTENT_LENGTH)?
        .trim()
        .parse()
        .ok()
}

/// Enough of an id to find it, made of letters, digits, hyphens, underscores and dots only.
fn short(id: &str) -> String {
    id.chars().take(64).collect()
}

/// What was taken.
struct Delivered {
    id: String,
    /// The form's judgement, by its id.
    outcome: Option<String>,
}

async fn process(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    form: &Form,
    submission: &Submission<'_>,
) -> Result<Delivered, Refusal> {
    // The visitor is spoken to in a language, the owner as the form was written.
    let spoken = form.in_language(&exchange.language);
    relay.count_client(exchange)?;
    relay.count_form(exchange, &form.id)?;
    let mut accepted = spoken.judge(submission).map_err(Refusal::Invalid)?;
    doubt(exchange, &mut accepted);
    check_addresses(spoken, &accepted)?;
    if !accepted.suspicions.is_empty() {
        exchange.note("suspect", true);
    }
    let now = jiff::Timestamp::now().as_second();
    let config = &relay.config;
    let ends = Ends {
        from: &config.from,
        to: &config.to,
        now,
        settings: &config.settings,
        language: spoken.language.as_deref(),
    };
    let given = accepted.submission.clone();
    let id = |mail: &Mail| given.clone().unwrap_or_else(|| mail.key.replace('/', "-"));
    let (id, ending) = match mail::of_submission(form, &accepted, &ends) {
        Some(mail) => {
            let id = id(&mail);
            exchange.note("submission", short(&id));
            let ending = deliver_once(relay, exchange, mail).await;
            (id, ending.map_err(Refusal::from))
        }
        None => {
            let mail = newsletter::confirmation(relay, spoken, &accepted, now)?;
            let id = id(&mail);
            exchange.note("submission", short(&id));
            let ending = newsletter::deliver_confirmation(relay, exchange, mail).await;
            let ending = ending.map_err(|refusal| match refusal {
                Refusal::Recipient => Refusal::Invalid(newsletter::nobody(spoken)),
                refusal => refusal,
            });
            (id, ending)
        }
    };
    match ending {
        // The id was made from the content, and the ledger knows it with no other: it is the provider that has the same mail.
        Err(Refusal::Reused) if given.is_none() => {}
        ending => ending?,
    }
    let outcome = accepted.outcome;
    Ok(Delivered { id, outcome })
}

/// What is sent as a form without a script comes from a browser that goes to the answer, and browsers say so.
fn doubt(exchange: &Exchange, accepted: &mut Accepted<'_>) {
    if exchange.header(&SEC_FETCH_MODE) == Some("navigate") {
        let suspicions = &mut accepted.suspicions;
        suspicions.retain(|suspicion| *suspicion != Suspicion::Unscripted);
    }
}

const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// A domain that passes the form's pattern can still be none that mail knows, and a name that holds an encoded word
/// (RFC 2047) is another address for whoever decodes it.
fn check_addresses(form: &Form, accepted: &Accepted<'_>) -> Result<(), Refusal> {
    let wrong: Vec<FieldError> = form
        .fields()
        .filter(|field| field.kind == forms::Kind::Email)
        .map(|field| (field, accepted.text(&field.name)))
        .filter(|(_, address)| !address.is_empty() && !is_deliverable(address))
        .map(|(field, _)| newsletter::email_invalid(form, &field.name))
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Invalid(wrong))
    }
}

fn is_deliverable(address: &str) -> bool {
    let is_plain = !address.contains("=?");
    is_plain
        && ascii_address(address)
            .is_some_and(|ascii| ascii.len() <= 254 && ascii.parse::<lettre::Address>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_mail_knows_are_deliverable() {
        let label = "a".repeat(60);
        let long = |last: usize| format!("{label}@{label}.{label}.{label}.{}.re", "a".repeat(last));
        for (address, expected) in [
            ("a@x.re", true),
            ("a@été.re", true),
            (&*long(7), true),
            (&*long(8), false),
            ("a@x..re", false),
            ("a b@x.re", false),
            ("=?a?=@x.re", false),
        ] {
            assert_eq!(is_deliverable(address), expected, "{address}");
        }
    }
}
