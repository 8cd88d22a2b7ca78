//! What a mail provider is: something that takes a mail, or says how it failed.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::mail::Mail;

/// A call to a provider under way. Dropping it gives the call up.
pub type Calling = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// Takes mails. A panic is one failed request.
pub trait Provider: Send + Sync {
    /// For the log.
    fn name(&self) -> &'static str;

    /// Hands the mail over, once, within `time`, or fails. The caller retries with the same mail
    /// where that can help.
    fn send(&self, mail: &Arc<Mail>, time: Duration) -> Calling;

    /// Whether it would take a mail, as far as it can be asked without one, within `time`.
    fn probe(&self, _time: Duration) -> Calling {
        Box::pin(std::future::ready(Ok(())))
    }

    /// The provider's list of subscribers, when it keeps one.
    fn contacts(&self) -> Option<&dyn Contacts> {
        None
    }
}

/// A provider's list of subscribers.
pub trait Contacts: Send + Sync {
    /// Adds an address, or takes it back in.
    fn subscribe(&self, address: &str) -> Calling;

    /// Marks an address as gone; an unknown one is no failure.
    fn unsubscribe(&self, address: &str) -> Calling;
}

/// A call that blocks, on a thread of its own. One that outlives its time is left behind.
pub(crate) fn blocking(call: impl FnOnce() -> Result<(), Failure> + Send + 'static) -> Calling {
    let called = tokio::task::spawn_blocking(call);
    Box::pin(async move {
        match called.await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(Failure::new(FailureKind::Temporary, "cancelled")),
            },
        }
    })
}

/// The detail of a failure before anything was sent.
pub(crate) const UNREACHABLE: &str = "connection-failed";

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

    /// Whether the provider may have taken the mail all the same. One that could not be reached has not.
    pub(crate) fn is_in_doubt(&self) -> bool {
        let is_unclear = matches!(self.kind, FailureKind::Temporary | FailureKind::Late);
        is_unclear && self.detail != UNREACHABLE
    }

    /// Whether the same call can succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Busy(_) | FailureKind::Temporary | FailureKind::Late
        )
    }
}
