//! Whether what a reader of the newsletter wants now is news to its owner.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How often readers changed their minds in the time in which a request is the same mail.
#[derive(Default)]
pub(crate) struct Minds {
    by_address: Mutex<HashMap<String, Mind>>,
}

struct Mind {
    /// When the time began.
    begun: u64,
    last: &'static str,
    changed: u32,
}

impl Minds {
    /// Notes what an address wants now, and tells how often it wanted something else since the time began.
    pub fn changed(&self, address: &str, wants: &'static str, begun: u64) -> u32 {
        let all = self.by_address.lock();
        let mut all = all.unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, mind| mind.begun == begun);
        let mind = all.entry(address.to_owned()).or_insert(Mind {
            begun,
            last: wants,
            changed: 0,
        });
        if std::mem::replace(&mut mind.last, wants) != wants {
            mind.changed += 1;
        }
        mind.changed
    }
}
