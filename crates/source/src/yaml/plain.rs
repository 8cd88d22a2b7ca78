//! Reads the plainest YAML, which most front matter is: keys with values, lists, mappings and blocks of text below them, no
//! anchor, no tag, few escapes.
//!
//! The library knows all of YAML and takes twenty times as long. What is read here is read alike
//! there (`reads_what_the_library_reads`); anything else is left to it.

use std::ops::Range;

use serde_json::Number;

use super::node::{Key, Kind, Node};
use crate::exact;

/// Deeper nesting, and mappings of more keys, are left to the library, which counts and sorts.
const MOST_DEPTH: usize = 12;
const MOST_KEYS: usize = 100;

/// The tree of a text in blocks of `key: value` and `- value`, each value a word or several, `true`, `false`, a date, a
/// plain number, a text in quotes, or a list or mapping of such in brackets. None for any other text.
pub(super) fn parse(text: &str, offset: usize) -> Option<Node> {
    let mut lines = Lines {
        text,
        offset,
        next: 0,
        pending: None,
    };
    let first = lines.peek().filter(|line| line.indent == 0)?;
    let node = lines.block(first.indent, 0)?;
    lines.peek().is_none().then_some(node)
}

/// A line, or what stands behind a dash, without its indentation.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// How many spaces or dashes stand before it.
    indent: usize,
    content: &'a str,
    /// Where it begins in the source.
    at: usize,
}

/// How the lines of a text become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `>-`: lines of one indentation, with spaces between.
    Folded,
    /// `|`: as they stand, with the last break.
    Literal,
}

struct Lines<'a> {
    text: &'a str,
    offset: usize,
    /// Where the next line begins.
    next: usize,
    /// The line that was looked at and not used yet.
    pending: Option<Line<'a>>,
}

