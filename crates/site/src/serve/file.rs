//! A file as an answer: whole, compressed, a range of it, or that it is the same as before.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;

use super::asked::{Asked, is_known, range, takes_brotli};
use super::client;
use super::release::Release;
use crate::headers;
use crate::media::media_type;

/// Another one when the bytes are others.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", source::hash(bytes))
}

/// A file of a release, as it is asked for. It may have to be read or compressed, which takes time.
pub fn answer(
    release: &Release,
    name: &str,
    status: StatusCode,
    asked: &HeaderMap,
) -> Response<Body> {
    let Some(mut bytes) = release.bytes(name) else {
        let gone = "the file is gone: a new build is under way";
        return (StatusCode::NOT_FOUND, gone).into_response();
    };
    let digest = digest(&bytes);
    if name.ends_with(".html") {
        let html = String::from_utf8_lossy(&bytes);
        bytes = client::add(&html, &digest).into_bytes();
    }
    let is_found = status == StatusCode::OK;
    let range = match is_found {
        true => range(asked, bytes.len(), &format!("\"{digest}\"")),
        false => Asked::Whole,
    };
    // As hosts do, so that what is measured here is what visitors get.
    let is_packed = is_text(name) && range == Asked::Whole && takes_brotli(asked);
    let tag = format!("\"{digest}{}\"", if is_packed { "-br" } else { "" });
    let is_same = is_found && is_known(asked, &tag);
    let range = if is_same { Asked::Whole } else { range };
    let mut answer = match range {
        _ if is_same => StatusCode::NOT_MODIFIED.into_response(),
        Asked::Beyond => StatusCode::RANGE_NOT_SATISFIABLE.into_response(),
        Asked::Part(ref range) => {
            let part = bytes[range.clone()].to_vec();
            (StatusCode::PARTIAL_CONTENT, part).into_response()
        }
        Asked::Whole if is_packed => (status, assets::quick_brotli(&bytes)).into_response(),
        Asked::Whole => (status, bytes.clone()).into_response(),
    };
    let is_whole = answer.status() == status;
    let sent = answer.headers_mut();
    if is_packed && is_whole {
        insert(sent, "content-encoding", "br");
    }
    match range {
        Asked::Part(part) => {
            let part = format!("bytes {}-{}/{}", part.start, part.end - 1, bytes.len());
            insert(sent, "content-range", &part);
        }
        Asked::Beyond => insert(sent, "content-range", &format!("bytes */{}", bytes.len())),
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

/// Whether compressing the file is worth it; pictures and fonts are compressed already.
fn is_text(name: &str) -> bool {
    let kind = media_type(name);
    kind.starts_with("text/") || ["json", "xml", "svg"].iter().any(|one| kind.contains(one))
}

/// Sets a header.
pub fn insert(headers: &mut HeaderMap, name: &str, value: &str) {
    let name = header::HeaderName::from_bytes(name.as_bytes());
    if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
        headers.insert(name, value);
    }
}
