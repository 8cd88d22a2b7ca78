//! Look-up tables over entries: by reference, by file, by the values of their fields, and in order.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::collection::Collection;
use crate::entry::Entry;
use crate::field::Reference;
use crate::filter::{Filter, Test};
use crate::kept::Kept;
use crate::key::{Key, field_of};
use crate::language::Languages;
use crate::query::{Query, SortKey, sorted};

/// A table that pages ask many times each.
type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

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
    /// By the values of each field that was asked for.
    fields: Kept<String, ByValue>,
    /// In each other order that was asked for.
    orders: Kept<Vec<SortKey>, Order>,
}

/// Entries in an order, and the place of each in it.
#[derive(Debug)]
struct Order {
    entries: Vec<usize>,
    ranks: HashMap<usize, usize>,
}

/// The entries that have each value of a field, in the collection's order.
pub(crate) type ByValue = HashMap<Key, Vec<usize>>;

/// The rank of an entry that its collection does not list.
const UNLISTED: usize = usize::MAX / 2;

impl Index {
    /// The tables of each language.
    pub fn of_all(
        collections: &[Collection],
        entries: &[Arc<Entry>],
        languages: &Languages,
    ) -> Vec<Self> {
        let all = 0..languages.all().len();
        all.map(|language| Self::new(collections, entries, language))
            .collect()
    }

    /// The tables over the entries of a language.
    fn new(collections: &[Collection], entries: &[Arc<Entry>], language: usize) -> Self {
        let own = entries.iter().enumerate();
        let own = own.filter(|(_, entry)| entry.language == language);
        let by_name = || {
            let by_file = entries.iter().enumerate();
            let by_file = by_file.filter(|(_, entry)| !entry.stands_in());
            (
                table(by_file.map(|(i, entry)| (entry.source.path.clone(), i))),
                table(own.clone().map(|(i, entry)| (entry.reference.clone(), i))),
            )
        };
        let ((by_file, by_reference), collections) =
            rayon::join(by_name, || listed(collections, entries, own.clone()));
        let index = Self {
            by_reference,
            by_file,
            ranks: vec![UNLISTED; entries.len()],
            collections,
        };
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

    /// The entries that a query asks for, in its order. An unknown collection has none.
    pub fn answer(&self, query: &Query, entries: &[Arc<Entry>], today: &str) -> Vec<usize> {
        let Some(own) = self.collection(&query.collection) else {
            return Vec::new();
        };
        let by_value = own.narrowing(&query.filters, entries);
        let order = (!query.sort.is_empty()).then(|| own.order(&query.sort, entries));
        let found: Cow<'_, [usize]> = match (&by_value, &order) {
            (Some((_, found)), None) => Cow::Borrowed(found),
            (Some((_, found)), Some(order)) => {
                let mut found = found.clone();
                found.sort_by_key(|i| order.ranks[i]);
                Cow::Owned(found)
            }
            (None, Some(order)) => Cow::Borrowed(&order.entries),
            (None, None) => Cow::Borrowed(&own.entries),
        };
        let done = by_value.as_ref().map(|(at, _)| *at);
        let mut rest = query.filters.iter().enumerate();
        let rest: Vec<&Filter> = rest
            .by_ref()
            .filter(|(at, _)| Some(*at) != done)
            .map(|(_, f)| f)
            .collect();
        let fits = |i: &usize| rest.iter().all(|filter| filter.fits(&entries[*i], today));
        let found = found.iter().copied().filter(fits).skip(query.offset);
        found.take(query.limit.unwrap_or(usize::MAX)).collect()
    }
}

/// Each entry by what names it, in a table that has room for all from the start.
fn table<K: Eq + Hash>(named: impl Iterator<Item = (K, usize)>) -> HashMap<K, usize> {
    let most = named.size_hint().1.unwrap_or_default();
    let mut table = HashMap::with_capacity_and_hasher(most, RandomState::default());
    table.extend(named);
    table
}

/// The entries of each collection, in its order.
fn listed<'a>(
    collections: &[Collection],
    entries: &'a [Arc<Entry>],
    own: impl Iterator<Item = (usize, &'a Arc<Entry>)>,
) -> HashMap<String, Ordered> {
    let empty = |collection: &Collection| (collection.name.clone(), Ordered::default());
    let mut listed: HashMap<String, Ordered> = collections.iter().map(empty).collect();
    for (i, entry) in own {
        let own = listed.get_mut(&*entry.reference.collection);
        own.into_iter().for_each(|own| own.entries.push(i));
    }
    for collection in collections {
        if let Some(own) = listed.get_mut(&collection.name) {
            own.entries = sorted(&own.entries, entries, &collection.sort);
        }
    }
    listed
}

impl Ordered {
    /// The first filter that a table answers, by its place, with the entries that pass it.
    fn narrowing(&self, filters: &[Filter], entries: &[Arc<Entry>]) -> Option<(usize, Vec<usize>)> {
        filters.iter().enumerate().find_map(|(at, filter)| {
            let Test::Is(value) = &filter.test else {
                return None;
            };
            // What equals nothing is passed by nobody.
            let found = Key::of_value(value).and_then(|key| {
                let by_value = self.by_value(&filter.field, entries);
                by_value.get(&key).cloned()
            });
            Some((at, found.unwrap_or_default()))
        })
    }

    /// The entries by the values of a field.
    pub fn by_value(&self, field: &str, entries: &[Arc<Entry>]) -> Arc<ByValue> {
        self.fields.get(field, || {
            let mut by_value = ByValue::default();
            for i in &self.entries {
                Key::of_field(field_of(&entries[*i], field).as_deref(), &mut |key| {
                    let found = by_value.entry(key).or_default();
                    if found.last() != Some(i) {
                        found.push(*i);
                    }
                });
            }
            by_value
        })
    }

    /// The entries in another order.
    fn order(&self, keys: &[SortKey], entries: &[Arc<Entry>]) -> Arc<Order> {
        self.orders.get(keys, || {
            let sorted = sorted(&self.entries, entries, keys);
            let ranks = sorted.iter().enumerate().map(|(rank, i)| (*i, rank));
            Order {
                ranks: ranks.collect(),
                entries: sorted,
            }
        })
    }

    /// The texts and numbers that a field has, with how many entries have each.
    pub fn terms(&self, field: &str, entries: &[Arc<Entry>]) -> BTreeMap<Arc<str>, CountedValue> {
        let by_value = self.by_value(field, entries);
        let terms = by_value.iter().filter_map(|(key, found)| {
            let (text, value) = key.term()?;
            let count = found.len();
            Some((text, CountedValue { value, count }))
        });
        terms.collect()
    }
}

/// A value that entries have.
#[derive(Clone, Debug)]
pub(crate) struct CountedValue {
    /// As a filter asks for it.
    pub value: serde_json::Value,
    /// How many entries have it.
    pub count: usize,
}
