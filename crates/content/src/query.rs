//! Which entries a page lists: a filter, an order and a limit over one collection.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::Entry;
use crate::filter::Filter;
use crate::key::{SortValue, field_of};

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

/// Entries by sort keys, then by slug, so that an order is always total. Entries without a field come last in either
/// direction.
pub(crate) fn sorted(own: &[usize], entries: &[Arc<Entry>], keys: &[SortKey]) -> Vec<usize> {
    let ranked = own.iter().map(|i| {
        let value = |key: &SortKey| field_of(&entries[*i], &key.field).and_then(SortValue::of);
        let values: Vec<_> = keys.iter().map(value).collect();
        (values, &entries[*i].reference.slug, *i)
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by(|(a, of_a, _), (b, of_b, _)| {
        let pairs = a.iter().zip(b).zip(keys);
        let mut orders = pairs.map(|((a, b), key)| order(a.as_ref(), b.as_ref(), key));
        let first = orders.find(|order| order.is_ne());
        first.unwrap_or_else(|| of_a.cmp(of_b))
    });
    ranked.into_iter().map(|(.., i)| i).collect()
}

fn order(a: Option<&SortValue<'_>>, b: Option<&SortValue<'_>>, key: &SortKey) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if key.descending => b.compare(a),
        (Some(a), Some(b)) => a.compare(b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}
