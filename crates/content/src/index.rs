//! Look-up tables over entries: by reference, by file, by the values of their fields, and in order.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use crate::collection::Collection;
use crate::entry::Entry;
use crate::field::Reference;
use crate::query::{Key, compare, lookup};

/// The tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    by_reference: HashMap<Reference, usize>,
    by_file: HashMap<String, usize>,
    /// The place of each entry in its collection's order.
    ranks: Vec<usize>,
    collections: HashMap<String, Ordered>,
}

/// The entries of a collection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered {
    /// In the collection's order.
    pub entries: Vec<usize>,
    /// By the values of each field that the schema names; made when a field is first asked for.
    fields: BTreeMap<String, OnceLock<ByValue>>,
}

/// The entries that have each value of a field, in the collection's order.
pub(crate) type ByValue = HashMap<Key, Vec<usize>>;

/// The rank of an entry that its collection does not list.
const UNLISTED: usize = usize::MAX / 2;

impl Index {
    pub fn new(collections: &[Collection], entries: &[Arc<Entry>]) -> Self {
        let mut index = Self {
            ranks: vec![UNLISTED; entries.len()],
            ..Self::default()
        };
        for collection in collections {
            let properties = collection.schema.properties(&collection.schema.json);
            let fields = properties.into_iter().map(|(name, _)| name.to_owned());
            let ordered = Ordered {
                entries: Vec::new(),
                fields: fields.map(|name| (name, OnceLock::new())).collect(),
            };
            index.collections.insert(collection.name.clone(), ordered);
        }
        for (i, entry) in entries.iter().enumerate() {
            index.by_reference.insert(entry.reference.clone(), i);
            index.by_file.insert(entry.source.path.clone(), i);
            let own = index.collections.get_mut(&*entry.reference.collection);
            own.into_iter().for_each(|own| own.entries.push(i));
        }
        for collection in collections {
            if let Some(own) = index.collections.get_mut(&collection.name) {
                own.entries
                    .sort_by(|a, b| compare(&entries[*a], &entries[*b], &collection.sort));
            }
        }
        index.ranked()
    }

    /// The tables with entries taken out of the collections' lists; a list that would be empty stays.
    pub fn without(&self, is_out: impl Fn(usize) -> bool) -> Self {
        let mut index = self.clone();
        for own in index.collections.values_mut() {
            let rest: Vec<usize> = own
                .entries
                .iter()
                .copied()
                .filter(|i| !is_out(*i))
                .collect();
            if !rest.is_empty() {
                own.entries = rest;
            }
            own.fields.values_mut().for_each(|cell| drop(cell.take()));
        }
        index.ranked()
    }

    /// Notes where each entry stands in its list.
    fn ranked(mut self) -> Self {
        self.ranks.fill(UNLISTED);
        for own in self.collections.values() {
            for (rank, i) in own.entries.iter().enumerate() {
                self.ranks[*i] = rank;
            }
        }
        self
    }

    pub fn entry(&self, reference: &Reference) -> Option<usize> {
        self.by_reference.get(reference).copied()
    }

    pub fn file(&self, path: &str) -> Option<usize> {
        self.by_file.get(path).copied()
    }

    pub fn rank(&self, entry: usize) -> usize {
        self.ranks[entry]
    }

    pub fn collection(&self, name: &str) -> Option<&Ordered> {
        self.collections.get(name)
    }
}

impl Ordered {
    /// The entries by the values of a field; none when the schema does not name the field, or
    /// only within another.
    pub fn by_value(&self, field: &str, entries: &[Arc<Entry>]) -> Option<&ByValue> {
        let cell = self.fields.get(field)?;
        Some(cell.get_or_init(|| self.sorted_by(field, entries)))
    }

    fn sorted_by(&self, path: &str, entries: &[Arc<Entry>]) -> ByValue {
        let mut by_value = ByValue::new();
        for i in &self.entries {
            Key::of_field(lookup(&entries[*i].fields, path), &mut |key| {
                let found = by_value.entry(key).or_default();
                if found.last() != Some(i) {
                    found.push(*i);
                }
            });
        }
        by_value
    }

    /// The texts that a field has, with how many entries have each.
    pub fn texts(&self, path: &str, entries: &[Arc<Entry>]) -> BTreeMap<Arc<str>, usize> {
        let within = || self.sorted_by(path, entries);
        let by_value = self.by_value(path, entries);
        let by_value = by_value.map_or_else(|| Cow::Owned(within()), Cow::Borrowed);
        let texts = by_value.iter().filter_map(|(key, found)| match key {
            Key::Text(text) => Some((Arc::clone(text), found.len())),
            _ => None,
        });
        texts.collect()
    }
}
