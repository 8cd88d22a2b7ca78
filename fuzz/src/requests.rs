//! What must hold for any request of a page to `site serve`.

use std::collections::HashMap;
use std::net::SocketAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};
use content::config::UrlStyle;
use percent_encoding::percent_decode;

#[path = "../../crates/site/src/serve/address.rs"]
mod address;
#[path = "../../crates/site/src/serve/asked.rs"]
mod asked;
#[path = "../../crates/site/src/serve/guard.rs"]
mod guard;

use address::{Addresses, Resolved};
use asked::Asked;

/// The files of a site.
const FILES: [&str; 12] = [
    "index.html",
    "404.html",
    "articles.html",
    "articles/index.html",
    "articles/a.html",
    "articles/a/index.html",
    "\u{e9}t\u{e9}.html",
    "_headers",
    "_redirects",
    ".well-known/security.txt",
    "_site/app.0123.js",
    "evil.test/index.html",
];
/// The headers that a request may have, in the order of its lines.
const HEADERS: [&str; 7] = [
    "host",
    "origin",
    "sec-fetch-site",
    "range",
    "if-range",
    "if-none-match",
    "accept-encoding",
];

/// An address is a file of the site, another address of it, or nothing; a host is this machine or refused; a part lies in the
/// file. The lines are a path and headers.
pub fn request(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    if let Ok(path) = percent_decode(lines.next().unwrap_or_default()).decode_utf8() {
        for base_path in ["", "/base"] {
            for style in [UrlStyle::File, UrlStyle::Folder] {
                found(&path, base_path, style);
            }
        }
    }
    let values = lines.map(HeaderValue::from_bytes);
    let values = HEADERS.into_iter().zip(values);
    let headers: HeaderMap = values
        .filter_map(|(name, value)| Some((name.parse().ok()?, value.ok()?)))
        .collect();
    guarded(&headers);
    asked::takes_brotli(&headers);
    let tag = "\"0123\"";
    if asked::is_known(&headers, tag) {
        let listed = headers["if-none-match"].to_str().expect("a text");
        assert!(listed.contains('*') || listed.contains(tag), "{listed:?}");
    }
    for len in [0, 1, 10, 1 << 20] {
        match asked::range(&headers, len, tag) {
            Asked::Part(part) => assert!(part.start < part.end && part.end <= len, "{part:?}"),
            Asked::Whole | Asked::Beyond => {}
        }
    }
}

fn found(path: &str, base_path: &str, style: UrlStyle) {
    let base_path = base_path.to_owned();
    let to = format!("{base_path}/articles/a/");
    let addresses = Addresses {
        redirects: HashMap::from([(format!("{base_path}/old"), to)]),
        base_path,
        style,
    };
    let is_there = |name: &str| FILES.contains(&name);
    let mut path = path.to_owned();
    for _ in 0..3 {
        match addresses.find(&path, is_there) {
            Resolved::File(name) => {
                assert!(is_there(&name) && !matches!(&*name, "_headers" | "_redirects"));
                return assert!(path.starts_with(&addresses.base_path), "{path:?}");
            }
            Resolved::Redirect(to) => {
                assert!(to.starts_with('/') && !to.starts_with("//"), "{to:?}");
                assert!(!to.contains(['\\', '\r', '\n', '\0']), "{to:?}");
                path = to;
            }
            Resolved::Nothing => return,
        }
    }
    panic!("{path:?} leads on and on");
}

/// Whoever is believed names this machine as others read a host too.
fn guarded(headers: &HeaderMap) {
    let bound: SocketAddr = "127.0.0.1:4321".parse().expect("an address");
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if guard::is_own_host(headers, bound) {
        let host = text("host").expect("a host");
        let name = host.parse::<Authority>().expect("a host").host().to_owned();
        let names = ["localhost", "127.0.0.1", "::1", "[::1]"];
        assert!(names.contains(&&*name), "{host:?} is {name:?}");
    }
    if guard::is_own_page(headers)
        && let (Some(origin), Some(host)) = (text("origin"), text("host"))
    {
        assert!(origin.ends_with(host), "{origin:?} of {host:?}");
    }
}
