//! Turns form posts into mails and loses none: a request and the forms in, a mail out.
//!
//! Without the feature `deploy` only what a preview needs is compiled: no Lambda, SMTP or TLS.
//! The same router serves on AWS Lambda, as a plain HTTP server, and inside `site serve`:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let forms = relay::read_forms("content/forms".as_ref()).map_err(|mistakes| mistakes.join("\n"))?;
//! let settings = Arc::new(forms.settings.clone());
//! let config = relay::Config::preview(forms, vec!["http://127.0.0.1:4000".into()]);
//! let folder = relay::Folder::new(".site/outbox")?;
//! let outbox = relay::Outbox::new(Arc::new(folder));
//! let router: axum::Router = relay::router(config, outbox)
//!     .merge(relay::outbox_router(".site/outbox", settings));
//! # let _ = router;
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "deploy")]
mod address;
mod alert;
#[cfg(feature = "deploy")]
mod alert_mail;
mod body;
#[cfg(feature = "deploy")]
mod cipher;
mod client;
mod config;
mod counter;
mod definitions;
mod delivery;
#[cfg(feature = "deploy")]
mod dialogue;
mod door;
mod exchange;
mod folder;
mod form_page;
#[cfg(feature = "deploy")]
pub mod lambda;
mod ledger;
mod log;
mod mail;
mod metrics;
mod mime;
mod minds;
mod newsletter;
mod outbox;
mod outbox_page;
mod page;
mod patient;
mod post;
mod provider;
mod refusal;
mod relay;
mod reply;
#[cfg(feature = "deploy")]
mod resend;
mod router;
mod seal;
mod secret;
pub mod server;
#[cfg(feature = "deploy")]
mod setup;
#[cfg(feature = "deploy")]
mod smtp;
mod underway;
mod visible;
#[cfg(feature = "deploy")]
mod web;

pub use client::Peer;
pub use config::{Config, body_limit, read_limit};
pub use counter::Limits;
pub use definitions::{Definitions, read_forms};
pub use door::Door;
pub use folder::Folder;
pub use forms::Settings;
pub use log::Log;
pub use mail::Mail;
pub use outbox::{Outbox, Patience};
pub use outbox_page::outbox_router;
pub use provider::{Calling, Contacts, Failure, FailureKind, Provider};
pub use refusal::Refusal;
#[cfg(feature = "deploy")]
pub use resend::{Resend, ResendSettings};
pub use router::{router, whole_router};
pub use seal::Seals;
pub use secret::Secrets;
#[cfg(feature = "deploy")]
pub use setup::{Setup, twin};
#[cfg(feature = "deploy")]
pub use smtp::{Credentials, Protection, Smtp, SmtpSettings, hint};
pub use underway::Underway;
