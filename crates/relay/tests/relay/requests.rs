//! Rows 1 to 17, 19 to 21, 23 and 31 to 34: what may come in, and what comes of it.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::tz::Offset;
use jiff::{SignedDuration, Span, Timestamp};
use relay::{Calling, Limits, Mail, Outbox, Provider, server};
use serde_json::{Value, json};

use crate::client::{Connection, Request, urlencoded};
use crate::fake::{Act, Fake};
use crate::world::{
    Mailbox, QUICK, SITE, World, config, crowded, good, in_reunion, pairs, sent_at, with,
};

const FORMS: [&str; 4] = ["contact", "agence", "eligibilite", "newsletter"];
const MAILED: [&str; 3] = ["contact", "agence", "eligibilite"];

fn world() -> (World, Mailbox) {
    let mailbox = Mailbox::default();
    (World::new(mailbox.outbox()), mailbox)
}

#[test]
fn row_01_valid_json_is_one_mail() {
    let (world, mailbox) = world();
    for (form, subject) in [
        ("contact", "Nouvelle demande de contact de Jeanne Hoarau"),
        ("agence", "Nouvelle demande de projet de Jeanne Hoarau"),
        ("eligibilite", "Demande Kap Numérik de Jeanne Hoarau"),
    ] {
        let reply = world.ask(&Request::json(form, good(form).to_string()));
        assert_eq!(reply.status, 200, "{reply:?}");
        assert!(reply.json()["id"].is_string());
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert!(reply.header("x-request-id").is_some());
        let mail = mailbox.only();
        assert_eq!(mail.from, "Site <site@exemple.re>");
        assert_eq!(mail.to, "moi@exemple.re");
        assert_eq!(mail.reply_to.as_deref(), Some("jeanne@exemple.re"));
        assert_eq!(mail.subject, subject);
    }
    let reply = world.ask(&Request::json("newsletter", good("newsletter").to_string()));
    assert_eq!(reply.status, 200);
    let mail = mailbox.only();
    assert_eq!(
        (mail.to.as_str(), mail.reply_to),
        ("jeanne@exemple.re", None)
    );
}

#[test]
fn the_mail_says_everything_in_order_and_in_words() {
    let (world, mailbox) = world();
    world.ask(&Request::json("contact", good("contact").to_string()));
    let date = in_reunion(sent_at()).replace('\u{a0}', " ");
    let expected = "Une demande vient d’arriver par le formulaire de contact.\n\n\
        Date : {date}\nNom : Jeanne Hoarau\n\
        E-mail : jeanne@exemple.re\nTéléphone : +262 69 21 23 45 6\nEntreprise : Ti Kaz\n\
        Type de solution : Application web\nSituation actuelle : J’ai une première version\n\
        Objectif principal : Automatiser des tâches\nDélai : De 1 à 3 mois\n\
        Budget : De 10_000 € à 30_000 €\nNombre d’utilisateurs : Non renseigné\n\
        Taille de l’équipe : Non renseigné\nFonctionnalités : Aucune sélectionnée\n\
        Intégrations : Aucune sélectionnée\nMessage :\nBonjour,\nun devis ?\n\
        Page : /contact?utm_source=lettre\n";
    let text = mailbox
        .only()
        .text
        .replace('\u{a0}', " ")
        .replace('\u{202f}', "_");
    assert_eq!(text, expected.replace("{date}", &date));
    let least = json!({ "name": "J", "email": "j@exemple.re" });
    world.ask(&Request::json("contact", least.to_string()));
    let text = mailbox.only().text.replace('\u{a0}', " ");
    assert!(text.contains("Téléphone : Non renseigné\n"), "{text}");
    assert!(
        text.contains("Message : Aucun message additionnel\n"),
        "{text}"
    );
    let mut raw = good("contact");
    raw["formattedPhone"] = json!("");
    raw["submissionId"] = json!("another-one");
    raw["features"] = json!(["Paiement", "Cartes"]);
    world.ask(&Request::json("contact", raw.to_string()));
    let text = mailbox.only().text.replace('\u{a0}', " ");
    assert!(text.contains("Téléphone : +262-692123456\n"), "{text}");
    assert!(
        text.contains("Fonctionnalités : Paiement, Cartes\n"),
        "{text}"
    );
    world.ask(&Request::json(
        "eligibilite",
        good("eligibilite").to_string(),
    ));
    let text = mailbox.only().text.replace(['\u{a0}', '\u{202f}'], " ");
    assert!(text.contains("Éligibilité : Éligible\n"), "{text}");
    assert!(
        text.contains("Besoins : Site vitrine, Formation\n"),
        "{text}"
    );
    assert!(text.contains("Budget : 1 500 €\n"), "{text}");
}

