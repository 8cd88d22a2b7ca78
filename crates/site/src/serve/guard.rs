//! Who may ask: names of this machine only, so that no page elsewhere can read the site through DNS rebinding.

use std::net::SocketAddr;

use axum::http::HeaderMap;

/// Whether the `Host` of a request names the address that is listened on.
pub fn is_own_host(headers: &HeaderMap, address: SocketAddr) -> bool {
    let Some(host) = headers.get("host").and_then(|h| h.to_str().ok()) else {
        return false;
    };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let loopback = ["localhost", "127.0.0.1", "::1"];
    let bound = address.ip();
    let is_ip = name.parse::<std::net::IpAddr>().is_ok();
    loopback.contains(&name) || name == bound.to_string() || (bound.is_unspecified() && is_ip)
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
