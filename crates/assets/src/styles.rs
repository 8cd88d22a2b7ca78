//! The one style sheet: Tailwind over `islands/styles.css`, kept by its inputs.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use source::{Diagnostic, Source, Sources};

use crate::asset::{Asset, Key};
use crate::inputs::{self, DRAWINGS, Dependency, Inputs};
use crate::node::{Helper, Job, Mistake, Unmade};
use crate::public::{self, Manifest, Reported};
use crate::{Error, Settings};

/// The logical name of the sheet, and of its source in `islands/`.
const NAME: &str = "styles.css";

#[derive(Serialize, Deserialize)]
struct Record {
    css: String,
    dependencies: Vec<Dependency>,
    warnings: Vec<Mistake>,
}

/// What the helper answers; the dependencies are not hashed yet.
#[derive(Deserialize)]
struct Compiled {
    css: String,
    dependencies: Vec<String>,
    warnings: Vec<Mistake>,
}

/// Compiles the sheet, or takes it from the cache, and adds it to the manifest with its references
/// to `public/` replaced. Without a source, whatever `public/` has stays. A mistake leaves an empty
/// sheet.
pub(crate) fn load(
    sources: &Sources,
    settings: &Settings,
    inputs: &Inputs<'_>,
    helper: &Helper,
    manifest: &mut Manifest,
) -> Result<Vec<Diagnostic>, Error> {
    let source = format!("islands/{NAME}");
    if !inputs.has(&source) {
        return Ok(Vec::new());
    }
    let mode = if settings.development {
        "development"
    } else {
        "production"
    };
    let key = Key::default().part(Helper::fingerprint()).part(mode);
    let key = inputs::add(
        inputs::add(key, &inputs.islands).part("templates"),
        &inputs.templates,
    );
    let is_whole = |r: &Record| inputs::unchanged(sources.root(), &r.dependencies);
    let make = || compile(sources, settings, inputs, helper);
    let key = key.finish();
    let record = match settings.store.record(("style", &key), is_whole, make) {
        Ok(record) => record,
        Err(Unmade::World(error)) => return Err(error),
        Err(Unmade::Mistakes(mistakes)) => {
            manifest.insert(NAME.into(), Asset::hashed(NAME, Arc::default()));
            let sheets = sheets(sources)?;
            let errors = mistakes.iter().map(|m| broken(m, sources, &sheets));
            return Ok(errors.collect());
        }
    };
    let mut diagnostics: Vec<_> = record
        .warnings
        .iter()
        .map(|w| w.warning("suspicious-style", sources))
        .collect();
    let reported = Reported {
        source: None,
        compiled_from: &sheets(sources)?,
        diagnostics: &mut diagnostics,
    };
    let css = public::link(&record.css, "", manifest, reported);
    manifest.insert(NAME.into(), Asset::hashed(NAME, css.into_bytes().into()));
    Ok(diagnostics)
}

fn compile(
    sources: &Sources,
    settings: &Settings,
    inputs: &Inputs<'_>,
    helper: &Helper,
) -> Result<Record, Unmade> {
    let compiled: Compiled = helper.make(&Job {
        what: "compile the styles".into(),
        request: json!({
            "job": "styles",
            "texts": texts(inputs),
            "development": settings.development,
        }),
        patience: Duration::MAX,
    })?;
    Ok(Record {
        css: compiled.css,
        dependencies: inputs::dependencies(sources.root(), &compiled.dependencies),
        warnings: compiled.warnings,
    })
}

/// The texts in which class names are looked for: templates and components.
fn texts(inputs: &Inputs<'_>) -> Vec<serde_json::Value> {
    let all = inputs.templates.iter().chain(&inputs.islands);
    let read = all.filter_map(|(path, bytes)| {
        let extension = path.rsplit('.').next()?;
        // No style sheet reaches into a drawing.
        let known = !path.starts_with(DRAWINGS)
            && matches!(extension, "html" | "ts" | "tsx" | "js" | "jsx");
        let text = std::str::from_utf8(bytes).ok()?;
        known.then(|| json!({ "content": text, "extension": extension }))
    });
    read.collect()
}

/// The style sheets of the site's own hand.
fn sheets(sources: &Sources) -> Result<Vec<Arc<Source>>, Error> {
    let paths = sources.below("islands").filter(|p| p.ends_with(".css"));
    Ok(sources.texts(&paths.collect::<Vec<_>>())?.0)
}

/// Tailwind names no place, but the words that it puts in backticks are in the sheet.
fn broken(mistake: &Mistake, sources: &Sources, sheets: &[Arc<Source>]) -> Diagnostic {
    let diagnostic = mistake.error("broken-style", sources);
    for word in mistake.message.split('`').skip(1).step_by(2) {
        for source in sheets {
            if let Some(start) = source.text.find(word) {
                return diagnostic.at(source, start..start + word.len());
            }
        }
    }
    match sheets.iter().find(|s| s.path.ends_with(NAME)) {
        Some(source) => diagnostic.at(source, 0..0),
        None => diagnostic,
    }
}
