//! Classes that templates write out and that neither a style sheet nor a script knows.

use std::collections::BTreeSet;

use assets::Assets;
use source::{Diagnostic, did_you_mean};

use crate::html::Attribute;
use crate::markup::{Markup, UNKNOWN};

/// A warning for each, once, where it is first written. A site without style sheets has none.
pub fn unknown(markups: &[Markup], assets: &Assets) -> Vec<Diagnostic> {
    let styled = assets.class_names();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for markup in markups.iter().filter(|_| !styled.is_empty()) {
        let attributes = markup.document.elements.iter().flat_map(|e| &e.attributes);
        for class in attributes.filter(|attribute| attribute.name == "class") {
            let text = &markup.source.text()[class.span.clone()];
            for (at, name) in whole_words(class, text) {
                let is_new = seen.insert(name.clone());
                if !is_new || styled.contains(&name) || assets.is_in_script(&name) {
                    continue;
                }
                let near = did_you_mean(&name, styled.iter().map(String::as_str));
                let near = near.unwrap_or_else(|| {
                    "style it in a style sheet of public/, or leave it out".to_owned()
                });
                let message = format!("no style sheet and no script knows the class `{name}`");
                let start = class.span.start + at;
                let warning = Diagnostic::warning("unknown-class", message).hint(near);
                found.push(warning.at(&markup.source, start..start + name.len()));
            }
        }
    }
    found
}

/// The words of an attribute that are written out whole, with their places in its text: an
/// expression or a statement beside a word may be a part of it.
fn whole_words(attribute: &Attribute, text: &str) -> Vec<(usize, String)> {
    let words = attribute.value.split_ascii_whitespace();
    let whole = words.filter(|word| !word.contains(UNKNOWN));
    let placed = whole.filter_map(|word| {
        let mut places = text.match_indices(word).map(|(at, _)| at);
        let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '=');
        let at = places.find(|at| {
            let (before, after) = (&text[..*at], &text[at + word.len()..]);
            before.ends_with(is_end) && (after.is_empty() || after.starts_with(is_end))
        })?;
        Some((at, word.to_owned()))
    });
    placed.collect()
}
