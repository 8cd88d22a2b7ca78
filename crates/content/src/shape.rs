//! What an object of a schema may hold, for templates that ask for what was not given.

use std::sync::Arc;

/// The names of an object's fields and the shapes of those that are objects themselves, so that
/// a template may ask for a field of an object that was not given.
#[derive(Debug, Default, PartialEq)]
pub struct Shape {
    /// Field name to the shape of its object, or none for any other kind.
    pub fields: Vec<(Arc<str>, Option<Arc<Shape>>)>,
}