impl<'a> Lines<'a> {
    /// The next line that is neither empty nor a comment.
    fn peek(&mut self) -> Option<Line<'a>> {
        while self.pending.is_none() && self.next < self.text.len() {
            let rest = &self.text[self.next..];
            let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
            let content = rest[..end].trim_start_matches(' ');
            let indent = end - content.len();
            let at = self.offset + self.next + indent;
            self.next += (end + 1).min(rest.len());
            let is_comment = content.starts_with('#') && content.chars().all(is_printed);
            if !content.is_empty() && !is_comment {
                self.pending = Some(Line {
                    indent,
                    content,
                    at,
                });
            }
        }
        self.pending
    }

    /// The mapping or list whose first line is next.
    fn block(&mut self, indent: usize, depth: usize) -> Option<Node> {
        let first = self.peek().filter(|_| depth < MOST_DEPTH)?;
        match first.content.strip_prefix("- ") {
            Some(_) => self.list(indent, depth),
            None => self.map(indent, depth),
        }
    }

    fn map(&mut self, indent: usize, depth: usize) -> Option<Node> {
        let mut entries: Vec<(Key, Node)> = Vec::new();
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            let (name, value) = key(line.content).filter(|_| line.indent == indent)?;
            if entries.len() == MOST_KEYS || entries.iter().any(|(key, _)| key.name == name) {
                return None;
            }
            self.pending = None;
            let key = Key {
                name: name.to_owned(),
                span: line.at..line.at + name.len(),
            };
            let node = match value.trim_start_matches(' ') {
                "" => self.below(indent, key.span.end, depth)?,
                ">-" => self.text_block(indent, Style::Folded)?,
                "|" => self.text_block(indent, Style::Literal)?,
                text => value_at(text, line.at + line.content.len() - text.len())?,
            };
            entries.push((key, node));
        }
        // As for the library, the place of a mapping is where it begins.
        let first = entries.first()?.0.span.start;
        Some(Node {
            // What is read is kept with its entry.
            kind: Kind::Map(exact(entries)),
            span: first..first,
        })
    }

    /// What stands below a key that ends at a place of the source.
    fn below(&mut self, indent: usize, key_end: usize, depth: usize) -> Option<Node> {
        match self.peek() {
            Some(line) if line.indent > indent => self.block(line.indent, depth + 1),
            // A list that stands no deeper than its key: few write so.
            Some(line) if line.indent == indent && line.content.starts_with('-') => None,
            _ => Some(Node::null(key_end..key_end)),
        }
    }

    /// Lines that stand deeper than their key.
    fn text_block(&mut self, indent: usize, style: Style) -> Option<Node> {
        let (mut text, mut own, mut start, mut after) = (String::new(), 0, 0, 0);
        let mut empty = 0;
        while self.next < self.text.len() {
            let rest = &self.text[self.next..];
            let end = memchr::memchr(b'\n', rest.as_bytes())?;
            let content = rest[..end].trim_start_matches(' ');
            let deep = end - content.len();
            if end == 0 && !text.is_empty() {
                // Lines with nothing between begin a paragraph.
                empty += 1;
                self.next += 1;
                continue;
            }
            if content.is_empty() {
                return None;
            }
            if deep <= indent {
                after = deep;
                break;
            }
            if text.is_empty() {
                (own, start) = (deep, self.offset + self.next + deep);
            } else {
                match style {
                    Style::Folded if empty > 0 => {}
                    Style::Folded => text.push(' '),
                    Style::Literal => text.push('\n'),
                }
            }
            (0..std::mem::take(&mut empty)).for_each(|_| text.push('\n'));
            let is_deeper = deep > own && style == Style::Literal;
            if deep != own && !is_deeper
                || content.ends_with(' ')
                || !content.chars().all(is_printed)
            {
                return None;
            }
            text.push_str(&rest[own..end]);
            self.next += end + 1;
        }
        if text.is_empty() || empty > 0 {
            return None;
        }
        if style == Style::Literal {
            text.push('\n');
        }
        let kind = Kind::Text(text);
        // As for the library, the place of such a text reaches to what follows it.
        let span = start..self.offset + self.next + after;
        Some(Node { kind, span })
    }

    fn list(&mut self, indent: usize, depth: usize) -> Option<Node> {
        let mut items = Vec::new();
        let start = self.peek()?.at;
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            let dash = line.content.strip_prefix("- ");
            let rest = dash.filter(|_| line.indent == indent)?;
            let content = rest.trim_start_matches(' ');
            let before = line.content.len() - content.len();
            let at = line.at + before;
            self.pending = None;
            items.push(match key(content) {
                Some(_) => {
                    let indent = indent + before;
                    self.pending = Some(Line {
                        indent,
                        content,
                        at,
                    });
                    self.block(indent, depth + 1)?
                }
                None => value_at(content, at)?,
            });
        }
        // As for the library, the place of a list is its first dash.
        Some(Node {
            kind: Kind::List(exact(items)),
            span: start..start,
        })
    }
}

/// The key that a text begins with, and what follows its colon.
fn key(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_at(text.find(':')?);
    let value = &value[1..];
    let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$');
    let is_key = name.starts_with(|c| is_letter(c) || c == '$')
        && name.bytes().all(is_name)
        && !MEANT.contains(&name)
        && !matches!(name, "true" | "false");
    (is_key && (value.is_empty() || value.starts_with(' '))).then_some((name, value))
}

/// The value that is all of a text, at a place of the source.
fn value_at(text: &str, at: usize) -> Option<Node> {
    let mut inline = Inline {
        text,
        at: 0,
        offset: at,
    };
    match text.as_bytes().first()? {
        b'[' | b'{' | b'"' | b'\'' => {
            let node = inline.value(0)?;
            (inline.at == text.len()).then_some(node)
        }
        _ => scalar(text, at..at + text.len()),
    }
}

/// A value within a line.
struct Inline<'a> {
    text: &'a str,
    /// How much of it is read.
    at: usize,
    /// Where it begins in the source.
    offset: usize,
}

