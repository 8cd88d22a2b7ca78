//! Reads a site's folder: sources to entries to routes, every mistake of one run noted on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Map, Value};

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::Field;
use crate::highlight::CodeCache;
use crate::markdown;
use crate::parse::{self, Parsed};
use crate::query::compare;
use crate::reader::{Findings, Reader};
use crate::references::{self, AnchorCheck};
use crate::route::{self, Ground};
use crate::schema::{self, Schema};
use crate::site::{Index, Site};
use crate::validate::validate;
use source::yaml::{self, Node};
use source::{Diagnostic, Label, ReadError, Source, Sources};

/// What is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether drafts and future entries are part of the site.
    pub drafts: bool,
    /// The day of the build, as `YYYY-MM-DD`; entries after it are future ones.
    pub today: String,
    /// Code that was coloured before; what is coloured now is added.
    pub code: Arc<CodeCache>,
}

/// What a run of `load` found.
#[derive(Debug)]
pub struct Loaded {
    /// The site; absent when site.yaml or a schema cannot be read.
    pub site: Option<Site>,
    /// Every mistake.
    pub diagnostics: Vec<Diagnostic>,
    /// Links whose anchor is to be looked for in the finished pages.
    pub anchors: Vec<AnchorCheck>,
}

/// Reads and checks a site. Mistakes of its author are in the result; an error is a failure of
/// the world (a folder that is not there, a disk that does not answer).
pub fn load(sources: &Sources, options: &Options) -> Result<Loaded, ReadError> {
    let mut diagnostics = Vec::new();
    let tree = Tree::read(sources, &mut diagnostics)?;
    let Some((mut site, own)) = begin(sources.root(), (&options.today, &tree), &mut diagnostics)
    else {
        source::diagnostic::sort(&mut diagnostics);
        return Ok(Loaded {
            site: None,
            diagnostics,
            anchors: Vec::new(),
        });
    };
    let findings = read_entries(options, &tree, &mut site, &mut diagnostics);
    make_routes(&tree, &mut site, &mut diagnostics);
    let anchors = references::check(&site, &findings, &own, &mut diagnostics);
    let sources = site.entries.iter().map(|e| &e.source).chain([&site.source]);
    for (source, found) in sources.zip(findings.into_iter().chain([own])) {
        for (name, span) in found.icons {
            let places = site.icons.entry(name).or_default();
            places.push(Label {
                source: Arc::clone(source),
                span,
                text: String::new(),
            });
        }
    }
    source::diagnostic::sort(&mut diagnostics);
    Ok(Loaded {
        site: Some(site),
        diagnostics,
        anchors,
    })
}

/// The texts of content/ and templates/, and the names of everything else.
struct Tree {
    content: BTreeMap<String, Arc<Source>>,
    templates: BTreeMap<String, Arc<Source>>,
    files: BTreeSet<String>,
    islands: BTreeSet<String>,
    /// Files of content/ and templates/ that are no text; their mistakes are reported already.
    failed: BTreeSet<String>,
}

impl Tree {
    fn read(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) -> Result<Self, ReadError> {
        let is_text = |p: &&str| p.ends_with(".md") || p.ends_with(".yaml") || p.ends_with(".yml");
        let (texts, images): (Vec<_>, Vec<_>) = sources.below("content").partition(is_text);
        let templates: Vec<&str> = sources.below("templates").collect();
        let mut failed: BTreeSet<String> = texts
            .iter()
            .chain(&templates)
            .map(|p| (*p).to_owned())
            .collect();
        let (content, found) = sources.texts(&texts)?;
        diagnostics.extend(found);
        let (templates, found) = sources.texts(&templates)?;
        diagnostics.extend(found);
        for source in content.iter().chain(&templates) {
            failed.remove(&source.path);
        }
        let named = |source: Arc<Source>, prefix: &str| {
            (
                source
                    .path
                    .strip_prefix(prefix)
                    .unwrap_or(&source.path)
                    .to_owned(),
                source,
            )
        };
        Ok(Self {
            content: content.into_iter().map(|s| named(s, "content/")).collect(),
            templates: templates
                .into_iter()
                .map(|s| named(s, "templates/"))
                .collect(),
            files: sources
                .below("public")
                .chain(images)
                .map(str::to_owned)
                .collect(),
            islands: island_names(sources),
            failed,
        })
    }

    fn source(&self, name: &str) -> Option<&Arc<Source>> {
        self.content.get(name)
    }
}

/// Folders `islands/NAME` that hold a component `NAME.tsx`.
fn island_names(sources: &Sources) -> BTreeSet<String> {
    let names = sources.below("islands").filter_map(|path| {
        let (folder, file) = path.strip_prefix("islands/")?.split_once('/')?;
        (file.strip_suffix(".tsx") == Some(folder)).then(|| folder.to_owned())
    });
    names.collect()
}

