//! The search of a site: an index for each language, made of the finished pages, and the script that asks it.
//!
//! It knows nothing of templates or entries: what a visitor can read can be found. What a page gives to the index is kept
//! by the page's hash, in memory or in the cache, so that only pages that are others are read.

mod index;
mod page;
mod reading;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use content::Site;
use content::config::Config;
use content::route::{Route, Subject};
use rayon::prelude::*;
use render::Digest;
use source::endpoints::SEARCH;
use source::{Diagnostic, Hash};

use crate::journal;
use crate::publish::{File, Files, PublishError};
use index::{FindablePage, Index};
use reading::CountedWords;

/// The folder of the index and of its script.
const FOLDER: &str = SEARCH.split_at(1).1;
const SCRIPTS: [(&str, &str); 2] = [
    ("search.js", include_str!("search.js")),
    ("nearest.js", include_str!("nearest.js")),
];

/// What pages have to read, by the hash of the page; none for a page in which there is nothing to find.
type Readings = HashMap<Hash, Option<Arc<CountedWords>>>;

/// What is known of the words of pages.
#[derive(Debug, Default)]
pub struct Search {
    /// Where readings are kept, and the program that made them; none for what stays in memory.
    cache: Option<(PathBuf, Digest)>,
    readings: Readings,
    /// The indexes by their language.
    indexes: BTreeMap<String, Index>,
}

impl Search {
    /// What is known between builds of a program.
    pub fn at(path: PathBuf, program: Digest) -> Self {
        Self {
            cache: Some((path, program)),
            ..Self::default()
        }
    }

    /// The files of a site's search, made of the pages among the files of its output, of which `hash` tells the hashes;
    /// none without the setting.
    pub fn files(
        &mut self,
        site: &Site,
        files: &Files,
        hash: impl Fn(&str, &File) -> Result<Hash, PublishError> + Sync,
    ) -> Result<Files, PublishError> {
        let Some(search) = &site.config.search else {
            *self = Self::default();
            return Ok(Files::new());
        };
        self.recall();
        let listed = site.routes.par_iter();
        let listed = listed.filter(|route| is_found(site, route) && search.has(&route.path));
        let pages: Vec<(&Route, &File, Hash)> = listed
            .filter_map(|route| Some((route, files.get(&route.output)?)))
            .map(|(route, file)| Ok((route, file, hash(&route.output, file)?)))
            .collect::<Result<_, PublishError>>()?;
        self.read(&pages)?;
        let mut languages: BTreeMap<String, Vec<FindablePage>> = BTreeMap::new();
        for (route, _, hash) in &pages {
            if let Some(Some(reading)) = self.readings.get(hash) {
                let language = language(site, reading);
                let found = FindablePage::new(site, route, reading);
                languages.entry(language).or_default().push(found);
            }
        }
        let mut known = std::mem::take(&mut self.indexes);
        let now: Vec<_> = languages
            .into_iter()
            .map(|(language, pages)| (known.remove(&language), language, pages))
            .collect();
        let indexes = now.into_par_iter().map(|(known, language, mut pages)| {
            pages.sort_by(|a, b| a.id.cmp(&b.id));
            let index = match known {
                Some(index) => index.with(pages),
                None => Index::new(&language, pages),
            };
            (language, index)
        });
        self.indexes = indexes.collect();
        let scripts = SCRIPTS.iter().map(|(name, script)| {
            let script = File::Text(Arc::new((*script).to_owned()));
            (format!("{FOLDER}/{name}"), script)
        });
        let of_words = self.indexes.iter().flat_map(|(language, index)| {
            let files = index.files().iter();
            files.map(move |(name, text)| named(language, name, text))
        });
        Ok(of_words.chain(scripts).collect())
    }

    /// The files that are others once these pages are what they are now; none when more than their words is.
    pub fn amend(&mut self, site: &Site, pages: &[(&Route, &File)]) -> Option<Files> {
        let mut changed: BTreeMap<String, Vec<(usize, Arc<CountedWords>)>> = BTreeMap::new();
        let search = site.config.search.iter();
        let listed = search.flat_map(|search| pages.iter().filter(|(r, _)| search.has(&r.path)));
        for (route, file) in listed.filter(|(route, _)| is_found(site, route)) {
            let bytes = file.bytes().ok()?;
            let reading = Arc::new(CountedWords::of(&String::from_utf8_lossy(&bytes))?);
            let language = language(site, &reading);
            let pages = self.indexes.get(&language)?.pages();
            let id = FindablePage::new(site, route, &reading).id;
            let number = pages.binary_search_by(|page| page.id.cmp(&id)).ok()?;
            let hash = source::hash(&bytes);
            self.readings.insert(hash, Some(Arc::clone(&reading)));
            changed.entry(language).or_default().push((number, reading));
        }
        let mut files = Files::new();
        for (language, changed) in changed {
            let index = self.indexes.get_mut(&language)?;
            let before = index.files().clone();
            index.replace(changed);
            if !index.files().keys().eq(before.keys()) {
                return None;
            }
            let now = index.files().iter().zip(before.values());
            let others = now.filter(|((_, now), before)| !Arc::ptr_eq(now, before));
            files.extend(others.map(|((name, now), _)| named(&language, name, now)));
        }
        Some(files)
    }

