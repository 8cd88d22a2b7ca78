//! The files of every collection to checked entries, in parallel.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::iter::Either;
use rayon::prelude::*;

use crate::collection::Collection;
use crate::entry::Entry;
use crate::highlight::Coloured;
use crate::left_out::LeftOut;
use crate::parse::{Outcome, Parser};
use crate::parsed::{Parsed, Sound};
use crate::reader::Findings;
use crate::texts::{Texts, is_of_engine};
use source::{Diagnostic, Source};

/// The entries of a site.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// Every entry, by its file.
    pub all: Vec<Arc<Entry>>,
    /// What each entry names and only the whole site can judge.
    pub findings: Vec<Arc<Findings>>,
    /// The code that is coloured in them.
    pub coloured: Coloured,
    /// Those of which there is nothing to tell, before others have a say in what they are.
    pub parsed: Option<Parsed>,
    /// Entries that are not part of the build, by their file.
    pub left_out: BTreeMap<String, LeftOut>,
    /// Files that could not be read as entries; their mistakes are reported already.
    pub failed: BTreeSet<String>,
}

/// What was found while the content was read, and is needed behind it.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What each entry names, then the settings, data and forms.
    pub findings: Vec<Arc<Findings>>,
    /// All code that is coloured.
    pub coloured: Coloured,
    /// The entries as they were parsed.
    pub parsed: Option<Parsed>,
}

impl Entries {
    /// Parses the files of the collections, but those that are known.
    pub fn read(parser: &Parser<'_>, texts: &Texts) -> (Self, Vec<Diagnostic>) {
        let options = parser.options;
        let shown = (options.drafts, options.today.as_str());
        let known = options.entries.as_deref();
        let known = known.and_then(|known| known.if_with(texts, shown));
        let mut sound = Vec::new();
        let mut entries = Self::default();
        let mut diagnostics = Vec::new();
        let mut files: Vec<(&Collection, &Arc<Source>)> = Vec::new();
        for (name, source) in &texts.content {
            if is_of_engine(name) {
                continue;
            }
            match owner(name, parser.collections) {
                Some(collection) => files.push((collection, source)),
                None if texts.has_schema(name) => entries.failed.extend([source.path.clone()]),
                None => diagnostics.push(homeless(name, source)),
            }
        }
        let others = texts.files.iter();
        diagnostics.extend(others.filter_map(|path| ignored(path, parser.collections)));
        let parsed: Vec<_> = files
            .par_iter()
            .map(|(collection, source)| {
                match known.and_then(|known| known.of(source, &options.coloured)) {
                    Some(known) => Either::Left(known),
                    None => Either::Right(parser.parse_and_let_go(collection, source)),
                }
            })
            .collect();
        entries.all.reserve_exact(files.len());
        // With room for those of settings, data and forms.
        entries.findings.reserve_exact(files.len() + 3);
        for ((_, source), parsed) in files.iter().zip(parsed) {
            let (outcome, told) = match parsed {
                Either::Left((known, coloured)) => {
                    entries.take(&known, coloured);
                    sound.push(known);
                    continue;
                }
                Either::Right(parsed) => parsed,
            };
            let is_sound = told.is_empty();
            diagnostics.extend(told);
            match outcome {
                Outcome::Entry(entry, mut found) => {
                    let coloured = std::mem::take(&mut found.coloured);
                    let new = Sound {
                        entry: Arc::new(*entry),
                        found: Arc::new(found),
                        code: coloured.keys().cloned().collect(),
                    };
                    entries.take(&new, coloured);
                    sound.extend(is_sound.then_some(new));
                }
                Outcome::LeftOut(why) => {
                    entries.left_out.insert(source.path.clone(), why);
                }
                Outcome::Failed => entries.failed.extend([source.path.clone()]),
            }
        }
        let read = files.iter().map(|(_, source)| *source);
        let read = read.filter(|source| !entries.failed.contains(&source.path));
        diagnostics.extend(read.filter_map(|source| parser.languages.unknown_in(source)));
        entries.parsed = Some(Parsed::new(texts, shown, sound));
        (entries, diagnostics)
    }

