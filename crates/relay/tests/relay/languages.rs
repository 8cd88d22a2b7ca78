//! Forms that are written in one language and have words in another: answered in that of the page.

use std::fs;

use relay::{Config, Definitions, Mail};
use serde_json::json;

use crate::client::{Reply, Request};
use crate::world::{Mailbox, SITE, World};

const CONTACT: &str = r#"
title: Write to us
thanks: /thanks
buttons: { submit: Send, sending: Sending }
steps:
  - id: message
    title: Your message
    fields:
      - { name: name, kind: text, label: Name, required: true, max_length: 5 }
      - { name: email, kind: email, label: E-mail, required: true }
      - name: topic
        kind: choice
        label: Subject
        options: [{ value: bread, label: Bread }, { value: other, label: Something else }]
messages:
  required: This is needed
  too_long: "At most {max} characters"
  email_invalid: This is not an e-mail address
  choice_invalid: Choose one of these
  control_character: Unseen characters
  wrong_type: This cannot be read
  unknown_field: There is no such field
  duplicate_field: Sent twice
  too_many: "At most {max} answers"
success: { title: Thank you, text: Soon. }
failure: { text: Sending failed., offline: Offline., busy: Too many., retry: Again, mailto: Write a mail }
privacy: { text: For your answer alone., link: Privacy }
honeypot: { name: website, label: Leave this empty }
mail:
  subject: "{name} writes about {topic}"
  intro: A message.
  reply_to: email
  utc_offset: "+00:00"
  time_name: UTC
  lines:
    - { label: Name, of: name }
    - { label: Language, of: "@language", empty: as written }
"#;

const CONTACT_FR: &str = r#"
title: Nous écrire
thanks: /fr/merci
buttons: { submit: Envoyer }
steps:
  message:
    title: Votre message
    fields: { name: Nom, topic: { label: Sujet, options: { bread: Le pain, other: Autre chose } } }
messages:
  required: Cette réponse manque
  too_long: "{max} caractères au plus"
"#;

const NEWSLETTER: &str = r#"
title: Letters
thanks: /thanks
buttons: { submit: Subscribe, sending: Sending }
steps:
  - { id: address, title: Address, fields: [{ name: email, kind: email, label: E-mail, required: true }] }
messages:
  required: This is needed
  too_long: "At most {max} characters"
  email_invalid: This is not an e-mail address
  control_character: Unseen characters
  wrong_type: This cannot be read
  unknown_field: There is no such field
  duplicate_field: Sent twice
  too_many: "At most {max} answers"
success: { title: Thank you, text: Look into your mailbox. }
failure: { text: Sending failed., offline: Offline., busy: Too many., retry: Again, mailto: Write a mail }
privacy: { text: For the letters alone., link: Privacy }
honeypot: { name: website, label: Leave this empty }
newsletter:
  address: email
  confirmation: { subject: Confirm, text: "Follow {link}", button: Confirm }
  confirm: { title: Confirm the subscription, text: One click more., button: Confirm }
  confirmed: { title: Confirmed, text: Welcome. }
  expired: { title: Too old, text: Subscribe again. }
  unsubscribe: { title: Leave, text: Really?, button: Leave }
  unsubscribed: { title: Gone, text: Farewell. }
  joined: { subject: A new address, text: "{address}" }
  left: { subject: An address left, text: "{address}" }
"#;

const NEWSLETTER_FR: &str = r#"
newsletter:
  confirmation: { subject: Confirmez, text: "Suivez {link}", button: Confirmer }
  confirm: { title: Confirmer votre inscription, text: Encore un clic., button: Confirmer }
  confirmed: { title: Inscription confirmée, text: Bienvenue. }
"#;

const RELAY_FR: &str = r#"
texts:
  back: Retour au site
  refusals: { validation: Des réponses sont à revoir, too-large: Envoi trop long, expired: Lien trop ancien }
"#;

/// What a folder of such files says.
fn definitions(files: &[(&str, &str)]) -> Result<Definitions, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    relay::read_forms(folder.path())
}

fn world() -> (World, Mailbox) {
    let files = [
        ("contact.yaml", CONTACT),
        ("contact.fr.yaml", CONTACT_FR),
        ("newsletter.yaml", NEWSLETTER),
        ("newsletter.fr.yaml", NEWSLETTER_FR),
        ("_relay.fr.yaml", RELAY_FR),
    ];
    let definitions = definitions(&files).map_err(|found| found.join("\n"));
    let mut config = Config::preview(definitions.unwrap(), vec![SITE.to_owned()]);
    SITE.clone_into(&mut config.site);
    let mailbox = Mailbox::default();
    (World::with(config, mailbox.outbox()), mailbox)
}

