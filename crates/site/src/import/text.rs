//! A text on its way from one generator to another, which knows the line that each of its lines came from.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A text with the lines of its file.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// As it is now.
    pub text: String,
    /// For each line of it, the line of the file, from 1.
    lines: Vec<usize>,
}

impl Text {
    /// A text that begins at a line of its file.
    pub fn new(text: &str, first: usize) -> Self {
        let count = text.matches('\n').count() + 1;
        Self {
            text: text.to_owned(),
            lines: (first..first + count).collect(),
        }
    }

    /// The line of the file that a byte came from.
    pub fn line(&self, at: usize) -> usize {
        let line = self.text[..at.min(self.text.len())].matches('\n').count();
        self.lines
            .get(line)
            .or(self.lines.last())
            .copied()
            .unwrap_or(1)
    }

    /// Replaces parts of the text; one that begins within another is left out.
    pub fn replace(&mut self, mut changes: Vec<(Range<usize>, String)>) {
        changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let old = std::mem::take(&mut self.text);
        let mut lines = vec![self.lines.first().copied().unwrap_or(1)];
        let (mut at, mut line) = (0, 0);
        for (range, new) in changes {
            if range.start < at {
                continue;
            }
            let kept = &old[at..range.start];
            self.keep(kept, &mut line, &mut lines);
            lines.extend(std::iter::repeat_n(
                self.lines[line],
                new.matches('\n').count(),
            ));
            self.text.push_str(&new);
            line += old[range.clone()].matches('\n').count();
            at = range.end;
        }
        self.keep(&old[at..], &mut line, &mut lines);
        self.lines = lines;
    }

    fn keep(&mut self, part: &str, line: &mut usize, lines: &mut Vec<usize>) {
        for _ in part.matches('\n') {
            *line += 1;
            lines.push(self.lines[*line]);
        }
        self.text.push_str(part);
    }

    /// Where code stands: blocks and within lines.
    pub fn code(&self) -> Vec<Range<usize>> {
        let mut code = Vec::new();
        let mut open = None;
        for (event, range) in Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
        {
            match event {
                Event::Code(_) => code.push(range),
                Event::Start(Tag::CodeBlock(_)) => open = Some(range),
                Event::End(TagEnd::CodeBlock) => code.extend(open.take()),
                _ => {}
            }
        }
        code
    }
}

/// Whether a place is in one of some parts.
pub fn is_in(parts: &[Range<usize>], at: usize) -> bool {
    let before = parts.partition_point(|part| part.start <= at);
    before > 0 && parts[before - 1].end > at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_file() {
        let mut text = Text::new("a\nb\nc\nd", 5);
        text.replace(vec![(2..3, "x\ny".to_owned()), (3..5, String::new())]);
        assert_eq!(text.text, "a\nx\ny\nd");
        let lines: Vec<usize> = [0, 2, 4, 6].map(|at| text.line(at)).to_vec();
        assert_eq!(lines, [5, 6, 6, 8]);
    }

    #[test]
    fn code_is_found() {
        let text = Text::new("a `b` c\n\n```\n{{ x }}\n```\n", 1);
        let code = text.code();
        assert!(is_in(&code, 3) && is_in(&code, 15) && !is_in(&code, 7));
    }
}
