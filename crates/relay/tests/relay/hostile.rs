//! Hostile strings in every text field of every form, as JSON and urlencoded: no 5xx, and the
//! headers of the mails stay byte-equal to the baseline.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use forms::{CarriedKind, Kind};
use relay::{Calling, Mail, Outbox, Provider};
use serde_json::{Value, json};

use crate::client::{Connection, Reply, Request};
use crate::world::{World, config, good, pairs};

/// The Big List of Naughty Strings; its licence lies beside it.
const NAUGHTY: &str = include_str!("../naughty/blns.json");

/// Strings of our own: what the naughty ones lack.
fn own() -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    // Every control character, alone, inside, and before a header.
    for code in (0..32)
        .chain(127..160)
        .chain([0xad, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff])
    {
        let c = char::from_u32(code).unwrap();
        own.push(format!("a{c}b"));
    }
    for c in [
        "\r\n",
        "\n",
        "\r",
        "\0",
        "\u{85}",
        "\u{2028}",
        "%0d%0a",
        "\\r\\n",
        "=0D=0A",
        "=?utf-8?q?=0D=0A?=",
    ] {
        own.push(format!("Jeanne{c}Bcc: victime@exemple.re"));
        own.push(format!("{c}{c}<script>alert(1)</script>"));
    }
    for code in (0x200b..0x2010)
        .chain(0x202a..0x202f)
        .chain(0x2060..0x2070)
        .chain(0xfff9..0xfffc)
    {
        own.push(format!("Jean{}ne", char::from_u32(code).unwrap()));
    }
    for text in [
        "\u{202e}moc.elpmexe",
        "e\u{301}".repeat(100).as_str(),
        "👩\u{200d}💻",
        "\u{e0041}\u{e007f}",
        "{name}",
        "{{name}}",
        "{",
        "}",
        "{}",
        "{unknown}",
        "@date",
        "[suspect] x",
        "\u{10ffff}",
        ".",
        "..",
        "\n.\n",
        "\r\n.\r\n",
        "From here",
        "\nFrom x",
        "--part-",
        "=",
        "=?",
        "?=",
        "\"",
        "\\\"",
        "<>",
        "<a@b.re>",
        "a@b.re, c@d.re",
        "a@b.re;c@d.re",
        ",",
        ";",
        ":",
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-1",
        "@SUM(1)",
        "\t=1",
        "﷽".repeat(30).as_str(),
        "Z̸̡̛",
        "ﬁ",
        "Ⅷ",
        "K",
        "ı",
        "İ",
        "ẞ",
        "ß",
        "\u{1f1f7}\u{1f1ea}",
        "\u{feff}x",
        "x\u{feff}",
    ] {
        own.push(text.to_owned());
    }
    for length in [199, 200, 201, 255, 998, 999, 4_999, 5_000, 5_001] {
        own.push("x".repeat(length));
        own.push("é".repeat(length));
    }
    own.push("x".repeat(100_000));
    own.push("\u{202e}".repeat(5_000));
    own.push("<".repeat(5_000));
    own.push("a\n".repeat(2_500));
    own
}

/// JSON string literals that no Rust string can hold.
const SURROGATES: [&str; 6] = [
    "\"\\ud800\"",
    "\"\\udfff\"",
    "\"\\udc00\\ud800\"",
    "\"a\\ud83d\"",
    "\"\\ud83d\\u0041\"",
    "\"\\uDEAD\"",
];

/// Checks each mail instead of keeping it.
struct Checked {
    baseline: Vec<String>,
    mails: AtomicUsize,
    wrong: std::sync::Mutex<Vec<String>>,
}

/// The header lines of a mail but for the three that quote the visitor's name and address or the
/// submission's key.
fn headers(mail: &Mail) -> Vec<String> {
    let mut mail = mail.clone();
    mail.key = "same".to_owned();
    mail.date = 0;
    let mime = String::from_utf8(mail.to_mime().unwrap()).unwrap();
    let head = mime.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    head.split("\r\n")
        .map(|line| {
            let name = line.split(':').next().unwrap_or("");
            if ["Subject", "Reply-To"].contains(&name) {
                format!("{name}: …")
            } else {
                line.to_owned()
            }
        })
        .collect()
}

