//! What an entry must fulfil to be listed: a test of one field, as lists of routes.yaml and templates write it.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::field::Field;
use crate::key::{FieldKind, Key, compare_fields, field_of};
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
const TODAY: &str = "today";
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

    /// The mistake, when a field of this kind never has such a value.
    pub fn misfit(&self, kind: FieldKind) -> Option<Diagnostic> {
        let field = &self.field;
        let is_order = matches!(self.test, Test::Before(_) | Test::After(_));
        let values = match &self.test {
            Test::Is(value) | Test::Before(value) | Test::After(value) => {
                std::slice::from_ref(value)
            }
            Test::In(values) | Test::Not(values) => values,
            Test::Contains(_) | Test::Exists(_) => return None,
        };
        let fits = |value: &Value| match (kind, value) {
            (FieldKind::Any, _) => true,
            (_, Value::Null | Value::Bool(false)) => !is_order,
            (FieldKind::Flag, value) => value.is_boolean() && !is_order,
            (FieldKind::Number, value) => value.is_number(),
            (FieldKind::Text, value) => value.is_string(),
            (FieldKind::Day, value) => value.as_str().is_some_and(is_day),
        };
        let value = values.iter().find(|value| !fits(value))?;
        let (what, example) = match kind {
            FieldKind::Flag => ("`true` or `false`", "`true`"),
            FieldKind::Number => ("a number", "`3`, without quotes"),
            FieldKind::Day => ("a day", "`2026-01-31` or `today`"),
            FieldKind::Text | FieldKind::Any => ("text", "it in quotes"),
        };
        Some(mistake(
            format!("`{field}` is {what}: it cannot be compared with `{value}`"),
            format!("write {example}"),
        ))
    }

    /// The mistake, when it asks for a value that is none of those that the schema names.
    pub(crate) fn unknown_choice(&self, choices: &[Value]) -> Option<Diagnostic> {
        let values = match &self.test {
            Test::Is(value) => std::slice::from_ref(value),
            Test::In(values) | Test::Not(values) => values,
            _ => return None,
        };
        let is_known = |value: &&Value| value.is_null() || choices.contains(value);
        let value = values.iter().find(|value| !is_known(value))?.as_str()?;
        let names: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        let hint = source::did_you_mean(value, names.iter().copied());
        let hint = hint.unwrap_or_else(|| format!("one of {}", list(&names)));
        Some(mistake(
            format!("`{}` is never `{value}`", self.field),
            hint,
        ))
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

fn mistake(message: String, hint: String) -> Diagnostic {
    Diagnostic::error("invalid-filter", message).hint(hint)
}

fn is_day(text: &str) -> bool {
    text == TODAY || text.parse::<jiff::civil::Date>().is_ok()
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
    Some(compare_fields(Some(field), Some(&other)))
}
