//! The one door through which a page asks for anything: each question is a `Read`, and is written down.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assets::{Asset, Assets};
use content::Site;
use content::entry::Entry;
use content::field::Reference;
use content::link::{self, Broken, Target};
use content::query::Query;
use content::route::Route;

use crate::island::PageIslands;

/// A question that a page asked while it was rendered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Read {
    /// The text of a template, by name.
    Template(String),
    /// The fields of an entry, by `collection/slug`.
    Head(String),
    /// The text of an entry, by `collection/slug`.
    Body(String),
    /// Which entries answer a query, in order.
    Query(String),
    /// Where an address leads.
    Url(String),
    /// The published name of an asset.
    Asset(String),
    /// The rendered HTML of an island.
    Island(String),
    /// A form's definition.
    Form(String),
    /// site.yaml.
    Site,
    /// The list of all routes.
    Routes,
    /// The day of the build.
    Today,
}

impl Read {
    /// The entry that is asked about, as `collection/slug`.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::Head(id) | Self::Body(id) | Self::Query(id) => Some(id),
            _ => None,
        }
    }
}

/// What one page may see of the site while it is rendered, and what it asked for.
#[derive(Debug)]
pub struct View {
    site: Arc<Site>,
    assets: Arc<Assets>,
    route: usize,
    record: Mutex<Record>,
}

/// What a page asked for and made on the way.
#[derive(Debug, Default)]
pub struct Record {
    /// Every question.
    pub reads: BTreeSet<Read>,
    /// Files that the page needs beside those that are always published.
    pub assets: Vec<Arc<Asset>>,
    /// Islands mounted so far.
    pub islands: PageIslands,
    /// Whether the image that loads at once was shown.
    pub has_first_image: bool,
}

impl View {
    /// The view of the route at an index.
    pub fn new(site: &Arc<Site>, assets: &Arc<Assets>, route: usize) -> Arc<Self> {
        Arc::new(Self {
            site: Arc::clone(site),
            assets: Arc::clone(assets),
            route,
            record: Mutex::default(),
        })
    }

    /// The record of this page. The lock is the page's own: no other page waits for it.
    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a question down.
    pub fn read(&self, read: Read) {
        self.record().reads.insert(read);
    }

    /// The route that is rendered.
    pub fn route(&self) -> &Route {
        &self.site.routes[self.route]
    }

    /// What site.yaml says.
    pub fn site(&self) -> &content::field::Field {
        self.read(Read::Site);
        &self.site.data
    }

    /// How addresses and files are written; the same for every page.
    pub fn config(&self) -> &content::config::Config {
        &self.site.config
    }

    /// The fields of an entry.
    pub fn head(&self, index: usize) -> &Entry {
        let entry = &self.site.entries[index];
        self.read(Read::Head(entry.id()));
        entry
    }

    /// The text of an entry.
    pub fn body(&self, index: usize) -> &Entry {
        let entry = &self.site.entries[index];
        self.read(Read::Body(entry.id()));
        entry
    }

    /// The entry that a reference names.
    pub fn entry(&self, reference: &Reference) -> Option<usize> {
        self.read(Read::Query(format!(
            "{}/{}",
            reference.collection, reference.slug
        )));
        self.site.entry(reference)
    }

    /// The entries that answer a query; fails with the names that exist when there is no such
    /// collection.
    pub fn query(&self, query: &Query) -> Result<Vec<usize>, Vec<&str>> {
        self.read(Read::Query(format!("{query:?}")));
        match self.site.collection(&query.collection) {
            Some(_) => Ok(self.site.query(query)),
            None => Err(self
                .site
                .collections
                .iter()
                .map(|c| c.name.as_str())
                .collect()),
        }
    }

    /// The neighbour of an entry in its collection's order: `step` is -1 or 1.
    pub fn neighbour(&self, entry: usize, step: isize) -> Option<usize> {
        self.read(Read::Query(format!(
            "neighbour {step} of {}",
            self.site.entries[entry].id()
        )));
        self.site.neighbour(entry, step)
    }

    /// Other entries of the same kind that share most with an entry.
    pub fn related(&self, entry: usize, limit: usize) -> Vec<usize> {
        self.read(Read::Query(format!(
            "{limit} related to {}",
            self.site.entries[entry].id()
        )));
        self.site.related(entry, limit)
    }

    /// The distinct values of a field with how many entries have each.
    pub fn facets(&self, collection: &str, field: &str) -> Vec<(String, usize)> {
        self.read(Read::Query(format!("values of {field} in {collection}")));
        self.site.facets(collection, field)
    }

    /// Where a link leads that is written in a file of content/.
    pub fn resolve(&self, place: link::Origin<'_>, href: &str) -> Result<Target, Broken> {
        self.read(Read::Url(href.to_owned()));
        link::resolve(&self.site, place, href)
    }

    /// Where a site path leads.
    pub fn resolve_path(&self, path: &str, anchor: Option<String>) -> Result<Target, Broken> {
        self.read(Read::Url(path.to_owned()));
        link::resolve_path(&self.site, path, anchor)
    }

    /// Every route, in the order of their paths.
    pub fn routes(&self) -> &[Route] {
        self.read(Read::Routes);
        &self.site.routes
    }

    /// A form's definition.
    pub fn form(&self, id: &str) -> Result<&content::Form, Vec<&str>> {
        self.read(Read::Form(id.to_owned()));
        let known = || self.site.forms.keys().map(String::as_str).collect();
        self.site.forms.get(id).ok_or_else(known)
    }

    /// The day of the build, as `YYYY-MM-DD`.
    pub fn today(&self) -> &str {
        self.read(Read::Today);
        &self.site.today
    }

    /// A published file by its logical name.
    pub fn asset(&self, name: &str) -> Option<Arc<Asset>> {
        self.read(Read::Asset(name.to_owned()));
        let asset = self.assets.get(name).cloned();
        if let Some(asset) = &asset {
            self.keep(asset);
        }
        asset
    }

    /// The files that are made on demand: images, covers, cards, icons, islands. What is made
    /// must be kept with `keep`.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }

    /// Files that an image of an entry may name.
    pub fn files(&self) -> &BTreeSet<String> {
        &self.site.files
    }

    /// Notes a file that the page needs.
    pub fn keep(&self, asset: &Arc<Asset>) {
        self.record().assets.push(Arc::clone(asset));
    }
}
