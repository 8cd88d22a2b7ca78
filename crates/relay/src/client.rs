//! Who sends a request, as far as that can be believed, and how often.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;

/// The address at the other end of the connection; the server puts it into a request's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// A client for counting: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

impl Client {
    /// The address that the last trusted proxy saw, `proxies` being how many are trusted.
    pub fn of(peer: Option<Peer>, headers: &HeaderMap, proxies: usize) -> Self {
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| {
            peer.0.to_canonical()
        });
        if proxies == 0 {
            return Client::network(peer);
        }
        // An entry that is no address keeps its place: only places are believed.
        let mut chain: Vec<Option<IpAddr>> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|entry| address(entry.trim()))
            .collect();
        // Some platforms append the peer itself.
        if chain.last() != Some(&Some(peer)) {
            chain.push(Some(peer));
        }
        let seen = chain
            .len()
            .checked_sub(1 + proxies)
            .and_then(|index| chain[index]);
        Client::network(seen.unwrap_or(peer))
    }

    fn network(address: IpAddr) -> Self {
        Client(match address {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let bits = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(bits))
            }
        })
    }
}

/// An entry of `X-Forwarded-For`; some proxies write the port too.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.parse().ok();
    let with_port = || Some(entry.parse::<SocketAddr>().ok()?.ip());
    let in_brackets = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address: IpAddr = bare.or_else(with_port).or_else(in_brackets)?;
    Some(address.to_canonical())
}

/// How many requests a minute are served.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Posts of one client to one form.
    pub per_form: usize,
    /// Requests of one client in all.
    pub per_client: usize,
    /// Mails to one address in a day that it did not ask for itself.
    pub per_recipient: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            per_form: 5,
            per_client: 30,
            per_recipient: 3,
        }
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    Form(Client, String),
    Client(Client),
    Recipient(String),
}

/// Counts requests over a sliding window, in memory, for at most [`Counter::MOST`] keys.
#[derive(Default)]
pub(crate) struct Counter {
    seen: Mutex<HashMap<Counted, VecDeque<Instant>>>,
}

impl Counter {
    const MOST: usize = 20_000;

    /// Counts one; the seconds to wait when there were `most` within `window` already.
    pub fn count(&self, key: Counted, most: usize, window: Duration) -> Result<(), u64> {
        let now = Instant::now();
        let mut seen = self
            .seen
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if seen.len() >= Self::MOST {
            let longest = Duration::from_secs(86_400);
            seen.retain(|_, times| {
                times
                    .back()
                    .is_some_and(|last| now - *last < window.min(longest))
            });
            if seen.len() >= Self::MOST {
                // A flood of addresses: counting anew is better than growing without end.
                seen.clear();
            }
        }
        let times = seen.entry(key).or_default();
        while times
            .front()
            .is_some_and(|first| now.duration_since(*first) >= window)
        {
            times.pop_front();
        }
        match times.front() {
            Some(first) if times.len() >= most => {
                let left = window.saturating_sub(now.duration_since(*first));
                Err(left.as_secs() + 1)
            }
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, forwarded: &str, proxies: usize, expected: &str) {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let client = Client::of(Some(Peer(peer.parse().unwrap())), &headers, proxies);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn only_the_trusted_proxies_are_believed() {
        check("9.9.9.9", "1.1.1.1", 0, "9.9.9.9");
        check("9.9.9.9", "1.1.1.1", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", 2, "1.1.1.1");
        check("9.9.9.9", "1.1.1.1, 9.9.9.9", 1, "1.1.1.1");
        check("9.9.9.9", "nonsense", 1, "9.9.9.9");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1:5678", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, unknown", 1, "9.9.9.9");
        check("9.9.9.9", "6.6.6.6, [2001:db8::1]:443", 1, "2001:db8::");
        check("9.9.9.9", "6.6.6.6, [2001:db8::1]", 1, "2001:db8::");
        check("::ffff:9.9.9.9", "", 0, "9.9.9.9");
        check("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::");
    }

    #[test]
    fn the_window_slides() {
        let counter = Counter::default();
        let key = || Counted::Recipient("x".into());
        for _ in 0..3 {
            assert_eq!(counter.count(key(), 3, Duration::from_secs(60)), Ok(()));
        }
        assert!(
            counter
                .count(key(), 3, Duration::from_secs(60))
                .is_err_and(|wait| wait <= 60)
        );
        assert_eq!(counter.count(key(), 3, Duration::ZERO), Ok(()));
    }
}
