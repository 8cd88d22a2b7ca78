//! A mail to the bytes of a MIME message, the same bytes for the same mail.

use std::time::{Duration, SystemTime};

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
        .subject(mail.subject.clone());
    if let Some(reply_to) = &mail.reply_to {
        builder = builder.reply_to(parse(reply_to)?);
    }
    for (name, value) in &mail.headers {
        let name = HeaderName::new_from_ascii(name.clone())
            .map_err(|_| Failure::new(FailureKind::Refused, "header"))?;
        builder = builder.raw_header(HeaderValue::new(name, value.clone()));
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

fn parse(address: &str) -> Result<Mailbox, Failure> {
    address
        .parse()
        .map_err(|_| Failure::new(FailureKind::Refused, "address"))
}
