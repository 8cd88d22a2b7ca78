//! What stands at a path as HTML, pages of the server's own among them, and short answers.

use axum::body::Body;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use percent_encoding::percent_decode_str;
use source::endpoints::{CLIENT, LEFT_OUT};

use super::address::Resolved;
use super::file::insert;
use super::release::Release;
use super::shared::Shown;
use crate::unpublished;

/// The HTML at a path, without the client: what an open page should be.
pub fn html(shown: &Shown, path: &str) -> Option<String> {
    let Some(release) = &shown.release else {
        return Some(not_built(shown));
    };
    if path == LEFT_OUT {
        return Some(listed(release));
    }
    String::from_utf8(release.bytes(&file_at(shown, path)?)?).ok()
}

/// The file of the page at a path.
pub fn file_at(shown: &Shown, path: &str) -> Option<String> {
    let release = shown.release.as_ref()?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    match release.find(&path) {
        Resolved::File(name) => name.ends_with(".html").then_some(name),
        Resolved::Redirect(_) => None,
        Resolved::Nothing => release.not_found(&path),
    }
}

/// Before the first good build there is nothing to show but its mistakes.
pub fn not_built(shown: &Shown) -> String {
    let said = shown
        .mistakes
        .as_deref()
        .unwrap_or("the site is being built");
    own_html(&format!("<pre>{}</pre>", unpublished::escaped(said)))
}

/// The entries that a build left out.
pub fn listed(release: &Release) -> String {
    own_html(release.left_out())
}

/// A page of the server's own.
fn own_html(body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>site serve</title>\
         <link rel=\"stylesheet\" href=\"{CLIENT}/client.css\"></head><body>{body}</body></html>"
    )
}

/// A short answer.
pub fn text(status: StatusCode, message: &'static str) -> Response<Body> {
    let mut answer = (status, message).into_response();
    insert(answer.headers_mut(), "x-content-type-options", "nosniff");
    insert(answer.headers_mut(), "cache-control", "no-store");
    answer
}
