//! A request on its way through the relay: what is known of it before its body is read.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, Method};
use serde_json::Value;

use crate::client::Client;

/// A request whose body is not read yet, and what its reply and the log are to say of it.
pub(crate) struct Exchange {
    pub id: String,
    pub client: Client,
    /// Whether the request was counted.
    pub is_counted: bool,
    pub method: Method,
    pub path: String,
    pub query: String,
    pub headers: HeaderMap,
    /// The language of the page that it comes from, as its address says; empty for the one that the forms are written in.
    pub language: String,
    /// The origin elsewhere that may read the answer.
    pub allow_origin: Option<String>,
    /// Why it was refused.
    pub refused: Option<&'static str>,
    /// What only the owner can mend: the log tells it as an error.
    pub alert: Option<String>,
    /// For the log.
    pub notes: Vec<(&'static str, Value)>,
}

impl Exchange {
    pub fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub fn note(&mut self, name: &'static str, value: impl Into<Value>) {
        self.notes.retain(|(known, _)| *known != name);
        self.notes.push((name, value.into()));
    }

    /// What the log is told by a name.
    pub fn noted(&self, name: &str) -> Option<&Value> {
        let mut notes = self.notes.iter();
        notes.find_map(|(known, value)| (*known == name).then_some(value))
    }

    /// Whether the sender reads pages rather than JSON.
    pub fn wants_page(&self) -> bool {
        let accept = self.header(&header::ACCEPT).unwrap_or("");
        let kind = self.header(&header::CONTENT_TYPE).unwrap_or("");
        let sends_form = kind.starts_with("application/x-www-form-urlencoded");
        let sends_json = kind.starts_with("application/json");
        !sends_json && (accept.contains("text/html") || (sends_form && !accept.contains("json")))
    }
}

/// A random UUID. It names a request and guards nothing, so a quick generator will do.
pub(crate) fn request_id() -> String {
    let random = fastrand::u128(..) & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let hex = format!("{random:032x}");
    [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ]
    .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_ids_are_uuids() {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..1_000 {
            let id = request_id();
            let shape: String = id
                .chars()
                .map(|c| if c == '-' { '-' } else { 'x' })
                .collect();
            assert_eq!(shape, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
            assert!(
                id[14..].starts_with('4') && id[19..].starts_with(['8', '9', 'a', 'b']),
                "{id}"
            );
            assert!(seen.insert(id));
        }
    }
}
