//! Rows 24 to 28: what a provider can do wrong, and what the visitor is told.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::Offset;
use relay::{Outbox, Patience, Resend, ResendSettings};
use serde_json::json;

use crate::client::{Reply, Request};
use crate::fake::{Act, Fake};
use crate::world::{Mailbox, QUICK, SITE, World, good, pairs, sent_at, with};

const LONG: Duration = Duration::from_secs(3);

fn post(world: &World) -> Reply {
    world.ask(&Request::json("contact", good("contact").to_string()))
}

/// Posts once to an API that acts so; the status, the number of calls and of mails.
#[track_caller]
fn check(acts: Vec<Act>, expected: (u16, usize, usize)) -> (Reply, String) {
    let what = format!("{acts:?}");
    let fake = Fake::acting(acts);
    let world = World::new(fake.outbox());
    let reply = post(&world);
    let calls = fake.calls();
    assert_eq!(
        (reply.status, calls.len(), fake.taken().len()),
        expected,
        "{what}: {reply:?}"
    );
    assert!(
        calls
            .iter()
            .all(|call| call.key == calls[0].key && call.body == calls[0].body)
    );
    assert!(!calls[0].key.is_empty() && calls[0].key.len() <= 256);
    if reply.status >= 400 {
        assert_eq!(
            reply.header("content-type"),
            Some("application/problem+json")
        );
        let mailto = reply.json()["mailto"] == "mailto:bonjour@exemple.re";
        assert_eq!(mailto, reply.status >= 500);
    }
    (reply, world.log())
}

/// An id that was made of the content stands for that content: when the provider knows it, the mail is there.
#[test]
fn a_known_id_is_a_conflict_only_where_the_visitor_gave_it() {
    for (id, status) in [(None, 200), (Some("given-one"), 422)] {
        let conflict = Act::Status(409, "", "invalid_idempotent_request");
        let fake = Fake::acting(vec![conflict]);
        let world = World::new(fake.outbox());
        let mut body = good("contact");
        body["submissionId"] = json!(id);
        let fields = body.as_object_mut().unwrap();
        fields.retain(|_, value| !value.is_null());
        let reply = world.ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.status, status, "{reply:?}");
    }
}

#[test]
fn what_the_provider_is_given() {
    let fake = Fake::acting(vec![Act::Take]);
    let world = World::new(fake.outbox());
    assert_eq!(post(&world).status, 200);
    let call = &fake.calls()[0];
    assert_eq!(
        (call.method.as_str(), call.path.as_str()),
        ("POST", "/emails")
    );
    assert!(
        call.head
            .to_lowercase()
            .contains("authorization: bearer re_secret_canary")
    );
    assert_eq!(call.key, "contact/3f2a9c1e-0000-4000-8000-000000000001");
    assert_eq!(call.body["from"], "Site <site@exemple.re>");
    assert_eq!(call.body["to"], json!(["moi@exemple.re"]));
    assert_eq!(call.body["reply_to"], "jeanne@exemple.re");
    assert_eq!(
        call.body["subject"],
        "Nouvelle demande de contact de Jeanne Hoarau"
    );
    assert!(
        call.body["html"]
            .as_str()
            .unwrap()
            .contains("<td>Jeanne Hoarau</td>")
    );
    assert!(
        call.body["text"]
            .as_str()
            .unwrap()
            .contains("Jeanne Hoarau")
    );
}

#[test]
fn row_24_a_provider_that_asks_to_wait() {
    let busy = |headers| Act::Status(429, headers, "rate_limit_exceeded");
    check(vec![busy("retry-after: 0\r\n"), Act::Take], (200, 2, 1));
    check(vec![busy(""), busy(""), Act::Take], (200, 3, 1));
    let (reply, _) = check(vec![busy("retry-after: 120\r\n")], (503, 1, 0));
    assert_eq!(reply.header("retry-after"), Some("120"));
    let (reply, _) = check(vec![busy("retry-after: soon\r\n")], (503, 3, 0));
    assert!(reply.header("retry-after").is_some());
    check(
        vec![Act::Status(429, "", "daily_quota_exceeded")],
        (502, 1, 0),
    );
}

#[test]
fn row_25_a_provider_that_breaks() {
    for status in [500, 502, 503, 504] {
        let (_, log) = check(
            vec![Act::Status(status, "", "internal_server_error"), Act::Take],
            (200, 2, 1),
        );
        let failures = format!("\"failures\":[\"resend:{status}\"]");
        assert!(log.contains(&failures), "{log}");
        check(vec![Act::Status(status, "", "")], (502, 3, 0));
    }
    check(vec![Act::Close, Act::Close, Act::Take], (200, 3, 1));
    check(vec![Act::Close], (502, 3, 0));
    check(vec![Act::TakeAndClose, Act::Take], (200, 2, 1));
    check(
        vec![Act::TakeAndCut, Act::TakeAndGarble, Act::Take],
        (200, 3, 1),
    );
    check(vec![Act::TakeAndCut], (502, 3, 1));
    // A success that names no mail may be a proxy's.
    check(vec![Act::Status(200, "", "")], (502, 3, 0));
    check(
        vec![
            Act::Status(409, "", "concurrent_idempotent_requests"),
            Act::Take,
        ],
        (200, 2, 1),
    );
    check(
        vec![Act::Status(409, "", "invalid_idempotent_request")],
        (422, 1, 0),
    );
}

