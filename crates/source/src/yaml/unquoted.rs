//! Values that mean more to YAML than the text that was meant, and how to quote them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::line::{Slip, keyed};
use super::{Kind, Node};
use crate::{Diagnostic, Source};

/// A text as a value in quotes: in the kind of them in which least has to be escaped.
pub(super) fn quoted(text: &str) -> String {
    match text.contains(['"', '\\']) {
        false => format!("\"{text}\""),
        true => format!("'{}'", text.replace('\'', "''")),
    }
}

/// What is wrong with the value on the line at `offset` where only quotes are missing, or are the wrong ones.
pub(super) fn unquoted(yaml: &str, offset: usize) -> Option<Slip> {
    let start = yaml[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = yaml[start..].lines().next()?;
    let content = line.trim_start_matches([' ', '-']);
    let value = match keyed(content) {
        Some((_, rest)) if rest.starts_with(' ') => rest.trim(),
        Some(_) => return None,
        None => line.trim_start().strip_prefix("- ")?.trim(),
    };
    let (message, text) = meant(value)?;
    let at = start + line.rfind(value)?;
    let before = line[..at - start].trim_start();
    Some(Slip {
        place: at..at + value.len(),
        message,
        hint: format!("write `{before}{}`", quoted(text)),
    })
}

/// Why a value is not the text that it was meant to be, and that text.
fn meant(value: &str) -> Option<(&'static str, &str)> {
    let closing = |end: char| {
        let (_, rest) = value[1..].split_once(end)?;
        Some(rest.trim_start()).filter(|rest| !rest.is_empty() && !rest.starts_with('#'))
    };
    let inner = |mark: char| value[1..].strip_suffix(mark);
    let sign = "this value begins with a sign that means something to YAML, and needs quotes";
    Some(match value.chars().next()? {
        '*' | '@' | '`' | '%' | ',' | ']' | '}' => (sign, value),
        '-' | '?' | ':' if value[1..].starts_with(' ') => (sign, value),
        '{' if value.starts_with("{{") || value.starts_with("{%") => (sign, value),
        '>' | '|' => {
            let text = value[1..].trim_start_matches(['+', '-', ' ']);
            let is_text =
                !text.is_empty() && !text.starts_with(|c: char| c == '#' || c.is_ascii_digit());
            is_text.then_some((sign, value))?
        }
        '[' => {
            closing(']')?;
            (sign, value)
        }
        mark @ ('"' | '\'') => match (inner(mark), closing(mark)) {
            (Some(inner), _) if mark == '"' && inner.contains('\\') && !inner.contains('"') => (
                "`\\` in double quotes begins an escape, and YAML knows none like this one",
                inner,
            ),
            (Some(inner), Some(_)) => ("this value ends at the quotation mark within it", inner),
            (None, Some(_)) => ("text stands behind the closing quotation mark", value),
            _ => return None,
        },
        _ => return None,
    })
}

/// A quotation between braces or brackets, on the line at `offset` or the one above, that ends at a mark within it.
pub(super) fn ends_within(yaml: &str, offset: usize) -> Option<Slip> {
    let end = yaml[offset..].find('\n').map_or(yaml.len(), |i| offset + i);
    let mut start = end;
    yaml[..end].rsplit('\n').take(2).find_map(|line| {
        start -= line.len();
        let begin = start;
        start = start.saturating_sub(1);
        let (open, mark) = [": '", ": \"", "['", "[\""].into_iter().find_map(|sign| {
            let at = line.find(sign)? + sign.len() - 1;
            Some((at, &sign[sign.len() - 1..]))
        })?;
        let inner = line
            .get(open + 1..)
            .filter(|_| line[..open].contains(['[', '{']))?;
        let (_, behind) = inner.split_once(mark)?;
        // A doubled mark is one of the text.
        if !behind.starts_with(char::is_alphanumeric) {
            return None;
        }
        let len = [",", " }", "}", "]"].into_iter();
        let len = len
            .filter_map(|sign| inner.find(&format!("{mark}{sign}")))
            .min()?;
        let place = begin + open..begin + open + len + 2;
        Some(Slip {
            place,
            message: "this value ends at the quotation mark within it",
            hint: format!("write `{}`", quoted(&inner[..len])),
        })
    })
}

/// Words of a tree's values that YAML takes for itself: a tag (`!word`) that nobody knows, and an anchor (`&word`) that
/// nothing repeats.
pub(super) fn taken(source: &Arc<Source>, range: &Range<usize>, node: &Node) -> Vec<Diagnostic> {
    let text = &source.text()[range.clone()];
    if memchr::memchr2(b'!', b'&', text.as_bytes()).is_none() {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let mut mistakes = Vec::new();
    for node in node.walk() {
        let keys = match &node.kind {
            Kind::Map(entries) => entries.as_slice(),
            _ => &[],
        };
        // What stands above a key is the value before it; above a value stands its own key.
        let keys = keys.iter().map(|(key, _)| (&key.span, " "));
        let gap = if node.kind == Kind::Null { " " } else { " \n" };
        for (span, gap) in keys.chain([(&node.span, gap)]) {
            let place = span.start - range.start..span.end - range.start;
            let before = text.get(..place.start).unwrap_or_default();
            if let Some(word) = property(before, gap)
                .filter(|word| !is_repeated(text, word) && told.insert(word.start))
            {
                let word_at = range.start + word.start..range.start + word.end;
                let whole = text[word.start..place.end.max(word.end)].trim_end();
                let is_text = matches!(node.kind, Kind::Text(_) | Kind::Null);
                let hint = match is_text && !whole.contains('\n') {
                    true => format!("if it is part of the value, write `{}`", quoted(whole)),
                    false => "remove it".to_owned(),
                };
                let word = &text[word];
                let what = if word.starts_with('!') {
                    "a tag, and this one is not known"
                } else {
                    "a name for the value, and nothing repeats it"
                };
                let mistake =
                    Diagnostic::error("yaml-syntax", format!("`{word}` is no text but {what}"));
                mistakes.push(mistake.at(source, word_at).hint(hint));
            }
        }
    }
    mistakes
}

/// The tag, unless it is one of YAML's own, or the anchor that a text ends with, but for a gap.
fn property(before: &str, gap: &str) -> Option<Range<usize>> {
    let before = before.trim_end_matches(|c| gap.contains(c));
    let word = before
        .rfind([' ', '\n', '[', '{', ','])
        .map_or(0, |at| at + 1);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let name = &before[word..];
    let is_comment = before[line.min(word)..word]
        .split(' ')
        .any(|part| part.starts_with('#'));
    let is_taken = match name.split_at_checked(1)? {
        // A key in quotes ends with it.
        _ if name.ends_with("\":") || name.ends_with("':") => false,
        ("!", tag) => !tag.starts_with('!'),
        ("&", _) => true,
        _ => false,
    };
    (is_taken && !is_comment).then_some(word..before.len())
}

/// Whether a word is an anchor that an alias repeats.
fn is_repeated(text: &str, word: &Range<usize>) -> bool {
    let anchor = text[word.clone()].strip_prefix('&');
    anchor.is_some_and(|name| text.contains(&format!("*{name}")))
}
