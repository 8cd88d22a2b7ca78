//! A mail to the bytes of a MIME message, the same bytes for the same mail.

use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};

use crate::mail::{Mail, hash};
use crate::provider::{Failure, FailureKind};

impl Mail {
    /// The mail as a MIME message; the same bytes for the same mail.
    ///
    /// # Errors
    ///
    /// An address that is none.
    pub fn to_mime(&self) -> Result<Vec<u8>, Failure> {
        write(self).map(|message| message.formatted())
    }
}

/// Writes the message.
///
/// # Errors
///
/// An address that is none: the configured ones are checked at start, the visitor's by the form.
pub(crate) fn write(mail: &Mail) -> Result<Message, Failure> {
    let from: Mailbox = parse(&mail.from)?;
    let host = from.email.domain().to_owned();
    let id = &hash(&[&mail.key])[..32];
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(mail.date.max(0).unsigned_abs());
    let mut builder = Message::builder()
        .from(from)
        .to(parse(&mail.to)?)
        .date(date)
        .message_id(Some(format!("<{id}@{host}>")))
        .raw_header(header("Subject", &mail.subject)?);
    if let Some(reply_to) = &mail.reply_to {
        builder = builder.reply_to(parse(reply_to)?);
    }
    for (name, value) in &mail.headers {
        builder = builder.raw_header(header(name, value)?);
    }
    let part =
        |kind: ContentType, text: &str| SinglePart::builder().header(kind).body(text.to_owned());
    let parts = MultiPart::alternative()
        .boundary(format!("part-{id}"))
        .singlepart(part(ContentType::TEXT_PLAIN, &mail.text))
        .singlepart(part(ContentType::TEXT_HTML, &mail.html));
    builder
        .multipart(parts)
        .map_err(|_| Failure::new(FailureKind::Refused, "message"))
}

/// A header. What is no plain text, or would be read as an encoded word (RFC 2047), is encoded whole: spaces between two
/// encoded words are none to whoever reads them.
fn header(name: &str, value: &str) -> Result<HeaderValue, Failure> {
    let refused = |_| Failure::new(FailureKind::Refused, "header");
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(refused)?;
    if !value.is_ascii() || value.contains("=?") {
        let encoded = encoded_words(value);
        return Ok(HeaderValue::dangerous_new_pre_encoded(
            name,
            value.to_owned(),
            encoded,
        ));
    }
    Ok(HeaderValue::new(name, value.to_owned()))
}

/// A text as encoded words, each of whole characters and at most 75 bytes long.
fn encoded_words(text: &str) -> String {
    const MOST: usize = 45;
    let mut words = vec![String::new()];
    for c in text.chars() {
        match words.last_mut() {
            Some(word) if word.len() + c.len_utf8() <= MOST => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    let words = words
        .iter()
        .map(|word| format!("=?utf-8?b?{}?=", STANDARD.encode(word)));
    words.collect::<Vec<_>>().join("\r\n ")
}

fn parse(address: &str) -> Result<Mailbox, Failure> {
    address
        .parse()
        .map_err(|_| Failure::new(FailureKind::Refused, "address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader makes of a header's encoded words, between which white space means nothing.
    fn decoded(header: &str) -> String {
        let words = header.split_whitespace();
        let decode = |word: &str| {
            let code = word.strip_prefix("=?utf-8?b?")?.strip_suffix("?=")?;
            STANDARD.decode(code).ok()
        };
        let bytes = words.map(|word| decode(word).unwrap_or_else(|| word.into()));
        String::from_utf8(bytes.collect::<Vec<_>>().concat()).expect("UTF-8")
    }

    #[test]
    fn spaces_between_words_with_accents_stay() {
        for subject in [
            "Zoé  Éva",
            "Zoé Éva",
            "é   a",
            "a é  é",
            "Zoé\u{a0}Éva",
            &"Société Générale  ".repeat(9),
        ] {
            let from = format!("{subject} <site@exemple.re>");
            let mail = Mail {
                key: "key".to_owned(),
                from,
                to: "moi@exemple.re".to_owned(),
                reply_to: None,
                subject: subject.to_owned(),
                text: String::new(),
                html: String::new(),
                headers: Vec::new(),
                date: 0,
                clock: String::new(),
            };
            let message = String::from_utf8(mail.to_mime().expect("a mail")).expect("ASCII");
            let message = message.replace("\r\n ", " ");
            let value = |name: &str| {
                let line = message.lines().find_map(|line| line.strip_prefix(name));
                line.expect("a header").to_owned()
            };
            assert_eq!(decoded(&value("Subject: ")), subject);
            let from = value("From: ");
            let name = from.strip_suffix(" <site@exemple.re>").expect("an address");
            // The parser of addresses makes one space of several.
            let name = decoded(name);
            assert!(
                name.split_whitespace().eq(subject.split_whitespace()),
                "{name}"
            );
        }
    }
}
