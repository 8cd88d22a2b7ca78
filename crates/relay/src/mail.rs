//! An accepted submission to a mail: subject, text and HTML, the same bytes for the same content.

use std::borrow::Cow;

use forms::{Accepted, CarriedKind, Dates, Form, Kind, LineSource, Settings, Suspicion};
use jiff::Timestamp;
use jiff::tz::Offset;
use ring::digest::{Context, SHA256};

use crate::page;
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
    /// Whether the visitor gave the address that it goes to.
    #[serde(skip)]
    pub is_to_visitor: bool,
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
    /// The date as the text writes it; empty where it writes none.
    #[serde(skip)]
    pub clock: String,
}

#[cfg(test)]
impl Mail {
    /// A mail to the owner with a text.
    pub(crate) fn saying(text: &str) -> Self {
        Self {
            key: "contact/one".to_owned(),
            from: "site@exemple.re".to_owned(),
            to: "moi@exemple.re".to_owned(),
            is_to_visitor: false,
            reply_to: None,
            subject: "A subject".to_owned(),
            text: text.to_owned(),
            html: format!("<p>{text}</p>\n"),
            headers: Vec::new(),
            date: 0,
            clock: String::new(),
        }
    }
}

impl Mail {
    /// The same with a line before its text; it is the same mail for whoever knows its key.
    pub(crate) fn with_note(&self, note: &str) -> Self {
        let begun = format!("<body><p><strong>{}</strong></p>", escape(note));
        Self {
            text: format!("{note}\n\n{}", self.text),
            html: self.html.replacen("<body>", &begun, 1),
            ..self.clone()
        }
    }

    /// What two mails have in common when one may stand for the other: what the visitor wrote, whenever that was. The
    /// HTML part says what the text says.
    pub fn fingerprint(&self) -> [u8; 32] {
        let reply_to = self.reply_to.as_deref().unwrap_or("");
        let text = self.text_at("");
        digest(&[&self.to, reply_to, &self.subject, &text])
    }

    /// The text with another date.
    fn text_at(&self, clock: &str) -> Cow<'_, str> {
        match self.clock.as_str() {
            "" => Cow::Borrowed(&self.text),
            own => Cow::Owned(self.text.replace(own, clock)),
        }
    }
}

/// The header of a mail that nobody wrote (RFC 3834): who is away does not answer it.
pub(crate) fn by_itself() -> (String, String) {
    ("Auto-Submitted".to_owned(), "auto-generated".to_owned())
}

/// Who a mail goes from and to.
pub(crate) struct Ends<'a> {
    pub from: &'a str,
    pub to: &'a str,
    /// Unix seconds.
    pub now: i64,
    pub settings: &'a Settings,
    /// The language of the page, when it is not that in which the form is written.
    pub language: Option<&'a str>,
}

