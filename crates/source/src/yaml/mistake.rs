//! What a mistake in YAML means to an author, and how to mend the common ones.

use std::ops::Range;
use std::sync::Arc;

use super::comment;
use super::limits::{MAX_ALIASES, MAX_DEPTH, MAX_NODES};
use super::line::{self, is_key, slip};
use super::node::Key;
use super::unquoted::{ends_within, unquoted};
use crate::{Diagnostic, Source};

/// A key that stands in its mapping already; the place of the first, where it is known.
pub(crate) fn duplicate(
    source: &Arc<Source>,
    key: &Key,
    first: Option<&Range<usize>>,
) -> Diagnostic {
    let message = format!("the key `{}` stands twice", key.name);
    let again = Diagnostic::error("duplicate-key", message)
        .label(source, key.span.clone(), "again here")
        .hint("keep one of the two");
    match first {
        Some(first) => again.label(source, first.clone(), "first here"),
        None => again,
    }
}

/// What a parse error means to an author: the place, the rule and, where the cause is a common
/// one (a tab, an unquoted ` : `), how to mend it.
pub(super) fn diagnostic(
    source: &Arc<Source>,
    range: &Range<usize>,
    error: &serde_yaml::Error,
    at: Range<usize>,
) -> Diagnostic {
    use serde_yaml::Error as E;
    let place = range.start + at.start..range.start + at.end;
    let message = plain_message(error);
    if matches!(
        error.without_snippet(),
        E::Budget { .. }
            | E::AliasReplayCounterOverflow { .. }
            | E::AliasReplayLimitExceeded { .. }
            | E::AliasExpansionLimitExceeded { .. }
            | E::AliasReplayStackDepthExceeded { .. }
    ) {
        let (message, hint) = excess(error);
        return Diagnostic::error("yaml-budget", message)
            .at(source, place)
            .hint(hint);
    }
    // The scanner gives up before anything is counted.
    if message == "recursion limit exceeded" {
        let (message, hint) = too_deep();
        return Diagnostic::error("yaml-budget", message)
            .at(source, place)
            .hint(hint);
    }
    let yaml = &source.text()[range.clone()];
    if let E::NonFiniteFloat { .. } = error.without_snippet() {
        let value = &yaml[at];
        return Diagnostic::error("yaml-syntax", format!("`{value}` is no number"))
            .at(source, place)
            .hint(format!("write a number, or `\"{value}\"` for the text"));
    }
    if let Some(tab) = tab_indentation(yaml, at.start, &message) {
        let tab = range.start + tab..range.start + tab + 1;
        return Diagnostic::error("yaml-tab", "a tab indents this line")
            .at(source, tab)
            .hint("YAML is indented with spaces");
    }
    let first = comment::in_brackets(yaml, at.start);
    let first = first.or_else(|| line::no_break_indentation(yaml, at.start));
    if let Some(slip) = first.or_else(|| ends_within(yaml, at.start)) {
        return slip.told(source, range);
    }
    if let Some(quote) = unclosed_quote(yaml, at.start) {
        let sign = &yaml[quote.start..=quote.start];
        let place = range.start + quote.start..range.start + quote.end;
        return Diagnostic::error("yaml-syntax", "this quotation is never closed")
            .at(source, place)
            .hint(format!("end it with `{sign}`"));
    }
    if let Some(slip) = unquoted(yaml, at.start).or_else(|| slip(yaml, at.start)) {
        return slip.told(source, range);
    }
    if let Some((message, hint)) = own_words(error) {
        return Diagnostic::error("yaml-syntax", message)
            .at(source, place)
            .hint(hint);
    }
    let diagnostic = Diagnostic::error("yaml-syntax", message).at(source, place);
    diagnostic.hint(remedy(source, range, at.start))
}

/// How to mend what no rule explains: by the value before it that holds a colon, or by what is open there.
fn remedy(source: &Source, range: &Range<usize>, offset: usize) -> String {
    let text = source.text();
    let yaml = &text[range.clone()];
    if let Some((key, value)) = unquoted_colon(yaml, offset) {
        let value = value.replace('"', "\\\"");
        return format!("a value that holds `: ` needs quotes: `{key}: \"{value}\"`");
    }
    let before = offset + usize::from(yaml[offset..].starts_with(['[', '{']));
    match unclosed(&yaml[..before]).filter(|open| !open.is_closed(yaml)) {
        Some(Opening { sign, at }) => {
            let (line, _) = source.position(range.start + at);
            format!("close the `{sign}` that opens on line {line}")
        }
        None => "check the indentation, the colons and the quotes around this line".to_owned(),
    }
}

fn too_deep() -> (String, &'static str) {
    let message = format!("this value is nested more than {MAX_DEPTH} times");
    (message, "flatten it")
}

/// What is too much of a YAML text, and how to write less of it.
fn excess(error: &serde_yaml::Error) -> (String, &'static str) {
    use serde_yaml::budget::BudgetBreach as B;
    let breach = match error.without_snippet() {
        serde_yaml::Error::Budget { breach, .. } => Some(breach),
        _ => None,
    };
    match breach {
        Some(B::Depth { .. }) => too_deep(),
        Some(B::Nodes { .. } | B::Events { .. } | B::ScalarBytes { .. }) => (
            format!("this YAML holds more than {MAX_NODES} values"),
            "split the file",
        ),
        Some(B::Documents { .. }) => (
            "this file holds more than one YAML document".to_owned(),
            "remove the line of `---` between them",
        ),
        _ => (
            format!("this YAML repeats itself by more than {MAX_ALIASES} aliases"),
            "write the repeated parts out",
        ),
    }
}

