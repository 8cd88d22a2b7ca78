//! Replies: JSON, problem documents, pages and redirects, each with the headers that it needs.

use axum::body::Body;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, Response, StatusCode};
use serde_json::Value;

/// A reply under way.
pub(crate) struct Reply {
    response: Response<Body>,
}

impl Reply {
    fn new(status: StatusCode, kind: &'static str, body: String) -> Self {
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        headers.insert(
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        );
        if !kind.is_empty() {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        Reply { response }
    }

    pub fn json(status: StatusCode, body: &Value) -> Self {
        Reply::new(status, "application/json", body.to_string())
    }

    pub fn text(kind: &'static str, body: String) -> Self {
        Reply::new(StatusCode::OK, kind, body)
    }

    pub fn problem(status: StatusCode, body: &Value) -> Self {
        Reply::new(status, "application/problem+json", body.to_string())
    }

    /// A page under a content security policy.
    pub fn page(status: StatusCode, body: String, policy: &str) -> Self {
        Reply::new(status, "text/html; charset=utf-8", body)
            .with("content-security-policy", policy)
            .with("referrer-policy", "strict-origin")
            .with("x-frame-options", "DENY")
    }

    pub fn redirect(location: &str) -> Self {
        Reply::new(StatusCode::SEE_OTHER, "", String::new()).with("location", location)
    }

    pub fn empty(status: StatusCode) -> Self {
        Reply::new(status, "", String::new())
    }

    /// With a header; one that cannot be written is left out.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.response
                .headers_mut()
                .insert(HeaderName::from_static(name), value);
        }
        self
    }

    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    pub fn into_response(self) -> Response<Body> {
        self.response
    }
}
