//! Which entries a page lists: a filter, an order and a limit over one collection.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::filter::Filter;
use crate::key::{compare_fields, field_of};

/// A question for entries; its answer is a list of entries in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Query {
    /// The collection's name.
    pub collection: String,
    /// What every entry must fulfil.
    pub filters: Vec<Filter>,
    /// Order; the collection's own when empty.
    pub sort: Vec<SortKey>,
    /// How many are passed over at the beginning.
    pub offset: usize,
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

impl Query {
    /// Whether the answer depends on what a field of a collection's entries holds.
    pub fn compares(&self, collection: &str, field: &str) -> bool {
        let filters = self.filters.iter().map(|filter| &filter.field);
        let mut compared = filters.chain(self.sort.iter().map(|key| &key.field));
        self.collection == collection && compared.any(|path| is_below(path, field))
    }
}

/// Whether a dotted path leads to a field or to what is below it.
pub fn is_below(path: &str, field: &str) -> bool {
    path.split('.').next() == Some(field)
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

/// Compares two entries by sort keys, then by slug, so that an order is always total.
pub fn compare(a: &Entry, b: &Entry, keys: &[SortKey]) -> Ordering {
    for key in keys {
        let (x, y) = (field_of(a, &key.field), field_of(b, &key.field));
        let (x, y) = (x.as_deref(), y.as_deref());
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
