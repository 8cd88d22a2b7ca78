//! The files of every collection to checked entries, in parallel.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::collection::Collection;
use crate::entry::Entry;
use crate::file_name::{FileName, owner};
use crate::highlight::Coloured;
use crate::left_out::LeftOut;
use crate::parse::{Outcome, Parser};
use crate::parsed::{Parsed, Sound};
use crate::reader::Findings;
use crate::said_paths::said;
use crate::texts::{SourceTexts, is_note, unfinished};
use crate::unmeant;
use source::{Diagnostic, ReadError, Source, Sources};

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
    /// The addresses that the texts of these say.
    pub said: BTreeSet<String>,
}

/// What was found while the content was read, and is needed behind it.
#[derive(Debug, Default)]
pub(crate) struct EntryFindings {
    /// What each entry names, then the settings, data, forms and defaults of schemas.
    pub findings: Vec<Arc<Findings>>,
    /// All code that is coloured.
    pub coloured: Coloured,
    /// The entries as they were parsed.
    pub parsed: Option<Parsed>,
}

/// What became of a file that may be an entry.
enum Read {
    /// It is the one that it was.
    Known(Sound, Coloured),
    /// It was parsed, or its collection cannot be read; with what there is to tell of it.
    Parsed(Arc<Source>, Outcome, Vec<Diagnostic>),
    /// It is no text; its path.
    Unreadable(String, Diagnostic),
    /// It belongs to no collection.
    Homeless(Diagnostic),
}

/// What the files are read with.
struct Reading<'a> {
    parser: &'a Parser<'a>,
    texts: &'a SourceTexts,
    sources: &'a Sources,
    known: Option<&'a Parsed>,
}

impl Reading<'_> {
    /// Reads and parses a file, by its name below content/.
    fn file(&self, name: &str) -> Result<Option<Read>, ReadError> {
        let path = format!("content/{name}");
        let Some(text) = self.sources.text(&path)? else {
            return Ok(None);
        };
        let coloured = self.parser.options.coloured.as_deref();
        let of = |source| self.known.and_then(|known| known.of(source, coloured));
        // Its text is not asked for, which may have been let go of.
        if let Some((sound, coloured)) = text.as_ref().ok().and_then(of) {
            return Ok(Some(Read::Known(sound, coloured)));
        }
        let text = text.and_then(|source| match unfinished(&source) {
            None => Ok(source),
            Some(mistake) => Err(mistake),
        });
        let source = match text {
            Ok(source) => source,
            Err(mistake) => return Ok(Some(Read::Unreadable(path, mistake))),
        };
        let Some(folder) = self.texts.folder_of_schema(name) else {
            return Ok(Some(Read::Homeless(homeless(name, &source))));
        };
        let mut collections = self.parser.collections.iter();
        Ok(Some(match collections.find(|c| c.name == folder) {
            Some(collection) => {
                let (outcome, told) = self.parser.parse_and_let_go(collection, &source);
                Read::Parsed(source, outcome, told)
            }
            // The schema has mistakes. That of a folder around it says nothing about the file.
            None => Read::Parsed(source, Outcome::Failed, Vec::new()),
        }))
    }
}

impl Entries {
    /// Reads and parses the files of the collections, each by one thread, but parses none that is known.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn read(
        parser: &Parser<'_>,
        texts: &SourceTexts,
        sources: &Sources,
    ) -> Result<(Self, Vec<Diagnostic>), ReadError> {
        let options = parser.options;
        let known = options.entries.as_deref();
        let known = known.and_then(|known| known.if_with(texts, options.drafts, &options.today));
        let reading = Reading {
            parser,
            texts,
            sources,
            known,
        };
        let all = texts.entries.par_iter().map(|name| reading.file(name));
        let all = all.collect::<Result<Vec<_>, ReadError>>()?;
        let mut entries = Self::default();
        let others = texts.files.iter();
        let others = others.filter_map(|path| ignored(path, parser.collections));
        let mut diagnostics: Vec<Diagnostic> = others.collect();
        let mut sound = Vec::new();
        entries.all.reserve_exact(all.len());
        // With room for those of settings, data, forms and defaults.
        entries.findings.reserve_exact(all.len() + 4);
        for read in all.into_iter().flatten() {
            match read {
                Read::Known(known, coloured) => {
                    diagnostics.extend(parser.languages.unknown_in(&known.entry.source));
                    entries.take(&known, coloured);
                    sound.push(known);
                }
                Read::Parsed(source, outcome, told) => {
                    let is_sound = told.is_empty();
                    diagnostics.extend(told);
                    if let Some(new) = entries.add(&source, outcome) {
                        sound.extend(is_sound.then_some(new));
                    }
                    if !entries.failed.contains(&source.path) {
                        diagnostics.extend(parser.languages.unknown_in(&source));
                    } else if let Some(named) =
                        FileName::of_entry(&source.path, parser.collections, parser.languages)
                    {
                        entries.said.extend(said(&source, &named));
                    }
                }
                Read::Unreadable(path, mistake) => {
                    entries.failed.insert(path);
                    diagnostics.push(mistake);
                }
                Read::Homeless(mistake) => diagnostics.push(mistake),
            }
        }
        diagnostics.extend(unmeant::indexes(&entries.all, parser.collections));
        entries.parsed = Some(Parsed::new(texts, options.drafts, &options.today, sound));
        Ok((entries, diagnostics))
    }

    /// Adds what became of a file; gives the entry when it is one.
    fn add(&mut self, source: &Source, outcome: Outcome) -> Option<Sound> {
        match outcome {
            Outcome::Entry(entry, mut found) => {
                let coloured = std::mem::take(&mut found.coloured);
                let new = Sound {
                    entry,
                    found: Arc::new(found),
                    code: coloured.keys().cloned().collect(),
                };
                self.take(&new, coloured);
                return Some(new);
            }
            Outcome::LeftOut(why) => drop(self.left_out.insert(source.path.clone(), why)),
            Outcome::Failed => drop(self.failed.insert(source.path.clone())),
        }
        None
    }

    fn take(&mut self, parsed: &Sound, mut coloured: Coloured) {
        self.all.push(Arc::clone(&parsed.entry));
        self.findings.push(Arc::clone(&parsed.found));
        self.coloured.append(&mut coloured);
    }

    /// What was found on the way, with what others than entries name behind theirs.
    pub fn found(&mut self, others: [Findings; 4]) -> EntryFindings {
        for mut found in others {
            self.coloured.append(&mut found.coloured);
            self.findings.push(Arc::new(found));
        }
        EntryFindings {
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
    if is_note(file) || PICTURES.contains(&kind.as_str()) {
        return None;
    }
    let message = format!("nothing reads `{path}`");
    let hint = match kind.as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "mdx" | "txt" => {
            // Some programs add their own ending to the one that is there.
            let stem = stem.strip_suffix(".md").unwrap_or(stem);
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

fn homeless(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("`content/{name}` belongs to no collection");
    Diagnostic::error("no-schema", message)
        .at(source, 0..0)
        .hint("add a `_schema.yaml` to its folder, or move it into a collection's folder")
}
