//! The filters, tests and functions that templates know, for whoever reads templates without rendering them.

use std::convert::Infallible;
use std::fmt;

use minijinja::machinery;
use minijinja::machinery::ast::Stmt;
use minijinja::value::Value;
use minijinja::{Environment, ErrorKind};

use crate::called::Called;
use crate::mention::{self, Mention};
use crate::mistake::known_names;
use crate::outline::{Call, Outline};
use crate::tree::{self, Root};
use crate::{expression, functions, renderer};

/// What templates can call.
pub struct Vocabulary(Environment<'static>);

impl Vocabulary {
    /// What the program's own environment knows.
    pub fn new() -> Self {
        Self(renderer::environment())
    }

    /// What a template says.
    pub fn outline(&self, text: &str) -> Outline {
        let outline = self.read(text, |template| Outline::of(text, template));
        outline.unwrap_or_default()
    }

    /// The entries that a template names by literals, in the order of its statements; none of one that cannot be
    /// compiled.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let mentions = self.read(text, |template| {
            let mut found = Vec::new();
            let never: Result<(), Infallible> = tree::roots(template, &mut |root| {
                match root {
                    Root::Expression(expression) => mention::add(&mut found, text, expression),
                    Root::Call(call) => mention::add_call(&mut found, text, call),
                }
                Ok(())
            });
            never.unwrap_or_default();
            found
        });
        mentions.unwrap_or_default()
    }

    /// What the tree of a template says; none of one that cannot be compiled.
    fn read<T>(&self, text: &str, say: impl FnOnce(&Stmt<'_>) -> T) -> Option<T> {
        if expression::too_long(text).is_some() {
            return None;
        }
        let template = machinery::parse(text, "", self.0.syntax().clone()).ok()?;
        Some(say(&template))
    }

    /// How to mend a call of what nothing is called; none where something is.
    pub fn unknown(&self, call: &Call) -> Option<String> {
        let name = call.name.as_str();
        let mut state = self.0.empty_state();
        let is = |error: minijinja::Error, kind| error.kind() == kind;
        let value = Value::from(());
        let is_unknown = match call.called {
            Called::Filter => {
                let tried = state.apply_filter(name, &[value]);
                tried.is_err_and(|e| is(e, ErrorKind::UnknownFilter))
            }
            Called::Test => {
                let tried = state.perform_test(name, &[value]);
                tried.is_err_and(|e| is(e, ErrorKind::UnknownTest))
            }
            Called::Function => {
                let is_known = self.0.globals().any(|(known, _)| known == name);
                !is_known && name != functions::OF_PAGES
            }
        };
        let names = || call.called.names();
        is_unknown.then(|| known_names(name, names().iter().map(String::as_str)))
    }
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn calls_are_found_with_what_they_call_and_their_places() {
        use Called::{Filter, Function, Test};
        let check = |text: &str, expected: &[(&str, Called)]| {
            let vocabulary = Vocabulary::new();
            let found = vocabulary.outline(text).calls;
            assert!(
                found
                    .iter()
                    .all(|call| text[call.place.clone()] == call.name),
                "{found:?}"
            );
            let found: Vec<_> = found
                .iter()
                .map(|call| (&*call.name, call.called))
                .collect();
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

    #[test]
    fn every_filter_and_test_of_the_engine_is_suggested() {
        // Second names of what is listed.
        const OTHER_NAMES: [&str; 8] = [
            "count",
            "d",
            "e",
            "equalto",
            "escaped",
            "greaterthan",
            "int",
            "lessthan",
        ];
        let Vocabulary(environment) = Vocabulary::new();
        // The engine lists them nowhere else.
        let listed = format!("{environment:?}");
        for (kind, called) in [("tests", Called::Test), ("filters", Called::Filter)] {
            let (_, names) = listed.split_once(&format!(" {kind}: ")).expect("names");
            let names = names.split([']', '}']).next().unwrap_or_default();
            let names: BTreeSet<String> = names
                .split('"')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect();
            // Operators are no words, and others are only called by names.
            let is_word = |name: &String| name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let names: BTreeSet<String> = names.into_iter().filter(is_word).collect();
            let suggested = BTreeSet::from_iter(called.names());
            assert!(names.len() > 20 && suggested.is_subset(&names), "{kind}");
            let others: Vec<&String> = names.difference(&suggested).collect();
            let is_second = |name: &&String| OTHER_NAMES.contains(&name.as_str());
            assert!(others.iter().all(is_second), "{kind}: {others:?}");
        }
        let functions = Called::Function.names();
        for name in ["nearest", "entry", "range", "collection"] {
            assert!(functions.iter().any(|known| known == name), "{name}");
        }
    }
}
