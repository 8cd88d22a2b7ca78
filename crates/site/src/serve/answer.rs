//! Answers requests: files of the last good build, the mistakes since, and events for open pages.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::{any, get};
use percent_encoding::percent_decode_str;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt};
use tower::ServiceExt as _;

use super::guard;
use super::release::{Found, Release, is_immutable, media_type};
use super::request::{Request, ServeError};
use super::shared::{Event, Shared};
use crate::build::Options;
use crate::headers;
use crate::left_out;

/// The script and the style that open pages are given.
const CLIENT_SCRIPT: &str = include_str!("client.js");
const CLIENT_STYLE: &str = include_str!("client.css");

/// The tag that asks for them, in a page of a build.
fn client_tag(build: u64) -> String {
    format!("<script src=\"/_site/client.js\" data-build=\"{build}\" defer></script>")
}

/// The whole server: the site, its events, its forms and their outbox.
pub fn router(
    request: &Request,
    address: SocketAddr,
    shared: Arc<Shared>,
) -> Result<Router, ServeError> {
    let own = Router::new()
        .route("/_site/events", get(events))
        .route(
            "/_site/client.js",
            get(|| async { asset("client.js", CLIENT_SCRIPT) }),
        )
        .route(
            "/_site/client.css",
            get(|| async { asset("client.css", CLIENT_STYLE) }),
        )
        .route(left_out::PATH, get(list_left_out))
        .fallback(any(page))
        .with_state(Arc::clone(&shared));
    shared.set_forms(forms(&request.build, address)?);
    Ok(own.layer(middleware::from_fn(
        move |request: HttpRequest, next: Next| {
            let shared = Arc::clone(&shared);
            async move {
                if !guard::is_own_host(request.headers(), address) {
                    return text(
                        StatusCode::FORBIDDEN,
                        "this server answers to its own name only: use http://localhost",
                    );
                }
                let path = request.uri().path();
                match path.starts_with("/api/") || path.starts_with("/_outbox") {
                    true => shared
                        .forms()
                        .oneshot(request)
                        .await
                        .unwrap_or_else(|never| match never {}),
                    false => next.run(request).await,
                }
            }
        },
    )))
}

/// The relay with a folder instead of a mail provider, and the page that shows its mails; for the
/// forms as they are now.
pub fn forms(options: &Options, address: SocketAddr) -> Result<Router, ServeError> {
    let folder = options.cache().join("outbox");
    let fail = |reason: String| ServeError::Outbox {
        folder: folder.display().to_string(),
        reason,
    };
    let own = options.root.join("content/forms");
    if !own.is_dir() {
        return match relay::Settings::plain() {
            Ok(settings) => Ok(relay::outbox_router(&folder, Arc::new(settings))),
            Err(mistake) => Err(fail(mistake.to_string())),
        };
    }
    // Mistakes in the forms are reported by the build; until they are mended nothing can be sent.
    let Ok(forms) = relay::read_forms(&own) else {
        return Ok(Router::new());
    };
    let port = address.port();
    let origins = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"));
    let outbox = relay::Folder::new(&folder).map_err(|e| fail(e.to_string()))?;
    let settings = Arc::new(forms.settings.clone());
    let config = relay::Config::preview(forms, origins.to_vec());
    let relay = relay::router(config, relay::Outbox::new(Arc::new(outbox)));
    Ok(relay.merge(relay::outbox_router(&folder, settings)))
}

async fn page(State(shared): State<Arc<Shared>>, request: HttpRequest) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "pages are only read");
        answer
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    // Read first: a page is never taken for newer than it is.
    let build = shared.builds();
    let Some(release) = shared.release() else {
        return not_built(&shared);
    };
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return text(StatusCode::BAD_REQUEST, "the address is not UTF-8");
    };
    match release.find(&path) {
        Found::File(name) => {
            file(&release, (&name, build), StatusCode::OK, request.headers()).await
        }
        Found::Redirect(to) => redirect(&to, request.uri().query()),
        Found::Nothing => match release.not_found() {
            Some(name) => {
                let status = StatusCode::NOT_FOUND;
                file(&release, (name, build), status, request.headers()).await
            }
            None => text(StatusCode::NOT_FOUND, "no page has this address"),
        },
    }
}

