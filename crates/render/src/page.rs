//! A rendered route: the files and islands it needs, and what it asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::Asset;
use source::Diagnostic;

use crate::read::{Digest, Read};

/// A rendered route.
#[derive(Debug)]
pub struct Page {
    /// The route's index in the site.
    pub route: usize,
    /// Files that it needs beside those that are always published.
    pub assets: Vec<Arc<Asset>>,
    /// The islands it mounts.
    pub islands: PageIslands,
    /// Every question that it asked with the digest of the answer, in the order of asking.
    pub reads: Vec<(Arc<Read>, Digest)>,
}

/// Why a route has no page.
#[derive(Debug)]
pub struct Failure {
    /// The route's index in the site.
    pub route: usize,
    /// The mistake, with the page's path; that of a template that does not compile is the one which
    /// was found when it was compiled.
    pub diagnostic: Diagnostic,
    /// Mistakes of pictures beside which the page went on until then.
    pub pictures: Vec<Diagnostic>,
    /// Every question that was asked before.
    pub reads: Vec<(Arc<Read>, Digest)>,
}

/// The islands that a page has mounted so far.
#[derive(Debug, Default)]
pub struct PageIslands {
    /// Props, each once.
    pub(crate) props: Vec<Props>,
    /// Island name to its module and what that imports.
    pub(crate) modules: BTreeMap<String, (Arc<Asset>, Vec<Arc<Asset>>)>,
    /// What the browser has to know of these modules, once the page has written its end.
    pub(crate) table: Option<Arc<Asset>>,
    /// The one whose place is sought: mounting it fails there.
    pub(crate) sought: Option<usize>,
    /// How many were mounted.
    pub(crate) count: usize,
    /// How many of them were mounted before the page wrote what wakes islands.
    pub(crate) woken: usize,
    /// Whether one of them wakes at once, so that preloading its modules pays.
    pub(crate) eager: bool,
}

/// What an island is given.
#[derive(Clone, Debug)]
pub struct Props {
    /// The first island that was given them.
    pub island: String,
    /// JSON.
    pub text: String,
}

impl PageIslands {
    /// The number of the first island that nothing wakes.
    pub(crate) fn asleep(&self) -> Option<usize> {
        (self.woken < self.count).then_some(self.woken)
    }

    /// The props of the page, each once.
    pub fn props(&self) -> &[Props] {
        &self.props
    }

    /// The table of its islands' modules, which a page with islands asks for at once.
    pub fn table(&self) -> Option<&Arc<Asset>> {
        self.table.as_ref()
    }

    /// The modules that the page asks for at once, by their addresses: none, or all where one of its
    /// islands wakes at once.
    pub fn preloaded(&self) -> BTreeMap<&str, &Arc<Asset>> {
        let modules = self.modules.values().filter(|_| self.eager);
        let files = modules.flat_map(|(module, imports)| imports.iter().chain([module]));
        files.map(|asset| (asset.url.as_str(), asset)).collect()
    }

    /// The modules of the page's islands, by the island's name.
    pub fn modules(&self) -> &BTreeMap<String, (Arc<Asset>, Vec<Arc<Asset>>)> {
        &self.modules
    }
}