/// The first quoted value before `offset` that its own line does not close and whose next line is
/// indented no further, as that of a value that goes on would be; to the end of its line.
fn unclosed_quote(yaml: &str, offset: usize) -> Option<Range<usize>> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut start = 0;
    let mut lines = yaml.split_inclusive('\n').peekable();
    // Lines of a text that is indented below `|` or `>` hold no values.
    let mut block: Option<usize> = None;
    while let Some(line) = lines.next() {
        let text = line.trim_end();
        if block.is_some_and(|outer| text.is_empty() || indent(text) > outer) {
            start += line.len();
            continue;
        }
        block = text
            .ends_with(['|', '>', '-', '+'])
            .then(|| text.rsplit(' ').next().unwrap_or_default())
            .filter(|mark| mark.starts_with(['|', '>']))
            .map(|_| indent(text));
        let below = lines.peek().map(|next| next.trim_end());
        let ends = below.is_none_or(|next| !next.is_empty() && indent(next) <= indent(text));
        if let Some(quote) = open_quote(text).filter(|_| ends)
            && start + quote <= offset
        {
            return Some(start + quote..start + text.len());
        }
        start += line.len();
    }
    None
}

/// A quote or bracket that opens a value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Opening {
    sign: char,
    at: usize,
}

impl Opening {
    /// Whether it is closed on its own line after all.
    fn is_closed(&self, yaml: &str) -> bool {
        let line = yaml[self.at..].lines().next().unwrap_or_default();
        unclosed(line) != Some(Opening { at: 0, ..*self })
    }
}

/// Where a line opens a quoted value that it does not close.
fn open_quote(line: &str) -> Option<usize> {
    let mut open: Option<Opening> = None;
    let (mut before, mut is_escaped) = (' ', false);
    let mut may_begin = true;
    for (at, c) in line.char_indices() {
        match open {
            Some(Opening { sign: '"', .. }) if is_escaped => is_escaped = false,
            Some(Opening { sign: '"', .. }) if c == '\\' => is_escaped = true,
            Some(Opening { sign, .. }) if c == sign => open = None,
            Some(_) => {}
            None if c == '#' && before.is_whitespace() => return None,
            None if matches!(c, '"' | '\'') && (may_begin || before == c) => {
                open = Some(Opening { sign: c, at });
            }
            None => {}
        }
        if open.is_none() {
            let is_sign = matches!(c, ':' | '-' | '[' | '{' | ',');
            may_begin = is_sign || c.is_whitespace() && may_begin;
        }
        before = c;
    }
    open.map(|open| open.at)
}

/// The last quote or bracket that a value opens and never closes.
fn unclosed(yaml: &str) -> Option<Opening> {
    let mut open: Vec<Opening> = Vec::new();
    let mut quote: Option<Opening> = None;
    let mut before = ' ';
    for (at, sign) in yaml.char_indices() {
        let begins = before.is_whitespace() || matches!(before, '[' | '{' | ',');
        match (quote, sign) {
            (Some(own), _) if sign == own.sign && before != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if begins => quote = Some(Opening { sign, at }),
            (None, '[' | '{') if begins => open.push(Opening { sign, at }),
            (None, ']' | '}') => drop(open.pop()),
            _ => {}
        }
        before = sign;
    }
    quote.or_else(|| open.pop())
}

/// What is wrong, and how to mend it, where the library speaks to programmers.
fn own_words(error: &serde_yaml::Error) -> Option<(&'static str, &'static str)> {
    use serde_yaml::Error as E;
    Some(match error.without_snippet() {
        E::NullIntoString { .. } => (
            "a key cannot be empty",
            "write a name before the colon, `null` and `~` in quotes",
        ),
        E::RecursiveReferencesRequireWeakTypes { .. } => (
            "this alias stands within the value that it repeats",
            "write out what it stands for",
        ),
        E::Unexpected {
            expected: "string scalar",
            ..
        } => (
            "a key cannot be a list or a mapping",
            "write a name before the colon, in quotes if it begins with a bracket or a brace",
        ),
        _ => return None,
    })
}

/// The library's message on one line, without its own place.
fn plain_message(error: &serde_yaml::Error) -> String {
    let text = error.without_snippet().to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    let cut = [" at line ", " (line ", ", line "]
        .iter()
        .filter_map(|marker| line.find(marker))
        .min()
        .unwrap_or(line.len());
    let mut message = line[..cut].trim().trim_end_matches('.').to_owned();
    if let Some(rest) = message.strip_prefix("line ") {
        let after = rest.split_once(": ").map(|(_, m)| m.to_owned());
        message = after.unwrap_or(message);
    }
    message
}

/// The offset of the first tab among the white space that begins a line up to the one at `offset`, or the next, where
/// the message speaks of a tab: a value that goes on is blamed where it begins.
fn tab_indentation(text: &str, offset: usize, message: &str) -> Option<usize> {
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |i| from + i);
    let mut end = line_end(offset.min(text.len()));
    if message.contains("tab") && end < text.len() {
        end = line_end(end + 1);
    }
    let mut start = 0;
    let mut found = None;
    for line in text[..end].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t') {
            found.get_or_insert(start + tab);
        }
        start += line.len();
    }
    found
}

/// Key and value of the line at `offset` (or the one before) when the plain value holds `: `.
fn unquoted_colon(text: &str, offset: usize) -> Option<(&str, &str)> {
    let line_end = text[offset.min(text.len())..]
        .find('\n')
        .map_or(text.len(), |i| offset + i);
    text[..line_end].lines().rev().take(2).find_map(|line| {
        let line = line.trim_start().trim_start_matches("- ");
        let (key, value) = line.split_once(": ")?;
        let value = value.trim();
        let plain = is_key(key) && !value.starts_with(['"', '\'', '|', '>', '[', '{']);
        (plain && (value.contains(": ") || value.ends_with(':'))).then_some((key, value))
    })
}
