//! An accepted submission to a mail: subject, text and HTML, the same bytes for the same content.

use std::borrow::Cow;

use forms::{Accepted, Form, Kind, LineSource, Suspicion};
use jiff::Timestamp;
use jiff::tz::Offset;
use ring::digest::{Context, SHA256};

use crate::visible::{ascii_address, escape, reveal, shortened};

/// A mail that is ready to be handed to a provider.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Mail {
    /// The provider's idempotency key; equal for a retry.
    pub key: String,
    /// From the configuration.
    pub from: String,
    /// One address.
    pub to: String,
    /// The visitor's address.
    pub reply_to: Option<String>,
    /// On one line, at most 200 characters.
    pub subject: String,
    /// The plain part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// More headers, such as `List-Unsubscribe`.
    pub headers: Vec<(String, String)>,
    /// Unix seconds of the mail's date.
    pub date: i64,
}

impl Mail {
    /// The mail as a MIME message; the same bytes for the same mail.
    ///
    /// # Errors
    ///
    /// An address that is none.
    pub fn to_mime(&self) -> Result<Vec<u8>, crate::provider::Failure> {
        crate::mime::write(self).map(|message| message.bytes)
    }

    /// What two mails have in common when one may stand for the other. The HTML part says what the
    /// text says.
    pub fn fingerprint(&self) -> [u8; 32] {
        let reply_to = self.reply_to.as_deref().unwrap_or("");
        digest(&[&self.to, reply_to, &self.subject, &self.text])
    }
}

/// Who a mail goes from and to.
pub(crate) struct Ends<'a> {
    pub from: &'a str,
    pub to: &'a str,
    /// Unix seconds.
    pub now: i64,
}

/// The mail of a submission to a form that has a `mail`; None for any other form.
pub(crate) fn of_submission(form: &Form, accepted: &Accepted<'_>, ends: &Ends<'_>) -> Option<Mail> {
    let mail = form.mail.as_ref()?;
    let moment = moment(form, accepted);
    let offset = Offset::from_seconds(mail.offset_minutes() * 60).unwrap_or(Offset::UTC);
    let date = match moment {
        Some(moment) => format!("{} ({})", french(moment, offset), mail.time_name),
        // Without a timestamp the day alone, so that a repeated post makes the same mail.
        None => french_day(Timestamp::from_second(ends.now).unwrap_or_default(), offset),
    };
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(mail.lines.len() + 1);
    for line in &mail.lines {
        let shown = line.of.all().iter().find_map(|source| match source {
            LineSource::Date => Some(Cow::Borrowed(date.as_str())),
            LineSource::Outcome => accepted.outcome_label(form).map(Cow::Borrowed),
            LineSource::Source => accepted.source.as_deref().map(reveal),
            LineSource::Field(name) => answer(form, accepted, name),
        });
        if let Some(value) = shown.or_else(|| line.empty.as_deref().map(Cow::Borrowed)) {
            lines.push((&line.label, value));
        }
    }
    let mut subject = mail.subject.clone();
    for name in forms::placeholders(&mail.subject) {
        let value = accepted.shown(form, name).unwrap_or_default();
        subject = subject.replace(&format!("{{{name}}}"), &shortened(&reveal(&value), 80));
    }
    if !accepted.suspicions.is_empty() {
        subject.insert_str(0, "[suspect] ");
        let reasons = accepted.suspicions.iter().map(|suspicion| match suspicion {
            Suspicion::Honeypot => "champ invisible rempli",
            Suspicion::TooFast => "envoyé plus vite qu’on ne tape",
        });
        let reasons: Vec<&str> = reasons.collect();
        lines.push(("Suspect", reasons.join(", ").into()));
    }
    let reply_to = ascii_address(accepted.text(&mail.reply_to));
    let (text, html) = (
        plain(&mail.intro, &lines),
        table(&subject, &mail.intro, &lines),
    );
    let key = match &accepted.submission {
        Some(id) => format!("{}/{id}", form.id),
        None => format!("{}/{}", form.id, &hash(&[&subject, &text])[..40]),
    };
    Some(Mail {
        key,
        from: ends.from.to_owned(),
        to: ends.to.to_owned(),
        reply_to,
        subject,
        text,
        html,
        headers: Vec::new(),
        date: near(moment.map(Timestamp::as_second), ends.now),
    })
}

/// The payload's timestamp when it is within two days of the clock, else the clock.
fn near(moment: Option<i64>, now: i64) -> i64 {
    moment
        .filter(|moment| moment.abs_diff(now) < 2 * 86_400)
        .unwrap_or(now)
}

fn moment(form: &Form, accepted: &Accepted<'_>) -> Option<Timestamp> {
    let carried = form
        .carried
        .iter()
        .find(|one| one.kind == forms::CarriedKind::Timestamp)?;
    accepted.text(&carried.name).parse().ok()
}

/// A line's label and its value.
type Line<'a> = (&'a str, Cow<'a, str>);

