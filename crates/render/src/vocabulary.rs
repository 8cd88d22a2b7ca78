//! The filters, tests and functions that templates know, for whoever reads templates without rendering them.

use std::fmt;

use minijinja::value::Value;
use minijinja::{Environment, ErrorKind};

use crate::mistake::known_names;
use crate::{filters, functions, renderer};

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

    /// How to mend a name that nothing has; none where something does.
    pub fn unknown(&self, name: &str, called: Called) -> Option<String> {
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
