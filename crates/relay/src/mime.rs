//! A mail to the bytes of a MIME message, the same bytes for the same mail.

use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
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
    let part = |kind: ContentType, text: &str| {
        let part = SinglePart::builder().header(kind);
        let part = part.header(ContentTransferEncoding::QuotedPrintable);
        part.body(text.to_owned())
    };
    let parts = MultiPart::alternative()
        .boundary(format!("{BEYOND_TEXT}{id}"))
        .singlepart(part(ContentType::TEXT_PLAIN, &mail.text))
        .singlepart(part(ContentType::TEXT_HTML, &mail.html));
    builder
        .multipart(parts)
        .map_err(|_| Failure::new(FailureKind::Refused, "message"))
}

/// How the boundary between the parts begins. Quoted-printable writes no `=` but before a digit or at the end of a line
/// (RFC 2045, 6.7), so that no text is one, whoever wrote it and whatever they know.
const BEYOND_TEXT: &str = "=_";

/// A header. What is no plain text, or would be read as an encoded word (RFC 2047), is encoded whole: spaces between two
/// encoded words are none to whoever reads them.
fn header(name: &str, value: &str) -> Result<HeaderValue, Failure> {
    let refused = |_| Failure::new(FailureKind::Refused, "header");
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(refused)?;
    if !value.is_ascii() || value.contains("=?") {
        let encoded = encoded_words(value, name.len() + ": ".len());
        return Ok(HeaderValue::dangerous_new_pre_encoded(
            name,
            value.to_owned(),
            encoded,
        ));
    }
    Ok(HeaderValue::new(name, value.to_owned()))
}

/// A text as encoded words, each of whole characters and at most 75 bytes long, on lines of at most 76 (RFC 2047, 2):
/// `before` bytes stand on the first one already.
fn encoded_words(text: &str, before: usize) -> String {
    const AROUND: usize = "=?utf-8?b??=".len();
    // Three bytes are four digits; a character is whole even where a long name leaves no room.
    let room = |before: usize| 76_usize.saturating_sub(before + AROUND) / 4 * 3;
    let mut words = vec![String::new()];
    for c in text.chars() {
        let most = room(if words.len() == 1 { before } else { " ".len() });
        match words.last_mut() {
            Some(word) if word.is_empty() || word.len() + c.len_utf8() <= most => word.push(c),
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

    fn written(mail: &Mail) -> String {
        String::from_utf8(mail.to_mime().expect("a mail")).expect("ASCII")
    }

    /// The parts of a message as a reader of mails finds them: what lies between lines that begin with the boundary that its
    /// head names.
    fn parts(message: &str) -> Vec<String> {
        let (_, named) = message.split_once("boundary=\"").expect("a boundary");
        let (boundary, _) = named.split_once('"').expect("its end");
        let line = format!("--{boundary}");
        let mut parts = vec![String::new()];
        for read in message.lines() {
            match read.strip_prefix(&line) {
                Some(_) => parts.push(String::new()),
                None => parts
                    .last_mut()
                    .expect("a part")
                    .push_str(&format!("{read}\n")),
            }
        }
        parts
    }

    /// Whoever knows the key and the text knows the boundary.
    #[test]
    fn no_text_is_a_boundary_between_parts() {
        let plain = written(&Mail::saying("text"));
        let (_, named) = plain.split_once("boundary=\"").expect("a boundary");
        let (boundary, _) = named.split_once('"').expect("its end");
        for hostile in [boundary, &format!("part-{}", &hash(&["key"])[..32])] {
            let text = format!(
                "Hello\n--{hostile}\nContent-Type: text/html\n\n<h1>Mine</h1>\n--{hostile}\n\
                 Content-Disposition: attachment\n\nTVqQ\n--{hostile}--\nlost"
            );
            let message = written(&Mail::saying(&text));
            let parts = parts(&message);
            // The head, two parts, and what is behind the last one.
            assert_eq!(parts.len(), 4, "{message}");
            assert!(
                parts[1].contains("\nlost") && parts[2].contains("\nlost"),
                "{message}"
            );
        }
    }

    #[test]
    fn lines_of_headers_are_as_short_as_they_may_be() {
        for letters in 1..99 {
            let subject = "é".repeat(letters);
            let message = written(&Mail {
                subject: subject.clone(),
                ..Mail::saying("")
            });
            let long = message
                .lines()
                .find(|line| line.len() > 76 && line.contains("=?"));
            assert_eq!(long, None);
            let message = message.replace("\r\n ", " ");
            let line = message
                .lines()
                .find_map(|line| line.strip_prefix("Subject: "));
            assert_eq!(decoded(line.expect("a subject")), subject);
        }
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
                from,
                subject: subject.to_owned(),
                ..Mail::saying("")
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
