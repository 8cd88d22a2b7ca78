//! A file as an answer: whole, compressed, a range of it, or that it is the same as before.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;

use super::client;
use super::release::{Release, is_immutable};
use crate::headers;
use crate::media::media_type;

/// Another one when the bytes are others.
pub fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
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
    let cache_control = headers::cache_control(is_immutable(name));
    insert(sent, "cache-control", cache_control);
    answer
}

/// Whether the browser has these bytes (RFC 9110, section 13.1.2).
fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let listed = asked.get_all(header::IF_NONE_MATCH).iter();
    let listed = listed.filter_map(|value| value.to_str().ok());
    let mut listed = listed.flat_map(|value| value.split(',')).map(str::trim);
    listed.any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

/// What is asked of a file.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Whole,
    /// Some of its bytes, at least one.
    Part(Range<usize>),
    /// Bytes after its end.
    Beyond,
}

/// What the headers ask of a file (RFC 9110, section 14). Several ranges at once, and one of another version, are
/// answered with the whole.
fn range(asked: &HeaderMap, len: usize, tag: &str) -> Asked {
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let Some(range) = text(header::RANGE).and_then(|range| range.strip_prefix("bytes=")) else {
        return Asked::Whole;
    };
    if text(header::IF_RANGE).is_some_and(|version| version != tag) {
        return Asked::Whole;
    }
    let Some((first, last)) = range.trim().split_once('-') else {
        return Asked::Whole;
    };
    let range = match (first.parse::<usize>(), last.parse::<usize>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(len),
        (Ok(first), Err(_)) if last.is_empty() => first..len,
        (Err(_), Ok(count)) if first.is_empty() => len.saturating_sub(count)..len,
        _ => return Asked::Whole,
    };
    match range.is_empty() {
        true => Asked::Beyond,
        false => Asked::Part(range),
    }
}

/// Whether compressing the file is worth it; pictures and fonts are compressed already.
fn is_text(name: &str) -> bool {
    let kind = media_type(name);
    kind.starts_with("text/") || ["json", "xml", "svg"].iter().any(|one| kind.contains(one))
}

/// Whether the browser takes brotli (RFC 9110, section 12.5.3).
fn takes_brotli(asked: &HeaderMap) -> bool {
    let listed = asked.get_all(header::ACCEPT_ENCODING).iter();
    let listed = listed.filter_map(|value| value.to_str().ok());
    listed.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().to_ascii_lowercase();
        let refused = weight
            .strip_prefix("q=")
            .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

/// Sets a header.
pub fn insert(headers: &mut HeaderMap, name: &str, value: &str) {
    let name = header::HeaderName::from_bytes(name.as_bytes());
    if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_what_the_standard_says() {
        for (asked, expected) in [
            ("bytes=0-3", Asked::Part(0..4)),
            ("bytes=4-", Asked::Part(4..10)),
            ("bytes=-3", Asked::Part(7..10)),
            ("bytes=-30", Asked::Part(0..10)),
            ("bytes=8-99999999999999999999", Asked::Whole),
            ("bytes=8-18446744073709551615", Asked::Part(8..10)),
            ("bytes=10-", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=3-1", Asked::Whole),
            ("bytes=0-1,3-4", Asked::Whole),
            ("lines=0-1", Asked::Whole),
        ] {
            let mut headers = HeaderMap::new();
            insert(&mut headers, "range", asked);
            assert_eq!(range(&headers, 10, "\"a\""), expected, "{asked}");
            insert(&mut headers, "if-range", "\"b\"");
            assert_eq!(range(&headers, 10, "\"a\""), Asked::Whole, "{asked}");
        }
    }

    #[test]
    fn a_weight_of_nothing_refuses_brotli() {
        for (asked, expected) in [
            ("gzip, br", true),
            ("BR;q=0.1", true),
            ("br;q=0.0, gzip", false),
            ("br; q=0", false),
            ("br;Q=0.000", false),
            ("gzip", false),
        ] {
            let mut headers = HeaderMap::new();
            insert(&mut headers, "accept-encoding", asked);
            assert_eq!(takes_brotli(&headers), expected, "{asked}");
        }
    }

    #[test]
    fn a_known_version_is_found_in_any_list() {
        for (asked, expected) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"a-br\"", false),
        ] {
            let mut headers = HeaderMap::new();
            insert(&mut headers, "if-none-match", asked);
            assert_eq!(is_known(&headers, "\"a\""), expected, "{asked}");
        }
    }
}
