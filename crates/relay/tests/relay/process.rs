//! The program itself: its configuration, Lambda's runtime, a stop with requests under way.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::client::{Connection, Request, find};
use crate::fake::{Act, Fake};
use crate::world::{FORMS, good, with};

const SECRET: &str = "secretcanary0123456789abcdef0123456789";

fn command(variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_relay"));
    command
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in [
        ("RELAY_SITE", "https://exemple.re"),
        ("RELAY_FROM", "Site <site@exemple.re>"),
        ("RELAY_TO", "moi@exemple.re"),
        ("RELAY_SECRET", SECRET),
        ("RELAY_PROVIDER", "resend"),
        ("RELAY_FORMS", FORMS),
        ("RESEND_API_KEY", "re_secretcanary"),
        ("RELAY_HOST", "127.0.0.1"),
        ("PORT", "0"),
    ] {
        command.env(name, value);
    }
    for (name, value) in variables {
        if value.is_empty() {
            command.env_remove(name);
        } else {
            command.env(name, value);
        }
    }
    command
}

/// Runs `relay --check`; the exit code and what it printed.
fn check(variables: &[(&str, &str)]) -> (i32, String) {
    let output = command(variables).arg("--check").output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(printed).unwrap(),
    )
}

#[test]
fn the_configuration_is_checked_and_shown_without_its_secrets() {
    let (code, printed) = check(&[]);
    assert_eq!(code, 0, "{printed}");
    assert!(printed.contains("providers  resend\n"), "{printed}");
    assert!(
        printed.contains("forms      agence, contact, eligibilite, newsletter\n"),
        "{printed}"
    );
    assert!(!printed.contains("secretcanary"), "{printed}");
}

#[test]
fn every_mistake_of_the_configuration_is_named_at_once() {
    let (code, printed) = check(&[
        ("RELAY_SITE", "exemple.re"),
        ("RELAY_FROM", "site"),
        ("RELAY_TO", ""),
        ("RELAY_SECRET", "secretcanary"),
        ("RELAY_PROVIDER", "pigeon"),
        ("RELAY_FALLBACK", "smtp"),
        ("SMTP_HOST", "mail.exemple.re"),
        ("SMTP_TLS", "none"),
        ("PORT", "x"),
        ("RELAY_ORIGINS", "exemple.re/"),
        ("RELAY_TRUSTED_PROXIES", "-1"),
        ("RELAY_MAILTO", "Moi <moi@exemple.re>"),
        ("RELAY_URL", "relais.exemple.re"),
    ]);
    assert_eq!(code, 1, "{printed}");
    for mistake in [
        "`RELAY_SITE` is `exemple.re`, which is not a web address",
        "`RELAY_FROM` is `site`, which is not a mail address",
        "`RELAY_TO` is not set",
        "`RELAY_SECRET` cannot be used: a secret has at least 32 characters",
        "`RELAY_PROVIDER` is `pigeon`, which is no provider",
        "`SMTP_HOST` cannot be used: `mail.exemple.re` is not this machine, so it needs TLS",
        "`PORT` is `x`, which is not a port",
        "`RELAY_ORIGINS` has `exemple.re`, which is not an origin",
        "`RELAY_TRUSTED_PROXIES` is `-1`, which is not a whole number",
        "`RELAY_MAILTO` is `Moi <moi@exemple.re>`, which is not a mail address",
        "`RELAY_URL` is `relais.exemple.re`, which is not a web address",
    ] {
        assert!(printed.contains(mistake), "{mistake}\n{printed}");
    }
    assert!(!printed.contains("secretcanary"), "{printed}");
}

#[test]
fn a_list_of_origins_names_one() {
    for list in [",", " , ", ",,"] {
        let (code, printed) = check(&[("RELAY_ORIGINS", list)]);
        assert_eq!(code, 1, "{printed}");
        assert!(printed.contains("which names no origin"), "{printed}");
    }
    assert_eq!(check(&[("RELAY_ORIGINS", "https://a.re,")]).0, 0);
}