    fn take(&mut self, parsed: &Sound, mut coloured: Coloured) {
        self.all.push(Arc::clone(&parsed.entry));
        self.findings.push(Arc::clone(&parsed.found));
        self.coloured.append(&mut coloured);
    }

    /// What was found on the way, with what others than entries name behind theirs.
    pub fn found(&mut self, others: [Findings; 3]) -> Found {
        for mut found in others {
            self.coloured.append(&mut found.coloured);
            self.findings.push(Arc::new(found));
        }
        Found {
            findings: std::mem::take(&mut self.findings),
            coloured: std::mem::take(&mut self.coloured),
            parsed: self.parsed.take(),
        }
    }

    /// Entries of one name in one language, unless their pages have one address: that is reported with the routes.
    pub fn repeated(&self) -> Vec<Diagnostic> {
        let mut seen = BTreeMap::new();
        let mut found = Vec::new();
        for entry in &self.all {
            let Some(first) = seen.insert((&entry.reference, entry.language), entry) else {
                continue;
            };
            let (id, slug) = (entry.id(), &entry.reference.slug);
            let first: &Entry = first;
            if entry.path.is_some() && entry.path == first.path {
                continue;
            }
            let (message, hint) = match entry.language {
                0 => (
                    format!("two entries are called `{id}`"),
                    format!("give one another `slug` than `{slug}`"),
                ),
                _ => (
                    format!("two files are the translation of `{id}`"),
                    "remove one, or name it after another entry".to_owned(),
                ),
            };
            found.push(
                Diagnostic::error("duplicate-slug", message)
                    .label(&entry.source, entry.span_of("slug"), "this one")
                    .label(&first.source, first.span_of("slug"), "and this one")
                    .hint(hint),
            );
        }
        found
    }
}

/// What stands beside entries to be shown by them.
const PICTURES: [&str; 13] = [
    "avif", "bmp", "gif", "heic", "heif", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
];

/// The mistake, when a file in a collection's folder is neither an entry nor a picture: an error for
/// what looks like an entry, else a warning.
fn ignored(path: &str, collections: &[Collection]) -> Option<Diagnostic> {
    let name = path.strip_prefix("content/")?;
    let file = name.rsplit('/').next().unwrap_or(name);
    let collection = owner(name, collections)?;
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let kind = extension.to_lowercase();
    let is_note = file.starts_with('_') || file.ends_with('~') || stem == "README";
    if is_note || PICTURES.contains(&kind.as_str()) {
        return None;
    }
    let message = format!("nothing reads `{path}`");
    let hint = match kind.as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "mdx" | "txt" => {
            format!("rename it to `{stem}.md`")
        }
        "yaml" | "yml" => format!("rename it to `{stem}.yaml`"),
        "json" | "toml" => format!("write it as YAML in `{stem}.yaml`"),
        _ => {
            let name = &collection.name;
            let hint = "entries end with `.md` or `.yaml`; begin the name with `_` to keep the file for yourself";
            let message = format!("{message}: it is neither an entry of `{name}` nor a picture");
            return Some(Diagnostic::warning("ignored-file", message).hint(hint));
        }
    };
    let note = "a file that is kept for yourself begins with `_`";
    Some(
        Diagnostic::error("ignored-file", message)
            .hint(hint)
            .note(note),
    )
}

/// The innermost collection that a file of content/ stands in.
pub(crate) fn owner<'a>(name: &str, collections: &'a [Collection]) -> Option<&'a Collection> {
    let is_in = |c: &&Collection| {
        let rest = name.strip_prefix(c.name.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    collections
        .iter()
        .filter(is_in)
        .max_by_key(|c| c.name.len())
}

fn homeless(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("`content/{name}` belongs to no collection");
    Diagnostic::error("no-schema", message)
        .at(source, 0..0)
        .hint("add a `_schema.yaml` to its folder, or move it into a collection's folder")
}
