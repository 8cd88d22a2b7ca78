//! An author's mistake as the helper reports it, and as a diagnostic.

use std::fs;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use source::{Diagnostic, Source, Sources};

/// What is wrong and where, with the file relative to the site's root.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Mistake {
    pub message: String,
    pub file: Option<String>,
    /// From 1; none for the file as a whole.
    pub line: Option<usize>,
    /// In bytes, from 0.
    pub column: usize,
    /// In bytes.
    pub length: usize,
    pub hint: Option<String>,
    pub notes: Vec<String>,
}

impl Mistake {
    /// An error that stops the build.
    pub fn error(&self, code: &'static str, sources: &Sources) -> Diagnostic {
        self.place(Diagnostic::error(code, lower_first(&self.message)), sources)
    }

    /// A warning.
    pub fn warning(&self, code: &'static str, sources: &Sources) -> Diagnostic {
        self.place(
            Diagnostic::warning(code, lower_first(&self.message)),
            sources,
        )
    }

    fn place(&self, diagnostic: Diagnostic, sources: &Sources) -> Diagnostic {
        let mut diagnostic = diagnostic.maybe_hint(self.hint.clone());
        diagnostic.notes.extend(self.notes.iter().cloned());
        let Some(file) = &self.file else {
            return diagnostic;
        };
        let source = read_source(sources, file);
        let start = self
            .line
            .map_or(0, |line| offset(&source.text(), line, self.column));
        diagnostic.at(&source, start..start + self.length)
    }
}

/// A file that a script was made from as a source; an empty one when it cannot be read. Scripts may
/// import what lies beside the site's sources.
pub(crate) fn read_source(sources: &Sources, file: &str) -> Arc<Source> {
    if let Ok(Some(Ok(source))) = sources.text(file) {
        return source;
    }
    let bytes = fs::read(sources.root().join(file)).unwrap_or_default();
    Source::new(
        file,
        String::from_utf8_lossy(&bytes).trim_start_matches('\u{FEFF}'),
    )
}

/// Byte offset of a line (from 1) and a column in bytes (from 0).
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let line = text[start..].lines().next().unwrap_or_default();
    start + column.min(line.len())
}

/// Messages of this project begin in lower case, unless with a name such as `JSX`.
fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            let rest = &message[first.len_utf8()..];
            format!("{}{rest}", first.to_lowercase())
                .trim_end_matches('.')
                .to_owned()
        }
        _ => message.trim_end_matches('.').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_byte_offset() {
        let text = "é\nab\n";
        for (line, column, expected) in [(1, 0, 0), (2, 1, 4), (2, 9, 5), (9, 0, 6)] {
            assert_eq!(offset(text, line, column), expected, "{line}:{column}");
        }
    }

    #[test]
    fn messages_begin_in_lower_case() {
        assert_eq!(
            lower_first("Expected \">\" but found."),
            "expected \">\" but found"
        );
        assert_eq!(lower_first("JSX is closed."), "JSX is closed");
    }
}
