//! What a page gets for a name that an object does not have: nothing where another has it, else the mistake.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::Reason;
use content::comparable::no_entry;
use content::field::{Field, Reference};
use content::language::OWN;
use minijinja::value::Value;
use source::Diagnostic;

use super::{Setting, View};
use crate::answer;
use crate::read::Read;
use crate::unnamed;
use crate::value::ENTRY_KEYS;

/// The key of site.yaml that feeds ask for, whether a site declares it or not.
const NAME: &str = "name";

impl View {
    /// What a template gets for a field that an entry does not have: nothing, where the entries of another collection
    /// have it, since a template may show both; else the mistake.
    pub fn other_field(&self, name: &str, own: &Field) -> Option<Value> {
        let collections = self.answers.site.collections.iter();
        let mut others = collections.filter(|other| self.comparable(&other.name, name).is_ok());
        if ENTRY_KEYS.contains(&name) || self.has_theme() || others.next().is_some() {
            return None;
        }
        // A page without an entry may have been meant for those of any collection.
        let collections = self.answers.site.collections.iter();
        let all = collections.flat_map(|collection| collection.schema.names());
        let all = all.filter(|_| own.is_absent());
        let fields = answer::keys_of(own).into_iter().map(|name| &**name);
        let known: BTreeSet<&str> = fields.chain(all).chain(ENTRY_KEYS).collect();
        Some(unnamed::mistaken(name, known))
    }

    /// Why an entry is not there: it is left out, is named by its file, or is another one. Only for what fails, so that it
    /// is no question.
    pub fn why_missing(&self, reference: &Reference) -> Option<String> {
        let mut left_out = self.answers.site.left_out.values();
        if let Some(left) = left_out.find(|left| left.reference == *reference) {
            let why = match &left.reason {
                Reason::Hidden => "is hidden".to_owned(),
                Reason::Draft => "is a draft".to_owned(),
                Reason::Scheduled { day } => format!("waits for {day}"),
                Reason::Expired { day } => format!("expired on {day}"),
            };
            return Some(format!(
                "it {why}: publish it, or ask `collection(…)`, which has what is published"
            ));
        }
        let slug = &*reference.slug;
        let bare = [".md", ".yaml"]
            .iter()
            .find_map(|end| slug.strip_suffix(end));
        let near = self.nearest_entry(&Reference {
            collection: Arc::clone(&reference.collection),
            slug: Arc::from(bare.unwrap_or(slug)),
        })?;
        Some(format!("did you mean `{near}`?"))
    }

    /// What was meant by the name of an entry that is not there: another entry, or another collection.
    fn nearest_entry(&self, reference: &Reference) -> Option<String> {
        let collection = &*reference.collection;
        let names = self
            .answers
            .site
            .collections
            .iter()
            .map(|c| c.name.as_str());
        let Some(own) = names.clone().find(|name| *name == collection) else {
            return source::nearest(collection, names).map(str::to_owned);
        };
        let entries = self.answers.site.entries_of(own);
        let slugs = entries.map(|entry| &*entry.reference.slug);
        let near = source::nearest(&reference.slug, slugs)?;
        Some(format!("{own}/{near}"))
    }

    /// What was meant by `data("name").key` or `words.key` that is not there: the nearest key of the site's data. Only for
    /// what fails, so that it is no question.
    pub fn nearest_data_key(&self, written: &str) -> Option<String> {
        let known = ["site", "page", "entry"];
        let root = written.split(['.', '(']).next()?.trim();
        let (_, key) = written
            .rsplit_once('.')
            .filter(|_| !known.contains(&root))?;
        if let Some(file) = self.data_without(key) {
            return Some(format!(
                "add `{key}` to the file `{file}` of content/_data/"
            ));
        }
        let site = &self.answers.site;
        let all = site.data_names().flat_map(|name| site.data_named(name));
        let mut keys = BTreeSet::new();
        all.for_each(|data| add_keys(data, &mut keys));
        if keys.contains(key) {
            return Some(format!(
                "not all that this stands for has `{key}`: ask `is defined` first, or give it everywhere"
            ));
        }
        let near = source::did_you_mean(key, keys);
        let is_data = root == "data";
        near.or_else(|| {
            is_data.then(|| format!("add `{key}` to the file in content/_data/, or mend the name"))
        })
    }

    /// The data in the page's language that lacks a key which the same data has in another one, as its file is called.
    fn data_without(&self, key: &str) -> Option<String> {
        let has = |data: &Field| matches!(data, Field::Map(fields) if fields.iter().any(|(name, _)| **name == *key));
        let site = &self.site;
        let mut names = site.data_names();
        names.find_map(|name| {
            let (language, own) = site.data(name)?;
            let is_elsewhere = !has(own) && site.data_named(name).any(has);
            let code = &site.config.languages.all()[language].code;
            is_elsewhere.then(|| match language {
                OWN => name.to_owned(),
                _ => format!("{name}.{code}"),
            })
        })
    }

    /// The mistake, when one of these entries is not there; what is left out is.
    pub fn nobody(&self, named: Vec<Reference>) -> Option<Diagnostic> {
        let is_left_out = |reference: &Reference| {
            let mut all = self.answers.site.left_out.values();
            all.any(|left| left.reference == *reference)
        };
        let mut named = named.into_iter();
        // What is not translated is there in the site's own language.
        let is_there = |named: &Reference| {
            self.entry(named)
                .or_else(|| self.answers.spoken[OWN].entry(named))
                .is_some()
        };
        let nobody = named.find(|named| !is_there(named) && !is_left_out(named))?;
        let entries = self.answers.site.entries_of(&nobody.collection);
        Some(no_entry(
            &nobody,
            entries.map(|entry| &*entry.reference.slug),
        ))
    }

    /// What a template gets for a value that site.yaml does not have: nothing, where other objects have such a name,
    /// else the mistake.
    pub fn other_setting(&self, keys: &[String]) -> Option<Value> {
        let (name, outer) = keys.split_last()?;
        self.ask(Read::Keys(outer.to_vec()));
        let container = self.site.setting(outer)?;
        match &*container {
            Field::Map(fields) if fields.is_closed && name != NAME && !self.is_declared(name) => {
                let known = fields.iter().map(|(name, _)| &**name);
                Some(unnamed::mistaken(name, known))
            }
            _ => None,
        }
    }

    /// Whether some schema declares a name, or a theme may be made for sites that do.
    pub fn is_declared(&self, name: &str) -> bool {
        self.ask(Read::Declared(name.to_owned()));
        self.has_theme() || self.answers.declares(name)
    }

    /// Whether templates may have been written for other sites.
    fn has_theme(&self) -> bool {
        self.setting(&["theme".to_owned()])
            .is_some_and(|theme| matches!(theme, Setting::Value(theme) if !theme.is_absent()))
    }
}

/// How many rows of a list are looked at for their names: most have the same.
const MOST_ROWS: usize = 100;

/// Adds the names of the objects that a value is or holds.
fn add_keys<'a>(field: &'a Field, keys: &mut BTreeSet<&'a str>) {
    match field {
        Field::Map(fields) => fields.iter().for_each(|(name, inner)| {
            keys.insert(name);
            add_keys(inner, keys);
        }),
        Field::List(rows) => rows
            .iter()
            .take(MOST_ROWS)
            .for_each(|row| add_keys(row, keys)),
        _ => {}
    }
}
