//! Who may ask: names of this machine only, so that no page elsewhere can read the site through DNS rebinding.

use std::net::SocketAddr;

use axum::http::HeaderMap;

/// Whether the `Host` of a request names the address that is listened on.
pub fn is_own_host(headers: &HeaderMap, address: SocketAddr) -> bool {
    let Some(host) = headers.get("host").and_then(|h| h.to_str().ok()) else {
        return false;
    };
    let Some(name) = name_of(host) else {
        return false;
    };
    let loopback = ["localhost", "127.0.0.1", "::1"];
    let bound = address.ip();
    let is_ip = name.parse::<std::net::IpAddr>().is_ok();
    loopback.contains(&name) || name == bound.to_string() || (bound.is_unspecified() && is_ip)
}

/// The name in a `Host` (RFC 9110, section 7.2), without brackets and port.
fn name_of(host: &str) -> Option<&str> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit());
    (rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port)).then_some(name)
}

/// Whether a request comes from a page of this server, or from no page at all.
pub fn is_own_page(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let site = text("sec-fetch-site").is_none_or(|s| matches!(s, "same-origin" | "none"));
    let origin = match (text("origin"), text("host")) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, o)| o == host),
        (Some(_), None) => false,
    };
    site && origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_well_formed_name_of_this_machine_is_its_own() {
        let address: SocketAddr = "127.0.0.1:4321".parse().expect("an address");
        for (host, expected) in [
            ("127.0.0.1:4321", true),
            ("localhost", true),
            ("localhost:", true),
            ("[::1]:4321", true),
            ("127.0.0.1:4321@evil.test", false),
            ("localhost:4321.evil.test", false),
            ("[::1]evil.test", false),
            ("[::1]@evil.test:80", false),
            ("[::1", false),
            ("evil.test", false),
            ("localhost.evil.test", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("host", host.parse().expect("a value"));
            assert_eq!(is_own_host(&headers, address), expected, "{host}");
        }
    }

    #[test]
    fn row_58_pages_of_other_origins_are_not_heard() {
        for (origin, site, expected) in [
            (None, None, true),
            (Some("http://localhost:4321"), Some("same-origin"), true),
            (None, Some("none"), true),
            (Some("http://evil.test"), None, false),
            (Some("http://localhost:4322"), None, false),
            (Some("http://localhost:4321.evil.test"), None, false),
            (Some("null"), None, false),
            (None, Some("cross-site"), false),
            (None, Some("same-site"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("host", "localhost:4321".parse().expect("a value"));
            for (name, value) in [("origin", origin), ("sec-fetch-site", site)] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().expect("a value"));
                }
            }
            assert_eq!(is_own_page(&headers), expected, "{origin:?} {site:?}");
        }
    }
}
