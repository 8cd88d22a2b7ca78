//! Filters, tests and functions that no template knows, in parts that no page shows.

use std::collections::HashSet;

use render::{Called, Vocabulary};
use source::Diagnostic;

use crate::markup::{Code, Markup};

/// What calls a macro, and what the syntax itself calls.
const OWN: [&str; 16] = [
    "super", "caller", "loop", "self", "and", "or", "not", "in", "if", "else", "elif", "is", "set",
    "for", "call", "filter",
];

/// A warning for each, of a sound site: a page that showed one would not have been made. `set` are names that templates give.
pub fn warnings(markups: &[Markup], set: &HashSet<&str>) -> Vec<Diagnostic> {
    let vocabulary = Vocabulary::new();
    let own = markups
        .iter()
        .filter(|markup| markup.source.name() == markup.source.path);
    let mut found = Vec::new();
    for (markup, code) in own.flat_map(|markup| markup.code.iter().map(move |code| (markup, code)))
    {
        let text = markup
            .source
            .text
            .get(code.span.clone())
            .unwrap_or_default();
        for (at, name, called) in called(text, code) {
            if called == Called::Function && (set.contains(name) || OWN.contains(&name)) {
                continue;
            }
            let Some(hint) = vocabulary.unknown(name, called) else {
                continue;
            };
            let what = match called {
                Called::Filter => "filter",
                Called::Test => "test",
                Called::Function => "macro or function",
            };
            let start = code.span.start + at;
            let message = format!("there is no {what} `{name}`");
            let note = "no page shows this part of the template today; one that did would fail";
            let warning = Diagnostic::warning("unknown-name", message);
            let warning = warning.at(&markup.source, start..start + name.len());
            found.push(warning.hint(hint).note(note));
        }
    }
    found
}

/// What some code calls, with its place. A method of a value is nothing that a template knows.
fn called<'a>(text: &'a str, code: &Code) -> Vec<(usize, &'a str, Called)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let (mut last, mut before) = (' ', "");
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        if matches!(c, '"' | '\'') {
            let mut is_escaped = false;
            let end = rest[1..].find(|d: char| {
                let ends = d == c && !is_escaped;
                is_escaped = d == '\\' && !is_escaped;
                ends
            });
            rest = end.map_or("", |end| &rest[end + 2..]);
            (last, before) = (c, "");
        } else if is_part(c) {
            let name = &rest[..rest.find(|d| !is_part(d)).unwrap_or(rest.len())];
            rest = &rest[name.len()..];
            let opens = rest.trim_start().starts_with('(');
            let called = match (last, before) {
                ('|', _) => Some(Called::Filter),
                (_, "is") if name == "not" => None,
                (_, "is") => Some(Called::Test),
                ('.', _) | (_, "macro") => None,
                _ => opens.then_some(Called::Function),
            };
            let is_name = name.starts_with(|d: char| d.is_alphabetic() || d == '_');
            found.extend(called.filter(|_| is_name).map(|called| (at, name, called)));
            // `is not empty` is the test `empty`.
            before = if (before, name) == ("is", "not") {
                "is"
            } else {
                name
            };
            last = ' ';
        } else {
            if !c.is_whitespace() {
                (last, before) = (c, "");
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    let is_filter = !code.is_expression && code.text.starts_with("filter ");
    found
        .retain(|(_, name, called)| !is_filter || *called != Called::Function || *name != "filter");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_with_what_they_call() {
        let check = |text: &str, expected: &[(&str, Called)]| {
            let code = Code {
                text: text.to_owned(),
                span: 0..text.len(),
                is_expression: true,
            };
            let found = called(text, &code).into_iter();
            let found: Vec<(&str, Called)> =
                found.map(|(_, name, called)| (name, called)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("{{ a | upper }}", &[("upper", Called::Filter)]);
        check(
            "{{ url(a) | default(\"| x(\") }}",
            &[("url", Called::Function), ("default", Called::Filter)],
        );
        check(
            "{% if a is not defined and b is even %}",
            &[("defined", Called::Test), ("even", Called::Test)],
        );
        check("{{ parts.list(a) }}{{ a.b | d }}", &[("d", Called::Filter)]);
        check("{% macro card(a) %}", &[]);
    }
}
