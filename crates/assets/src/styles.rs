//! The one style sheet: Tailwind over `islands/styles.css`, kept by its inputs.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use source::{Diagnostic, Source};

use crate::asset::{Asset, Key};
use crate::bundle::{prune, unexpected};
use crate::inputs::{self, Dependency, Inputs};
use crate::node::{self, Answer, Helper, Job, Mistake};
use crate::public::{self, Manifest, Reported};
use crate::store::write_atomically;
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
    settings: &Settings,
    inputs: &Inputs,
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
    let path = settings
        .cache
        .join("styles")
        .join(format!("{}.json", key.finish()));
    let kept = fs::read_to_string(&path).ok();
    let kept = kept.and_then(|text| serde_json::from_str::<Record>(&text).ok());
    let kept = kept.filter(|r| inputs::unchanged(&settings.root, &r.dependencies));
    let record = match kept {
        Some(record) => record,
        None => match compile(settings, inputs, helper)? {
            Ok(record) => {
                write_atomically(&path, json!(record).to_string().as_bytes())?;
                prune(&settings.cache.join("styles"), &path);
                record
            }
            Err(mistakes) => {
                manifest.insert(NAME.into(), Asset::hashed(NAME, Arc::default()));
                let sources = sheets(inputs);
                return Ok(mistakes
                    .iter()
                    .map(|m| broken(m, settings, &sources))
                    .collect());
            }
        },
    };
    let mut diagnostics: Vec<_> = record
        .warnings
        .iter()
        .map(|w| w.warning("suspicious-style", &settings.root))
        .collect();
    let reported = Reported {
        source: None,
        compiled_from: &sheets(inputs),
        diagnostics: &mut diagnostics,
    };
    let css = public::link(&record.css, "", manifest, reported);
    manifest.insert(NAME.into(), Asset::hashed(NAME, css.into_bytes().into()));
    Ok(diagnostics)
}

fn compile(
    settings: &Settings,
    inputs: &Inputs,
    helper: &Helper,
) -> Result<Result<Record, Vec<Mistake>>, Error> {
    let job = Job {
        what: "compile the styles".into(),
        request: json!({
            "job": "styles",
            "texts": texts(inputs),
            "development": settings.development,
        }),
        patience: Duration::MAX,
    };
    let compiled: Compiled = match helper.ask(&job)? {
        Answer::Done(value) => node::parse(value, &job.what)?,
        Answer::Mistakes(mistakes) => return Ok(Err(mistakes)),
        Answer::Threw(_) => return Err(unexpected(&job)),
    };
    Ok(Ok(Record {
        css: compiled.css,
        dependencies: inputs::dependencies(&settings.root, &compiled.dependencies),
        warnings: compiled.warnings,
    }))
}

/// The texts in which class names are looked for: templates and components.
fn texts(inputs: &Inputs) -> Vec<serde_json::Value> {
    let all = inputs.templates.iter().chain(&inputs.islands);
    let read = all.filter_map(|(path, bytes)| {
        let extension = path.rsplit('.').next()?;
        let known = matches!(extension, "html" | "ts" | "tsx" | "js" | "jsx");
        let text = std::str::from_utf8(bytes).ok()?;
        known.then(|| json!({ "content": text, "extension": extension }))
    });
    read.collect()
}

/// The style sheets of the site's own hand.
fn sheets(inputs: &Inputs) -> Vec<Arc<Source>> {
    let css = inputs
        .islands
        .iter()
        .filter(|(path, _)| path.ends_with(".css"));
    css.map(|(path, bytes)| Source::new(path, String::from_utf8_lossy(bytes)))
        .collect()
}

/// Tailwind names no place, but the words that it puts in backticks are in the sheet.
fn broken(mistake: &Mistake, settings: &Settings, sources: &[Arc<Source>]) -> Diagnostic {
    let diagnostic = mistake.error("broken-style", &settings.root);
    for word in mistake.message.split('`').skip(1).step_by(2) {
        for source in sources {
            if let Some(start) = source.text.find(word) {
                return diagnostic.at(source, start..start + word.len());
            }
        }
    }
    match sources.iter().find(|s| s.path.ends_with(NAME)) {
        Some(source) => diagnostic.at(source, 0..0),
        None => diagnostic,
    }
}