/// What the relay answers to a form without scripts; `query` is what stands behind its address.
fn post(world: &World, form: &str, query: &str, pairs: &[(&str, &str)]) -> Reply {
    let body = crate::client::urlencoded(pairs);
    let address = format!("{form}{query}");
    world.ask(
        &Request::form(&address, body)
            .with("accept", "text/html")
            .with("sec-fetch-mode", "navigate"),
    )
}

const GOOD: [(&str, &str); 3] = [
    ("name", "Jo"),
    ("email", "jo@exemple.re"),
    ("topic", "bread"),
];

#[test]
fn a_visitor_is_answered_in_the_language_of_the_page() {
    let (world, mailbox) = world();
    for (query, language, [back, title, needed, label, option, email]) in [
        (
            "",
            "en",
            [
                "Back to the site",
                "Some answers are not valid",
                "This is needed",
                "Subject",
                "Something else",
                "This is not an e-mail address",
            ],
        ),
        (
            "?language=fr",
            "fr",
            // What is not translated is said in the original's language.
            [
                "Retour au site",
                "Des réponses sont à revoir",
                "Cette réponse manque",
                "Sujet",
                "Autre chose",
                "This is not an e-mail address",
            ],
        ),
        // As in the language in which the form is written.
        (
            "?language=de",
            "en",
            [
                "Back to the site",
                "Some answers are not valid",
                "This is needed",
                "Subject",
                "Something else",
                "This is not an e-mail address",
            ],
        ),
    ] {
        let refused = post(&world, "contact", query, &[("name", ""), ("email", "jo")]);
        assert_eq!(refused.status, 422, "{refused:?}");
        let page = &refused.body;
        assert!(
            page.contains(&format!("<html lang=\"{language}\">")),
            "{page}"
        );
        for said in [back, title, needed, label, option, email] {
            assert!(page.contains(said), "{query}: {said}: {page}");
        }
        let again = match language {
            "en" => "action=\"/api/forms/contact\"",
            _ => "action=\"/api/forms/contact?language=fr\"",
        };
        assert!(page.contains(again), "{page}");
    }
    assert!(mailbox.take().is_empty());
}

const CONTACT_AR: &str = r#"
title: اكتب لنا
messages: { required: هذا مطلوب }
"#;

#[test]
fn pages_lead_back_in_their_language_and_say_where_its_writing_begins() {
    let check = |relay: &[(&str, &str)], page: &str, form: &str, home: &str| {
        let files = [("contact.yaml", CONTACT), ("contact.ar.yaml", CONTACT_AR)];
        let definitions = definitions(&[&files, relay].concat());
        let definitions = definitions.map_err(|found| found.join("\n")).unwrap();
        let mut config = Config::preview(definitions, vec![SITE.to_owned()]);
        SITE.clone_into(&mut config.site);
        let world = World::with(config, Mailbox::default().outbox());
        let refused = post(&world, "contact", "?language=ar", &[("name", "")]);
        let header = format!("<header><a href=\"{SITE}{home}\">");
        let form = format!("<form class=\"form-panel stack\"{form} method");
        for held in [&format!("<html lang={page}>"), &header, &form] {
            assert!(refused.body.contains(held.as_str()), "{held}: {refused:?}");
        }
        let long = "a".repeat(20_000);
        let refused = post(&world, "contact", "?language=ar", &[("name", &long)]);
        let button = format!("<a class=\"button button-primary\" href=\"{SITE}{home}\">");
        assert!(refused.body.contains(&button), "{refused:?}");
    };
    let words = "texts: { back: العودة إلى الموقع }\n";
    let own = format!("{words}home: /arabic\n");
    check(
        &[("_relay.ar.yaml", words)],
        "\"ar\" dir=\"rtl\"",
        "",
        "/ar",
    );
    check(
        &[("_relay.ar.yaml", &own)],
        "\"ar\" dir=\"rtl\"",
        "",
        "/arabic",
    );
    check(&[], "\"en\"", " lang=\"ar\" dir=\"rtl\"", "/");
}

