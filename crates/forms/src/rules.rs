//! Patterns and limits of values, in the syntax that Rust and browsers share.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::form::Kind;

/// One address: no list, no comment, no literal; the domain has a dot and its last label starts
/// with a letter. Letters of other scripts are allowed in the domain, which the relay shows in
/// punycode as well.
pub const EMAIL: &str = r"^[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+)*@(?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}](?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}\-]{0,61}[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}])?\.)+[A-Za-z\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}](?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}\-]{0,61}[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}])$";

/// Digits with the usual separators, a plus sign first or not.
pub const PHONE: &str = r"^\+?[0-9(](?:[0-9 .()\/\-]{2,38})[0-9)]$";

/// An address of the web with a dot in its host.
pub const URL: &str = r#"^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#"<>@:]+\.[^\s\/?#"<>@:]+(?::[0-9]{1,5})?(?:[\/?#][^\s"<>]*)?$"#;

/// A number that is not negative, with at most two decimals.
pub const NUMBER: &str = r"^[0-9]{1,9}(?:[.,][0-9]{1,2})?$";

/// What `Date.prototype.toISOString` writes, and its neighbours of RFC 3339.
pub const TIMESTAMP: &str = r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+\-][0-1][0-9]:[0-5][0-9])$";

/// An id that a browser made for a submission.
pub const SUBMISSION: &str = r"^[A-Za-z0-9_\-]{8,64}$";

/// Items that a list may hold.
pub const LIST_ITEMS: usize = 20;

/// Characters of the source page that are kept.
pub const SOURCE_LENGTH: usize = 500;

/// The pattern of a kind and the code of a value that does not match it.
pub(crate) fn pattern(kind: Kind) -> Option<(&'static str, &'static str)> {
    match kind {
        Kind::Email => Some((EMAIL, "email_invalid")),
        Kind::Phone => Some((PHONE, "phone_invalid")),
        Kind::Url => Some((URL, "url_invalid")),
        Kind::Number => Some((NUMBER, "number_invalid")),
        Kind::Choice | Kind::Multi | Kind::Text | Kind::Textarea => None,
    }
}

/// Whether a value matches one of the patterns of this module.
pub(crate) fn matches(pattern: &str, value: &str) -> bool {
    static COMPILED: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        [EMAIL, PHONE, URL, NUMBER, TIMESTAMP, SUBMISSION]
            .into_iter()
            // The patterns are constants of this file, compiled by its tests.
            .filter_map(|pattern| Some((pattern, Regex::new(pattern).ok()?)))
            .collect()
    });
    COMPILED
        .iter()
        .find(|(source, _)| *source == pattern)
        .is_some_and(|(_, compiled)| compiled.is_match(value))
}

/// Characters allowed in a kind when the definition does not say.
pub(crate) fn default_length(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Text => Some(200),
        Kind::Email => Some(254),
        Kind::Phone => Some(40),
        Kind::Textarea => Some(5_000),
        Kind::Url => Some(500),
        Kind::Number => Some(12),
        Kind::Choice | Kind::Multi => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, value: &str, expected: bool) {
        assert_eq!(matches(pattern, value), expected, "{value:?}");
    }

    #[test]
    fn every_pattern_compiles() {
        for pattern in [EMAIL, PHONE, URL, NUMBER, TIMESTAMP, SUBMISSION] {
            assert!(Regex::new(pattern).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn addresses() {
        for good in [
            "a@b.re",
            "jean.dupont+devis@exemple.re",
            "o'brien@mail.example.co.uk",
            "x@exämple.fr",
            "x@пример.рф",
            "x@例え.テスト",
            "x@xn--e1afmkfd.xn--p1ai",
            "a@1a.fr",
        ] {
            check(EMAIL, good, true);
        }
        for bad in [
            "",
            "a",
            "a@b",
            "@b.re",
            "a@.re",
            "a@b.",
            "a@b..re",
            ".a@b.re",
            "a.@b.re",
            "a..b@c.re",
            "a@b.re, c@d.re",
            "a@b.re;c@d.re",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b.1",
            "a b@c.re",
            "A <a@b.re>",
            "\"a b\"@c.re",
            "a@b.re\n",
            "a@b_c.re",
            "a@-b.re",
            "a@b-.re",
            "a@b\u{202e}.re",
            "a@b\u{200b}c.re",
            "é@b.re",
            "a@b.re(c)",
            "a@@b.re",
            "a@b.re/x",
        ] {
            check(EMAIL, bad, false);
        }
    }

    #[test]
    fn phones_urls_numbers_and_dates() {
        for good in [
            "+262-692123456",
            "0692 12 34 56",
            "06.92.12.34.56",
            "(0262) 12 34 56",
        ] {
            check(PHONE, good, true);
        }
        for bad in ["12", "+", "06 92 ab", "+262-", "javascript:1234"] {
            check(PHONE, bad, false);
        }
        for good in [
            "https://exemple.re",
            "HTTP://a.b/c?d=e#f",
            "https://é.fr:8080/x",
        ] {
            check(URL, good, true);
        }
        for bad in [
            "exemple.re",
            "javascript:alert(1)",
            "https://localhost",
            "https://a.b/<x>",
            "https://u:p@a.b",
        ] {
            check(URL, bad, false);
        }
        for (value, expected) in [
            ("1500", true),
            ("1500.50", true),
            ("1500,5", true),
            ("-1", false),
            ("1e9", false),
            ("NaN", false),
        ] {
            check(NUMBER, value, expected);
        }
        check(TIMESTAMP, "2026-11-21T08:30:00.000Z", true);
        check(TIMESTAMP, "2026-11-21 08:30", false);
    }
}
