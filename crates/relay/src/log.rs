//! Log lines: one JSON object a line, made of names and numbers, never of what a visitor typed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Where log lines go.
#[derive(Clone)]
pub struct Log {
    sink: Arc<dyn Fn(&str) + Send + Sync>,
    warnings: Arc<Mutex<Warnings>>,
}

/// How many warnings may still be written: requests that are refused must not fill a disk.
struct Warnings {
    left: f64,
    since: Instant,
    kept_back: u64,
}

/// The most warnings at once, and how many more each second.
const AT_ONCE: f64 = 1_000.0;
const PER_SECOND: f64 = 20.0;

impl Warnings {
    /// Whether one may be written now; beside it, how many were kept back before.
    fn take(&mut self) -> Option<u64> {
        let earned = self.since.elapsed().as_secs_f64() * PER_SECOND;
        (self.left, self.since) = ((self.left + earned).min(AT_ONCE), Instant::now());
        if self.left < 1.0 {
            self.kept_back += 1;
            return None;
        }
        self.left -= 1.0;
        Some(std::mem::take(&mut self.kept_back))
    }
}

impl Log {
    /// To standard error, which every platform collects.
    pub fn standard_error() -> Self {
        Log::to(|line| {
            // In one call, so that lines stay whole. A log that cannot be written must not end a
            // request.
            let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
        })
    }

    /// To a function that is given each line.
    pub fn to(sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let warnings = Warnings {
            left: AT_ONCE,
            since: Instant::now(),
            kept_back: 0,
        };
        Log {
            sink: Arc::new(sink),
            warnings: Arc::new(Mutex::new(warnings)),
        }
    }

    /// Writes one line with the time, the level and the event's name. A detail that is named twice
    /// would be written twice. Of warnings in great number some are only counted.
    pub fn write(&self, level: &str, event: &str, details: &[(&str, Value)]) {
        if level == "warn" {
            let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            match warnings.take() {
                None => return,
                Some(0) => {}
                Some(kept_back) => self.put("warn", "kept-back", &[("lines", kept_back.into())]),
            }
        }
        self.put(level, event, details);
    }

    fn put(&self, level: &str, event: &str, details: &[(&str, Value)]) {
        let line = Line {
            level,
            event,
            details,
        };
        // Names and JSON values cannot fail to be written as JSON.
        (self.sink)(&serde_json::to_string(&line).unwrap_or_default());
    }
}

struct Line<'a> {
    level: &'a str,
    event: &'a str,
    details: &'a [(&'a str, Value)],
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut line = serializer.serialize_map(None)?;
        line.serialize_entry("time", &format_args!("{}", jiff::Timestamp::now()))?;
        line.serialize_entry("level", self.level)?;
        line.serialize_entry("event", self.event)?;
        for (name, value) in self.details {
            line.serialize_entry(name, value)?;
        }
        line.end()
    }
}
