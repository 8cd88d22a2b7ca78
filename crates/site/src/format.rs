//! Diagnostics for other programs: as JSON, and as SARIF 2.1.0 (OASIS), which code hosts and editors show at their lines.

use std::collections::BTreeSet;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};
use source::Diagnostic;
use source::diagnostic::Label;

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: each with its source line
    #[default]
    Text,
    /// A list of `diagnostics`, each with `code`, `severity`, `message`, `places`, `hint` and `notes`
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
}

/// All diagnostics in a format for programs; none in that for people.
pub fn formatted(diagnostics: &[Diagnostic], format: Format) -> Option<String> {
    let value = match format {
        Format::Text => return None,
        Format::Json => {
            json!({ "diagnostics": diagnostics.iter().map(diagnostic).collect::<Vec<_>>() })
        }
        Format::Sarif => sarif(diagnostics),
    };
    Some(format!("{value:#}\n"))
}

fn diagnostic(one: &Diagnostic) -> Value {
    json!({
        "code": one.code,
        "severity": level(one),
        "message": one.message,
        "places": one.labels.iter().map(place).collect::<Vec<_>>(),
        "hint": one.hint,
        "notes": one.notes,
    })
}

fn level(one: &Diagnostic) -> &'static str {
    if one.is_error() { "error" } else { "warning" }
}

/// Lines and columns from 1, columns in characters; the end is that behind the last character.
fn place(label: &Label) -> Value {
    let ((line, column), (end_line, end_column)) = positions(label);
    json!({
        "file": label.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "text": label.text,
    })
}

fn positions(label: &Label) -> ((usize, usize), (usize, usize)) {
    let at = |offset| label.source.position(offset);
    (at(label.span.start), at(label.span.end))
}

fn sarif(diagnostics: &[Diagnostic]) -> Value {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|one| one.code).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = diagnostics.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "site", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(one: &Diagnostic) -> Value {
    let notes = one.notes.iter().map(String::as_str);
    let text: Vec<&str> = std::iter::once(&*one.message)
        .chain(one.hint.as_deref())
        .chain(notes)
        .collect();
    let (first, others) = one.labels.split_at(one.labels.len().min(1));
    json!({
        "ruleId": one.code,
        "level": level(one),
        "message": { "text": text.join("\n") },
        "locations": first.iter().map(location).collect::<Vec<_>>(),
        "relatedLocations": others.iter().map(location).collect::<Vec<_>>(),
    })
}

fn location(label: &Label) -> Value {
    let ((line, column), (end_line, end_column)) = positions(label);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": utf8_percent_encode(&label.source.path, UNWRITTEN).to_string() },
            "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

/// What a path has to encode to be a relative address (RFC 3986).
const UNWRITTEN: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');