/// Reads site.yaml, the schemas and the forms: all that entries are read with.
fn begin(
    root: &Path,
    (today, tree): (&str, &Tree),
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Site, Findings)> {
    let Some(source) = tree.source("site.yaml") else {
        let root = root.display();
        diagnostics.push(
            Diagnostic::error("missing-site", format!("`{root}` has no content/site.yaml"))
                .hint("create it with `base_url: https://example.com`, or name another folder with `--root`"),
        );
        return None;
    };
    let mut definitions = Map::new();
    if let Some(source) = tree.source("_defs.yaml") {
        take(schema::definitions(source), diagnostics, |map| {
            definitions = map
        });
    }
    let mut schema = None;
    let own = tree.source("_schema.yaml");
    take(Schema::for_site(own, &definitions), diagnostics, |s| {
        schema = Some(s)
    });
    let mut found = Findings::default();
    let data = read_data(source, &schema?, &tree.files, &mut found);
    diagnostics.append(&mut found.diagnostics);
    let data = data?;
    let site = Site {
        config: Config::from_fields(&data),
        data,
        source: Arc::clone(source),
        collections: read_collections(tree, &definitions, diagnostics),
        entries: Vec::new(),
        routes: Vec::new(),
        forms: read_forms(tree, diagnostics),
        components: read_components(tree, &definitions, diagnostics),
        files: tree.files.clone(),
        templates: tree.templates.clone(),
        icons: BTreeMap::new(),
        excluded: BTreeSet::new(),
        failed: tree.failed.clone(),
        today: today.to_owned(),
        index: Index::default(),
    };
    Some((site, found))
}

