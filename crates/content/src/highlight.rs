//! Code as HTML with classes: what a piece of code is, never what it looks like.
//!
//! The classes are `hl-comment`, `hl-keyword`, `hl-string`, `hl-number`, `hl-constant`,
//! `hl-function`, `hl-type`, `hl-property`, `hl-tag`, `hl-attribute`, `hl-inserted` and
//! `hl-deleted`; variables, operators and punctuation have none.

use std::collections::BTreeMap;
use std::sync::Arc;

use arborium::advanced::Span;
use arborium::{Config, GrammarStore, Highlighter};

use crate::escape::escape_text;

/// What the HTML of a piece of code depends on beside language and code: raised whenever a class or
/// the way of writing changes.
pub const RECIPE: u32 = 1;

/// Coloured code as HTML, by its language, a line end and the code.
pub type Coloured = BTreeMap<String, String>;

/// Colours code. A grammar costs tens of milliseconds to make ready, so what was coloured in an
/// earlier build is taken from there. Invariant: colouring depends on nothing but language, code
/// and [`RECIPE`], so a kept piece is what would be made again (test
/// `a_kept_piece_is_what_would_be_made`).
#[derive(Clone)]
pub struct Highlight {
    known: Arc<Coloured>,
    grammars: Arc<GrammarStore>,
}

impl std::fmt::Debug for Highlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Highlight ({} pieces known)", self.known.len())
    }
}

impl Default for Highlight {
    fn default() -> Self {
        Self::new(Arc::default())
    }
}

impl Highlight {
    /// Grammars that are made ready when they are first asked for, and the code of an earlier build.
    pub fn new(known: Arc<Coloured>) -> Self {
        Self {
            known,
            grammars: Arc::new(GrammarStore::new()),
        }
    }

    /// Code as HTML, which is added to `coloured` too; none when the language is not known.
    pub(crate) fn html(
        &self,
        language: &str,
        code: &str,
        coloured: &mut Coloured,
    ) -> Option<String> {
        let key = format!("{language}\n{code}");
        let html = match self.known.get(&key) {
            Some(html) => html.clone(),
            None => self.colour(language, code)?,
        };
        coloured.insert(key, html.clone());
        Some(html)
    }

    /// `language` is a name or an alias such as `rs`, `ts`, `sh`, `yml`, `vue`.
    fn colour(&self, language: &str, code: &str) -> Option<String> {
        let language = language.to_ascii_lowercase();
        // Components of one file are HTML to whoever reads them.
        let grammar = match language.as_str() {
            "" => return None,
            "vue" | "svelte" => "html",
            other => other,
        };
        let config = Config {
            max_injection_depth: 2,
            ..Config::default()
        };
        let grammars = Arc::clone(&self.grammars);
        let mut highlighter = Highlighter::with_store_and_config(grammars, config);
        let spans = highlighter.highlight_spans(grammar, code).ok()?;
        let mut html = String::new();
        write(code, spans, &mut html);
        Some(html)
    }
}

/// Writes the code with an element around what has a class; of nested spans the inner one counts.
fn write(code: &str, spans: Vec<Span>, out: &mut String) {
    let mut spans: Vec<_> = spans
        .into_iter()
        .filter_map(|span| {
            let class = class(&span.capture)?;
            let range = span.start as usize..span.end as usize;
            let is_whole = code.get(range.clone()).is_some_and(|text| !text.is_empty());
            is_whole.then_some((range, class, span.pattern_index))
        })
        .collect();
    // Of spans with the same range the one that has a class counts, then the later pattern.
    spans.sort_by(|(a, class_a, pattern_a), (b, class_b, pattern_b)| {
        let order = a.start.cmp(&b.start).then(b.end.cmp(&a.end));
        let styled = class_a.is_empty().cmp(&class_b.is_empty()).reverse();
        order.then(styled).then(pattern_a.cmp(pattern_b))
    });
    let mut writer = Writer {
        code,
        out,
        at: 0,
        class: "",
    };
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (range, class, _) in spans {
        while let Some((end, inner)) = open.pop_if(|(end, _)| *end <= range.start) {
            writer.write_to(end, inner);
        }
        writer.write_to(range.start, open.last().map_or("", |(_, class)| class));
        open.push((range.end, class));
    }
    while let Some((end, class)) = open.pop() {
        writer.write_to(end, class);
    }
    writer.write_to(code.len(), "");
    writer.switch("");
}

/// Writes code piece by piece; neighbours of one class share an element.
struct Writer<'c, 'o> {
    code: &'c str,
    out: &'o mut String,
    at: usize,
    class: &'static str,
}

impl Writer<'_, '_> {
    fn write_to(&mut self, end: usize, class: &'static str) {
        if end > self.at {
            self.switch(class);
            escape_text(self.out, &self.code[self.at..end]);
            self.at = end;
        }
    }

    fn switch(&mut self, class: &'static str) {
        if class == self.class {
            return;
        }
        if !self.class.is_empty() {
            self.out.push_str("</span>");
        }
        if !class.is_empty() {
            self.out.push_str("<span class=\"");
            self.out.push_str(class);
            self.out.push_str("\">");
        }
        self.class = class;
    }
}

/// The class of a grammar's capture: empty for what is known and has none, nothing for the unknown.
fn class(capture: &str) -> Option<&'static str> {
    let mut parts = capture.trim_start_matches('@').split('.');
    let (first, second) = (parts.next()?, parts.next().unwrap_or_default());
    Some(match (first, second) {
        ("comment", _) => "hl-comment",
        (
            "keyword" | "include" | "conditional" | "repeat" | "exception" | "storageclass"
            | "preproc" | "define" | "structure",
            _,
        ) => "hl-keyword",
        ("string" | "character" | "escape", _) => "hl-string",
        ("number" | "float", _) => "hl-number",
        ("constant" | "boolean", _) => "hl-constant",
        ("function" | "method" | "macro", _) => "hl-function",
        ("type" | "constructor", _) => "hl-type",
        ("property" | "field", _) => "hl-property",
        ("tag", "attribute") | ("attribute", _) => "hl-attribute",
        ("tag", _) => "hl-tag",
        ("diff", "plus" | "add" | "addition") => "hl-inserted",
        ("diff", "minus" | "delete" | "deletion") => "hl-deleted",
        ("text", "diff") if capture.ends_with("add") => "hl-inserted",
        ("text", "diff") if capture.ends_with("delete") => "hl-deleted",
        ("variable" | "operator" | "punctuation" | "embedded" | "none" | "parameter", _) => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_piece_is_what_would_be_made() {
        let mut coloured = Coloured::new();
        let made = Highlight::default().html("rust", "fn main() {}", &mut coloured);
        let has_class = |html: &String| html.contains("hl-keyword");
        assert!(made.as_ref().is_some_and(has_class));
        let second = Highlight::new(Arc::new(coloured.clone()));
        let mut again = Coloured::new();
        assert_eq!(second.html("rust", "fn main() {}", &mut again), made);
        assert_eq!(again, coloured);
        assert_eq!(second.html("no such language", "x", &mut again), None);
    }

    #[test]
    fn a_component_of_one_file_is_coloured_as_html() {
        let code = "<template>\n  <p class=\"a\">b</p>\n</template>\n";
        let html = Highlight::default().html("vue", code, &mut Coloured::new());
        assert!(html.is_some_and(|html| html.contains("hl-tag")));
    }
}
