//! The relay as a router: which address means what, who may ask, and what every answer carries.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode, header};
use axum::routing::any;
use forms::Form;
use futures_util::FutureExt;
use serde_json::{Value, json};

use crate::client::{Client, Peer};
use crate::config::Config;
use crate::exchange::{Exchange, request_id};
use crate::metrics;
use crate::newsletter;
use crate::outbox::Outbox;
use crate::post;
use crate::refusal::Refusal;
use crate::relay::Relay;
use crate::reply::Reply;

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

async fn handle(State(relay): State<Arc<Relay>>, request: Request) -> Response<Body> {
    let start = Instant::now();
    let id = request_id();
    let config = relay.config.clone();
    // A panic ends one request.
    let answered = AssertUnwindSafe(answer(relay, request, id.clone()))
        .catch_unwind()
        .await;
    let Noted {
        reply,
        alert,
        notes,
    } = answered.unwrap_or_else(|_| {
        let refusal = Refusal::Defect;
        let problem = refusal.problem(&id, &config.settings.texts, config.mailto.as_deref());
        Noted {
            reply: Reply::problem(refusal.status(), &problem),
            alert: None,
            notes: vec![("refusal", json!("defect"))],
        }
    });
    let status = reply.status();
    let level = match status.as_u16() {
        _ if alert.is_some() => "error",
        500.. => "error",
        400.. => "warn",
        _ => "info",
    };
    let mut details = vec![("request", json!(id)), ("status", json!(status.as_u16()))];
    details.push(("ms", json!(start.elapsed().as_millis() as u64)));
    details.extend(notes);
    details.extend(alert.map(|alert| ("alert", json!(alert))));
    config.log.write(level, "request", &details);
    reply.with("x-request-id", &id).into_response()
}

/// A reply, and what the log is told of it.
struct Noted {
    reply: Reply,
    /// What only the owner can mend.
    alert: Option<String>,
    notes: Vec<(&'static str, Value)>,
}

async fn answer(relay: Arc<Relay>, request: Request, id: String) -> Noted {
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().copied();
    let mut exchange = Exchange {
        language: language_of(parts.uri.query().unwrap_or("")),
        id,
        client: Client::of(peer, &parts.headers, relay.config.trusted_proxies),
        method: parts.method,
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or("").to_owned(),
        headers: parts.headers,
        allow_origin: None,
        alert: None,
        notes: Vec::new(),
        is_counted: false,
        refused: None,
    };
    relay.look_for_proxies(&exchange);
    let reply = match dispatch(&relay, &mut exchange, body).await {
        Ok(reply) => reply,
        // Whoever asks for what is refused is counted like any other.
        Err(refusal) => {
            let refusal = relay.count_client(&mut exchange).err().unwrap_or(refusal);
            relay.refuse(&mut exchange, &refusal)
        }
    };
    relay.metrics.answered(reply.status().as_u16());
    if let Some(refused) = exchange.refused {
        relay.metrics.refused(refused);
    }
    let reply = match &exchange.allow_origin {
        Some(origin) => reply
            .with("access-control-allow-origin", origin)
            .with("cross-origin-resource-policy", "cross-origin")
            .with("vary", "origin"),
        None => reply,
    };
    Noted {
        reply,
        alert: exchange.alert,
        notes: exchange.notes,
    }
}

async fn dispatch(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    body: Body,
) -> Result<Reply, Refusal> {
    let path = exchange.path.trim_end_matches('/').to_owned();
    if let Some(reply) = health(relay, exchange, &path) {
        exchange.note("route", "health");
        return match exchange.method {
            Method::GET | Method::HEAD => Ok(reply),
            _ => Err(Refusal::Method("GET, HEAD")),
        };
    }
    if !relay.is_through_proxy(exchange) {
        exchange.note("secret", false);
        return Err(Refusal::ForeignOrigin);
    }
    if let Some(id) = Form::id_in(&path) {
        let form = relay.config.forms.iter().find(|form| form.id == id);
        let form = form.ok_or(Refusal::NotFound)?;
        exchange.note("form", form.id.as_str());
        relay.admit(exchange)?;
        return match exchange.method {
            Method::POST => post::submission(relay, exchange, form, body).await,
            Method::OPTIONS if exchange.allow_origin.is_some() => Ok(preflight()),
            _ => Err(Refusal::Method("POST")),
        };
    }
    match path.as_str() {
        "/api/newsletter/confirm" => newsletter::confirm(relay, exchange, body).await,
        "/api/newsletter/unsubscribe" => newsletter::unsubscribe(relay, exchange, body).await,
        _ => Err(Refusal::NotFound),
    }
}

/// The language that a query names; no more of it than a language's code may be.
fn language_of(query: &str) -> String {
    let is_code = |code: &&str| {
        code.len() <= 35 && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    Form::language_in(query)
        .filter(is_code)
        .unwrap_or_default()
        .to_owned()
}

/// What watches the relay is told: whether it lives, whether it can deliver, and its numbers.
fn health(relay: &Relay, exchange: &Exchange, path: &str) -> Option<Reply> {
    let said = |status, word| Reply::json(status, &json!({ "status": word }));
    match path {
        "/api/health" => Some(said(StatusCode::OK, "ok")),
        "/api/health/ready" => Some(match relay.is_hopeless.load(Ordering::Relaxed) {
            false => said(StatusCode::OK, "ready"),
            true => said(StatusCode::SERVICE_UNAVAILABLE, "no provider takes mails"),
        }),
        "/metrics" => {
            let given = exchange.header(&header::AUTHORIZATION)?;
            let token = relay.config.metrics_token.as_ref()?;
            let is_known = token.are(given.strip_prefix("Bearer ")?);
            is_known
                .then(|| Reply::text(metrics::MEDIA_TYPE, relay.metrics.text(&relay.config.door)))
        }
        _ => None,
    }
}

fn preflight() -> Reply {
    Reply::empty(StatusCode::NO_CONTENT)
        .with("access-control-allow-methods", "POST")
        .with("access-control-allow-headers", "content-type")
        .with("access-control-max-age", "600")
}