/// What no variable may hold, whatever it is for: each is refused by its name.
#[test]
fn every_variable_is_typed() {
    let smtp = [("RELAY_FALLBACK", "smtp"), ("SMTP_HOST", "localhost")];
    let user = [("SMTP_USER", "a"), ("SMTP_PASSWORD", "a")];
    let refused = |name: &str, value: &str| {
        let other = user.iter().filter(|(of_user, _)| *of_user != name);
        let other = other.filter(|_| name.starts_with("SMTP_")).copied();
        let variables: Vec<_> = smtp
            .into_iter()
            .chain(other)
            .chain([(name, value)])
            .collect();
        let (code, printed) = check(&variables);
        assert!(!printed.contains("panicked"), "{name} {value:?}: {printed}");
        assert!(
            code == 0 || printed.contains(name),
            "{name} {value:?}: {printed}"
        );
        code == 1
    };
    let secret = format!("{}\n{}", "a".repeat(30), "b".repeat(30));
    let accents = "é".repeat(40);
    // What a kind of variable takes of what the others refuse: nothing.
    let kinds: [(&[&str], &[&str]); 8] = [
        (
            &[
                "RELAY_SITE",
                "RELAY_URL",
                "RELAY_ORIGINS",
                "RELAY_ALERT_URL",
                "RESEND_URL",
            ],
            &[
                "https://a.re\"",
                "https://a.re/\"><b>",
                "https://a.re/a b",
                "https://a.re\nb",
                "https://a.re/é",
                "https://",
                "https://:80",
                "https://a.re:0",
                "https://a@b.re",
                "http://127.0.0.1:80@b.re",
                "//a.re",
                "/",
                "https://a.re/#b",
            ],
        ),
        (
            &["RELAY_FROM", "RELAY_TO", "RELAY_MAILTO", "RELAY_ALERT_TO"],
            &[
                "\"a@b.re",
                "a b@c.re",
                "a@b.re\nBcc: c@d.re",
                "é@b.re",
                "a@",
                "@b.re",
                "a@b.re, c@d.re",
                "a@b.re:25",
                "a@b.re?cc=c",
                "a@b.re&c",
                "<>",
            ],
        ),
        (
            &["RELAY_SECRET", "RELAY_PROXY_SECRET", "RELAY_METRICS_TOKEN"],
            &["\"", "short", &secret, &accents, ","],
        ),
        (
            &[
                "RELAY_TRUSTED_PROXIES",
                "RELAY_PER_FORM",
                "RELAY_PER_CLIENT",
                "RELAY_PER_RECIPIENT",
                "RELAY_CONNECTIONS",
                "PORT",
                "SMTP_PORT",
            ],
            &[
                "\"5\"",
                "5 5",
                "5\n5",
                "é",
                "-1",
                "1.5",
                "18446744073709551616",
            ],
        ),
        (
            &[
                "RELAY_PER_FORM",
                "RELAY_PER_CLIENT",
                "RELAY_PER_RECIPIENT",
                "RELAY_CONNECTIONS",
                "SMTP_PORT",
            ],
            &["0"],
        ),
        (
            &["RELAY_HOST", "SMTP_HOST"],
            &[
                "\"a\"",
                "a b",
                "a\nb",
                "[::1]",
                "127.0.0.1:0",
                "1.2.3",
                "-a",
                "https://a.re",
            ],
        ),
        (
            &[
                "RESEND_API_KEY",
                "RESEND_SEGMENT",
                "RELAY_PROVIDER",
                "RELAY_FALLBACK",
                "SMTP_TLS",
            ],
            &["\"a\"", "a b", "a\nb", "é"],
        ),
        (&["SMTP_USER", "SMTP_PASSWORD", "RELAY_ROOTS"], &["a\nb"]),
    ];
    for (names, values) in kinds {
        for name in names {
            for value in values {
                assert!(refused(name, value), "`{name}` may be {value:?}");
            }
        }
    }
    assert!(
        refused("RELAY_SITE", ", ,") && refused("RELAY_TRUSTED_PROXIES", "18446744073709551615")
    );
    let fine = [
        ("RELAY_ALERT_URL", "https://a.re/b/?c=%20d"),
        ("RELAY_FROM", "Étoile <a@b.re>"),
    ];
    assert!(fine.iter().all(|(name, value)| !refused(name, value)));
}

