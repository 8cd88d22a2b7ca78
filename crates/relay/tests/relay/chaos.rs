//! Thousands of submissions while the provider fails in every way at random, and while the relay is killed: none
//! acknowledged and lost, none mailed twice. `LEADS=50000` asks for more of them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Connection, Request};
use crate::fake::{Act, Called, Fake};
use crate::process::Running;
use crate::world::{World, config, good};

const VISITORS: usize = 24;

/// A number that looks random and is the same for the same call.
fn scrambled(number: usize) -> usize {
    let mut x = (number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) % 1_000_003) as usize
}

fn fault(number: usize, _: &Called) -> Act {
    match scrambled(number) % 100 {
        0..45 => Act::Take,
        45..50 => Act::Status(429, "retry-after: 0\r\n", "rate_limit_exceeded"),
        50..53 => Act::Status(429, "retry-after: 60\r\n", "rate_limit_exceeded"),
        53..59 => Act::Status(500, "", "internal_server_error"),
        59..63 => Act::Status(503, "", ""),
        63..67 => Act::Status(409, "", "concurrent_idempotent_requests"),
        67..73 => Act::Close,
        73..81 => Act::TakeAndClose,
        81..88 => Act::TakeAndCut,
        88..93 => Act::TakeAndGarble,
        93 => Act::Stall(Duration::from_millis(700)),
        94 => Act::TakeAndStall(Duration::from_millis(700)),
        95..98 => Act::Slow(Duration::from_millis(5)),
        _ => Act::Status(403, "", "validation_error"),
    }
}

/// How many leads there are.
fn leads(few: usize) -> usize {
    let asked = std::env::var("LEADS").map(|leads| leads.parse().unwrap());
    asked.unwrap_or(few)
}

/// What visitors were told.
#[derive(Debug, Default)]
struct Told {
    acknowledged: Vec<usize>,
    /// How often each status came; 0 is a connection that was lost.
    statuses: HashMap<u16, usize>,
}

/// Visitors send leads to the relay that is at the address at the moment. One gives up after some refusals: what was never
/// acknowledged may be lost.
fn visit(leads: usize, address: impl Fn() -> SocketAddr + Sync) -> Told {
    let next = AtomicUsize::new(0);
    let told: Mutex<Told> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..VISITORS {
            scope.spawn(|| {
                let mut connection = None;
                loop {
                    let lead = next.fetch_add(1, Ordering::Relaxed);
                    if lead >= leads {
                        return;
                    }
                    let form = ["contact", "agence"][lead % 2];
                    let mut body = good(form);
                    body["name"] = json!(format!("Visiteur {lead:05}"));
                    body["submissionId"] = json!(format!("lead-{lead:05}"));
                    let request = Request::json(form, body.to_string());
                    let mut refusals = 0;
                    while refusals < 4 {
                        if connection.is_none() {
                            connection = Connection::try_open(address());
                        }
                        let reply = connection.as_mut().and_then(|c| c.try_ask(&request));
                        let status = reply.map_or(0, |reply| reply.status);
                        let mut told = told.lock().unwrap();
                        *told.statuses.entry(status).or_default() += 1;
                        match status {
                            200 => {
                                told.acknowledged.push(lead);
                                break;
                            }
                            0 => {
                                drop(told);
                                connection = None;
                                std::thread::sleep(Duration::from_millis(20));
                            }
                            _ => refusals += 1,
                        }
                    }
                }
            });
        }
    });
    told.into_inner().unwrap()
}

/// Fails when a lead was acknowledged and lost, or mailed twice.
fn compare(leads: usize, told: &Told, fake: &Fake) {
    let mut mailed: HashMap<String, usize> = HashMap::new();
    for mail in fake.taken().values() {
        *mailed.entry(lead_of(mail)).or_default() += 1;
    }
    let acknowledged = &told.acknowledged;
    let lost: Vec<&usize> = acknowledged
        .iter()
        .filter(|lead| !mailed.contains_key(&format!("{lead:05}")))
        .collect();
    let twice: Vec<_> = mailed.iter().filter(|(_, count)| **count > 1).collect();
    println!(
        "{leads} leads, {} acknowledged, {} mailed, {} calls, answers {:?}",
        acknowledged.len(),
        mailed.len(),
        fake.calls().len(),
        told.statuses
    );
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert!(twice.is_empty(), "mailed twice: {twice:?}");
    assert!(acknowledged.len() > leads * 9 / 10, "{:?}", told.statuses);
}

#[test]
fn none_is_acknowledged_and_lost_and_none_is_mailed_twice() {
    let leads = leads(2_000);
    let fake = Fake::new(fault);
    let patience = relay::Patience {
        whole: Duration::from_millis(1_000),
        call: Duration::from_millis(250),
        pause: Duration::from_millis(2),
        retries: 2,
    };
    let world = World::with(config(), fake.outbox().with_patience(patience));
    let told = visit(leads, || world.address);
    compare(leads, &told, &fake);
    let statuses = &told.statuses;
    assert!(
        [502, 503, 504]
            .iter()
            .all(|status| statuses.contains_key(status)),
        "{statuses:?}"
    );
    assert!(
        statuses
            .keys()
            .all(|status| [200, 502, 503, 504].contains(status)),
        "{statuses:?}"
    );
}

#[test]
fn killed_at_any_moment_it_has_acknowledged_nothing_that_is_lost() {
    let leads = leads(300);
    let fake = Fake::new(fault);
    let base = format!("http://{}", fake.address);
    let start = || {
        let most = "1000000000";
        let limits = [("RELAY_PER_FORM", most), ("RELAY_PER_CLIENT", most)];
        let others = [("RESEND_URL", &*base), ("RELAY_CONNECTIONS", "4096")];
        Running::start(&[limits, others].concat())
    };
    let first = start();
    let address = Mutex::new(first.address);
    let is_over = AtomicBool::new(false);
    let (told, kills) = std::thread::scope(|scope| {
        let killing = scope.spawn(|| {
            let (mut running, mut kills) = (first, 0);
            while !is_over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(250 + 50 * (kills % 20)));
                running.kill();
                kills += 1;
                running = start();
                *address.lock().unwrap() = running.address;
            }
            running.kill();
            kills
        });
        let told = visit(leads, || *address.lock().unwrap());
        is_over.store(true, Ordering::Relaxed);
        (told, killing.join().unwrap())
    });
    println!("{kills} kills");
    compare(leads, &told, &fake);
    assert!(
        kills > 1 && told.statuses.contains_key(&0),
        "{kills}: {told:?}"
    );
}

/// The number in a mail's subject.
fn lead_of(mail: &Value) -> String {
    mail["subject"]
        .as_str()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned()
}