async fn file(
    release: &Arc<Release>,
    (name, build): (&str, u64),
    status: StatusCode,
    asked: &HeaderMap,
) -> Response<Body> {
    let path = release.on_disk(name);
    let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
    let Ok(Ok(mut bytes)) = read else {
        return text(
            StatusCode::NOT_FOUND,
            "the file is gone: a new build is under way",
        );
    };
    if name.ends_with(".html") {
        bytes = with_client(bytes, build);
    }
    // As hosts do, so that what is measured here is what visitors get.
    let packed = is_text(name) && takes_brotli(asked);
    let tag = format!(
        "\"{:x}-{:x}{}\"",
        bytes.len(),
        fingerprint(&bytes),
        if packed { "-br" } else { "" }
    );
    let same = asked
        .get(header::IF_NONE_MATCH)
        .is_some_and(|t| t.as_bytes() == tag.as_bytes());
    let unchanged = same && status == StatusCode::OK;
    if packed && !unchanged {
        let work = tokio::task::spawn_blocking(move || assets::quick_brotli(&bytes));
        bytes = work.await.unwrap_or_default();
    }
    let mut answer = match unchanged {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => (status, bytes).into_response(),
    };
    let sent = answer.headers_mut();
    if packed && !unchanged {
        insert(sent, "content-encoding", "br");
    }
    if is_text(name) {
        insert(sent, "vary", "accept-encoding");
    }
    for (name, value) in &release.headers {
        insert(sent, name, value);
    }
    insert(sent, "content-type", media_type(name));
    insert(sent, "etag", &tag);
    insert(
        sent,
        "cache-control",
        headers::cache_control(is_immutable(name)),
    );
    answer
}

/// Whether compressing the file is worth it; pictures and fonts are compressed already.
fn is_text(name: &str) -> bool {
    let kind = media_type(name);
    kind.starts_with("text/") || ["json", "xml", "svg"].iter().any(|one| kind.contains(one))
}

/// Whether the browser takes brotli (RFC 9110, section 12.5.3).
fn takes_brotli(asked: &HeaderMap) -> bool {
    let listed = asked
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    listed.into_iter().any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case("br") && weight.trim() != "q=0"
    })
}

/// The page with the script that reloads it, which only `site serve` sends.
fn with_client(bytes: Vec<u8>, build: u64) -> Vec<u8> {
    let Ok(html) = String::from_utf8(bytes) else {
        return Vec::new();
    };
    let tag = client_tag(build);
    match html.rfind("</body>") {
        Some(end) => format!("{}{tag}{}", &html[..end], &html[end..]).into_bytes(),
        None => format!("{html}{tag}").into_bytes(),
    }
}

/// A number that differs when the bytes do (FNV-1a); only a browser's cache relies on it.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
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

/// Before the first good build there is nothing to show but its mistakes.
fn not_built(shared: &Shared) -> Response<Body> {
    let mistakes = shared.mistakes();
    let shown = mistakes.as_deref().unwrap_or("the site is being built");
    let shown = format!("<pre>{}</pre>", left_out::escaped(shown));
    own_page(StatusCode::SERVICE_UNAVAILABLE, &shown, 0)
}

/// The entries that the last good build left out.
async fn list_left_out(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let build = shared.builds();
    match shared.release() {
        Some(release) => own_page(StatusCode::OK, &release.left_out, build),
        None => not_built(&shared),
    }
}

/// A page of the server's own.
fn own_page(status: StatusCode, body: &str, build: u64) -> Response<Body> {
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>site serve</title>\
         <link rel=\"stylesheet\" href=\"/_site/client.css\"><body>{body}{}</body></html>",
        client_tag(build)
    );
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

async fn events(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response<Body> {
    if !guard::is_own_page(&headers) {
        return text(StatusCode::FORBIDDEN, "events are for pages of this server");
    }
    // Listening begins before the state is read: what changes in between is told twice, not never.
    let changes = shared.listen();
    let now = [
        Some(Event::Build(shared.builds())),
        shared.mistakes().map(Event::Mistakes),
    ];
    let now = now.into_iter().flatten();
    let later = BroadcastStream::new(changes).map(|event| match event {
        Ok(event) => event,
        // Too many changes to tell them one by one.
        Err(_) => Event::Reload,
    });
    Sse::new(told(tokio_stream::iter(now).chain(later)))
        .keep_alive(KeepAlive::default())
        .into_response()
}

fn told(events: impl Stream<Item = Event>) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    events.map(|event| {
        Ok(match event {
            Event::Build(number) => sse::Event::default()
                .event("build")
                .data(number.to_string()),
            Event::Reload => sse::Event::default().event("reload").data("1"),
            Event::Mistakes(text) => sse::Event::default()
                .event("mistakes")
                .data(text.trim_end()),
        })
    })
}

fn asset(name: &'static str, content: &'static str) -> Response<Body> {
    let mut answer = content.into_response();
    insert(answer.headers_mut(), "content-type", media_type(name));
    insert(answer.headers_mut(), "x-content-type-options", "nosniff");
    insert(answer.headers_mut(), "cache-control", "no-cache");
    answer
}

fn text(status: StatusCode, message: &'static str) -> Response<Body> {
    let mut answer = (status, message).into_response();
    insert(answer.headers_mut(), "x-content-type-options", "nosniff");
    insert(answer.headers_mut(), "cache-control", "no-store");
    answer
}

fn insert(headers: &mut HeaderMap, name: &str, value: &str) {
    let name = header::HeaderName::from_bytes(name.as_bytes());
    if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
        headers.insert(name, value);
    }
}
