//! A message that is too long to be sent without JavaScript: the answer arrives, and helps.

use crate::client::{Connection, Request};
use crate::world::{Mailbox, World, config, pairs, with};

/// Half as much again as any form can make; each character is nine bytes once it is escaped.
fn long_form() -> Request {
    let characters = config().body_limit * 3 / 2 / 9;
    let message = "日".repeat(characters);
    Request::form("contact", pairs(&with("contact", "message", message)))
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
fn the_longest_message_fits_in_any_script_with_and_without_javascript() {
    let mailbox = Mailbox::default();
    let world = World::new(mailbox.outbox());
    for (number, character) in ["a", "é", "日", "Ж", "😀", "\"", "\n"].iter().enumerate() {
        // Line breaks at the ends would be trimmed away.
        let message = format!("b{}e", character.repeat(4_998));
        let mut body = with("contact", "message", message.clone());
        body["submissionId"] = format!("long-as-json-{number}").into();
        // As some programs write JSON: everything beyond ASCII escaped.
        let units = body.to_string();
        let escaped: String = units
            .chars()
            .flat_map(|c| match c.is_ascii() {
                true => vec![c.to_string()],
                false => c
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|u| format!("\\u{u:04x}"))
                    .collect(),
            })
            .collect();
        let reply = world.ask(&Request::json("contact", escaped));
        assert_eq!(reply.status, 200, "{character}: {}", reply.body);
        assert!(mailbox.only().text.contains(&message), "{character}");
        body["submissionId"] = format!("long-as-form-{number}").into();
        // Browsers send line breaks in two characters.
        let form = pairs(&body).replace("%0A", "%0D%0A");
        let reply = world.ask(&Request::form("contact", form));
        assert_eq!(reply.status, 303, "{character}: {}", reply.body);
        assert!(mailbox.only().text.contains(&message), "{character}");
    }
}
