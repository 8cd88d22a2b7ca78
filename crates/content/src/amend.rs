//! A site in which only texts are others: what follows from everything else need not be found again.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::entries::owner;
use crate::entry::Entry;
use crate::front_matter;
use crate::link::AnchorCheck;
use crate::options::Options;
use crate::parse::{Outcome, Parser};
use crate::reader::Findings;
use crate::references;
use crate::site::Site;
use crate::texts;
use source::Source;

impl Site {
    /// The site with another text below the front matter of an entry, where the entry stands in each language, and the links whose
    /// anchors are to be looked for in finished pages. None when anything but pages that show this text may be
    /// another then, or there is anything to tell: only `load` knows.
    pub fn with_text(
        &self,
        source: &Arc<Source>,
        options: &Options,
    ) -> Option<(Self, Vec<usize>, Vec<AnchorCheck>)> {
        let shown = self.entries.iter().enumerate();
        let shown = shown.filter(|(_, entry)| entry.source.path == source.path);
        let shown: Vec<usize> = shown.map(|(index, _)| index).collect();
        let old = &self.entries[*shown.first()?];
        if texts::conflict(source).is_some() || front(source)? != front(&old.source)? {
            return None;
        }
        let (_, before) = self.parse(&old.source, options)?;
        let (entry, found) = self.parse(source, options)?;
        if icons(&before) != icons(&found) {
            return None;
        }
        // What others link to must not go.
        let (was, is) = (old.body.as_ref()?, entry.body.as_ref()?);
        let (was, is) = (was.outline(), is.outline());
        if !was.anchors.iter().all(|anchor| is.anchors.contains(anchor)) {
            return None;
        }
        let mut site = self.clone();
        for index in &shown {
            let old = &self.entries[*index];
            site.entries[*index] = Arc::new(Entry {
                source: Arc::clone(source),
                node: entry.node.clone(),
                fields: entry.fields.clone(),
                body: entry.body.clone(),
                embeds: entry.embeds.clone(),
                samples: entry.samples.clone(),
                unwritten: entry.unwritten.clone(),
                opening: entry.opening.clone(),
                ..Entry::clone(old)
            });
        }
        let (anchors, told) = references::check_one(&site, &site.entries[shown[0]], &found);
        told.is_empty().then_some((site, shown, anchors))
    }

    /// The site with other texts of templates that it has already; none for what else they may be.
    pub fn with_templates(&self, sources: &[Arc<Source>]) -> Option<Self> {
        let mut site = self.clone();
        for source in sources {
            let name = source.name().strip_prefix("templates/")?;
            if name.ends_with(".schema.yaml") || texts::conflict(source).is_some() {
                return None;
            }
            *site.templates.get_mut(name)? = Arc::clone(source);
        }
        Some(site)
    }

    /// An entry of which there is nothing to tell.
    fn parse(&self, source: &Arc<Source>, options: &Options) -> Option<(Entry, Findings)> {
        let parser = Parser {
            options,
            languages: &self.config.languages,
            markdown: options.markdown(&self.config),
            collections: &self.collections,
            components: &self.components,
            files: &self.files,
            templates: &self.templates,
            islands: &self.islands,
        };
        let name = source.path.strip_prefix("content/")?;
        match parser.parse(owner(name, &self.collections)?, source) {
            (Outcome::Entry(entry, found), told) if told.is_empty() => Some((*entry, found)),
            _ => None,
        }
    }
}

/// The front matter of an entry as it is written.
fn front(source: &Arc<Source>) -> Option<String> {
    let parts = front_matter::split(source).ok()?;
    source.text().get(parts.data).map(str::to_owned)
}

fn icons(findings: &Findings) -> BTreeSet<&str> {
    let icons = findings.icons.iter();
    icons.map(|icon| icon.what.as_str()).collect()
}