#[test]
fn the_clock_of_a_visitor_keeps_no_message_and_dates_none_by_days() {
    let (world, mailbox) = world();
    let now = Timestamp::now();
    for (number, (clock, is_believed)) in [
        ("1970-01-01T00:00:07.000Z".to_owned(), false),
        ("2020-01-01T00:00:00Z".to_owned(), false),
        ((now - Span::new().hours(70)).to_string(), false),
        ((now - Span::new().hours(20)).to_string(), true),
        ((now + Span::new().hours(70)).to_string(), false),
        ("9999-12-31T23:59:59.999Z".to_owned(), false),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = with("contact", "timestamp", clock.as_str());
        body["submissionId"] = json!(format!("clock-of-{number}"));
        let reply = world.ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.status, 200, "{clock}: {reply:?}");
        let mail = mailbox.only();
        let dated = Timestamp::from_second(mail.date).unwrap();
        assert_eq!(
            dated.duration_since(now).abs().as_hours(),
            if is_believed { 20 } else { 0 }
        );
        assert!(
            mail.text.contains(&in_reunion(dated)),
            "{clock}: {}",
            mail.text
        );
    }
}

#[test]
fn row_02_without_javascript() {
    let (world, mailbox) = world();
    for form in FORMS {
        let reply = world.ask(&Request::form(form, pairs(&good(form))).with("origin", SITE));
        assert_eq!(reply.status, 303, "{reply:?}");
        let thanks = match form {
            "newsletter" => "/merci#newsletter",
            "agence" => "/merci#agence",
            // The verdict, for those who were not shown it while they answered.
            "eligibilite" => "/merci#eligible",
            _ => "/merci",
        };
        assert_eq!(reply.header("location"), Some(thanks));
        mailbox.only();
        let body = urlencoded(&[
            ("email", "pas une adresse"),
            (
                "message",
                "J'écris <script>alert(1)</script>\r\nsur \"deux\" lignes",
            ),
            ("projet", "</textarea><b>"),
            ("besoins", "formation"),
            ("projectType", "seo"),
        ]);
        let known: Vec<&str> = body.split('&').collect();
        let fields = crate::world::definitions().forms;
        let fields = fields.iter().find(|one| one.id == form).unwrap();
        let body: Vec<&str> = known
            .into_iter()
            .filter(|pair| fields.field(pair.split('=').next().unwrap()).is_some())
            .filter(|pair| !(form == "contact" && pair.starts_with("projectType")))
            .collect();
        let reply = world.ask(&Request::form(form, body.join("&")));
        assert_eq!(reply.status, 422, "{reply:?}");
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let page = &reply.body;
        assert!(page.contains("Adresse email invalide"), "{page}");
        assert!(page.contains("value=\"pas une adresse\""), "{page}");
        assert!(page.contains(&format!("action=\"/api/forms/{form}\"")));
        assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains("<b>"));
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        let (_, style) = page.split_once("<style>").unwrap();
        let (style, _) = style.split_once("</style>").unwrap();
        let hash = STANDARD.encode(ring::digest::digest(
            &ring::digest::SHA256,
            style.as_bytes(),
        ));
        assert!(
            policy.contains(&format!("style-src 'sha256-{hash}'")),
            "{policy}"
        );
        // Only a page's scripts attach something, so an empty field for it would ask for nothing.
        assert!(!page.contains("name=\"calculation\""), "{page}");
        if fields.field("message").is_some() {
            let kept = "J&#39;écris &lt;script&gt;alert(1)&lt;/script&gt;\r\nsur &quot;deux&quot;";
            assert!(page.contains(kept), "{page}");
        }
        if form == "eligibilite" {
            assert!(page.contains("value=\"formation\" checked"), "{page}");
            assert!(page.contains("&lt;/textarea&gt;&lt;b&gt;"), "{page}");
        }
        assert!(mailbox.take().is_empty());
    }
}

/// The page of a form that is refused says all that the site's page says at its questions.
#[test]
fn a_refused_form_asks_as_the_page_does() {
    let (world, _) = world();
    let page = |form: &str| world.ask(&Request::form(form, "email=x")).body;
    let eligibility = page("eligibilite");
    for part in [
        "<p>Deux ou trois questions pour savoir si l’aide vous concerne.</p>",
        "placeholder=\"Votre activité, ce que vous voulez en ligne, pour quand\"",
        "aria-describedby=\"budget-hint budget-error\"",
        "<span class=\"unit\">€</span>",
        "<p class=\"hint\" id=\"budget-hint\">Le prix total hors taxes",
        " <a href=\"/politique-de-confidentialite\">Politique de confidentialité</a></p>",
        // What is asked of everybody is told before the answer that decides is there.
        "<legend>Secteur d’activité *</legend>",
        "<a href=\"#secteur\">",
        "<legend>Combien de salariés\u{202f}?</legend>",
    ] {
        assert!(eligibility.contains(part), "{part}: {eligibility}");
    }
    let contact = page("contact");
    for part in [
        "<p>Un ordre de grandeur,",
        "<legend class=\"visually-hidden\">Budget</legend>",
        "<label for=\"message\">Message</label>",
    ] {
        assert!(contact.contains(part), "{part}: {contact}");
    }
    // Where the only field of a step says nothing else than its title, that has the mark.
    assert!(page("agence").contains("<legend>Type de projet *</legend>"));
    let newsletter = page("newsletter");
    for part in [
        "<legend class=\"visually-hidden\">Votre adresse</legend>",
        "<label for=\"email\">E-mail *</label>",
        "placeholder=\"vous@exemple.fr\"",
    ] {
        assert!(newsletter.contains(part), "{part}: {newsletter}");
    }
}

