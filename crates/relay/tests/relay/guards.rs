//! What one client, one proxy or one provider may not do to the others, and who is told.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use relay::{Contacts, Limits, Resend, ResendSettings, Secrets, server};
use serde_json::{Value, json};

use crate::client::{Connection, Request};
use crate::fake::{Act, Fake};
use crate::world::{Mailbox, SITE, World, config, crowded, good, pairs, with};

const LONG: Duration = Duration::from_secs(3);
const SECRET: &str = "a-secret-of-more-than-32-characters-0123456789";

fn post(world: &World) -> u16 {
    let request = Request::json("contact", good("contact").to_string());
    world.ask(&request).status
}

#[test]
fn whoever_does_not_take_an_answer_loses_the_connection() {
    let timeouts = server::Timeouts {
        answers: Duration::from_millis(500),
        connections: 40,
        ..crowded()
    };
    let world = World::patient(config(), Mailbox::default().outbox(), timeouts);
    let asked = "GET /api/nothing HTTP/1.1\r\nhost: a\r\n\r\n".repeat(200_000);
    let pipelines: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(world.address).unwrap();
            stream.set_write_timeout(Some(LONG * 5)).unwrap();
            let asked = asked.clone();
            // Ends when the relay closes: until then nothing of the answers is read.
            std::thread::spawn(move || stream.write_all(asked.as_bytes()).is_err())
        })
        .collect();
    assert!(pipelines.into_iter().all(|one| one.join().unwrap()));
    // All places are free again.
    let begun = Instant::now();
    assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}

/// A connection from an address of this machine.
#[cfg(target_os = "linux")]
async fn from(source: Ipv4Addr, to: SocketAddr) -> std::io::Result<tokio::net::TcpStream> {
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((source, 0)))?;
    socket.connect(to).await
}

#[test]
#[cfg(target_os = "linux")]
fn one_address_has_few_connections_and_the_others_are_served() {
    let mailbox = Mailbox::default();
    // A slow machine must not take the held connections for idle ones.
    let timeouts = server::Timeouts {
        headers: Duration::from_secs(60),
        ..server::Timeouts::default()
    };
    let world = World::patient(config(), mailbox.outbox(), timeouts);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let greedy = runtime.block_on(async {
        let mut open = Vec::new();
        for _ in 0..1_000 {
            open.extend(from(Ipv4Addr::new(127, 0, 0, 2), world.address).await);
        }
        open
    });
    for _ in 0..100 {
        assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
    }
    let kept = runtime.block_on(async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let is_open = |stream: &tokio::net::TcpStream| {
            let read = stream.try_read(&mut [0; 1]);
            matches!(read, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
        };
        greedy.iter().filter(|stream| is_open(stream)).count()
    });
    assert_eq!(kept, server::Timeouts::default().per_address);
    let log = world.log();
    let told = log.lines().filter(|line| line.contains("\"turned-away\""));
    let told: Vec<&str> = told.collect();
    assert!(
        (1..10).contains(&told.len()) && told[0].contains("\"reason\":\"connections\",\"count\":1"),
        "{log}"
    );
}

#[test]
fn a_request_that_says_twice_what_it_is_judged_by_is_told_and_counted() {
    let mut config = config();
    config.metrics_token = Some(Secrets::new(SECRET).unwrap());
    let world = World::whole(config, Mailbox::default().outbox());
    for _ in 0..3 {
        let mut connection = Connection::open(world.address);
        connection.send(b"POST /api/forms/contact HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n");
        assert_eq!(connection.reply().unwrap().status, 400);
    }
    let log = world.log();
    let told = "\"level\":\"warn\",\"event\":\"turned-away\",\"reason\":\"headers\",\"count\":1";
    assert_eq!(log.matches(told).count(), 1, "{log}");
    let numbers =
        Request::new("GET", "/metrics").with("authorization", &format!("Bearer {SECRET}"));
    let numbers = world.ask(&numbers).body;
    for line in ["headers\"} 3", "connections\"} 0"] {
        let line = format!("relay_turned_away_total{{reason=\"{line}\n");
        assert!(numbers.contains(&line), "{numbers}");
    }
}

#[test]
fn what_is_refused_is_counted_and_a_flood_is_not_written_down() {
    let mut config = config();
    config.limits = Limits::default();
    let world = World::with(config, Mailbox::default().outbox());
    let kinds = [
        (Request::new("GET", "/api/forms/contact"), 405),
        (Request::new("GET", "/api/nothing"), 404),
        (
            Request::json("contact", "{}").with("origin", "https://evil.example"),
            403,
        ),
        (
            Request::json("contact", "{}").with("content-type", "text/plain"),
            415,
        ),
        (Request::json("contact", vec![b' '; 300_000]), 413),
    ];
    for number in 0..30 {
        let (request, status) = &kinds[number % kinds.len()];
        assert_eq!(world.ask(request).status, *status, "{number}");
    }
    for (request, _) in &kinds {
        let reply = world.ask(request);
        assert_eq!(reply.status, 429);
        assert!(reply.header("retry-after").is_some());
    }
    let mut connection = Connection::open(world.address);
    let refused = Request::new("GET", "/api/nothing");
    (0..3_000).for_each(|_| drop(connection.ask(&refused)));
    let lines = world.log().lines().count();
    assert!((1_000..1_500).contains(&lines), "{lines} lines");
    assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
}