/// What is no text is not as if it was not set.
#[test]
#[cfg(unix)]
fn a_variable_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;

    let mut command = command(&[]);
    command.env("RELAY_MAILTO", std::ffi::OsStr::from_bytes(b"a\xff@b.re"));
    let output = command.arg("--check").output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(printed, "error: `RELAY_MAILTO` is not written in UTF-8\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn addresses_of_the_site_are_as_browsers_write_them() {
    for (site, origins) in [
        ("https://été.re", "https://xn--t-9fab.re"),
        ("https://Exemple.re:443/", "https://exemple.re"),
        ("http://exemple.re:80", "http://exemple.re"),
        ("https://exemple.re:8443", "https://exemple.re:8443"),
        (
            "https://exemple.re,https://www.exemple.re",
            "https://exemple.re, https://www.exemple.re",
        ),
        ("https://exemple.re/blog", "https://exemple.re"),
    ] {
        let (code, printed) = check(&[("RELAY_SITE", site)]);
        assert_eq!(code, 0, "{printed}");
        assert!(
            printed.contains(&format!("origins    {origins}\n")),
            "{printed}"
        );
    }
    let (_, printed) = check(&[]);
    assert!(
        printed.contains("refused    https://www.exemple.re ("),
        "{printed}"
    );
    let (_, printed) = check(&[("RELAY_ORIGINS", "https://www.Exemple.re:443/")]);
    assert!(!printed.contains("refused"), "{printed}");
    assert!(
        printed.contains("others     https://www.exemple.re\n"),
        "{printed}"
    );
    for wrong in [
        "https://",
        "https://*.exemple.re",
        "https://exemple.re/?a",
        "https://a b.re",
        "ftp://a.re",
    ] {
        let (code, printed) = check(&[("RELAY_SITE", wrong)]);
        assert_eq!(code, 1, "{wrong}: {printed}");
        assert!(printed.contains("which is not a web address"), "{printed}");
    }
}

#[test]
fn a_post_from_an_address_with_accents_is_taken() {
    let fake = Fake::acting(vec![Act::Take]);
    let base = format!("http://{}", fake.address);
    let relay = Running::start(&[
        ("RESEND_URL", &base),
        ("RELAY_SITE", "https://été.re:443,https://www.été.re"),
    ]);
    let ask = |origin: &str, id: &str| {
        let body = with("contact", "submissionId", id);
        let request = Request::json("contact", body.to_string()).with("origin", origin);
        Connection::open(relay.address).ask(&request).status
    };
    assert_eq!(ask("https://xn--t-9fab.re", "first-one"), 200);
    assert_eq!(ask("https://www.xn--t-9fab.re", "second-one"), 200);
    assert_eq!(ask("https://evil.re", "third-one"), 403);
    assert!(relay.stop().0);
}

#[test]
fn an_alert_is_told_aloud_once() {
    let provider = Fake::acting(vec![Act::Status(401, "", "")]);
    let bell = Fake::acting(vec![Act::Take]);
    let (base, url) = (
        format!("http://{}", provider.address),
        format!("http://{}/hook", bell.address),
    );
    let relay = Running::start(&[("RESEND_URL", &base), ("RELAY_ALERT_URL", &url)]);
    for number in 0..3 {
        let body = with("contact", "submissionId", format!("alerting-{number}"));
        let request = Request::json("contact", body.to_string());
        assert_eq!(Connection::open(relay.address).ask(&request).status, 502);
    }
    let begun = std::time::Instant::now();
    while bell.calls().is_empty() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let calls = bell.calls();
    assert_eq!(calls.len(), 1, "{calls:?}");
    assert_eq!(
        calls[0].body["text"],
        "The relay of https://exemple.re needs you: resend:401"
    );
    assert!(relay.stop().0);
}

#[test]
fn a_closed_or_full_terminal_ends_nothing() {
    let mut child = command(&[]).arg("--check").spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    #[cfg(target_os = "linux")]
    for argument in ["--check", "--help", "--version"] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = command(&[]);
        let output = command
            .arg(argument)
            .stdout(full.unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{argument}");
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(
            printed.starts_with("error: cannot write to standard output"),
            "{printed}"
        );
    }
}

