//! Numbers of what the relay did, as OpenMetrics asks for them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::door::Door;

/// The media type of the text.
pub(crate) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Counts by name and label. Labels are the relay's own words, so their number is bounded.
#[derive(Default)]
pub(crate) struct Metrics {
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    requests: BTreeMap<u16, u64>,
    refusals: BTreeMap<&'static str, u64>,
    deliveries: BTreeMap<(&'static str, &'static str), u64>,
    alerts: u64,
    seconds: f64,
}

impl Metrics {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request was answered.
    pub fn answered(&self, status: u16) {
        *self.lock().requests.entry(status).or_default() += 1;
    }

    /// A request was refused.
    pub fn refused(&self, name: &'static str) {
        *self.lock().refusals.entry(name).or_default() += 1;
    }

    /// A mail was handed over, or was not.
    pub fn delivered(&self, provider: &'static str, is_taken: bool, took: Duration) {
        let mut counts = self.lock();
        let outcome = if is_taken { "taken" } else { "failed" };
        *counts.deliveries.entry((provider, outcome)).or_default() += 1;
        counts.seconds += took.as_secs_f64();
    }

    /// Somebody has to look.
    pub fn alerted(&self) {
        self.lock().alerts += 1;
    }

    /// The text of all numbers, with those of whom the server turned away.
    pub fn text(&self, door: &Door) -> String {
        let counts = self.lock();
        let mut text = String::new();
        let version = env!("CARGO_PKG_VERSION");
        let total: u64 = counts.deliveries.values().sum();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "# TYPE relay_build info\nrelay_build_info{{version=\"{version}\"}} 1\n"
        );
        let _ = writeln!(text, "# TYPE relay_requests counter");
        for (status, count) in &counts.requests {
            let _ = writeln!(text, "relay_requests_total{{status=\"{status}\"}} {count}");
        }
        let _ = writeln!(text, "# TYPE relay_refusals counter");
        for (reason, count) in &counts.refusals {
            let _ = writeln!(text, "relay_refusals_total{{reason=\"{reason}\"}} {count}");
        }
        let _ = writeln!(text, "# TYPE relay_turned_away counter");
        for (reason, count) in door.counts() {
            let _ = writeln!(
                text,
                "relay_turned_away_total{{reason=\"{reason}\"}} {count}"
            );
        }
        let _ = writeln!(text, "# TYPE relay_deliveries counter");
        for ((provider, outcome), count) in &counts.deliveries {
            let labels = format!("provider=\"{provider}\",outcome=\"{outcome}\"");
            let _ = writeln!(text, "relay_deliveries_total{{{labels}}} {count}");
        }
        let _ = write!(
            text,
            "# TYPE relay_delivery_seconds summary\n# UNIT relay_delivery_seconds seconds\n\
             relay_delivery_seconds_count {total}\nrelay_delivery_seconds_sum {:.3}\n\
             # TYPE relay_alerts counter\nrelay_alerts_total {}\n# EOF\n",
            counts.seconds, counts.alerts
        );
        text
    }
}