#[test]
fn encoded_words_are_no_way_into_a_header() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    let word = "=?utf-8?Q?=0D=0ABcc:_x=40evil.example?=";
    for (number, name) in [
        word,
        "=?utf-8?b?DQpCY2M6IHhAZXZpbC5leGFtcGxl?=",
        "a =?x",
        "=?=?=?",
        "é =?utf-8?q?a?=",
    ]
    .iter()
    .enumerate()
    {
        let mut body = with("contact", "name", *name);
        body["submissionId"] = format!("encoded-{number}").into();
        assert_eq!(
            world
                .ask(&Request::json("contact", body.to_string()))
                .status,
            200
        );
        let mail = mailbox.only();
        let message = String::from_utf8(mail.to_mime().unwrap()).unwrap();
        let head = message.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains(name), "{head}");
        assert!(!head.to_lowercase().contains("\r\nbcc:"), "{head}");
        // Whoever decodes the subject reads what was typed, and nothing more.
        let subject = head
            .split("\r\nSubject: ")
            .nth(1)
            .unwrap()
            .replace("\r\n ", "");
        let subject = subject.split("\r\n").next().unwrap();
        assert_eq!(decoded(subject), mail.subject);
    }
    for address in [
        format!("{word}@exemple.re"),
        "=?a?q?b?=@exemple.re".to_owned(),
    ] {
        let body = with("contact", "email", address);
        let reply = world.ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.errors(), ["#/email email_invalid"]);
    }
    assert!(mailbox.take().is_empty());
    // The provider writes ASCII as it is given.
    let fake = Fake::acting(vec![Act::Take]);
    let world = World::new(fake.outbox());
    let body = with("contact", "name", word);
    assert_eq!(
        world
            .ask(&Request::json("contact", body.to_string()))
            .status,
        200
    );
    let subject = fake.calls()[0].body["subject"].clone();
    assert!(!subject.as_str().unwrap().contains("=?"), "{subject}");
}

/// The text of encoded words in base 64 beside one another, and of what stands between others.
fn decoded(value: &str) -> String {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("=?utf-8?b?") {
        let (word, after) = after.split_once("?=").unwrap();
        // Blanks between words are no text.
        if !before.trim().is_empty() {
            text.push_str(before);
        }
        text.push_str(&String::from_utf8(STANDARD.decode(word).unwrap()).unwrap());
        rest = after;
    }
    text + rest
}

#[test]
fn a_refused_key_is_an_alert_even_when_the_second_provider_works() {
    for (status, name) in [
        (401, "invalid_api_key"),
        (403, "x"),
        (429, "monthly_quota_exceeded"),
        (429, "daily_quota_exceeded"),
    ] {
        let (fake, mailbox) = (
            Fake::acting(vec![Act::Status(status, "", name)]),
            Mailbox::default(),
        );
        let world = World::new(fake.outbox().with_fallback(Arc::new(mailbox.clone())));
        assert_eq!(post(&world), 200);
        let mail = mailbox.only();
        // A refusal is certain: this is no copy.
        assert!(!mail.text.contains("copie"), "{}", mail.text);
        let log = world.log();
        let alert = format!("\"alert\":\"resend:{status}\"");
        assert!(
            log.contains("\"level\":\"error\"") && log.contains(&alert),
            "{log}"
        );
        assert_eq!(fake.calls().len(), 1, "waiting mends no quota");
    }
}

#[test]
fn a_refused_contact_is_an_alert() {
    let fake = Fake::new(|_, call| match call.path.as_str() {
        "/contacts" => Act::Status(422, "", "validation_error"),
        _ => Act::Take,
    });
    let world = World::new(fake.outbox());
    let body = good("newsletter").to_string();
    assert_eq!(world.ask(&Request::json("newsletter", body)).status, 200);
    let text = fake.calls()[0].body["text"].as_str().unwrap().to_owned();
    let link = text
        .split_whitespace()
        .find(|word| word.contains("/confirm?"))
        .unwrap();
    let path = link.split_once("exemple.re").unwrap().1;
    assert_eq!(world.ask(&Request::new("POST", path)).status, 200);
    assert!(
        world.log().contains("\"alert\":\"resend:422\""),
        "{}",
        world.log()
    );
}

