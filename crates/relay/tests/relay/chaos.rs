//! Two thousand submissions while the provider fails in every way at random: none acknowledged and
//! lost, none mailed twice.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Connection, Request};
use crate::fake::{Act, Called, Fake};
use crate::world::{World, config, good};

const LEADS: usize = 2_000;
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

#[test]
fn none_is_acknowledged_and_lost_and_none_is_mailed_twice() {
    let fake = Fake::new(fault);
    let patience = relay::Patience {
        whole: Duration::from_millis(1_000),
        call: Duration::from_millis(250),
        pause: Duration::from_millis(2),
        retries: 2,
    };
    let world = World::with(config(), fake.outbox().with_patience(patience));
    let next = AtomicUsize::new(0);
    let statuses: Mutex<HashMap<u16, usize>> = Mutex::default();
    let acknowledged: Mutex<Vec<usize>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..VISITORS {
            scope.spawn(|| {
                let mut connection = Connection::open(world.address);
                loop {
                    let lead = next.fetch_add(1, Ordering::Relaxed);
                    if lead >= LEADS {
                        return;
                    }
                    let mut body = good(["contact", "agence"][lead % 2]);
                    body["name"] = json!(format!("Visiteur {lead:04}"));
                    body["submissionId"] = json!(format!("lead-{lead:04}"));
                    let form = ["contact", "agence"][lead % 2];
                    let request = Request::json(form, body.to_string());
                    // A visitor gives up after some tries: what was never acknowledged may be lost.
                    for _ in 0..4 {
                        let status = connection.ask(&request).status;
                        *statuses.lock().unwrap().entry(status).or_default() += 1;
                        if status == 200 {
                            acknowledged.lock().unwrap().push(lead);
                            break;
                        }
                    }
                }
            });
        }
    });
    let mut mailed: HashMap<String, usize> = HashMap::new();
    for mail in fake.taken().values() {
        *mailed.entry(lead_of(mail)).or_default() += 1;
    }
    let acknowledged = acknowledged.into_inner().unwrap();
    let statuses = statuses.into_inner().unwrap();
    let lost: Vec<&usize> = acknowledged
        .iter()
        .filter(|lead| !mailed.contains_key(&format!("{lead:04}")))
        .collect();
    let twice: Vec<_> = mailed.iter().filter(|(_, count)| **count > 1).collect();
    println!(
        "{LEADS} leads, {} acknowledged, {} mailed, {} calls, answers {statuses:?}",
        acknowledged.len(),
        mailed.len(),
        fake.calls().len()
    );
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert!(twice.is_empty(), "mailed twice: {twice:?}");
    assert!(acknowledged.len() > LEADS * 9 / 10, "{statuses:?}");
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
