//! Splits a Markdown file into its front matter (YAML between lines of `---`, TOML between lines of `+++`, or a JSON object)
//! and the text below.

use std::ops::Range;
use std::sync::Arc;

use source::document::Syntax;
use source::{Diagnostic, Source};

/// Where the two parts of a Markdown file stand, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// How the front matter is written.
    pub syntax: Syntax,
    /// The front matter, without the lines around it; empty when there is none.
    pub data: Range<usize>,
    /// The text below.
    pub body: Range<usize>,
}

/// Finds the front matter of a Markdown source. A file that does not begin with `---`, `+++` or a `{` alone on its
/// line has none; one that opens it must close it. What only looks like it would be shown, and `draft: true` in it would
/// hold nothing back: that is refused.
pub fn split(source: &Arc<Source>) -> Result<Parts, Diagnostic> {
    let text = source.text();
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    let (syntax, mark, closing) = match first.trim_end() {
        "---" => (Syntax::Yaml, "---", "---"),
        "+++" => (Syntax::Toml, "+++", "+++"),
        "{" => (Syntax::Json, "{", "}"),
        _ => {
            if let Some(mistake) = unread(source) {
                return Err(mistake);
            }
            return Ok(Parts {
                syntax: Syntax::Yaml,
                data: 0..0,
                body: 0..text.len(),
            });
        }
    };
    let mut offset = first.len();
    let mut near = None;
    for line in text[offset..].split_inclusive('\n') {
        let behind = offset + line.len();
        if line.trim_end() == closing {
            let data = match syntax {
                // The braces are part of the object.
                Syntax::Json => 0..offset + closing.len(),
                _ => first.len()..offset,
            };
            return Ok(Parts {
                syntax,
                data,
                body: behind..text.len(),
            });
        }
        let is_near = !line.trim().is_empty() && line.trim().chars().all(|c| "-—–".contains(c));
        if is_near && syntax == Syntax::Yaml {
            near.get_or_insert(offset..offset + line.trim_end().len());
        }
        offset = behind;
    }
    let mistake = Diagnostic::error(
        "front-matter-not-closed",
        "the front matter is never closed",
    )
    .label(source, 0..mark.len(), "opened here");
    Err(match near {
        Some(near) => mistake
            .label(source, near, "this line does not close it")
            .hint(format!(
                "write `{closing}`, at the beginning of that line and alone on it"
            )),
        None => mistake.hint(format!(
            "add a line of `{closing}` between the front matter and the text"
        )),
    })
}

/// What looks like front matter, in a file that has none.
fn unread(source: &Arc<Source>) -> Option<Diagnostic> {
    let text = source.text();
    let shown = text.trim_start();
    let start = text.len() - shown.len();
    let first = shown.lines().next()?.trim_end();
    let (mark, below) = match first {
        "---" | "+++" => (first, shown[first.len()..].trim_start()),
        _ => ("{", shown.strip_prefix('{')?.trim_start()),
    };
    let names = |sign: char| {
        let line = below.lines().next().unwrap_or_default();
        let (name, _) = line.split_once(sign)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '"' | ' ');
        (!name.is_empty() && name.chars().all(is_name)).then_some(())
    };
    match mark {
        "{" if below.starts_with('"') => names(':')?,
        "---" => names(':')?,
        "+++" => names('=')?,
        _ => return None,
    }
    let (why, hint) = match start {
        0 => (
            "its `{` does not stand alone on its line",
            "write `{` and `}` on lines of their own",
        ),
        _ => (
            "it does not begin with the file",
            "remove what stands before it",
        ),
    };
    let message = format!("this front matter is not read, but shown: {why}");
    let mistake = Diagnostic::error("unread-front-matter", message);
    Some(mistake.at(source, start..start + mark.len()).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(String, String)> {
        let source = Source::new("a.md", text);
        let parts = split(&source).ok()?;
        Some((text[parts.data].to_owned(), text[parts.body].to_owned()))
    }

    #[test]
    fn splits_or_says_what_is_missing() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(parts(text), expected, "{text:?}");
        };
        check("---\na: 1\n---\nText\n", Some(("a: 1\n", "Text\n")));
        check("---\n---\n", Some(("", "")));
        check("+++\na = 1\n+++\nText\n", Some(("a = 1\n", "Text\n")));
        check(
            "{\n \"a\": {\n }\n}\nText\n",
            Some(("{\n \"a\": {\n }\n}", "Text\n")),
        );
        check("{a}\n", Some(("", "{a}\n")));
        check("+++\na = 1\n---\n", None);
        check("Text\n", Some(("", "Text\n")));
        check("", Some(("", "")));
        check("---\na: 1\nText\n", None);
        check(
            "---\na: 1\n--- \nText\n---\n",
            Some(("a: 1\n", "Text\n---\n")),
        );
    }

    #[test]
    fn a_line_that_is_nearly_the_closing_one_is_shown() {
        for line in ["----", "—", " ---"] {
            let text = format!("---\na: 1\n{line}\nText\n");
            let found = split(&Source::new("a.md", text.as_str())).expect_err("not closed");
            let place = found.labels[1].span.clone();
            assert_eq!((&text[place], found.labels.len()), (line, 2));
        }
    }

    #[test]
    fn what_only_looks_like_front_matter_is_told() {
        let check = |text: &str, expected: Option<usize>| {
            let found = split(&Source::new("a.md", text)).err();
            let found = found.map(|mistake| {
                assert_eq!(mistake.code, "unread-front-matter", "{text:?}");
                mistake.labels[0].span.start
            });
            assert_eq!(found, expected, "{text:?}");
        };
        check("{ \"draft\": true }\n\nText\n", Some(0));
        check("{\"a\": 1,\n\"b\": 2}\nText\n", Some(0));
        check("\n---\ndraft: true\n---\nText\n", Some(1));
        check(" ---\ndraft: true\n---\nText\n", Some(1));
        check("\n\n+++\ndraft = true\n+++\n", Some(2));
        check("\n{\n \"draft\": true\n}\n", Some(1));
        // A line, and words.
        check("\n---\nText, and more: of it\n", None);
        check("\n---\n\n# A: b\n", None);
        check("{a: b}\n", None);
        check("{\"quoted\" braces} are no object: no\n", None);
        check("+++ a = b\n", None);
    }
}
