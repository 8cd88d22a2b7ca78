//! Shows the mails of a folder at `/_outbox`, for trying forms on one's own machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode};
use axum::routing::any;
use forms::Settings;
use serde_json::Value;
use source::endpoints::OUTBOX;

use crate::page::Frame;
use crate::reply::Reply;
use crate::visible::escape;

/// Routes that show what a [`Folder`](crate::Folder) holds: `/_outbox` lists the mails, newest
/// first, `/_outbox/{name}` shows one with its headers, text and HTML, `/_outbox/{name}.html` and
/// `/_outbox/{name}.eml` are its parts. Only for this machine: nobody is asked who they are.
pub fn outbox_router(folder: impl Into<PathBuf>, settings: Arc<Settings>) -> Router {
    let shown = Shown {
        folder: folder.into(),
        frame: Frame::new(settings),
    };
    Router::new()
        .route(OUTBOX, any(handle))
        .route(&format!("{OUTBOX}/{{*path}}"), any(handle))
        .with_state(Arc::new(shown))
}

struct Shown {
    folder: PathBuf,
    frame: Frame,
}

async fn handle(State(shown): State<Arc<Shown>>, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Reply::empty(StatusCode::METHOD_NOT_ALLOWED)
            .with("allow", "GET, HEAD")
            .into_response();
    }
    let path = request
        .uri()
        .path()
        .trim_start_matches(OUTBOX)
        .trim_matches('/')
        .to_owned();
    let shown = tokio::task::spawn_blocking(move || show(&shown, &path)).await;
    let missing = || Reply::empty(StatusCode::NOT_FOUND);
    shown.ok().flatten().unwrap_or_else(missing).into_response()
}

fn show(shown: &Shown, path: &str) -> Option<Reply> {
    let folder = &shown.folder;
    if path.is_empty() {
        return Some(list(shown));
    }
    let (name, part) = path.rsplit_once('.').unwrap_or((path, ""));
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name {
        return None;
    }
    let eml = std::fs::read_to_string(folder.join(format!("{name}.eml"))).ok()?;
    let mail = described(folder, name);
    let text = |key: &str| mail[key].as_str().unwrap_or("").to_owned();
    match part {
        "" => Some(one(&shown.frame, name, &mail, &eml)),
        // The mail's own style is allowed, and nothing else that it could hold.
        "html" => Some(
            Reply::page(StatusCode::OK, text("html"), "")
                .with(
                    "content-security-policy",
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups; \
                     frame-ancestors 'self'",
                )
                .with("x-frame-options", "SAMEORIGIN"),
        ),
        "eml" => Some(
            Reply::page(StatusCode::OK, eml, "").with("content-type", "text/plain; charset=utf-8"),
        ),
        _ => None,
    }
}

/// What is known of a mail beside its file; nothing where its description is damaged.
fn described(folder: &Path, name: &str) -> Value {
    let description = std::fs::read(folder.join(format!("{name}.json")));
    serde_json::from_slice(&description.unwrap_or_default()).unwrap_or_default()
}

fn list(shown: &Shown) -> Reply {
    let (folder, frame) = (&shown.folder, &shown.frame);
    let texts = &frame.settings.texts;
    let mut mails: Vec<(std::time::SystemTime, String, Value)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let path = entry.path();
            let name = path.file_name()?.to_str()?.strip_suffix(".eml")?.to_owned();
            let modified = entry.metadata().ok()?.modified().ok()?;
            let mail = described(folder, &name);
            Some((modified, name, mail))
        })
        .collect();
    mails.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut body = format!(
        "<h1>{} ({})</h1>\n<ul>\n",
        escape(&texts.outbox),
        mails.len()
    );
    for (_, name, mail) in &mails {
        let subject = escape(mail["subject"].as_str().unwrap_or(name));
        let to = escape(mail["to"].as_str().unwrap_or(""));
        body.push_str(&format!(
            "<li><a href=\"{OUTBOX}/{name}\">{subject}</a> → {to}</li>\n"
        ));
    }
    body.push_str("</ul>\n");
    if mails.is_empty() {
        body.push_str(&format!("<p>{}</p>\n", escape(&texts.outbox_empty)));
    }
    let page = frame.page(&frame.settings, &texts.outbox, "", &body);
    Reply::page(StatusCode::OK, page, &frame.policy(""))
}

fn one(frame: &Frame, name: &str, mail: &Value, eml: &str) -> Reply {
    let texts = &frame.settings.texts;
    let subject = mail["subject"].as_str().unwrap_or(name);
    let headers = eml.split("\r\n\r\n").next().unwrap_or("");
    let body = format!(
        "<p><a href=\"{OUTBOX}\">{}</a></p>\n<h1>{}</h1>\n\
         <h2>HTML</h2>\n<iframe src=\"{OUTBOX}/{name}.html\" title=\"HTML\" width=\"720\" \
         height=\"560\" sandbox=\"\"></iframe>\n<h2>{}</h2>\n<pre>{}</pre>\n\
         <h2>{}</h2>\n<pre>{}</pre>\n<p><a href=\"{OUTBOX}/{name}.eml\">{name}.eml</a></p>\n",
        escape(&texts.outbox),
        escape(subject),
        escape(&texts.outbox_text),
        escape(mail["text"].as_str().unwrap_or(eml)),
        escape(&texts.outbox_headers),
        escape(headers)
    );
    let policy = format!(
        "default-src 'none'; style-src {}; frame-src 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
        frame.style_source
    );
    Reply::page(
        StatusCode::OK,
        frame.page(&frame.settings, subject, "", &body),
        &policy,
    )
}