#[test]
fn what_is_not_used_is_named() {
    let (code, printed) = check(&[("RELAY_TRUSTED_PROXY", "1"), ("SMTP_HOST", "a.example")]);
    assert_eq!(code, 0, "{printed}");
    let unused = |name: &str| printed.contains(&format!("not used   {name}\n"));
    assert!(
        unused("RELAY_TRUSTED_PROXY") && unused("SMTP_HOST") && !unused("RELAY_SITE"),
        "{printed}"
    );
    let (code, printed) = check(&[("RELAY_FALLBACK", "resend")]);
    assert_eq!(code, 1, "{printed}");
    assert!(
        printed.contains("`RELAY_FALLBACK` is the same"),
        "{printed}"
    );
    let output = command(&[]).arg("--chek").output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(printed.contains("`--chek` means nothing"), "{printed}");
}

#[test]
fn without_a_provider_it_does_not_start() {
    let output = command(&[("RELAY_PROVIDER", "")]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(
        printed.contains("without a provider no mail would arrive"),
        "{printed}"
    );
}

#[test]
fn forms_can_come_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("essai.yaml"), "title: a\nthanks: merci\n").unwrap();
    let (code, printed) = check(&[("RELAY_FORMS", folder.to_str().unwrap())]);
    assert_eq!(code, 1);
    assert!(
        printed.contains("essai.yaml:2:9: `merci` is not a path of the site"),
        "{printed}"
    );
    let newsletter = include_str!("../../../../content/forms/newsletter.yaml");
    std::fs::write(folder.join("essai.yaml"), newsletter).unwrap();
    let (code, printed) = check(&[("RELAY_FORMS", folder.to_str().unwrap())]);
    assert!(
        code == 0 && printed.contains("forms      essai\n"),
        "{printed}"
    );
}

#[test]
fn without_a_folder_of_forms_it_does_not_start() {
    let (code, printed) = check(&[("RELAY_FORMS", "")]);
    assert_eq!(code, 1, "{printed}");
    let expected = "`RELAY_FORMS` is not set\nhint: the folder of the site's form definitions";
    assert!(printed.contains(expected), "{printed}");
}

#[test]
fn a_wrong_folder_of_forms_hides_no_other_mistake() {
    for folder in ["", "/nowhere/forms"] {
        let (code, printed) = check(&[
            ("RELAY_FORMS", folder),
            ("RELAY_TO", "moi"),
            ("PORT", "many"),
        ]);
        assert_eq!(code, 1, "{printed}");
        for name in ["RELAY_FORMS", "RELAY_TO", "PORT"] {
            assert!(printed.contains(&format!("error: `{name}`")), "{printed}");
        }
    }
}

#[test]
fn certificates_that_are_none_are_told_by_their_setting() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (name, text) in [("empty", ""), ("text", "root:x:0:0\n"), ("broken", broken)] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        for provider in ["smtp", "resend"] {
            let (code, printed) = check(&[
                ("RELAY_PROVIDER", provider),
                ("SMTP_HOST", "localhost"),
                ("RELAY_ALERT_URL", "https://a.re/b"),
                ("RELAY_ROOTS", path.to_str().unwrap()),
            ]);
            assert_eq!(code, 1, "{name}: {printed}");
            let told = printed.matches("`RELAY_ROOTS`: `").count();
            assert!(
                told == 1 && printed.contains("holds no certificate"),
                "{printed}"
            );
        }
    }
}

/// Whoever runs as root may write anywhere but in the kernel's own folders.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_is_told() {
    let (code, printed) = check(&[("RELAY_PROVIDER", "folder"), ("RELAY_FOLDER", "/proc")]);
    assert_eq!(code, 1, "{printed}");
    assert!(
        printed.contains("`RELAY_FOLDER`: `/proc` cannot be written"),
        "{printed}"
    );
}

