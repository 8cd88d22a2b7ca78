//! The values of fields as lists compare them: to find, to order and to make pages for.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use serde_json::{Number, Value};

use crate::entry::Entry;
use crate::field::Field;
use crate::slug::{file_order, fold, initial};

/// A value as it is compared: what is absent equals `false`, and a list equals each of its items.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Nothing,
    True,
    Number(u64),
    Text(Arc<str>),
}

impl Key {
    /// Gives every key of a field.
    pub fn of_field(field: Option<&Field>, give: &mut impl FnMut(Self)) {
        match field {
            None | Some(Field::Null | Field::Absent(_) | Field::Bool(false)) => give(Self::Nothing),
            Some(Field::Bool(true)) => give(Self::True),
            Some(Field::Number(n)) => n.as_f64().into_iter().for_each(|n| give(Self::number(n))),
            Some(Field::List(items)) => items.iter().for_each(|i| Self::of_field(Some(i), give)),
            Some(field) => {
                if let Some(text) = field.shared_text() {
                    give(Self::Text(Arc::clone(text)));
                }
            }
        }
    }

    /// The key of what a query asks for; a list or an object equals nothing.
    pub fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null | Value::Bool(false) => Some(Self::Nothing),
            Value::Bool(true) => Some(Self::True),
            Value::Number(n) => n.as_f64().map(Self::number),
            Value::String(text) => Some(Self::Text(Arc::from(text.as_str()))),
            _ => None,
        }
    }

    /// Both zeros are one.
    fn number(n: f64) -> Self {
        Self::Number((n + 0.0).to_bits())
    }

    /// The value that pages are made for, as a text and as a filter asks for it; none for `true` and nothing.
    pub fn term(&self) -> Option<(Arc<str>, Value)> {
        match self {
            Self::Text(text) => Some((Arc::clone(text), Value::from(&**text))),
            Self::Number(bits) => {
                let number = f64::from_bits(*bits);
                let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
                let value = match is_whole {
                    true => Value::from(number as i64),
                    false => Value::from(number),
                };
                Some((Arc::from(value.to_string()), value))
            }
            Self::Nothing | Self::True => None,
        }
    }
}

/// The field of an entry at a dotted path. An entry without a `slug` field has the one that its file's
/// name gives.
pub(crate) fn field_of<'a>(entry: &'a Entry, path: &str) -> Option<Cow<'a, Field>> {
    match path {
        "slug" => Some(Cow::Owned(Field::Text(Arc::clone(&entry.reference.slug)))),
        "file" if entry.fields.get("file").is_none() => {
            Some(Cow::Owned(Field::Text(file_order(&entry.stem).into())))
        }
        path => lookup(&entry.fields, path),
    }
}

/// The field at a dotted path; of a day, `year` and `month` (`2026-01`) are such steps too, of a text `initial`.
pub fn lookup<'a>(fields: &'a Field, path: &str) -> Option<Cow<'a, Field>> {
    let mut field = fields;
    for step in path.split('.') {
        match field {
            Field::Date(day) => return part_of_day(day, step).map(Cow::Owned),
            // What is below an object that was not given was not given either.
            Field::Absent(_) => return Some(Cow::Borrowed(field)),
            Field::Text(text) if step == "initial" => {
                return Some(Cow::Owned(Field::Text(initial(text)?.into())));
            }
            _ => field = field.get(step)?,
        }
    }
    Some(Cow::Borrowed(field))
}

fn part_of_day(day: &str, step: &str) -> Option<Field> {
    match step {
        "year" => Some(Field::Number(Number::from(
            day.get(..4)?.parse::<u64>().ok()?,
        ))),
        "month" => Some(Field::Text(Arc::from(day.get(..7)?))),
        _ => None,
    }
}

/// A value as an order compares it: what a text is compared by is made once.
pub(crate) struct SortValue<'a> {
    field: Cow<'a, Field>,
    folded: Option<String>,
}

impl<'a> SortValue<'a> {
    /// The value of a field; none of one that is absent.
    pub fn of(field: Cow<'a, Field>) -> Option<Self> {
        let folded = match &*field {
            field if field.is_absent() => return None,
            Field::Number(_) | Field::Bool(_) | Field::Date(_) => None,
            field => field.as_text().map(fold),
        };
        Some(Self { field, folded })
    }

    /// Its order against another: without case and accents first.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (&*self.field, &*other.field) {
            (Field::Number(a), Field::Number(b)) => {
                let order = a.as_f64().partial_cmp(&b.as_f64());
                order.unwrap_or(Ordering::Equal)
            }
            (Field::Bool(a), Field::Bool(b)) => a.cmp(b),
            (Field::Date(a), Field::Date(b)) => a.cmp(b),
            (a, b) => {
                let exactly = || a.as_text().cmp(&b.as_text());
                self.folded().cmp(other.folded()).then_with(exactly)
            }
        }
    }

    /// A day is as it is written.
    fn folded(&self) -> &str {
        let own = || self.field.as_text().unwrap_or_default();
        self.folded.as_deref().unwrap_or_else(own)
    }
}
