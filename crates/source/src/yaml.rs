//! YAML text to a tree whose every key and value knows its place; the only module that names the YAML library.

use std::ops::Range;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_yaml::{Location, Spanned};

use crate::{Diagnostic, Source};

mod limits;
mod mistake;
mod node;
mod plain;
mod typed;

pub use node::{Key, Kind, Node};

/// Parses the YAML that stands at `range` of a source. Every duplicate key is reported and the
/// first one kept; any other mistake of syntax ends the parse, and the tree is then absent.
pub fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    match plain::parse(&source.text[range.clone()], range.start) {
        Some(node) => (Some(node), Vec::new()),
        None => library(source, range),
    }
}

fn library(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let mut text = source.text[range.clone()].to_owned();
    let mut diagnostics = Vec::new();
    let mut renamed = Vec::new();
    loop {
        let error =
            match serde_yaml::from_str_with_options::<Spanned<Node>>(&text, limits::options()) {
                Ok(mut parsed) => {
                    parsed.value.shift(range.start);
                    parsed.value.forget(&renamed);
                    return (Some(parsed.value), diagnostics);
                }
                Err(error) => error,
            };
        if text.trim().is_empty() || is_only_comments(&text) {
            return (Some(Node::null(range)), diagnostics);
        }
        let at = error.location().map_or(0..0, |l| span_of(l, &text));
        match duplicate_key(&error, &at, &text) {
            Some(name) if renamed.len() < 50 => {
                let place = range.start + at.start..range.start + at.start + name.len();
                diagnostics.push(duplicate_diagnostic(source, &range, &name, place));
                // The parser stops at the first duplicate: rename this one in place, same length,
                // and parse again to find the next.
                let filler = format!("{:\u{5f}>width$}", renamed.len(), width = name.len());
                text.replace_range(at.start..at.start + name.len(), &filler);
                renamed.push(range.start + at.start);
            }
            _ => {
                diagnostics.push(mistake::diagnostic(source, &range, &error, at));
                return (None, diagnostics);
            }
        }
    }
}

/// The key's name when the error is a duplicate of a plain key that stands at `at`.
fn duplicate_key(error: &serde_yaml::Error, at: &Range<usize>, text: &str) -> Option<String> {
    let serde_yaml::Error::DuplicateMappingKey { key: Some(key), .. } = error.without_snippet()
    else {
        return None;
    };
    text[at.start..]
        .starts_with(key.as_str())
        .then(|| key.clone())
}

fn duplicate_diagnostic(
    source: &Arc<Source>,
    range: &Range<usize>,
    name: &str,
    place: Range<usize>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("duplicate-key", format!("the key `{name}` stands twice"))
        .label(source, place.clone(), "again here")
        .hint("keep one of the two");
    let before = &source.text[range.start..place.start];
    let indent = before.len() - before.rfind('\n').map_or(0, |i| i + 1);
    let mut offset = range.start;
    let mut first = None;
    for line in before.split_inclusive('\n') {
        let rest = line.get(indent..).unwrap_or_default();
        if line
            .get(..indent)
            .is_some_and(|s| s.trim_matches([' ', '-']).is_empty())
            && rest
                .strip_prefix(name)
                .is_some_and(|r| r.trim_start().starts_with(':'))
        {
            first = Some(offset + indent..offset + indent + name.len());
        }
        offset += line.len();
    }
    match first {
        Some(first) => diagnostic.label(source, first, "first here"),
        None => diagnostic,
    }
}

