//! Log lines: one JSON object a line, made of names and numbers, never of what a visitor typed.

use std::io::Write;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Where log lines go.
#[derive(Clone)]
pub struct Log {
    sink: Arc<dyn Fn(&str) + Send + Sync>,
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
        Log {
            sink: Arc::new(sink),
        }
    }

    /// Writes one line with the time, the level and the event's name. A detail that is named twice
    /// would be written twice.
    pub fn write(&self, level: &str, event: &str, details: &[(&str, Value)]) {
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
