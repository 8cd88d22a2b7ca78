//! Filters, tests and functions that no template knows, in parts that no page shows.

use std::collections::HashSet;

use render::{Called, Vocabulary};
use source::Diagnostic;

use crate::markup::Markup;

/// What the template language itself lets be called.
const OWN: [&str; 3] = ["super", "caller", "loop"];

/// A warning for each, of a sound site: a page that showed one would not have been made. `set` are names that templates give.
pub fn warnings(markups: &[Markup], set: &HashSet<&str>) -> Vec<Diagnostic> {
    let vocabulary = Vocabulary::new();
    let own = markups.iter().filter(|m| !m.source.is_of_theme());
    let mut found = Vec::new();
    for markup in own {
        for call in &markup.outline.calls {
            let (name, called) = (call.name.as_str(), call.called);
            if called == Called::Function && (set.contains(name) || OWN.contains(&name)) {
                continue;
            }
            let Some(hint) = vocabulary.unknown(call) else {
                continue;
            };
            let what = match called {
                Called::Filter => "filter",
                Called::Test => "test",
                Called::Function => "macro or function",
            };
            found.push(absent(what, name, hint).at(&markup.source, call.place.clone()));
        }
    }
    found
}

/// What a template names and the site does not have; its place is still to be added.
pub(super) fn absent(what: &str, name: &str, hint: String) -> Diagnostic {
    Diagnostic::warning("unknown-name", format!("there is no {what} `{name}`"))
        .hint(hint)
        .note("no page shows this part of the template today; one that did would fail")
}