#[test]
fn links_that_would_lead_nowhere_are_told() {
    for name in ["RELAY_URL", "RELAY_SITE"] {
        let (code, printed) = check(&[(name, "https://x.re/api/")]);
        assert_eq!(code, 1, "{printed}");
        let expected = format!("error: `{name}` is `https://x.re/api`, and the links of mails");
        assert!(printed.contains(&expected), "{printed}");
        assert!(
            printed.contains("hint: write `https://x.re`\n"),
            "{printed}"
        );
    }
}

#[test]
fn a_mail_server_that_does_not_answer_is_told() {
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let port = closed.port().to_string();
    let (code, printed) = check(&[
        ("RELAY_PROVIDER", "smtp"),
        ("SMTP_HOST", "localhost"),
        ("SMTP_TLS", "none"),
        ("SMTP_PORT", &port),
    ]);
    assert_eq!(code, 0, "{printed}");
    let expected = "warning    no mail can be sent from here now: smtp:connection\n";
    assert!(printed.contains(expected), "{printed}");
    let hint = "hint       nobody answers at `SMTP_HOST` on the port of `SMTP_PORT`";
    assert!(printed.contains(hint), "{printed}");
    let (_, printed) = check(&[("RELAY_PROVIDER", "smtp"), ("SMTP_HOST", "nobody.invalid")]);
    assert!(printed.contains("smtp:lookup\nhint       "), "{printed}");
}

#[test]
fn a_misspelt_variable_is_told_at_the_start() {
    let relay = Running::start(&[("RELAY_PERFORM", "1")]);
    let (_, log) = relay.stop();
    let told = "\"level\":\"warn\",\"event\":\"not-used\",\"variables\":[\"RELAY_PERFORM\"]";
    assert!(log.iter().any(|line| line.contains(told)), "{log:?}");
}

#[test]
fn mistakes_in_the_settings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let form = include_str!("../../../../content/forms/agence.yaml");
    std::fs::write(folder.join("essai.yaml"), form).unwrap();
    let path = folder.to_str().unwrap();
    for (settings, expected) in [
        (
            "texts: { bakc: x }",
            "_relay.yaml:1:10: unknown field `bakc` [wrong-value]\nhint: did you mean `back`?",
        ),
        ("language: [", "_relay.yaml:1:"),
        ("look: { page: _gone.css }", "_gone.css`: No such file"),
    ] {
        std::fs::write(folder.join("_relay.yaml"), settings).unwrap();
        let (code, printed) = check(&[("RELAY_FORMS", path)]);
        assert!(code == 1 && printed.contains(expected), "{printed}");
    }
}

/// A relay in a process of its own.
pub struct Running {
    child: Child,
    pub address: SocketAddr,
    lines: mpsc::Receiver<String>,
}

impl Running {
    pub fn start(variables: &[(&str, &str)]) -> Self {
        Running::begin(command(variables))
    }

    fn begin(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        errors.read_line(&mut first).unwrap();
        let line: Value = serde_json::from_str(&first).unwrap_or_else(|_| panic!("{first}"));
        let address = line["address"].as_str().unwrap().parse().unwrap();
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Running {
            child,
            address,
            lines,
        }
    }

    /// Ends it in the midst of what it does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop as platforms do; whether it ended well, and its log.
    fn stop(mut self) -> (bool, Vec<String>) {
        let killed = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let ended = self.child.wait().unwrap().success();
        (ended, self.lines.iter().collect())
    }
}

#[test]
fn row_35_a_stop_lets_what_is_under_way_finish() {
    let fake = Fake::acting(vec![Act::Slow(Duration::from_millis(700))]);
    let base = format!("http://{}", fake.address);
    let relay = Running::start(&[
        ("RESEND_URL", &base),
        ("RELAY_PER_FORM", "1000"),
        ("RELAY_PER_CLIENT", "1000"),
    ]);
    let mut connections: Vec<Connection> = (0..50)
        .map(|number| {
            let mut connection = Connection::open(relay.address);
            let body = with("contact", "submissionId", format!("stopping-{number}"));
            connection.send(&Request::json("contact", body.to_string()).bytes());
            connection
        })
        .collect();
    // All fifty are at the provider before the relay is asked to stop.
    while fake.calls().len() < 50 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let (ended, log) = relay.stop();
    assert!(ended);
    for connection in &mut connections {
        assert_eq!(connection.reply().unwrap().status, 200);
    }
    assert_eq!(fake.taken().len(), 50);
    assert!(
        log.last().unwrap().contains("\"event\":\"stopped\""),
        "{log:?}"
    );
}