impl Inline<'_> {
    fn value(&mut self, depth: usize) -> Option<Node> {
        let start = self.at;
        match self.text.as_bytes().get(start)? {
            b'[' if depth < MOST_DEPTH => self.list(depth),
            b'{' if depth < MOST_DEPTH => self.map(depth),
            sign @ (b'"' | b'\'') => {
                let (text, len) = quoted(&self.text[start + 1..], *sign)?;
                self.at = start + len + 2;
                let is_doubled = self.text.as_bytes().get(self.at) == Some(sign);
                let kind = Kind::Text(text);
                let span = self.offset + start..self.offset + self.at;
                (!is_doubled).then_some(Node { kind, span })
            }
            _ => {
                let rest = &self.text[start..];
                let end = rest.find([',', ']', '}', ':', '[', '{'])?;
                let word = rest[..end].trim_end_matches(' ');
                self.at = start + end;
                let at = self.offset + start;
                scalar(word, at..at + word.len())
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Node> {
        let start = self.offset + self.at;
        let mut items = Vec::new();
        self.at += 1;
        if !self.ends(b']') {
            loop {
                self.spaces();
                items.push(self.value(depth + 1)?);
                if self.ends(b']') {
                    break;
                }
                self.comma()?;
            }
        }
        // As for the library, the place of a list is its bracket.
        Some(Node {
            kind: Kind::List(exact(items)),
            span: start..start + 1,
        })
    }

    fn map(&mut self, depth: usize) -> Option<Node> {
        let start = self.offset + self.at;
        let mut entries: Vec<(Key, Node)> = Vec::new();
        self.at += 1;
        if !self.ends(b'}') {
            loop {
                self.spaces();
                let (name, value) = key(&self.text[self.at..])?;
                if !value.starts_with(' ') || entries.len() == MOST_KEYS {
                    return None;
                }
                let at = self.offset + self.at;
                let key = Key {
                    name: name.to_owned(),
                    span: at..at + name.len(),
                };
                if entries.iter().any(|(other, _)| other.name == name) {
                    return None;
                }
                self.at += name.len() + 1;
                self.spaces();
                entries.push((key, self.value(depth + 1)?));
                if self.ends(b'}') {
                    break;
                }
                self.comma()?;
            }
        }
        Some(Node {
            kind: Kind::Map(exact(entries)),
            span: start..start + 1,
        })
    }

    fn spaces(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|b| **b == b' ').count();
    }

    /// Whether the bracket ends here; it is read then.
    fn ends(&mut self, bracket: u8) -> bool {
        self.spaces();
        let ends = self.text.as_bytes().get(self.at) == Some(&bracket);
        self.at += usize::from(ends);
        ends
    }

    fn comma(&mut self) -> Option<()> {
        (self.text.as_bytes().get(self.at) == Some(&b',')).then(|| self.at += 1)
    }
}

/// What stands before the closing quotation mark, and how many bytes that takes.
fn quoted(text: &str, mark: u8) -> Option<(String, usize)> {
    let (mut inner, mut at) = (String::new(), 0);
    loop {
        let rest = &text[at..];
        let len = memchr::memchr2(mark, b'\\', rest.as_bytes())?;
        let plain = &rest[..len];
        if !plain.chars().all(is_printed) {
            return None;
        }
        inner.push_str(plain);
        at += len;
        let mut signs = rest[len..].bytes();
        match (signs.next()?, signs.next()) {
            (sign, _) if sign == mark => return Some((inner, at)),
            (_, Some(sign @ (b'"' | b'\\' | b'n'))) if mark == b'"' => {
                inner.push(if sign == b'n' { '\n' } else { char::from(sign) });
                at += 2;
            }
            _ => return None,
        }
    }
}

/// A word or several, `true` or `false`, a date, or a number.
fn scalar(text: &str, span: Range<usize>) -> Option<Node> {
    let is_word =
        text.starts_with(|c: char| is_letter(c) || c == '/' || is_sign(c) && !c.is_ascii());
    let kind = if is_word && !MEANT.contains(&text) {
        match text {
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            _ => Kind::Text(is_text(text).then(|| text.to_owned())?),
        }
    } else if is_date(text.as_bytes()) {
        Kind::Text(text.to_owned())
    } else if is_mixed(text) {
        Kind::Text(is_text(text).then(|| text.to_owned())?)
    } else {
        Kind::Number(number(text)?)
    };
    Some(Node { kind, span })
}

/// Whether a text that begins as a word is one for YAML as well.
fn is_text(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || is_sign(c);
    // A colon within a word, as in an address, is part of it.
    let mut words = text.split(':');
    let is_whole = |word: &str| !word.is_empty() && !word.starts_with(' ');
    let first = words.next().unwrap_or_default();
    first.chars().all(is_plain)
        && words.all(|word| is_whole(word) && word.chars().all(is_plain))
        && !text.ends_with(' ')
        // Behind a space it begins a comment.
        && !text.contains(" #")
}

/// Whether a text begins with a digit, or a dash before a letter, and holds what no number does.
fn is_mixed(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('-') {
        return rest.starts_with(is_letter) && !MEANT.contains(&rest);
    }
    let of_number = |c: char| c.is_ascii_hexdigit() || "xXoO_.+-".contains(c);
    let mut signs = text.match_indices(['+', '-']);
    let is_sum = |(at, _): (usize, &str)| !text[..at].ends_with(['e', 'E']);
    text.starts_with(|c: char| c.is_ascii_digit())
        && !text.contains(':')
        && (!text.chars().all(of_number) || signs.any(is_sum))
}

/// Whether a character stands for itself within a text, at whatever place.
fn is_sign(c: char) -> bool {
    // Arrows, mathematics and pictures.
    SIGNS.contains(c) || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

const SIGNS: &str = " -_.,;!?'’#()[]{}/%+*=&@$<>|`\"\u{a0}\u{202f}«»“”°·–—…€×÷";

/// A whole number or a decimal fraction as everybody writes them.
fn number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_plain =
        text.len() < 10 && are_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    match fraction {
        _ if !is_plain || digits == "0" && text != "0" => None,
        None => Some(text.parse::<i64>().ok()?.into()),
        Some(fraction) if are_digits(fraction) => Number::from_f64(text.parse().ok()?),
        Some(_) => None,
    }
}

/// Words that may mean something else than themselves in one version of YAML or another.
const MEANT: [&str; 28] = [
    "null", "Null", "NULL", "True", "TRUE", "False", "FALSE", "yes", "Yes", "YES", "no", "No",
    "NO", "on", "On", "ON", "off", "Off", "OFF", "y", "Y", "n", "N", "inf", "nan", "NaN", "Inf",
    "infinity",
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
        "5-erreurs",
        "15+",
        "75 %",
        "3 200 €",
        "2014-2023",
        "12e+3",
        "12e+3+",
        "1-",
        "1e-",
        "0x1-2",
        "-year",
        "-inf",
        "-nan",
        "-é",
        "--a",
        "0x1G",
        "1e3s",
        "0o8z",
        "1_000m",
        "12 : x",
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
        "false",
        "-12",
        "-0",
        "0.5",
        "1.50",
        ".5",
        "1.",
        "00.5",
        "1.2.3",
        "123456.789",
        "https://exemple.re/a?b=c",
        "a:b: c",
        "a :b",
        "a::b",
        "12:30:00",
        "[\"a, b\", 'c', false, -1.5]",
        "[ ]",
        "{}",
        "{ a: 1, b: [c, \"d\"] }",
        "{ a: {b: c} , d: true }",
        "{a: b, a: c}",
        "{a, b}",
        "{a: }",
        "{ a: 'b' }x",
        "[a: b, c]",
        "[a]b",
        "[[a], [b, [c]]]",
        "[{ a: 1 }, { b: 2 }]",
        "Prix : 5 €",
        "a — b… «\u{a0}c\u{a0}»",
        "b: c",
        "#a",
        "a#b",
        "a # b#",
        "/a#b",
        "[a#b, c #d]",
        "\u{a0}#a",
        "€",
        "− 62 €",
        "÷ 4",
        "« a »",
        "→ b",
        "🇫🇷",
        "a 🙂",
        "{ a: €, b: − 3 }",
        "\"a\\\"b\"",
        "\"\\\\\"",
        "\"a\\n\\nb\", c",
        "\"\\t\"",
        "\"\\",
        "'a\\n'",
        "['a\\', \"b\\\\\"]",
    ];

    /// Texts in which 1 and 2 are values.
    const SHAPES: &[&str] = &[
        "a:\n  - 1\n  - 2\nb: c\n",
        "a:\n- 1\n- 2\nb: c\n",
        "a:\n  b: 1\n  c:\n    d: 2\ne: f\n",
        "a:\n  - b: 1\n    c: 2\n  - d: e\n",
        "a:\n  - b: 1\n    c:\n      - 2\n      - d\n    e: f\n",
        "a:\n  -   b: 1\n      c: 2\n",
        "a:\n  -   b: 1\n    c: 2\n",
        "a:\n  - - 1\n    - 2\n",
        "a:\n  -\n    b: 1\n",
        "a: { b: 1, c: 2 }\n",
        "a: [1, {b: 2}]\n",
        "a:\n  - { b: 1 }\n  - [2]\n",
        "a: 1\n\n# note\nb:\n  # note\n\n  c: 2\n",
        "a:\nb: 1\nc:\n",
        "a:   1\nb : 2\n",
        "a: 1\n  2\n",
        "a:\n  1\nb: 2\n",
        "a:\n    b: 1\n  c: 2\n",
        "a:\n  - b\n    1\n  - 2\n",
        "a:\n  - b\n   - 1\n",
        "a:\n  - b\n - 1\n",
        "a:\n  b: 1\n c: 2\n",
        "  a: 1\n  b: 2\n",
        "- 1\n- 2\n",
        "- a: 1\n  b: 2\n- c\n",
        "a: 1 # 2\n",
        "a:\n\t- 1\n",
        "a:\n  b: 1\n  b: 2\n",
        "a: >-\n  1\nb: 2\n",
        "a: >-\n  1\n\n\n  2\nb: c\n",
        "a: >-\n\n  1\n  2\n",
        "a: >-\n  1\n\n  2",
        "a: >-\n  1\n\nb: 2\n",
        "a: >-\n  1\n  \n  2\nb: c\n",
        "a: >-\n  1\n  2",
        "a: >-\n  1\n    2\nb: c\n",
        "a: >-\n  1\n\n  2\nb: c\n",
        "a: >-\nb: 1\n",
        "a: >-\n  1\n# 2\nb: c\n",
        "a: >-\n  # 1\nb: c\n",
        "a:\n  - b: >-\n      1\n      2\n    c: d\n",
        "a:\n  - b: >-\n    1\n",
        "a: |\n  1\n  2\nb: c\n",
        "a: |\n  1\n\n\n  2\n",
        "a: |\n  1\n    2\n  c\nb: c\n",
        "a: |\n    1\n  2\n",
        "a: |\n\n  1\n",
        "a: |\n  1\n\nb: 2\n",
        "a: |\n  1\n   \n  2\n",
        "a: |\n  1\n  2",
        "a: |\nb: 1\n",
        "a: |\n  1\n# 2\nb: c\n",
        "a: |\n  # 1\n  - 2\nb: c\n",
        "a:\n  - b: |\n      1\n      2\n    c: d\n",
        "a:\n  - b: |\n    1\n",
        "a: |-\n  1\n",
        "$a: 1\nx-b: 2\n",
        "a: /1\nb: /2\n",
        "a: >-\n  1\n  2\n",
        "a: b\n  \n  \nc: 1\n",
        "1: 2\n",
        "a: 1\r\nb: 2\n",
    ];

    /// Every text that is read here is read alike by the library.
    #[test]
    fn reads_what_the_library_reads() {
        let mut plain = 0;
        let mut check = |text: String| {
            let source = Source::new("a.yaml", format!("--\n{text}"));
            if let Some(node) = super::parse(&source.text()[3..], 3) {
                plain += 1;
                let (known, found) = library(&source, 3..source.text().len());
                assert_eq!((Some(&node), found.len()), (known.as_ref(), 0), "{text:?}");
                assert_eq!(read(&source, 3..source.text().len()).0, Some(node));
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
        for (i, value) in VALUES.iter().enumerate() {
            for step in [1, 2, 7, 19, 40, 53] {
                let other = VALUES[(i + step) % VALUES.len()];
                for shape in SHAPES {
                    check(shape.replace('1', value).replace('2', other));
                }
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
        assert!(plain > 2_000, "{plain}");
    }
}