/// The mail of a submission to a form that has a `mail`; None for any other form.
pub(crate) fn of_submission(form: &Form, accepted: &Accepted<'_>, ends: &Ends<'_>) -> Option<Mail> {
    let mail = form.mail.as_ref()?;
    let texts = &ends.settings.texts;
    let shown = |name: &str| answer(form, accepted, name, ends.settings);
    let offset = Offset::from_seconds(mail.offset_minutes() * 60).unwrap_or(Offset::UTC);
    let now = Timestamp::from_second(ends.now).unwrap_or_default();
    let sent = moment(form, accepted).filter(|sent| is_near(*sent, now));
    let sent = sent.unwrap_or(now);
    let time = day_and_time(&ends.settings.dates, sent, offset);
    let date = format!("{time} ({})", mail.time_name);
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(mail.lines.len() + 1);
    for line in &mail.lines {
        let value = line.of.all().iter().find_map(|source| match source {
            LineSource::Date => Some(Cow::Borrowed(date.as_str())),
            LineSource::Outcome => accepted.outcome_label(form).map(Cow::Borrowed),
            LineSource::Source => accepted.source.as_deref().map(reveal),
            LineSource::Language => ends.language.map(Cow::Borrowed),
            LineSource::Field(name) => shown(name),
        });
        if let Some(value) = value.or_else(|| line.empty.as_deref().map(Cow::Borrowed)) {
            lines.push((&line.label, value));
        }
    }
    for unlisted in unlisted(form, mail) {
        if let Some(value) = shown(unlisted.name) {
            lines.push((unlisted.label, value));
        }
    }
    let mut subject = forms::filled(&mail.subject, |name| {
        let value = accepted.shown(form, name, &ends.settings.numbers);
        Some(shortened(&reveal(&value.unwrap_or_default()), 80))
    });
    if !accepted.suspicions.is_empty() {
        subject = format!("{} {subject}", texts.suspect_mark);
        let reasons = accepted.suspicions.iter().map(|suspicion| match suspicion {
            Suspicion::Honeypot => texts.honeypot.as_str(),
            Suspicion::TooFast => &texts.too_fast,
            Suspicion::Untimed | Suspicion::Unscripted => &texts.untimed,
        });
        let reasons: Vec<&str> = reasons.collect();
        lines.push((&texts.suspect, reasons.join(", ").into()));
    }
    let reply_to = ascii_address(accepted.text(&mail.reply_to));
    let (text, html) = (
        plain(&texts.colon, &mail.intro, &lines),
        table(ends.settings, &subject, &mail.intro, &lines),
    );
    let mut mail = Mail {
        key: String::new(),
        from: ends.from.to_owned(),
        to: ends.to.to_owned(),
        is_to_visitor: false,
        reply_to,
        subject,
        text,
        html,
        headers: Vec::new(),
        date: sent.as_second(),
        clock: date,
    };
    let id = accepted.submission.clone().unwrap_or_else(|| {
        // Whoever sends the same again on the same day has sent it once: the hour is no part of the id. No visitor gives an
        // id with a dot, so that nobody takes the one that is made of another's words.
        let repeated = mail.text_at(&day(&ends.settings.dates, sent, offset));
        format!("same.{}", &hash(&[&mail.subject, &repeated])[..40])
    });
    mail.key = format!("{}/{id}", form.id);
    Some(mail)
}

/// Whether a visitor's clock is believed, by which a retry is the same mail as the first try: it is within two days of
/// this one.
fn is_near(moment: Timestamp, now: Timestamp) -> bool {
    moment.as_second().abs_diff(now.as_second()) < 2 * 86_400
}

/// When a visitor's clock says that a form was sent.
fn moment(form: &Form, accepted: &Accepted<'_>) -> Option<Timestamp> {
    let carried = form
        .carried
        .iter()
        .find(|one| one.kind == forms::CarriedKind::Timestamp)?;
    accepted.text(&carried.name).parse().ok()
}

/// An answer that no line of the mail names.
struct Unlisted<'a> {
    label: &'a str,
    name: &'a str,
}

/// The answers that no line names, so that nothing that was typed is left out. A value made from a
/// field says nothing new, nor does the timestamp, which is the mail's date.
fn unlisted<'a>(form: &'a Form, mail: &'a forms::MailLayout) -> impl Iterator<Item = Unlisted<'a>> {
    let asked = form.fields().map(|field| Unlisted {
        label: &field.label,
        name: &field.name,
    });
    let carried = form.carried.iter();
    let carried = carried.filter(|one| one.kind != CarriedKind::Timestamp && one.from.is_none());
    let carried = carried.map(|one| Unlisted {
        label: &one.name,
        name: &one.name,
    });
    asked.chain(carried).filter(|one| {
        let is_it = |of: &LineSource| matches!(of, LineSource::Field(name) if name == one.name);
        !mail.lines.iter().flat_map(|line| line.of.all()).any(is_it)
    })
}

/// A line's label and its value.
type Line<'a> = (&'a str, Cow<'a, str>);

