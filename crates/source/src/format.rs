//! The kinds of text that a schema may ask for by `format`.

use serde_json::Value;

/// What a text is, by the `format` keyword of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The slug of an entry of the collection that `x-collection` names.
    Entry,
    /// A picture's file.
    Image,
    /// An icon's name.
    Icon,
    /// An address, a site path, an anchor or the file of an entry.
    Link,
    /// Markdown.
    Markdown,
    /// One line of Markdown: no paragraph stands around it, and it may stand in one.
    InlineMarkdown,
    /// A day, `YYYY-MM-DD` (RFC 3339, full-date).
    Date,
    /// An absolute address (RFC 3986).
    Uri,
    /// An e-mail address (RFC 5321).
    Email,
    /// A day and a time (RFC 3339).
    DateTime,
}

/// How a mistake in a text of a format is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation<'a> {
    /// The diagnostic's code.
    pub code: &'static str,
    /// What the text is not.
    pub what: &'a str,
    /// How to write it.
    pub hint: &'static str,
}

impl Format {
    /// Every format with the word that names it in a schema.
    pub const ALL: [(&'static str, Self); 10] = [
        ("entry", Self::Entry),
        ("image", Self::Image),
        ("icon", Self::Icon),
        ("link", Self::Link),
        ("markdown", Self::Markdown),
        ("inline-markdown", Self::InlineMarkdown),
        ("date", Self::Date),
        ("uri", Self::Uri),
        ("email", Self::Email),
        ("date-time", Self::DateTime),
    ];

    /// The format of a name.
    pub fn parse(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| *format)
    }

    /// The format that a schema asks for; none when it asks for none or for one that is not known.
    pub fn of(schema: &Value) -> Option<Self> {
        Self::parse(schema.get("format")?.as_str()?)
    }

    /// Whether only this engine knows it: editors and validators do not.
    pub fn is_own(self) -> bool {
        match self {
            Self::Entry | Self::Image | Self::Icon | Self::Link => true,
            Self::Markdown | Self::InlineMarkdown => true,
            Self::Date | Self::Uri | Self::Email | Self::DateTime => false,
        }
    }

    /// A text of this format, where one can be given without knowing the site.
    pub fn example(self) -> Option<&'static str> {
        match self {
            Self::Date => Some("2024-01-15"),
            Self::DateTime => Some("2024-01-15T00:00:00Z"),
            Self::Uri | Self::Link => Some("https://example.com"),
            Self::Email => Some("name@example.com"),
            _ => None,
        }
    }

    /// How a text that is not of this format is told; only what a validator judges has one.
    pub fn expectation(self) -> Option<Expectation<'static>> {
        let (code, what, hint) = match self {
            Self::Date => (
                "invalid-date",
                "a date",
                "dates are written `2024-01-15`: year, month, day",
            ),
            Self::DateTime => (
                "invalid-date",
                "a date with a time",
                "write it like `2024-01-15T08:30:00Z`",
            ),
            Self::Uri => (
                "invalid-address",
                "an address",
                "addresses begin with `https://`",
            ),
            Self::Email => (
                "invalid-email",
                "an e-mail address",
                "such as `name@example.com`",
            ),
            _ => return None,
        };
        Some(Expectation { code, what, hint })
    }
}
