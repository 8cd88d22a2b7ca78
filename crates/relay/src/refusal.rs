//! Why a request was refused: one variant a reason, each with its status and its problem document.

use axum::http::StatusCode;
use forms::{FieldError, RelayTexts};
use serde_json::{Value, json};

/// A reason to refuse a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body is not what its type says.
    Malformed,
    /// The `Origin` or `Sec-Fetch-Site` header names another site.
    ForeignOrigin,
    /// There is nothing at that address.
    NotFound,
    /// The address takes other methods.
    Method(&'static str),
    /// The body did not arrive in time.
    Slow,
    /// The body is larger than the limit.
    TooLarge,
    /// Neither JSON nor urlencoded.
    MediaType,
    /// The answers have mistakes.
    Invalid(Vec<FieldError>),
    /// Nobody has the address that the visitor gave; at a form it is told as a mistake of its field.
    Recipient,
    /// The submission's id was used for other content.
    Reused,
    /// Too many requests from one client.
    TooMany {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The link is damaged or too old.
    Expired,
    /// The provider asks to wait longer than a request can.
    Busy {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The provider did not take the mail.
    Undelivered,
    /// The provider did not answer in time.
    LateProvider,
    /// A defect of the relay.
    Defect,
}

impl Refusal {
    /// The answer's status.
    pub fn status(&self) -> StatusCode {
        match self {
            Refusal::Malformed => StatusCode::BAD_REQUEST,
            Refusal::ForeignOrigin => StatusCode::FORBIDDEN,
            Refusal::NotFound => StatusCode::NOT_FOUND,
            Refusal::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Slow => StatusCode::REQUEST_TIMEOUT,
            Refusal::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::Invalid(_) | Refusal::Recipient | Refusal::Reused => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Refusal::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Expired => StatusCode::GONE,
            Refusal::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Undelivered => StatusCode::BAD_GATEWAY,
            Refusal::LateProvider => StatusCode::GATEWAY_TIMEOUT,
            Refusal::Defect => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The last part of the problem's type, also its name in the log.
    pub fn name(&self) -> &'static str {
        match self {
            Refusal::Malformed => "malformed",
            Refusal::ForeignOrigin => "foreign-origin",
            Refusal::NotFound => "not-found",
            Refusal::Method(_) => "method",
            Refusal::Slow => "slow",
            Refusal::TooLarge => "too-large",
            Refusal::MediaType => "media-type",
            Refusal::Invalid(_) | Refusal::Recipient => "validation",
            Refusal::Reused => "reused",
            Refusal::TooMany { .. } => "too-many",
            Refusal::Expired => "expired",
            Refusal::Busy { .. } => "busy",
            Refusal::Undelivered => "undelivered",
            Refusal::LateProvider => "late-provider",
            Refusal::Defect => "defect",
        }
    }

    /// Seconds for the `Retry-After` header.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Refusal::TooMany { retry_after } | Refusal::Busy { retry_after } => Some(*retry_after),
            _ => None,
        }
    }

    /// Whether another way to reach the owner is worth proposing.
    pub fn is_failure(&self) -> bool {
        self.status().is_server_error()
    }

    /// The problem document of RFC 9457. `mailto` is the owner's public address.
    pub fn problem(&self, request: &str, texts: &RelayTexts, mailto: Option<&str>) -> Value {
        let mut problem = json!({
            "type": format!("/problems/{}", self.name()),
            "title": texts.refusal(self.name()),
            "status": self.status().as_u16(),
            "instance": format!("urn:uuid:{request}"),
        });
        if let Refusal::Invalid(errors) = self {
            let errors = errors.iter().map(|error| {
                json!({ "pointer": error.pointer, "code": error.code, "detail": error.detail })
            });
            problem["errors"] = errors.collect();
        }
        if let Some(mailto) = mailto.filter(|_| self.is_failure()) {
            problem["mailto"] = json!(format!("mailto:{mailto}"));
        }
        problem
    }
}