/// A mail whose visitor hung up is under way like any other.
#[test]
fn a_stop_waits_for_a_mail_whose_visitor_hung_up() {
    let fake = Fake::acting(vec![Act::Slow(Duration::from_millis(1_500))]);
    let base = format!("http://{}", fake.address);
    let relay = Running::start(&[("RESEND_URL", &base)]);
    let mut connection = Connection::open(relay.address);
    connection.send(&Request::json("contact", good("contact").to_string()).bytes());
    while fake.calls().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(connection);
    std::thread::sleep(Duration::from_millis(200));
    let (ended, log) = relay.stop();
    assert!(ended);
    assert_eq!(fake.taken().len(), 1, "{log:?}");
    let told =
        |line: &String| line.contains("\"event\":\"unheard\"") && line.contains("\"taken\":true");
    assert!(log.iter().any(told), "{log:?}");
}

/// A limit of the system on files is a failure of the provider, like a full disk.
#[test]
#[cfg(unix)]
fn a_limit_on_the_size_of_files_ends_one_mail_and_not_the_relay() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.to_str().unwrap();
    let relay = Running::begin({
        let mut limited = command(&[("RELAY_PROVIDER", "folder"), ("RELAY_FOLDER", path)]);
        let variables: Vec<_> = limited
            .get_envs()
            .map(|(name, value)| (name.to_owned(), value.map(ToOwned::to_owned)))
            .collect();
        limited = Command::new("sh");
        limited
            .args([
                "-c",
                "ulimit -f 4; exec \"$0\"",
                env!("CARGO_BIN_EXE_relay"),
            ])
            .env_clear();
        limited
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in variables {
            limited.env(name, value.unwrap_or_default());
        }
        limited
    });
    let long = with("contact", "message", "é".repeat(4_000));
    let request = Request::json("contact", long.to_string());
    let statuses = [(); 2].map(|()| Connection::open(relay.address).ask(&request).status);
    assert_eq!(statuses, [502, 502]);
    assert!(relay.stop().0);
}

#[test]
fn row_33_secrets_reach_neither_answers_nor_logs() {
    let fake = Fake::acting(vec![Act::Status(401, "", "missing_api_key"), Act::Close]);
    let base = format!("http://{}", fake.address);
    let relay = Running::start(&[("RESEND_URL", &base)]);
    let mut connection = Connection::open(relay.address);
    let mut answers = String::new();
    for request in [
        Request::json("contact", good("contact").to_string()),
        Request::json("agence", good("agence").to_string()),
        Request::json("newsletter", good("newsletter").to_string()),
        Request::json("contact", "{"),
        Request::new("GET", "/api/newsletter/confirm?token=x"),
        Request::new("GET", "/api/health"),
    ] {
        answers.push_str(&format!("{:?}\n", connection.ask(&request)));
    }
    drop(connection);
    let (_, log) = relay.stop();
    let log = log.join("\n");
    assert!(!answers.contains("secretcanary"), "{answers}");
    assert!(
        !log.contains("secretcanary") && log.lines().count() >= 6,
        "{log}"
    );
}

