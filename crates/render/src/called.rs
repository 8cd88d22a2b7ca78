//! What names are called as in templates, and which names there are.

use crate::{filters, functions};

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

impl Called {
    /// The names that there are, for suggestions: one of each.
    pub fn names(self) -> Vec<String> {
        let listed = |names: &str| names.split_whitespace().map(str::to_owned).collect();
        match self {
            Self::Filter => listed(filters::NAMES),
            Self::Test => listed(filters::TESTS),
            Self::Function => functions::names(),
        }
    }
}
