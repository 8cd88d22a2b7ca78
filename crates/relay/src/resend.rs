//! Resend's HTTP API: a mail in one idempotent call, and its contacts.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::{Response, StatusCode};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::mail::Mail;
use crate::provider::{Contacts, Failure, FailureKind, Provider};

/// Most of an answer that is read.
const ANSWER: u64 = 64 * 1024;

/// Resend, or anything that speaks its API.
pub struct Resend {
    agent: Agent,
    base: String,
    key: String,
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
        let base = settings.base.trim_end_matches('/').to_owned();
        if !base.starts_with("https://") && !is_local(&base) {
            return Err(format!("`{base}` is not an `https://` address"));
        }
        let mut tls = TlsConfig::builder();
        if let Some(pem) = &settings.roots {
            let root =
                Certificate::from_pem(pem).map_err(|_| "the roots are no PEM certificate")?;
            tls = tls.root_certs(RootCerts::new_with_certs(&[root]));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .https_only(base.starts_with("https://"))
            .proxy(None)
            .user_agent(concat!("relay/", env!("CARGO_PKG_VERSION")))
            .max_idle_connections_per_host(16)
            .tls_config(tls.build());
        let agent = Agent::new_with_config(config.build());
        Ok(Resend {
            agent,
            base,
            key: settings.key,
            segment: settings.segment,
        })
    }

    fn post(
        &self,
        path: &str,
        body: &Value,
        (key, time): (Option<&str>, Duration),
    ) -> Result<Response<Body>, Failure> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.base))
            .config()
            .timeout_global(Some(time))
            .build()
            .header("authorization", format!("Bearer {}", self.key))
            .content_type("application/json");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        request
            .send(body.to_string())
            .map_err(|error| failure(&error))
    }

    fn patch(&self, path: &str, body: &Value, time: Duration) -> Result<Response<Body>, Failure> {
        self.agent
            .patch(format!("{}{path}", self.base))
            .config()
            .timeout_global(Some(time))
            .build()
            .header("authorization", format!("Bearer {}", self.key))
            .content_type("application/json")
            .send(body.to_string())
            .map_err(|error| failure(&error))
    }
}

impl Provider for Resend {
    fn name(&self) -> &'static str {
        "resend"
    }

    fn send(&self, mail: &Mail, time: Duration) -> Result<(), Failure> {
        let mut body = json!({
            "from": mail.from,
            "to": [mail.to],
            "subject": mail.subject,
            "html": mail.html,
            "text": mail.text,
        });
        if let Some(reply_to) = &mail.reply_to {
            body["reply_to"] = json!(reply_to);
        }
        if !mail.headers.is_empty() {
            let headers = mail
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), json!(value)));
            body["headers"] = Value::Object(headers.collect());
        }
        let answer = read(self.post("/emails", &body, (Some(&mail.key), time))?)?;
        // An answer without an id may have been cut short on the way.
        match answer["id"].as_str() {
            Some(_) => Ok(()),
            None => Err(Failure::new(FailureKind::Temporary, "no-id")),
        }
    }

    fn contacts(&self) -> Option<&dyn Contacts> {
        Some(self)
    }
}

impl Contacts for Resend {
    fn subscribe(&self, address: &str, time: Duration) -> Result<(), Failure> {
        let mut body = json!({ "email": address, "unsubscribed": false });
        if let Some(segment) = &self.segment {
            body["segments"] = json!([{ "id": segment }]);
        }
        match read(self.post("/contacts", &body, (None, time))?) {
            // Known already: it may have left before.
            Err(Failure { detail, .. }) if detail == "409" => {
                let path = contact_path(address);
                read(self.patch(&path, &json!({ "unsubscribed": false }), time)?).map(drop)
            }
            answer => answer.map(drop),
        }
    }

    fn unsubscribe(&self, address: &str, time: Duration) -> Result<(), Failure> {
        let path = contact_path(address);
        match read(self.patch(&path, &json!({ "unsubscribed": true }), time)?) {
            Err(Failure { detail, .. }) if detail == "404" => Ok(()),
            answer => answer.map(drop),
        }
    }
}

fn contact_path(address: &str) -> String {
    let encoded =
        percent_encoding::utf8_percent_encode(address, percent_encoding::NON_ALPHANUMERIC);
    format!("/contacts/{encoded}")
}

fn is_local(base: &str) -> bool {
    ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        .iter()
        .any(|local| base.starts_with(local))
}

/// The answer's JSON, or the failure that its status and error name mean.
fn read(mut answer: Response<Body>) -> Result<Value, Failure> {
    let status = answer.status();
    let wait = answer
        .headers()
        .get("retry-after")
        .and_then(|value| value.to_str().ok()?.trim().parse().ok())
        .map(Duration::from_secs);
    let body = answer
        .body_mut()
        .with_config()
        .limit(ANSWER)
        .read_to_string();
    if status.is_success() {
        let body = body.map_err(|error| failure(&error))?;
        return serde_json::from_str(&body)
            .map_err(|_| Failure::new(FailureKind::Temporary, "cut-short"));
    }
    let body: Value = body
        .ok()
        .and_then(|body| serde_json::from_str(&body).ok())
        .unwrap_or_default();
    let name = body["name"].as_str().unwrap_or("");
    let kind = match status {
        StatusCode::TOO_MANY_REQUESTS if name != "daily_quota_exceeded" => FailureKind::Busy(wait),
        StatusCode::CONFLICT if name == "concurrent_idempotent_requests" => FailureKind::Temporary,
        StatusCode::CONFLICT if name == "invalid_idempotent_request" => FailureKind::Conflict,
        status if status.is_server_error() => FailureKind::Temporary,
        _ => FailureKind::Refused,
    };
    Err(Failure::new(kind, status.as_str()))
}

fn failure(error: &ureq::Error) -> Failure {
    use ureq::Error;
    let (kind, detail) = match error {
        Error::Timeout(_) => (FailureKind::Late, "timeout"),
        Error::HostNotFound => (FailureKind::Temporary, "host-not-found"),
        Error::ConnectionFailed => (FailureKind::Temporary, "connection-failed"),
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            (FailureKind::Late, "timeout")
        }
        // rustls reports a bad certificate inside an I/O error.
        Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            (FailureKind::Refused, "tls")
        }
        Error::Io(_) => (FailureKind::Temporary, "io"),
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) => (FailureKind::Refused, "tls"),
        Error::BodyExceedsLimit(_) => (FailureKind::Temporary, "long-answer"),
        Error::Protocol(_) | Error::Http(_) => (FailureKind::Temporary, "protocol"),
        _ => (FailureKind::Refused, "call"),
    };
    Failure::new(kind, detail)
}