/// Lambda's runtime API, for one process: gives out events, takes the answers.
fn runtime_api(events: Vec<Value>) -> (SocketAddr, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, answers) = mpsc::channel();
    let events = std::sync::Arc::new(std::sync::Mutex::new(events));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (sender, events) = (sender.clone(), std::sync::Arc::clone(&events));
            std::thread::spawn(move || {
                let mut stream = stream.unwrap();
                while let Some((path, body)) = read_request(&mut stream) {
                    if path.ends_with("/invocation/next") {
                        let event = events.lock().unwrap().pop();
                        let Some(event) = event else {
                            // Nothing more to do: the runtime waits, as between invocations.
                            std::thread::sleep(Duration::from_secs(60));
                            return;
                        };
                        let event = event.to_string();
                        let head = "HTTP/1.1 200 OK\r\nlambda-runtime-aws-request-id: one\r\nlambda-runtime-deadline-ms: 9999999999999\r\nlambda-runtime-invoked-function-arn: arn:aws:lambda:x:1:function:relay\r\ncontent-type: application/json\r\n";
                        let answer =
                            format!("{head}content-length: {}\r\n\r\n{event}", event.len());
                        stream.write_all(answer.as_bytes()).unwrap();
                    } else {
                        let value = serde_json::from_slice(&body).unwrap_or_else(
                            |_| json!({ "path": path, "raw": String::from_utf8_lossy(&body) }),
                        );
                        sender.send(value).unwrap();
                        stream
                            .write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")
                            .unwrap();
                    }
                }
            });
        }
    });
    (address, answers)
}

