//! A site's folder of forms: the definitions, and how the relay speaks and looks.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use forms::{Form, Settings};
use source::yaml::{self, Node};
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
    let failed = |error: std::io::Error| vec![format!("`{}`: {error}", folder.display())];
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name());
    }
    names.sort();
    let stems = names
        .iter()
        .filter_map(|name| name.to_str()?.strip_suffix(".yaml"));
    let (words, ids): (Vec<&str>, Vec<&str>) =
        stems.partition(|stem| of_language(stem, &names).is_some());
    let ids: Vec<&str> = ids.into_iter().filter(|id| !id.starts_with('_')).collect();
    if ids.is_empty() {
        return Err(vec![format!("`{}` holds no .yaml file", folder.display())]);
    }
    let words = words.iter().filter_map(|stem| of_language(stem, &names));
    let words: Vec<Words<'_>> = words.collect();
    let (mut forms, mut mistakes) = (Vec::new(), Vec::new());
    for id in ids {
        let Some((node, source)) = read(folder, &format!("{id}.yaml"), &mut mistakes) else {
            continue;
        };
        match Form::from_node(id, &node, &source) {
            Ok(mut form) => {
                for Words { language, .. } in words.iter().filter(|words| words.of == id) {
                    let file = format!("{id}.{language}.yaml");
                    if let Some((own, words)) = read(folder, &file, &mut mistakes) {
                        let (_, found) = form.translate(language, (&node, &source), (&own, &words));
                        mistakes.extend(found.iter().map(told));
                    }
                }
                forms.push(form);
            }
            Err(found) => mistakes.extend(found.iter().map(told)),
        }
    }
    match settings(folder, (&names, &words), &mut mistakes) {
        Some(settings) if mistakes.is_empty() => Ok(Definitions { forms, settings }),
        _ => Err(mistakes),
    }
}

/// A file of words: `contact.fr.yaml` beside `contact.yaml`.
struct Words<'a> {
    /// The name of the file whose words they are, without its ending.
    of: &'a str,
    language: &'a str,
}

/// What a file's name says when it holds the words of another one in a language.
fn of_language<'a>(stem: &'a str, names: &[OsString]) -> Option<Words<'a>> {
    let (of, language) = stem.rsplit_once('.')?;
    let original = format!("{of}.yaml");
    let is_there = names.iter().any(|name| *name == *original);
    // The relay speaks its own words without a file.
    (is_there || original == SETTINGS).then_some(Words { of, language })
}

/// How the relay speaks and looks, in each language.
fn settings(
    folder: &Path,
    (names, words): (&[OsString], &[Words<'_>]),
    mistakes: &mut Vec<String>,
) -> Option<Settings> {
    let (node, source) = match names.iter().any(|name| name == SETTINGS) {
        true => read(folder, SETTINGS, mistakes)?,
        false => (Node::null(0..0), Source::new(SETTINGS, "")),
    };
    let settings = Settings::from_node(&node, &source).map_err(|found| mistakes.push(told(&found)));
    let mut settings = dressed(folder, settings.ok()?, mistakes);
    for Words { language, .. } in words.iter().filter(|words| words.of == "_relay") {
        let file = format!("_relay.{language}.yaml");
        let (own, words) = read(folder, &file, mistakes)?;
        let (_, found) = settings.translate(language, &node, (&own, &words));
        mistakes.extend(found.iter().map(told));
    }
    Some(settings)
}

/// The tree of a file; none when it has a mistake.
fn read(folder: &Path, name: &str, mistakes: &mut Vec<String>) -> Option<(Node, Arc<Source>)> {
    let bytes = std::fs::read(folder.join(name))
        .map_err(|error| mistakes.push(format!("`{}`: {error}", folder.join(name).display())))
        .ok()?;
    let sources = Sources::from_bytes([(name, bytes)]);
    let source = sources.text(name).ok()??;
    let source = source.map_err(|found| mistakes.push(told(&found))).ok()?;
    let (node, found) = yaml::parse(&source, 0..source.text().len());
    mistakes.extend(found.iter().map(told));
    node.filter(|_| found.is_empty()).map(|node| (node, source))
}

/// The settings with what stands in the files that their look names.
fn dressed(folder: &Path, mut settings: Settings, mistakes: &mut Vec<String>) -> Settings {
    for part in settings.look.parts() {
        if part.ends_with(".css") || part.ends_with(".svg") {
            let path = folder.join(part.as_str());
            match std::fs::read_to_string(&path) {
                Ok(text) => *part = text,
                Err(error) => mistakes.push(format!("`{}`: {error}", path.display())),
            }
        }
    }
    settings
}

/// A mistake as `file:line:column: message`.
fn told(mistake: &Diagnostic) -> String {
    let place = mistake.place().unwrap_or_default();
    let hint = mistake.hint.iter().map(|hint| format!("\nhint: {hint}"));
    let hint: String = hint.collect();
    format!("{place}: {mistake} [{}]{hint}", mistake.code)
}
