//! Everything that was read and checked of a site, and the questions that may be asked of it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::{Field, Reference};
use crate::file_name::{FileName, owner};
use crate::index::Index;
use crate::key::Key;
use crate::lacking::Lacking;
use crate::language::{Language, OWN};
use crate::left_out::LeftOut;
use crate::names;
use crate::query::Query;
use crate::route::{Addresses, Route, TermPages};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::slug::fold;
use crate::strings::Strings;
use source::{Place, Source};

/// The fields whose values make entries related, the stronger first.
pub const RELATES: [&str; 2] = ["tags", "category"];

/// A site: checked entries, their collections, and every route. A copy shares them.
#[derive(Clone, Debug)]
pub struct Site {
    /// What the engine reads of site.yaml.
    pub config: Arc<Config>,
    /// All of site.yaml, for templates.
    pub setting_values: Arc<Field>,
    /// The values of content/_data/, by the file's name and the language that it is for.
    pub(crate) data: Arc<BTreeMap<(String, usize), Field>>,
    /// site.yaml as it was written.
    pub settings: Arc<Settings>,
    /// The collections, by name in alphabetical order.
    pub collections: Arc<Vec<Collection>>,
    /// The entries of all collections.
    pub entries: Vec<Arc<Entry>>,
    /// The routes, in the order of their paths.
    pub routes: Arc<Vec<Route>>,
    /// The forms, by their id.
    pub forms: Arc<BTreeMap<String, forms::Form>>,
    /// What forms do not say in a language.
    pub lacking: Arc<Vec<Lacking>>,
    /// The words of templates.
    pub strings: Arc<Strings>,
    /// The schemas of components, by the component's name.
    pub components: Arc<BTreeMap<String, Schema>>,
    /// Files that pages may show or link to (public/ and those beside entries), relative to the root.
    pub files: Arc<BTreeSet<String>>,
    /// The texts of templates/, by their name below it.
    pub templates: BTreeMap<String, Arc<Source>>,
    /// The icons that entries ask for, by name, with every place that does.
    pub icons: Arc<BTreeMap<String, Vec<Place>>>,
    /// Entries that are drafts, hidden or not published yet, by their file.
    pub left_out: Arc<BTreeMap<String, LeftOut>>,
    /// The day of the build, as `YYYY-MM-DD`.
    pub today: String,
    /// Files that could not be read, and schemas with mistakes; these are reported already.
    pub(crate) failed: Arc<BTreeSet<String>>,
    /// The addresses that the texts of such entries say.
    pub(crate) said: Arc<BTreeSet<String>>,
    /// Names of the islands that exist.
    pub(crate) islands: Arc<BTreeSet<String>>,
    /// The language in which questions are answered, by its place among the site's.
    pub language: usize,
    /// The indexes of the entries of each language, and the pages of values.
    pub(crate) indexes: Vec<(Arc<Index>, Arc<TermPages>)>,
    pub(crate) addresses: Arc<Addresses>,
}

impl Site {
    /// The same site, with questions answered in another language.
    pub fn in_language(&self, language: usize) -> Self {
        Self {
            language,
            ..self.clone()
        }
    }

    fn index(&self) -> &Index {
        &self.indexes[self.language].0
    }

