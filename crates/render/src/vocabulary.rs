//! The filters, tests and functions that templates know, for whoever reads templates without rendering them.

use std::convert::Infallible;
use std::fmt;
use std::ops::Range;

use minijinja::machinery::ast::{self, Expr};
use minijinja::machinery::{self, Span};
use minijinja::value::Value;
use minijinja::{Environment, ErrorKind};

use crate::mention::{self, Mention};
use crate::mistake::known_names;
use crate::tree::{self, Root};
use crate::{filters, functions, renderer};

/// A name that a template calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The name.
    pub name: &'a str,
    /// As what it is called.
    pub called: Called,
    /// Where the name stands in the text of the template.
    pub place: Range<usize>,
}

/// What templates can call.
pub struct Vocabulary(Environment<'static>);

/// What a name is called as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// Behind `|`.
    Filter,
    /// Behind `is`.
    Test,
    /// Before `(`.
    Function,
}

impl Vocabulary {
    /// What the program's own environment knows.
    pub fn new() -> Self {
        Self(renderer::environment())
    }

    /// What a template calls, in the order of its statements; nothing of one that cannot be compiled. A method of a value is nothing
    /// that templates know.
    pub fn calls<'a>(&self, text: &'a str) -> Vec<Call<'a>> {
        let mut found = Vec::new();
        self.read(text, |root| match root {
            Root::Expression(expression) => add(&mut found, text, expression),
            Root::Call(call) => add_call(&mut found, text, call),
        });
        found
    }

    /// The entries that a template names by literals, in the order of its statements; none of one that cannot be
    /// compiled.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let mut found = Vec::new();
        self.read(text, |root| match root {
            Root::Expression(expression) => mention::add(&mut found, text, expression),
            Root::Call(call) => mention::add_call(&mut found, text, call),
        });
        found
    }

    /// Gives every expression of a template that stands in no other one; none of one that cannot be compiled.
    fn read(&self, text: &str, mut give: impl FnMut(Root<'_, '_>)) {
        if let Ok(template) = machinery::parse(text, "", self.0.syntax().clone()) {
            let never: Result<(), Infallible> = tree::roots(&template, &mut |root| {
                give(root);
                Ok(())
            });
            never.unwrap_or_default();
        }
    }

    /// How to mend a call of what nothing is called; none where something is.
    pub fn unknown(&self, &Call { name, called, .. }: &Call<'_>) -> Option<String> {
        let mut state = self.0.empty_state();
        let unknown = |error: minijinja::Error, kind| error.kind() == kind;
        let value = Value::from(());
        let (is_unknown, names) = match called {
            Called::Filter => {
                let tried = state.apply_filter(name, &[value]);
                (
                    tried.is_err_and(|e| unknown(e, ErrorKind::UnknownFilter)),
                    filters::NAMES,
                )
            }
            Called::Test => {
                let tried = state.perform_test(name, &[value]);
                (
                    tried.is_err_and(|e| unknown(e, ErrorKind::UnknownTest)),
                    filters::TESTS,
                )
            }
            Called::Function => {
                let is_known = self.0.globals().any(|(known, _)| known == name);
                // `entry` is a value of the page that can be called.
                let mut named = functions::NAMES.split_whitespace();
                let is_named = named.any(|known| known == name);
                (!is_known && !is_named, functions::NAMES)
            }
        };
        is_unknown.then(|| known_names(name, names.split_whitespace()))
    }
}

/// Adds what an expression calls, and what its parts call.
fn add<'a>(found: &mut Vec<Call<'a>>, text: &'a str, expression: &Expr<'_>) {
    match expression {
        Expr::Call(call) => return add_call(found, text, call),
        Expr::Filter(filter) => push(found, text, (filter.name, Called::Filter, filter.span())),
        Expr::Test(test) => push(found, text, (test.name, Called::Test, test.span())),
        _ => {}
    }
    for part in tree::parts(expression) {
        add(found, text, part);
    }
}

fn add_call<'a>(found: &mut Vec<Call<'a>>, text: &'a str, call: &ast::Call<'_>) {
    if let Expr::Var(function) = &call.expr {
        push(
            found,
            text,
            (function.id, Called::Function, function.span()),
        );
    }
    for part in tree::of_call(call) {
        add(found, text, part);
    }
}

/// Adds a call whose place begins with its name.
fn push<'a>(found: &mut Vec<Call<'a>>, text: &'a str, (name, called, span): (&str, Called, Span)) {
    let start = tree::range(span).start;
    let place = start..start + name.len();
    found.extend(text.get(place.clone()).map(|name| Call {
        name,
        called,
        place,
    }));
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vocabulary")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_with_what_they_call_and_their_places() {
        use Called::{Filter, Function, Test};
        let check = |text: &str, expected: &[(&str, Called)]| {
            let vocabulary = Vocabulary::new();
            let found = vocabulary.calls(text);
            assert!(
                found
                    .iter()
                    .all(|call| text[call.place.clone()] == *call.name),
                "{found:?}"
            );
            let found: Vec<_> = found.iter().map(|call| (call.name, call.called)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("{{ a | upper }}", &[("upper", Filter)]);
        let text = "é {{ url(a) | default(\"| x(\") }}";
        check(text, &[("default", Filter), ("url", Function)]);
        let text = "{% if a is not defined and b is even %}{% endif %}";
        check(text, &[("defined", Test), ("even", Test)]);
        check("{{ parts.list(a) }}{{ a.b | d }}", &[("d", Filter)]);
        let text = "{% macro card(a=b()) %}{{ a | c }}{% endmacro %}";
        check(text, &[("b", Function), ("c", Filter)]);
        let text = "{% call(x) card(a | b) %}{{ x | c }}{% endcall %}";
        check(text, &[("card", Function), ("b", Filter), ("c", Filter)]);
        check("{% filter upper %}{% endfilter %}", &[("upper", Filter)]);
        check("{% raw %}{{ a | b }}{% endraw %}{# a | b #}", &[]);
        check("{{ a | ", &[]);
    }
}
