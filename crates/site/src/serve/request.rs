//! What `site serve` is asked for, and why it may not be done.

use std::net::{IpAddr, SocketAddr};

use crate::options::Options;

/// What `site serve` is asked for.
#[derive(Debug)]
pub struct Request {
    /// What is built.
    pub build: Options,
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; none for 4321 or the next free one.
    pub port: Option<u16>,
    /// Whether changes are watched.
    pub watch: bool,
    /// Whether the browser is opened.
    pub open: bool,
    /// Whether only errors are printed.
    pub quiet: bool,
}

/// Why the site is not served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is taken or not allowed.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The outbox of the forms cannot be made.
    #[error("cannot keep mails in `{folder}`: {reason}")]
    Outbox {
        /// Where.
        folder: String,
        /// Why.
        reason: String,
    },
    /// Changes cannot be watched.
    #[error("cannot watch the site's folders: {0}")]
    Watch(#[from] notify::Error),
    /// The system gave no threads.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
}