    /// The routes of the page of a route in all languages that have it.
    pub fn translations<'a>(&'a self, route: &Route) -> impl Iterator<Item = &'a Route> {
        let own = self.addresses.by_original.get(&route.original).into_iter();
        own.flatten().map(|at| &self.routes[*at])
    }

    /// The page in the language of this site for one in the site's own, when there is one.
    pub(crate) fn localised<'a>(&'a self, route: &'a Route) -> &'a Route {
        if self.language == OWN || !route.is_original() {
            return route;
        }
        let mut own = self.translations(route);
        own.find(|other| other.language == self.language)
            .unwrap_or(route)
    }

    /// The language in which questions are answered.
    pub fn spoken(&self) -> &Language {
        &self.config.languages.all()[self.language]
    }

    /// A value of site.yaml by its keys, as it is in the language of this site.
    pub fn setting(&self, keys: &[String]) -> Option<Cow<'_, Field>> {
        if let [key] = keys
            && let Some(own) = self.spoken().settings.get(key)
        {
            return Some(Cow::Owned(Field::Text(Arc::clone(own))));
        }
        let found = keys
            .iter()
            .try_fold(&*self.setting_values, |field, key| field.get(key));
        found.map(Cow::Borrowed)
    }

    /// The value of a data file by its name, and the language that it is for: that in which questions are answered,
    /// or else the site's own.
    pub fn data(&self, name: &str) -> Option<(usize, &Field)> {
        let of = |language| Some((language, self.data.get(&(name.to_owned(), language))?));
        of(self.language).or_else(|| of(OWN))
    }

    /// A form by its id, in the language in which questions are answered; as it was written where that has no words for it.
    pub fn form(&self, id: &str) -> Option<&forms::Form> {
        Some(self.forms.get(id)?.in_language(&self.spoken().code))
    }

    /// The values of a data file in all languages that have it.
    pub fn data_named(&self, name: &str) -> impl Iterator<Item = &Field> {
        let found = self
            .data
            .range((name.to_owned(), 0)..=(name.to_owned(), usize::MAX));
        found.map(|(_, value)| value)
    }

    /// The names that schemas declare, of whatever object.
    pub fn names(&self) -> BTreeSet<Arc<str>> {
        let mut names = BTreeSet::new();
        let own = self.collections.iter().map(|own| &own.schema);
        for schema in own
            .chain(self.components.values())
            .chain([&self.settings.schema])
        {
            names::of_schema(&schema.json, &mut names);
        }
        for data in self.data.values() {
            names::of_data(data, &mut names);
        }
        names
    }

    /// The names of all data files.
    pub fn data_names(&self) -> impl Iterator<Item = &str> {
        let own = self.data.keys().filter(|(_, language)| *language == OWN);
        own.map(|(name, _)| name.as_str())
    }

    /// The route at a site path.
    pub fn route(&self, path: &str) -> Option<&Route> {
        self.route_index(path).map(|i| &self.routes[i])
    }

    /// Where a site path stands among the routes.
    pub fn route_index(&self, path: &str) -> Option<usize> {
        self.addresses.by_path.get(path).copied()
    }

    /// The entry that a reference names.
    pub fn entry(&self, reference: &Reference) -> Option<usize> {
        self.index().entry(reference)
    }

    /// Whether an entry is part of the site, in its own language at least.
    pub(crate) fn has(&self, reference: &Reference) -> bool {
        self.indexes[OWN].0.entry(reference).is_some()
    }

    /// The entry that was read from a file.
    pub fn entry_of_file(&self, path: &str) -> Option<&Entry> {
        self.index().file(path).map(|i| &*self.entries[i])
    }

    /// The collection that a file of content/ stands in: the innermost.
    pub fn collection_of_file(&self, path: &str) -> Option<&Collection> {
        owner(path.strip_prefix("content/")?, &self.collections)
    }

    /// The entry that a file is by its name, or would be if it could be read; none for a file that is no entry. One that was
    /// read may say another slug.
    pub fn reference_of_file(&self, path: &str) -> Option<Reference> {
        Some(self.named_by_file(path)?.reference())
    }

    /// What the name of an entry's file says.
    pub(crate) fn named_by_file(&self, path: &str) -> Option<FileName<'_>> {
        FileName::of_entry(path, &self.collections, &self.config.languages)
    }

    /// Whether every file that makes entries or says how they are read could be read.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty()
    }

    /// The collection of a name.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|c| c.name == name)
    }

    /// The entries of a collection in its order; an unknown one has none.
    pub fn entries_of(&self, collection: &str) -> impl Iterator<Item = &Entry> {
        let own = self.index().collection(collection).into_iter();
        own.flat_map(|own| own.entries.iter().map(|i| &*self.entries[*i]))
    }

    /// The site with entries taken out of its lists, for those that cannot be shown; a collection
    /// that would list nothing stays as it is.
    pub fn without_listing(mut self, is_out: impl Fn(&Entry) -> bool) -> Self {
        let entries = &self.entries;
        for (index, _) in &mut self.indexes {
            *index = Arc::new(index.without(|i| is_out(&entries[i])));
        }
        self
    }

    /// The entries that a query asks for, in its order. An unknown collection has none.
    pub fn query(&self, query: &Query) -> Vec<usize> {
        self.index().answer(query, &self.entries, &self.today)
    }

    /// The neighbour of an entry in its collection's order: `step` is -1 or 1.
    pub fn neighbour(&self, entry: usize, step: isize) -> Option<usize> {
        let reference = &self.entries[entry].reference;
        let own = self.index().collection(&reference.collection)?;
        let rank = self.index().rank(entry).checked_add_signed(step)?;
        own.entries.get(rank).copied()
    }

    /// Other entries of the same collection, those that share most `tags` (then the category) first, the
    /// collection's order deciding between equals: where too few share any, the rest fills the list.
    pub fn related(&self, entry: usize, limit: usize) -> Vec<usize> {
        let reference = &self.entries[entry].reference;
        let Some(own) = self.index().collection(&reference.collection) else {
            return Vec::new();
        };
        let mut scores = vec![0_u32; own.entries.len()];
        for (field, weight) in RELATES.into_iter().zip([2, 1]) {
            let alike = own.by_value(field, &self.entries);
            let mut keys = HashSet::new();
            Key::of_field(self.entries[entry].fields.get(field), &mut |key| {
                keys.extend(matches!(key, Key::Text(_)).then_some(key));
            });
            let alike = keys.iter().filter_map(|key| alike.get(key));
            alike
                .flatten()
                .for_each(|i| scores[self.index().rank(*i)] += weight);
        }
        // The best so far, best first: few are asked for, and a later equal comes behind.
        let mut best: Vec<usize> = Vec::new();
        for rank in (0..scores.len()).filter(|rank| own.entries[*rank] != entry) {
            let place = best.partition_point(|other| scores[*other] >= scores[rank]);
            if place < limit {
                best.truncate(limit.saturating_sub(1));
                best.insert(place, rank);
            }
        }
        best.into_iter().map(|rank| own.entries[rank]).collect()
    }

    /// The distinct values of a field over a collection with how many entries have each, and the
    /// page that is made for each.
    pub fn facets(&self, collection: &str, field: &str) -> Vec<Facet> {
        let own = self.index().collection(collection);
        let pages = &self.indexes[self.language].1;
        let terms = own.map(|own| own.terms(field, &self.entries));
        let mut facets: Vec<Facet> = terms
            .into_iter()
            .flatten()
            .map(|(value, term)| Facet {
                page: pages.page(collection, field, &value),
                count: term.count,
                value,
            })
            .collect();
        facets.sort_by_cached_key(|facet| fold(&facet.value));
        facets
    }
}

/// A value of a field, as pages list it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Facet {
    /// The value.
    pub value: Arc<str>,
    /// How many entries have it.
    pub count: usize,
    /// The site path of the page that is made for it, when one is.
    pub page: Option<String>,
}
