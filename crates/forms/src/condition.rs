//! Conditions on answers: when a field is asked, an option offered, an outcome said.

use serde::Serialize;

/// A condition. Serialised as one of `{"all": […]}`, `{"any": […]}`, `{"field": …, "in": […]}`,
/// `{"field": …, "filled": true}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Condition {
    /// Every one holds.
    All {
        /// The conditions.
        all: Vec<Condition>,
    },
    /// At least one holds.
    Any {
        /// The conditions.
        any: Vec<Condition>,
    },
    /// The field's value is one of these.
    In {
        /// The field's name.
        field: String,
        /// The values.
        r#in: Vec<String>,
    },
    /// The field has a value, or has none.
    Filled {
        /// The field's name.
        field: String,
        /// Whether it must have one.
        filled: bool,
    },
}

impl Condition {
    /// Whether the condition holds, `value` giving a field's value (empty when it has none).
    pub fn holds<'a>(&self, value: &impl Fn(&str) -> &'a str) -> bool {
        match self {
            Condition::All { all } => all.iter().all(|condition| condition.holds(value)),
            Condition::Any { any } => any.iter().any(|condition| condition.holds(value)),
            Condition::In { field, r#in } => r#in.iter().any(|one| one == value(field)),
            Condition::Filled { field, filled } => value(field).is_empty() != *filled,
        }
    }
}
