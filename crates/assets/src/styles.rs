//! The one style sheet: Tailwind over `islands/styles.css`, kept by its inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use source::{Diagnostic, Source, Sources};

use crate::Error;
use crate::asset::{self, Asset, Manifest};
use crate::inputs::{self, DRAWINGS, Dependency, Inputs};
use crate::node::{Job, Mistake, Unmade, unexpected};
use crate::public::{self, Links};
use crate::readings::Readings;
use crate::workshop::Workshop;

/// The logical name of the sheet, and of its source in `islands/`.
const NAME: &str = "styles.css";

#[derive(Serialize, Deserialize)]
struct Record {
    css: String,
    dependencies: Vec<Dependency>,
    warnings: Vec<Mistake>,
}

/// What the helper answers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    /// The keys of texts that it has never been given.
    Unread { unread: Vec<String> },
    /// The sheet; the dependencies are not hashed yet.
    Compiled {
        css: String,
        dependencies: Vec<String>,
        warnings: Vec<Mistake>,
    },
}

/// How often texts are given that the helper has not read: one that dies has read none.
const TRIES: usize = 4;

/// The sheet before its references are replaced.
pub(crate) struct Sheet {
    /// What it was compiled from.
    sheets: Vec<Arc<Source>>,
    /// What was made of these, or the mistakes that prevent it.
    made: Result<Record, Vec<Diagnostic>>,
}

/// Compiles the sheet, or takes it from the cache. None without a source: whatever `public/` has stays.
pub(crate) fn load(workshop: Workshop<'_>, readings: &Readings) -> Result<Option<Sheet>, Error> {
    let Workshop {
        sources,
        settings,
        inputs,
        ..
    } = workshop;
    if !inputs.has(&format!("islands/{NAME}")) {
        return Ok(None);
    }
    let sheets = sheets(sources)?;
    let broken = sheets
        .iter()
        .flat_map(|sheet| public::broken(sheet, &readings.read(&sheet.text()).breaches));
    let broken: Vec<_> = broken.collect();
    if !broken.is_empty() {
        let made = Err(broken);
        return Ok(Some(Sheet { sheets, made }));
    }
    let key = inputs::add(
        inputs::add(inputs::key(settings), &inputs.islands).part("templates"),
        &inputs.templates,
    );
    let is_whole = |r: &Record, _| inputs::unchanged(sources.root(), &r.dependencies);
    let make = || compile(workshop);
    let key = key.finish();
    let made = match settings.store.record("style", &key, is_whole, make) {
        Ok(record) => Ok(record),
        Err(Unmade::World(error)) => return Err(error),
        Err(Unmade::Mistakes(mistakes)) => {
            let errors = mistakes.iter().map(|m| m.error("broken-style", sources));
            Err(errors.map(|error| placed(error, &sheets)).collect())
        }
    };
    Ok(Some(Sheet { sheets, made }))
}

impl Sheet {
    /// Adds it to the manifest with its references to `public/` replaced; an empty one after a mistake. Gives the files
    /// outside the site's folders that it was made from.
    pub fn publish(
        self,
        sources: &Sources,
        manifest: &mut Manifest,
        readings: &Readings,
    ) -> (Vec<String>, Vec<Diagnostic>) {
        let record = match self.made {
            Ok(record) => record,
            Err(mistakes) => {
                manifest.insert(NAME.into(), Asset::hashed(NAME, Arc::default()));
                return (Vec::new(), mistakes);
            }
        };
        let warnings = record.warnings.iter();
        let warnings = warnings.map(|w| w.warning("suspicious-style", sources));
        let warnings = warnings.map(|warning| placed(warning, &self.sheets));
        let mut diagnostics: Vec<_> = warnings.collect();
        let mut links = Links {
            base: "",
            manifest,
            source: None,
            compiled_from: &self.sheets,
            diagnostics: &mut diagnostics,
        };
        let references = &readings.read(&record.css).references;
        let css = links.link(&record.css, references);
        manifest.insert(NAME.into(), Asset::hashed(NAME, css.into_bytes().into()));
        let beside = record.dependencies.into_iter().map(|d| d.path);
        (beside.collect(), diagnostics)
    }
}

