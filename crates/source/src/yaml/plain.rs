//! Reads the plainest YAML, which most front matter is: a key, a colon and a value on each line.
//!
//! The library knows all of YAML and takes twenty times as long. What is read here is read alike
//! there (`reads_what_the_library_reads`); anything else is left to it.

use std::ops::Range;

use super::node::{Key, Kind, Node};

/// The tree of a text in which each line is `key: value`, the value a word, a date, a small number,
/// a text in quotes without escapes, or a list of such words in brackets. None for any other text.
pub(super) fn parse(text: &str, offset: usize) -> Option<Node> {
    // What is read is kept with its entry, so there is no spare room.
    let mut entries: Vec<(Key, Node)> = Vec::with_capacity(text.lines().count());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let (name, value) = content.split_once(": ")?;
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let may_be_none = MEANT.contains(&name);
        let is_first = entries.iter().all(|(key, _)| key.name != name);
        if may_be_none || !is_first || !name.starts_with(is_letter) || !name.bytes().all(is_name) {
            return None;
        }
        let at = offset + start;
        let key = Key {
            name: name.to_owned(),
            span: at..at + name.len(),
        };
        entries.push((key, value_at(value, at + name.len() + 2)?));
        start += line.len();
    }
    // As for the library, the place of a mapping is where it begins.
    let first = entries.first()?.0.span.start;
    Some(Node {
        kind: Kind::Map(entries),
        span: first..first,
    })
}

fn value_at(text: &str, at: usize) -> Option<Node> {
    let span = at..at + text.len();
    let quoted = |sign: char| text.strip_prefix(sign)?.strip_suffix(sign).zip(Some(sign));
    if let Some((inner, sign)) = quoted('"').or_else(|| quoted('\'')) {
        let is_plain = |c: char| c != sign && c != '\\' && is_printed(c);
        let kind = Kind::Text(inner.to_owned());
        return inner.chars().all(is_plain).then_some(Node { kind, span });
    }
    let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) else {
        return scalar(text, span);
    };
    let mut items = Vec::with_capacity(inner.split(',').count());
    let mut start = at + 1;
    for item in inner.split(',') {
        let word = item.trim_matches(' ');
        let from = start + item.len() - item.trim_start_matches(' ').len();
        items.push(scalar(word, from..from + word.len())?);
        start += item.len() + 1;
    }
    // As for the library, the place of a list is its bracket.
    Some(Node {
        kind: Kind::List(items),
        span: at..at + 1,
    })
}

/// A word or several, a date, or a number without a sign.
fn scalar(text: &str, span: Range<usize>) -> Option<Node> {
    let is_number = text.len() < 10 && text.bytes().all(|b| b.is_ascii_digit());
    let kind = if text.starts_with(is_letter) && !MEANT.contains(&text) {
        let is_plain = |c: char| c.is_alphanumeric() || " -_.,;!?'’()/%+".contains(c);
        let is_text = text.chars().all(is_plain) && !text.ends_with(' ');
        Kind::Text(is_text.then(|| text.to_owned())?)
    } else if is_number && (text == "0" || text.starts_with(|c| matches!(c, '1'..='9'))) {
        Kind::Number(text.parse::<u64>().ok()?.into())
    } else if is_date(text.as_bytes()) {
        Kind::Text(text.to_owned())
    } else {
        return None;
    };
    Some(Node { kind, span })
}

/// Words that may mean something else than themselves in one version of YAML or another.
const MEANT: [&str; 30] = [
    "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES",
    "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "y", "Y", "n", "N", "inf", "nan",
    "NaN", "Inf", "infinity",
];

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// Whether a character of a quoted text stands for itself, on its line.
fn is_printed(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{fe00}'..)
}

/// Whether this is `YYYY-MM-DD`.
fn is_date(text: &[u8]) -> bool {
    let fits = |(at, byte): (usize, &u8)| match at {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == 10 && text.iter().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use super::super::{library, parse as read};
    use crate::Source;

    /// Values of which some are plain, some nearly.
    const VALUES: &[&str] = &[
        "a",
        "Été 2024",
        "\"Un titre : le test\"",
        "'it is'",
        "\"\"",
        "''",
        "\"a\\nb\"",
        "\"a\"b\"",
        "'a''b'",
        "2024-01-15",
        "2024-1-5",
        "0",
        "12",
        "012",
        "1.5",
        "-3",
        "1e3",
        "0x1F",
        "123456789012",
        "true",
        "True",
        "no",
        "null",
        "~",
        "nan",
        "[a, b, c]",
        "[]",
        "[ a ,b ]",
        "[a, 1, 2024-01-15]",
        "[true]",
        "[a,]",
        "[[a]]",
        "[\"a\", b]",
        "[a: b]",
        "a: b",
        "a:",
        "a #b",
        "a # b",
        "# b",
        "a, b",
        "- a",
        "&a b",
        "*a",
        "!a b",
        "|",
        ">",
        "{ a: b }",
        "a ",
        " a",
        "",
        "a\tb",
        "l’été",
        "l'été",
        "«\u{a0}a\u{a0}»",
        "\"l'été\"",
        "'a \"b\"'",
        "'a\\b'",
        "l'été, (ici) ; là !",
        "a/b?",
        "a + 5 %",
        "a - b",
        "é\u{301}",
        "\"\u{feff}\"",
        "\"«\u{202f}a\"",
        "word-word_word.md",
        "a b  c",
        "ﬁn",
        "π",
        "名前",
        "9 lives",
        "3D",
        "1_000",
        "12:30",
        "<<",
        "=",
        "?",
        "\"a\" b",
        "Infinity",
        "Yes",
        "o",
        "\"tab\there\"",
        "\"\u{85}\"",
        "\"\u{2028}\"",
        "ª",
        "ⅷ",
        "[a b, c-d]",
        "[a b",
        "a]",
    ];

    /// Every text that is read here is read alike by the library.
    #[test]
    fn reads_what_the_library_reads() {
        let mut plain = 0;
        let mut check = |text: String| {
            let source = Source::new("a.yaml", format!("--\n{text}"));
            if let Some(node) = super::parse(&source.text[3..], 3) {
                plain += 1;
                let (known, found) = library(&source, 3..source.text.len());
                assert_eq!((Some(&node), found.len()), (known.as_ref(), 0), "{text:?}");
                assert_eq!(read(&source, 3..source.text.len()).0, Some(node));
            }
        };
        for value in VALUES {
            check(format!("key: {value}"));
            check(format!("key: {value}\n"));
            check(format!("key_2: {value}\nother: b\n"));
            check(format!("title: b\nkey: {value}\n"));
            check(format!("k-1: {value}\n"));
            for other in VALUES {
                check(format!("a: {value}\nb: {other}\n"));
                check(format!("a: [{value}, {other}]\n"));
                check(format!("a: {value} {other}\n"));
            }
        }
        for text in [
            "",
            "\n",
            "a: b\n\n",
            "a: b\n\nc: d\n",
            "a: b\n c: d\n",
            "a: b\n c\n",
            "a: b\na: c\n",
            "é: b\n",
            "a: b\n...\n",
            "a: b\n---\n",
            "yes: b\n",
            "null: b\n",
        ] {
            check(text.to_owned());
        }
        assert!(plain > 500, "{plain}");
    }
}
