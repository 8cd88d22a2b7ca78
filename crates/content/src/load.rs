//! From a site's files to a checked site: texts, schemas, settings, entries, routes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::data::Data;
use crate::entries::{Entries, EntryFindings};
use crate::field::Reference;
use crate::form_reader;
use crate::highlight::Coloured;
use crate::index::Index;
use crate::language::OWN;
use crate::link::AnchorCheck;
use crate::options::LoadOptions;
use crate::parse::Parser;
use crate::parsed::Parsed;
use crate::reader::{Findings, Link, Named};
use crate::references;
use crate::route::{Addresses, Given, TermPages};
use crate::routes;
use crate::schemas::Schemas;
use crate::settings::SiteFile;
use crate::site::Site;
use crate::strings::Strings;
use crate::texts::SourceTexts;
use crate::translations;
use source::{Diagnostic, Place, ReadError, Sources};

/// What a run of `load` found.
#[derive(Debug)]
pub struct Loaded {
    /// The site; absent when site.yaml or a schema cannot be read.
    pub site: Option<Site>,
    /// Every mistake.
    pub diagnostics: Vec<Diagnostic>,
    /// Links whose anchor is to be looked for in the finished pages.
    pub anchors: Vec<AnchorCheck>,
    /// All the code that was coloured, for the next build.
    pub coloured: Coloured,
    /// What entries, site.yaml and data name.
    findings: Vec<Arc<Findings>>,
    /// The entries as they were parsed, for the next load; none when the site is absent.
    pub parsed: Option<Parsed>,
}

/// Reads and checks a site. Mistakes of its author are in the result; an error is a failure of
/// the world (a folder that is not there, a disk that does not answer).
pub fn load(sources: &Sources, options: &LoadOptions) -> Result<Loaded, ReadError> {
    let (texts, mut diagnostics) = SourceTexts::read(sources)?;
    let (schemas, found) = Schemas::read(&texts);
    diagnostics.extend(found);
    let (settings, found) = SiteFile::read(sources, &texts, schemas.site);
    diagnostics.extend(found);
    let Some(file) = settings else {
        return Ok(Loaded::new(None, diagnostics));
    };
    let (forms, of_forms, found) = form_reader::read(&texts, &file.config.languages);
    diagnostics.extend(found);
    let parser = Parser {
        options,
        languages: &file.config.languages,
        markdown: options.markdown(&file.config),
        collections: &schemas.collections,
        components: &schemas.components,
        files: &texts.files,
        templates: &texts.templates,
        islands: &texts.islands,
    };
    let (data, found) = Data::read(&texts, &schemas.definitions, &parser);
    let (strings, more) = Strings::read(&texts, parser.languages);
    diagnostics.extend(found.into_iter().chain(more));
    let (mut entries, found) = Entries::read(&parser, &texts, sources)?;
    diagnostics.extend(found);
    diagnostics.extend(translations::settle(&mut entries, parser.languages));
    let indexes = Index::of_all(&schemas.collections, &entries.all, parser.languages);
    let (made, found) = routes::build(&Given {
        config: &file.config,
        entries: &entries.all,
        collections: &schemas.collections,
        indexes: &indexes,
        settings: &file.settings,
        texts: &texts,
        today: &options.today,
    });
    diagnostics.extend(found);
    let mut of_defaults = parser.defaults();
    diagnostics.append(&mut of_defaults.diagnostics);
    let named = entries.found([file.findings, data.findings, of_forms, of_defaults]);
    let failed = failed(&texts, &schemas.unread, &entries, made.unread);
    let site = Site {
        config: Arc::new(file.config),
        setting_values: Arc::new(file.values),
        data: Arc::new(data.values),
        settings: Arc::new(file.settings),
        collections: Arc::new(schemas.collections),
        components: Arc::new(schemas.components),
        icons: Arc::new(icons(&named.findings)),
        entries: entries.all,
        left_out: Arc::new(entries.left_out),
        failed: Arc::new(failed),
        said: Arc::new(entries.said),
        islands: Arc::new(texts.islands),
        language: OWN,
        indexes: TermPages::beside(indexes, &made.all),
        addresses: Arc::new(Addresses::of(&made.all)),
        routes: Arc::new(made.all),
        forms: Arc::new(forms.all.clone()),
        lacking: Arc::new(forms.lacking.clone()),
        strings: Arc::new(strings),
        files: Arc::new(texts.files),
        templates: texts.templates,
        today: options.today.clone(),
    };
    let (anchors, found) = references::check(&site, &named.findings);
    diagnostics.extend(found.into_iter().chain(forms.thanked_elsewhere(&site)));
    Ok(Loaded::new(Some(site), diagnostics).with(anchors, named))
}

/// Files that cannot be read, and schemas with mistakes: these are told, and nothing that leans on them is.
fn failed(
    texts: &SourceTexts,
    schemas: &BTreeSet<String>,
    entries: &Entries,
    routes: Option<String>,
) -> BTreeSet<String> {
    let all = [&texts.failed, &entries.failed, schemas];
    let all = all.into_iter().flatten().cloned();
    all.chain(routes).collect()
}

impl Loaded {
    /// A site with what was found in it, and nothing that it names.
    pub fn new(site: Option<Site>, mut diagnostics: Vec<Diagnostic>) -> Self {
        source::diagnostic::sort(&mut diagnostics);
        Self {
            site,
            diagnostics,
            anchors: Vec::new(),
            coloured: Coloured::new(),
            findings: Vec::new(),
            parsed: None,
        }
    }

    fn with(self, anchors: Vec<AnchorCheck>, found: EntryFindings) -> Self {
        Self {
            anchors,
            coloured: found.coloured,
            findings: found.findings,
            parsed: found.parsed,
            ..self
        }
    }

    /// Links as they were written in entries, site.yaml and data.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.findings.iter().flat_map(|found| &found.links)
    }

    /// The entries that these refer to.
    pub fn references(&self) -> impl Iterator<Item = &Named<Reference>> {
        self.findings.iter().flat_map(|found| &found.references)
    }
}

fn icons(findings: &[Arc<Findings>]) -> BTreeMap<String, Vec<Place>> {
    let mut icons: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for icon in findings.iter().flat_map(|found| &found.icons) {
        let places = icons.entry(icon.what.clone()).or_default();
        places.push(icon.place.clone());
    }
    icons
}
