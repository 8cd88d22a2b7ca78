//! Hands mails to a provider with retries, then to a second one, all within one request's time.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::select_ok;

use crate::mail::Mail;
use crate::provider::{Calling, Contacts, Failure, FailureKind, Provider, within};

/// The providers and the time that they get.
#[derive(Clone)]
pub struct Outbox {
    primary: Tried,
    fallback: Option<Tried>,
    patience: Patience,
}

/// A provider, and how often in a row it failed in a way that may pass.
#[derive(Clone)]
struct Tried {
    provider: Arc<dyn Provider>,
    failed: Arc<AtomicUsize>,
}

/// What failed so often in a row does not pass by itself.
const REPEATED: usize = 3;

impl Tried {
    fn new(provider: Arc<dyn Provider>) -> Self {
        let failed = Arc::default();
        Tried { provider, failed }
    }

    /// Counts how all calls of a delivery ended; whether that is for the owner to mend.
    fn count(&self, failure: Option<&Failure>) -> bool {
        match failure {
            Some(failure) if failure.is_passing() => {
                self.failed.fetch_add(1, Ordering::Relaxed) + 1 >= REPEATED
            }
            _ => {
                self.failed.store(0, Ordering::Relaxed);
                failure.is_some_and(|failure| failure.kind == FailureKind::Refused)
            }
        }
    }
}

/// How long a delivery may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// In all, as long as a visitor waits.
    pub whole: Duration,
    /// One call to a provider, as long as it can be taken back; later it has the time that is left.
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
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    /// The provider that took it.
    pub provider: &'static str,
    /// Calls in all.
    pub calls: usize,
    /// Failures that only the owner can mend, or that came again and again, whether or not a second provider took the mail.
    pub alerts: Vec<String>,
    /// How long it took.
    pub took: Duration,
    /// Details of the failures on the way.
    pub failures: Vec<String>,
    /// What still works on the mail.
    pub working: Working,
    copied: Copied,
}

impl Delivery {
    /// Whether the mail may be on its way though it failed.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.copied == Copied::Perhaps
    }

    /// Whether it failed in a way that is for the owner to mend: the next one will, too.
    pub(crate) fn is_hopeless(&self) -> bool {
        let is_taken = !self.provider.is_empty();
        !is_taken && !self.alerts.is_empty() && self.alerts.last() == self.failures.last()
    }
}

/// Calls that go on though the time for them is over, since they cannot be taken back.
#[derive(Default)]
pub(crate) struct Working(Vec<LateCall>);

/// Ends with the name of the provider that took the mail.
type LateCall = Pin<Box<dyn Future<Output = Result<&'static str, Failure>> + Send>>;

impl Working {
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The provider that takes the mail first, or the last failure, of one call at least.
    pub(crate) async fn ending(self) -> Result<&'static str, Failure> {
        let (provider, _) = select_ok(self.0).await?;
        Ok(provider)
    }
}

impl fmt::Debug for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} calls", self.0.len())
    }
}

/// Whether a provider may have taken the mail though its call failed.
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
            primary: Tried::new(primary),
            fallback: None,
            patience: Patience::default(),
        }
    }

    /// With a provider that is tried when the first one fails for good.
    #[must_use]
    pub fn with_fallback(mut self, fallback: Arc<dyn Provider>) -> Self {
        self.fallback = Some(Tried::new(fallback));
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
        self.providers().map(Provider::name).collect()
    }

    fn providers(&self) -> impl Iterator<Item = &dyn Provider> {
        let tried = std::iter::once(&self.primary).chain(&self.fallback);
        tried.map(|tried| tried.provider.as_ref())
    }

    /// How long a delivery takes at most.
    pub(crate) fn whole(&self) -> Duration {
        self.patience.whole
    }

    /// Which providers do not answer, as alerts would call it: asked without a mail.
    pub async fn silent(&self) -> Vec<String> {
        let time = self.patience.call;
        let mut silent = Vec::new();
        for provider in self.providers() {
            let probed = tokio::time::timeout(time, provider.probe(time)).await;
            let failure = probed.unwrap_or_else(|_| Err(Failure::stalled()));
            silent.extend(failure.err().map(|failure| told(provider, &failure)));
        }
        silent
    }

    /// Whether the first provider keeps a list of subscribers.
    pub(crate) fn keeps_contacts(&self) -> bool {
        self.primary.provider.contacts().is_some()
    }

    /// The provider that is tried last.
    #[cfg(feature = "deploy")]
    pub(crate) fn last(&self) -> Arc<dyn Provider> {
        Arc::clone(&self.fallback.as_ref().unwrap_or(&self.primary).provider)
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
        let call = |provider: &dyn Provider, time: Duration, _: Copied| match provider.contacts() {
            Some(contacts) => within(time, change(contacts)),
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
        fallback: Option<&Tried>,
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
        tried: &Tried,
        call: &(dyn Fn(&dyn Provider, Duration) -> Calling + Send + Sync),
        until: Instant,
        delivery: &mut Delivery,
    ) -> Result<(), Failure> {
        let provider = tried.provider.as_ref();
        let mut pause = self.patience.pause;
        let mut retries = 0;
        loop {
            delivery.calls += 1;
            let left = until.saturating_duration_since(Instant::now());
            let time = left.min(self.patience.call);
            let mut calling = call(provider, time);
            let called = tokio::time::timeout(left, &mut calling).await;
            let goes_on = called.is_err();
            let failure = match called {
                Err(_) => {
                    let name = provider.name();
                    let late = async move { calling.await.map(|()| name) };
                    delivery.working.0.push(Box::pin(late));
                    Failure::stalled()
                }
                Ok(Err(failure)) => failure,
                Ok(Ok(())) => {
                    tried.count(None);
                    delivery.provider = provider.name();
                    return Ok(());
                }
            };
            let told = told(provider, &failure);
            if failure.is_in_doubt() {
                delivery.copied = Copied::Perhaps;
            }
            delivery.failures.push(told.clone());
            let wait = match failure.kind {
                FailureKind::Busy(Some(asked)) => asked,
                _ => pause,
            };
            // None beside a call that goes on.
            let in_time = !goes_on && Instant::now() + wait < until;
            if !failure.is_passing() || retries == self.patience.retries || !in_time {
                if tried.count(Some(&failure)) {
                    delivery.alerts.push(told);
                }
                return Err(failure);
            }
            tokio::time::sleep(wait).await;
            retries += 1;
            pause *= 2;
        }
    }
}

