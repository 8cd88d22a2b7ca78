//! What open pages are told: their own new HTML, mistakes, and that those are mended; warnings.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::guard;
use super::pages::{html, text};
use super::sent::digest;
use super::shared::{Shared, Shown};

/// What an open page says of itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Open {
    /// Its path.
    page: String,
    /// Of its HTML.
    digest: String,
}

/// The events of an open page.
pub async fn events(
    State(shared): State<Arc<Shared>>,
    Query(mut open): Query<Open>,
    headers: HeaderMap,
) -> Response<Body> {
    if !guard::is_own_page(&headers) {
        return text(StatusCode::FORBIDDEN, "events are for pages of this server");
    }
    // A browser that connects again says what it got last.
    if let Some(last) = headers.get("last-event-id").and_then(|id| id.to_str().ok()) {
        last.clone_into(&mut open.digest);
    }
    let (sender, receiver) = channel(4);
    tokio::spawn(follow(shared, open, sender));
    Sse::new(ReceiverStream::new(receiver).map(Ok::<_, Infallible>))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Tells a page what it does not know yet, until it is closed. However many builds there were in between, it is
/// told of the last one.
async fn follow(shared: Arc<Shared>, open: Open, sender: Sender<Event>) {
    let _viewing = shared.view(&open.page);
    let mut changes = shared.follow();
    let mut digest = open.digest;
    let mut told = None;
    loop {
        let shown = changes.borrow_and_update().clone();
        let news = page(&shown, &open.page, &mut digest)
            .into_iter()
            .chain(state(&shown, &mut told));
        for event in news {
            if sender.send(event).await.is_err() {
                return;
            }
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = sender.closed() => return,
        }
    }
}

/// The page's HTML, when it is another one.
fn page(shown: &Shown, path: &str, known: &mut String) -> Option<Event> {
    let html = html(shown, path)?;
    let now = digest(html.as_bytes());
    if path.is_empty() || now == *known {
        return None;
    }
    known.clone_from(&now);
    // Parsers take every line end for the same one; an event cannot hold this one.
    let html = html.replace("\r\n", "\n").replace('\r', "\n");
    Some(Event::default().event("page").id(now).data(html))
}

/// The mistakes, or that there are none with the warnings that there are, when it was something else before.
fn state(
    shown: &Shown,
    told: &mut Option<(u64, Option<Arc<str>>)>,
) -> impl Iterator<Item = Event> + use<> {
    let now = (shown.builds, shown.mistakes.clone());
    let news = (told.as_ref() != Some(&now)).then(|| match &now.1 {
        Some(mistakes) => Event::default().event("mistakes").data(mistakes.trim_end()),
        None => Event::default().event("build").data(sound(shown)),
    });
    *told = Some(now);
    news.into_iter()
}

/// Of a build that went well its number, and its warnings in the lines below.
fn sound(shown: &Shown) -> String {
    let warnings = shown.warnings.as_deref().unwrap_or_default();
    format!("{}\n{}", shown.builds, warnings.trim_end())
}
