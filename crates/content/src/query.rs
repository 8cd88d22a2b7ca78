//! Which entries a page lists: a filter, an order and a limit over one collection.

use std::cmp::Ordering;

use serde_json::Value;

use crate::entry::Entry;
use crate::field::Field;

/// A question for entries; its answer is a list of entries in order.
#[derive(Clone, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Query {
    /// Whether an entry passes the filters.
    pub fn matches(&self, entry: &Entry) -> bool {
        self.filters.iter().all(|(path, expected)| {
            if path == "slug" {
                return expected.as_str() == Some(&entry.reference.slug);
            }
            equals(lookup(&entry.fields, path), expected)
        })
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

fn equals(field: Option<&Field>, expected: &Value) -> bool {
    match (field, expected) {
        (None | Some(Field::Null | Field::Absent(_)), Value::Null | Value::Bool(false)) => true,
        (Some(Field::Bool(a)), Value::Bool(b)) => a == b,
        (Some(Field::Bool(a)), Value::Null) => !a,
        (Some(Field::Number(a)), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Some(Field::List(items)), _) => items.iter().any(|item| equals(Some(item), expected)),
        (Some(field), Value::String(text)) => field.as_text() == Some(text),
        _ => false,
    }
}

fn compare_fields(a: Option<&Field>, b: Option<&Field>) -> Ordering {
    match (a, b) {
        (Some(Field::Number(a)), Some(Field::Number(b))) => a
            .as_f64()
            .partial_cmp(&b.as_f64())
            .unwrap_or(Ordering::Equal),
        (Some(Field::Bool(a)), Some(Field::Bool(b))) => a.cmp(b),
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

/// Lower case without the accents of French, so that « Écrit » stands beside « Ecran ».
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'â' | 'ä' | 'á' | 'ã' => folded.push('a'),
            'ç' => folded.push('c'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' | 'í' => folded.push('i'),
            'ñ' => folded.push('n'),
            'ô' | 'ö' | 'ó' | 'õ' => folded.push('o'),
            'ù' | 'û' | 'ü' | 'ú' => folded.push('u'),
            'ÿ' => folded.push('y'),
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            c => folded.push(c),
        }
    }
    folded
}
