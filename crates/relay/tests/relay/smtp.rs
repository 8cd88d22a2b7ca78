//! Row 30: a real SMTP server that fails in its own ways.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use relay::{Outbox, Protection, Smtp, SmtpSettings};
use serde_json::{Value, json};

use crate::client::Request;
use crate::tls::Authority;
use crate::world::{QUICK, World, good, with};

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