#[test]
fn after_a_stall_the_second_provider_has_one_mail_that_says_it_may_be_a_copy() {
    let note = "Ce message est peut-être une copie";
    for (act, is_copy) in [
        (Act::TakeAndStall(LONG), true),
        (Act::TakeAndClose, true),
        (Act::Status(500, "", ""), true),
        (
            Act::Status(
                429,
                "retry-after: 18446744073709551615\r\n",
                "rate_limit_exceeded",
            ),
            false,
        ),
        (
            Act::Status(503, "retry-after: Fri, 31 Dec 9999 23:59:59 GMT\r\n", ""),
            false,
        ),
        (Act::Status(403, "", ""), false),
    ] {
        let what = format!("{act:?}");
        let (fake, mailbox) = (Fake::acting(vec![act]), Mailbox::default());
        let world = World::new(fake.outbox().with_fallback(Arc::new(mailbox.clone())));
        assert_eq!((post(&world), post(&world)), (200, 200), "{what}");
        let mail = mailbox.only();
        assert_eq!(
            mail.text.starts_with(note),
            is_copy,
            "{what}: {}",
            mail.text
        );
        assert_eq!(mail.html.contains(note), is_copy, "{what}: {}", mail.html);
        assert!(fake.taken().len() <= 1, "{what}");
    }
}

#[test]
fn the_calls_are_those_of_the_providers_contract() {
    let contract: Value = serde_json::from_str(include_str!("provider.json")).unwrap();
    let check = |call: &crate::fake::Called| {
        let path = match call.path.starts_with("/contacts/") {
            true => "/contacts/{id}",
            false => call.path.as_str(),
        };
        let schema = &contract[format!("{} {path}", call.method)];
        assert!(
            schema.is_object(),
            "no such call: {} {}",
            call.method,
            call.path
        );
        let found = jsonschema::validate(schema, &call.body).map_err(|error| error.to_string());
        assert_eq!(found, Ok(()), "{}", call.body);
    };
    let fake = Fake::new(|_, call| match call.path.as_str() {
        "/contacts" if call.body["email"] == "known@exemple.re" => Act::Status(409, "", "x"),
        _ => Act::Take,
    });
    let world = World::new(fake.outbox());
    for form in ["contact", "agence", "eligibilite", "newsletter"] {
        assert_eq!(
            world
                .ask(&Request::json(form, good(form).to_string()))
                .status,
            200
        );
    }
    let settings = ResendSettings {
        base: format!("http://{}", fake.address),
        key: "k".to_owned(),
        segment: Some("78261eea-8f8b-4381-83c6-79fa7120f1cf".to_owned()),
        ..ResendSettings::default()
    };
    let resend = Resend::new(settings).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        resend.subscribe("new@exemple.re").await.unwrap();
        resend.subscribe("known@exemple.re").await.unwrap();
        resend.unsubscribe("new@exemple.re").await.unwrap();
    });
    let calls = fake.calls();
    assert_eq!(calls.len(), 8);
    calls.iter().for_each(check);
    let first = calls.iter().find(|call| call.path == "/contacts").unwrap();
    assert_eq!(
        first.body["segments"],
        json!(["78261eea-8f8b-4381-83c6-79fa7120f1cf"])
    );
}

#[test]
fn only_the_proxy_that_knows_the_secret_may_ask() {
    let mut config = config();
    config.trusted_proxies = 1;
    config.limits = Limits::default();
    config.proxy_secret = Some(Secrets::new(&format!("{SECRET},another-{SECRET}")).unwrap());
    let mailbox = Mailbox::default();
    let world = World::with(config, mailbox.outbox());
    let ask = |secret: Option<&str>| {
        let request = Request::json("contact", good("contact").to_string());
        let request = request.with("x-forwarded-for", "1.2.3.4");
        let request = match secret {
            Some(secret) => request.with("x-relay-secret", secret),
            None => request,
        };
        world.ask(&request).status
    };
    assert_eq!(
        [ask(None), ask(Some("")), ask(Some(&SECRET[1..]))],
        [403; 3]
    );
    assert!(mailbox.take().is_empty());
    assert_eq!(ask(Some(SECRET)), 200);
    assert_eq!(ask(Some(&format!("another-{SECRET}"))), 200);
    assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
    assert!(!world.log().contains(SECRET));
}

#[test]
fn a_proxy_that_is_not_believed_is_told_once() {
    let world = World::new(Mailbox::default().outbox());
    let ask = |forwarded: &str| {
        world.ask(&Request::new("GET", "/api/health").with("x-forwarded-for", forwarded))
    };
    assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
    assert!(!world.log().contains("one-client"));
    (0..5).for_each(|n| drop(ask(&format!("1.2.3.{n}"))));
    assert_eq!(world.log().matches("\"event\":\"one-client\"").count(), 1);
}