#[test]
fn the_owner_reads_one_language_and_which_one_the_visitor_reads() {
    let (world, mailbox) = world();
    for (query, thanks, language) in [
        ("", "/thanks", "as written"),
        ("?language=fr", "/fr/merci", "fr"),
        ("?language=FR", "/fr/merci", "fr"),
        ("?language=xx", "/thanks", "as written"),
    ] {
        // Another text each time: the same one is sent once.
        let name = language.split(' ').next().unwrap();
        let mut pairs = GOOD;
        pairs[0].1 = name;
        if query == "?language=FR" {
            pairs[0].1 = "Zoé";
        }
        if query == "?language=xx" {
            pairs[0].1 = "Max";
        }
        let taken = post(&world, "contact", query, &pairs);
        assert_eq!(taken.status, 303, "{taken:?}");
        assert_eq!(taken.header("location"), Some(&*format!("{SITE}{thanks}")));
        let Mail { subject, text, .. } = mailbox.only();
        assert_eq!(subject, format!("{} writes about Bread", pairs[0].1));
        assert!(text.contains(&format!("Language: {language}\n")), "{text}");
        assert!(text.contains("Subject: Bread\n"), "{text}");
    }
}

#[test]
fn programs_are_told_in_the_language_too() {
    let (world, _) = world();
    let body = json!({ "name": "Jeanne", "email": "a@exemple.re" }).to_string();
    let request = Request::json("contact?language=fr", body);
    let refused = world.ask(&request);
    assert_eq!(refused.status, 422);
    let problem: serde_json::Value = serde_json::from_str(&refused.body).unwrap();
    assert_eq!(problem["title"], "Des réponses sont à revoir");
    assert_eq!(problem["errors"][0]["detail"], "5 caractères au plus");
}

#[test]
fn what_is_refused_before_it_is_read_is_refused_in_the_language() {
    let (world, _) = world();
    let long = "a".repeat(20_000);
    let refused = post(&world, "contact", "?language=fr", &[("name", &long)]);
    assert_eq!(refused.status, 413);
    assert!(
        refused.body.contains("<h1>Envoi trop long</h1>"),
        "{}",
        refused.body
    );
}

#[test]
fn a_subscription_speaks_one_language_from_the_form_to_the_end() {
    let (world, mailbox) = world();
    for (query, subject, asks, confirmed) in [
        ("", "Confirm", "Confirm the subscription", "Confirmed"),
        (
            "?language=fr",
            "Confirmez",
            "Confirmer votre inscription",
            "Inscription confirmée",
        ),
    ] {
        // The owner is told of an address once.
        let address = format!("{subject}@exemple.re");
        let pairs = [("email", address.as_str())];
        assert_eq!(post(&world, "newsletter", query, &pairs).status, 303);
        let mail = mailbox.only();
        assert_eq!(mail.subject, subject);
        let start = mail.text.find("/api/newsletter/confirm").unwrap();
        let link = mail.text[start..].split_whitespace().next().unwrap();
        assert_eq!(
            link.ends_with("&language=fr"),
            query == "?language=fr",
            "{link}"
        );
        assert!(world.ask(&Request::new("GET", link)).body.contains(asks));
        assert!(
            world
                .ask(&Request::new("POST", link))
                .body
                .contains(confirmed)
        );
        // The owner's language is that of the form as it was written.
        assert_eq!(mailbox.only().subject, "A new address");
    }
    let old = world.ask(
        &Request::new("GET", "/api/newsletter/confirm?token=x&language=fr")
            .with("accept", "text/html"),
    );
    assert!(
        old.status == 410 && old.body.contains("Lien trop ancien"),
        "{old:?}"
    );
}

#[test]
fn mistakes_of_words_keep_the_relay_from_starting() {
    let files = [
        ("contact.yaml", CONTACT),
        (
            "contact.fr.yaml",
            "titel: x\nmessages: { too_long: Trop long, required: ' ' }\n",
        ),
        ("_relay.yaml", "texts: { wait_hours: Plus tard }\n"),
    ];
    let mistakes = definitions(&files).err().unwrap();
    let told = [
        "contact.fr.yaml:1:1: `contact.yaml` has no `titel`",
        "contact.fr.yaml:2:23: `messages.too_long` does not say `{max}`",
        "contact.fr.yaml:2:44: `messages.required` is empty",
        "_relay.yaml:1:22: `texts.wait_hours` does not say `{count}`",
    ];
    for start in told {
        let is_told = mistakes.iter().any(|one| one.starts_with(start));
        assert!(is_told, "{start}: {mistakes:#?}");
    }
    assert_eq!(mistakes.len(), told.len(), "{mistakes:#?}");
}
