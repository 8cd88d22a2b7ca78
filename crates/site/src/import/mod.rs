//! Bringing a site over from another generator: its pages, pictures, menu and addresses, schemas inferred from the
//! entries, a plain theme, and a report of all that has no counterpart. The engine itself says what it refuses.

mod address;
mod admonitions;
mod comments;
mod data;
mod document;
mod excluded;
mod feeds;
mod fields;
mod formulas;
mod front;
mod headings;
mod includes;
mod inherited;
mod languages;
mod listed;
mod loaders;
mod mdx;
mod media;
mod mend;
mod menu;
mod origin;
mod pages;
mod passthrough;
mod patterns;
mod permalink;
mod redirects;
mod report;
mod rest;
mod schema;
mod sections;
mod settings;
mod shortcodes;
mod staging;
mod summary;
mod tags;
mod target;
mod text;
mod theme;
mod translations;
mod unpublished;
mod written;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use content::Loaded;
use source::{Diagnostic, Sources};

use crate::build;
use crate::failure::BuildError;
use crate::ground::Given;
use crate::options::{self, Options};
use crate::state::State;
use document::{DocumentPlaces, ImportedPage};
use mend::{Mender, Unmended};
pub use origin::Generator;
use origin::Origin;
pub use report::{Report, Topic};
use staging::ImportFolder;

/// How often texts are mended before what is left makes drafts, and in all.
const MENDINGS: usize = 6;
const MOST_ROUNDS: usize = 40;
/// The report's file.
pub const REPORT: &str = "IMPORT.md";

/// What came of an import.
#[derive(Debug)]
pub struct Imported {
    /// Pages that came, drafts among them.
    pub pages: usize,
    /// How many of them are drafts.
    pub drafts: usize,
    /// Pictures and other files that came.
    pub files: usize,
    /// All there is to tell.
    pub report: Report,
    /// The new site, which has to be put in its place; none when it was only tried.
    pub staging: Option<ImportFolder>,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The site that came cannot be built: a mistake of this program's own.
    #[error("the imported site cannot be built")]
    Mistakes(Vec<Diagnostic>),
    /// It holds nothing.
    #[error("there are no pages in it")]
    Empty,
    /// The disk.
    #[error("{}: {error}", path.display())]
    Disk {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Reading or rendering.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Reading.
    #[error(transparent)]
    Read(#[from] source::ReadError),
}

impl ImportError {
    fn disk(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Disk { path, error }
    }
}

/// A site on its way.
struct Import {
    origin: Origin,
    documents: Vec<ImportedPage>,
    /// Pictures and other files, from where they stood to where they come.
    files: BTreeMap<String, String>,
    /// Settings, schemas and theme.
    others: BTreeMap<String, String>,
    /// Data files.
    data: BTreeMap<String, String>,
    /// The paths of files that keep their addresses.
    verbatim: Vec<String>,
    report: Report,
}

/// Brings the site of a folder into another one, beside which it is made; nothing is written where none is named.
pub fn import(
    (from, generator): (&Path, Generator),
    to: Option<&Path>,
    tell: impl Fn(&str),
) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    tell("reading");
    let mut origin = Origin::read(from, generator, &mut report);
    excluded::take_out(&mut origin, &mut report);
    let data = data::take_out(&mut origin, &mut report);
    let listed = origin.files.clone();
    let mut documents = pages::documents(&origin, &mut report);
    if documents.is_empty() {
        return Err(ImportError::Empty);
    }
    for document in &mut documents {
        fields::read(document, &mut report);
    }
    let places = DocumentPlaces::of(&documents);
    let targets: Vec<String> = documents.iter().map(|d| d.target.clone()).collect();
    let given = shortcodes::ReadBeside {
        origin: &origin,
        places: &places,
        targets: &targets,
    };
    for document in &mut documents {
        shortcodes::convert(&given, document, &mut report);
    }
    sections::list(&mut documents);
    let (files, verbatim) = media::media(&origin, &documents, &mut report);
    let others = target::files(&origin, &mut documents, &verbatim, &mut report);
    let mut import = Import {
        origin,
        documents,
        files,
        others,
        data,
        verbatim,
        report,
    };
    tell("mending");
    let loaded = import.settle()?;
    let beside =
        |to| ImportFolder::beside(to).map_err(|(path, error)| ImportError::Disk { path, error });
    let staging = to.map(beside).transpose()?;
    match &staging {
        Some(staging) => {
            tell("writing");
            import.write(from, staging.folder())?;
            tell("building");
            import.try_build(from, staging.folder())?;
        }
        None => import.tell_warnings(&loaded.diagnostics),
    }
    import.tell_rest(&listed);
    let drafts = import
        .documents
        .iter()
        .filter(|d| d.fields.contains_key("draft"))
        .count();
    Ok(Imported {
        pages: import.documents.len(),
        drafts,
        files: import.files.len(),
        report: import.report,
        staging,
    })
}

impl Import {
    /// Every text of the new site.
    fn texts(&self) -> impl Iterator<Item = (String, String)> {
        let own = self
            .documents
            .iter()
            .map(|d| (d.target.clone(), d.file_text().0));
        let others = self
            .others
            .iter()
            .chain(&self.data)
            .map(|(path, text)| (path.clone(), text.clone()));
        own.chain(others)
    }

