//! The relay as a router: which address means what, who may ask, and what every answer carries.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::routing::any;
use forms::Texts;
use futures_util::FutureExt;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::client::{Client, Counted, Counter, Peer};
use crate::config::Config;
use crate::ledger::Ledger;
use crate::newsletter;
use crate::outbox::Outbox;
use crate::page::{self, Frame};
use crate::post;
use crate::refusal::Refusal;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Everything that requests share.
pub(crate) struct Relay {
    pub config: Config,
    pub outbox: Outbox,
    pub ledger: Ledger,
    pub counter: Counter,
    pub frame: Frame,
}

/// The relay's routes, all below `/api/`. The server in front puts a [`Peer`] into the extensions
/// of each request; without one all clients are counted as one.
pub fn router(config: Config, outbox: Outbox) -> axum::Router {
    below_api(Relay::new(config, outbox))
}

/// The same for a relay that has its address to itself: it answers every other path too, with the
/// same headers and a line in the log.
pub fn whole_router(config: Config, outbox: Outbox) -> axum::Router {
    let relay = Relay::new(config, outbox);
    below_api(Arc::clone(&relay)).fallback_service(any(handle).with_state(relay))
}

fn below_api(relay: Arc<Relay>) -> axum::Router {
    axum::Router::new()
        .route("/api/{*path}", any(handle))
        .with_state(relay)
}

/// What is known of a request before its body is read.
pub(crate) struct Call {
    pub id: String,
    pub client: Client,
    pub path: String,
    pub query: String,
    pub headers: HeaderMap,
    /// The origin elsewhere that may read the answer.
    pub allow_origin: Option<String>,
    /// For the log.
    pub notes: Vec<(&'static str, Value)>,
}

impl Call {
    pub fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub fn note(&mut self, name: &'static str, value: impl Into<Value>) {
        self.notes.retain(|(known, _)| *known != name);
        self.notes.push((name, value.into()));
    }

