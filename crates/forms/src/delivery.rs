//! What becomes of a submission: the mail to the owner, or the subscription.

use serde::{Deserialize, Serialize};

use crate::texts::Notice;

/// The mail to the owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Mail"))]
pub struct MailLayout {
    /// With `{field}` placeholders.
    pub subject: String,
    /// First line of the mail.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub intro: String,
    /// The field whose address answers go to.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub reply_to: String,
    /// What UTC is ahead by in the mail's dates, such as `+04:00`.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub utc_offset: String,
    /// Name of that time, such as `heure de La Réunion`.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub time_name: String,
    /// In order. Answers that no line shows follow them.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub lines: Vec<Line>,
}

/// One line of the mail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What stands before the value.
    pub label: String,
    /// The first of these that has a value is shown.
    pub of: LineSources,
    /// Shown when none has; absent: the line is left out.
    pub empty: Option<String>,
}

/// One place that a line's value comes from, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
pub enum LineSources {
    /// One.
    One(LineSource),
    /// The first that has a value.
    First(Vec<LineSource>),
}

impl LineSources {
    /// All of them.
    pub fn all(&self) -> &[LineSource] {
        match self {
            LineSources::One(one) => std::slice::from_ref(one),
            LineSources::First(several) => several,
        }
    }
}

/// Where a mail line's value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum LineSource {
    /// A field or a carried value.
    Field(String),
    /// `@date`: the payload's timestamp.
    Date,
    /// `@outcome`: the label of the form's outcome.
    Outcome,
    /// `@source`: the page that the form stood on.
    Source,
    /// `@language`: the language of that page, when it is not the one in which the form is written.
    Language,
}

impl From<String> for LineSource {
    fn from(name: String) -> Self {
        match name.as_str() {
            "@date" => LineSource::Date,
            "@outcome" => LineSource::Outcome,
            "@source" => LineSource::Source,
            "@language" => LineSource::Language,
            _ => LineSource::Field(name),
        }
    }
}

/// Texts of a subscription with double opt-in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newsletter {
    /// The field that holds the address.
    pub address: String,
    /// The page of the site where the form stands.
    pub page: Option<String>,
    /// Days that the link to confirm works.
    #[serde(default = "week")]
    pub link_days: u32,
    /// The mail that asks to confirm.
    pub confirmation: Letter,
    /// The page that the link opens.
    pub confirm: Notice,
    /// The page after confirming.
    pub confirmed: Notice,
    /// The page of a link that is too old or damaged.
    pub expired: Notice,
    /// The page that asks whether to unsubscribe.
    pub unsubscribe: Notice,
    /// The page after unsubscribing.
    pub unsubscribed: Notice,
    /// The mail to the owner about a new address, when the provider keeps no contacts.
    pub joined: Letter,
    /// The mail to the owner about an address that left.
    pub left: Letter,
}

fn week() -> u32 {
    7
}

/// A mail with at most one link.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// The subject.
    pub subject: String,
    /// The text, paragraphs separated by empty lines; `{address}` and `{link}` are filled in.
    pub text: String,
    /// What the link's button says.
    pub button: Option<String>,
    /// Under the button.
    pub note: Option<String>,
}

impl MailLayout {
    /// Minutes east of UTC in which dates are written.
    pub fn offset_minutes(&self) -> i32 {
        offset_minutes(&self.utc_offset).unwrap_or(0)
    }
}

/// The minutes of an offset from UTC such as `+04:00`.
pub(crate) fn offset_minutes(text: &str) -> Option<i32> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let number = |digits: &str| {
        let is_plain = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
        is_plain.then(|| digits.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours <= 14 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// The `{name}` placeholders of a text.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split('{').skip(1);
    parts.filter_map(|part| Some(part.split_once('}')?.0))
}

/// A text with values in place of its `{name}` placeholders. What is put in is not looked at again: a value may look
/// like a placeholder. One without a value stays.
pub fn filled<V: AsRef<str>>(text: &str, value: impl Fn(&str) -> Option<V>) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part
            .split_once('}')
            .and_then(|(name, after)| Some((value(name)?, after)));
        match known {
            Some((value, after)) => filled.extend([value.as_ref(), after]),
            None => filled.extend(["{", part]),
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<i32>) {
        assert_eq!(offset_minutes(text), expected, "{text:?}");
    }

    #[test]
    fn offsets_from_utc() {
        for (text, minutes) in [
            ("+00:00", 0),
            ("-00:00", 0),
            ("+00:01", 1),
            ("+00:59", 59),
            ("+01:00", 60),
            ("+04:00", 240),
            ("+05:45", 345),
            ("-03:30", -210),
            ("-00:30", -30),
            ("+14:00", 840),
            ("-14:59", -899),
        ] {
            check(text, Some(minutes));
        }
        for text in [
            "",
            "+",
            "-",
            "4",
            "04:00",
            "+4:00",
            "+4",
            "+0400",
            "+15:00",
            "+04:60",
            "+04:6",
            "+04:000",
            "++4:00",
            "+-4:00",
            "+04:+1",
            "+04:",
            "+:00",
            "*04:00",
            "é04:00",
            "+04:00:00",
            " +04:00",
            "Z",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn placeholders_of_a_text() {
        for (text, expected) in [
            ("De {nom} pour {projet}.", vec!["nom", "projet"]),
            ("{a}{b}", vec!["a", "b"]),
            ("{a", vec![]),
            ("a} {b}", vec!["b"]),
            ("", vec![]),
        ] {
            assert_eq!(placeholders(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_value_is_no_placeholder() {
        let value = |name: &str| match name {
            "a" => Some("{b}{a}"),
            "b" => Some("2"),
            _ => None,
        };
        for (text, expected) in [
            ("De {a} pour {b}.", "De {b}{a} pour 2."),
            ("{a}{b}{c}", "{b}{a}2{c}"),
            ("{a", "{a"),
            ("{a{b}}", "{a2}"),
            ("a} {b}", "a} 2"),
            ("", ""),
        ] {
            assert_eq!(filled(text, value), expected, "{text}");
        }
    }
}