fn is_only_comments(text: &str) -> bool {
    text.lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

fn span_of(location: Location, text: &str) -> Range<usize> {
    let span = location.span();
    match (span.byte_offset(), span.byte_len()) {
        (Some(offset), len) => {
            let start = (offset as usize).min(text.len());
            let end = start + len.unwrap_or(0) as usize;
            start..end.clamp(start, text.len())
        }
        (None, _) => {
            let line = (location.line() as usize).saturating_sub(1);
            let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            let column = (location.column() as usize).saturating_sub(1);
            let rest = &text[start.min(text.len())..];
            let bytes = rest
                .char_indices()
                .nth(column)
                .map_or(rest.len(), |(i, _)| i);
            start + bytes..start + bytes
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Kind>::deserialize(deserializer)?;
        let span = spanned.referenced.span();
        let start = span.byte_offset().unwrap_or(0) as usize;
        let end = start + span.byte_len().unwrap_or(0) as usize;
        Ok(Self {
            kind: spanned.value,
            span: start..end,
        })
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KindVisitor)
    }
}

struct KindVisitor;

impl<'de> Visitor<'de> for KindVisitor {
    type Value = Kind;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_none<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Kind, D::Error> {
        Kind::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Kind, E> {
        Ok(Kind::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Kind, E> {
        Ok(Kind::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Kind, E> {
        Ok(Kind::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Kind, E> {
        Ok(Number::from_f64(value).map_or_else(|| Kind::Text(value.to_string()), Kind::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Kind, E> {
        Ok(Kind::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Kind, E> {
        Ok(Kind::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Kind, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Kind::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            let span = key.referenced.span();
            let start = span.byte_offset().unwrap_or(0) as usize;
            let end = start + span.byte_len().unwrap_or(0) as usize;
            let key = Key {
                name: key.value,
                span: start..end,
            };
            entries.push((key, map.next_value()?));
        }
        Ok(Kind::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_all(text: &str) -> (Option<Node>, Vec<String>) {
        let source = Source::new("a.yaml", text);
        let (node, diagnostics) = parse(&source, 0..text.len());
        let lines = diagnostics.iter().map(|d| {
            let place = d.place().unwrap_or_default();
            let hint = d.hint.as_deref().unwrap_or_default();
            format!("{place} {} {} ({hint})", d.code, d.message)
        });
        (node, lines.collect())
    }

    #[test]
    fn keeps_places_of_keys_and_values() {
        let text = "title: Été\nlist:\n  - a: 1\n  - b\n";
        let (node, diagnostics) = parse_all(text);
        assert_eq!(diagnostics, Vec::<String>::new());
        let node = node.expect("parses");
        let (key, value) = node.entry("title").expect("title");
        assert_eq!(&text[key.span.clone()], "title");
        assert_eq!(&text[value.span.clone()], "Été");
        assert_eq!(&text[node.at_pointer("/list/1").span.clone()], "b");
        assert_eq!(&text[node.at_pointer("/list/0/a").span.clone()], "1");
        assert_eq!(
            node.to_json(),
            serde_json::json!({"title": "Été", "list": [{"a": 1}, "b"]})
        );
    }

    #[test]
    fn reports_every_duplicate_and_keeps_the_first() {
        let (node, diagnostics) = parse_all("a: 1\nb: 2\na: 3\nc:\n  d: 1\n  d: 2\n");
        assert_eq!(
            diagnostics,
            [
                "a.yaml:3:1 duplicate-key the key `a` stands twice (keep one of the two)",
                "a.yaml:6:3 duplicate-key the key `d` stands twice (keep one of the two)",
            ]
        );
        assert_eq!(
            node.expect("parses").to_json(),
            serde_json::json!({"a": 1, "b": 2, "c": {"d": 1}})
        );
    }

    #[test]
    fn hints_at_quotes_for_an_unquoted_colon() {
        let (_, diagnostics) = parse_all("a: 1\ntitle: Article 1 : le test\n");
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        assert!(
            diagnostics[0].contains("needs quotes: `title: \"Article 1 : le test\"`"),
            "{diagnostics:?}"
        );
    }

    #[test]
    fn names_the_tab() {
        let (_, diagnostics) = parse_all("a:\n\tb: 1\n");
        assert_eq!(
            diagnostics,
            ["a.yaml:2:1 yaml-tab a tab indents this line (YAML is indented with spaces)"]
        );
    }

    #[test]
    fn stops_an_alias_bomb() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for i in 1..9 {
            let previous = format!("*a{}, ", i - 1).repeat(9);
            text += &format!("a{i}: &a{i} [{}]\n", previous.trim_end_matches(", "));
        }
        let (node, diagnostics) = parse_all(&text);
        assert_eq!(node, None);
        assert!(diagnostics[0].contains("yaml-budget"), "{diagnostics:?}");
    }

    #[test]
    fn yes_and_dates_are_text() {
        let (node, _) = parse_all("a: yes\nb: 2024-01-15\nc: true\nd: 1.5\ne:\n");
        assert_eq!(
            node.expect("parses").to_json(),
            serde_json::json!({"a": "yes", "b": "2024-01-15", "c": true, "d": 1.5, "e": null})
        );
    }
}
