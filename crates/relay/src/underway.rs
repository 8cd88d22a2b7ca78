//! What a stop waits for beside the requests: deliveries that go on behind them.

use tokio::sync::watch;

/// Counts what is under way; its clones count together.
#[derive(Clone)]
pub struct Underway {
    count: watch::Sender<usize>,
}

impl Default for Underway {
    fn default() -> Self {
        let (count, _) = watch::channel(0);
        Self { count }
    }
}

impl Underway {
    /// One more, until what is given back is dropped.
    pub(crate) fn begin(&self) -> OneUnderway {
        self.count.send_modify(|count| *count += 1);
        OneUnderway(self.clone())
    }

    /// Ready once nothing is under way.
    pub(crate) async fn ended(&self) {
        // The channel is open as long as this end of it is.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// One thing under way.
pub(crate) struct OneUnderway(Underway);

impl Drop for OneUnderway {
    fn drop(&mut self) {
        self.0.count.send_modify(|count| *count -= 1);
    }
}
