//! What only the owner can mend, told to somebody: in the log each time, and aloud once an hour.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::log::Log;
use crate::provider::Calling;

/// How long the same alert is not told again.
const QUIET: Duration = Duration::from_secs(3_600);
/// For telling one.
pub(crate) const TIME: Duration = Duration::from_secs(10);
/// The most alerts that are remembered: they are names of providers and of their errors.
const MOST: usize = 100;

/// Tells somebody.
pub(crate) trait Bell: Send + Sync {
    /// Hands a line of text over.
    fn ring(&self, text: &str) -> Calling;
}

/// Who is told of alerts, and when each was told last.
pub(crate) struct Alerts {
    bells: Vec<Arc<dyn Bell>>,
    /// What the alerts are about.
    site: String,
    /// For those that cannot be told.
    log: Log,
    told: Mutex<HashMap<String, Instant>>,
}

impl Alerts {
    /// The alerts of a site's relay, of which none was told yet.
    pub fn new(bells: Vec<Arc<dyn Bell>>, site: String, log: Log) -> Self {
        Self {
            bells,
            site,
            log,
            told: Mutex::default(),
        }
    }

    /// Whether an alert is to be told now.
    fn is_due(&self, alert: &str) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|_, last| last.elapsed() < QUIET);
        let is_due = !told.contains_key(alert) && told.len() < MOST;
        if is_due {
            told.insert(alert.to_owned(), Instant::now());
        }
        is_due
    }

    /// Tells an alert, unless it was told within the hour. Nobody waits for it.
    pub fn tell(&self, alert: &str) {
        if self.bells.is_empty() || !self.is_due(alert) {
            return;
        }
        let text = format!("The relay of {} needs you: {alert}", self.site);
        for bell in &self.bells {
            let (bell, log, text) = (Arc::clone(bell), self.log.clone(), text.clone());
            tokio::spawn(async move {
                let rung = tokio::time::timeout(TIME, bell.ring(&text)).await;
                let failure = match rung {
                    Ok(Ok(())) => return,
                    Ok(Err(failure)) => failure.detail,
                    Err(_) => "stalled".to_owned(),
                };
                log.write("error", "alert-untold", &[("failure", json!(failure))]);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_alert_is_told_once() {
        let alerts = Alerts::new(Vec::new(), String::new(), Log::standard_error());
        assert!(alerts.is_due("resend:401"));
        assert!(!alerts.is_due("resend:401"));
        assert!(alerts.is_due("smtp:535"));
    }
}