#[test]
fn who_followed_a_link_is_not_told_of_what_was_written() {
    let (world, _) = world();
    for (method, path, status) in [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/forms/contact", 405),
    ] {
        let reply = world.ask(&Request::new(method, path).with("accept", "text/html"));
        assert_eq!(reply.status, status);
        assert!(
            reply.body.contains("Il n’y a rien à cette adresse"),
            "{reply:?}"
        );
        assert!(!reply.body.contains("ce que vous avez écrit"), "{reply:?}");
    }
}

#[test]
fn row_02_a_page_asked_for_as_json_is_json() {
    let (world, _) = world();
    let request = Request::form("contact", "name=").with("accept", "application/json");
    assert_eq!(
        world.ask(&request).header("content-type"),
        Some("application/problem+json")
    );
}

#[test]
fn row_03_other_media_types() {
    let (world, mailbox) = world();
    for form in FORMS {
        let request = Request::json(form, good(form).to_string());
        for (name, value) in [
            ("content-type", "text/plain"),
            ("content-type", "multipart/form-data; boundary=x"),
            ("content-type", "application/json; charset=utf-16"),
            ("content-type", "application/json-patch"),
            ("content-type", ""),
            ("content-encoding", "gzip"),
        ] {
            let reply = world.ask(&request.clone().with(name, value));
            assert_eq!(reply.status, 415, "{name}: {value}: {reply:?}");
            assert_eq!(
                reply.header("content-type"),
                Some("application/problem+json")
            );
            assert_eq!(reply.json()["type"], "/problems/media-type");
        }
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_04_bodies_that_are_not_what_they_say() {
    let (world, mailbox) = world();
    let utf16: Vec<u8> = "{\"name\":\"a\"}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for form in FORMS {
        let whole = good(form).to_string();
        let bodies: [&[u8]; 10] = [
            &whole.as_bytes()[..whole.len() - 1],
            &utf16,
            b"{\"name\":\"\xff\xfe\"}",
            b"{\"name\":\"\\ud800\"}",
            b"{\"name\":\"\\udc00\\ud800\"}",
            b"",
            b"[]",
            b"{} {}",
            b"\xef\xbb\xbf{}",
            b"{\"name\": NaN}",
        ];
        for body in bodies {
            let reply = world.ask(&Request::json(form, body));
            assert_eq!(reply.status, 400, "{:?}", String::from_utf8_lossy(body));
            assert_eq!(reply.json()["type"], "/problems/malformed");
        }
        for body in ["name=%ff", "name=%C3%28", "%ff=a", "name=%ed%a0%80"] {
            assert_eq!(world.ask(&Request::form(form, body)).status, 400, "{body}");
        }
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_05_deep_bodies() {
    let (world, _) = world();
    for form in FORMS {
        for depth in [64, 128, 7_000, 100_000] {
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                let inside = if open == "[" { "" } else { "1" };
                let deep = format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
                let body = format!("{{\"email\":{deep}}}");
                let reply = world.ask(&Request::json(form, &body));
                let expected: &[u16] = if body.len() > config().body_limit {
                    &[413]
                } else {
                    &[400, 422]
                };
                assert!(expected.contains(&reply.status), "{depth}: {reply:?}");
            }
        }
    }
}

#[test]
fn row_06_unknown_repeated_and_wrong_values() {
    let (world, mailbox) = world();
    for form in MAILED {
        let name = if form == "eligibilite" { "nom" } else { "name" };
        for value in [
            json!(1),
            json!(null),
            json!(true),
            json!([]),
            json!({}),
            json!([["a"]]),
        ] {
            let reply = world.ask(&Request::json(form, with(form, name, value).to_string()));
            assert_eq!(reply.errors(), [format!("#/{name} wrong_type")]);
        }
        let reply = world.ask(&Request::json(
            form,
            with(form, "__proto__", "x").to_string(),
        ));
        assert_eq!(reply.errors(), ["#/__proto__ unknown_field"]);
        let body = good(form)
            .to_string()
            .replacen('{', &format!("{{\"{name}\":\"a\","), 1);
        assert_eq!(
            world.ask(&Request::json(form, body)).errors(),
            [format!("#/{name} duplicate_field")]
        );
        let twice = format!("{}&{name}=b", pairs(&good(form)));
        let request = Request::form(form, twice).with("accept", "application/json");
        assert_eq!(
            world.ask(&request).errors(),
            [format!("#/{name} duplicate_field")]
        );
        for (key, value) in [
            ("elapsed", json!([])),
            ("submissionId", json!("a b")),
            ("source", json!(1)),
        ] {
            let reply = world.ask(&Request::json(form, with(form, key, value).to_string()));
            assert_eq!(reply.errors(), [format!("#/{key} wrong_type")]);
        }
    }
    let reply = world.ask(&Request::json(
        "eligibilite",
        with("eligibilite", "besoins", "x").to_string(),
    ));
    assert_eq!(reply.errors(), ["#/besoins wrong_type"]);
    let many: Vec<String> = (0..21).map(|n| n.to_string()).collect();
    let reply = world.ask(&Request::json(
        "contact",
        with("contact", "features", many).to_string(),
    ));
    assert_eq!(reply.errors(), ["#/features too_many"]);
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_07_missing_and_long_values_all_at_once() {
    let (world, mailbox) = world();
    let reply = world.ask(&Request::json("contact", "{}"));
    assert_eq!(reply.errors(), ["#/name required", "#/email required"]);
    let reply = world.ask(&Request::json("agence", "{}"));
    let required =
        ["projectType", "projectGoal", "name", "email"].map(|n| format!("#/{n} required"));
    assert_eq!(reply.errors(), required);
    assert_eq!(reply.json()["title"], "Champs invalides");
    let reply = world.ask(&Request::json("eligibilite", "{\"type\":\"association\"}"));
    let required = [
        "taille",
        "secteur",
        "nom",
        "email",
        "telephone",
        "projet",
        "budget",
    ];
    assert_eq!(
        reply.errors(),
        required.map(|name| format!("#/{name} required"))
    );
    assert_eq!(
        world.ask(&Request::json("newsletter", "{}")).errors(),
        ["#/email required"]
    );
    let long = json!({
        "name": "n".repeat(201), "email": format!("{}@exemple.re", "e".repeat(250)),
        "message": "é".repeat(5_001), "company": "c".repeat(201), "phone": "1".repeat(41),
    });
    let reply = world.ask(&Request::json("contact", long.to_string()));
    let names = ["name", "email", "company", "phone", "message"];
    assert_eq!(
        reply.errors(),
        names.map(|name| format!("#/{name} too_long"))
    );
    let longest = json!({
        "name": "é".repeat(200), "email": "a@exemple.re", "message": "é".repeat(5_000),
    });
    assert_eq!(
        world
            .ask(&Request::json("contact", longest.to_string()))
            .status,
        200
    );
    let text = mailbox.only().text;
    assert!(text.contains(&"é".repeat(5_000)) && text.contains(&"é".repeat(200)));
}

#[test]
fn row_08_large_bodies_are_not_read() {
    let (world, mailbox) = world();
    for form in FORMS {
        let largest = config().body_limit;
        for size in [largest + 1, 3 * largest] {
            let body = vec![b'a'; size];
            let reply = world.ask(&Request::json(form, &body));
            assert_eq!(
                (reply.status, reply.header("connection")),
                (413, Some("close"))
            );
            let reply = world.ask(&Request::form(form, &body));
            assert_eq!(reply.status, 413);
            assert!(reply.body.contains("Envoi trop long"), "{reply:?}");
            let mut connection = Connection::open(world.address);
            connection.send(
                format!("POST /api/forms/{form} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n{size:x}\r\n").as_bytes(),
            );
            connection.send(&body);
            assert_eq!(connection.reply().unwrap().status, 413);
        }
        // Announced, and never sent: the answer does not wait for it.
        let mut connection = Connection::open(world.address);
        connection.send(
            format!("POST /api/forms/{form} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n").as_bytes(),
        );
        assert_eq!(connection.reply().unwrap().status, 413);
    }
    assert!(mailbox.take().is_empty());
}

/// Whoever sends a little too much is heard to the end, since browsers read no answer before; whoever announces far too
/// much is answered at once.
#[test]
fn a_body_is_as_long_as_it_may_be_or_heard_to_its_end_or_not_at_all() {
    let mailbox = Mailbox::default();
    let mut config = config();
    config.body_time = Duration::from_secs(3_600);
    let limit = config.body_limit;
    let world = World::patient(config, mailbox.outbox(), server::Timeouts::default());
    let mut whole = good("contact").to_string();
    whole += &" ".repeat(limit - whole.len());
    assert_eq!(world.ask(&Request::json("contact", &whole)).status, 200);
    assert_eq!(mailbox.take().len(), 1);
    let announced = |length: usize| {
        let mut connection = Connection::open(world.address);
        connection.send(format!("POST /api/forms/contact HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n").as_bytes());
        connection
    };
    for length in [limit + 1, 2 * limit] {
        let mut connection = announced(length);
        connection.send(&vec![b'a'; length - 1]);
        assert!(connection.is_silent(Duration::from_millis(200)), "{length}");
        connection.send(b"a");
        assert_eq!(connection.reply().map(|reply| reply.status), Some(413));
    }
    let mut connection = announced(2 * limit + 1);
    assert_eq!(connection.reply().map(|reply| reply.status), Some(413));
}

#[test]
fn row_09_slow_connections_are_closed_and_others_served() {
    let mailbox = Mailbox::default();
    let mut config = config();
    config.body_time = Duration::from_millis(600);
    let timeouts = server::Timeouts {
        headers: Duration::from_millis(600),
        ..crowded()
    };
    let world = World::patient(config, mailbox.outbox(), timeouts);
    let head = "POST /api/forms/contact HTTP/1.1\r\nhost: a\r\n";
    let starts = [
        String::new(),
        "POST /api".to_owned(),
        head.to_owned(),
        format!("{head}content-type: application/json\r\ncontent-length: 50\r\n\r\n{{\"na"),
        format!(
            "{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{{"
        ),
    ];
    let mut slow: Vec<Connection> = Vec::new();
    for start in starts.iter().cycle().take(500) {
        let mut connection = Connection::open(world.address);
        connection.send(start.as_bytes());
        slow.push(connection);
    }
    for number in 0..20 {
        let body = with("contact", "submissionId", format!("healthy-{number}"));
        assert_eq!(
            world
                .ask(&Request::json("contact", body.to_string()))
                .status,
            200
        );
    }
    for connection in &mut slow {
        // Reading ends: with a 408 for what was begun, without a word for the rest.
        if let Some(reply) = connection.reply() {
            assert_eq!(reply.status, 408, "{reply:?}");
            assert_eq!(connection.reply(), None);
        }
    }
    assert_eq!(mailbox.take().len(), 20);
}

#[test]
fn row_10_other_methods() {
    let (world, mailbox) = world();
    for form in FORMS {
        for method in ["GET", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"] {
            let request = Request::new(method, &format!("/api/forms/{form}"));
            let reply = world.ask(&request);
            assert_eq!(
                (reply.status, reply.header("allow")),
                (405, Some("POST")),
                "{method}"
            );
        }
    }
    for path in [
        "/api/forms/",
        "/api/forms/autre",
        "/api/forms/contact/x",
        "/api/",
        "/api/forms/..%2f",
    ] {
        assert_eq!(world.ask(&Request::new("POST", path)).status, 404, "{path}");
    }
    let health = world.ask(&Request::new("GET", "/api/health"));
    assert_eq!(
        (health.status, health.json()),
        (200, json!({ "status": "ok" }))
    );
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_11_other_origins() {
    let (world, mailbox) = world();
    for form in FORMS {
        for origin in [
            "https://evil.example",
            "null",
            "https://exemple.re.evil.com",
            "http://exemple.re",
            "https://exemple.re:8443",
            "https://www.exemple.re",
            "https://exemple.re.",
            "file://",
            "https://éxemple.re",
            "",
        ] {
            for request in [
                Request::json(form, good(form).to_string()),
                Request::form(form, pairs(&good(form))),
                Request::new("OPTIONS", &format!("/api/forms/{form}")),
            ] {
                let reply = world.ask(&request.with("origin", origin));
                assert_eq!(reply.status, 403, "{origin}");
                assert_eq!(reply.header("access-control-allow-origin"), None);
            }
        }
        let request = Request::json(form, good(form).to_string()).with("origin", SITE);
        assert_eq!(world.ask(&request).status, 200);
        mailbox.only();
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_12_other_sites() {
    let mailbox = Mailbox::default();
    let mut config = config();
    config.other_origins = vec!["https://ailleurs.re".to_owned()];
    let world = World::with(config, mailbox.outbox());
    for form in FORMS {
        for request in [
            Request::json(form, good(form).to_string()),
            Request::form(form, pairs(&good(form))),
        ] {
            for site in ["cross-site", "same-site", "nonsense"] {
                let reply = world.ask(&request.clone().with("sec-fetch-site", site));
                assert_eq!(reply.status, 403, "{site}");
                let reply = world.ask(
                    &request
                        .clone()
                        .with("sec-fetch-site", site)
                        .with("origin", SITE),
                );
                assert_eq!(reply.status, 403, "{site}");
            }
        }
    }
    assert!(mailbox.take().is_empty());
    let listed = Request::json("contact", good("contact").to_string())
        .with("sec-fetch-site", "cross-site")
        .with("origin", "https://ailleurs.re");
    let reply = world.ask(&listed);
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.header("access-control-allow-origin"),
        Some("https://ailleurs.re")
    );
    let preflight =
        Request::new("OPTIONS", "/api/forms/contact").with("origin", "https://ailleurs.re");
    assert_eq!(world.ask(&preflight).status, 204);
    mailbox.only();
}

/// The header lines of a mail, but for the subject's text.
fn headers(mail: &Mail) -> String {
    let mut mail = mail.clone();
    mail.key = "same".to_owned();
    mail.subject = "same".to_owned();
    mail.date = 0;
    let mime = String::from_utf8(mail.to_mime().unwrap()).unwrap();
    mime.split("\r\n\r\n").next().unwrap().to_owned()
}

#[test]
fn row_13_line_breaks_reach_no_header() {
    let (world, mailbox) = world();
    for form in MAILED {
        world.ask(&Request::json(form, good(form).to_string()));
        let baseline = headers(&mailbox.only());
        let (name, text) = if form == "eligibilite" {
            ("nom", "projet")
        } else {
            ("name", "message")
        };
        for c in [
            "\r", "\n", "\r\n", "\0", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{1b}",
        ] {
            let value = format!("a{c}Bcc: victime@exemple.re");
            let body = with(form, name, value.as_str());
            let reply = world.ask(&Request::json(form, body.to_string()));
            assert_eq!(
                reply.errors(),
                [format!("#/{name} control_character")],
                "{c:?}"
            );
            let request = Request::form(form, pairs(&body)).with("accept", "application/json");
            assert_eq!(
                world.ask(&request).errors(),
                [format!("#/{name} control_character")]
            );
            let body = with(form, "email", format!("a@exemple.re{c}Bcc: b@exemple.re"));
            let reply = world.ask(&Request::json(form, body.to_string()));
            assert_eq!(reply.errors(), ["#/email control_character"], "{c:?}");
            let mut body = with(form, text, format!("a{c}Bcc: b@exemple.re"));
            body["submissionId"] = json!(format!("break-{}", hexadecimal(c)));
            let reply = world.ask(&Request::json(form, body.to_string()));
            if reply.status == 200 {
                assert_eq!(headers(&mailbox.only()), baseline, "{c:?}");
            } else {
                assert_eq!(
                    reply.errors(),
                    [format!("#/{text} control_character")],
                    "{c:?}"
                );
            }
        }
    }
}

#[test]
fn row_14_unseen_characters_are_named() {
    let (world, mailbox) = world();
    let body = with("contact", "name", "Jean\u{202e}en\u{200b}ne");
    assert_eq!(
        world
            .ask(&Request::json("contact", body.to_string()))
            .status,
        200
    );
    let mail = mailbox.only();
    assert_eq!(
        mail.subject,
        "Nouvelle demande de contact de Jean⟦U+202E⟧en⟦U+200B⟧ne"
    );
    assert!(mail.text.contains("Nom\u{a0}: Jean⟦U+202E⟧en⟦U+200B⟧ne\n"));
    assert!(mail.html.contains("<td>Jean⟦U+202E⟧en⟦U+200B⟧ne</td>"));
    let mut body = with("contact", "name", "n".repeat(200));
    body["submissionId"] = json!("long-name");
    world.ask(&Request::json("contact", body.to_string()));
    let mail = mailbox.only();
    assert!(mail.subject.ends_with("nnn…"), "{}", mail.subject);
    let mime = String::from_utf8(mail.to_mime().unwrap()).unwrap();
    assert!(mime.lines().all(|line| line.len() <= 998));
}

/// The tags of a document, in order.
fn tags(html: &str) -> Vec<String> {
    let tags = html
        .split('<')
        .skip(1)
        .map(|part| part.split('>').next().unwrap().to_owned());
    tags.collect()
}

#[test]
fn row_15_markup_is_text() {
    let (world, mailbox) = world();
    for form in MAILED {
        world.ask(&Request::json(form, good(form).to_string()));
        let baseline = tags(&mailbox.only().html);
        let text = if form == "eligibilite" {
            "projet"
        } else {
            "message"
        };
        for markup in [
            "<script>alert(1)</script>",
            "</td></tr></table><h1>x",
            "<img src=x onerror=alert(1)>",
            "\"><svg/onload=alert(1)>",
            "&lt;b&gt;",
            "<!-- x",
            "]]>",
            "{{7*7}} {name}",
        ] {
            let mut body = with(form, text, markup);
            body["submissionId"] = json!(format!("{form}-{}", hexadecimal(markup)));
            assert_eq!(
                world.ask(&Request::json(form, body.to_string())).status,
                200
            );
            let mail = mailbox.only();
            assert!(mail.text.contains(markup), "{}", mail.text);
            assert_eq!(tags(&mail.html), baseline, "{markup}");
        }
    }
}

fn hexadecimal(text: &str) -> String {
    text.bytes()
        .map(|byte| format!("{byte:02x}"))
        .take(20)
        .collect()
}

#[test]
fn row_16_addresses() {
    let (world, mailbox) = world();
    for form in FORMS {
        for address in [
            "a@exemple.re, b@exemple.re",
            "a@exemple.re;b@exemple.re",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b",
            "A <a@exemple.re>",
            "a@exemple.re%0abcc",
            "\"a b\"@exemple.re",
            "a@-.re",
            "a@exem\u{200b}ple.re",
            "a@xn--.re",
            "a@xn--zzzzzzzzz-.re",
        ] {
            let reply = world.ask(&Request::json(
                form,
                with(form, "email", address).to_string(),
            ));
            assert_eq!(reply.errors(), ["#/email email_invalid"], "{address}");
        }
    }
    assert!(mailbox.take().is_empty());
    let body = with("contact", "email", "jeanne@ехаmple.fr");
    assert_eq!(
        world
            .ask(&Request::json("contact", body.to_string()))
            .status,
        200
    );
    let mail = mailbox.only();
    let ascii = mail.reply_to.clone().unwrap();
    assert!(ascii.starts_with("jeanne@xn--"), "{ascii}");
    assert!(
        mail.text
            .contains(&format!("jeanne@ехаmple.fr (en ASCII\u{a0}: {ascii})"))
    );
}

#[test]
fn row_17_fields_that_would_steer_the_mail() {
    let (world, mailbox) = world();
    for form in FORMS {
        for name in [
            "to", "cc", "bcc", "_next", "subject", "redirect", "_replyto", "from", "headers",
        ] {
            let body = with(form, name, "victime@exemple.re");
            let reply = world.ask(&Request::json(form, body.to_string()));
            assert_eq!(reply.errors(), [format!("#/{name} unknown_field")]);
        }
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_19_the_same_post_fifty_times_at_once_is_one_mail() {
    let mailbox = Mailbox::slow(Duration::from_millis(100));
    let world = World::new(mailbox.outbox());
    for form in FORMS {
        let request = Request::json(form, good(form).to_string());
        let replies: Vec<(u16, String)> = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..50)
                .map(|_| {
                    scope.spawn(|| {
                        let reply = world.ask(&request);
                        (reply.status, reply.body)
                    })
                })
                .collect();
            asked.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(replies[0].0, 200);
        assert!(
            replies.iter().all(|reply| *reply == replies[0]),
            "{replies:?}"
        );
        mailbox.only();
        assert_eq!(world.ask(&request).body, replies[0].1);
        assert!(mailbox.take().is_empty());
    }
}

/// The second press of somebody without scripts, in the next minute, while the first one is under way.
#[test]
fn the_same_words_in_another_minute_are_one_mail_that_ends_once() {
    let minute = SignedDuration::from_secs(60);
    let local = Offset::constant(4).to_datetime(sent_at());
    // On the same day.
    let other = match local.hour() {
        0 => sent_at() + minute,
        _ => sent_at() - minute,
    };
    for (act, status) in [
        (Act::Take, 303),
        (Act::Status(403, "", "validation_error"), 502),
    ] {
        let fake = Fake::new(move |_, _| {
            std::thread::sleep(QUICK.call / 2);
            act.clone()
        });
        let world = World::new(fake.outbox());
        let post = |moment: Timestamp| {
            let mut body = with("agence", "timestamp", moment.to_string());
            body["submissionId"] = json!("");
            let request = Request::form("agence", pairs(&body)).with("origin", SITE);
            world.ask(&request).status
        };
        let statuses = std::thread::scope(|scope| {
            let first = scope.spawn(|| post(sent_at()));
            while fake.calls().is_empty() {
                std::thread::sleep(Duration::from_millis(5));
            }
            [post(other), first.join().unwrap()]
        });
        assert_eq!((statuses, fake.calls().len()), ([status; 2], 1));
    }
}

#[test]
fn row_20_the_same_id_with_other_content() {
    let (world, mailbox) = world();
    for form in MAILED {
        let mut body = with(form, "submissionId", "the-same-id");
        assert_eq!(
            world.ask(&Request::json(form, body.to_string())).status,
            200
        );
        // Only what reaches the mail counts.
        body["elapsed"] = json!(99_999);
        assert_eq!(
            world.ask(&Request::json(form, body.to_string())).status,
            200
        );
        body["email"] = json!("autre@exemple.re");
        let reply = world.ask(&Request::json(form, body.to_string()));
        assert_eq!(
            (reply.status, &reply.json()["type"]),
            (422, &json!("/problems/reused"))
        );
        mailbox.only();
    }
}

#[test]
fn row_21_rate_limits() {
    let mailbox = Mailbox::default();
    let mut config = config();
    config.limits = Limits::default();
    let world = World::with(config.clone(), mailbox.outbox());
    let post = |number: usize, forwarded: &str| {
        let body = with("contact", "submissionId", format!("limited-{number}"));
        world.ask(&Request::json("contact", body.to_string()).with("x-forwarded-for", forwarded))
    };
    for number in 0..5 {
        assert_eq!(post(number, "1.2.3.4").status, 200);
    }
    for number in 5..200 {
        let reply = post(number, &format!("10.0.{}.{}", number / 200, number % 200));
        assert_eq!(reply.status, 429);
        let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait));
    }
    assert_eq!(mailbox.take().len(), 5);
    let other = World::with(config.clone(), mailbox.outbox());
    let page = (0..6)
        .map(|_| other.ask(&Request::form("contact", "name=Jeanne")))
        .last()
        .unwrap();
    assert_eq!(page.status, 429);
    assert!(
        page.body.contains("value=\"Jeanne\""),
        "what was typed is kept"
    );
    config.trusted_proxies = 1;
    let behind = World::with(config, mailbox.outbox());
    let post = |forwarded: &str| {
        let body = good("agence").to_string();
        behind
            .ask(&Request::json("agence", body).with("x-forwarded-for", forwarded))
            .status
    };
    for host in 1..=5 {
        assert_eq!(post(&format!("2001:db8:1:1::{host}")), 200);
    }
    assert_eq!(post("2001:db8:1:1:ffff::6"), 429);
    assert_eq!(post("6.6.6.6, 2001:db8:1:1::7"), 429);
    assert_eq!(post("2001:db8:1:2::1"), 200);
}

#[test]
fn row_23_what_looks_like_a_robot_is_delivered_tagged() {
    let (world, mailbox) = world();
    for form in MAILED {
        for (number, (name, value, reason)) in [
            (
                "precisions",
                json!("https://spam.example"),
                "champ invisible rempli",
            ),
            ("elapsed", json!(800), "envoyé plus vite qu’on ne tape"),
            ("elapsed", json!("0"), "envoyé plus vite qu’on ne tape"),
        ]
        .into_iter()
        .enumerate()
        {
            let mut body = with(form, name, value);
            body["submissionId"] = json!(format!("robot-number-{number}"));
            assert_eq!(
                world.ask(&Request::json(form, body.to_string())).status,
                200
            );
            let mail = mailbox.only();
            assert!(mail.subject.starts_with("[suspect] "), "{}", mail.subject);
            assert!(mail.text.contains(reason), "{}", mail.text);
        }
    }
}

struct Panics;

impl Provider for Panics {
    fn name(&self) -> &'static str {
        "panics"
    }

    fn send(&self, mail: &Arc<Mail>, _: Duration) -> Calling {
        let mail = Arc::clone(mail);
        Box::pin(async move {
            if mail.text.contains("boum") {
                panic!("injected: {}", mail.text);
            }
            Ok(())
        })
    }
}

#[test]
fn row_31_a_panic_ends_one_request() {
    let outbox = Outbox::new(Arc::new(Panics)).with_patience(QUICK);
    let world = World::new(outbox);
    let mut body = with("contact", "message", "boum");
    let reply = world.ask(&Request::json("contact", body.to_string()));
    assert_eq!(
        (reply.status, &reply.json()["type"]),
        (500, &json!("/problems/defect"))
    );
    assert_eq!(reply.json()["mailto"], "mailto:bonjour@exemple.re");
    let again = world.ask(&Request::json("contact", body.to_string()));
    assert_eq!(again.status, 500, "the same post is tried anew");
    body["message"] = json!("calme");
    assert_eq!(
        world
            .ask(&Request::json("contact", body.to_string()))
            .status,
        200
    );
}

#[test]
fn row_32_nothing_typed_reaches_the_log() {
    let (world, _) = world();
    for form in FORMS {
        for number in 0..2 {
            let mut body = good(form);
            for (name, value) in body.as_object_mut().unwrap() {
                if value.is_string() && name != "submissionId" && name != "timestamp" {
                    *value = json!(format!("canari{number}\r\nlevel"));
                }
            }
            body["email"] = json!("canari@exemple.re");
            body["canari"] = json!("canari");
            world.ask(&Request::json(form, body.to_string()).with("user-agent", "canari"));
            world.ask(&Request::form(form, pairs(&body)).with("x-forwarded-for", "canari"));
        }
        let fine = with(form, "email", "canari@exemple.re");
        world.ask(&Request::json(form, fine.to_string()));
        world.ask(&Request::new(
            "POST",
            &format!("/api/forms/{form}?canari=1"),
        ));
        world.ask(&Request::new("GET", "/api/canari"));
    }
    let log = world.log();
    assert!(!log.contains("canari"), "{log}");
    assert!(log.lines().count() >= 28);
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["event"] != "request" {
            assert_eq!(line["event"], "one-client");
            continue;
        }
        assert!(
            line["request"].is_string() && line["status"].is_number(),
            "{line}"
        );
    }
}

/// By its id, which the visitor's page shows as well, a submission can be found.
#[test]
fn the_log_names_a_submission_by_the_beginning_of_its_id() {
    let (world, _) = world();
    for id in ["first-one".to_owned(), "a".repeat(64)] {
        let body = with("contact", "submissionId", id.as_str());
        assert_eq!(
            world
                .ask(&Request::json("contact", body.to_string()))
                .status,
            200
        );
        let log = world.log();
        assert!(log.contains(&format!("\"submission\":\"{id}\"")), "{log}");
    }
}

#[test]
fn the_log_says_what_looks_like_a_robots_post() {
    let (world, _) = world();
    world.ask(&Request::json("contact", good("contact").to_string()));
    assert!(!world.log().contains("suspect"), "{}", world.log());
    let filled = with("contact", "precisions", "x").to_string();
    world.ask(&Request::json("contact", filled));
    assert!(world.log().contains("\"suspect\":true"), "{}", world.log());
}

#[test]
fn what_a_request_is_judged_by_stands_there_once() {
    let (world, mailbox) = world();
    for (twice, expected) in [
        ("", 422),
        ("host: b\r\n", 400),
        (
            "origin: https://exemple.re\r\norigin: https://evil.test\r\n",
            400,
        ),
        ("content-type: text/plain\r\n", 400),
    ] {
        let mut connection = Connection::open(world.address);
        let head =
            "POST /api/forms/contact HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
        connection.send(format!("{head}{twice}content-length: 2\r\n\r\n{{}}").as_bytes());
        let status = connection.reply().expect("an answer").status;
        assert_eq!(status, expected, "{twice}");
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn row_34_two_lengths() {
    let (world, mailbox) = world();
    let head = "POST /api/forms/contact HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
    for lengths in [
        "content-length: 2\r\ncontent-length: 3\r\n",
        "content-length: 2, 3\r\n",
        "content-length: 2\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 2\r\n",
        "transfer-encoding: x\r\n",
        "content-length: -2\r\n",
    ] {
        let mut connection = Connection::open(world.address);
        let smuggled = "0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: a\r\n\r\n";
        connection.send(format!("{head}{lengths}\r\n{{}}{smuggled}").as_bytes());
        let mut replies = Vec::new();
        while let Some(reply) = connection.reply() {
            replies.push(reply.status);
        }
        assert!(
            replies.len() <= 1 && replies.iter().all(|status| *status == 400),
            "{lengths}: {replies:?}"
        );
    }
    assert!(mailbox.take().is_empty());
}
