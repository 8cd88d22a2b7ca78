//! Resend's HTTP API: a mail in one idempotent call, and its contacts.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::mail::Mail;
use crate::provider::{Calling, Contacts, Failure, FailureKind, Provider};

/// Most of an answer that is read.
const ANSWER: usize = 64 * 1024;

/// A connection that was not used for so long is closed.
const IDLE: Duration = Duration::from_secs(30);

/// Resend, or anything that speaks its API. Its connections are kept for the next call.
#[derive(Clone)]
pub struct Resend {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
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
        let base = settings.base.trim_end_matches('/').to_owned();
        let is_protected = base.starts_with("https://");
        if !is_protected && !is_local(&base) {
            return Err(format!("`{base}` is not an `https://` address"));
        }
        if base.parse::<axum::http::Uri>().is_err() {
            return Err(format!("`{base}` is not an address"));
        }
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", settings.key))
            .map_err(|_| "the key has characters that no key has")?;
        authorization.set_sensitive(true);
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let connector =
            HttpsConnectorBuilder::new().with_tls_config(tls(settings.roots.as_deref())?);
        let connector = if is_protected {
            connector.https_only()
        } else {
            connector.https_or_http()
        };
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(connector.enable_http1().wrap_connector(tcp));
        Ok(Resend {
            client,
            base,
            authorization,
            segment: settings.segment,
        })
    }

    /// One call; the answer's JSON.
    async fn call(
        &self,
        (method, path): (Method, &str),
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
        let answer = self.client.request(request).await;
        read(answer.map_err(|error| failure(&error))?).await
    }

    async fn patch(&self, address: &str, change: &Value) -> Result<Value, Failure> {
        let encoded =
            percent_encoding::utf8_percent_encode(address, percent_encoding::NON_ALPHANUMERIC);
        let path = format!("/contacts/{encoded}");
        let body = change.to_string().into_bytes();
        self.call((Method::PATCH, &path), None, body).await
    }
}

/// The public certificates, or those of a PEM file alone.
fn tls(roots: Option<&[u8]>) -> Result<ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| "TLS cannot be set up")?;
    let Some(pem) = roots else {
        return Ok(builder.with_webpki_roots().with_no_client_auth());
    };
    let mut store = RootCertStore::empty();
    for root in CertificateDer::pem_slice_iter(pem) {
        let added = root.ok().map(|root| store.add(root));
        if !matches!(added, Some(Ok(()))) {
            return Err("the roots are no PEM certificate".to_owned());
        }
    }
    if store.is_empty() {
        return Err("the roots are no PEM certificate".to_owned());
    }
    Ok(builder.with_root_certificates(store).with_no_client_auth())
}

/// A mail as the API reads it.
#[derive(Serialize)]
struct Email<'a> {
    from: &'a str,
    to: [&'a str; 1],
    subject: &'a str,
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

impl Provider for Resend {
    fn name(&self) -> &'static str {
        "resend"
    }

    fn send(&self, mail: &Arc<Mail>, _: Duration) -> Calling {
        let (resend, mail) = (self.clone(), Arc::clone(mail));
        Box::pin(async move {
            let email = Email {
                from: &mail.from,
                to: [&mail.to],
                subject: &mail.subject,
                html: &mail.html,
                text: &mail.text,
                reply_to: mail.reply_to.as_deref(),
                headers: &mail.headers,
            };
            let body = serde_json::to_vec(&email)
                .map_err(|_| Failure::new(FailureKind::Refused, "json"))?;
            let key = Some(mail.key.as_str());
            let answer = resend.call((Method::POST, "/emails"), key, body).await?;
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
                body["segments"] = json!([{ "id": segment }]);
            }
            let body = body.to_string().into_bytes();
            match resend.call((Method::POST, "/contacts"), None, body).await {
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

fn is_local(base: &str) -> bool {
    ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        .iter()
        .any(|local| base.starts_with(local))
}

/// The answer's JSON, or the failure that its status and error name mean.
async fn read(answer: Response<Incoming>) -> Result<Value, Failure> {
    let status = answer.status();
    let wait = answer
        .headers()
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.trim().parse().ok())
        .map(Duration::from_secs);
    let body = Limited::new(answer.into_body(), ANSWER).collect().await;
    if status.is_success() {
        let body = body.map_err(|error| failure(error.as_ref()))?;
        return serde_json::from_slice(&body.to_bytes())
            .map_err(|_| Failure::new(FailureKind::Temporary, "cut-short"));
    }
    let body: Value = body
        .ok()
        .and_then(|body| serde_json::from_slice(&body.to_bytes()).ok())
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

/// What an error means, by the errors that it comes from. Its texts are not for the log.
fn failure(error: &(dyn Error + 'static)) -> Failure {
    use hyper_util::client::legacy;

    let mut detail = "protocol";
    let mut cause = Some(error);
    while let Some(error) = cause {
        let is_connect = |error: &legacy::Error| error.is_connect();
        if error.is::<LengthLimitError>() {
            detail = "long-answer";
        } else if error.downcast_ref().is_some_and(is_connect) {
            detail = "connection-failed";
        } else if error.downcast_ref().is_some_and(is_tls) {
            // The certificate is wrong: the next try would meet it too.
            return Failure::new(FailureKind::Refused, "tls");
        }
        cause = error.source();
    }
    Failure::new(FailureKind::Temporary, detail)
}

/// TLS reports its errors inside I/O errors, once or twice.
fn is_tls(error: &std::io::Error) -> bool {
    error.get_ref().is_some_and(|inner| {
        inner.is::<rustls::Error>() || inner.downcast_ref().is_some_and(is_tls)
    })
}
