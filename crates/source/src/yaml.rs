//! YAML text to a tree whose every key and value knows its place; the only module that names the YAML library.

use std::ops::Range;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_yaml::{DuplicateKeyPolicy, Spanned};

use crate::{Diagnostic, Source, control};

mod comment;
mod limits;
mod line;
mod mistake;
mod node;
mod number;
mod plain;
mod scalar;
mod typed;
mod unquoted;

pub use comment::glued;
pub(crate) use mistake::duplicate;
pub use node::{Key, Kind, Node, Tree};
pub(crate) use number::cut;
pub use scalar::{flow, flow_scalar, scalar};

/// Parses the YAML that stands at `range` of a source. Every duplicate key is reported and the
/// first one kept; any other mistake of syntax ends the parse, and the tree is then absent.
pub fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    match plain::parse(&source.text()[range.clone()], range.start) {
        Some(node) => (Some(node), Vec::new()),
        None => {
            let (mut node, mut mistakes) = library(source, range.clone());
            if let Some(node) = &mut node {
                number::settle(source, node, &mut mistakes);
            }
            mistakes.extend(node.iter().flat_map(|node| control::escaped(source, node)));
            mistakes.extend(
                node.iter()
                    .flat_map(|node| unquoted::taken(source, &range, node)),
            );
            mistakes.extend(
                node.iter()
                    .flat_map(|node| comment::cuts(source, &range, node)),
            );
            (node, mistakes)
        }
    }
}

fn library(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let text = &source.text()[range.clone()];
    let read = |duplicates| {
        let options = limits::options(duplicates);
        serde_yaml::from_str_with_options::<Spanned<Node>>(text, options).map(|mut parsed| {
            parsed.value.shift(range.start);
            parsed.value
        })
    };
    let tell = |error| {
        let at = span_of(&error, text);
        mistake::diagnostic(source, &range, &error, at)
    };
    let again = |first: &Range<usize>, key: &Key| duplicate(source, key, Some(first));
    let error = match read(DuplicateKeyPolicy::Error) {
        // Keys that differ only in how they are written, such as `1` and `"1"`, are two for the parser.
        Ok(mut node) => {
            let mut mistakes = Vec::new();
            node.keep_first(&mut |first, key| mistakes.push(again(first, key)));
            return (Some(node), mistakes);
        }
        Err(_) if text.trim().is_empty() || is_only_comments(text) => {
            return (Some(Node::null(range)), Vec::new());
        }
        Err(error) => error,
    };
    let serde_yaml::Error::DuplicateMappingKey { key, .. } = error.without_snippet() else {
        return (None, vec![tell(error)]);
    };
    let at = span_of(&error, text);
    let stopped = Key {
        name: key.as_deref().unwrap_or(&text[at.clone()]).to_owned(),
        span: range.start + at.start..range.start + at.end,
    };
    // The parser stops at the first duplicate. Where the last one wins it gives all of them, but in a mapping with a whole
    // number among its keys, where it sees to it itself.
    let (mut diagnostics, mut is_told) = (Vec::new(), false);
    let node = match read(DuplicateKeyPolicy::LastWins) {
        Ok(mut node) => {
            node.keep_first(&mut |first, key| {
                is_told |= key.span.start == stopped.span.start;
                diagnostics.push(again(first, key));
            });
            Some(node)
        }
        Err(other) => {
            diagnostics.push(tell(other));
            None
        }
    };
    if !is_told {
        diagnostics.insert(0, duplicate(source, &stopped, None));
    }
    (node, diagnostics)
}

