//! What a mail provider is: something that takes a mail, or says how it failed.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::mail::Mail;

/// A call to a provider under way.
pub type Calling = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// Takes mails. A panic is one failed request.
pub trait Provider: Send + Sync {
    /// For the log.
    fn name(&self) -> &'static str;

    /// Hands the mail over, once, or gives it up within `time`. A call that still goes on then is one that cannot be taken
    /// back: no other is made beside it, and how it ends counts. The caller retries with the same mail where that can help.
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

/// A call that ends when it is dropped, and is dropped when its time is over.
pub(crate) fn within(
    time: Duration,
    call: impl Future<Output = Result<(), Failure>> + Send + 'static,
) -> Calling {
    let called = tokio::time::timeout(time, call);
    Box::pin(async move { called.await.unwrap_or_else(|_| Err(Failure::stalled())) })
}

/// Whether a call goes on to what cannot be taken back, or is given up before: what is decided first holds.
#[derive(Clone, Default)]
pub(crate) struct Fate(Arc<AtomicBool>);

impl Fate {
    /// Whether it was open until now. It no longer is.
    fn decide(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }

    /// Goes on to what cannot be taken back.
    ///
    /// # Errors
    ///
    /// The call was given up.
    pub fn go_on(&self) -> Result<(), Failure> {
        match self.decide() {
            true => Ok(()),
            false => Err(Failure::timeout().untaken()),
        }
    }
}

/// A call that blocks, on a thread of its own. A thread cannot be stopped: when its time is over before the call went on to
/// what cannot be taken back, it is left behind and will not; otherwise it is waited for.
pub(crate) fn blocking(
    time: Duration,
    call: impl FnOnce(&Fate) -> Result<(), Failure> + Send + 'static,
) -> Calling {
    let fate = Fate::default();
    let given = fate.clone();
    let mut called = tokio::task::spawn_blocking(move || call(&given));
    let over = tokio::time::sleep(time);
    Box::pin(async move {
        let called = tokio::select! {
            biased;
            called = &mut called => called,
            () = over => match fate.decide() {
                true => return Err(Failure::timeout().untaken()),
                false => called.await,
            },
        };
        match called {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(Failure::new(FailureKind::Temporary, "cancelled")),
            },
        }
    })
}

/// How a provider failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to do about it.
    pub kind: FailureKind,
    /// A word for the log: a status or an error's name, never a text that could hold an address.
    pub detail: String,
    /// Whether it is certain that nothing was taken.
    is_untaken: bool,
}

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Wait as long as the provider says, then retry.
    Busy(Option<Duration>),
    /// Retry: it may or may not have taken the mail, unless the failure says that it has not.
    Temporary,
    /// Retry: it did not answer in time, and may have taken the mail unless the failure says that it has not.
    Late,
    /// Do not retry: the configuration is wrong, or the provider does not want this mail.
    Refused,
    /// Do not retry: nobody has the address that the visitor gave.
    Recipient,
    /// Do not retry: the key was used for another mail.
    Conflict,
}

impl Failure {
    /// A failure with its word for the log.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Failure {
            kind,
            detail: detail.into(),
            is_untaken: false,
        }
    }

    /// A call whose time was over.
    pub(crate) fn timeout() -> Self {
        Failure::new(FailureKind::Late, "timeout")
    }

    /// A call that was given up, or is not waited for any longer.
    pub(crate) fn stalled() -> Self {
        Failure::new(FailureKind::Late, "stalled")
    }

    /// It is certain that nothing was taken: the mail was not sent yet, or the provider said so.
    #[must_use]
    pub fn untaken(mut self) -> Self {
        self.is_untaken = true;
        self
    }

    /// Whether the provider may have taken the mail all the same.
    pub(crate) fn is_in_doubt(&self) -> bool {
        let is_unclear = matches!(self.kind, FailureKind::Temporary | FailureKind::Late);
        is_unclear && !self.is_untaken
    }

    /// Whether the same call can succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Busy(_) | FailureKind::Temporary | FailureKind::Late
        )
    }
}
