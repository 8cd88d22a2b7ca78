//! Row 30: a real SMTP server that fails in its own ways.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use relay::{Credentials, Outbox, Protection, Provider, Smtp, SmtpSettings};
use rustls::{ServerConnection, StreamOwned};
use serde_json::{Value, json};

use crate::client::Request;
use crate::sink::{self, SHORT, Sink, Step};
use crate::tls::{Authority, showing};
use crate::world::{Mailbox, QUICK, World, config, good, with};

struct Server {
    child: Child,
    port: u16,
    mails: mpsc::Receiver<String>,
    authority: Authority,
}

impl Server {
    /// A server that fails so, one fault a connection, the last one for ever.
    fn start(tls: &str, fail: &Value) -> Self {
        let authority = Authority::new();
        let identity = authority.identity("localhost", 2100);
        let settings = json!({
            "tls": tls, "fail": fail,
            "key": identity.key.serialize_pem(), "cert": identity.certificate.pem(),
        });
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smtp/server.cjs");
        let mut child = Command::new("node")
            .args([script, &settings.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node, and `npm ci` in islands/");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines
            .next()
            .expect("`npm ci` in islands/ first")
            .unwrap()
            .parse()
            .unwrap();
        let (sender, mails) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Server {
            child,
            port,
            mails,
            authority,
        }
    }

    fn outbox(&self, protection: Protection) -> Outbox {
        let smtp = Smtp::new(SmtpSettings {
            host: "localhost".to_owned(),
            port: self.port,
            protection,
            credentials: (protection != Protection::None)
                .then(|| Credentials::new("moi".to_owned(), "motdepasse".to_owned())),
            roots: Some(self.authority.pem.clone().into_bytes()),
        });
        let patience = relay::Patience {
            call: Duration::from_secs(2),
            whole: Duration::from_secs(5),
            ..QUICK
        };
        Outbox::new(Arc::new(smtp.unwrap())).with_patience(patience)
    }

    /// What was taken until now.
    fn mails(&self, least: usize) -> Vec<Value> {
        let mut mails = Vec::new();
        let parse = |line: String| serde_json::from_str(&line).unwrap();
        for _ in 0..least {
            mails.push(parse(
                self.mails
                    .recv_timeout(Duration::from_secs(10))
                    .expect("a mail"),
            ));
        }
        mails.extend(self.mails.try_iter().map(parse));
        mails
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One at a time: each server is a process.
static TURN: Mutex<()> = Mutex::new(());

#[track_caller]
fn check(fail: Value, expected: (u16, usize)) -> (Vec<Value>, String) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = Server::start("required", &fail);
    let world = World::new(server.outbox(Protection::StartTls));
    let reply = world.ask(&Request::json("contact", good("contact").to_string()));
    let mails = server.mails(expected.1);
    assert_eq!(
        (reply.status, mails.len()),
        expected,
        "{fail}: {}",
        world.log()
    );
    assert!(!world.log().contains("canari"), "{}", world.log());
    (mails, world.log())
}

fn header(mail: &Value, name: &str) -> String {
    let source = mail["source"].as_str().unwrap();
    let line = source
        .lines()
        .find(|line| line.starts_with(name))
        .unwrap_or_else(|| panic!("{source}"));
    line.to_owned()
}

#[test]
fn row_30_a_mail_over_starttls() {
    let (mails, _) = check(json!([null]), (200, 1));
    let mail = &mails[0];
    assert_eq!(
        (&mail["secure"], &mail["user"]),
        (&json!(true), &json!("moi"))
    );
    assert_eq!(
        (&mail["from"], &mail["to"]),
        (&json!("site@exemple.re"), &json!(["moi@exemple.re"]))
    );
    assert_eq!(header(mail, "Reply-To:"), "Reply-To: jeanne@exemple.re");
    assert_eq!(
        header(mail, "Subject:"),
        "Subject: Nouvelle demande de contact de Jeanne Hoarau"
    );
}

#[test]
fn row_30_implicit_tls() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = Server::start("implicit", &json!([null]));
    let world = World::new(server.outbox(Protection::Implicit));
    let reply = world.ask(&Request::json("agence", good("agence").to_string()));
    assert_eq!(
        (reply.status, server.mails(1).len()),
        (200, 1),
        "{}",
        world.log()
    );
}

#[test]
fn row_30_answers_that_pass_and_that_do_not() {
    check(json!(["mail-421", null]), (200, 1));
    check(json!(["data-451", "data-451", null]), (200, 1));
    check(json!(["data-451"]), (502, 0));
    let (_, log) = check(json!(["rcpt-550"]), (502, 0));
    assert!(
        log.contains("smtp:550") && log.contains("\"alert\":\"smtp:550\""),
        "{log}"
    );
    let (_, log) = check(json!(["auth"]), (502, 0));
    assert!(
        log.contains("smtp:535") && log.contains("\"calls\":1"),
        "{log}"
    );
}

#[test]
fn row_30_a_connection_lost_after_the_data_repeats_the_same_message_id() {
    let (mails, _) = check(json!(["drop-after-data", null]), (200, 2));
    assert_eq!(
        header(&mails[0], "Message-ID:"),
        header(&mails[1], "Message-ID:")
    );
    assert_eq!(mails[0]["source"], mails[1]["source"], "byte-equal");
}

#[test]
fn row_30_nothing_travels_in_clear() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = Server::start("none", &json!([null]));
    let world = World::new(server.outbox(Protection::StartTls));
    let reply = world.ask(&Request::json("contact", good("contact").to_string()));
    assert_eq!(
        (reply.status, server.mails(0).len()),
        (502, 0),
        "{}",
        world.log()
    );
    let elsewhere = SmtpSettings {
        host: "mail.exemple.re".to_owned(),
        port: 25,
        protection: Protection::None,
        credentials: None,
        roots: None,
    };
    assert!(Smtp::new(elsewhere).is_err());
}

/// Connections to a server that a test speaks for.
fn listening() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

fn outbox_at(port: u16, protection: Protection, roots: Option<&Authority>) -> Outbox {
    let smtp = Smtp::new(SmtpSettings {
        host: "localhost".to_owned(),
        port,
        protection,
        credentials: None,
        roots: roots.map(|authority| authority.pem.clone().into_bytes()),
    });
    Outbox::new(Arc::new(smtp.unwrap())).with_patience(SHORT)
}

/// What stands behind the answer to STARTTLS is said in clear, by whoever is in between.
#[test]
fn what_is_said_before_tls_is_not_heard_behind_it() {
    let authority = Authority::new();
    let config = showing(&authority.identity("localhost", 2100));
    let (listener, port) = listening();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let _ = stream.write_all(b"220 sink\r\n");
            let _ = lines.next();
            let _ = stream.write_all(b"250-sink\r\n250 STARTTLS\r\n");
            let _ = lines.next();
            let injected = "220 go\r\n250 mine\r\n250 yes\r\n250 yes\r\n354 go on\r\n250 taken\r\n";
            let _ = stream.write_all(injected.as_bytes());
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut protected = StreamOwned::new(connection, stream);
            let _ = protected.read_to_end(&mut Vec::new());
        }
    });
    let world = World::new(outbox_at(port, Protection::StartTls, Some(&authority)));
    assert_eq!(post(&world, "taken-by-another"), 502, "{}", world.log());
    let told = "\"alert\":\"smtp:spoke-before-tls\"";
    assert!(world.log().contains(told), "{}", world.log());
}

