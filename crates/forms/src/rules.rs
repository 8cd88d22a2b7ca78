//! What values look like, as patterns that browsers run and as functions that judge here, and how much there may be.
//!
//! The tests hold each function against its pattern.

use crate::form::Kind;

/// One address: no list, no comment, no literal; the domain has a dot and its last label starts
/// with a letter. Letters of other scripts are allowed in the domain, which the relay shows in
/// punycode as well.
pub const EMAIL: &str = r"^[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+)*@(?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}](?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}\-]{0,61}[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}])?\.)+[A-Za-z\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}](?:[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}\-]{0,61}[A-Za-z0-9\u{C0}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}])$";

/// At least eight digits with the usual separators, ten after a plus sign.
pub const PHONE: &str =
    r"^(?:\+\(?[0-9](?:[ .()\/\-]*[0-9]){9,38}|\(?[0-9](?:[ .()\/\-]*[0-9]){7,38})\)?$";

/// An address of the web with a dot in its host.
pub const URL: &str = r#"^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#"<>@:]+\.[^\s\/?#"<>@:]+(?::[0-9]{1,5})?(?:[\/?#][^\s"<>]*)?$"#;

/// A number that is not negative, with at most two decimals.
pub const NUMBER: &str = r"^[0-9]{1,15}(?:[.,][0-9]{1,2})?$";

/// What `Date.prototype.toISOString` writes, and its neighbours of RFC 3339.
pub const TIMESTAMP: &str = r"^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+\-][0-1][0-9]:[0-5][0-9])$";

/// An id that a browser made for a submission.
pub const SUBMISSION: &str = r"^[A-Za-z0-9_\-]{8,64}$";

/// Items that a list may hold.
pub const LIST_ITEMS: usize = 20;

/// Characters of the source page that are kept.
pub const SOURCE_LENGTH: usize = 500;

/// The messages that every form needs, by code.
pub(crate) const CODES: [&str; 7] = [
    "required",
    "too_long",
    "control_character",
    "wrong_type",
    "unknown_field",
    "duplicate_field",
    "too_many",
];

/// The kind of a word.
pub(crate) fn kind(word: &str) -> Option<Kind> {
    use serde::de::{Deserialize, IntoDeserializer, value::Error};
    Kind::deserialize(IntoDeserializer::<Error>::into_deserializer(word)).ok()
}

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

/// Whether a value matches the pattern of its kind, when there is one.
pub(crate) fn fits(kind: Kind, value: &str) -> bool {
    match kind {
        Kind::Email => is_email(value),
        Kind::Phone => is_phone(value),
        Kind::Url => is_url(value),
        Kind::Number => is_number(value),
        Kind::Choice | Kind::Multi | Kind::Text | Kind::Textarea => true,
    }
}

/// [`EMAIL`].
fn is_email(value: &str) -> bool {
    let Some((local, domain)) = value.split_once('@') else {
        return false;
    };
    let is_atom = |atom: &str| {
        let known = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b);
        !atom.is_empty() && atom.bytes().all(known)
    };
    let is_label = |label: &str| {
        let ends_well = label.starts_with(is_domain_letter) && label.ends_with(is_domain_letter);
        ends_well
            && label.chars().all(|c| c == '-' || is_domain_letter(c))
            && label.chars().count() <= 63
    };
    let Some((_, last)) = domain.rsplit_once('.') else {
        return false;
    };
    local.split('.').all(is_atom)
        && domain.split('.').all(is_label)
        && !last.starts_with(|c: char| c.is_ascii_digit())
        && last.chars().nth(1).is_some()
}

/// A letter or digit of a domain.
fn is_domain_letter(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '\u{C0}'..='\u{1FFF}'
        | '\u{2C00}'..='\u{2DFF}' | '\u{3040}'..='\u{D7FF}')
}

/// [`PHONE`].
fn is_phone(value: &str) -> bool {
    let (least, value) = match value.strip_prefix('+') {
        Some(value) => (10, value),
        None => (8, value),
    };
    let value = value.strip_prefix('(').unwrap_or(value);
    let value = value.strip_suffix(')').unwrap_or(value);
    let known = |b: u8| b.is_ascii_digit() || b" .()/-".contains(&b);
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    (least..=39).contains(&digits)
        && value.bytes().all(known)
        && value.starts_with(|c: char| c.is_ascii_digit())
        && value.ends_with(|c: char| c.is_ascii_digit())
}

/// [`URL`].
fn is_url(value: &str) -> bool {
    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
    if value.contains(|c| is_space(c) || matches!(c, '"' | '<' | '>')) {
        return false;
    }
    let Some((scheme, rest)) = value.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let is_port = |port: &str| is_digits(port, 5);
    // A dot with something before and after it.
    let has_dot = host
        .char_indices()
        .skip(1)
        .any(|(at, c)| c == '.' && at + 1 < host.len());
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && has_dot
        && !host.contains('@')
        && port.is_none_or(is_port)
}

/// [`NUMBER`].
fn is_number(value: &str) -> bool {
    match value.split_once(['.', ',']) {
        Some((whole, decimals)) => is_digits(whole, 15) && is_digits(decimals, 2),
        None => is_digits(value, 15),
    }
}

