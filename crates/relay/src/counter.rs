//! How often something was asked for, in memory that does not grow with the number of those who ask.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::client::{Client, Site};

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

/// How much more all clients of one network of networks may do than one of them.
const MOST_OF_A_SITE: usize = 4;
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted<'a> {
    Form(Client, &'a str),
    Client(Client),
    SiteForm(Site, &'a str),
    Site(Site),
    Recipient(&'a str),
    Mind(&'a str),
}

/// Counts requests.
pub(crate) struct Counter {
    minute: Counts,
    day: Counts,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            minute: Counts::of(MINUTE),
            day: Counts::of(DAY),
        }
    }
}

impl Counter {
    /// Counts a request of a client; the seconds to wait when it asked too often.
    pub fn client(&self, client: Client, most: usize) -> Result<(), u64> {
        if let Some(site) = client.site() {
            let most = most.saturating_mul(MOST_OF_A_SITE);
            self.minute.count(&Counted::Site(site), most)?;
        }
        self.minute.count(&Counted::Client(client), most)
    }

    /// Counts a post of a client to a form.
    pub fn form(&self, client: Client, form: &str, most: usize) -> Result<(), u64> {
        if let Some(site) = client.site() {
            let most = most.saturating_mul(MOST_OF_A_SITE);
            self.minute.count(&Counted::SiteForm(site, form), most)?;
        }
        self.minute.count(&Counted::Form(client, form), most)
    }

    /// Counts what a reader of the newsletter wants now.
    pub fn mind(&self, address: &str, most: usize) -> Result<(), u64> {
        self.minute.count(&Counted::Mind(address), most)
    }

    /// Takes back the mail to an address that was counted last.
    pub fn spare_recipient(&self, pseudonym: &str) {
        self.day.take_back(&Counted::Recipient(pseudonym));
    }

    /// Counts a mail to an address that did not ask for it itself.
    pub fn recipient(&self, pseudonym: &str, most: usize) -> Result<(), u64> {
        self.day.count(&Counted::Recipient(pseudonym), most)
    }
}

/// A count-min sketch of this window and of the one before. A key stands at four places that only this process knows;
/// where keys meet, each counts for the other, so that a flood of keys makes the relay stricter and never forgets one.
struct Counts {
    places: RandomState,
    begun: Instant,
    /// How long a window is.
    length: Duration,
    windows: Mutex<Windows>,
}

#[derive(Default)]
struct Windows {
    number: u64,
    now: Vec<u16>,
    before: Vec<u16>,
}

/// Places of each of the four rows.
const WIDTH: usize = 1 << 16;
const ROWS: usize = 4;

impl Counts {
    /// Counts in windows of a length.
    fn of(length: Duration) -> Self {
        Self {
            places: RandomState::new(),
            begun: Instant::now(),
            length,
            windows: Mutex::default(),
        }
    }

    fn count(&self, key: &Counted<'_>, most: usize) -> Result<(), u64> {
        self.count_at(key, most, self.begun.elapsed())
    }

    /// Counts one at a time since the beginning. What came in the window before counts by the part of it that still
    /// lies within the length of a window.
    fn count_at(&self, key: &Counted<'_>, most: usize, at: Duration) -> Result<(), u64> {
        let windows = at.as_secs_f64() / self.length.as_secs_f64();
        let number = windows as u64;
        let past = windows - number as f64;
        let places = self.places_of(key);
        let mut windows = self.lock();
        windows.turn_to(number);
        let seen = |place: usize| {
            let before = f64::from(windows.before[place]) * (1.0 - past);
            before + f64::from(windows.now[place])
        };
        let least = places.into_iter().map(seen).fold(f64::MAX, f64::min);
        if least >= most as f64 {
            let left = self.length.as_secs_f64() * (1.0 - past);
            return Err(left as u64 + 1);
        }
        for place in places {
            let cell = &mut windows.now[place];
            *cell = cell.saturating_add(1);
        }
        Ok(())
    }

    /// Takes one back that was counted in this window.
    fn take_back(&self, key: &Counted<'_>) {
        let places = self.places_of(key);
        let mut windows = self.lock();
        for place in places {
            if let Some(cell) = windows.now.get_mut(place) {
                *cell = cell.saturating_sub(1);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Windows> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a key stands, one place in each row.
    fn places_of(&self, key: &Counted<'_>) -> [usize; ROWS] {
        let hash = self.places.hash_one(key);
        std::array::from_fn(|row| row * WIDTH + (hash >> (16 * row)) as usize % WIDTH)
    }
}

impl Windows {
    fn turn_to(&mut self, number: u64) {
        if self.now.is_empty() || number > self.number {
            let is_next = number == self.number + 1 && !self.now.is_empty();
            let now = std::mem::replace(&mut self.now, vec![0; ROWS * WIDTH]);
            self.before = if is_next { now } else { vec![0; ROWS * WIDTH] };
            self.number = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u32) -> Client {
        Client::network(std::net::Ipv4Addr::from(address).into())
    }

    #[test]
    fn the_window_slides() {
        let counts = Counts::of(MINUTE);
        let key = Counted::Client(client(1));
        let ask = |seconds: u64| counts.count_at(&key, 4, Duration::from_secs(seconds));
        for _ in 0..4 {
            assert_eq!(ask(30), Ok(()));
        }
        assert_eq!(ask(30), Err(31));
        assert_eq!(ask(59), Err(2));
        // Four a minute ago count as three and a bit, and as two half a minute later.
        assert_eq!(ask(61), Ok(()));
        assert_eq!(ask(61), Err(60));
        assert_eq!([ask(95), ask(95), ask(95)], [Ok(()), Ok(()), Err(26)]);
        assert_eq!(ask(300), Ok(()));
    }

    #[test]
    fn what_is_taken_back_was_not_counted() {
        let counter = Counter::default();
        counter.spare_recipient("a");
        assert_eq!(counter.recipient("a", 1), Ok(()));
        assert!(counter.recipient("a", 1).is_err());
        counter.spare_recipient("a");
        assert_eq!(counter.recipient("a", 1), Ok(()));
    }

    #[test]
    fn a_flood_of_keys_forgets_nobody_and_refuses_few_others() {
        let counter = Counter::default();
        for _ in 0..5 {
            assert_eq!(counter.form(client(0), "contact", 5), Ok(()));
            assert_eq!(counter.recipient("victim", 5), Ok(()));
        }
        for other in 1..100_000 {
            let _ = counter.form(client(other), "contact", 5);
            let _ = counter.recipient(&other.to_string(), 5);
        }
        assert!(counter.form(client(0), "contact", 5).is_err());
        assert!(counter.recipient("victim", 5).is_err());
        let fresh = 200_000..201_000;
        let refused = fresh.filter(|new| counter.form(client(*new), "contact", 5).is_err());
        assert!(refused.count() < 50);
    }

    #[test]
    fn all_networks_of_a_site_have_a_limit_together() {
        let counter = Counter::default();
        let taken = (0..1_000u32).filter(|network| {
            let address = format!("2001:db8:7:{network:x}::1").parse().unwrap();
            counter.form(Client::network(address), "contact", 5).is_ok()
        });
        assert_eq!(taken.count(), 20);
        let neighbour = Client::network("2001:db8:8::1".parse().unwrap());
        assert_eq!(counter.form(neighbour, "contact", 5), Ok(()));
    }
}