#[test]
fn an_address_is_one_subscription_however_it_is_written() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    for (number, address) in ["Zoe@x.re", "zoe@X.re", "ZOE@x.re"].iter().enumerate() {
        let mut body = with("newsletter", "email", *address);
        body["submissionId"] = format!("subscription-{number}").into();
        let reply = world.ask(&Request::json("newsletter", body.to_string()));
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    assert_eq!(mailbox.only().to, "zoe@x.re");
}

#[test]
fn the_time_of_typing_is_judged_when_it_is_missing_or_no_number() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    let mark = |request: Request| {
        assert!(world.ask(&request).status < 400);
        mailbox.only().subject.starts_with("[suspect]")
    };
    let mut number = 0;
    let mut body = |elapsed: Option<Value>| {
        number += 1;
        let mut body = with("contact", "submissionId", format!("elapsed-{number}"));
        match elapsed {
            Some(elapsed) => body["elapsed"] = elapsed,
            None => drop(body.as_object_mut().unwrap().remove("elapsed")),
        }
        body
    };
    for wrong in [
        json!("nan"),
        json!("NaN"),
        json!("inf"),
        json!("-inf"),
        json!("soon"),
        json!(-1),
        json!(""),
        json!("1e309"),
    ] {
        let body = body(Some(wrong));
        assert!(mark(Request::json("contact", body.to_string())), "{body}");
    }
    assert!(mark(Request::json("contact", body(None).to_string())));
    for fine in [json!(42_000), json!("42000"), json!(3.1e4)] {
        assert!(!mark(Request::json(
            "contact",
            body(Some(fine)).to_string()
        )));
    }
    // A page without scripts cannot measure; its browser says that it is one.
    let form = |body: &Value| Request::form("contact", pairs(body)).with("origin", SITE);
    assert!(!mark(form(&body(None)).with("sec-fetch-mode", "navigate")));
    assert!(!mark(
        form(&body(Some(json!("")))).with("sec-fetch-mode", "navigate")
    ));
    assert!(mark(form(&body(None))));
    assert!(mark(
        form(&body(Some(json!("nan")))).with("sec-fetch-mode", "navigate")
    ));
}

#[test]
fn numbers_are_for_whoever_knows_the_token() {
    let mut config = config();
    config.metrics_token = Some(Secrets::new(SECRET).unwrap());
    let fake = Fake::acting(vec![Act::Take, Act::Status(401, "", "")]);
    let world = World::whole(config, fake.outbox());
    assert_eq!(post(&world), 200);
    assert_eq!(
        world.ask(&Request::new("GET", "/api/health/ready")).status,
        200
    );
    let other = with("contact", "submissionId", "another-one");
    assert_eq!(
        world
            .ask(&Request::json("contact", other.to_string()))
            .status,
        502
    );
    assert_eq!(
        world.ask(&Request::new("GET", "/api/health/ready")).status,
        503
    );
    assert_eq!(world.ask(&Request::new("GET", "/api/health")).status, 200);
    let ask =
        |token: &str| world.ask(&Request::new("GET", "/metrics").with("authorization", token));
    for wrong in ["", "Bearer", "Bearer x", SECRET] {
        assert_eq!(ask(wrong).status, 404, "{wrong}");
    }
    let reply = ask(&format!("Bearer {SECRET}"));
    assert_eq!(reply.status, 200);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(reply.header("content-type"), Some(kind));
    for line in [
        "# TYPE relay_requests counter",
        "relay_requests_total{status=\"502\"} 1",
        "relay_refusals_total{reason=\"undelivered\"} 1",
        "relay_deliveries_total{provider=\"resend\",outcome=\"taken\"} 1",
        "relay_deliveries_total{provider=\"none\",outcome=\"failed\"} 1",
        "relay_delivery_seconds_count 2",
        "relay_alerts_total 1",
    ] {
        assert!(
            reply.body.lines().any(|one| one == line),
            "{line}\n{}",
            reply.body
        );
    }
    assert!(reply.body.ends_with("\n# EOF\n"), "{}", reply.body);
}

#[test]
fn a_long_wait_is_told_on_the_page() {
    let busy = Act::Status(429, "retry-after: 3000\r\n", "rate_limit_exceeded");
    let world = World::new(Fake::acting(vec![busy]).outbox());
    let request = Request::form("contact", pairs(&good("contact"))).with("origin", SITE);
    let reply = world.ask(&request);
    assert_eq!(reply.status, 503);
    let told = "<p>Réessayez dans 50\u{a0}minutes.</p>";
    assert!(
        reply.body.contains(told) && !reply.body.contains("une minute"),
        "{}",
        reply.body
    );
}