/// A provider's failure as the log and alerts call it.
fn told(provider: &dyn Provider, failure: &Failure) -> String {
    format!("{}:{}", provider.name(), failure.detail)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Fails as it was told to, call by call, then takes what comes; notes the time of each call.
    struct Scripted {
        name: &'static str,
        failures: Mutex<Vec<FailureKind>>,
        times: Mutex<Vec<Duration>>,
    }

    impl Scripted {
        fn new(name: &'static str, failures: impl Into<Vec<FailureKind>>) -> Arc<Self> {
            Arc::new(Self {
                name,
                failures: Mutex::new(failures.into()),
                times: Mutex::default(),
            })
        }

        fn times(&self) -> Vec<Duration> {
            self.times.lock().expect("times").clone()
        }
    }

    impl Provider for Scripted {
        fn name(&self) -> &'static str {
            self.name
        }

        fn send(&self, _: &Arc<Mail>, time: Duration) -> Calling {
            self.times.lock().expect("times").push(time);
            let failure = self.failures.lock().expect("failures").pop();
            let answer = failure.map_or(Ok(()), |kind| Err(Failure::new(kind, "told")));
            Box::pin(std::future::ready(answer))
        }
    }

    fn mail() -> Arc<Mail> {
        Arc::new(Mail::saying("A text"))
    }

    const MINUTE: Duration = Duration::from_secs(60);

    /// A minute in all, for as many calls as it takes.
    fn patience(pause: Duration) -> Patience {
        Patience {
            whole: MINUTE,
            call: MINUTE,
            pause,
            retries: 2,
        }
    }

    #[tokio::test]
    async fn the_first_provider_leaves_a_third_of_the_time() {
        let first = Scripted::new("first", [FailureKind::Refused]);
        let second = Scripted::new("second", []);
        let alone = Outbox::new(first.clone());
        assert_eq!(alone.names(), ["first"]);
        let outbox = alone.with_fallback(second.clone());
        assert_eq!(outbox.names(), ["first", "second"]);
        assert!(!outbox.keeps_contacts());
        let outbox = outbox.with_patience(patience(Duration::ZERO));
        let delivery = outbox.deliver(&mail(), "").await.expect("delivered");
        assert_eq!((delivery.provider, delivery.calls), ("second", 2));
        let (first, second) = (first.times(), second.times());
        assert!(first[0] <= MINUTE * 2 / 3, "{first:?}");
        assert!(second[0] > MINUTE / 3, "{second:?}");
    }

    #[tokio::test]
    async fn each_pause_is_twice_the_one_before() {
        let pause = Duration::from_millis(20);
        let failures = [FailureKind::Temporary; 2];
        let provider = Scripted::new("first", failures);
        let outbox = Outbox::new(provider.clone()).with_patience(patience(pause));
        let delivery = outbox.deliver(&mail(), "").await.expect("delivered");
        assert_eq!((delivery.calls, delivery.failures.len()), (3, 2));
        assert!(delivery.took >= pause * 3, "{:?}", delivery.took);
        // Each call gets what is left, so the time is never more than before.
        assert!(
            provider
                .times()
                .is_sorted_by(|before, after| before >= after)
        );
        let provider = Scripted::new("first", [FailureKind::Temporary; 3]);
        let outbox = Outbox::new(provider).with_patience(patience(Duration::ZERO));
        let failed = outbox.deliver(&mail(), "").await;
        assert!(failed.is_err_and(|(_, delivery)| delivery.calls == 3));
    }
}
