//! Everything that was read and checked of a site, and the questions that may be asked of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::{Field, Reference};
use crate::query::{Query, compare, fold, lookup};
use crate::route::Route;
use crate::schema::Schema;
use source::Label;
use source::Source;

/// A site: checked entries, their collections, and every route.
#[derive(Debug)]
pub struct Site {
    /// What the engine reads of site.yaml.
    pub config: Config,
    /// All of site.yaml, for templates.
    pub data: Field,
    /// The source of site.yaml.
    pub source: Arc<Source>,
    /// The collections, by name in alphabetical order.
    pub collections: Vec<Collection>,
    /// The entries of all collections.
    pub entries: Vec<Entry>,
    /// The routes, in the order of their paths.
    pub routes: Vec<Route>,
    /// The forms, by their id.
    pub forms: BTreeMap<String, forms::Form>,
    /// The schemas of components, by the component's name.
    pub components: BTreeMap<String, Schema>,
    /// Files that pages may show or link to (public/ and images beside entries), relative to the root.
    pub files: BTreeSet<String>,
    /// The texts of templates/, by their name below it.
    pub templates: BTreeMap<String, Arc<Source>>,
    /// The icons that entries and site.yaml ask for, each with its places.
    pub icons: BTreeMap<String, Vec<Label>>,
    /// Files of entries that are drafts, hidden or not published yet.
    pub excluded: BTreeSet<String>,
    /// Files that could not be read; their mistakes are reported already.
    pub(crate) failed: BTreeSet<String>,
    /// The day of the build, as `YYYY-MM-DD`.
    pub today: String,
    pub(crate) index: Index,
}

/// Look-up tables of a site.
#[derive(Debug, Default)]
pub(crate) struct Index {
    by_path: HashMap<String, usize>,
    by_reference: HashMap<Reference, usize>,
    by_file: HashMap<String, usize>,
}

impl Index {
    pub(crate) fn entries(entries: &[Entry]) -> Self {
        let mut index = Self::default();
        for (i, entry) in entries.iter().enumerate() {
            index.by_reference.insert(entry.reference.clone(), i);
            index.by_file.insert(entry.source.path.clone(), i);
        }
        index
    }

    pub(crate) fn add_routes(&mut self, routes: &[Route]) {
        self.by_path = routes
            .iter()
            .enumerate()
            .map(|(i, r)| (r.path.clone(), i))
            .collect();
    }
}

impl Site {
    pub(crate) fn set_routes(&mut self, routes: Vec<Route>) {
        self.index.add_routes(&routes);
        self.routes = routes;
    }

    /// The route at a site path.
    pub fn route(&self, path: &str) -> Option<&Route> {
        self.index.by_path.get(path).map(|i| &self.routes[*i])
    }

    /// The entry that a reference names.
    pub fn entry(&self, reference: &Reference) -> Option<usize> {
        self.index.by_reference.get(reference).copied()
    }

    /// The entry that was read from a file.
    pub fn entry_of_file(&self, path: &str) -> Option<&Entry> {
        self.index.by_file.get(path).map(|i| &self.entries[*i])
    }

    /// The collection of a name.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|c| c.name == name)
    }

    /// The entries that a query asks for, in its order. An unknown collection has none.
    pub fn query(&self, query: &Query) -> Vec<usize> {
        let Some(collection) = self.collection(&query.collection) else {
            return Vec::new();
        };
        let matching = collection.entries.iter().copied();
        let mut found: Vec<usize> = matching
            .filter(|i| query.matches(&self.entries[*i]))
            .collect();
        if !query.sort.is_empty() {
            found.sort_by(|a, b| compare(&self.entries[*a], &self.entries[*b], &query.sort));
        }
        found.truncate(query.limit.unwrap_or(usize::MAX));
        found
    }

    /// The neighbour of an entry in its collection's order: `step` is -1 or 1.
    pub fn neighbour(&self, entry: usize, step: isize) -> Option<usize> {
        let reference = &self.entries[entry].reference;
        let order = &self.collection(&reference.collection)?.entries;
        let place = order.iter().position(|i| *i == entry)?;
        order.get(place.checked_add_signed(step)?).copied()
    }

    /// Other entries of the same collection that share most `tags` (then the category), the
    /// collection's order deciding between equals.
    pub fn related(&self, entry: usize, limit: usize) -> Vec<usize> {
        let own = &self.entries[entry];
        let Some(collection) = self.collection(&own.reference.collection) else {
            return Vec::new();
        };
        let tags = tags(own);
        let score = |i: usize| {
            let other = &self.entries[i];
            let shared = self::tags(other).intersection(&tags).count() * 2;
            let category =
                own.text("category").is_some() && own.text("category") == other.text("category");
            shared + usize::from(category)
        };
        let mut others: Vec<(usize, usize)> = collection
            .entries
            .iter()
            .filter(|i| **i != entry)
            .map(|i| (score(*i), *i))
            .collect();
        others.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        others.into_iter().take(limit).map(|(_, i)| i).collect()
    }

    /// The distinct values of a field over a collection with how many entries have each.
    pub fn facets(&self, collection: &str, field: &str) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for i in self.query(&Query {
            collection: collection.to_owned(),
            ..Query::default()
        }) {
            match lookup(&self.entries[i].fields, field) {
                Some(Field::List(items)) => {
                    for value in items.iter().filter_map(Field::as_text) {
                        *counts.entry(value.to_owned()).or_default() += 1;
                    }
                }
                Some(value) => {
                    if let Some(value) = value.as_text() {
                        *counts.entry(value.to_owned()).or_default() += 1;
                    }
                }
                None => {}
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_cached_key(|(value, _)| fold(value));
        counts
    }
}

fn tags(entry: &Entry) -> BTreeSet<&str> {
    match entry.fields.get("tags") {
        Some(Field::List(items)) => items.iter().filter_map(Field::as_text).collect(),
        _ => BTreeSet::new(),
    }
}
