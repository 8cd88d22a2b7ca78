//! An address of the web as browsers write it, made of nothing that a header, a page or a mail could read as more.

use std::fmt::{self, Display};

use source::WebOrigin;

/// The host in small ASCII letters, no port that is the usual one, a path of plain characters.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub origin: WebOrigin,
    path: String,
    /// With its question mark.
    query: String,
}

impl Address {
    /// An address that a path is written behind: without a slash at its end, and without a query.
    pub fn base(value: &str) -> Option<Self> {
        let value = value.trim_end_matches('/');
        Self::parse(value).filter(|address| address.query.is_empty())
    }

    /// An address that something is sent to.
    pub fn parse(value: &str) -> Option<Self> {
        let (scheme, rest) = value.split_once("://")?;
        let (authority, target) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (path, query) = target.split_at(target.find('?').unwrap_or(target.len()));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, format!(":{port}")),
            _ => (authority, String::new()),
        };
        let host = match host.starts_with('[') {
            true => host.to_owned(),
            false => idna::domain_to_ascii_strict(host).ok()?,
        };
        let origin = WebOrigin::of(&format!("{scheme}://{host}{port}/"))?;
        let mut steps = path.strip_suffix('/').unwrap_or(path).split('/').skip(1);
        let are_plain = steps.all(|step| !matches!(step, "" | "." | "..") && is_plain(step, ""));
        let is_query = query.strip_prefix('?').is_none_or(|q| is_plain(q, "=&/?"));
        (are_plain && is_query).then(|| Self {
            origin,
            path: path.to_owned(),
            query: query.to_owned(),
        })
    }
}

/// Whether a part of an address means itself wherever it is written.
fn is_plain(part: &str, others: &str) -> bool {
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        let mut is_digit = || rest.next().is_some_and(|digit| digit.is_ascii_hexdigit());
        let is_right = match byte {
            b'%' => is_digit() && is_digit(),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'+' | b',' | b':' | b'@' => true,
            _ => byte.is_ascii_alphanumeric() || others.as_bytes().contains(&byte),
        };
        if !is_right {
            return false;
        }
    }
    true
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.origin, self.path, self.query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_as_browsers_write_it_and_means_nothing_else() {
        let check = |value: &str, expected: Option<&str>| {
            let found = Address::parse(value).map(|address| address.to_string());
            assert_eq!(found.as_deref(), expected, "{value:?}");
        };
        check("https://été.re", Some("https://xn--t-9fab.re"));
        check("HTTPS://Exemple.re:443/", Some("https://exemple.re/"));
        check("http://[::1]:80/a/", Some("http://[::1]/a/"));
        check(
            "https://x.re/a-b_c/~d/e%20f",
            Some("https://x.re/a-b_c/~d/e%20f"),
        );
        check("https://x.re/a?b=c&d=%2F", Some("https://x.re/a?b=c&d=%2F"));
        check("https://x.re?b", Some("https://x.re?b"));
        for wrong in [
            "",
            "x.re",
            "https://",
            "https:///a",
            "https://:443",
            "https://x.re:",
            "https://x.re:0",
            "https://x.re:65536",
            "https://x.re:4 43",
            "https://x.re\"",
            "https://x.re/\"",
            "https://x.re/'",
            "https://x.re/<a>",
            "https://x.re/a b",
            "https://x.re/a\nb",
            "https://x.re/a\r\nSet-Cookie: a",
            "https://x.re/\u{a0}",
            "https://x.re/é",
            "https://x.re/a%2",
            "https://x.re/a%zz",
            "https://x.re/a%é",
            "https://x.re/a\\b",
            "https://x.re/../a",
            "https://x.re/a/./b",
            "https://x.re//a",
            "https://x.re/a#b",
            "https://x.re?a\"b",
            "https://a@x.re",
            "http://127.0.0.1:80@x.re/",
            "https://x re",
            "https://x.re,https://y.re",
            "javascript://x.re/a",
            "ftp://x.re",
            "https://*.x.re",
            "https://x.re/{a}",
            "https://x.re/`a`",
            "https://x.re/a|b",
            "https://x.re/(a)",
            "https://x.re/a;b",
        ] {
            check(wrong, None);
        }
        let base = Address::base("https://x.re/a/").map(|address| address.to_string());
        assert_eq!(base.as_deref(), Some("https://x.re/a"));
        assert!(Address::base("https://x.re/a?b").is_none());
    }
}
