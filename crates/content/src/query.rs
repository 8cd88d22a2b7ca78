//! Which entries a page lists: a filter, an order and a limit over one collection.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::field::Field;
use crate::slug::fold;

/// A question for entries; its answer is a list of entries in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Query {
    /// The collection's name.
    pub collection: String,
    /// Field (dotted for nested ones) and the value that it must equal; a list field matches when
    /// it contains the value, an absent one when the value is `null` or `false`.
    pub filters: Vec<(String, Value)>,
    /// Order; the collection's own when empty.
    pub sort: Vec<SortKey>,
    /// At most so many.
    pub limit: Option<usize>,
}

/// A field to order by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SortKey {
    /// The field's name, dotted for nested ones.
    pub field: String,
    /// From the largest to the smallest.
    pub descending: bool,
}

impl SortKey {
    /// Reads `field` or `-field`.
    pub fn parse(text: &str) -> Self {
        match text.strip_prefix('-') {
            Some(field) => Self {
                field: field.to_owned(),
                descending: true,
            },
            None => Self {
                field: text.to_owned(),
                descending: false,
            },
        }
    }

    /// Reads one key or a list of keys.
    pub fn parse_all(value: &Value) -> Vec<Self> {
        match value {
            Value::String(text) => vec![Self::parse(text)],
            Value::Array(items) => items
                .iter()
                .filter_map(Value::as_str)
                .map(Self::parse)
                .collect(),
            _ => Vec::new(),
        }
    }
}

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

    /// Whether an entry has this value under a path.
    pub fn fits(&self, entry: &Entry, path: &str) -> bool {
        // An entry without a `slug` field has the one that its file's name gives.
        if path == "slug" {
            return matches!(self, Self::Text(slug) if *slug == entry.reference.slug);
        }
        let mut fits = false;
        Self::of_field(lookup(&entry.fields, path), &mut |key| fits |= key == *self);
        fits
    }
}

/// Compares two entries by sort keys, then by slug, so that an order is always total.
pub fn compare(a: &Entry, b: &Entry, keys: &[SortKey]) -> Ordering {
    for key in keys {
        let (x, y) = (lookup(&a.fields, &key.field), lookup(&b.fields, &key.field));
        // Entries without the field come last in either direction.
        let order = match (
            x.is_some_and(|f| !f.is_absent()),
            y.is_some_and(|f| !f.is_absent()),
        ) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ if key.descending => compare_fields(y, x),
            _ => compare_fields(x, y),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.reference.slug.cmp(&b.reference.slug)
}

/// The field at a dotted path.
pub fn lookup<'a>(fields: &'a Field, path: &str) -> Option<&'a Field> {
    path.split('.')
        .try_fold(fields, |field, step| field.get(step))
}

fn compare_fields(a: Option<&Field>, b: Option<&Field>) -> Ordering {
    match (a, b) {
        (Some(Field::Number(a)), Some(Field::Number(b))) => a
            .as_f64()
            .partial_cmp(&b.as_f64())
            .unwrap_or(Ordering::Equal),
        (Some(Field::Bool(a)), Some(Field::Bool(b))) => a.cmp(b),
        (Some(Field::Date(a)), Some(Field::Date(b))) => a.cmp(b),
        (Some(a), Some(b)) => {
            let (a, b) = (
                a.as_text().unwrap_or_default(),
                b.as_text().unwrap_or_default(),
            );
            fold(a).cmp(&fold(b)).then_with(|| a.cmp(b))
        }
        _ => Ordering::Equal,
    }
}
