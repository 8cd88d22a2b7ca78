//! Values written as YAML of one line, which reads as the same values.

use serde_json::Value;

use super::{Kind, Node, parse};
use crate::Source;

/// A text as YAML: as it is where that reads as the same text, else in double quotes. It may stand behind a key, as a key
/// or in a list of lines; in braces and brackets more has to be quoted, which [`flow_scalar`] does.
pub fn scalar(text: &str) -> String {
    let is_plain = |root: &Node| root.get("key").and_then(Node::as_text) == Some(text);
    // By this key other programs merge what stands behind it.
    match text != "<<" && reads(&format!("key: {text}"), is_plain) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// A text as YAML that may stand anywhere, in braces and brackets too.
pub fn flow_scalar(text: &str) -> String {
    let is_it = |node: &Node| node.as_text() == Some(text);
    let is_plain = |root: &Node| {
        let Kind::List(items) = &root.kind else {
            return false;
        };
        let [
            first,
            Node {
                kind: Kind::Map(pairs),
                ..
            },
        ] = items.as_slice()
        else {
            return false;
        };
        is_it(first)
            && matches!(pairs.as_slice(), [(key, value)] if key.name == text && is_it(value))
    };
    match text != "<<" && reads(&format!("[{text}, {{ {text}: {text} }}]"), is_plain) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// A value in one line: lists and objects in brackets and braces.
pub fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inner).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) if !fields.is_empty() => {
            let fields = fields.iter();
            let fields =
                fields.map(|(key, value)| format!("{}: {}", flow_scalar(key), inner(value)));
            let fields: Vec<String> = fields.collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// A value within brackets.
fn inner(value: &Value) -> String {
    match value {
        Value::String(text) => flow_scalar(text),
        other => flow(other),
    }
}

/// Whether YAML of one line is read without a mistake, and as it was meant.
fn reads(line: &str, is_meant: impl Fn(&Node) -> bool) -> bool {
    if line.contains(char::is_control) {
        return false;
    }
    let source = Source::new("", line);
    let (node, mistakes) = parse(&source, 0..line.len());
    mistakes.is_empty() && node.as_ref().is_some_and(is_meant)
}

/// A text as JSON, which is YAML, with what YAML wants escaped beside what JSON does (YAML 1.2, 5.1).
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
            format!("\\u{:04x}", u32::from(c))
        }
        c => c.to_string(),
    };
    Value::from(text).to_string().chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXTS: [&str; 64] = [
        "",
        "a",
        "A b: c",
        "a: b",
        "a #b",
        "#a",
        "# no",
        "- a",
        "yes",
        "No",
        "true",
        "off",
        "12",
        "123",
        "1e3",
        "2024-01-15",
        "~",
        "null",
        "a\nb",
        "a\tb",
        "\"a\"",
        "l’été : « oui » !",
        "a:",
        "a ",
        " a",
        "{a}",
        "[a]",
        "[x",
        "a, b",
        "é, {b}",
        "&a",
        "*a",
        "!a",
        "%a",
        "@a",
        "`a`",
        "a\\b",
        "…",
        "/a",
        "/a,b",
        "https://example.com/a?b=c",
        "'a",
        "a'b",
        "'q'",
        "|",
        ">",
        "?",
        "? a",
        "é\u{a0}",
        "0x1F",
        ".5",
        "é \u{2028}",
        "C:\\x",
        "C: drive",
        "\u{7f}",
        "\u{85}",
        "\u{feff}a",
        "// a",
        "=",
        "<<",
        "---",
        "...",
        ":a",
        "a:b",
    ];

    #[track_caller]
    fn reads_as(text: &str, expected: &Value) {
        let source = Source::new("a.yaml", text);
        let (node, mistakes) = parse(&source, 0..text.len());
        assert_eq!(mistakes, [], "{text}");
        assert_eq!(node.expect("parses").to_json(), *expected, "{text}");
    }

    #[test]
    fn every_text_is_read_back_as_it_was() {
        for text in TEXTS {
            let own = scalar(text);
            reads_as(&format!("key: {own}  # remark\n"), &json!({ "key": text }));
            reads_as(&format!("key:\n  - {own}\n"), &json!({ "key": [text] }));
            reads_as(&format!("{own}: 1\n"), &json!({ text: 1 }));
            let nested = json!({ "a": [text, { text: [text] }], "b": text });
            for (key, value) in nested.as_object().expect("an object") {
                reads_as(&format!("{key}: {}\n", flow(value)), &json!({ key: value }));
            }
        }
    }

    #[test]
    fn what_needs_no_quotes_has_none() {
        for text in [
            "a",
            "a, b",
            "l’été",
            "it's",
            "/notes/a",
            "2024",
            "https://a.re/b",
        ] {
            let is_plain = scalar(text) == text;
            assert_eq!(is_plain, text != "2024", "{text}");
        }
        assert_eq!(flow(&json!(["a b", "a, b", 1])), "[a b, \"a, b\", 1]");
    }
}
