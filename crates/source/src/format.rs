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
    /// A day, `YYYY-MM-DD` (RFC 3339, full-date).
    Date,
    /// An absolute address (RFC 3986).
    Uri,
    /// An e-mail address (RFC 5321).
    Email,
}

impl Format {
    /// Every format with the word that names it in a schema.
    pub const ALL: [(&'static str, Self); 8] = [
        ("entry", Self::Entry),
        ("image", Self::Image),
        ("icon", Self::Icon),
        ("link", Self::Link),
        ("markdown", Self::Markdown),
        ("date", Self::Date),
        ("uri", Self::Uri),
        ("email", Self::Email),
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
}
