//! Calls to servers on the web, over TLS; in clear only to this machine.

use std::error::Error;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde_json::json;

use crate::address::Address;
use crate::alert::Bell;
use crate::cipher;
use crate::provider::{Calling, Failure, FailureKind};

/// Most of an answer that is read.
const ANSWER: usize = 64 * 1024;

/// A connection that was not used for so long is closed.
const IDLE: Duration = Duration::from_secs(30);

/// A client whose connections are kept for the next call.
#[derive(Clone)]
pub(crate) struct Web {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl Web {
    /// A client for the servers at an address; `roots` are certificates in PEM to trust instead of the public ones.
    pub fn new(base: &Address, roots: Option<&[u8]>) -> Result<Self, String> {
        if !base.origin.is_protected() {
            return Err(format!("`{base}` is not an `https://` address"));
        }
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let connector = HttpsConnectorBuilder::new().with_tls_config(tls(roots)?);
        let connector = if base.to_string().starts_with("https://") {
            connector.https_only()
        } else {
            connector.https_or_http()
        };
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(connector.enable_http1().wrap_connector(tcp));
        Ok(Self { client })
    }

    /// One call. The body of an error may be missing, that of a success is whole.
    pub async fn call(&self, request: Request<Full<Bytes>>) -> Result<Response<Bytes>, Failure> {
        let answer = self.client.request(request).await;
        let (parts, body) = answer.map_err(|error| failure(&error))?.into_parts();
        let body = Limited::new(body, ANSWER).collect().await;
        let body = match body {
            Ok(body) => body.to_bytes(),
            Err(error) if parts.status.is_success() => return Err(failure(error.as_ref())),
            Err(_) => Bytes::new(),
        };
        Ok(Response::from_parts(parts, body))
    }
}

/// An address that is told of alerts.
pub(crate) struct Webhook {
    web: Web,
    url: String,
}

impl Webhook {
    /// # Errors
    ///
    /// What is wrong with the address, in lower case.
    pub fn new(url: &str, roots: Option<&[u8]>) -> Result<Self, String> {
        let address = web_address(url, Address::parse)?;
        let (web, url) = (Web::new(&address, roots)?, address.to_string());
        Ok(Self { web, url })
    }
}

impl Bell for Webhook {
    fn ring(&self, text: &str) -> Calling {
        let body = json!({ "text": text }).to_string();
        let request = Request::post(&self.url)
            .header("content-type", "application/json")
            .body(Full::from(body));
        let web = self.web.clone();
        Box::pin(async move {
            let request = request.map_err(|_| Failure::new(FailureKind::Refused, "call"))?;
            match web.call(request).await?.status() {
                status if status.is_success() => Ok(()),
                status => Err(Failure::new(FailureKind::Refused, status.as_str())),
            }
        })
    }
}

/// The public certificates, or those of a PEM file alone.
fn tls(roots: Option<&[u8]>) -> Result<ClientConfig, String> {
    let builder = ClientConfig::builder_with_provider(cipher::provider())
        .with_safe_default_protocol_versions()
        .map_err(|_| "TLS cannot be set up")?;
    let Some(pem) = roots else {
        return Ok(builder.with_webpki_roots().with_no_client_auth());
    };
    let builder = builder.with_root_certificates(root_store(pem)?);
    Ok(builder.with_no_client_auth())
}

/// What is wrong with a file of certificates.
pub(crate) const NO_ROOTS: &str = "it holds no certificate in PEM, or one that cannot be read";

/// The certificates of a PEM file; there is one at least.
pub(crate) fn root_store(pem: &[u8]) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    for root in CertificateDer::pem_slice_iter(pem) {
        let root = root.map_err(|_| NO_ROOTS)?;
        store.add(root).map_err(|_| NO_ROOTS)?;
    }
    match store.is_empty() {
        true => Err(NO_ROOTS.to_owned()),
        false => Ok(store),
    }
}

/// An address by one of its grammars.
pub(crate) fn web_address(
    value: &str,
    grammar: impl Fn(&str) -> Option<Address>,
) -> Result<Address, String> {
    grammar(value).ok_or_else(|| format!("`{}` is not a web address", value.escape_debug()))
}

/// What an error means, by the errors that it comes from. Its texts are not for the log.
fn failure(error: &(dyn Error + 'static)) -> Failure {
    use hyper_util::client::legacy;

    let (mut detail, mut is_sent) = ("protocol", true);
    let mut cause = Some(error);
    while let Some(error) = cause {
        let is_connect = |error: &legacy::Error| error.is_connect();
        if error.is::<LengthLimitError>() {
            detail = "long-answer";
        } else if error.downcast_ref().is_some_and(is_connect) {
            // Nothing was sent. What the connection failed of may still be its certificate.
            is_sent = false;
            detail = "connection-failed";
        } else if error.downcast_ref().is_some_and(is_tls) {
            // The certificate is wrong: the next try would meet it too.
            return Failure::new(FailureKind::Refused, "tls");
        }
        cause = error.source();
    }
    let failure = Failure::new(FailureKind::Temporary, detail);
    if is_sent { failure } else { failure.untaken() }
}

/// TLS reports its errors inside I/O errors, once or twice.
fn is_tls(error: &std::io::Error) -> bool {
    error.get_ref().is_some_and(|inner| {
        inner.is::<rustls::Error>() || inner.downcast_ref().is_some_and(is_tls)
    })
}