#[test]
fn row_26_a_provider_that_stalls() {
    check(vec![Act::Stall(LONG)], (504, 3, 0));
    check(vec![Act::TakeAndStall(LONG)], (504, 3, 1));
    check(vec![Act::Stall(LONG), Act::Take], (200, 2, 1));
    // Connections that are accepted by the system alone, until its queue is full.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    assert_eq!(post(&World::new(outbox(base))).status, 504);
}

fn outbox(base: String) -> Outbox {
    let settings = ResendSettings {
        base,
        key: "k".to_owned(),
        ..ResendSettings::default()
    };
    Outbox::new(Arc::new(Resend::new(settings).unwrap())).with_patience(QUICK)
}

#[test]
fn row_27_a_provider_that_is_not_there_or_elsewhere() {
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    assert_eq!(
        post(&World::new(outbox(format!("http://{closed}")))).status,
        502
    );
    assert_eq!(
        post(&World::new(outbox("https://nowhere.invalid".to_owned()))).status,
        502
    );
    let elsewhere = Fake::acting(vec![Act::Take]);
    for status in [301, 302, 307, 308] {
        let location = format!("location: http://{}/emails\r\n", elsewhere.address);
        let location: &'static str = Box::leak(location.into_boxed_str());
        check(vec![Act::Status(status, location, "")], (502, 1, 0));
    }
    assert!(elsewhere.calls().is_empty(), "a redirect is not followed");
    let clear = ResendSettings {
        base: "http://api.example".to_owned(),
        ..Default::default()
    };
    assert!(Resend::new(clear).is_err(), "no key travels in clear");
}

#[test]
fn row_28_a_provider_that_refuses() {
    for (status, name) in [
        (401, "missing_api_key"),
        (403, "validation_error"),
        (422, "invalid_parameter"),
        (400, "x"),
    ] {
        let (_, log) = check(vec![Act::Status(status, "", name)], (502, 1, 0));
        let alert = "\"level\":\"error\",\"event\":\"request\"";
        assert!(log.contains(alert), "{log}");
        assert!(
            log.contains(&format!("\"alert\":\"resend:{status}\"")),
            "{log}"
        );
        assert!(!log.contains("canari"), "{log}");
    }
}

/// One that cannot be reached is the network's moment, or a wrong name: the third mail tells.
#[test]
fn a_provider_that_fails_again_and_again_is_an_alert_and_not_ready() {
    let acts = [Act::Close, Act::Close, Act::Take, Act::Close, Act::Close];
    let (fake, world) = {
        let acts = acts.map(|act| std::iter::repeat_n(act.clone(), calls(&act)));
        let acts: Vec<Act> = acts.into_iter().flatten().chain([Act::Close]).collect();
        let fake = Fake::acting(acts);
        (fake.clone(), World::new(fake.outbox()))
    };
    let ready = || world.ask(&Request::new("GET", "/api/health/ready")).status;
    for (number, (status, is_ready)) in [
        (502, true),
        (502, true),
        (200, true),
        (502, true),
        (502, true),
        (502, false),
    ]
    .into_iter()
    .enumerate()
    {
        let body = with("contact", "submissionId", format!("again-{number}-again"));
        let reply = world.ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.status, status, "{number}: {:?}", fake.calls().len());
        assert_eq!(ready(), if is_ready { 200 } else { 503 }, "{number}");
        assert_eq!(
            world.log().contains("\"alert\":\"resend:"),
            !is_ready,
            "{number}"
        );
    }
}

/// How many calls a mail takes of a provider that acts so.
fn calls(act: &Act) -> usize {
    match act {
        Act::Take => 1,
        _ => 1 + QUICK.retries,
    }
}

#[test]
fn what_the_fallback_takes_tells_of_a_first_one_that_is_not_there() {
    let mailbox = Mailbox::default();
    let outbox = outbox("https://nowhere.invalid".to_owned());
    let world = World::new(outbox.with_fallback(Arc::new(mailbox.clone())));
    for number in 0..3 {
        let body = with("contact", "submissionId", format!("taken-{number}-taken"));
        let reply = world.ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.status, 200);
        let is_told = world
            .log()
            .contains("\"alert\":\"resend:connection-failed\"");
        assert_eq!(is_told, number == 2, "{}", world.log());
    }
    let ready = world.ask(&Request::new("GET", "/api/health/ready"));
    assert_eq!(ready.status, 200);
}

#[test]
fn the_fallback_takes_what_the_first_one_refuses() {
    for act in [
        Act::Status(403, "", ""),
        Act::Status(500, "", ""),
        Act::Stall(LONG),
    ] {
        let (fake, mailbox) = (Fake::acting(vec![act]), Mailbox::default());
        let outbox = fake.outbox().with_fallback(Arc::new(mailbox.clone()));
        let world = World::new(outbox);
        assert_eq!(post(&world).status, 200);
        mailbox.only();
        assert!(
            world.log().contains("\"provider\":\"mailbox\""),
            "{}",
            world.log()
        );
    }
    let (fake, mailbox) = (Fake::acting(vec![Act::Take]), Mailbox::default());
    let world = World::new(fake.outbox().with_fallback(Arc::new(mailbox.clone())));
    assert_eq!(post(&world).status, 200);
    assert!(mailbox.take().is_empty());
    assert!(!world.log().contains("failures"), "{}", world.log());
}

