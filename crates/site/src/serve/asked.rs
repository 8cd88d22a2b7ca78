//! What the headers of a request ask of a file: a part, a compressed one, or nothing when it is known.

use std::ops::Range;

use axum::http::{HeaderMap, header};

/// Whether the browser has these bytes (RFC 9110, section 13.1.2).
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let listed = asked.get_all(header::IF_NONE_MATCH).iter();
    let listed = listed.filter_map(|value| value.to_str().ok());
    let mut listed = listed.flat_map(|value| value.split(',')).map(str::trim);
    listed.any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

/// What is asked of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// All of it.
    Whole,
    /// Some of its bytes, at least one.
    Part(Range<usize>),
    /// Bytes after its end.
    Beyond,
}

/// What the headers ask of a file (RFC 9110, section 14). Several ranges at once, and one of another version, are
/// answered with the whole.
pub fn range(asked: &HeaderMap, len: usize, tag: &str) -> Asked {
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

/// Whether the browser takes brotli (RFC 9110, section 12.5.3).
pub fn takes_brotli(asked: &HeaderMap) -> bool {
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
            headers.insert("range", asked.parse().expect("a value"));
            assert_eq!(range(&headers, 10, "\"a\""), expected, "{asked}");
            headers.insert("if-range", "\"b\"".parse().expect("a value"));
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
            headers.insert("accept-encoding", asked.parse().expect("a value"));
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
            headers.insert("if-none-match", asked.parse().expect("a value"));
            assert_eq!(is_known(&headers, "\"a\""), expected, "{asked}");
        }
    }
}