/// A server that never ends its answer keeps no thread.
#[test]
fn a_server_that_speaks_without_end_is_left() {
    let (listener, port) = listening();
    let (sender, left) = mpsc::channel();
    std::thread::spawn(move || {
        let mut stream: TcpStream = listener.incoming().next().unwrap().unwrap();
        while stream.write_all(b"220-wait\r\n").is_ok() {
            std::thread::sleep(SHORT.call / 20);
        }
        let _ = sender.send(());
    });
    let mut patience = SHORT;
    patience.retries = 0;
    let outbox = outbox_at(port, Protection::None, None).with_patience(patience);
    let world = World::new(outbox);
    assert_eq!(post(&world, "without-end"), 504, "{}", world.log());
    assert_eq!(left.recv_timeout(Duration::from_secs(20)), Ok(()));
}

#[test]
fn a_certificate_a_port_and_a_name_that_are_wrong_are_told_apart() {
    let (trusted, other) = (Authority::new(), Authority::new());
    let check = |identity: &crate::tls::Identity, expected: &str| {
        let config = showing(identity);
        let (listener, port) = listening();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
                let mut protected = StreamOwned::new(connection, stream.unwrap());
                let _ = protected.write_all(b"220 sink\r\n");
            }
        });
        let world = World::new(outbox_at(port, Protection::Implicit, Some(&trusted)));
        assert_eq!(post(&world, "certified-or-not"), 502);
        assert!(
            world.log().contains(expected),
            "{expected}: {}",
            world.log()
        );
    };
    let told = "\"calls\":1,\"failures\":[\"smtp:certificate\"],\"refusal\":\"undelivered\",\"alert\":\"smtp:certificate\"";
    check(&trusted.identity("localhost", 2021), told);
    check(&trusted.identity("autre.example", 2100), told);
    check(&other.identity("localhost", 2100), told);
    check(&trusted.identity("localhost", 2100), "\"smtp:closed\"");
    let (closed, port) = listening();
    drop(closed);
    let world = World::new(outbox_at(port, Protection::Implicit, None));
    assert_eq!(post(&world, "nobody-there"), 502);
    assert!(
        world.log().contains("\"smtp:connection\""),
        "{}",
        world.log()
    );
    // A server in clear where TLS is meant to be.
    let sink = Sink::new(|_, _| None);
    let world = World::new(outbox_at(sink.port, Protection::Implicit, None));
    assert_eq!(post(&world, "in-clear"), 502);
    assert!(
        world.log().contains("\"alert\":\"smtp:tls\""),
        "{}",
        world.log()
    );
}

