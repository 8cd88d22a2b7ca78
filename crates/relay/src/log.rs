//! Log lines: one JSON object a line, made of names and numbers, never of what a visitor typed.

use std::io::Write;
use std::sync::Arc;

use serde_json::{Map, Value, json};

/// Where log lines go.
#[derive(Clone)]
pub struct Log {
    sink: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Log {
    /// To standard error, which every platform collects.
    pub fn standard_error() -> Self {
        Log::to(|line| {
            // A log that cannot be written must not end a request.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        })
    }

    /// To a function that is given each line.
    pub fn to(sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Log {
            sink: Arc::new(sink),
        }
    }

    /// Writes one line with the time, the level and the event's name.
    pub fn write(&self, level: &str, event: &str, details: &[(&str, Value)]) {
        let mut line = Map::new();
        line.insert("time".into(), json!(jiff::Timestamp::now().to_string()));
        line.insert("level".into(), json!(level));
        line.insert("event".into(), json!(event));
        line.extend(
            details
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone())),
        );
        (self.sink)(&Value::Object(line).to_string());
    }
}
