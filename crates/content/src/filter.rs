//! What an entry must fulfil to be listed: a test of one field, as lists of routes.yaml and templates write it.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::field::Field;
use crate::key::{Key, SortValue, field_of};
use crate::schema::list;
use crate::slug::fold;
use source::Diagnostic;

/// A test of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Filter {
    /// The field's name, dotted for nested ones.
    pub field: String,
    /// What it must fulfil.
    pub test: Test,
}

/// What a field must fulfil. A list field has each of its items as a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// It has the value; what was not given equals `null` and `false`.
    Is(Value),
    /// It has one of the values.
    In(Vec<Value>),
    /// It has none of the values.
    Not(Vec<Value>),
    /// It holds a text, whatever its case and accents.
    Contains(String),
    /// It is less; of a day, earlier.
    Before(Value),
    /// It is more; of a day, later.
    After(Value),
    /// It was given, or it was not.
    Exists(bool),
}

/// The word for the day of the build, where a day is asked for.
pub(crate) const TODAY: &str = "today";
/// The operators of a filter.
const OPERATORS: [&str; 6] = ["in", "not", "contains", "before", "after", "exists"];

impl Filter {
    /// Reads what stands beside a field's name: a value that it must equal, or a mapping of
    /// operators, all of which must hold. The place of a mistake is still to be added.
    pub fn parse(field: &str, value: &Value) -> Result<Vec<Self>, Diagnostic> {
        let filter = |test| Self {
            field: field.to_owned(),
            test,
        };
        match value {
            Value::Object(operators) if operators.is_empty() => Err(mistake(
                format!("`{field}` is compared with nothing"),
                format!("write a value, or one of {}", list(&OPERATORS)),
            )),
            Value::Object(operators) => operators
                .iter()
                .map(|(name, operand)| Test::parse(field, name, operand).map(filter))
                .collect(),
            Value::Array(_) => Err(mistake(
                format!("`{field}` is compared with a list"),
                format!("write `{field}: {{ in: […] }}`"),
            )),
            value => Ok(vec![filter(Test::Is(value.clone()))]),
        }
    }

    /// Whether an entry fulfils it.
    pub(crate) fn fits(&self, entry: &Entry, today: &str) -> bool {
        let field = field_of(entry, &self.field);
        let field = field.as_deref();
        let has = |value: &Value| {
            let (asked, mut found) = (Key::of_value(value), false);
            Key::of_field(field, &mut |key| found |= Some(key) == asked);
            found
        };
        match &self.test {
            Test::Is(value) => has(value),
            Test::In(values) => values.iter().any(has),
            Test::Not(values) => !values.iter().any(has),
            Test::Contains(text) => any(field, &|f| {
                f.as_text()
                    .is_some_and(|own| fold(own).contains(&fold(text)))
            }),
            Test::Before(value) => any(field, &|f| order(f, value, today) == Some(Ordering::Less)),
            Test::After(value) => any(field, &|f| {
                order(f, value, today) == Some(Ordering::Greater)
            }),
            Test::Exists(asked) => any(field, &|f| !f.is_absent()) == *asked,
        }
    }
}

impl Test {
    /// The values that a field is compared with.
    pub(crate) fn values(&self) -> &[Value] {
        match self {
            Self::Is(value) | Self::Before(value) | Self::After(value) => {
                std::slice::from_ref(value)
            }
            Self::In(values) | Self::Not(values) => values,
            Self::Contains(_) | Self::Exists(_) => &[],
        }
    }

    /// Whether it asks for what is less or more.
    pub(crate) fn is_order(&self) -> bool {
        matches!(self, Self::Before(_) | Self::After(_))
    }

    fn parse(field: &str, name: &str, operand: &Value) -> Result<Self, Diagnostic> {
        let needs = |what: &str, example: &str| {
            let message = format!("`{name}` of `{field}` takes {what}, not `{operand}`");
            mistake(message, format!("write `{name}: {example}`"))
        };
        let is_scalar = !operand.is_array() && !operand.is_object();
        Ok(match (name, operand) {
            ("in", Value::Array(values)) => Self::In(values.clone()),
            ("in", _) => return Err(needs("a list", "[…]")),
            ("not", Value::Array(values)) => Self::Not(values.clone()),
            ("not", _) if is_scalar => Self::Not(vec![operand.clone()]),
            ("not", _) => return Err(needs("a value or a list", "[…]")),
            ("contains", Value::String(text)) => Self::Contains(text.clone()),
            ("contains", _) => return Err(needs("text", "\"…\"")),
            ("before", Value::String(_) | Value::Number(_)) => Self::Before(operand.clone()),
            ("after", Value::String(_) | Value::Number(_)) => Self::After(operand.clone()),
            ("before" | "after", _) => return Err(needs("a day, a number or text", "2026-01-31")),
            ("exists", Value::Bool(asked)) => Self::Exists(*asked),
            ("exists", _) => return Err(needs("`true` or `false`", "true")),
            _ => {
                let hint = source::did_you_mean(name, OPERATORS)
                    .unwrap_or_else(|| format!("the operators are {}", list(&OPERATORS)));
                let message = format!("there is no operator `{name}` for `{field}`");
                return Err(mistake(message, hint));
            }
        })
    }
}

/// The mistake of a list that holds nothing, where it is written out.
pub(crate) fn empty_list(field: &str) -> Diagnostic {
    mistake(
        format!("`{field}` is never one of nothing"),
        "name at least one value in `in`".to_owned(),
    )
}

/// A mistake of a filter, whose place is still to be added.
pub(crate) fn mistake(message: String, hint: String) -> Diagnostic {
    Diagnostic::error("invalid-filter", message).hint(hint)
}

/// Whether a value, or an item of a list, is so; nothing that was not given is.
fn any(field: Option<&Field>, is_so: &impl Fn(&Field) -> bool) -> bool {
    match field {
        None => false,
        Some(Field::List(items)) => items.iter().any(is_so),
        Some(field) => is_so(field),
    }
}

/// How a field stands to a value; none when they cannot be compared.
fn order(field: &Field, value: &Value, today: &str) -> Option<Ordering> {
    let other = match (field, value) {
        (Field::Number(_), Value::Number(n)) => Field::Number(n.clone()),
        (Field::Date(_), Value::String(text)) if text == TODAY => Field::Date(today.into()),
        (Field::Date(_), Value::String(text)) => Field::Date(text.as_str().into()),
        (field, Value::String(text)) if field.as_text().is_some() => {
            Field::Text(text.as_str().into())
        }
        _ => return None,
    };
    let (own, other) = (
        SortValue::of(Cow::Borrowed(field))?,
        SortValue::of(Cow::Owned(other))?,
    );
    Some(own.compare(&other))
}
