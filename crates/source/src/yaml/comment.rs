//! Signs that begin a comment where they were meant as a part of a value.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::line::Slip;
use super::unquoted::quoted;
use super::{Kind, Node};
use crate::{Diagnostic, Source};

/// What a text begins with that is a comment and hardly meant as one: a word with a sign before it, as in `#2`.
pub fn glued(text: &str) -> Option<&str> {
    let is_glued = text.strip_prefix('#')?.starts_with(char::is_alphanumeric);
    is_glued.then(|| text.lines().next().unwrap_or(text).trim_end())
}

/// Plain values that such a comment cuts short.
pub(super) fn cuts(source: &Arc<Source>, range: &Range<usize>, node: &Node) -> Vec<Diagnostic> {
    let text = &source.text()[range.clone()];
    if memchr::memmem::find(text.as_bytes(), b" #").is_none() {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let mut mistakes = Vec::new();
    for node in node.walk() {
        let is_plain = matches!(node.kind, Kind::Text(_) | Kind::Number(_));
        let start = node.span.start - range.start;
        let value = text.get(start..node.span.end - range.start);
        let value = value.unwrap_or_default().trim_end();
        if !is_plain || value.is_empty() || value.starts_with(['"', '\'']) {
            continue;
        }
        let behind = &text[start + value.len()..];
        let comment = behind.trim_start_matches(' ');
        let at = text.len() - comment.len();
        let Some(word) = glued(comment).filter(|_| comment.len() < behind.len()) else {
            continue;
        };
        if told.insert(at) {
            let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
            let hint = match value.contains('\n') {
                true => "put the value in quotes".to_owned(),
                false => format!(
                    "put the value in quotes: `{}{}`",
                    text[line..start].trim_start(),
                    quoted(&text[start..at + word.len()])
                ),
            };
            let place = range.start + at..range.start + at + word.len();
            let hint = format!("{hint}, or write a space behind the `#` of a comment");
            let message = "this begins a comment, which is not part of the value before it";
            mistakes.push(
                Diagnostic::warning("yaml-comment", message)
                    .at(source, place)
                    .hint(hint),
            );
        }
    }
    mistakes
}

/// Such a comment between the brackets of a list or mapping, which it hides the end of, on the line at `offset` or one of the
/// two above.
pub(super) fn in_brackets(yaml: &str, offset: usize) -> Option<Slip> {
    let end = yaml[offset..].find('\n').map_or(yaml.len(), |i| offset + i);
    let mut start = end;
    yaml[..end].rsplit('\n').take(3).find_map(|line| {
        start -= line.len();
        let place = hidden(line).map(|place| start + place.start..start + place.end);
        start = start.saturating_sub(1);
        let place = place?;
        Some(Slip {
            hint: format!("put it in quotes: `{}`", quoted(&yaml[place.clone()])),
            place,
            message: "this begins a comment, which hides the rest of the line",
        })
    })
}

/// The word of a line that begins a comment within brackets, up to what would end it.
fn hidden(line: &str) -> Option<Range<usize>> {
    let (mut depth, mut quote, mut before) = (0_usize, None, ' ');
    for (at, sign) in line.char_indices() {
        let begins = before.is_whitespace() || matches!(before, '[' | '{' | ',');
        match (quote, sign) {
            (Some(own), _) if sign == own => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if begins => quote = Some(sign),
            (None, '[' | '{') if begins || depth > 0 => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, '#') if begins => {
                let word = glued(&line[at..]).filter(|_| depth > 0)?;
                let len = word.find([',', ']', '}']).unwrap_or(word.len());
                return Some(at..at + word[..len].trim_end().len());
            }
            _ => {}
        }
        before = sign;
    }
    None
}