#[test]
fn a_failure_without_javascript_shows_what_was_typed_and_another_way() {
    let fake = Fake::acting(vec![Act::Status(500, "", "")]);
    let world = World::new(fake.outbox());
    let reply = world.ask(&Request::form("contact", pairs(&good("contact"))));
    assert_eq!(reply.status, 502);
    for kept in [
        "value=\"Jeanne Hoarau\"",
        "un devis ?",
        "mailto:bonjour@exemple.re",
        "value=\"soon\" checked",
    ] {
        assert!(reply.body.contains(kept), "{kept}: {}", reply.body);
    }
}

#[test]
fn a_failed_post_can_be_sent_again() {
    let acts = vec![Act::TakeAndCut, Act::Close, Act::Close, Act::Take];
    let fake = Fake::acting(acts);
    let world = World::new(fake.outbox());
    assert_eq!(post(&world).status, 502);
    assert_eq!(post(&world).status, 200);
    let calls = fake.calls();
    assert!(
        calls
            .iter()
            .all(|call| call.body == calls[0].body && call.key == calls[0].key)
    );
    assert_eq!(fake.taken().len(), 1);
}

#[test]
fn a_restarted_relay_repeats_no_mail() {
    let fake = Fake::acting(vec![Act::Take]);
    for _ in 0..3 {
        assert_eq!(post(&World::new(fake.outbox())).status, 200);
    }
    assert_eq!((fake.calls().len(), fake.taken().len()), (3, 1));
    let world = World::new(fake.outbox());
    let mut changed = good("contact");
    changed["message"] = json!("autre chose");
    assert_eq!(
        world
            .ask(&Request::json("contact", changed.to_string()))
            .status,
        422
    );
}

#[test]
fn patience_is_bounded() {
    let patience = Patience::default();
    assert!(patience.whole <= Duration::from_secs(8) && patience.retries <= 2);
}

#[test]
fn an_answer_that_no_line_of_the_mail_shows_is_in_the_mail() {
    let mut definitions = crate::world::definitions();
    let form = definitions
        .forms
        .iter_mut()
        .find(|form| form.id == "agence");
    let form = form.unwrap();
    let step = form.steps.last_mut().unwrap();
    let mut city = step.fields[0].clone();
    city.name = "city".to_owned();
    city.label = "Ville & île".to_owned();
    city.required = true;
    step.fields.push(city);
    form.carried.push(forms::Carried {
        name: "campaign".to_owned(),
        kind: forms::CarriedKind::Text,
        from: None,
        format: None,
        max_length: 100,
    });
    let mut config = crate::world::config();
    config.forms = Arc::new(definitions.forms);
    let mailbox = Mailbox::default();
    let world = World::with(config, mailbox.outbox());
    let missing = Request::json("agence", good("agence").to_string());
    assert_eq!(world.ask(&missing).status, 422);
    let mut body = crate::world::with("agence", "city", "Saint-Paul");
    body["campaign"] = "automne".into();
    for (request, status) in [
        (Request::json("agence", body.to_string()), 200),
        (Request::form("agence", crate::world::pairs(&body)), 303),
    ] {
        let request = request.with("origin", SITE);
        assert_eq!(world.ask(&request).status, status);
    }
    // Both posts have the same content, so the second one is the first one again.
    let mail = mailbox.only();
    let end = "Ville & île\u{a0}: Saint-Paul\ncampaign\u{a0}: automne\n";
    assert!(mail.text.ends_with(end), "{}", mail.text);
    let row = "<th scope=\"row\">Ville &amp; île</th><td>Saint-Paul</td>";
    assert!(mail.html.contains(row), "{}", mail.html);
}

#[test]
fn without_settings_it_speaks_plain_english() {
    let mut config = crate::world::config();
    config.settings = Arc::new(forms::Settings::plain().unwrap());
    let mailbox = Mailbox::default();
    let world = World::with(config, mailbox.outbox());
    let request = Request::json("agence", good("agence").to_string());
    assert_eq!(world.ask(&request).status, 200);
    let mail = mailbox.only();
    assert!(mail.html.contains("<html lang=\"en\">"), "{}", mail.html);
    let local = Offset::constant(4).to_datetime(sent_at());
    let date = local.strftime("%-d %B %Y at %-H:%M (").to_string();
    assert!(mail.text.contains(&date), "{}", mail.text);
    let page = world
        .ask(&Request::form("agence", "name=").with("origin", SITE))
        .body;
    assert!(page.contains("<html lang=\"en\">"), "{page}");
    assert!(
        page.contains("<h1>Some answers are not valid</h1>"),
        "{page}"
    );
    assert!(page.contains("Back to the site"), "{page}");
}
