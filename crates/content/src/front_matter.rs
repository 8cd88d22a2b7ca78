//! Splits a Markdown file into the YAML between its `---` lines and the text below.

use std::ops::Range;
use std::sync::Arc;

use source::{Diagnostic, Source};

/// Where the two parts of a Markdown file stand, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// The YAML, without the `---` lines; empty when there is none.
    pub yaml: Range<usize>,
    /// The text below.
    pub body: Range<usize>,
}

/// Finds the front matter of a Markdown source. A file that does not begin with `---` has none;
/// one that opens it must close it.
pub fn split(source: &Arc<Source>) -> Result<Parts, Diagnostic> {
    let text = &source.text;
    let Some(first) = text.split_inclusive('\n').next() else {
        return Ok(Parts {
            yaml: 0..0,
            body: 0..0,
        });
    };
    if first.trim_end() != "---" {
        return Ok(Parts {
            yaml: 0..0,
            body: 0..text.len(),
        });
    }
    let mut offset = first.len();
    for line in text[offset..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok(Parts {
                yaml: first.len()..offset,
                body: offset + line.len()..text.len(),
            });
        }
        offset += line.len();
    }
    Err(Diagnostic::error(
        "front-matter-not-closed",
        "the front matter is never closed",
    )
    .label(source, 0..3, "opened here")
    .hint("add a line of `---` between the front matter and the text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(String, String)> {
        let source = Source::new("a.md", text);
        let parts = split(&source).ok()?;
        Some((text[parts.yaml].to_owned(), text[parts.body].to_owned()))
    }

    #[test]
    fn splits_or_says_what_is_missing() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(parts(text), expected, "{text:?}");
        };
        check("---\na: 1\n---\nText\n", Some(("a: 1\n", "Text\n")));
        check("---\n---\n", Some(("", "")));
        check("Text\n", Some(("", "Text\n")));
        check("", Some(("", "")));
        check("---\na: 1\nText\n", None);
        check(
            "---\na: 1\n--- \nText\n---\n",
            Some(("a: 1\n", "Text\n---\n")),
        );
    }
}