/// A request's path and body, with a length or in chunks.
fn read_request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4_096];
    loop {
        if let Some(end) = find(&bytes, b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec())
                .unwrap()
                .to_lowercase();
            let path = head.split(' ').nth(1).unwrap().to_owned();
            let rest = &bytes[end + 4..];
            if head.contains("transfer-encoding: chunked") {
                if rest.ends_with(b"0\r\n\r\n") {
                    return Some((path, unchunked(rest)));
                }
            } else {
                let length = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.map_or(0, |value| value.parse().unwrap());
                if rest.len() >= length {
                    return Some((path, rest[..length].to_vec()));
                }
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend(&buffer[..read]),
        }
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = find(rest, b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.extend(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

/// An event of a function URL.
fn event(method: &str, path: &str, (kind, body): (&str, &str)) -> Value {
    json!({
        "version": "2.0", "routeKey": "$default", "rawPath": path, "rawQueryString": "",
        "headers": { "content-type": kind, "origin": "https://exemple.re", "host": "x.lambda-url.example",
                     "x-forwarded-for": "203.0.113.9" },
        "requestContext": {
            "accountId": "anonymous", "apiId": "x", "domainName": "x.lambda-url.example",
            "domainPrefix": "x", "requestId": "r", "routeKey": "$default", "stage": "$default",
            "time": "21/Nov/2026:08:30:00 +0000", "timeEpoch": 1_795_249_800_000_i64,
            "http": { "method": method, "path": path, "protocol": "HTTP/1.1",
                      "sourceIp": "203.0.113.9", "userAgent": "x" },
        },
        "body": body, "isBase64Encoded": false,
    })
}

/// The same post of an API gateway's REST kind, with a stage in its path and a coded body.
fn rest_event(path: &str, (kind, body): (&str, &str)) -> Value {
    json!({
        "resource": "/{proxy+}", "path": path, "httpMethod": "POST",
        "headers": { "content-type": kind, "host": "x.execute-api.example", "Cookie": "a=b" },
        "multiValueHeaders": { "content-type": [kind], "host": ["x.execute-api.example"],
                               "Cookie": ["a=b", "c=d"] },
        "queryStringParameters": null, "multiValueQueryStringParameters": null,
        "pathParameters": { "proxy": path }, "stageVariables": null,
        "requestContext": {
            "accountId": "1", "resourceId": "r", "stage": "prod", "requestId": "r",
            "identity": { "sourceIp": "203.0.113.9", "userAgent": "x" },
            "resourcePath": "/{proxy+}", "httpMethod": "POST", "apiId": "x",
            "path": format!("/prod{path}"), "protocol": "HTTP/1.1",
        },
        "body": STANDARD.encode(body), "isBase64Encoded": true,
    })
}

/// Lets the program answer events; their answers, and its log.
fn on_lambda(fake: &Fake, mut events: Vec<Value>) -> (Vec<Value>, String) {
    let count = events.len();
    // Taken from the end.
    events.reverse();
    let (address, answers) = runtime_api(events);
    let (base, address) = (format!("http://{}", fake.address), address.to_string());
    let mut child = command(&[
        ("RESEND_URL", &base),
        ("AWS_LAMBDA_RUNTIME_API", &address),
        ("AWS_LAMBDA_FUNCTION_NAME", "relay"),
        ("AWS_LAMBDA_FUNCTION_VERSION", "1"),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128"),
        ("AWS_LAMBDA_LOG_GROUP_NAME", "g"),
        ("AWS_LAMBDA_LOG_STREAM_NAME", "s"),
    ])
    .spawn()
    .unwrap();
    let got: Vec<Value> = (0..count)
        .map(|_| {
            answers
                .recv_timeout(Duration::from_secs(30))
                .expect("an answer")
        })
        .collect();
    child.kill().unwrap();
    let log = {
        let mut log = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut log)
            .unwrap();
        child.wait().unwrap();
        log
    };
    (got, log)
}

fn statuses(answers: &[Value]) -> Vec<u64> {
    let statuses = answers.iter().map(|answer| answer["statusCode"].as_u64());
    statuses.map(Option::unwrap).collect()
}

#[test]
fn what_a_request_is_judged_by_stands_there_once_on_lambda_too() {
    let json = good("contact").to_string();
    let mut twice = rest_event("/api/forms/contact", ("application/json", &json));
    twice["multiValueHeaders"]["origin"] = json!(["https://exemple.re", "https://evil.re"]);
    let once = rest_event("/api/forms/contact", ("application/json", &json));
    let (got, log) = on_lambda(&Fake::acting(vec![Act::Take]), vec![twice, once]);
    assert_eq!(statuses(&got), [400, 200], "{got:?}\n{log}");
    assert!(log.contains("\"event\":\"turned-away\""), "{log}");
}

#[test]
fn a_whole_post_on_lambda() {
    let fake = Fake::acting(vec![Act::Take]);
    let form = crate::world::pairs(&good("agence"));
    let json = good("contact").to_string();
    let events = vec![
        event("POST", "/api/forms/contact", ("application/json", &json)),
        event(
            "POST",
            "/api/forms/agence",
            ("application/x-www-form-urlencoded", &form),
        ),
        event("POST", "/api/forms/contact", ("application/json", "{")),
        event("GET", "/api/health", ("", "")),
    ];
    let (got, log) = on_lambda(&fake, events);
    assert_eq!(statuses(&got), [200, 303, 400, 200], "{got:?}\n{log}");
    assert_eq!(got[0]["headers"]["content-type"], "application/json");
    assert!(
        got[0]["body"].as_str().unwrap().contains("\"id\""),
        "{got:?}"
    );
    assert_eq!(
        got[1]["headers"]["location"],
        "https://exemple.re/merci#agence"
    );
    assert_eq!(
        got[2]["headers"]["content-type"],
        "application/problem+json"
    );
    assert_eq!(fake.taken().len(), 2);
    assert!(
        !log.contains("Jeanne") && log.contains("\"form\":\"agence\""),
        "{log}"
    );
}

#[test]
fn other_kinds_of_events_on_lambda() {
    let fake = Fake::acting(vec![Act::Take]);
    let form = crate::world::pairs(&good("agence"));
    let encoded = "application/x-www-form-urlencoded";
    let mut coded = event(
        "POST",
        "/api/forms/contact",
        ("application/json; charset=utf-8", ""),
    );
    coded["body"] = json!(STANDARD.encode(good("contact").to_string()));
    coded["isBase64Encoded"] = json!(true);
    coded["cookies"] = json!(["a=b", "c=d"]);
    let mut staged = event("GET", "/prod/api/health", ("", ""));
    staged["requestContext"]["stage"] = json!("prod");
    let bytes = STANDARD.encode([0xff, 0xfe, b'=', 0x80]);
    let mut broken = event("POST", "/api/forms/agence", (encoded, &bytes));
    broken["isBase64Encoded"] = json!(true);
    let events = vec![
        coded,
        rest_event("/api/forms/agence", (encoded, &form)),
        staged,
        broken,
        event("GET", "/", ("", "")),
    ];
    let (got, log) = on_lambda(&fake, events);
    assert_eq!(statuses(&got), [200, 303, 200, 400, 404], "{got:?}\n{log}");
    assert_eq!(fake.taken().len(), 2);
}