fn compile(workshop: Workshop<'_>) -> Result<Record, Unmade> {
    let texts = texts(workshop.inputs);
    let keys: Vec<&String> = texts.keys().collect();
    let mut contents = BTreeMap::new();
    let request = |contents: &BTreeMap<String, &str>| Job {
        what: "compile the styles".into(),
        request: json!({
            "job": "styles",
            "texts": keys,
            "contents": contents,
            "development": workshop.settings.development,
        }),
        patience: Duration::MAX,
        runs_code: false,
    };
    for _ in 0..TRIES {
        match workshop.helper.make(&request(&contents))? {
            Answer::Unread { unread } => {
                let known = unread.into_iter();
                let known = known.filter_map(|key| texts.get(&key).map(|text| (key, *text)));
                contents = known.collect();
            }
            Answer::Compiled {
                css,
                dependencies,
                warnings,
            } => {
                let root = workshop.sources.root();
                return Ok(Record {
                    css,
                    dependencies: inputs::dependencies(root, &dependencies),
                    warnings,
                });
            }
        }
    }
    Err(unexpected(&request(&contents)).into())
}

/// The texts in which class names are looked for, templates and components, by a key of what they say and what they are.
fn texts<'a>(inputs: &'a Inputs<'_>) -> BTreeMap<String, &'a str> {
    let all = inputs.templates.iter().chain(&inputs.islands);
    let read = all.filter_map(|(path, bytes)| {
        let extension = path.rsplit('.').next()?;
        // No style sheet reaches into a drawing.
        let known = !path.starts_with(DRAWINGS)
            && matches!(extension, "html" | "ts" | "tsx" | "js" | "jsx");
        let text = std::str::from_utf8(bytes).ok()?;
        known.then(|| (format!("{}.{extension}", asset::content_key(bytes)), text))
    });
    read.collect()
}

/// The style sheets of the site's own hand.
fn sheets(sources: &Sources) -> Result<Vec<Arc<Source>>, Error> {
    let paths = sources.below("islands").filter(|p| p.ends_with(".css"));
    Ok(sources.texts(&paths.collect::<Vec<_>>())?.0)
}

/// Neither Tailwind nor what reads its sheet names a place, but the words that they quote are in a
/// sheet of the author's.
fn placed(diagnostic: Diagnostic, sheets: &[Arc<Source>]) -> Diagnostic {
    let quoted = diagnostic.message.split(['`', '"']).skip(1).step_by(2);
    for word in quoted.map(str::to_owned).collect::<Vec<_>>() {
        for sheet in sheets {
            if let Some(start) = word_at(&sheet.text(), &word) {
                return diagnostic.at(sheet, start..start + word.len());
            }
        }
    }
    match sheets.iter().find(|s| s.path.ends_with(NAME)) {
        Some(sheet) => diagnostic.at(sheet, 0..0),
        None => diagnostic,
    }
}

/// The names of all classes that the style sheets of a site style.
pub(crate) fn class_names(manifest: &Manifest, readings: &Readings) -> BTreeSet<String> {
    let sheets = manifest.iter().filter(|(name, _)| name.ends_with(".css"));
    let texts = sheets.filter_map(|(_, sheet)| sheet.bytes().ok());
    let mut names = BTreeSet::new();
    for bytes in texts {
        let sheet = readings.read(&String::from_utf8_lossy(&bytes));
        names.extend(sheet.classes.iter().cloned());
    }
    names
}

/// Whether a script of `islands/` holds a word as a whole.
pub(crate) fn is_in_script(sources: &Sources, word: &str) -> bool {
    let is_script = |path: &&str| {
        let extension = path.rsplit('.').next().unwrap_or_default();
        matches!(extension, "ts" | "tsx" | "js" | "jsx" | "mjs")
    };
    let mut scripts = sources.below("islands").filter(is_script);
    scripts.any(|path| match sources.text(path) {
        Ok(Some(Ok(source))) => word_at(&source.text(), word).is_some(),
        _ => false,
    })
}

/// Where a word stands that is no part of a longer one.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut places = text.match_indices(word).map(|(start, _)| start);
    places.find(|start| {
        let (before, after) = (&text[..*start], &text[start + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_as_a_whole() {
        for (text, expected) in [
            ("\"is-open\"", Some(1)),
            ("is-opened no-is-open is-open", Some(21)),
            ("is-open-now", None),
        ] {
            assert_eq!(word_at(text, "is-open"), expected, "{text}");
        }
    }
}
