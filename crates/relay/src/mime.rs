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

/// A header. What is no plain text, or would be read as an encoded word (RFC 2047), is encoded whole.
fn header(name: &str, value: &str) -> Result<HeaderValue, Failure> {
    let refused = |_| Failure::new(FailureKind::Refused, "header");
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(refused)?;
    if value.contains("=?") {
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
