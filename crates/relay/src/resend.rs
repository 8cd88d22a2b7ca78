//! Resend's HTTP API: a mail in one idempotent call, and its contacts.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::Bytes;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::address::Address;
use crate::mail::Mail;
use crate::provider::{Calling, Contacts, Failure, FailureKind, Provider, within};
use crate::web::{Web, web_address};

/// Resend, or anything that speaks its API. Its connections are kept for the next call.
#[derive(Clone)]
pub struct Resend {
    web: Web,
    base: String,
    authorization: HeaderValue,
    segment: Option<String>,
}

/// How to reach Resend.
#[derive(Clone, Default)]
pub struct ResendSettings {
    /// The API's address; `http://` only for this machine.
    pub base: String,
    /// The sending key.
    pub key: String,
    /// The segment that new contacts join.
    pub segment: Option<String>,
    /// Certificates in PEM to trust instead of the public ones.
    pub roots: Option<Vec<u8>>,
}

impl Resend {
    /// # Errors
    ///
    /// What is wrong with the settings, in lower case.
    pub fn new(settings: ResendSettings) -> Result<Self, String> {
        let base = web_address(&settings.base, Address::base)?;
        let (web, base) = (
            Web::new(&base, settings.roots.as_deref())?,
            base.to_string(),
        );
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", settings.key))
            .map_err(|_| "the key has characters that no key has")?;
        authorization.set_sensitive(true);
        Ok(Resend {
            web,
            base,
            authorization,
            segment: settings.segment,
        })
    }

    /// One call; the answer's JSON. A call with a key is done once, however often it is made.
    async fn call(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Vec<u8>,
    ) -> Result<Value, Failure> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(header::AUTHORIZATION, &self.authorization)
            .header(header::CONTENT_TYPE, "application/json")
            .header(
                header::USER_AGENT,
                concat!("relay/", env!("CARGO_PKG_VERSION")),
            );
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let request = request
            .body(Full::from(body))
            .map_err(|_| Failure::new(FailureKind::Refused, "call"))?;
        read(&self.web.call(request).await?)
    }

    async fn patch(&self, address: &str, change: &Value) -> Result<Value, Failure> {
        let encoded =
            percent_encoding::utf8_percent_encode(address, percent_encoding::NON_ALPHANUMERIC);
        let path = format!("/contacts/{encoded}");
        let body = change.to_string().into_bytes();
        self.call(Method::PATCH, &path, None, body).await
    }
}

/// A mail as the API reads it.
#[derive(Serialize)]
struct Email<'a> {
    from: &'a str,
    to: [&'a str; 1],
    subject: Cow<'a, str>,
    html: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_to: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", serialize_with = "as_object")]
    headers: &'a [(String, String)],
}

fn as_object<S: Serializer>(headers: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(headers.iter().map(|(name, value)| (name, value)))
}

/// A subject in which nothing is an encoded word (RFC 2047): the provider writes plain ASCII into the header as it is.
fn in_clear(subject: &str) -> Cow<'_, str> {
    match subject.contains("=?") {
        true => Cow::Owned(subject.replace("=?", "=\u{a0}?")),
        false => Cow::Borrowed(subject),
    }
}

impl Provider for Resend {
    fn name(&self) -> &'static str {
        "resend"
    }

    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling {
        let (resend, mail) = (self.clone(), Arc::clone(mail));
        // A call that is given up may be made again beside what is left of it: its key is known.
        within(time, async move {
            let email = Email {
                from: &mail.from,
                to: [&mail.to],
                subject: in_clear(&mail.subject),
                html: &mail.html,
                text: &mail.text,
                reply_to: mail.reply_to.as_deref(),
                headers: &mail.headers,
            };
            let body = serde_json::to_vec(&email)
                .map_err(|_| Failure::new(FailureKind::Refused, "json"))?;
            let key = Some(mail.key.as_str());
            let answer = resend.call(Method::POST, "/emails", key, body).await?;
            // An answer without an id may have been cut short on the way.
            match answer["id"].as_str() {
                Some(_) => Ok(()),
                None => Err(Failure::new(FailureKind::Temporary, "no-id")),
            }
        })
    }

    fn contacts(&self) -> Option<&dyn Contacts> {
        Some(self)
    }
}

impl Contacts for Resend {
    fn subscribe(&self, address: &str) -> Calling {
        let (resend, address) = (self.clone(), address.to_owned());
        Box::pin(async move {
            let mut body = json!({ "email": address, "unsubscribed": false });
            if let Some(segment) = &resend.segment {
                body["segments"] = json!([segment]);
            }
            let body = body.to_string().into_bytes();
            match resend.call(Method::POST, "/contacts", None, body).await {
                // Known already: it may have left before.
                Err(Failure { detail, .. }) if detail == "409" => {
                    let change = json!({ "unsubscribed": false });
                    resend.patch(&address, &change).await.map(drop)
                }
                answer => answer.map(drop),
            }
        })
    }

    fn unsubscribe(&self, address: &str) -> Calling {
        let (resend, address) = (self.clone(), address.to_owned());
        Box::pin(async move {
            match resend
                .patch(&address, &json!({ "unsubscribed": true }))
                .await
            {
                Err(Failure { detail, .. }) if detail == "404" => Ok(()),
                answer => answer.map(drop),
            }
        })
    }
}

/// The answer's JSON, or the failure that its status and error name mean.
fn read(answer: &Response<Bytes>) -> Result<Value, Failure> {
    let status = answer.status();
    let body = serde_json::from_slice(answer.body());
    if status.is_success() {
        return body.map_err(|_| Failure::new(FailureKind::Temporary, "cut-short"));
    }
    let body: Value = body.unwrap_or_default();
    let wait = answer.headers().get(header::RETRY_AFTER);
    let wait = wait.and_then(|value| retry_after(value.to_str().ok()?, SystemTime::now()));
    let kind = match (status, body["name"].as_str().unwrap_or("")) {
        // Waiting mends no quota: somebody has to choose another plan, or the second provider.
        (_, "daily_quota_exceeded" | "monthly_quota_exceeded") => FailureKind::Refused,
        (StatusCode::TOO_MANY_REQUESTS, _) => FailureKind::Busy(wait),
        (StatusCode::SERVICE_UNAVAILABLE, _) if wait.is_some() => FailureKind::Busy(wait),
        (StatusCode::CONFLICT, "concurrent_idempotent_requests") => FailureKind::Temporary,
        (StatusCode::CONFLICT, "invalid_idempotent_request") => FailureKind::Conflict,
        (status, _) if status.is_server_error() => FailureKind::Temporary,
        _ => FailureKind::Refused,
    };
    Err(Failure::new(kind, status.as_str()))
}

/// The longest that a provider is believed to want.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// How long to wait, by a `Retry-After` in seconds or as a date; none for one that is neither.
fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // More digits than a number has are still a long time.
        let seconds = value.parse().map_or(LONGEST_WAIT, Duration::from_secs);
        return Some(seconds.min(LONGEST_WAIT));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let wait = date.duration_since(now).unwrap_or_default();
    Some(wait.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_retry_after() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:30 GMT").unwrap();
        for (value, seconds) in [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("18446744073709551615", Some(3_600)),
            ("99999999999999999999999999", Some(3_600)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(7)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(7)),
            ("Sun Nov  6 08:49:37 1994", Some(7)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(3_600)),
            ("soon", None),
            ("", None),
            ("-1", None),
            ("1.5", None),
        ] {
            let found = retry_after(value, now).map(|wait| wait.as_secs());
            assert_eq!(found, seconds, "{value}");
        }
    }
}
