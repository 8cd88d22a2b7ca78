//! What stands in braces at the end of a heading: its id, classes and attributes, or a part of its text.
//!
//! The parser would take any braces for attributes, escaped ones too, and let go of what it does not know.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag};

/// An event and the bytes of the text that it comes from.
type Spanned<'a> = (Event<'a>, Range<usize>);

/// What the braces of a heading say.
#[derive(Default)]
struct Attributes<'a> {
    id: Option<CowStr<'a>>,
    classes: Vec<CowStr<'a>>,
    /// Those that are not understood are told later.
    others: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
    is_understood: bool,
}

impl<'a> Attributes<'a> {
    /// Reads words such as `#id`, `.class` and `lang=de`; what stands there a second time is not understood.
    fn of(inner: &'a str) -> Self {
        let mut read = Self::default();
        for word in inner.split_ascii_whitespace() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.into())),
                None => (word, None),
            };
            let is_new = |(own, _): &(CowStr<'_>, _)| **own != *name;
            match word.as_bytes() {
                [b'#', _, ..] if read.id.is_none() => {
                    read.id = Some(word[1..].into());
                    read.is_understood = true;
                }
                [b'.', _, ..] => {
                    read.is_understood |= is_name(&word[1..]);
                    read.classes.push(word[1..].into());
                }
                _ if value.is_some() && is_attribute(name) && read.others.iter().all(is_new) => {
                    read.is_understood = true;
                    read.others.push((name.into(), value));
                }
                _ if is_attribute(name) => read.others.push((word.into(), None)),
                _ => read.others.push((name.into(), value)),
            }
        }
        read
    }
}

/// Takes the braces that the heading from an event on ends with out of its text when something in them is understood.
pub(super) fn take<'a>(text: &'a str, events: &mut Vec<Spanned<'a>>, heading: usize) {
    let Some((Event::Text(_), last)) = events.get(heading + 1..).and_then(<[_]>::last) else {
        return;
    };
    let Some((before, inner)) = braces(&text[..last.end]) else {
        return;
    };
    let at = before.len();
    let first = events[heading + 1..].partition_point(|(_, place)| place.end <= at) + heading + 1;
    let is_plain = |(event, place): &Spanned<'_>| matches!(event, Event::Text(part) if **part == text[place.clone()]);
    let read = Attributes::of(inner);
    if !read.is_understood || !events[first..].iter().all(is_plain) {
        return;
    }
    let begin = events[first].1.start;
    events.truncate(first);
    let rest = text[begin.min(at)..at].trim_end();
    if !rest.is_empty() {
        events.push((Event::Text(rest.into()), begin..begin + rest.len()));
    } else if let Some((Event::SoftBreak | Event::HardBreak, _)) = events.last() {
        events.pop();
    }
    if let (
        Event::Start(Tag::Heading {
            id, classes, attrs, ..
        }),
        _,
    ) = &mut events[heading]
    {
        (*id, *classes, *attrs) = (read.id, read.classes, read.others);
    }
}

/// The text before the braces that a text ends with, and what stands between them.
fn braces(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_suffix('}')?;
    let open = inner.rfind(['{', '}', '<', '>', '\\', '\n'])?;
    let (before, inner) = inner.split_at(open);
    let is_escaped = (before.len() - before.trim_end_matches('\\').len()) % 2 == 1;
    Some((before, inner.strip_prefix('{')?)).filter(|_| !is_escaped)
}

/// Whether an author may give a heading this attribute; none of them runs or hides anything.
pub(super) fn is_attribute(name: &str) -> bool {
    matches!(name, "lang" | "dir") || name.strip_prefix("data-").is_some_and(is_name)
}

/// Whether a word is the name of a class.
pub(super) fn is_name(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    word.starts_with(|c: char| c.is_alphabetic()) && word.chars().all(is_part)
}