/// [`TIMESTAMP`].
pub(crate) fn is_timestamp(value: &str) -> bool {
    let Some((moment, rest)) = value.split_at_checked(19) else {
        return false;
    };
    let (fraction, offset) = match rest.find(['Z', '+', '-']) {
        Some(at) => rest.split_at(at),
        None => return false,
    };
    is_between(moment, "0000-00-00T00:00:00", "9999-19-39T29:59:59")
        && (fraction.is_empty() || fraction.strip_prefix('.').is_some_and(|d| is_digits(d, 9)))
        && (offset == "Z" || is_between(&offset[1..], "00:00", "19:59"))
}

/// [`SUBMISSION`].
pub(crate) fn is_submission(value: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    (8..=64).contains(&value.len()) && value.bytes().all(known)
}

/// One to `most` digits.
fn is_digits(value: &str, most: usize) -> bool {
    (1..=most).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_digit())
}

/// Whether each character lies between its neighbours of the same place, and there are as many.
fn is_between(value: &str, least: &str, most: &str) -> bool {
    let bounds = least.bytes().zip(most.bytes());
    value.len() == least.len()
        && value
            .bytes()
            .zip(bounds)
            .all(|(b, (low, high))| (low..=high).contains(&b))
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
    use regex_lite::Regex;

    use super::*;

    type Rule = (&'static str, fn(&str) -> bool);

    const RULES: [Rule; 6] = [
        (EMAIL, is_email),
        (PHONE, is_phone),
        (URL, is_url),
        (NUMBER, is_number),
        (TIMESTAMP, is_timestamp),
        (SUBMISSION, is_submission),
    ];

    #[track_caller]
    fn check(pattern: &str, value: &str, expected: bool) {
        let rule = RULES.iter().find(|(known, _)| *known == pattern).unwrap();
        assert_eq!(rule.1(value), expected, "{value:?}");
        let pattern = Regex::new(pattern).unwrap();
        assert_eq!(
            pattern.is_match(value),
            expected,
            "{value:?} by its pattern"
        );
    }

    /// Values near the border of what a pattern takes: one that it takes with some characters
    /// taken out, doubled, or replaced.
    fn near(good: &str, mut random: u64) -> String {
        const OTHERS: &[char] = &[
            '@', '.', '-', '+', ':', '/', '?', '#', ',', ' ', '(', ')', '0', '9', '1', '2', 'a',
            'Z', 'z', 'T', '_', '"', '<', '\n', '\t', '\0', 'é', 'ß', '\u{bf}', '\u{c0}',
            '\u{1fff}', '\u{2000}', '\u{d7ff}', '日', '😀', '\u{7f}', '{', '~', '=', '\'',
        ];
        let mut next = move |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as usize % below
        };
        let mut value: Vec<char> = good.chars().collect();
        for _ in 0..1 + next(3) {
            let at = next(value.len().max(1)).min(value.len().saturating_sub(1));
            match next(5) {
                0 if !value.is_empty() => drop(value.remove(at)),
                1 if !value.is_empty() => value.insert(at, value[at]),
                2 => value.insert(at, OTHERS[next(OTHERS.len())]),
                3 => {
                    let part: Vec<char> = value[at..].iter().take(next(40)).copied().collect();
                    for c in part {
                        value.insert(at, c);
                    }
                }
                _ if !value.is_empty() => value[at] = OTHERS[next(OTHERS.len())],
                _ => {}
            }
        }
        value.into_iter().collect()
    }

    #[test]
    fn a_label_of_a_domain_has_63_characters_at_most() {
        for (length, expected) in [(63, true), (64, false)] {
            check(EMAIL, &format!("a@{}.re", "b".repeat(length)), expected);
        }
    }

    #[test]
    fn functions_and_patterns_agree() {
        let seeds = [
            "a@b.re",
            "jean.dupont+devis@mail.exemple.re",
            "x@пример.рф",
            "a@xn--e1afmkfd.xn--p1ai",
            "+262-692123456",
            "(0262) 12 34 56",
            "06/12/34/56",
            "https://exemple.re",
            "HTTP://a.b:8080/c?d=e#f",
            "http://a..b?x",
            "1500",
            "123456789,25",
            "2026-11-21T08:30:00.000Z",
            "2026-11-21T08:30:00+04:00",
            "3f2a9c1e-0000-4000-8000-000000000001",
            "abcd_123",
        ];
        let patterns = RULES.map(|(pattern, rule)| (Regex::new(pattern).unwrap(), rule));
        let (mut taken, mut refused) = (0, 0);
        for number in 0..40_000 {
            let value = near(seeds[number % seeds.len()], number as u64);
            // `\s` is wider in browsers, and so in the function, than in the crate of this test.
            let has_wide_space = value.contains(|c: char| c.is_whitespace() && !c.is_ascii());
            for (pattern, rule) in &patterns {
                if has_wide_space && pattern.as_str() == URL {
                    continue;
                }
                let expected = pattern.is_match(&value);
                assert_eq!(rule(&value), expected, "{value:?} and {pattern}");
                if expected {
                    taken += 1;
                } else {
                    refused += 1;
                }
            }
        }
        assert!(taken > 5_000 && refused > 5_000, "{taken} and {refused}");
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
        for bad in [
            "12",
            "+",
            "0692",
            "06 92 12 3",
            "06 92 12 34 ab",
            "+262-",
            "+262-069212",
            "javascript:12345678",
        ] {
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
        // A clock may be wrong by any number of years.
        check(TIMESTAMP, "1970-01-01T00:00:07Z", true);
        check(TIMESTAMP, "9999-12-31T23:59:59.999Z", true);
        check(TIMESTAMP, "2026-11-21 08:30", false);
    }
}
