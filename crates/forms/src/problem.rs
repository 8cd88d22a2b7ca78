//! What is wrong in a form's definition: the place, a permanent code, a message and the fix.

use std::fmt;
use std::ops::Range;

/// One mistake in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as byte offsets into the text that was parsed.
    pub span: Range<usize>,
    /// Permanent, kebab-case.
    pub code: &'static str,
    /// Lower case, literals in backticks, no final period.
    pub message: String,
    /// The fix, when there is one to propose.
    pub hint: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} [{}]", self.message, self.code)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}
