//! A message that is too long to be sent without JavaScript: the answer arrives, and helps.

use crate::client::{Connection, Request};
use crate::world::{Mailbox, World, config, pairs, with};

/// Nine bytes each once they are escaped.
fn long_form() -> Request {
    Request::form(
        "contact",
        pairs(&with("contact", "message", "日".repeat(5_000))),
    )
}

#[test]
fn the_answer_says_what_to_do() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    let mut connection = Connection::open(world.address);
    let request = long_form();
    // A browser sends all of it before it looks at the answer; were the rest not read, the
    // connection would be reset and the answer lost.
    for part in request.bytes().chunks(4_096) {
        connection.send(part);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let reply = connection.reply().expect("an answer");
    assert_eq!(reply.status, 413);
    let kind = reply.header("content-type").unwrap();
    assert!(kind.starts_with("text/html"), "{kind}");
    for part in [
        "<h1>Envoi trop long</h1>",
        "Revenez en arrière",
        "Raccourcissez le message",
        "<a href=\"mailto:bonjour@exemple.re\">Écrire à bonjour@exemple.re</a>",
    ] {
        assert!(reply.body.contains(part), "{part}: {}", reply.body);
    }
    assert!(mailbox.take().is_empty());
}

#[test]
fn without_a_public_address_none_is_shown() {
    let mut config = config();
    config.mailto = None;
    let world = World::with(config, Mailbox::default().outbox());
    let reply = world.ask(&long_form());
    assert_eq!(reply.status, 413);
    assert!(!reply.body.contains("mailto:"), "{}", reply.body);
}

#[test]
fn the_longest_message_fits_as_json_and_in_french_without_javascript() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    let accents = with("contact", "message", "é".repeat(5_000));
    let reply = world.ask(&Request::json("contact", accents.to_string()));
    assert_eq!(reply.status, 200, "{}", reply.body);
    let sentence = "Bonjour, j’aimerais créer un site à La Réunion pour mon activité.\n";
    let letter: String = sentence.chars().cycle().take(5_000).collect();
    let mut body = with("contact", "message", letter);
    body["submissionId"] = "another-submission".into();
    let reply = world.ask(&Request::form("contact", pairs(&body)));
    assert_eq!(reply.status, 303, "{}", reply.body);
}
