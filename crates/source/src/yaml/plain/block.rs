//! Blocks of plain YAML: mappings, lists and texts of several lines, which their indentation tells apart.

use super::inline::value_at;
use super::scalar::{is_printed, key};
use crate::exact;
use crate::yaml::limits::{PLAIN_DEPTH, PLAIN_KEYS};
use crate::yaml::node::{Key, Kind, Node};

/// The tree of a text in blocks of `key: value` and `- value`, each value a word or several, `true`, `false`, a date, a
/// plain number, a text in quotes, or a list or mapping of such in brackets. None for any other text.
pub fn parse(text: &str, offset: usize) -> Option<Node> {
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

/// The lines of a text, of which blocks are made.
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
        let first = self.peek().filter(|_| depth < PLAIN_DEPTH)?;
        match first.content.strip_prefix("- ") {
            Some(_) => self.list(indent, depth),
            None => self.map(indent, depth),
        }
    }

    fn map(&mut self, indent: usize, depth: usize) -> Option<Node> {
        let mut entries: Vec<(Key, Node)> = Vec::new();
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            let (name, value) = key(line.content).filter(|_| line.indent == indent)?;
            if entries.len() == PLAIN_KEYS || entries.iter().any(|(key, _)| key.name == name) {
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
