//! Conditions on answers: when a field is asked, an option offered, an outcome said.

use serde::{Deserialize, Serialize};

/// A condition. Serialised as one of `{"all": […]}`, `{"any": […]}`, `{"field": …, "in": […]}`,
/// `{"field": …, "filled": true}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Written")]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
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

/// A condition as it is written, one of its shapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    all: Option<Vec<Condition>>,
    any: Option<Vec<Condition>>,
    field: Option<String>,
    r#in: Option<Vec<String>>,
    filled: Option<bool>,
}

impl TryFrom<Written> for Condition {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let Written {
            all,
            any,
            field,
            r#in,
            filled,
        } = written;
        match (all, any, field, r#in, filled) {
            (Some(all), None, None, None, None) => Ok(Condition::All { all }),
            (None, Some(any), None, None, None) => Ok(Condition::Any { any }),
            (None, None, Some(field), Some(r#in), None) => Ok(Condition::In { field, r#in }),
            (None, None, Some(field), None, Some(filled)) => {
                Ok(Condition::Filled { field, filled })
            }
            _ => Err(SHAPES),
        }
    }
}

/// What a condition may be.
pub(crate) const SHAPES: &str =
    "a condition has either `all`, or `any`, or a `field` with either `in` or `filled`";

impl Condition {
    /// The names of the fields that it looks at.
    pub(crate) fn fields(&self) -> Vec<&str> {
        match self {
            Condition::All { all: several } | Condition::Any { any: several } => {
                several.iter().flat_map(Condition::fields).collect()
            }
            Condition::In { field, .. } | Condition::Filled { field, .. } => vec![field],
        }
    }

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
