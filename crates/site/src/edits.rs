//! Changes of a text that leave its other bytes as they are.

use std::collections::BTreeMap;
use std::ops::Range;

/// New texts by where they begin, with where what they replace ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits(BTreeMap<usize, (usize, String)>);

impl Edits {
    /// Replaces a part of the text, with what was to change within it; an empty part is a place to insert at.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0
            .retain(|start, (end, _)| !range.contains(start) || *end > range.end);
        self.0.insert(range.start, (range.end, text.into()));
    }

    /// How many changes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The text with the changes.
    pub fn applied(&self, text: &str) -> String {
        let mut new = String::with_capacity(text.len());
        let mut at = 0;
        for (start, (end, words)) in &self.0 {
            new.push_str(&text[at.min(*start)..*start]);
            new.push_str(words);
            at = *end;
        }
        new + &text[at..]
    }

    /// The file of a text with the changes: a byte order mark and the ends of lines stay as they are.
    pub fn applied_to_file(&self, file: &str) -> String {
        let mut raw = Raw::of(file);
        let is_dos = file.contains("\r\n");
        let mut new = String::with_capacity(file.len());
        let mut at = 0;
        for (start, (end, words)) in &self.0 {
            let from = raw.offset(*start);
            new.push_str(&file[at.min(from)..from]);
            match is_dos {
                true => new.push_str(&words.replace('\n', "\r\n")),
                false => new.push_str(words),
            }
            at = raw.offset(*end);
        }
        new + &file[at..]
    }
}

/// Where the places of a text, as it is read, stand in its file.
struct Raw<'a> {
    bytes: &'a [u8],
    read: usize,
    raw: usize,
}

impl<'a> Raw<'a> {
    fn of(file: &'a str) -> Self {
        let mark = '\u{feff}';
        Self {
            bytes: file.as_bytes(),
            read: 0,
            raw: if file.starts_with(mark) {
                mark.len_utf8()
            } else {
                0
            },
        }
    }

    /// The place in the file; places are asked for in their order.
    fn offset(&mut self, read: usize) -> usize {
        while self.read < read {
            self.raw += match self.bytes[self.raw..] {
                [b'\r', b'\n', ..] => 2,
                _ => 1,
            };
            self.read += 1;
        }
        self.raw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_ends_of_lines_stay() {
        let mut edits = Edits::default();
        edits.replace(2..3, "x\ny");
        edits.replace(5..5, "z");
        assert_eq!(edits.applied("a\nb\nc\n"), "a\nx\ny\ncz\n");
        assert_eq!(
            edits.applied_to_file("\u{feff}a\r\nb\r\nc\r\n"),
            "\u{feff}a\r\nx\r\ny\r\ncz\r\n"
        );
    }
}
