//! Scheme, host and port of an address, in a form that policies and rules of hosts can hold: nothing in it ends a
//! value or begins another.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// An origin (RFC 6454), as a browser writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WebOrigin {
    is_encrypted: bool,
    host: String,
    port: Option<u16>,
}

impl WebOrigin {
    /// The origin of an address; none when it has another scheme than `https` (or `http`), or a host that is no name.
    pub fn of(address: &str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let is_encrypted = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (path, authority) = (&rest[end..], &rest[..end]);
        if path.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return None;
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(parse_port(port)?)),
            _ => (authority, None),
        };
        let usual = if is_encrypted { 443 } else { 80 };
        is_host(host).then(|| Self {
            is_encrypted,
            host: host.to_ascii_lowercase(),
            port: port.filter(|port| *port != usual),
        })
    }

    /// Whether what is sent there cannot be read on the way: encrypted, or to this machine.
    pub fn is_protected(&self) -> bool {
        let is_local = matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "[::1]");
        self.is_encrypted || is_local
    }

    /// Whether what is sent there is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The host's name.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, when it is not the usual one.
    pub fn port(&self) -> Option<u16> {
        self.port
    }
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

fn parse_port(port: &str) -> Option<u16> {
    let is_number = port.bytes().all(|b| b.is_ascii_digit());
    port.parse().ok().filter(|port| is_number && *port > 0)
}

/// Whether a text is a host's name in ASCII, or an address in numbers.
fn is_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[') {
        let inner = inner.strip_suffix(']');
        return inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok());
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_number = |label: &str| label.bytes().all(|b| b.is_ascii_digit());
    let last = host.rsplit('.').next().unwrap_or_default();
    match is_number(last) {
        // Browsers read any host that ends with a number as an address.
        true => host.parse::<Ipv4Addr>().is_ok(),
        false => host.len() <= 253 && host.split('.').all(is_label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_holds_nothing_but_scheme_host_and_port() {
        let check = |address: &str, expected: Option<&str>| {
            let found = WebOrigin::of(address).map(|origin| origin.to_string());
            assert_eq!(found.as_deref(), expected, "{address:?}");
        };
        check(
            "https://Stats.Exemple.re/s.js",
            Some("https://stats.exemple.re"),
        );
        check("HTTPS://x.re:443", Some("https://x.re"));
        check("https://x.re:8443/a?b#c", Some("https://x.re:8443"));
        check("http://localhost:8080/api", Some("http://localhost:8080"));
        check("http://[::1]:80/", Some("http://[::1]"));
        check("https://203.0.113.9/", Some("https://203.0.113.9"));
        for wrong in [
            "",
            "x.re",
            "//x.re",
            "https://",
            "https://*",
            "https://*.x.re",
            "https://x;script-src",
            "https://x.re;script-src-elem&*/x",
            "https://x.re,y.re",
            "https://x re",
            "https://x.re\n",
            "https://x.re/\nY",
            "https://x.re'",
            "https://a@b.re",
            "https://x.re:0",
            "https://x.re:+1",
            "https://x.re:99999",
            "https://-x.re",
            "https://x..re",
            "https://1.2.3",
            "https://[::1",
            "https://été.re",
            "javascript:alert(1)",
            "data://x",
            "ftp://x.re",
        ] {
            check(wrong, None);
        }
    }
}
