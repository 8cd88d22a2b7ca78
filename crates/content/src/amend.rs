//! A site in which only texts are others: what follows from everything else need not be found again.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::entry::Entry;
use crate::field::Field;
use crate::file_name::owner;
use crate::link::AnchorCheck;
use crate::options::LoadOptions;
use crate::parse::{Outcome, Parser};
use crate::query::{Query, is_below};
use crate::reader::Findings;
use crate::references;
use crate::route::Subject;
use crate::site::Site;
use crate::texts;
use source::Source;
use source::yaml::Kind;

/// A site in which an entry says something else.
#[derive(Debug)]
pub struct Amended {
    /// The site.
    pub site: Site,
    /// Where the entry stands in each language.
    pub entries: Vec<usize>,
    /// The fields that say something else.
    pub fields: Vec<String>,
    /// The links whose anchors are to be looked for in finished pages.
    pub anchors: Vec<AnchorCheck>,
}

impl Site {
    /// The site with the text and the plain fields of an entry as its file has them now. None when anything but pages
    /// that show these may be another then, or there is anything to tell: only `load` knows. Whether a page compares
    /// such a field, as the query of a template does, is not known here.
    pub fn with_entry(&self, source: &Arc<Source>, options: &LoadOptions) -> Option<Amended> {
        let shown = self.entries.iter().enumerate();
        let shown = shown.filter(|(_, entry)| entry.source.path == source.path);
        let shown: Vec<usize> = shown.map(|(index, _)| index).collect();
        let old = &self.entries[*shown.first()?];
        if texts::conflict(source).is_some() {
            return None;
        }
        let (was, before) = self.parse(&old.source, options)?;
        let (entry, found) = self.parse(source, options)?;
        let fields = other_texts(&was, &entry)?;
        if icons(&before) != icons(&found) || !keeps_place(&was, &entry) {
            return None;
        }
        let collection = &*entry.reference.collection;
        if fields.iter().any(|field| self.lists_by(collection, field)) {
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
        told.is_empty().then_some(Amended {
            site,
            entries: shown,
            fields,
            anchors,
        })
    }

    /// Whether the order of a collection or a page of content/routes.yaml compares a field of it.
    fn lists_by(&self, collection: &str, field: &str) -> bool {
        let own = self.collection(collection);
        let mut sort = own.iter().flat_map(|own| &own.sort);
        let compares = |query: &Query| query.compares(collection, field);
        sort.any(|key| is_below(&key.field, field))
            || self.routes.iter().any(|route| match &route.subject {
                Subject::Entry(_) | Subject::Redirect(_) => false,
                Subject::Feed { items, .. } => compares(items),
                Subject::Listing(listing) => {
                    let term = listing.term.iter().map(|t| (&t.collection, &t.field));
                    let terms = listing.terms.iter().map(|t| (&t.collection, &t.field));
                    let is_of = |(c, f): (&String, &String)| c == collection && is_below(f, field);
                    listing.items.iter().any(compares) || term.chain(terms).any(is_of)
                }
            })
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
    fn parse(&self, source: &Arc<Source>, options: &LoadOptions) -> Option<(Entry, Findings)> {
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
            (Outcome::Entry(entry, found), told) if told.is_empty() => {
                Some((Arc::into_inner(entry)?, found))
            }
            _ => None,
        }
    }
}

/// The fields whose plain texts are others; none when anything else is.
fn other_texts(was: &Entry, is: &Entry) -> Option<Vec<String>> {
    let (Kind::Map(before), Kind::Map(now)) = (&was.node.kind, &is.node.kind) else {
        return None;
    };
    if before.len() != now.len() {
        return None;
    }
    let mut others = Vec::new();
    for ((key, old), (name, new)) in before.iter().zip(now) {
        let is_plain = || {
            let field = is.fields.get(&name.name);
            let texts = (old.as_text(), new.as_text(), field);
            matches!(texts, (Some(_), Some(_), Some(Field::Text(_))))
        };
        match old.says_the_same(new) {
            _ if key.name != name.name => return None,
            true => {}
            false if is_plain() => others.push(name.name.clone()),
            false => return None,
        }
    }
    Some(others)
}

/// Whether an entry stands where it stood, as what it was, and has all that others may link to.
fn keeps_place(was: &Entry, is: &Entry) -> bool {
    let place = |entry: &Entry| {
        let (template, modified) = (entry.template.clone(), entry.modified().map(str::to_owned));
        (
            entry.reference.clone(),
            entry.path.clone(),
            template,
            modified,
        )
    };
    let kind = |entry: &Entry| (entry.sample, entry.noindex, entry.body.is_some());
    let anchors = |entry: &Entry| Some(entry.body.as_ref()?.outline().anchors.clone());
    let (old, new) = (
        anchors(was).unwrap_or_default(),
        anchors(is).unwrap_or_default(),
    );
    place(was) == place(is)
        && kind(was) == kind(is)
        && is.unwritten.is_empty()
        && old.iter().all(|anchor| new.contains(anchor))
}

fn icons(findings: &Findings) -> BTreeSet<&str> {
    let icons = findings.icons.iter();
    icons.map(|icon| icon.what.as_str()).collect()
}
