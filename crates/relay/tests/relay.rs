//! The relay over real connections. The numbers are those of the list of faults that it withstands.
//!
//! Rows 18 and 22 (CSV export, proof of work) wait for the features that they are about; row 29
//! (an automatic answer) too.

#![allow(clippy::unwrap_used, clippy::expect_used)] // A mistake of a test is a failed test.

#[path = "relay/bytes.rs"]
mod bytes;
#[path = "relay/chaos.rs"]
mod chaos;
#[path = "relay/client.rs"]
mod client;
#[path = "relay/delivery.rs"]
mod delivery;
#[path = "relay/fake.rs"]
mod fake;
#[path = "relay/guards.rs"]
mod guards;
#[path = "relay/hostile.rs"]
mod hostile;
#[path = "relay/languages.rs"]
mod languages;
#[path = "relay/long.rs"]
mod long;
#[path = "relay/newsletter.rs"]
mod newsletter;
#[path = "../../../fuzz/src/posts.rs"]
mod posts;
#[path = "relay/preview.rs"]
mod preview;
#[path = "relay/process.rs"]
mod process;
#[path = "relay/requests.rs"]
mod requests;
#[path = "../../../fuzz/src/seeds.rs"]
mod seeds;
#[path = "relay/sink.rs"]
mod sink;
#[path = "relay/smtp.rs"]
mod smtp;
#[path = "relay/tls.rs"]
mod tls;
#[path = "relay/world.rs"]
mod world;

#[test]
fn what_fuzzing_begins_with_is_answered() {
    let posts = posts::Posts::new(world::FORMS);
    seeds::each("post", |bytes| posts.post(bytes));
}