    /// Tells the files that came nowhere.
    fn tell_rest(&mut self, listed: &[String]) {
        let pages = self.documents.iter().map(|document| document.file.as_str());
        let files = self.files.keys().map(String::as_str);
        let came = pages.chain(files).collect();
        rest::tell(&self.origin, listed, &came, &mut self.report);
    }

    fn load(&mut self) -> Result<Loaded, ImportError> {
        let texts = self.texts().map(|(path, text)| (path, text.into_bytes()));
        let files = self.files.values().map(|path| (path.clone(), Vec::new()));
        let options = content::LoadOptions::published(options::today()).unrendered();
        let sources = Sources::from_bytes(texts.chain(files));
        Ok(content::load(&sources, &options)?)
    }

    /// Mends until the engine takes everything.
    fn settle(&mut self) -> Result<Loaded, ImportError> {
        let mut loaded = self.load()?;
        if self.keep_addresses(&loaded) {
            loaded = self.load()?;
        }
        for round in 0..MOST_ROUNDS {
            let is_sound = !loaded.diagnostics.iter().any(Diagnostic::is_error);
            let unmended = match round {
                0..MENDINGS => Unmended::Stays,
                _ => Unmended::IsDraft,
            };
            let is_last = |mended| mended == 0 && unmended == Unmended::IsDraft;
            if is_sound || is_last(self.mend(&loaded.diagnostics, unmended)) {
                break;
            }
            loaded = self.load()?;
        }
        match loaded.diagnostics.iter().any(Diagnostic::is_error) {
            true => Err(ImportError::Mistakes(loaded.diagnostics)),
            false => Ok(loaded),
        }
    }

    /// Pages whose addresses the collections' patterns do not give say them.
    fn keep_addresses(&mut self, loaded: &Loaded) -> bool {
        let Some(site) = &loaded.site else {
            return false;
        };
        let mut changed = false;
        for document in &mut self.documents {
            let entry = site.entry_of_file(&document.target);
            let path = entry.and_then(|entry| entry.path.as_deref());
            let own = document.path_in_language();
            let is_kept = match &document.original {
                // The address of the original is that of the translation too.
                Some(original) => *original == own,
                // A draft was not read: it says its address in any case.
                None => path == Some(&document.address),
            };
            if !is_kept {
                document.fields.insert("route".to_owned(), own.into());
                changed = true;
            }
        }
        changed
    }