fn is_only_comments(text: &str) -> bool {
    text.lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

fn span_of(error: &serde_yaml::Error, text: &str) -> Range<usize> {
    let Some(location) = error.location() else {
        return 0..0;
    };
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
    fn what_is_nested_too_deep_is_told_so_at_any_depth() {
        for depth in [25, 100, 250, 300, 5_000] {
            for (open, close) in [("[", "]"), ("{a: ", "}")] {
                let (open, close) = (open.repeat(depth), close.repeat(depth));
                let (_, told) = parse_all(&format!("x: {open}{close}\n"));
                let [told] = told.as_slice() else {
                    panic!("{depth}: {told:?}");
                };
                let expected = "yaml-budget this value is nested more than 24 times (flatten it)";
                assert!(told.ends_with(expected), "{depth}: {told}");
            }
        }
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
    fn any_number_of_duplicates_has_its_places() {
        let text = format!("e: é\nb:\n  c: 1\n  c: 2\n{}", "a: é\n".repeat(60));
        let (node, diagnostics) = parse_all(&text);
        assert_eq!(diagnostics.len(), 60);
        assert!(diagnostics[0].starts_with("a.yaml:4:3 duplicate-key the key `c`"));
        assert!(diagnostics[59].starts_with("a.yaml:64:1 duplicate-key the key `a`"));
        assert_eq!(
            node.expect("parses").to_json(),
            serde_json::json!({"e": "é", "b": {"c": 1}, "a": "é"})
        );
        for text in ["1: é\n2: b\n1: c\n", "1: é\na: b\na: c\n"] {
            let (_, diagnostics) = parse_all(text);
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            assert!(diagnostics[0].starts_with("a.yaml:3:1 duplicate-key"));
        }
        let (node, diagnostics) = parse_all("a: 1\na: 2\nb: [\n");
        assert_eq!((node, diagnostics.len()), (None, 2), "{diagnostics:?}");
    }

    #[test]
    fn what_is_written_like_a_number_and_is_none_is_told() {
        for value in [".nan", "-.inf", "1e999"] {
            let (_, diagnostics) = parse_all(&format!("a: {{ b: c, d: [{value}] }}\n"));
            let told = format!(
                "a.yaml:1:16 yaml-syntax `{value}` is no number (write a number, or `\"{value}\"` for the text)"
            );
            assert_eq!(diagnostics, [told]);
        }
    }

    #[test]
    fn a_number_that_loses_signs_is_told() {
        let check = |written: &str, number: &str| {
            let (_, told) = parse_all(&format!("a: {{ b: [{written}] }}\n"));
            let message = format!(
                "a.yaml:1:10 yaml-syntax `{written}` is read as the number `{number}` (put it in quotes"
            );
            assert!(told.len() == 1 && told[0].starts_with(&message), "{told:?}");
        };
        for (written, number) in [
            ("01234", "1234"),
            ("0777", "777"),
            ("-007", "-7"),
            ("00", "0"),
            ("+33612345678", "33612345678"),
            ("+.5", "0.5"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("0b11", "3"),
            ("1_000", "1000"),
            ("12345678901234567890123", "1.2345678901234568e+22"),
            ("-9223372036854775809", "-9.223372036854776e+18"),
        ] {
            check(written, number);
        }
        let text = "a: [0, -0, 1e3, .5, 0.5, 1.10, 2.0, 18446744073709551615, \"01\", 007a, 2026-01-02, 12:30]\n";
        let (node, told) = parse_all(text);
        assert_eq!(told, Vec::<String>::new());
        let expected = r#"{"a":[0,0,1000,0.5,0.5,1.1,2.0,18446744073709551615,"01","007a","2026-01-02","12:30"]}"#;
        assert_eq!(node.expect("parses").to_json().to_string(), expected);
        let (_, told) = parse_all("a: &n 01\nb: *n\n");
        assert_eq!(told.len(), 1, "{told:?}");
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
    fn a_tag_or_an_anchor_is_told_where_it_takes_words() {
        let check = |text: &str, expected: &[&str]| {
            let (_, told) = parse_all(text);
            let told: Vec<&str> = told.iter().map(|d| d.split(" (").next().unwrap()).collect();
            assert_eq!(told, expected, "{text}");
        };
        let tag = "yaml-syntax `!x` is no text but a tag, and this one is not known";
        check("a: !x b\n", &[&format!("a.yaml:1:4 {tag}")]);
        check("a: !x\n  b: 1\n", &[&format!("a.yaml:1:4 {tag}")]);
        check("- !x a\n- b\n", &[&format!("a.yaml:1:3 {tag}")]);
        let anchor =
            "yaml-syntax `&co` is no text but a name for the value, and nothing repeats it";
        check("a: &co et associes\n", &[&format!("a.yaml:1:4 {anchor}")]);
        check("a: R &D\nb: R !x\nc: \"\"\n", &[]);
        check("a: &co [1]\nb: *co\n", &[]);
        check("a: !!str 5\nb: # R &D\n  c: 1\n", &[]);
    }

    #[test]
    fn a_comment_that_cuts_a_value_short_is_told() {
        let check = |text: &str, expected: &[&str]| {
            let (node, told) = parse_all(text);
            assert_eq!(told, expected, "{text}");
            assert!(node.is_some(), "{text}");
        };
        let cut = "yaml-comment this begins a comment, which is not part of the value before it (put the value in quotes";
        let or = ", or write a space behind the `#` of a comment";
        let told = format!("a.yaml:2:18 {cut}: `title: \"Le projet #2\"`{or})");
        check("a: 1\ntitle: Le projet #2\nb: c\n", &[&told]);
        let told = format!("a.yaml:1:9 {cut}: `- a: \"Un #b et c\"`{or})");
        check("- a: Un #b et c\n", &[&told]);
        let told = format!("a.yaml:2:5 {cut}{or})");
        check("a: b\n  c #d\n", &[&told]);
        check(
            "a: b # c\nd: \"e\" #f\ng: |\n  h #i\n#j\nk: { l: m } #n\no: #p\n",
            &[],
        );
    }

    #[test]
    fn a_comment_between_brackets_is_the_cause() {
        let check = |text: &str, place: &str, word: &str| {
            let (_, told) = parse_all(text);
            let message = "this begins a comment, which hides the rest of the line";
            let expected =
                format!("{place} yaml-syntax {message} (put it in quotes: `\"{word}\"`)");
            assert_eq!(told, [expected], "{text}");
        };
        check("tags: [#SaaS]\na: b\n", "a.yaml:1:8", "#SaaS");
        check(
            "a:\n  - { href: #services, b: c }\n  - d\n",
            "a.yaml:2:13",
            "#services",
        );
    }

    #[test]
    fn a_quotation_that_ends_within_a_mapping_of_a_line_is_told() {
        let (_, told) = parse_all("a: { label: 'd'aide, et plus', b: c }\n");
        let message = "this value ends at the quotation mark within it";
        let expected = format!("a.yaml:1:13 yaml-syntax {message} (write `\"d'aide, et plus\"`)");
        assert_eq!(told, [expected]);
    }

    #[test]
    fn no_break_spaces_that_indent_are_told() {
        let (_, told) = parse_all("a:\n\u{a0}\u{a0}b: 1\n  c: 2\n");
        let message = "a no-break space indents this line";
        let expected = format!("a.yaml:2:1 yaml-syntax {message} (type plain spaces)");
        assert_eq!(told, [expected]);
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
