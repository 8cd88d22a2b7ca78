//! A template's failure as a diagnostic: the template's line, the page that was rendered, and a hint.

use std::sync::Arc;

use content::diagnostic::{Diagnostic, Source, did_you_mean};
use minijinja::{Error, ErrorKind};

use crate::view::View;

/// Why a template could not be compiled.
pub fn compile(error: &Error, source: &Arc<Source>) -> Diagnostic {
    let message = detail(error);
    Diagnostic::error("template-syntax", message)
        .at(source, range(error, source))
        .hint("templates are written in the Jinja syntax of minijinja")
}

/// Why a page could not be rendered. `sources` gives a template's text by its name.
pub fn render(
    error: &Error,
    view: &View,
    sources: impl Fn(&str) -> Option<Arc<Source>>,
) -> Diagnostic {
    let inner = innermost(error);
    let path = &view.route().path;
    let source = inner.name().and_then(&sources);
    let diagnostic = match &source {
        Some(source) => explain(inner, source).at(source, range(inner, source)),
        None => Diagnostic::error("template-error", detail(inner)),
    };
    diagnostic.note(format!("while rendering the page `{path}`"))
}

/// The error at the bottom of a chain of includes and macros, where the cause is.
fn innermost(error: &Error) -> &Error {
    let mut current = error;
    let mut source = std::error::Error::source(error);
    while let Some(next) = source {
        if let Some(next) = next.downcast_ref::<Error>() {
            if next.line().is_some() {
                current = next;
            }
        }
        source = next.source();
    }
    current
}

fn explain(error: &Error, source: &Arc<Source>) -> Diagnostic {
    let written = source
        .text
        .get(range(error, source))
        .unwrap_or_default()
        .trim();
    let message = detail(error);
    match error.kind() {
        ErrorKind::UndefinedError => {
            let name = written.trim_matches(['{', '}', ' ', '-']);
            let message = match name.is_empty() {
                true => "this is not defined".to_owned(),
                false => format!("`{name}` is not defined"),
            };
            let known = ["site", "page", "entry"];
            let root = name.split(['.', '[', '(', ' ']).next().unwrap_or_default();
            let hint = match known.contains(&root) {
                true => {
                    format!("`{root}` has no such field: name it in the schema, or mend the name")
                }
                false => did_you_mean(root, known).unwrap_or_else(|| {
                    "a template knows `site`, `page`, `entry` and what it sets itself".to_owned()
                }),
            };
            Diagnostic::error("undefined-variable", message).hint(hint)
        }
        ErrorKind::TemplateNotFound => Diagnostic::error("unknown-template", message)
            .hint("templates are named from templates/"),
        ErrorKind::OutOfFuel => Diagnostic::error("template-endless", "this template never ends")
            .hint("shorten the loops, or prepare the list in content/"),
        _ if message.contains("recursion limit") => {
            Diagnostic::error("template-recursion", "this template includes itself")
                .hint("remove the circle of includes or macros")
        }
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            Diagnostic::error("unknown-function", message)
                .hint("see the list of functions and filters in CONTRIBUTING.md")
        }
        _ => Diagnostic::error("template-error", message),
    }
}

fn detail(error: &Error) -> String {
    match error.detail() {
        Some(detail) => detail.to_owned(),
        None => error.kind().to_string(),
    }
}

/// The bytes of a template that an error points at, else its line.
fn range(error: &Error, source: &Arc<Source>) -> std::ops::Range<usize> {
    if let Some(range) = error
        .range()
        .filter(|r| source.text.get(r.clone()).is_some())
    {
        return range;
    }
    let line = error.line().unwrap_or(1).saturating_sub(1);
    let start: usize = source
        .text
        .split_inclusive('\n')
        .take(line)
        .map(str::len)
        .sum();
    let text = source
        .text
        .get(start..)
        .and_then(|t| t.lines().next())
        .unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    start + indent..start + text.len()
}