    fn mend(&mut self, found: &[Diagnostic], unmended: Unmended) -> usize {
        let mender = Mender {
            origin: &self.origin,
            places: DocumentPlaces::of(&self.documents),
            files: &self.files,
            targets: self
                .documents
                .iter()
                .enumerate()
                .map(|(i, d)| (d.target.clone(), i))
                .collect(),
        };
        let mended = mender.mend(&mut self.documents, found, unmended, &mut self.report);
        if unmended == Unmended::IsDraft && mended > 0 {
            // A draft makes no page: another may have to stand at its address.
            let (documents, report) = (&mut self.documents, &mut self.report);
            self.others = target::files(&self.origin, documents, &self.verbatim, report);
        }
        mended
    }

    /// Writes the new site.
    fn write(&self, from: &Path, to: &Path) -> Result<(), ImportError> {
        self.write_texts(to)?;
        for (old, new) in &self.files {
            let path = to.join(new);
            make_folder(&path)?;
            fs::copy(from.join(old), &path).map_err(ImportError::disk(&path))?;
        }
        Ok(())
    }

    fn write_texts(&self, to: &Path) -> Result<(), ImportError> {
        for (path, text) in self.texts() {
            let path = to.join(path);
            make_folder(&path)?;
            fs::write(&path, text).map_err(ImportError::disk(&path))?;
        }
        Ok(())
    }

    /// Builds the new site for nobody, and mends what only finished pages show.
    fn try_build(&mut self, from: &Path, to: &Path) -> Result<(), ImportError> {
        let options = Options::trial(to);
        for _ in 0..MOST_ROUNDS {
            let given = Given::list(to);
            match build::render(&options, &State::default(), given, |_| ()) {
                Ok((rendered, _)) => {
                    self.tell_warnings(&rendered.diagnostics);
                    return Ok(());
                }
                Err(BuildError::Mistakes(found)) => {
                    let unusable = self.without_unusable(&found, to)?;
                    if self.mend(&found, Unmended::Stays) + unusable == 0
                        && self.mend(&found, Unmended::IsDraft) == 0
                    {
                        return Err(ImportError::Mistakes(found));
                    }
                    self.settle()?;
                    self.write_texts(to)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(ImportError::Mistakes(vec![Diagnostic::error(
            "template-error",
            format!("{} cannot be brought over", from.display()),
        )]))
    }

    /// What a build warns of is told where it stood, or else where it stands now.
    fn tell_warnings(&mut self, warnings: &[Diagnostic]) {
        for warning in warnings {
            let (topic, what) = match warning.code {
                "html-left-out" => (Topic::Html, warning.message.clone()),
                code => (Topic::Warning, format!("{code}: {}", warning.message)),
            };
            let Some(label) = warning.labels.first() else {
                self.report.tell(topic, ("the new site", 0), what);
                continue;
            };
            let file = label.source.path.as_str();
            let line = label.source.position(label.span.start).0;
            let document = self.documents.iter().find(|d| d.target == file);
            let place = match document {
                Some(document) => (document.file.as_str(), document.line_of(line)),
                None => (file, line),
            };
            self.report.tell(topic, place, what);
        }
    }

    /// Takes files away that the engine cannot use, such as damaged pictures.
    fn without_unusable(&mut self, found: &[Diagnostic], to: &Path) -> Result<usize, ImportError> {
        let mut taken = 0;
        for mistake in found.iter().filter(|d| d.is_error()) {
            let named = |target: &str| {
                mistake.about().file.as_deref() == Some(target)
                    || mistake.labels.iter().any(|l| l.source.path == target)
            };
            let Some(file) = self
                .files
                .iter()
                .find(|(_, target)| named(target))
                .map(|(file, _)| file.clone())
            else {
                continue;
            };
            if let Some(target) = self.files.remove(&file) {
                let path = to.join(target);
                fs::remove_file(&path).map_err(ImportError::disk(&path))?;
                self.report.tell(
                    Topic::Left,
                    (&file, 0),
                    format!("{}: {}", mistake.code, mistake.message),
                );
                taken += 1;
            }
        }
        Ok(taken)
    }
}

fn make_folder(path: &Path) -> Result<(), ImportError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(ImportError::disk(folder))
}
