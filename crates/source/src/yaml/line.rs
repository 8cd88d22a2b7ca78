//! A line of YAML that is, or should be, a key with its value.

use std::ops::Range;
use std::sync::Arc;

use crate::{Diagnostic, Source};

/// A line, or a part of it, that is no key with its value, why, and how to mend it.
pub(super) struct Slip {
    pub place: Range<usize>,
    pub message: &'static str,
    pub hint: String,
}

impl Slip {
    /// The mistake of the YAML that stands at a range of a source.
    pub fn told(self, source: &Arc<Source>, range: &Range<usize>) -> Diagnostic {
        let place = range.start + self.place.start..range.start + self.place.end;
        Diagnostic::error("yaml-syntax", self.message)
            .at(source, place)
            .hint(self.hint)
    }
}

/// A line that is not blank, without its end.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Where it begins.
    start: usize,
    text: &'a str,
}

/// What keeps the line at `offset`, or the one above it, from being a key with its value: no space behind the colon, no
/// colon, an indentation that nothing asks for. A parser blames the next sign that it cannot place.
pub(super) fn slip(yaml: &str, offset: usize) -> Option<Slip> {
    let mut start = 0;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for line in yaml.split_inclusive('\n') {
        if start > offset {
            break;
        }
        if !line.trim().is_empty() {
            let text = line.trim_end();
            lines.push(Line { start, text });
        }
        start += line.len();
    }
    let (blamed, before) = lines.split_last()?;
    let last = before.last();
    let first = last.and_then(Line::unkeyed);
    let own = first.or_else(|| blamed.unkeyed());
    let own = own.or_else(|| blamed.indented(*last?));
    own.or_else(|| before.first()?.outdented(*blamed))
}

/// Spaces that do not break, which YAML takes for text, among those that begin the line at `offset` or one of the two above.
pub(super) fn no_break_indentation(yaml: &str, offset: usize) -> Option<Slip> {
    let end = yaml[offset..].find('\n').map_or(yaml.len(), |i| offset + i);
    let mut start = end;
    yaml[..end].rsplit('\n').take(3).find_map(|line| {
        start -= line.len();
        let begin = start;
        start = start.saturating_sub(1);
        let text = line.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let indentation = &line[..line.len() - text.len()];
        (!text.is_empty() && !indentation.trim_matches(' ').is_empty()).then(|| Slip {
            place: begin..begin + indentation.len(),
            message: "a no-break space indents this line",
            hint: "type plain spaces".to_owned(),
        })
    })
}

impl Line<'_> {
    /// How many spaces it begins with.
    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }

    /// Where it stands, without its indentation.
    fn place(&self) -> Range<usize> {
        self.start + self.indent()..self.start + self.text.len()
    }

    /// What is wrong with a line of the outermost mapping without a colon, or without a space behind it.
    fn unkeyed(&self) -> Option<Slip> {
        let place = self.start..self.start + self.text.len();
        if let Some((key, value)) = keyed(self.text) {
            if let Some(rest) = value.strip_prefix(['\u{a0}', '\u{202f}']) {
                return Some(Slip {
                    place,
                    message: "a no-break space stands behind the colon",
                    hint: format!("write a plain space: `{key}: {}`", rest.trim()),
                });
            }
            let is_joined =
                !value.is_empty() && !value.starts_with(' ') && !self.text.starts_with(' ');
            return is_joined.then(|| Slip {
                place,
                message: "a space is missing behind the colon",
                hint: format!("write `{key}: {value}`"),
            });
        }
        let (key, value) = self.text.split_once(' ').filter(|(key, _)| is_key(key))?;
        Some(Slip {
            place,
            message: "this line has no colon behind its key",
            hint: format!(
                "write `{key}: {value}`, or indent the line where it goes on with the value above"
            ),
        })
    }

    /// What is wrong with a key that stands further to the right than the key above it, which has its value.
    fn indented(&self, above: Line<'_>) -> Option<Slip> {
        let (_, value) = keyed(above.text)?;
        let is_whole = !value.trim().is_empty()
            && !value
                .trim()
                .starts_with(['[', '{', '"', '\'', '|', '>', '&', '#']);
        let is_slip = keyed(self.text).is_some() && is_whole && self.indent() > above.indent();
        is_slip.then(|| Slip {
            place: self.place(),
            message: "this line is indented further than the one above, whose value is complete",
            hint: format!("begin it at column {}", above.indent() + 1),
        })
    }

    /// What is wrong with a first key that stands further to the right than one below it.
    fn outdented(&self, below: Line<'_>) -> Option<Slip> {
        let are_keys = keyed(self.text).is_some() && keyed(below.text).is_some();
        (are_keys && self.indent() > below.indent()).then(|| Slip {
            place: self.place(),
            message: "this line is indented further than those below, which stand beside it",
            hint: format!("begin it at column {}", below.indent() + 1),
        })
    }
}

/// Key and rest of a line that begins with a plain key and its colon.
pub(super) fn keyed(line: &str) -> Option<(&str, &str)> {
    let pair = line.trim_start_matches(' ').split_once(':');
    pair.filter(|(key, _)| is_key(key))
}

pub(super) fn is_key(name: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    name.starts_with(char::is_alphabetic) && name.chars().all(is_sign)
}
