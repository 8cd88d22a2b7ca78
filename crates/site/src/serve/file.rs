//! A file as an answer: whole, compressed, a range of it, or that it is the same as before.

use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;

use super::asked::{Asked, is_known, range, takes_brotli};
use super::client;
use super::release::Release;
use super::sent::{Sent, is_text};
use crate::headers;
use crate::media::media_type;

/// A file of a release, as it is asked for. It may have to be read or compressed, which takes time.
pub fn answer(
    release: &Release,
    name: &str,
    status: StatusCode,
    asked: &HeaderMap,
) -> Response<Body> {
    let Some(mut content) = Sent::of(release, name) else {
        return gone();
    };
    let digest = content.digest();
    if let (true, Sent::Held(bytes)) = (name.ends_with(".html"), &content) {
        let html = String::from_utf8_lossy(bytes);
        content = Sent::Held(client::add(&html, &digest).into_bytes());
    }
    let (is_found, len) = (status == StatusCode::OK, content.len());
    let range = match is_found {
        true => range(asked, len, &format!("\"{digest}\"")),
        false => Asked::Whole,
    };
    // As hosts do, so that what is measured here is what visitors get.
    let packed = match &content {
        Sent::Held(bytes) if is_text(name) && range == Asked::Whole && takes_brotli(asked) => {
            Some(bytes)
        }
        _ => None,
    };
    let is_packed = packed.is_some();
    let tag = format!("\"{digest}{}\"", if is_packed { "-br" } else { "" });
    let is_same = is_found && is_known(asked, &tag);
    let range = if is_same { Asked::Whole } else { range };
    let mut answer = match range {
        _ if is_same => StatusCode::NOT_MODIFIED.into_response(),
        Asked::Beyond => StatusCode::RANGE_NOT_SATISFIABLE.into_response(),
        Asked::Part(ref range) => part(&content, StatusCode::PARTIAL_CONTENT, range.clone()),
        Asked::Whole => match packed {
            Some(bytes) => (status, assets::quick_brotli(bytes)).into_response(),
            None => part(&content, status, 0..len),
        },
    };
    let is_whole = answer.status() == status;
    let sent = answer.headers_mut();
    if is_packed && is_whole {
        insert(sent, "content-encoding", "br");
    }
    match range {
        Asked::Part(part) => {
            let part = format!("bytes {}-{}/{}", part.start, part.end - 1, len);
            insert(sent, "content-range", &part);
        }
        Asked::Beyond => insert(sent, "content-range", &format!("bytes */{len}")),
        Asked::Whole => {}
    }
    if is_text(name) {
        insert(sent, "vary", "accept-encoding");
    }
    for (name, value) in release.headers() {
        insert(sent, name, value);
    }
    insert(sent, "accept-ranges", "bytes");
    insert(sent, "content-type", media_type(name));
    insert(sent, "etag", &tag);
    let cache_control = headers::cache_control(assets::is_hashed(name));
    insert(sent, "cache-control", cache_control);
    answer
}

/// Some bytes of a file as an answer, which says how many they are: whoever asks for a part of a film counts on it.
fn part(content: &Sent, status: StatusCode, range: Range<usize>) -> Response<Body> {
    let len = range.len().to_string();
    match content.part(range) {
        Ok(part) => {
            let mut answer = (status, part).into_response();
            insert(answer.headers_mut(), "content-length", &len);
            answer
        }
        Err(_) => gone(),
    }
}

fn gone() -> Response<Body> {
    let gone = "the file is gone: a new build is under way";
    (StatusCode::NOT_FOUND, gone).into_response()
}

/// Sets a header.
pub fn insert(headers: &mut HeaderMap, name: &str, value: &str) {
    let name = header::HeaderName::from_bytes(name.as_bytes());
    if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
        headers.insert(name, value);
    }
}
