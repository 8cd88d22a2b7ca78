//! Bodies, addresses and tokens that nobody planned: posts with bytes taken out, doubled or
//! replaced, none of which is a defect.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::client::{Connection, Request};
use crate::world::{Mailbox, World, config, good, pairs};

const POSTS: usize = 2_000;

/// What breaks readers of JSON, of urlencoded pairs, of UTF-8 and of dates.
const PIECES: [&[u8]; 34] = [
    b"\0",
    b"\r\n",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\\u",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[[[[[[[[",
    b"{\"a\":",
    b":",
    b",",
    b"null",
    b"true",
    b"1e999",
    b"-0",
    b"0.1e-400",
    b"9999999999999999999999",
    b"%",
    b"%zz",
    b"%00",
    b"%ff",
    b"&",
    b"=",
    b"+",
    b"2026-02-31T25:61:61Z",
    b"\xe2\x80\xae",
];

/// Numbers that look random and are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % most.max(1)
    }
}

fn mangled(body: &[u8], random: &mut Random) -> Vec<u8> {
    let mut body = body.to_vec();
    for _ in 0..1 + random.below(2) {
        let at = random.below(body.len());
        let end = (at + random.below(12)).min(body.len());
        match random.below(5) {
            0 => drop(body.drain(at..end)),
            1 => {
                let part = body[at..end].to_vec();
                body.splice(at..at, part);
            }
            2 => {
                let piece = PIECES[random.below(PIECES.len())];
                body.splice(at..at, piece.iter().copied());
            }
            3 => {
                let piece = PIECES[random.below(PIECES.len())];
                body.splice(at..end, piece.iter().copied());
            }
            _ => body.truncate(body.len() - random.below(body.len()) / 4),
        }
    }
    body
}

#[test]
fn no_bytes_are_a_defect() {
    let mut config = config();
    config.log = relay::Log::to(|_| {});
    let world = World::with(config, Mailbox::default().outbox());
    let answers: [AtomicUsize; 600] = std::array::from_fn(|_| AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for (number, form) in ["contact", "agence", "eligibilite", "newsletter"]
            .iter()
            .enumerate()
        {
            let (world, answers) = (&world, &answers);
            scope.spawn(move || {
                let mut random = Random(number as u64 + 1);
                let mut connection = Connection::open(world.address);
                let (json, pairs) = (good(form).to_string(), pairs(&good(form)));
                for _ in 0..POSTS {
                    let is_json = random.below(2) == 0;
                    let body = if is_json { &json } else { &pairs };
                    let body = mangled(body.as_bytes(), &mut random);
                    let request = if is_json {
                        Request::json(form, &body)
                    } else {
                        Request::form(form, &body)
                    };
                    let reply = connection.ask(&request);
                    let is_planned = [200, 303, 400, 413, 422].contains(&reply.status);
                    assert!(
                        is_planned,
                        "{:?}: {reply:?}",
                        String::from_utf8_lossy(&body)
                    );
                    answers[usize::from(reply.status)].fetch_add(1, Ordering::Relaxed);
                    if reply.header("connection") == Some("close") {
                        connection = Connection::open(world.address);
                    }
                }
            });
        }
    });
    let count = |status: usize| answers[status].load(Ordering::Relaxed);
    println!(
        "answers: {:?}",
        [200, 303, 400, 413, 422].map(|status| (status, count(status)))
    );
    // All kinds of answers were given, so the posts were neither all good nor all broken.
    for status in [200, 303, 400, 422] {
        assert!(count(status) > POSTS / 40, "{status}: {}", count(status));
    }
}

#[test]
fn no_address_and_no_token_is_a_defect() {
    let world = World::new(Mailbox::default().outbox());
    let mut random = Random(7);
    for path in [
        "/api/newsletter/confirm?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "/api/newsletter/unsubscribe?token=%41&token=b",
        "/api/forms/contact?utm=1",
        "/api/health",
        "/api//forms//",
    ] {
        for _ in 0..200 {
            let path: String = mangled(path.as_bytes(), &mut random)
                .into_iter()
                .filter(|b| b.is_ascii_graphic())
                .map(char::from)
                .collect();
            for method in ["GET", "POST", "HEAD"] {
                let request = format!(
                    "{method} /{} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\
                     connection: close\r\n\r\n",
                    path.trim_start_matches('/')
                );
                let mut connection = Connection::open(world.address);
                connection.send(request.as_bytes());
                let status = connection.status();
                assert!((200..500).contains(&status), "{status}: {request}");
            }
        }
    }
}