impl Provider for Checked {
    fn name(&self) -> &'static str {
        "checked"
    }

    fn send(&self, mail: &Arc<Mail>, _: Duration) -> Calling {
        self.mails.fetch_add(1, Ordering::Relaxed);
        let mut found = headers(mail);
        if mail.headers.is_empty() {
            // A visitor without an address is refused, so the line is always there.
            found.retain(|line| !self.baseline.contains(line));
        } else {
            found.retain(|line| line.starts_with("Bcc") || line.starts_with("Cc"));
        }
        let is_long = mail.subject.chars().count() > 200 || mail.subject.contains(['\r', '\n']);
        let tags = mail.html.matches("<script").count() + mail.html.matches("<img").count();
        if !found.is_empty() || is_long || tags > 0 {
            self.wrong
                .lock()
                .unwrap()
                .push(format!("{found:?} {}", mail.subject));
        }
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The text fields of every form, those without a control too, and the two texts beside them.
fn fields() -> Vec<(String, String, bool)> {
    let mut fields = Vec::new();
    for form in crate::world::definitions().forms {
        let asked = form
            .fields()
            .filter(|field| !matches!(field.kind, Kind::Choice | Kind::Multi));
        fields.extend(asked.map(|field| (form.id.clone(), field.name.clone(), false)));
        for carried in &form.carried {
            let is_list = carried.kind == CarriedKind::List;
            fields.push((form.id.clone(), carried.name.clone(), is_list));
        }
        for name in ["source", "precisions"] {
            fields.push((form.id.clone(), name.to_owned(), false));
        }
    }
    fields
}

fn check(reply: &Reply, what: &dyn Fn() -> String) {
    let expected = [200, 303, 400, 413, 422].contains(&reply.status);
    assert!(expected, "{}: {reply:?}", what());
}

fn post_all(
    world: &World,
    strings: &[String],
    (form, name, is_list): &(String, String, bool),
) -> usize {
    let mut connection = Connection::open(world.address);
    let mut ask = |request: &Request, what: &dyn Fn() -> String| {
        let reply = connection.ask(request);
        check(&reply, what);
        if reply.header("connection") == Some("close") {
            connection = Connection::open(world.address);
        }
    };
    for (number, string) in strings.iter().enumerate() {
        let mut body = good(form);
        body["submissionId"] = json!(format!("{form}-{name}-{number}"));
        body[name.as_str()] = if *is_list {
            json!([string])
        } else {
            json!(string)
        };
        let what = || {
            format!(
                "{form}.{name} = {:?}",
                string.chars().take(80).collect::<String>()
            )
        };
        ask(&Request::json(form, body.to_string()), &what);
        body["submissionId"] = json!(format!("{form}-{name}-{number}-u"));
        ask(&Request::form(form, pairs(&body)), &what);
    }
    for literal in SURROGATES {
        let mut body = good(form);
        body[name.as_str()] = Value::String("HERE".into());
        let body = body.to_string().replace("\"HERE\"", literal);
        ask(&Request::json(form, body), &|| {
            format!("{form}.{name} = {literal}")
        });
    }
    strings.len() * 2 + SURROGATES.len()
}

#[test]
fn hostile_strings_in_every_field() {
    let mut strings: Vec<String> = serde_json::from_str(NAUGHTY).unwrap();
    assert_eq!(strings.len(), 515);
    let own = own();
    assert!(own.len() >= 100, "{}", own.len());
    strings.extend(own);
    let mailbox = crate::world::Mailbox::default();
    let baseline = World::new(mailbox.outbox());
    baseline.ask(&Request::json("contact", good("contact").to_string()));
    let checked = Arc::new(Checked {
        baseline: headers(&mailbox.only()),
        mails: AtomicUsize::default(),
        wrong: std::sync::Mutex::default(),
    });
    let mut config = config();
    config.log = relay::Log::to(|_| {});
    let world = World::with(
        config,
        Outbox::new(Arc::clone(&checked) as Arc<dyn Provider>),
    );
    let fields = fields();
    let (next, posts) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(field) = fields.get(next.fetch_add(1, Ordering::Relaxed)) {
                    posts.fetch_add(post_all(&world, &strings, field), Ordering::Relaxed);
                }
            });
        }
    });
    let (posts, mails) = (posts.into_inner(), checked.mails.load(Ordering::Relaxed));
    println!(
        "{} strings, {} fields, {posts} posts, {mails} mails",
        strings.len(),
        fields.len()
    );
    let wrong = checked.wrong.lock().unwrap();
    assert!(wrong.is_empty(), "{:#?}", &wrong[..wrong.len().min(10)]);
    assert!(mails > posts / 4, "{mails} of {posts}");
}