/// What the owner reads of one answer: invisible characters named, foreign domains in ASCII too.
fn answer<'a>(
    form: &'a Form,
    accepted: &'a Accepted<'_>,
    name: &str,
    settings: &Settings,
) -> Option<Cow<'a, str>> {
    let shown = accepted.shown(form, name, &settings.numbers)?;
    if shown.is_ascii() {
        return Some(shown);
    }
    let mut revealed = reveal(&shown).into_owned();
    let is_address = |field: &forms::Field| field.kind == Kind::Email;
    if form.field(name).is_some_and(is_address) {
        let ascii = ascii_address(&shown).unwrap_or_default();
        let ascii = settings.texts.in_ascii.replace("{address}", &ascii);
        revealed.push_str(&format!(" ({ascii})"));
    }
    Some(revealed.into())
}

fn plain(colon: &str, intro: &str, lines: &[Line<'_>]) -> String {
    let mut text = String::with_capacity(1_024);
    text.push_str(intro);
    text.push_str("\n\n");
    for (label, value) in lines {
        let between = if value.contains('\n') { "\n" } else { " " };
        for part in [label, colon, between, value, "\n"] {
            text.push_str(part);
        }
    }
    text
}

fn document(settings: &Settings, title: &str, body: &[&str]) -> String {
    let (title, spoken) = (escape(title), page::spoken(&settings.language));
    let style = settings.look.mail.as_str();
    let mut document = String::with_capacity(style.len() + 2_048);
    for part in [
        "<!doctype html>\n<html",
        &spoken,
        "><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>",
        &title,
        "</title><style>",
        style,
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

fn table(settings: &Settings, subject: &str, intro: &str, lines: &[Line<'_>]) -> String {
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
    document(settings, subject, &body)
}

/// What a mail says, twice: for programs that show HTML, and for others.
pub(crate) struct Parts {
    pub text: String,
    pub html: String,
}

/// A letter with at most one link.
pub(crate) fn letter(
    settings: &Settings,
    letter: &forms::Letter,
    address: &str,
    link: &str,
) -> Parts {
    let filled = forms::filled(&letter.text, |name| match name {
        "address" => Some(reveal(address)),
        "link" => Some(link.into()),
        _ => None,
    });
    let mut text = filled.clone();
    let mut body = format!("<h1>{}</h1>\n", escape(&letter.subject));
    for paragraph in filled
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
    {
        body.push_str(&format!("<p>{}</p>\n", escape(paragraph)));
    }
    if let Some(button) = &letter.button {
        text.push_str(&format!("\n\n{button}{}\n{link}\n", settings.texts.colon));
        let (link, button) = (escape(link), escape(button));
        body.push_str(&format!(
            "<p><a class=\"button\" href=\"{link}\">{button}</a></p>\n"
        ));
    }
    if let Some(note) = &letter.note {
        text.push_str(&format!("\n{note}\n"));
        body.push_str(&format!("<p class=\"note\">{}</p>\n", escape(note)));
    }
    let html = document(settings, &letter.subject, &[&body]);
    Parts { text, html }
}

fn day(dates: &Dates, moment: Timestamp, offset: Offset) -> String {
    let local = offset.to_datetime(moment);
    let day = match local.day() {
        1 => dates.first.clone(),
        day => day.to_string(),
    };
    // Months are 1 to 12.
    let month = &dates.months[local.month() as usize - 1];
    let written = dates.day.replace("{day}", &day).replace("{month}", month);
    written.replace("{year}", &local.year().to_string())
}

fn day_and_time(dates: &Dates, moment: Timestamp, offset: Offset) -> String {
    let local = offset.to_datetime(moment);
    let written = dates.moment.replace("{hour}", &local.hour().to_string());
    let written = written.replace("{minute}", &format!("{:02}", local.minute()));
    written.replace("{date}", &day(dates, moment, offset))
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
