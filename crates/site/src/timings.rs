//! How long the stages of a build took.

use std::time::{Duration, Instant};

/// What each stage took.
#[derive(Debug, Default)]
pub struct Timings(pub Vec<(&'static str, Duration)>);

impl Timings {
    /// Does some work and notes how long it took.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push((stage, start.elapsed()));
        result
    }
}
