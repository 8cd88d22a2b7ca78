//! Values of plain YAML within a line: texts in quotes, lists and mappings in brackets, and the scalars among them.

use super::scalar::{is_printed, key, scalar};
use crate::exact;
use crate::yaml::limits::{PLAIN_DEPTH, PLAIN_KEYS};
use crate::yaml::node::{Key, Kind, Node};

/// The value that is all of a text, at a place of the source.
pub(super) fn value_at(text: &str, at: usize) -> Option<Node> {
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
            b'[' if depth < PLAIN_DEPTH => self.list(depth),
            b'{' if depth < PLAIN_DEPTH => self.map(depth),
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
                if !value.starts_with(' ') || entries.len() == PLAIN_KEYS {
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