#[test]
fn a_password_is_told_in_the_ways_that_a_server_offers() {
    for (offers, expected) in [
        ("250-sink\r\n250 AUTH PLAIN LOGIN", 200),
        ("250-sink\r\n250-AUTH=LOGIN\r\n250 AUTH LOGIN", 200),
        ("250-sink\r\n250 AUTH GSSAPI", 502),
        ("250 sink", 502),
    ] {
        // `moi`, its password, and both of them as the ways write them.
        let sink = Sink::new(move |_, step| match step {
            "EHLO" => Some(says(offers)),
            "AUTH" if offers.contains("PLAIN") => Some(says("235 yes")),
            "AUTH" => Some(says("334 VXNlcm5hbWU6")),
            "BW9P" => Some(says("334 UGFzc3dvcmQ6")),
            "BW90" => Some(says("235 yes")),
            "MAIL" | "RCPT" | "DATA" | "greet" | "end" | "QUIT" => None,
            _ => Some(says("500 what")),
        });
        let smtp = Smtp::new(SmtpSettings {
            host: "127.0.0.1".to_owned(),
            port: sink.port,
            protection: Protection::None,
            credentials: Some(Credentials::new("moi".to_owned(), "motdepasse".to_owned())),
            roots: None,
        });
        let outbox = Outbox::new(Arc::new(smtp.unwrap())).with_patience(SHORT);
        let world = World::new(outbox);
        assert_eq!(
            post(&world, "with-password"),
            expected,
            "{offers}: {}",
            world.log()
        );
    }
}

#[test]
fn row_30_a_line_with_a_dot_alone_arrives() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = Server::start("required", &json!([null]));
    let world = World::new(server.outbox(Protection::StartTls));
    let body = with(
        "contact",
        "message",
        "avant\n.\n..\nFrom moi\naprès\n.\nQUIT",
    );
    let reply = world.ask(&Request::json("contact", body.to_string()));
    assert_eq!(reply.status, 200);
    let mails = server.mails(1);
    let source = mails[0]["source"].as_str().unwrap().replace("\r\n", "\n");
    assert!(
        source.contains("\navant\n.\n..\nFrom moi\napr=C3=A8s\n.\nQUIT\n"),
        "{source}"
    );
}

fn post(world: &World, id: &str) -> u16 {
    let body = with("contact", "submissionId", id);
    world
        .ask(&Request::json("contact", body.to_string()))
        .status
}

fn slow(after: Duration, answer: &'static str) -> Step {
    Step {
        after,
        answer: Some(answer),
    }
}

fn says(answer: &'static str) -> Step {
    slow(Duration::ZERO, answer)
}

const CLOSES: Step = Step {
    after: Duration::ZERO,
    answer: None,
};

