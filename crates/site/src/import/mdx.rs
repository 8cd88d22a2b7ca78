//! The program in a text of MDX: lines of scripts, expressions in braces, attributes whose values are expressions.

use std::sync::LazyLock;

use regex::Regex;

use super::document::ImportedPage;
use super::patterns::braced;
use super::report::{Report, Topic};
use super::text::is_in;

/// The lines that are a script.
pub fn scripts(document: &mut ImportedPage, report: &mut Report) {
    let code = document.body.code();
    let mut changes = Vec::new();
    let text = document.body.text.clone();
    let (mut at, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with("import ") && line.contains(['\'', '"', '{'])
            || line.starts_with("export ");
        if (begins || is_open) && !is_in(&code, at) {
            if begins && line.starts_with("export ") {
                report.tell(
                    Topic::Shortcode,
                    (&document.file, document.body.line(at)),
                    format!("`{}`", line.trim()),
                );
            }
            is_open = !line.trim_end().ends_with([';', '\'', '"', ')']) && !line.trim().is_empty();
            changes.push((at..at + line.len(), String::new()));
        }
        at += line.len();
    }
    document.body.replace(changes);
}

/// Attributes of HTML elements as HTML has them; one whose value is an expression is left out and told.
pub fn attributes(document: &mut ImportedPage, report: &mut Report) {
    const PATTERN: &str =
        r#"<[a-z][\w-]*((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?)+)\s*/?>"#;
    static ELEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(PATTERN).ok());
    static ATTRIBUTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"\s+([\w:-]+)=(?:\{((?:[^{}]|\{[^{}]*\})*)\}|"([^"]*)"|'([^']*)')"#).ok()
    });
    let (Some(element), Some(attribute)) = (ELEMENT.as_ref(), ATTRIBUTE.as_ref()) else {
        return;
    };
    let code = document.body.code();
    let text = document.body.text.clone();
    let mut changes = Vec::new();
    let elements = element
        .captures_iter(&text)
        .filter_map(|found| found.get(1));
    for given in elements.filter(|given| !is_in(&code, given.start())) {
        for found in attribute.captures_iter(given.as_str()) {
            let Some(whole) = found.get(0) else { continue };
            let range = given.start() + whole.start()..given.start() + whole.end();
            let name = match &found[1] {
                "className" => "class",
                name => name,
            };
            let plain = found.get(3).or(found.get(4)).map(|value| value.as_str());
            match plain.or_else(|| literal(found.get(2)?.as_str())) {
                Some(value) if name != &found[1] || plain.is_none() => {
                    changes.push((
                        range,
                        format!(" {name}=\"{}\"", value.replace('"', "&quot;")),
                    ));
                }
                Some(_) => {}
                None => {
                    let line = document.body.line(range.start);
                    let what = format!("the attribute `{}` is left out", whole.as_str().trim());
                    report.tell(Topic::Shortcode, (&document.file, line), what);
                    changes.push((range, String::new()));
                }
            }
        }
    }
    document.body.replace(changes);
}

/// The text or number that an expression is.
fn literal(expression: &str) -> Option<&str> {
    let plain = expression.trim();
    let quote = plain.chars().next()?;
    if matches!(quote, '"' | '\'' | '`') {
        let inner = plain.strip_prefix(quote)?.strip_suffix(quote)?;
        return (!inner.contains([quote, '$', '\\'])).then_some(inner);
    }
    plain.bytes().all(|b| b.is_ascii_digit()).then_some(plain)
}

/// Expressions: a text or a field of the page becomes what it says, the others stay and are told.
pub fn expressions(document: &mut ImportedPage, report: &mut Report) {
    let code = document.body.code();
    let text = document.body.text.clone();
    let mut changes = Vec::new();
    let mut done = 0;
    for (start, _) in text.match_indices('{') {
        let is_escaped = text[..start].ends_with('\\');
        if start < done || is_escaped || is_in(&code, start) {
            continue;
        }
        let Some(range) = braced(&text, start) else {
            continue;
        };
        done = range.end;
        let inner = text[start + 1..range.end - 1].trim();
        let field = inner.strip_prefix("frontmatter.");
        let field = field.and_then(|name| document.fields.get(name)?.as_str());
        match literal(inner).or(field) {
            Some(value) => changes.push((range, value.to_owned())),
            None => {
                let line = document.body.line(start);
                let shown = text[range].split_whitespace().collect::<Vec<_>>().join(" ");
                let shown: String = shown.chars().take(100).collect();
                let what = format!("`{shown}` is shown as it stands: write what it says");
                report.tell(Topic::Shortcode, (&document.file, line), what);
            }
        }
    }
    document.body.replace(changes);
}