    /// Reads the pages that are not known yet, and forgets what is no page any more.
    fn read(&mut self, pages: &[(&Route, &File, Hash)]) -> Result<(), PublishError> {
        let new = pages
            .par_iter()
            .filter(|(.., hash)| !self.readings.contains_key(hash));
        let new = new.map(|(_, file, hash)| {
            let bytes = file.bytes()?;
            let reading = CountedWords::of(&String::from_utf8_lossy(&bytes));
            Ok((*hash, reading.map(Arc::new)))
        });
        let new: Vec<_> = new.collect::<Result<_, PublishError>>()?;
        let before = self.readings.len();
        let is_other = !new.is_empty();
        let hashes: BTreeSet<Hash> = pages.iter().map(|(.., hash)| *hash).collect();
        self.readings.extend(new);
        self.readings.retain(|hash, _| hashes.contains(hash));
        if let Some((path, program)) = &self.cache
            && (is_other || self.readings.len() != before)
        {
            // Without it the next build reads every page again.
            let _ = journal::write_value(path, &(program, &self.readings));
        }
        Ok(())
    }

    /// Reads what an earlier build kept, once; nothing is known where that cannot be read.
    fn recall(&mut self) {
        let Some((path, program)) = &self.cache else {
            return;
        };
        let kept: Option<(Digest, Readings)> = journal::read_value(path);
        if let Some((_, readings)) = kept.filter(|(other, _)| other == program) {
            self.readings = readings;
        }
    }
}

impl FindablePage {
    fn new(site: &Site, route: &Route, reading: &Arc<CountedWords>) -> Self {
        Self {
            id: format!("{:010x}", source::hash(route.path.as_bytes()) >> 88),
            href: site.config.href(&route.path),
            reading: Arc::clone(reading),
        }
    }
}

/// The language in which a page is found.
fn language(site: &Site, reading: &CountedWords) -> String {
    match reading.language.as_str() {
        "" => site.config.languages.own().code.to_lowercase(),
        language => language.to_owned(),
    }
}

/// A file of an index as it is published.
fn named(language: &str, name: &str, text: &Arc<String>) -> (String, File) {
    (
        format!("{FOLDER}/{language}{name}"),
        File::Text(Arc::clone(text)),
    )
}

/// Whether an address below the origin is that of a script of the search.
pub fn has(config: &Config, address: &str) -> bool {
    let path = address.strip_prefix(config.base_path.as_str());
    let name = path.and_then(|path| path.strip_prefix(SEARCH)?.strip_prefix('/'));
    config.search.is_some() && SCRIPTS.iter().any(|(own, _)| Some(*own) == name)
}

/// The scripts of the search that a page loads, by their addresses: those that its HTML names, and what they import.
pub fn loaded<'a>(
    config: &'a Config,
    html: &'a str,
) -> impl Iterator<Item = (String, &'static str)> + 'a {
    let address = |name: &str| format!("{}{SEARCH}/{name}", config.base_path);
    let is_named = move |name: &str| html.contains(&format!("src=\"{}\"", address(name)));
    let is_imported = move |name: &str| {
        let mut scripts = SCRIPTS.iter();
        let import = format!(" from \"./{name}\"");
        scripts.any(|(other, text)| is_named(other) && text.contains(&import))
    };
    let scripts = SCRIPTS
        .iter()
        .filter(move |(name, _)| config.search.is_some() && (is_named(name) || is_imported(name)));
    scripts.map(move |(name, text)| (address(name), *text))
}

/// Whether a route is a page that search engines may list as well, or one that stands in for its translation.
fn is_found(site: &Site, route: &Route) -> bool {
    let stands_in = || match route.subject {
        Subject::Entry(index) => site.entries[index].stands_in() && !site.entries[index].noindex,
        _ => false,
    };
    route.output.ends_with(".html") && (route.indexed || stands_in())
}

/// Settings by which no page can be found.
pub fn mistakes(site: &Site) -> Vec<Diagnostic> {
    let Some(search) = &site.config.search else {
        return Vec::new();
    };
    let numbered = search.pages.iter().enumerate();
    let idle = numbered.filter(|(_, pattern)| {
        let mut routes = site.routes.iter().filter(|route| is_found(site, route));
        let is_path = pattern.starts_with('/');
        is_path && !routes.any(|route| content::config::fits(pattern, &route.path))
    });
    let told = idle.map(|(at, pattern)| {
        let message =
            format!("no page that search engines may list has an address like `{pattern}`");
        Diagnostic::warning("search-without-pages", message)
            .on(&site.settings.place(&format!("/search/pages/{at}")))
            .hint("write a path, or the beginning of paths before a `*`: `/blog/*`")
    });
    told.collect()
}
