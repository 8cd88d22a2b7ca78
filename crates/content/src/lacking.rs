//! Words that a language lacks.

use source::Place;

/// What a form or the relay does not say in a language, for which the original stands in.
#[derive(Clone, Debug)]
pub struct Lacking {
    /// The language, by its place among the site's.
    pub language: usize,
    /// What is missing.
    pub message: String,
    /// How to add it.
    pub hint: String,
    /// Where the original says it.
    pub place: Place,
}