    /// Whether the sender reads pages rather than JSON.
    pub fn wants_page(&self) -> bool {
        let accept = self.header(&header::ACCEPT).unwrap_or("");
        let kind = self.header(&header::CONTENT_TYPE).unwrap_or("");
        let sends_form = kind.starts_with("application/x-www-form-urlencoded");
        let sends_json = kind.starts_with("application/json");
        !sends_json && (accept.contains("text/html") || (sends_form && !accept.contains("json")))
    }
}

async fn handle(State(relay): State<Arc<Relay>>, request: Request) -> Response<Body> {
    let start = Instant::now();
    let id = request_id();
    let config = relay.config.clone();
    // A panic ends one request.
    let answered = AssertUnwindSafe(answer(relay, request, id.clone()))
        .catch_unwind()
        .await;
    let (answer, notes) = answered.unwrap_or_else(|_| {
        let refusal = Refusal::Defect;
        let problem = refusal.problem(&id, &config.settings.texts, config.mailto.as_deref());
        (
            Answer::problem(refusal.status(), &problem),
            vec![("refusal", json!("defect"))],
        )
    });
    let status = answer.status();
    let level = match status.as_u16() {
        500.. => "error",
        400.. => "warn",
        _ => "info",
    };
    let mut details = vec![("request", json!(id)), ("status", json!(status.as_u16()))];
    details.push(("ms", json!(start.elapsed().as_millis() as u64)));
    details.extend(notes);
    config.log.write(level, "request", &details);
    answer.with("x-request-id", &id).into_response()
}

type Noted = (Answer, Vec<(&'static str, Value)>);

async fn answer(relay: Arc<Relay>, request: Request, id: String) -> Noted {
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().copied();
    let mut call = Call {
        id,
        client: Client::of(peer, &parts.headers, relay.config.trusted_proxies),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or("").to_owned(),
        headers: parts.headers,
        allow_origin: None,
        notes: Vec::new(),
    };
    let answer = match dispatch(&relay, &mut call, (parts.method, body)).await {
        Ok(answer) => answer,
        Err(refusal) => relay.refuse(&mut call, &refusal),
    };
    let answer = match &call.allow_origin {
        Some(origin) => answer
            .with("access-control-allow-origin", origin)
            .with("cross-origin-resource-policy", "cross-origin")
            .with("vary", "origin"),
        None => answer,
    };
    (answer, call.notes)
}

async fn dispatch(
    relay: &Arc<Relay>,
    call: &mut Call,
    (method, body): (Method, Body),
) -> Result<Answer, Refusal> {
    let path = call.path.trim_end_matches('/').to_owned();
    if path == "/api/health" {
        call.note("route", "health");
        return match method {
            Method::GET | Method::HEAD => {
                Ok(Answer::json(StatusCode::OK, &json!({ "status": "ok" })))
            }
            _ => Err(Refusal::Method("GET, HEAD")),
        };
    }
    if let Some(id) = path.strip_prefix("/api/forms/") {
        let form = relay.config.forms.iter().find(|form| form.id == id);
        let form = form.ok_or(Refusal::NotFound)?;
        call.note("form", form.id.as_str());
        relay.admit(call)?;
        return match method {
            Method::POST => post::submission(relay, call, (form, body)).await,
            Method::OPTIONS if call.allow_origin.is_some() => Ok(preflight()),
            _ => Err(Refusal::Method("POST")),
        };
    }
    match path.as_str() {
        "/api/newsletter/confirm" => newsletter::confirm(relay, call, (method, body)).await,
        "/api/newsletter/unsubscribe" => newsletter::unsubscribe(relay, call, (method, body)).await,
        _ => Err(Refusal::NotFound),
    }
}

fn preflight() -> Answer {
    Answer::empty(StatusCode::NO_CONTENT)
        .with("access-control-allow-methods", "POST")
        .with("access-control-allow-headers", "content-type")
        .with("access-control-max-age", "600")
}

impl Relay {
    fn new(config: Config, outbox: Outbox) -> Arc<Self> {
        Arc::new(Relay {
            frame: Frame::new(Arc::clone(&config.settings)),
            config,
            outbox,
            ledger: Ledger::default(),
            counter: Counter::default(),
        })
    }

    /// Whether a post may come from where it says it comes from. A request without the headers is
    /// no browser's of today, and cannot carry anybody's cookies anyway.
    fn admit(&self, call: &mut Call) -> Result<(), Refusal> {
        let origin = call.header(&header::ORIGIN).map(str::to_ascii_lowercase);
        let is_elsewhere = origin
            .as_ref()
            .is_some_and(|o| self.config.other_origins.contains(o));
        if is_elsewhere {
            call.allow_origin = origin;
            return Ok(());
        }
        if origin.is_some_and(|origin| !self.config.site_origins.contains(&origin)) {
            return Err(Refusal::ForeignOrigin);
        }
        match call.header(&SEC_FETCH_SITE) {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(Refusal::ForeignOrigin),
        }
    }

    /// Counts a request of a client.
    pub fn count_client(&self, call: &Call) -> Result<(), Refusal> {
        self.count(
            Counted::Client(call.client),
            self.config.limits.per_client,
            MINUTE,
        )
    }

    /// Counts a post of a client to a form.
    pub fn count_form(&self, call: &Call, form: &str) -> Result<(), Refusal> {
        let key = Counted::Form(call.client, form.to_owned());
        self.count(key, self.config.limits.per_form, MINUTE)
    }

    pub fn count(&self, key: Counted, most: usize, window: Duration) -> Result<(), Refusal> {
        self.counter
            .count(key, most, window)
            .map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// The answer to a request that is refused and has no form to show again.
    fn refuse(&self, call: &mut Call, refusal: &Refusal) -> Answer {
        if call.wants_page() {
            let config = &self.config;
            let mailto = config.mailto.as_deref();
            let body = page::refusal(self.texts(), refusal, &config.site, mailto);
            self.refused_page(call, (refusal, &body))
        } else {
            self.refused_problem(call, refusal)
        }
    }

    pub fn refused_problem(&self, call: &mut Call, refusal: &Refusal) -> Answer {
        let problem = refusal.problem(&call.id, self.texts(), self.config.mailto.as_deref());
        finish(call, refusal, Answer::problem(refusal.status(), &problem))
    }

    pub fn refused_page(&self, call: &mut Call, (refusal, body): (&Refusal, &str)) -> Answer {
        let title = self.texts().refusal(refusal.name());
        let page = self.page(refusal.status(), title, body);
        finish(call, refusal, page)
    }

    pub fn page(&self, status: StatusCode, title: &str, body: &str) -> Answer {
        let page = self.frame.page(title, &self.config.site, body);
        let site = self.config.site_origins.first().map_or("", String::as_str);
        Answer::page(status, page, &self.frame.policy(site))
    }

    pub fn texts(&self) -> &Texts {
        &self.config.settings.texts
    }
}

const MINUTE: Duration = Duration::from_secs(60);

fn finish(call: &mut Call, refusal: &Refusal, answer: Answer) -> Answer {
    call.note("refusal", refusal.name());
    if let Refusal::Invalid(errors) = refusal {
        let codes: Vec<&str> = errors.iter().map(|error| error.code).take(20).collect();
        call.note("codes", codes);
    }
    let answer = match refusal {
        Refusal::Method(allowed) => answer.with("allow", allowed),
        // What is left of the body is not read.
        Refusal::TooLarge | Refusal::Slow => answer.with("connection", "close"),
        _ => answer,
    };
    match refusal.retry_after() {
        Some(seconds) => answer.with("retry-after", &seconds.to_string()),
        None => answer,
    }
}

/// A random UUID. It names a request and guards nothing, so a quick generator will do.
pub(crate) fn request_id() -> String {
    let random = fastrand::u128(..) & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let hex = format!("{random:032x}");
    [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ]
    .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_ids_are_uuids() {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..1_000 {
            let id = request_id();
            let shape: String = id
                .chars()
                .map(|c| if c == '-' { '-' } else { 'x' })
                .collect();
            assert_eq!(shape, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
            assert!(
                id[14..].starts_with('4') && id[19..].starts_with(['8', '9', 'a', 'b']),
                "{id}"
            );
            assert!(seen.insert(id));
        }
    }
}
