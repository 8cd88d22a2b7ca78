//! A site's folder of forms: the definitions, and how the relay speaks and looks.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use forms::{Form, Settings, french_form};
use source::yaml::{self, Node, Tree};
use source::{Diagnostic, Source, Sources};

/// The settings' file, beside the forms.
const SETTINGS: &str = "_relay.yaml";

/// What a folder of forms says.
pub struct Definitions {
    /// The forms, by id.
    pub forms: Vec<Form>,
    /// How the relay speaks and looks.
    pub settings: Settings,
}

/// Reads a folder: a form in each `.yaml` file, its words in `NAME.LANGUAGE.yaml`, and the settings in `_relay.yaml`.
///
/// # Errors
///
/// A file that cannot be read, a folder without forms, or the mistakes of the files as
/// `file:line:column: message`.
pub fn read_forms(folder: &Path) -> Result<Definitions, Vec<String>> {
    let folder = FormsFolder::list(folder)?;
    if folder.ids().next().is_none() {
        let message = format!("`{}` holds no .yaml file", folder.path.display());
        return Err(vec![message]);
    }
    let mut mistakes = Vec::new();
    let settings = folder.settings(&mut mistakes);
    let language = settings.as_ref().map_or("", |settings| &settings.language);
    let forms = folder.ids();
    let forms = forms.filter_map(|id| folder.form(id, language, &mut mistakes));
    let forms: Vec<Form> = forms.collect();
    match settings {
        Some(settings) if mistakes.is_empty() => Ok(Definitions { forms, settings }),
        _ => Err(mistakes),
    }
}

/// A folder of forms, with the names of its files.
struct FormsFolder<'a> {
    path: &'a Path,
    names: Vec<OsString>,
}

/// A file of words: `contact.fr.yaml` beside `contact.yaml`.
struct Words<'a> {
    /// The name of the file whose words they are, without its ending.
    of: &'a str,
    language: &'a str,
}

impl<'a> FormsFolder<'a> {
    fn list(path: &'a Path) -> Result<Self, Vec<String>> {
        let failed = |error: std::io::Error| vec![format!("`{}`: {error}", path.display())];
        let mut names = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name());
        }
        names.sort();
        Ok(Self { path, names })
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| *own == *name)
    }

    /// The names of its `.yaml` files, without their ending.
    fn stems(&self) -> impl Iterator<Item = &str> {
        let names = self.names.iter();
        names.filter_map(|name| name.to_str()?.strip_suffix(".yaml"))
    }

    /// The forms' ids.
    fn ids(&self) -> impl Iterator<Item = &str> {
        let stems = self.stems();
        stems.filter(|stem| !stem.starts_with('_') && self.of_language(stem).is_none())
    }

    /// What a file's name says when it holds the words of another one in a language.
    fn of_language<'n>(&self, stem: &'n str) -> Option<Words<'n>> {
        let (of, language) = stem.rsplit_once('.')?;
        let original = format!("{of}.yaml");
        // The relay speaks its own words without a file.
        let is_known = self.has(&original) || original == SETTINGS;
        is_known.then_some(Words { of, language })
    }

    /// The languages in which a file has words, by its name without its ending.
    fn languages<'f>(&'f self, of: &'f str) -> impl Iterator<Item = &'f str> {
        let words = self.stems().filter_map(|stem| self.of_language(stem));
        let own = words.filter(move |words| words.of == of);
        own.map(|words| words.language)
    }

    /// A form, which is written in the relay's own `language`, in each language.
    fn form(&self, id: &str, language: &str, mistakes: &mut Vec<String>) -> Option<Form> {
        let (root, source) = self.read(&format!("{id}.yaml"), mistakes)?;
        let root = match typography::is_french(language) {
            true => french_form(&root),
            false => root,
        };
        let mut form = match Form::from_node(id, &root, &source) {
            Ok(form) => form,
            Err(found) => {
                mistakes.extend(found.iter().map(told));
                return None;
            }
        };
        let definition = Tree {
            root: &root,
            source: &source,
        };
        for language in self.languages(id) {
            let words = self.read(&format!("{id}.{language}.yaml"), mistakes);
            if let Some((root, source)) = &words {
                let (_, found) = form.translate(language, definition, Tree { root, source });
                mistakes.extend(found.iter().map(told));
            }
        }
        Some(form)
    }

    /// How the relay speaks and looks, in each language.
    fn settings(&self, mistakes: &mut Vec<String>) -> Option<Settings> {
        let (node, source) = match self.has(SETTINGS) {
            true => self.read(SETTINGS, mistakes)?,
            false => (Node::null(0..0), Source::new(SETTINGS, "")),
        };
        mistakes.extend(forms::check_texts(&node, &source).iter().map(told));
        let settings = Settings::from_node(&node, &source);
        let settings = settings.map_err(|found| mistakes.push(told(&found)));
        let mut settings = self.dressed(settings.ok()?, mistakes);
        for language in self.languages("_relay") {
            let (root, source) = &self.read(&format!("_relay.{language}.yaml"), mistakes)?;
            let (_, found) = settings.translate(language, &node, Tree { root, source });
            mistakes.extend(found.iter().map(told));
        }
        Some(settings)
    }

    /// The tree of a file; none when it has a mistake.
    fn read(&self, name: &str, mistakes: &mut Vec<String>) -> Option<(Node, Arc<Source>)> {
        let path = self.path.join(name);
        let bytes = std::fs::read(&path)
            .map_err(|error| mistakes.push(format!("`{}`: {error}", path.display())))
            .ok()?;
        let sources = Sources::from_bytes([(name, bytes)]);
        let source = sources.text(name).ok()??;
        let source = source.map_err(|found| mistakes.push(told(&found))).ok()?;
        let (node, found) = yaml::parse(&source, 0..source.text().len());
        // Of what only may be a mistake, the site's build speaks.
        let mut errors = found.iter().filter(|found| found.is_error()).peekable();
        let is_sound = errors.peek().is_none();
        mistakes.extend(errors.map(told));
        node.filter(|_| is_sound).map(|node| (node, source))
    }

    /// The settings with what stands in the files that their look names.
    fn dressed(&self, mut settings: Settings, mistakes: &mut Vec<String>) -> Settings {
        for part in settings.look.parts() {
            if part.ends_with(".css") || part.ends_with(".svg") {
                let path = self.path.join(part.as_str());
                match std::fs::read_to_string(&path) {
                    Ok(text) => *part = text,
                    Err(error) => mistakes.push(format!("`{}`: {error}", path.display())),
                }
            }
        }
        settings
    }
}

/// A mistake as `file:line:column: message`.
fn told(mistake: &Diagnostic) -> String {
    let place = mistake.place().unwrap_or_default();
    let hint = mistake.hint.iter().map(|hint| format!("\nhint: {hint}"));
    let hint: String = hint.collect();
    format!("{place}: {mistake} [{}]{hint}", mistake.code)
}
