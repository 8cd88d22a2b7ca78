//! Something of a text that looks like markup and is none, as it is told.

use std::ops::Range;

use source::Severity;

/// Something of a line of text that looks like markup and is none; places are in that text.
pub(super) struct Literal {
    /// Where it stands, from the sign that the author would escape.
    pub place: Range<usize>,
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    pub hint: String,
}

/// What is told without stopping the build.
pub(super) fn warning(
    code: &'static str,
    place: Range<usize>,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Literal {
    Literal {
        place,
        code,
        severity: Severity::Warning,
        message: message.into(),
        hint: hint.into(),
    }
}

/// Markup of other programs.
pub(super) fn foreign(place: Range<usize>, text: &str, hint: impl Into<String>) -> Literal {
    let message = format!("`{}` is shown as it is", one_line(text));
    warning("unread-markup", place, message, hint)
}

/// A text short enough to be told.
pub(super) fn one_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// How many of the same sign stand in a row.
pub(super) fn run(flow: &str, at: usize) -> usize {
    let bytes = &flow.as_bytes()[at..];
    bytes.iter().take_while(|byte| **byte == bytes[0]).count()
}
