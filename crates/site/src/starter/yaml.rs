//! Values as YAML text, in the block style that authors write by hand.

use serde_json::Value;

/// Lines of YAML in the making.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<String>,
    indent: usize,
}

impl Lines {
    /// The text, every line ended.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// A key whose value follows, indented.
    pub fn open(&mut self, name: &str) {
        self.push(&format!("{}:", scalar(name)));
    }

    /// A key with its value.
    pub fn field(&mut self, name: &str, value: &Value) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                self.open(name);
                self.indented(|lines| map.iter().for_each(|(k, v)| lines.field(k, v)));
            }
            Value::Array(items) if !items.is_empty() => {
                self.open(name);
                self.indented(|lines| items.iter().for_each(|item| lines.item(item)));
            }
            value => self.push(&format!("{}: {}", scalar(name), inline(value))),
        }
    }

    /// A comment behind the last field's first line.
    pub fn remark(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // A list or a mapping below its key is indented deeper than the key.
        let own = " ".repeat(self.indent);
        let is_first = |line: &&mut String| {
            line.strip_prefix(own.as_str())
                .is_some_and(|rest| !rest.starts_with(' '))
        };
        if let Some(line) = self.lines.iter_mut().rev().find(is_first) {
            line.push_str(&format!("  # {text}"));
        }
    }

    /// Lines that are comments already.
    pub fn comment(&mut self, text: &str) {
        text.lines().for_each(|line| self.push(line));
    }

    /// Writes deeper lines.
    pub fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 2;
        write(self);
        self.indent -= 2;
    }

    fn push(&mut self, text: &str) {
        self.lines
            .push(format!("{}{text}", " ".repeat(self.indent)));
    }

    fn item(&mut self, item: &Value) {
        let Value::Object(map) = item else {
            return self.push(&format!("- {}", inline(item)));
        };
        if map.is_empty() {
            return self.push("- {}");
        }
        let first = self.lines.len();
        self.indented(|lines| map.iter().for_each(|(k, v)| lines.field(k, v)));
        // The first key stands behind the dash.
        if let Some(line) = self.lines.get_mut(first) {
            line.replace_range(self.indent..self.indent + 2, "- ");
        }
    }
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        // JSON is YAML.
        other => other.to_string(),
    }
}

/// A text as a plain scalar where YAML reads it as the same text, else in double quotes.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let begins_plainly = text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '…'));
    let is_date = text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| match i {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    let is_plain = |c: char| c.is_alphanumeric() || " -_./…’'!?()+&:;,%@°«»".contains(c);
    let safe = (begins_plainly || is_date)
        && text.chars().all(is_plain)
        && !text.contains(": ")
        && !text.ends_with([':', ' '])
        && !WORDS.contains(&text.to_lowercase().as_str());
    match safe {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// A text in double quotes: JSON's, where YAML does not ask for more to be escaped (YAML 1.2, 5.1).
fn quoted(text: &str) -> String {
    let mut escaped = String::new();
    for c in Value::from(text).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                escaped += &format!("\\u{:04x}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use source::Source;

    use super::*;

    fn read(text: &str) -> Value {
        let source: Arc<Source> = Source::new("a.yaml", text);
        let (node, problems) = source::yaml::parse(&source, 0..text.len());
        assert_eq!(problems, [], "{text}");
        node.expect("parses").to_json()
    }

    #[test]
    fn every_text_is_read_back_as_it_was() {
        for text in [
            "",
            "a",
            "A b: c",
            "a #b",
            "#a",
            "- a",
            "yes",
            "No",
            "12",
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
            "&a",
            "*a",
            "!a",
            "%a",
            "@a",
            "`a`",
            "a\\b",
            "…",
            "/a",
            "https://example.com/a?b=c",
            "'a",
            "a'b",
            "|",
            ">",
            "?",
            "é\u{a0}",
            "0x1F",
            ".5",
            "é \u{2028}",
            "C:\\x",
            "\u{7f}",
            "\u{85}",
            "\u{feff}a",
            "// a",
            "=",
            "<<",
        ] {
            let line = format!("key: {}\n", scalar(text));
            assert_eq!(read(&line), json!({ "key": text }), "{line}");
        }
    }

    #[test]
    fn nested_values_are_read_back_as_they_were() {
        let value = json!({
            "a": { "b": [{ "c": 1, "d": ["x", "y: z"], "e": { "f": true } }, {}, "t", [] ], "g": {} },
            "h": null
        });
        let mut lines = Lines::default();
        let Value::Object(map) = &value else {
            unreachable!()
        };
        map.iter().for_each(|(k, v)| {
            lines.field(k, v);
            lines.remark("what it is: # this");
        });
        let text = lines.text();
        assert_eq!(read(&text), value, "{text}");
        assert!(
            text.starts_with("a:  # what it is: # this\n  b:\n    - c: 1\n      d:\n        - x\n"),
            "{text}"
        );
    }
}