fn read_collections(
    tree: &Tree,
    definitions: &Map<String, Value>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Collection> {
    let mut collections = Vec::new();
    for (name, source) in &tree.content {
        if let Some(folder) = name.strip_suffix("/_schema.yaml") {
            take(
                Schema::for_collection(source, definitions),
                diagnostics,
                |schema| {
                    collections.push(Collection::new(folder, schema));
                },
            );
        }
    }
    collections
}

fn read_components(
    tree: &Tree,
    definitions: &Map<String, Value>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Schema> {
    let mut components = BTreeMap::new();
    for (name, source) in &tree.templates {
        let component = name
            .strip_prefix("components/")
            .and_then(|n| n.strip_suffix(".schema.yaml"));
        if let Some(component) = component {
            take(
                Schema::for_component(source, definitions),
                diagnostics,
                |schema| {
                    components.insert(component.to_owned(), schema);
                },
            );
        }
    }
    components
}

fn read_forms(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) -> BTreeMap<String, forms::Form> {
    let mut read = BTreeMap::new();
    for (name, source) in &tree.content {
        let Some(id) = name
            .strip_prefix("forms/")
            .and_then(|n| n.strip_suffix(".yaml"))
        else {
            continue;
        };
        match forms::parse(id, &source.text) {
            Ok(form) => drop(read.insert(id.to_owned(), form)),
            Err(problems) => diagnostics.extend(problems.into_iter().map(|p| {
                Diagnostic::error(p.code, p.message)
                    .at(source, p.span)
                    .maybe_hint(p.hint)
            })),
        }
    }
    read
}

/// Reads site.yaml by its schema.
fn read_data(
    source: &Arc<Source>,
    schema: &Schema,
    files: &BTreeSet<String>,
    found: &mut Findings,
) -> Option<Field> {
    let (node, problems) = yaml::parse(source, 0..source.text.len());
    found.diagnostics.extend(problems);
    let node = node?;
    found.diagnostics.extend(validate(schema, &node, source));
    let language = node.get("language").and_then(Node::as_text).unwrap_or("en");
    let options = markdown::Options {
        highlight: None,
        french: language.starts_with("fr"),
    };
    let reader = Reader {
        schema,
        source,
        options,
        files,
    };
    let fields = reader.read(&node, found);
    fields.filter(|f| matches!(f, Field::Map(_)))
}

/// Reads the entries of every collection, in parallel, and sorts each collection.
fn read_entries(
    options: &Options,
    tree: &Tree,
    site: &mut Site,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Findings> {
    let mut files = Vec::new();
    for (name, source) in &tree.content {
        match owner(name, &site.collections) {
            Owner::Collection(collection) => files.push((collection, source)),
            Owner::Engine => {}
            Owner::Nobody if has_schema(name, tree) => {
                site.failed.insert(source.path.clone());
            }
            Owner::Nobody => diagnostics.push(
                Diagnostic::error(
                    "no-schema",
                    format!("`content/{name}` belongs to no collection"),
                )
                .at(source, 0..0)
                .hint("add a `_schema.yaml` to its folder, or move it into a collection's folder"),
            ),
        }
    }
    let context = parse::Context {
        options,
        site,
        islands: &tree.islands,
    };
    let parsed: Vec<Parsed> = files
        .par_iter()
        .map(|(collection, source)| context.parse(*collection, source))
        .collect();
    let mut findings = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for parsed in parsed {
        diagnostics.extend(parsed.diagnostics);
        match parsed.entry {
            Some((entry, found)) => {
                entries.push(entry);
                findings.push(found);
            }
            None => {
                site.excluded.extend(parsed.excluded);
                site.failed.extend(parsed.failed);
            }
        }
    }
    check_slugs(&entries, diagnostics);
    for collection in &mut site.collections {
        let own = |i: &usize| *entries[*i].reference.collection == *collection.name;
        let mut order: Vec<usize> = (0..entries.len()).filter(own).collect();
        order.sort_by(|a, b| compare(&entries[*a], &entries[*b], &collection.sort));
        collection.entries = order;
    }
    site.index = Index::entries(&entries);
    site.entries = entries;
    findings
}

/// Whose a file of content/ is.
enum Owner {
    Collection(usize),
    Engine,
    Nobody,
}

fn owner(name: &str, collections: &[Collection]) -> Owner {
    let file = name.rsplit('/').next().unwrap_or(name);
    let is_yaml_of_root = !name.contains('/') && !name.ends_with(".md");
    if file.starts_with('_') || file == "README.md" || name.starts_with("forms/") || is_yaml_of_root
    {
        return Owner::Engine;
    }
    let folder = |c: &Collection| {
        name.strip_prefix(c.name.as_str())
            .is_some_and(|n| n.starts_with('/'))
    };
    match collections
        .iter()
        .enumerate()
        .filter(|(_, c)| folder(c))
        .max_by_key(|(_, c)| c.name.len())
    {
        Some((index, _)) => Owner::Collection(index),
        None => Owner::Nobody,
    }
}

/// Whether a folder above a file has a schema, even one that could not be read.
fn has_schema(name: &str, tree: &Tree) -> bool {
    let mut folder = name;
    while let Some((above, _)) = folder.rsplit_once('/') {
        let schema = format!("{above}/_schema.yaml");
        if tree.source(&schema).is_some() || tree.failed.contains(&format!("content/{schema}")) {
            return true;
        }
        folder = above;
    }
    false
}

/// Entries of one name, unless their pages have one address: that is reported with the routes.
fn check_slugs(entries: &[Entry], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = BTreeMap::new();
    for entry in entries {
        if let Some(first) = seen.insert(&entry.reference, entry) {
            let (id, slug) = (entry.id(), &entry.reference.slug);
            let first: &Entry = first;
            if entry.path.is_some() && entry.path == first.path {
                continue;
            }
            diagnostics.push(
                Diagnostic::error("duplicate-slug", format!("two entries are called `{id}`"))
                    .label(&entry.source, entry.span_of("slug"), "this one")
                    .label(&first.source, first.span_of("slug"), "and this one")
                    .hint(format!("give one another `slug` than `{slug}`")),
            );
        }
    }
}

fn make_routes(tree: &Tree, site: &mut Site, diagnostics: &mut Vec<Diagnostic>) {
    let read = |name: &str| {
        let source = tree.source(name)?;
        let (node, _) = yaml::parse(source, 0..source.text.len());
        Some((source, node?))
    };
    let pages = read("routes.yaml");
    if let Some(source) = tree.source("routes.yaml") {
        let (node, problems) = yaml::parse(source, 0..source.text.len());
        diagnostics.extend(problems);
        if let (Some(node), Ok(schema)) = (&node, Schema::for_routes()) {
            diagnostics.extend(validate(&schema, node, source));
        }
    }
    let site_node = read("site.yaml").map_or_else(|| Node::null(0..0), |(_, node)| node);
    let unread = tree
        .failed
        .iter()
        .filter_map(|f| f.strip_prefix("templates/"));
    let read_templates = tree.templates.keys().map(String::as_str);
    let templates: BTreeSet<String> = read_templates.chain(unread).map(str::to_owned).collect();
    let ground = Ground {
        config: &site.config,
        entries: &site.entries,
        collections: &site.collections,
        pages: pages.as_ref().map(|(source, node)| (*source, node)),
        site: (&site.source, &site_node),
        templates: &templates,
    };
    let (routes, problems) = route::build(&ground);
    diagnostics.extend(problems);
    site.set_routes(routes);
}

fn take<T>(
    result: Result<T, Vec<Diagnostic>>,
    diagnostics: &mut Vec<Diagnostic>,
    mut use_it: impl FnMut(T),
) {
    match result {
        Ok(value) => use_it(value),
        Err(problems) => diagnostics.extend(problems),
    }
}