/// A server that has the whole mail and thinks about it is not given it a second time, and its late word counts.
#[test]
fn the_end_of_the_data_has_the_whole_time_and_a_late_success_counts() {
    let sink = Sink::at("end", slow(SHORT.call * 2, "250 taken"));
    let world = World::new(sink.outbox());
    assert_eq!((post(&world, "thinking"), sink.mails()), (200, 1));

    let sink = Sink::at("end", slow(SHORT.whole + SHORT.call, "250 taken"));
    let world = World::new(sink.outbox());
    let statuses = [(); 3].map(|()| post(&world, "thinking-long"));
    assert_eq!((statuses, sink.mails()), ([504, 200, 200], 1));
    // Each line says which post it is about, that of the refusal too.
    for line in ["\"event\":\"late\"", "\"status\":504"] {
        let log = world.log();
        let mut lines = log.lines().filter(|told| told.contains(line));
        let told = lines.next().unwrap_or_else(|| panic!("{line}: {log}"));
        assert!(told.contains("\"submission\":\"thinking-long\""), "{told}");
    }
}

/// Mails in doubt do not keep the threads that new ones need.
#[test]
fn a_server_that_speaks_again_is_sent_mails_however_many_are_in_doubt() {
    const THREADS: usize = 70;
    let silent = slow(Duration::from_secs(60), "250 taken");
    let sink =
        Sink::new(move |number, step| (number < THREADS && step == "end").then(|| silent.clone()));
    let smtp = sink::smtp(sink.port);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .enable_all()
        .build()
        .unwrap();
    let mail = Arc::new(mail());
    runtime.block_on(async {
        for _ in 0..THREADS {
            tokio::spawn(smtp.send(&mail, Duration::from_secs(5)));
        }
        let all = Duration::from_secs(30);
        let until = std::time::Instant::now() + all;
        while sink.mails() < THREADS {
            assert!(std::time::Instant::now() < until, "{}", sink.mails());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Those that have no more than the time of a call are over then.
        tokio::time::sleep(Duration::from_secs(6)).await;
        let sent = smtp.send(&mail, Duration::from_secs(5)).await;
        assert_eq!(sent, Ok(()));
    });
    runtime.shutdown_background();
}

/// The mail of a post that was taken.
fn mail() -> relay::Mail {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    assert_eq!(post(&world, "any-mail-at-all"), 200);
    mailbox.only()
}

#[test]
fn a_late_refusal_is_forgotten_so_that_the_post_can_be_sent_again() {
    let late = slow(SHORT.whole + SHORT.call, "451 later");
    let sink = Sink::new(move |number, step| (number == 0 && step == "end").then(|| late.clone()));
    let world = World::new(sink.outbox());
    let statuses = [(); 3].map(|()| post(&world, "refused-late"));
    assert_eq!(statuses, [504, 502, 200]);
}

/// No step is late, all of them are: nothing is sent once the visitor was told that it failed.
#[test]
fn a_call_that_is_given_up_sends_nothing_later() {
    let sink = Sink::new(|_, step| {
        let answer = match step {
            "greet" => "220 sink",
            "DATA" => "354 go on",
            _ => "250 yes",
        };
        Some(slow(SHORT.call / 4, answer))
    });
    let world = World::new(sink.outbox());
    assert_eq!(post(&world, "slow-step-by-step"), 504);
    std::thread::sleep(SHORT.call * 3);
    assert_eq!(sink.mails(), 0, "{}", world.log());
}

#[test]
fn only_a_positive_completion_means_that_the_mail_was_taken() {
    for answer in ["354 again", "yes"] {
        let sink = Sink::at("end", says(answer));
        let world = World::new(sink.outbox());
        assert_eq!(post(&world, "taken-or-not"), 502, "{answer}");
    }
    let sink = Sink::at("DATA", says("250 yes"));
    let world = World::new(sink.outbox());
    assert_eq!((post(&world, "no-data-asked"), sink.mails()), (502, 0));
}

#[test]
fn only_what_may_have_been_taken_is_called_a_copy() {
    let long = SHORT.whole * 2;
    for (step, acts, is_copy) in [
        ("greet", says("421 busy"), false),
        ("greet", CLOSES, false),
        ("EHLO", slow(long, "250 yes"), false),
        ("RCPT", says("451 later"), false),
        ("RCPT", CLOSES, false),
        ("DATA", CLOSES, false),
        ("end", says("452 full"), false),
        ("end", says("554 spam"), false),
        ("end", CLOSES, true),
        ("end", says("yes"), true),
        ("end", slow(long, "250 taken"), true),
    ] {
        let what = format!("{step}: {acts:?}");
        let (sink, mailbox) = (Sink::at(step, acts), Mailbox::default());
        let outbox = sink.outbox().with_fallback(Arc::new(mailbox.clone()));
        let world = World::new(outbox);
        assert_eq!(post(&world, "copy-or-not"), 200, "{what}");
        let text = mailbox.only().text;
        assert_eq!(text.contains("copie"), is_copy, "{what}: {text}");
    }
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let mailbox = Mailbox::default();
    let world = World::new(sink::outbox(port).with_fallback(Arc::new(mailbox.clone())));
    assert_eq!(post(&world, "nobody-there"), 200);
    assert!(!mailbox.only().text.contains("copie"));
}

/// Whoever asks again and again while nobody knows what went is not sent ever more.
#[test]
fn a_mail_that_may_have_gone_counts_against_its_recipient() {
    for (step, acts, expected) in [
        ("end", CLOSES, [502, 502, 429]),
        ("RCPT", says("451 later"), [502, 502, 502]),
    ] {
        let sink = Sink::at(step, acts);
        let mut config = config();
        config.limits.per_recipient = 2;
        let world = World::with(config, sink.outbox());
        let statuses = [(); 3].map(|()| {
            let request = Request::json("newsletter", good("newsletter").to_string());
            world.ask(&request).status
        });
        assert_eq!(statuses, expected, "{step}");
    }
}

/// A mistyped address is its visitor's to mend; that of the owner, or a server that passes nothing on, is the owner's.
#[test]
fn an_address_that_nobody_has_is_a_mistake_of_its_field() {
    for (form, answer, expected) in [
        ("newsletter", "550 no such user", 422),
        ("newsletter", "553 5.1.1 no such user", 422),
        ("newsletter", "554 5.7.1 relay access denied", 502),
        ("newsletter", "530 5.7.0 authentication required", 502),
        ("contact", "550 no such user", 502),
    ] {
        let sink = Sink::at("RCPT", says(answer));
        let world = World::new(sink.outbox());
        let reply = world.ask(&Request::json(form, good(form).to_string()));
        assert_eq!(reply.status, expected, "{answer}: {}", world.log());
        let is_told = world.log().contains("\"alert\"");
        assert_eq!(is_told, expected == 502, "{answer}: {}", world.log());
        let ready = world.ask_head("GET", "/api/health/ready").status;
        assert_eq!(ready == 200, expected == 422, "{answer}");
        if expected == 422 {
            assert_eq!(reply.errors(), ["#/email email_invalid"]);
        }
    }
}

/// What a visitor mistypes mends nothing.
#[test]
fn only_a_mail_that_is_taken_makes_the_relay_ready_again() {
    let sink = Sink::new(|number, step| match (number, step) {
        (0 | 1, "RCPT") => Some(says("550 no such user")),
        (2, "RCPT") => Some(says("451 later")),
        _ => None,
    });
    let mut patience = SHORT;
    patience.retries = 0;
    let world = World::new(sink.outbox().with_patience(patience));
    let ready = || world.ask_head("GET", "/api/health/ready").status;
    assert_eq!((post(&world, "first-one"), ready()), (502, 503));
    let typed = Request::json("newsletter", good("newsletter").to_string());
    assert_eq!((world.ask(&typed).status, ready()), (422, 503));
    assert_eq!((post(&world, "second-one"), ready()), (502, 503));
    assert_eq!((post(&world, "third-one"), ready()), (200, 200));
}

/// Nobody waits for the answer any longer, and the log has what became of the mail.
#[test]
fn what_became_of_a_mail_is_told_though_the_visitor_hung_up() {
    for (answer, expected) in [
        ("550 no such user", "\"alert\":\"smtp:550\""),
        ("250 yes", "\"taken\":true"),
    ] {
        let sink = Sink::at("RCPT", slow(SHORT.call / 2, answer));
        let world = World::new(sink.outbox());
        let mut connection = crate::client::Connection::open(world.address);
        let body = with("contact", "submissionId", "hung-up-early");
        connection.send(&Request::json("contact", body.to_string()).bytes());
        std::thread::sleep(SHORT.call / 5);
        drop(connection);
        let until = std::time::Instant::now() + Duration::from_secs(20);
        while !world.log().contains("\"event\":\"unheard\"") {
            assert!(std::time::Instant::now() < until, "{}", world.log());
            std::thread::sleep(Duration::from_millis(10));
        }
        let log = world.log();
        assert!(
            log.contains(expected) && log.contains("hung-up-early"),
            "{log}"
        );
    }
}
