//! Text made safe to show: characters that nobody sees are named, HTML is escaped, lines are cut.

use std::borrow::Cow;

/// Names the characters that change how a text reads without being seen: `⟦U+202E⟧`.
///
/// Joiners inside an emoji sequence stay as they are.
pub fn reveal(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut before = '\0';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let joins_emoji = c == '\u{200d}'
            && is_emoji(before)
            && characters.peek().is_some_and(|after| is_emoji(*after));
        if is_unseen(c) && !joins_emoji {
            shown.push_str(&format!("⟦U+{:04X}⟧", u32::from(c)));
        } else {
            shown.push(c);
        }
        before = c;
    }
    Cow::Owned(shown)
}

/// Whether a character takes no room, or turns the direction of what follows.
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// For HTML text and attribute values in double quotes.
pub fn escape(text: &str) -> Cow<'_, str> {
    // Of one byte each, so a text can be cut beside them.
    let is_special = |b: &u8| matches!(b, b'&' | b'<' | b'>' | b'"' | b'\'');
    let Some(mut at) = text.bytes().position(|b| is_special(&b)) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut rest = text;
    loop {
        escaped.push_str(&rest[..at]);
        let Some(special) = rest.as_bytes().get(at) else {
            return Cow::Owned(escaped);
        };
        escaped.push_str(match special {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &rest[at + 1..];
        at = rest
            .bytes()
            .position(|b| is_special(&b))
            .unwrap_or(rest.len());
    }
}

/// The first `most` characters, an ellipsis in place of the rest; on one line.
pub fn shortened(text: &str, most: usize) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if line.chars().count() <= most {
        return line;
    }
    let mut short: String = line.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The address with its domain in ASCII, or None when the domain is no domain.
pub fn ascii_address(address: &str) -> Option<String> {
    let (local, domain) = address.rsplit_once('@')?;
    if domain.chars().any(is_unseen) {
        return None;
    }
    let ascii = idna::domain_to_ascii_strict(domain).ok()?;
    Some(format!("{local}@{ascii}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_characters_are_named() {
        for (text, expected) in [
            ("abc", "abc"),
            ("a\u{202e}b", "a⟦U+202E⟧b"),
            ("a\u{200d}b", "a⟦U+200D⟧b"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
            ("\u{e0041}", "⟦U+E0041⟧"),
            ("é\u{a0}!", "é\u{a0}!"),
        ] {
            assert_eq!(reveal(text), expected);
        }
    }

    #[test]
    fn html_is_text() {
        assert_eq!(escape("<a href=\"'&"), "&lt;a href=&quot;&#39;&amp;");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("ab\ncd", 9), "ab cd");
    }

    #[test]
    fn domains_of_other_scripts() {
        assert_eq!(
            ascii_address("x@пример.рф").as_deref(),
            Some("x@xn--e1afmkfd.xn--p1ai")
        );
        assert_eq!(
            ascii_address("X@exemple.re").as_deref(),
            Some("X@exemple.re")
        );
        assert_eq!(ascii_address("x@a\u{200b}b.re"), None);
    }
}
