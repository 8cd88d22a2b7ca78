//! Front matter of any generator to the fields of an entry, and these to YAML.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use content::front_matter::Parts;
use serde_json::{Map, Value};
use source::document::Syntax;
use source::yaml::{self, Kind as Value_, Node};
use source::{Diagnostic, Source};

/// The front matter of a file, with the line of each key, and the text below.
#[derive(Debug, Default)]
pub struct Front {
    /// Keys and values.
    pub fields: Map<String, Value>,
    /// The line of each key at the top.
    pub lines: BTreeMap<String, usize>,
    /// Where the text begins.
    pub body: usize,
    /// Whether there is any front matter.
    pub is_there: bool,
    /// Whether it is a program, which nothing is known of.
    pub is_unread: bool,
}

impl Front {
    /// Reads a file's front matter: YAML, TOML or JSON. One that is a program is read as far as it is plain values.
    pub fn read(source: &Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let (parts, is_program) = match named(&source.text()) {
            Some(named) => named,
            None => {
                let parts = content::front_matter::split(source);
                (parts.map_err(|mistake| vec![mistake])?, false)
            }
        };
        let is_there = parts.body.start > 0;
        let (node, mistakes) = match parts.syntax {
            Syntax::Yaml => lenient(source, parts.data.clone()),
            syntax => syntax.parse(source, parts.data.clone()),
        };
        let is_map = |node: &Node| matches!(node.kind, Value_::Map(_));
        let is_unread = !mistakes.is_empty() || !node.as_ref().is_some_and(is_map);
        if is_program && is_unread {
            return Ok(Self {
                body: parts.body.start,
                is_there,
                is_unread,
                ..Self::default()
            });
        }
        let Some(node) = node else {
            return Err(mistakes);
        };
        let mut front = Self {
            body: parts.body.start,
            is_there,
            ..Self::default()
        };
        if let Value_::Map(entries) = &node.kind {
            for (key, _) in entries {
                let line = source.position(key.span.start).0;
                front.lines.insert(key.name.clone(), line);
            }
        }
        if let Value::Object(fields) = node.to_json() {
            front.fields = fields;
        }
        Ok(front)
    }

    /// The line of a key; that of the front matter when it has none.
    pub fn line(&self, key: &str) -> usize {
        self.lines.get(key).copied().unwrap_or(1)
    }
}

/// Front matter whose first line names its syntax, as in `---json`, and whether that is a program.
fn named(text: &str) -> Option<(Parts, bool)> {
    let first = text.split_inclusive('\n').next()?;
    let (syntax, is_program) = match first.trim_end().strip_prefix("---")?.trim() {
        "json" => (Syntax::Json, false),
        "toml" => (Syntax::Toml, false),
        "yaml" | "yml" => (Syntax::Yaml, false),
        // An object of plain values is YAML too.
        "js" | "javascript" => (Syntax::Yaml, true),
        _ => return None,
    };
    let mut at = first.len();
    for line in text[at..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            let parts = Parts {
                syntax,
                data: first.len()..at,
                body: at + line.len()..text.len(),
            };
            return Some((parts, is_program));
        }
        at += line.len();
    }
    None
}

/// YAML as other programs take it: a tab counts as two spaces.
fn lenient(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let (node, mistakes) = Syntax::Yaml.parse(source, range.clone());
    if node.is_some() && mistakes.is_empty() {
        return (node, mistakes);
    }
    let text = source.text()[..range.end].replace('\t', " ");
    let plain = Source::new(source.path.clone(), text);
    let (again, _) = Syntax::Yaml.parse(&plain, range);
    (again.or(node), mistakes)
}

/// Fields as front matter between lines of `---`.
pub fn written(fields: &Map<String, Value>) -> String {
    let lines = fields
        .iter()
        .map(|(key, value)| format!("{}: {}\n", yaml::scalar(key), yaml::flow(value)));
    format!("---\n{}---\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_the_same() {
        let texts = [
            "plain",
            "a: b",
            "12",
            "yes",
            "",
            "'q'",
            "# no",
            "a #b",
            "tab\there",
            "[x",
            "2024-01-02",
            "- a",
            "é, {b}",
            "two\nlines",
            "a:",
            "*x",
            "C: drive",
            "null",
            "1e3",
            "0x1f",
            "~",
        ];
        for text in texts {
            let nested = serde_json::json!({ "a": [text, { text: text }], "b": text });
            let Value::Object(fields) = nested else {
                panic!()
            };
            let source = Source::new("a.md", written(&fields));
            let front = Front::read(&source).expect("readable");
            assert_eq!(front.fields, fields, "{}", source.text());
        }
    }
}
