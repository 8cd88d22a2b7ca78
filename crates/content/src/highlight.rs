//! Code as HTML with classes: what a piece of code is, never what it looks like.
//!
//! The classes are `hl-comment`, `hl-keyword`, `hl-string`, `hl-number`, `hl-constant`,
//! `hl-function`, `hl-type`, `hl-property`, `hl-tag`, `hl-attribute`, `hl-inserted` and
//! `hl-deleted`; variables, operators and punctuation have none.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arborium::advanced::Span;
use arborium::{Config, GrammarStore, Highlighter};

use crate::markdown::escape_text;

/// Compiled grammars are constants that are costly to make: one set for all threads.
static GRAMMARS: LazyLock<Arc<GrammarStore>> = LazyLock::new(|| Arc::new(GrammarStore::new()));

thread_local! {
    static HIGHLIGHTER: RefCell<Highlighter> = RefCell::new(Highlighter::with_store_and_config(
        Arc::clone(&GRAMMARS),
        Config { max_injection_depth: 2, ..Config::default() },
    ));
}

/// Code that was coloured: a grammar costs tens of milliseconds to make ready, so what was coloured
/// in an earlier build is kept. Invariant: colouring depends on nothing but language and code, so
/// a kept piece is what would be made again (test `a_kept_piece_is_what_would_be_made`).
#[derive(Debug, Default)]
pub struct CodeCache {
    known: BTreeMap<String, String>,
    used: Mutex<BTreeMap<String, String>>,
}

impl CodeCache {
    /// A cache with the pieces of an earlier build.
    pub fn new(known: BTreeMap<String, String>) -> Self {
        Self {
            known,
            used: Mutex::default(),
        }
    }

    /// The pieces that were asked for since, to be kept for the next build.
    pub fn used(&self) -> BTreeMap<String, String> {
        self.used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether every piece that was asked for was known before, and no other is kept.
    pub fn is_unchanged(&self) -> bool {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) == self.known
    }

    /// Code as HTML; none when the language is not known.
    pub(crate) fn html(&self, language: &str, code: &str) -> Option<String> {
        let key = format!("{language}\n{code}");
        let html = match self.known.get(&key) {
            Some(html) => html.clone(),
            None => {
                let mut html = String::new();
                highlight(language, code, &mut html).then_some(html)?
            }
        };
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(key, html.clone());
        Some(html)
    }
}

/// Appends code as HTML to `out`; writes nothing and returns false for an unknown language.
///
/// `language` is a name or an alias such as `rs`, `ts`, `sh`, `yml`, `vue`.
pub fn highlight(language: &str, code: &str, out: &mut String) -> bool {
    if language.is_empty() {
        return false;
    }
    let language = language.to_ascii_lowercase();
    // Components of one file are HTML to whoever reads them.
    let grammar = match language.as_str() {
        "vue" | "svelte" => "html",
        other => other,
    };
    let spans = HIGHLIGHTER.with_borrow_mut(|h| h.highlight_spans(grammar, code));
    let Ok(spans) = spans else {
        return false;
    };
    write(code, spans, out);
    true
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
        let first = CodeCache::default();
        let made = first.html("rust", "fn main() {}");
        assert!(
            made.as_ref()
                .is_some_and(|html| html.contains("hl-keyword"))
        );
        let second = CodeCache::new(first.used());
        assert_eq!(second.html("rust", "fn main() {}"), made);
        assert!(second.is_unchanged());
        assert!(!first.is_unchanged());
        assert_eq!(second.html("no such language", "x"), None);
    }

    #[test]
    fn a_component_of_one_file_is_coloured_as_html() {
        let code = "<template>\n  <p class=\"a\">b</p>\n</template>\n";
        let html = CodeCache::default().html("vue", code);
        assert!(html.is_some_and(|html| html.contains("hl-tag")));
    }
}