/// What the owner reads of one answer: invisible characters named, foreign domains in ASCII too.
fn answer<'a>(form: &'a Form, accepted: &'a Accepted<'_>, name: &str) -> Option<Cow<'a, str>> {
    let shown = accepted.shown(form, name)?;
    if shown.is_ascii() {
        return Some(shown);
    }
    let mut revealed = reveal(&shown).into_owned();
    let is_address = |field: &forms::Field| field.kind == Kind::Email;
    if form.field(name).is_some_and(is_address) {
        let ascii = ascii_address(&shown).unwrap_or_default();
        revealed.push_str(&format!(" (en ASCII\u{a0}: {ascii})"));
    }
    Some(revealed.into())
}

fn plain(intro: &str, lines: &[Line<'_>]) -> String {
    let mut text = String::with_capacity(1_024);
    text.push_str(intro);
    text.push_str("\n\n");
    for (label, value) in lines {
        let between = if value.contains('\n') {
            "\u{a0}:\n"
        } else {
            "\u{a0}: "
        };
        for part in [label, between, value, "\n"] {
            text.push_str(part);
        }
    }
    text
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#12292b;background:#fff;\
margin:0;padding:24px}table{border-collapse:collapse;max-width:640px}th,td{text-align:left;\
vertical-align:top;padding:8px 16px 8px 0;border-bottom:1px solid #d9e2e1}th{font-weight:600;\
white-space:nowrap}td{white-space:pre-line;overflow-wrap:anywhere}h1{font-size:20px}\
.button{display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c63;color:#fff;\
text-decoration:none;font-weight:600}.note{color:#52696b;font-size:14px}";

fn document(title: &str, body: &[&str]) -> String {
    let title = escape(title);
    let mut document = String::with_capacity(STYLE.len() + 2_048);
    for part in [
        "<!doctype html>\n<html lang=\"fr\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>",
        &title,
        "</title><style>",
        STYLE,
        "</style></head>\n<body>",
    ]
    .iter()
    .chain(body)
    .chain(&["</body></html>\n"])
    {
        document.push_str(part);
    }
    document
}

fn table(subject: &str, intro: &str, lines: &[Line<'_>]) -> String {
    let (subject_html, intro) = (escape(subject), escape(intro));
    let lines: Vec<_> = lines
        .iter()
        .map(|(label, value)| (escape(label), escape(value)))
        .collect();
    let mut body: Vec<&str> = Vec::with_capacity(6 + 5 * lines.len());
    body.extend([
        "<h1>",
        &subject_html,
        "</h1>\n<p>",
        &intro,
        "</p>\n<table>\n",
    ]);
    for (label, value) in &lines {
        body.extend([
            "<tr><th scope=\"row\">",
            label,
            "</th><td>",
            value,
            "</td></tr>\n",
        ]);
    }
    body.push("</table>\n");
    document(subject, &body)
}

/// The two parts of a letter with at most one link.
pub(crate) fn letter(letter: &forms::Letter, address: &str, link: &str) -> (String, String) {
    let filled = letter
        .text
        .replace("{address}", &reveal(address))
        .replace("{link}", link);
    let mut text = filled.clone();
    let mut body = format!("<h1>{}</h1>\n", escape(&letter.subject));
    for paragraph in filled
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
    {
        body.push_str(&format!("<p>{}</p>\n", escape(paragraph)));
    }
    if let Some(button) = &letter.button {
        text.push_str(&format!("\n\n{button}\u{a0}:\n{link}\n"));
        let (link, button) = (escape(link), escape(button));
        body.push_str(&format!(
            "<p><a class=\"button\" href=\"{link}\">{button}</a></p>\n"
        ));
    }
    if let Some(note) = &letter.note {
        text.push_str(&format!("\n{note}\n"));
        body.push_str(&format!("<p class=\"note\">{}</p>\n", escape(note)));
    }
    (text, document(&letter.subject, &[&body]))
}

const MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

fn french_day(moment: Timestamp, offset: Offset) -> String {
    let local = offset.to_datetime(moment);
    let day = if local.day() == 1 {
        "1er".to_owned()
    } else {
        local.day().to_string()
    };
    // Months are 1 to 12.
    format!(
        "{day} {} {}",
        MONTHS[local.month() as usize - 1],
        local.year()
    )
}

fn french(moment: Timestamp, offset: Offset) -> String {
    let local = offset.to_datetime(moment);
    let day = french_day(moment, offset);
    format!("{day} à {}\u{a0}h\u{a0}{:02}", local.hour(), local.minute())
}

/// SHA-256 of the parts; the parts' borders count.
fn digest(parts: &[&str]) -> [u8; 32] {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(&(part.len() as u64).to_be_bytes());
        context.update(part.as_bytes());
    }
    let mut digest = [0; 32];
    digest.copy_from_slice(context.finish().as_ref());
    digest
}

/// [`digest`] in hexadecimal.
pub(crate) fn hash(parts: &[&str]) -> String {
    hexadecimal(&digest(parts))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}
