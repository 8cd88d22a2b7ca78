//! Values that stand in the files of hosts: each kind holds only characters that none of their syntaxes reads as more.

use std::fmt;
use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use source::WebOrigin;

/// Writes a value as it is.
macro_rules! shown {
    ($($kind:ty),*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

shown!(HostPath, Address, Value, Folder);

/// A path from the root of a host, of letters, digits, `-`, `_`, `.`, `~`, `@`, `+` and slashes; empty for the root itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostPath(String);

impl HostPath {
    /// The path that a text is; none when it holds anything else.
    pub fn of(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.~@+/".contains(c);
        let is_path = (text.is_empty() || text.starts_with('/')) && !text.contains("//");
        (is_path && text.chars().all(is_plain)).then(|| Self(text.to_owned()))
    }

    /// A regular expression of this path alone, in any dialect.
    pub fn pattern(&self) -> String {
        self.0.replace('.', "\\.").replace('+', "\\+")
    }

    /// The same path from below another one; as it is when it stands elsewhere.
    pub fn below(&self, base: &Self) -> Self {
        let rest = self.0.strip_prefix(&base.0);
        Self(rest.unwrap_or(&self.0).to_owned())
    }

    /// Whether a slash stands at its end.
    pub fn is_folder(&self) -> bool {
        self.0.ends_with('/')
    }

    /// Whether it is the root itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

/// An address to which visitors are sent: of this host, or an encrypted one; in ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// The address that a text is; none when it has another scheme, or begins with two slashes. What is no letter,
    /// digit or mark of addresses (RFC 3986) is written as its bytes, and so are `$` and `'`, which hosts expand.
    pub fn of(text: &str) -> Option<Self> {
        const OTHERS: AsciiSet = CONTROLS
            .add(b' ')
            .add(b'"')
            .add(b'$')
            .add(b'\'')
            .add(b'<')
            .add(b'>')
            .add(b'\\')
            .add(b'^')
            .add(b'`')
            .add(b'{')
            .add(b'|')
            .add(b'}');
        let is_own = text.starts_with('/') && !text.starts_with("//");
        let is_elsewhere = WebOrigin::of(text).is_some_and(|origin| origin.is_protected());
        let is_plain = !text.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\');
        let encoded = || Self(utf8_percent_encode(text, &OTHERS).to_string());
        (is_plain && (is_own || is_elsewhere)).then(encoded)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The value of a header: visible ASCII and single spaces, without what quotes, expands or escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(String);

impl Value {
    /// A text without whatever cannot be in one.
    pub fn of(text: &str) -> Self {
        let is_plain = |c: &char| matches!(c, ' '..='~') && !"\"\\$`{}".contains(*c);
        Self(text.chars().filter(is_plain).collect())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A folder of a server, from its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(String);

impl Folder {
    /// The folder that a text names; none when it does not begin at the root, leads upwards, or holds what hosts read as
    /// more.
    pub fn of(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.~@+/ ".contains(c);
        let is_direct = !Path::new(text)
            .components()
            .any(|part| part.as_os_str() == "..");
        let is_folder =
            text.starts_with('/') && text.len() > 1 && is_direct && text.chars().all(is_plain);
        is_folder.then(|| Self(text.trim_end_matches('/').to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_can_be_read_as_more_than_one() {
        for wrong in [
            "a", "//a", "/a b", "/a;b", "/a\nb", "/a{b", "/a$b", "/a\"b", "/a'b", "/a*", "/a?b",
            "/a#b", "/a%20b", "/a\\b",
        ] {
            assert_eq!(HostPath::of(wrong), None, "{wrong:?}");
        }
        assert_eq!(
            HostPath::of("/été/a+b.c").map(|p| p.pattern()).as_deref(),
            Some("/été/a\\+b\\.c")
        );
        for (text, expected) in [
            ("/now#part", Some("/now#part")),
            ("/été?a=b&c=%20", Some("/%C3%A9t%C3%A9?a=b&c=%20")),
            (
                "https://x.re/{$a'}|^`<>\"",
                Some("https://x.re/%7B%24a%27%7D%7C%5E%60%3C%3E%22"),
            ),
            ("http://x.re/", None),
            ("http://localhost:1/", Some("http://localhost:1/")),
            ("//x.re", None),
            ("javascript:alert(1)", None),
            ("data:text/html,a", None),
            ("/a b", None),
            ("/a\r\nX: y", None),
            ("/\\x.re", None),
            ("", None),
        ] {
            assert_eq!(
                Address::of(text).as_ref().map(Address::as_str),
                expected,
                "{text:?}"
            );
        }
        assert_eq!(Value::of("a\r\nb: \"c\"; ${d}\\ é'").as_str(), "ab: c; d '");
        for wrong in [
            "", "/", "a", "/a/../b", "/a\"", "/a;", "/a\n", "/a$b", "/a{",
        ] {
            assert_eq!(Folder::of(wrong), None, "{wrong:?}");
        }
    }
}
