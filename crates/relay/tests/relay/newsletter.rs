//! Row 36: two opt-ins, sealed links, one click out.

use relay::{Limits, Mail, Outbox};

use crate::client::{Reply, Request};
use crate::fake::{Act, Fake};
use crate::world::{Mailbox, QUICK, World, config, good};

fn world() -> (World, Mailbox) {
    let mailbox = Mailbox::default();
    (World::new(mailbox.outbox()), mailbox)
}

fn subscribe(world: &World) -> Reply {
    world.ask(&Request::json("newsletter", good("newsletter").to_string()))
}

/// The path of the link in a mail's text that leads to that action.
fn link(mail: &Mail, action: &str) -> String {
    let start = mail
        .text
        .find(&format!("/api/newsletter/{action}?token="))
        .unwrap();
    mail.text[start..]
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn row_36_a_scanner_confirms_nothing_and_the_button_does() {
    let (world, mailbox) = world();
    assert_eq!(subscribe(&world).status, 200);
    let mail = mailbox.only();
    assert_eq!(mail.to, "jeanne@exemple.re");
    let confirm = link(&mail, "confirm");
    assert!(
        !confirm.contains("jeanne") && !confirm.contains('@'),
        "{confirm}"
    );
    for method in ["GET", "HEAD", "GET"] {
        assert_eq!(world.ask_head(method, &confirm).status, 200);
    }
    assert!(mailbox.take().is_empty());
    let page = world.ask(&Request::new("GET", &confirm));
    assert!(page.body.contains("<form method=\"post\""), "{page:?}");
    assert!(page.body.contains("Confirmer mon inscription"));
    assert!(!page.body.contains("jeanne"), "the page shows no address");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    let done = world.ask(&Request::new("POST", &confirm));
    assert!(
        done.status == 200 && done.body.contains("Inscription confirmée"),
        "{done:?}"
    );
    let told = mailbox.only();
    assert_eq!(
        (told.to.as_str(), told.subject.as_str()),
        ("moi@exemple.re", "Nouvel abonné à la lettre d’information")
    );
    assert!(
        told.text.contains("jeanne@exemple.re a confirmé"),
        "{}",
        told.text
    );
    // The button pressed twice is one mail.
    assert_eq!(world.ask(&Request::new("POST", &confirm)).status, 200);
    assert!(mailbox.take().is_empty());
    let leave = link(&told, "unsubscribe");
    assert!(
        world
            .ask(&Request::new("GET", &leave))
            .body
            .contains("Me désinscrire")
    );
    assert!(mailbox.take().is_empty());
    let click = Request::new("POST", &leave)
        .with("content-type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    assert_eq!(world.ask(&click).status, 200);
    assert_eq!(
        mailbox.only().subject,
        "Désinscription de la lettre d’information"
    );
}

#[test]
fn the_owner_hears_of_each_change_of_mind() {
    let (world, mailbox) = world();
    subscribe(&world);
    let confirm = link(&mailbox.only(), "confirm");
    let press = |path: &str| assert_eq!(world.ask(&Request::new("POST", path)).status, 200);
    press(&confirm);
    let leave = link(&mailbox.only(), "unsubscribe");
    let (joined, left) = (
        "Nouvel abonné à la lettre d’information",
        "Désinscription de la lettre d’information",
    );
    for _ in 0..2 {
        for (path, told) in [(&leave, left), (&confirm, joined)] {
            press(path);
            assert_eq!(mailbox.only().subject, told);
            press(path);
            assert!(mailbox.take().is_empty(), "the button pressed twice");
        }
    }
}

#[test]
fn each_of_two_newsletters_has_pages_of_its_own() {
    let mut config = config();
    let mut forms = config.forms.to_vec();
    let first = forms.iter().find(|form| form.newsletter.is_some()).unwrap();
    let mut second = first.clone();
    second.id = "second".to_owned();
    let own = second.newsletter.as_mut().unwrap();
    own.confirm.title = "La seconde lettre".to_owned();
    own.unsubscribe.title = "Quitter la seconde lettre".to_owned();
    forms.push(second);
    config.forms = forms.into();
    let mailbox = Mailbox::default();
    let world = World::with(config, mailbox.outbox());
    for (id, is_second) in [("newsletter", false), ("second", true)] {
        world.ask(&Request::json(id, good("newsletter").to_string()));
        let confirm = link(&mailbox.only(), "confirm");
        let page = world.ask(&Request::new("GET", &confirm)).body;
        assert_eq!(page.contains("La seconde lettre"), is_second, "{page}");
        assert_eq!(world.ask(&Request::new("POST", &confirm)).status, 200);
        let leave = link(&mailbox.only(), "unsubscribe");
        let page = world.ask(&Request::new("GET", &leave)).body;
        assert_eq!(
            page.contains("Quitter la seconde lettre"),
            is_second,
            "{page}"
        );
    }
}

#[test]
fn row_36_one_click_headers() {
    let (world, mailbox) = world();
    subscribe(&world);
    let mail = mailbox.only();
    let header = |name: &str| {
        let found = mail.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.clone()).unwrap()
    };
    assert_eq!(
        header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    let leave = header("List-Unsubscribe");
    let leave = leave
        .strip_prefix("<https://exemple.re")
        .unwrap()
        .strip_suffix('>')
        .unwrap();
    let multipart = Request::new("POST", leave)
        .with("content-type", "multipart/form-data; boundary=x")
        .with("origin", "https://mail.example")
        .body("--x\r\ncontent-disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--");
    assert_eq!(world.ask(&multipart).status, 200);
    assert_eq!(
        mailbox.only().subject,
        "Désinscription de la lettre d’information"
    );
}

#[test]
fn row_36_damaged_foreign_and_exchanged_tokens() {
    let (world, mailbox) = world();
    subscribe(&world);
    let confirm = link(&mailbox.only(), "confirm");
    let damaged = format!("{}A", &confirm[..confirm.len() - 1]);
    for path in [
        "/api/newsletter/confirm",
        "/api/newsletter/confirm?token=",
        "/api/newsletter/confirm?token=%00%ff",
        damaged.as_str(),
        &confirm.replace("/confirm", "/unsubscribe"),
    ] {
        if path == confirm {
            continue;
        }
        for method in ["GET", "POST"] {
            let reply = world.ask(&Request::new(method, path));
            assert_eq!(reply.status, 410, "{method} {path}");
            assert!(
                reply.body.contains("Ce lien ne fonctionne plus"),
                "{reply:?}"
            );
            // Who wants another link is led to the form.
            let again = "href=\"/blog#newsletter-title\">M’inscrire de nouveau</a>";
            assert_eq!(
                reply.body.contains(again),
                path.contains("/confirm"),
                "{reply:?}"
            );
        }
    }
    assert!(mailbox.take().is_empty());
    // Another relay has another secret.
    let other = World::new(mailbox.outbox());
    assert_eq!(other.ask(&Request::new("POST", &confirm)).status, 410);
    assert_eq!(world.ask(&Request::new("PUT", &confirm)).status, 405);
}

fn limited(outbox: Outbox, per_recipient: usize) -> World {
    let mut config = config();
    config.limits = Limits {
        per_recipient,
        ..config.limits
    };
    World::with(config, outbox)
}

#[test]
fn a_button_that_is_pressed_again_and_again_is_one_mail_and_counts_once() {
    let mailbox = Mailbox::default();
    let world = limited(mailbox.outbox(), 1);
    let statuses: Vec<u16> = (0..4).map(|_| subscribe(&world).status).collect();
    assert_eq!(statuses, [200; 4]);
    mailbox.only();
}

#[test]
fn a_mail_that_did_not_go_does_not_count() {
    let refused = Act::Status(401, "", "");
    let fake = Fake::acting(vec![refused.clone(), refused, Act::Take]);
    let world = limited(fake.outbox(), 1);
    let statuses: Vec<u16> = (0..3).map(|_| subscribe(&world).status).collect();
    assert_eq!(statuses, [502, 502, 200]);
}

#[test]
fn confirmed_addresses_go_to_the_providers_contacts() {
    let fake = Fake::acting(vec![Act::Take]);
    let world = World::new(fake.outbox());
    subscribe(&world);
    let text = fake.calls()[0].body["text"].as_str().unwrap().to_owned();
    let start = text.find("/api/newsletter/confirm").unwrap();
    let confirm = text[start..].split_whitespace().next().unwrap().to_owned();
    assert_eq!(world.ask(&Request::new("POST", &confirm)).status, 200);
    let calls = fake.calls();
    assert_eq!(calls.len(), 2, "{calls:?}");
    assert_eq!(
        (calls[1].method.as_str(), calls[1].path.as_str()),
        ("POST", "/contacts")
    );
    assert_eq!(calls[1].body["email"], "jeanne@exemple.re");
    let leave = calls[0].body["headers"]["List-Unsubscribe"]
        .as_str()
        .unwrap();
    let leave = leave
        .trim_start_matches("<https://exemple.re")
        .trim_end_matches('>');
    assert_eq!(world.ask(&Request::new("POST", leave)).status, 200);
    let last = fake.calls().pop().unwrap();
    assert_eq!(
        (last.method.as_str(), last.path.as_str()),
        ("PATCH", "/contacts/jeanne%40exemple%2Ere")
    );
    assert_eq!(last.body["unsubscribed"], true);
}

#[test]
fn contacts_that_are_refused_go_to_the_owner_by_mail() {
    let fake = Fake::new(|_, call| {
        if call.path.starts_with("/contacts") {
            Act::Status(401, "", "restricted_api_key")
        } else {
            Act::Take
        }
    });
    let world = World::new(fake.outbox().with_patience(QUICK));
    subscribe(&world);
    let text = fake.calls()[0].body["text"].as_str().unwrap().to_owned();
    let start = text.find("/api/newsletter/confirm").unwrap();
    let confirm = text[start..].split_whitespace().next().unwrap().to_owned();
    assert_eq!(world.ask(&Request::new("POST", &confirm)).status, 200);
    let mails = fake.taken();
    let told = mails
        .values()
        .find(|mail| mail["to"][0] == "moi@exemple.re")
        .unwrap();
    assert_eq!(told["subject"], "Nouvel abonné à la lettre d’information");
}

#[test]
fn an_address_that_changes_its_mind_all_the_time_is_told_to_wait() {
    let mailbox = Mailbox::default();
    let mut config = config();
    config.limits.per_form = 4;
    let world = World::with(config, mailbox.outbox());
    subscribe(&world);
    let confirm = link(&mailbox.only(), "confirm");
    let press = |path: &str| world.ask(&Request::new("POST", path)).status;
    assert_eq!(press(&confirm), 200);
    let leave = link(&mailbox.only(), "unsubscribe");
    let statuses = [&leave, &leave, &confirm, &leave, &confirm, &leave].map(|path| press(path));
    assert_eq!(statuses, [200, 200, 200, 200, 429, 429]);
    assert_eq!(mailbox.take().len(), 3);
}

#[test]
fn a_way_out_that_does_not_open_asks_for_no_subscription() {
    let (world, mailbox) = world();
    subscribe(&world);
    let confirm = link(&mailbox.only(), "confirm");
    world.ask(&Request::new("POST", &confirm));
    let leave = link(&mailbox.only(), "unsubscribe");
    let ask = |path: &str| {
        let request = Request::new("GET", path).with("accept", "text/html");
        world.ask(&request)
    };
    let page = ask(&leave.replace("token=", "token=A"));
    assert_eq!(page.status, 410, "{page:?}");
    assert!(
        page.body.contains("vous recevez toujours la lettre"),
        "{page:?}"
    );
    assert!(page.body.contains("mailto:bonjour@exemple.re"), "{page:?}");
    assert!(!page.body.contains("Inscrivez-vous"), "{page:?}");
    let page = ask(&confirm.replace("token=", "token=A"));
    assert!(page.body.contains("Inscrivez-vous"), "{page:?}");
}

/// Whoever is away answers no mail that nobody wrote.
#[test]
fn mails_that_nobody_wrote_say_so() {
    let (world, mailbox) = world();
    subscribe(&world);
    let asks = mailbox.only();
    world.ask(&Request::new("POST", &link(&asks, "confirm")));
    let says = ("Auto-Submitted".to_owned(), "auto-generated".to_owned());
    for mail in [asks, mailbox.only()] {
        assert!(mail.headers.contains(&says), "{:?}", mail.headers);
    }
}
