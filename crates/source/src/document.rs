//! The texts that hold data: YAML, JSON, TOML or CSV to one tree whose every key and value knows its place.

use std::ops::Range;
use std::sync::Arc;

use crate::yaml::{self, Node};
use crate::{Diagnostic, Source};

mod csv;
mod json;
mod toml;

/// How data is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// YAML 1.2.
    Yaml,
    /// JSON (RFC 8259).
    Json,
    /// TOML 1.
    Toml,
    /// A table: a line of names, then a line for each row (RFC 4180). Semicolons and tabs part the cells where no
    /// comma does in the first line.
    Csv,
}

impl Syntax {
    /// The syntax of a file by the end of its name.
    pub fn of(path: &str) -> Option<Self> {
        Some(match path.rsplit_once('.')?.1 {
            "yaml" | "yml" => Self::Yaml,
            "json" => Self::Json,
            "toml" => Self::Toml,
            "csv" => Self::Csv,
            _ => return None,
        })
    }

    /// Parses what stands at `range` of a source. The tree is absent when it cannot be read.
    pub fn parse(
        self,
        source: &Arc<Source>,
        range: Range<usize>,
    ) -> (Option<Node>, Vec<Diagnostic>) {
        match self {
            Self::Yaml => yaml::parse(source, range),
            Self::Json => json::parse(source, range),
            Self::Toml => toml::parse(source, range),
            Self::Csv => csv::parse(source, range),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(path: &str, text: &str) -> (String, Vec<String>) {
        let source = Source::new(path, text);
        let syntax = Syntax::of(path).expect("a syntax");
        let (node, diagnostics) = syntax.parse(&source, 0..text.len());
        let json = node.map_or_else(|| "nothing".to_owned(), |node| node.to_json().to_string());
        let told = diagnostics.iter().map(|d| {
            let (line, column) = d
                .labels
                .first()
                .map_or((0, 0), |l| l.source.position(l.span.start));
            format!("{line}:{column} {} {}", d.code, d.message)
        });
        (json, told.collect())
    }

    #[test]
    fn the_same_data_in_every_syntax_is_the_same_tree() {
        let check = |path: &str, text: &str| {
            let expected = r#"[{"name":"Thé, vert","price":4.5,"day":"2026-01-31"}]"#;
            let (json, told) = parsed(path, text);
            assert_eq!(told, Vec::<String>::new(), "{path}");
            assert_eq!(json, expected, "{path}");
        };
        check(
            "a.yaml",
            "- { name: \"Thé, vert\", price: 4.5, day: 2026-01-31 }\n",
        );
        check(
            "a.json",
            "[\n\t{ \"name\": \"Th\\u00e9, vert\", \"price\": 4.5, \"day\": \"2026-01-31\" }\n]\n",
        );
        let (json, told) = parsed(
            "a.toml",
            "[[rows]]\nname = \"Thé, vert\"\nprice = 4.5\nday = 2026-01-31\n",
        );
        assert_eq!(told, Vec::<String>::new());
        assert_eq!(
            json,
            r#"{"rows":[{"name":"Thé, vert","price":4.5,"day":"2026-01-31"}]}"#
        );
    }

    #[test]
    fn tables_are_rows_of_texts() {
        let check = |text: &str, expected: &str| {
            let (json, told) = parsed("a.csv", text);
            assert_eq!(told, Vec::<String>::new(), "{text:?}");
            assert_eq!(json, expected, "{text:?}");
        };
        let rows = r#"[{"a":"1","b":"x, \"y\""},{"a":"2","b":null}]"#;
        check("a,b\n1,\"x, \"\"y\"\"\"\n2,\n", rows);
        check("a;b\r\n1;\"x, \"\"y\"\"\"\r\n\r\n2;\r\n", rows);
        check("a\tb\n1\t\"x, \"\"y\"\"\"\n2\t", rows);
        check("a,b\n", "[]");
        check("", "[]");
        check("a,b\n\"1\n2\",3", r#"[{"a":"1\n2","b":"3"}]"#);
    }

    #[test]
    fn mistakes_have_their_place() {
        let check = |path: &str, text: &str, expected: &[&str]| {
            let (_, told) = parsed(path, text);
            assert_eq!(told, expected, "{path}: {text:?}");
        };
        check(
            "a.json",
            "{\n  \"a\": 1,\n  \"a\": 2\n}",
            &["3:3 duplicate-key the key `a` stands twice"],
        );
        check(
            "a.json",
            "{ \"a\": 1, }",
            &["1:9 json-syntax the JSON cannot be read: trailing commas are not allowed"],
        );
        check(
            "a.json",
            "{ 'a': 1 }",
            &["1:3 json-syntax the JSON cannot be read: single-quoted strings are not allowed"],
        );
        check("a.json", "", &["1:1 json-syntax the file is empty"]);
        check(
            "a.json",
            "[12345678901234567890123, -9223372036854775809, 0.12345678901234567891]",
            &[
                "1:2 json-syntax `12345678901234567890123` is read as the number `1.2345678901234568e+22`",
                "1:27 json-syntax `-9223372036854775809` is read as the number `-9.223372036854776e+18`",
                "1:49 json-syntax `0.12345678901234567891` is read as the number `0.12345678901234568`",
            ],
        );
        check(
            "a.json",
            "[18446744073709551615, 1.50000000000000000, 1.7976931348623157e308, 0.000000000000000001]",
            &[],
        );
        check(
            "a.toml",
            "a = 3.14159265358979323846\n",
            &["1:5 toml-syntax `3.14159265358979323846` is read as the number `3.141592653589793`"],
        );
        check(
            "a.toml",
            "a = [nan, 1e400]\n[b]\nc = 0x1_ffffffffffffffff\n",
            &[
                "3:5 toml-syntax `0x1ffffffffffffffff` is no number that can be held",
                "1:11 toml-syntax `1e400` is no number that can be held",
                "1:6 toml-syntax `nan` is no number that can be held",
            ],
        );
        check(
            "a.toml",
            "a = 0xffffffffffffffff\nb = 9223372036854775808\nc = -3\n",
            &[],
        );
        check(
            "a.toml",
            "a = 1\nb = [1,\nc = 2\n",
            &[
                "3:3 toml-syntax the TOML cannot be read: unexpected `=` in array, expected value, `]`",
            ],
        );
        check(
            "a.toml",
            "a = 1\na = 2\n",
            &["2:1 toml-syntax the TOML cannot be read: duplicate key"],
        );
        check(
            "a.csv",
            "a,b\n1,2\n1,2,3\n1\n",
            &[
                "3:5 csv-row this row has 3 cells, the first line names 2",
                "4:1 csv-row this row has 1 cell, the first line names 2",
            ],
        );
        check(
            "a.csv",
            "a,a\n",
            &["1:3 duplicate-key the key `a` stands twice"],
        );
        check("a.csv", "a,\n", &["1:3 csv-row a column has no name"]);
        check(
            "a.csv",
            "a,b\n1,\"2\n3,4\n",
            &["2:3 csv-quote this quote is never closed"],
        );
        for row in ["1,\"2\"x", "1,\"2\" ", "1,\"2\"x\""] {
            check(
                "a.csv",
                &format!("a,b\n{row}\n3,4\n"),
                &["2:6 csv-quote text stands behind the closing quote"],
            );
        }
        check(
            "a.csv",
            "a,b\n1,\"2\n3,\"4\"\n",
            &["2:3 csv-quote this quote is never closed"],
        );
        check("a.csv", "a,b\n\"1\"\"\",\"2\n\"\r\n", &[]);
    }
}
