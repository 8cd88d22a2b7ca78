//! Hands mails to a provider with retries, then to a second one, all within one request's time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::mail::Mail;
use crate::provider::{Calling, Contacts, Failure, FailureKind, Provider};

/// The providers and the time that they get.
#[derive(Clone)]
pub struct Outbox {
    primary: Arc<dyn Provider>,
    fallback: Option<Arc<dyn Provider>>,
    patience: Patience,
}

/// How long a delivery may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// In all.
    pub whole: Duration,
    /// One call to a provider.
    pub call: Duration,
    /// Before the first retry; doubled before each next one.
    pub pause: Duration,
    /// Retries of one provider.
    pub retries: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            whole: Duration::from_secs(8),
            call: Duration::from_secs(4),
            pause: Duration::from_millis(250),
            retries: 2,
        }
    }
}

/// A delivery, for the log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delivery {
    /// The provider that took it.
    pub provider: &'static str,
    /// Calls in all.
    pub calls: usize,
    /// Failures that only the owner can mend, whether or not a second provider took the mail.
    pub alerts: Vec<String>,
    /// How long it took.
    pub took: Duration,
    /// Details of the failures on the way.
    pub failures: Vec<String>,
    copied: Copied,
}

/// Whether the first provider may have taken what the second one is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Copied {
    #[default]
    No,
    Perhaps,
}

type Call<'a> = &'a (dyn Fn(&dyn Provider, Duration, Copied) -> Calling + Send + Sync);

impl Outbox {
    /// An outbox with one provider.
    pub fn new(primary: Arc<dyn Provider>) -> Self {
        Outbox {
            primary,
            fallback: None,
            patience: Patience::default(),
        }
    }

    /// With a provider that is tried when the first one fails for good.
    #[must_use]
    pub fn with_fallback(mut self, fallback: Arc<dyn Provider>) -> Self {
        self.fallback = Some(fallback);
        self
    }

    /// With other times.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Names of the providers.
    pub fn names(&self) -> Vec<&'static str> {
        let fallback = self.fallback.iter().map(|provider| provider.name());
        std::iter::once(self.primary.name())
            .chain(fallback)
            .collect()
    }

    /// Whether the first provider keeps a list of subscribers.
    pub(crate) fn keeps_contacts(&self) -> bool {
        self.primary.contacts().is_some()
    }

    /// The provider that is tried last.
    #[cfg(feature = "deploy")]
    pub(crate) fn last(&self) -> Arc<dyn Provider> {
        Arc::clone(self.fallback.as_ref().unwrap_or(&self.primary))
    }

    /// Delivers a mail: at most once by each provider that keeps its keys. When the first one may have taken it, the
    /// second one's begins with `note`.
    pub(crate) async fn deliver(
        &self,
        mail: &Arc<Mail>,
        note: &str,
    ) -> Result<Delivery, (Failure, Delivery)> {
        let call = |provider: &dyn Provider, time: Duration, copied: Copied| match copied {
            Copied::No => provider.send(mail, time),
            Copied::Perhaps => provider.send(&Arc::new(mail.with_note(note)), time),
        };
        self.carry_out(&call, self.fallback.as_ref()).await
    }

    /// Changes the first provider's list of subscribers.
    pub(crate) async fn change_contacts(
        &self,
        change: impl Fn(&dyn Contacts) -> Calling + Send + Sync,
    ) -> Result<Delivery, (Failure, Delivery)> {
        let call = |provider: &dyn Provider, _: Duration, _: Copied| match provider.contacts() {
            Some(contacts) => change(contacts),
            None => {
                let failure = Failure::new(FailureKind::Refused, "no-contacts");
                Box::pin(std::future::ready(Err(failure)))
            }
        };
        self.carry_out(&call, None).await
    }

    async fn carry_out(
        &self,
        call: Call<'_>,
        fallback: Option<&Arc<dyn Provider>>,
    ) -> Result<Delivery, (Failure, Delivery)> {
        let start = Instant::now();
        let mut delivery = Delivery::default();
        // The first provider leaves the second one time for a call.
        let reserve = if fallback.is_some() {
            self.patience.whole / 3
        } else {
            Duration::ZERO
        };
        let first_until = start + self.patience.whole - reserve;
        let first = |provider: &dyn Provider, time| call(provider, time, Copied::No);
        let tried = self.try_one(&self.primary, &first, first_until, &mut delivery);
        let failure = match tried.await {
            Ok(()) => {
                delivery.took = start.elapsed();
                return Ok(delivery);
            }
            Err(failure) => failure,
        };
        delivery.took = start.elapsed();
        let Some(fallback) = fallback.filter(|_| failure.kind != FailureKind::Conflict) else {
            return Err((failure, delivery));
        };
        let until = start + self.patience.whole;
        let copied = delivery.copied;
        let second = |provider: &dyn Provider, time| call(provider, time, copied);
        let tried = self.try_one(fallback, &second, until, &mut delivery);
        let tried = tried.await;
        delivery.took = start.elapsed();
        match tried {
            Ok(()) => Ok(delivery),
            Err(failure) => Err((failure, delivery)),
        }
    }

    async fn try_one(
        &self,
        provider: &Arc<dyn Provider>,
        call: &(dyn Fn(&dyn Provider, Duration) -> Calling + Send + Sync),
        until: Instant,
        delivery: &mut Delivery,
    ) -> Result<(), Failure> {
        let mut pause = self.patience.pause;
        let mut retries = 0;
        loop {
            delivery.calls += 1;
            let left = until.saturating_duration_since(Instant::now());
            let time = left.min(self.patience.call);
            let called = tokio::time::timeout(time, call(provider.as_ref(), time)).await;
            let failure = match called {
                Err(_) => Failure::new(FailureKind::Late, "stalled"),
                Ok(Err(failure)) => failure,
                Ok(Ok(())) => {
                    delivery.provider = provider.name();
                    return Ok(());
                }
            };
            let told = format!("{}:{}", provider.name(), failure.detail);
            if failure.kind == FailureKind::Refused {
                delivery.alerts.push(told.clone());
            }
            if failure.is_in_doubt() {
                delivery.copied = Copied::Perhaps;
            }
            delivery.failures.push(told);
            let wait = match failure.kind {
                FailureKind::Busy(Some(asked)) => asked,
                _ => pause,
            };
            let in_time = Instant::now() + wait < until;
            if !failure.is_passing() || retries == self.patience.retries || !in_time {
                return Err(failure);
            }
            tokio::time::sleep(wait).await;
            retries += 1;
            pause *= 2;
        }
    }
}
