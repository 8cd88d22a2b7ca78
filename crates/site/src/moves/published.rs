//! Which entries visitors know: those that are published, that were, or whose address is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use content::entry::Entry;
use content::{LeftOut, LoadOptions, Reason};
use source::Sources;

use crate::addresses;
use crate::failure::BuildError;
use crate::options;

/// What visitors know of a site today.
#[derive(Debug)]
pub struct Published {
    left_out: Arc<BTreeMap<String, LeftOut>>,
    kept: BTreeSet<String>,
}

impl Published {
    /// Reads the site as it is published today.
    pub fn read(sources: &Sources) -> Result<Self, BuildError> {
        let options = LoadOptions::published(options::today()).unrendered();
        let loaded = content::load(sources, &options)?;
        let kept = addresses::kept(sources)?.unwrap_or_default();
        Ok(Self {
            left_out: loaded.site.map(|site| site.left_out).unwrap_or_default(),
            kept: kept.into_iter().collect(),
        })
    }

    /// Whether an entry is published today.
    pub fn has(&self, entry: &Entry) -> bool {
        !self.left_out.contains_key(&entry.source.path)
    }

    /// Whether visitors may come to an address of an entry.
    pub fn knows(&self, entry: &Entry, address: &str) -> bool {
        let left_out = self.left_out.get(&entry.source.path);
        let was_there =
            left_out.is_none_or(|left_out| matches!(left_out.reason, Reason::Expired { .. }));
        was_there || self.kept.contains(address)
    }
}
