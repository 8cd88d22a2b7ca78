//! What a mail provider is: something that takes a mail, or says how it failed.

use std::time::Duration;

use crate::mail::Mail;

/// Takes mails. Called on a thread of its own unless it is instant, so it may block; a panic is one
/// failed request.
pub trait Provider: Send + Sync {
    /// For the log.
    fn name(&self) -> &'static str;

    /// Hands the mail over, once, within `time`.
    ///
    /// # Errors
    ///
    /// How it failed. The caller retries with the same mail where that can help.
    fn send(&self, mail: &Mail, time: Duration) -> Result<(), Failure>;

    /// Whether `send` waits for nothing outside the process: then it is called in place.
    fn is_instant(&self) -> bool {
        false
    }

    /// The provider's list of subscribers, when it keeps one.
    fn contacts(&self) -> Option<&dyn Contacts> {
        None
    }
}

/// A provider's list of subscribers.
pub trait Contacts: Send + Sync {
    /// Adds an address, or takes it back in.
    ///
    /// # Errors
    ///
    /// How it failed.
    fn subscribe(&self, address: &str, time: Duration) -> Result<(), Failure>;

    /// Marks an address as gone; an unknown one is no failure.
    ///
    /// # Errors
    ///
    /// How it failed.
    fn unsubscribe(&self, address: &str, time: Duration) -> Result<(), Failure>;
}

/// How a provider failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to do about it.
    pub kind: FailureKind,
    /// A word for the log: a status or an error's name, never a text that could hold an address.
    pub detail: String,
}

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Wait as long as the provider says, then retry.
    Busy(Option<Duration>),
    /// Retry: it may or may not have taken the mail.
    Temporary,
    /// Retry: it did not answer in time.
    Late,
    /// Do not retry: the configuration is wrong, or the provider does not want this mail.
    Refused,
    /// Do not retry: the key was used for another mail.
    Conflict,
}

impl Failure {
    /// A failure with its word for the log.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Failure {
            kind,
            detail: detail.into(),
        }
    }

    /// Whether the same call can succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Busy(_) | FailureKind::Temporary | FailureKind::Late
        )
    }
}
