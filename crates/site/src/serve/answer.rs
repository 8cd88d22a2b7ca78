//! Answers requests: files of the last good build, the client of open pages, and pages of the server's own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Query, Request as HttpRequest, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use content::claims::Claims;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use source::Sources;
use source::endpoints::{self, CLIENT, LEFT_OUT, OUTBOX, RELAY};
use tower::ServiceExt as _;

use super::address::Resolved;
use super::client;
use super::events::events;
use super::file::{self, insert};
use super::guard;
use super::pages::{listed, not_built, text};
use super::request::Request;
use super::sent::digest;
use super::shared::Shared;
use crate::claims;
use crate::media::media_type;

/// The whole server: the site, its events, its forms and their outbox.
pub fn router(request: &Request, address: SocketAddr, shared: Arc<Shared>) -> Router {
    let root = request.build.root.clone();
    let at = |name: &str| format!("{CLIENT}/{name}");
    let own = Router::new()
        .route(&at("events"), get(events))
        .route(
            &at("client.js"),
            get(|| async { asset("client.js", client::SCRIPT) }),
        )
        .route(
            &at("client.css"),
            get(|| async { asset("client.css", client::STYLE) }),
        )
        .route(&at("island"), get(place_of_island))
        .route(
            &at("claims"),
            get(move |State(shared)| claims(shared, root)),
        )
        .route(LEFT_OUT, get(list_left_out))
        .fallback(any(page))
        .with_state(Arc::clone(&shared));
    own.layer(middleware::from_fn(
        move |request: HttpRequest, next: Next| {
            let shared = Arc::clone(&shared);
            async move {
                if !guard::is_own_host(request.headers(), address) {
                    return text(
                        StatusCode::FORBIDDEN,
                        "this server answers to its own name only: use http://localhost",
                    );
                }
                match is_of_forms(&shared, &request) {
                    true => shared
                        .forms()
                        .oneshot(request)
                        .await
                        .unwrap_or_else(|never| match never {}),
                    false => next.run(request).await,
                }
            }
        },
    ))
}

/// Whether what receives the forms answers: where a site has none, its pages may stand below the relay's address.
fn is_of_forms(shared: &Shared, request: &HttpRequest) -> bool {
    let path = request.uri().path();
    let may_be_page = || {
        let release = shared.shown().release;
        let has_none = release.is_some_and(|release| release.site().forms.is_empty());
        has_none && is_read(request)
    };
    endpoints::is_below(OUTBOX, path) || endpoints::is_below(RELAY, path) && !may_be_page()
}

fn is_read(request: &HttpRequest) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

async fn page(State(shared): State<Arc<Shared>>, request: HttpRequest) -> Response<Body> {
    if !is_read(&request) {
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "pages are only read");
        answer
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    let shown = shared.shown();
    let Some(release) = &shown.release else {
        return own_page(StatusCode::SERVICE_UNAVAILABLE, &not_built(&shown));
    };
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return text(StatusCode::BAD_REQUEST, "the address is not UTF-8");
    };
    let (name, status) = match release.find(&path) {
        Resolved::File(name) => (name, StatusCode::OK),
        Resolved::Redirect(to) => return redirect(&to, request.uri().query()),
        Resolved::Nothing => match release.not_found(&path) {
            Some(name) => (name, StatusCode::NOT_FOUND),
            None => return text(StatusCode::NOT_FOUND, "no page has this address"),
        },
    };
    let release = Arc::clone(release);
    let asked = request.headers().clone();
    let work = move || file::answer(&release, &name, status, &asked);
    let failed = "this answer failed";
    let answer = tokio::task::spawn_blocking(work).await;
    answer.unwrap_or_else(|_| text(StatusCode::INTERNAL_SERVER_ERROR, failed))
}

/// An island of an open page.
#[derive(Debug, Deserialize)]
struct Island {
    /// The page's path.
    page: String,
    /// What its ids begin with, which numbers the islands of a page: `i0-`.
    prefix: String,
}

/// Where an island is mounted, for what it does wrong while it runs.
async fn place_of_island(
    State(shared): State<Arc<Shared>>,
    Query(island): Query<Island>,
) -> Response<Body> {
    let place = move || {
        let release = shared.shown().release?;
        let number = island.prefix.trim_matches(['i', '-']).parse().ok()?;
        let page = percent_decode_str(&island.page).decode_utf8().ok()?;
        match release.find(&page) {
            Resolved::File(name) => release.place_of_island(&name, number),
            Resolved::Redirect(_) | Resolved::Nothing => None,
        }
    };
    let place = tokio::task::spawn_blocking(place).await.unwrap_or_default();
    match place {
        Some(place) => place.into_response(),
        None => text(StatusCode::NOT_FOUND, "no island stands there"),
    }
}

/// What the site claims of its owner, as it stands in the files now.
async fn claims(shared: Arc<Shared>, root: PathBuf) -> Response<Body> {
    let list = move || {
        let release = shared.shown().release?;
        let claims = Claims::read(&Sources::list(&root).0).ok()?;
        serde_json::to_string(&claims::marked(&claims, release.site())).ok()
    };
    let list = tokio::task::spawn_blocking(list).await.unwrap_or_default();
    asset("claims.json", list.unwrap_or_else(|| "[]".to_owned()))
}

fn redirect(to: &str, query: Option<&str>) -> Response<Body> {
    let to = match query {
        Some(query) => format!("{to}?{query}"),
        None => to.to_owned(),
    };
    let mut answer = StatusCode::PERMANENT_REDIRECT.into_response();
    // A moved page must not be remembered by the browser while the site is still written.
    insert(answer.headers_mut(), "cache-control", "no-store");
    insert(answer.headers_mut(), "location", &to);
    answer
}

/// The entries that the last good build left out.
async fn list_left_out(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let shown = shared.shown();
    match &shown.release {
        Some(release) => own_page(StatusCode::OK, &listed(release)),
        None => own_page(StatusCode::SERVICE_UNAVAILABLE, &not_built(&shown)),
    }
}

fn own_page(status: StatusCode, html: &str) -> Response<Body> {
    let html = client::add(html, &digest(html.as_bytes()));
    let mut answer = (status, html).into_response();
    let headers = [
        ("content-type", "text/html; charset=utf-8"),
        ("cache-control", "no-store"),
        (
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'",
        ),
    ];
    for (name, value) in headers {
        insert(answer.headers_mut(), name, value);
    }
    answer
}

fn asset(name: &'static str, content: impl IntoResponse) -> Response<Body> {
    let mut answer = content.into_response();
    insert(answer.headers_mut(), "content-type", media_type(name));
    insert(answer.headers_mut(), "x-content-type-options", "nosniff");
    insert(answer.headers_mut(), "cache-control", "no-cache");
    answer
}
