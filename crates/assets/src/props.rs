//! What props each island takes, as JSON Schema: derived from its types by the helper, kept while the files that say it stay.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use source::Diagnostic;

use crate::Error;
use crate::inputs::{self, Dependency};
use crate::node::{self, Answer, Helper, Job, Mistake};
use crate::workshop::Workshop;

/// The file of the cache that keeps them.
const FILE: &str = "props.json";

#[derive(Default, Serialize, Deserialize)]
struct Ledger {
    /// The helper that derived them.
    helper: String,
    islands: BTreeMap<String, Kept>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    derived: Derived,
    dependencies: Vec<Dependency>,
}

/// What the helper says of an island.
#[derive(Serialize, Deserialize)]
struct Derived {
    #[serde(default)]
    schema: Option<Value>,
    /// Why there is no schema.
    #[serde(default)]
    mistake: Option<String>,
    #[serde(default, skip_serializing)]
    dependencies: Vec<String>,
}

/// What islands take.
#[derive(Debug, Default)]
pub(crate) struct Props {
    /// The schemas of their props, by the island's name.
    pub schemas: BTreeMap<String, Value>,
    /// Files outside the site's folders that these come from.
    pub beside: Vec<String>,
}

/// The schemas of the islands' props. An island whose props cannot be told is a warning: they
/// go to it unchecked.
pub(crate) fn load(workshop: Workshop<'_>) -> Result<(Props, Vec<Diagnostic>), Error> {
    let Workshop {
        sources, settings, ..
    } = workshop;
    let islands = workshop.inputs.island_names();
    let mut ledger: Ledger = settings.store.read(FILE);
    if ledger.helper != Helper::fingerprint() {
        ledger = Ledger::default();
    }
    ledger.islands.retain(|name, kept| {
        islands.contains(name) && inputs::unchanged(sources.root(), &kept.dependencies)
    });
    let is_new = |name: &&String| !ledger.islands.contains_key(*name);
    let new: Vec<&String> = islands.iter().filter(is_new).collect();
    if !new.is_empty() {
        for (name, mut derived) in derive(&new, workshop.helper)? {
            let paths = std::mem::take(&mut derived.dependencies);
            let dependencies = inputs::dependencies(sources.root(), &paths);
            let kept = Kept {
                derived,
                dependencies,
            };
            ledger.islands.insert(name, kept);
        }
        Helper::fingerprint().clone_into(&mut ledger.helper);
        settings.store.write(FILE, &ledger)?;
    }
    let mut props = Props::default();
    let mut diagnostics = Vec::new();
    for (name, kept) in ledger.islands {
        let derived = kept.derived;
        let beside = kept.dependencies.into_iter().map(|d| d.path);
        props.beside.extend(beside);
        if let Some(reason) = derived.mistake {
            let mistake = Mistake {
                message: format!("the props of the island `{name}` go to it unchecked: {reason}"),
                file: Some(format!("islands/{name}/{name}.tsx")),
                hint: Some(
                    "name the type of the component's first parameter; it may hold what JSON can"
                        .into(),
                ),
                ..Mistake::default()
            };
            diagnostics.push(mistake.warning("unchecked-props", sources));
        }
        let schema = derived.schema.map(|schema| (name, schema));
        props.schemas.extend(schema);
    }
    Ok((props, diagnostics))
}

fn derive(islands: &[&String], helper: &Helper) -> Result<BTreeMap<String, Derived>, Error> {
    let job = Job {
        what: "derive what the islands take".into(),
        request: json!({ "job": "props", "islands": islands }),
        patience: Duration::MAX,
        runs_code: false,
    };
    match helper.ask(&job)? {
        Answer::Done(value) => node::parse(value, &job.what),
        _ => Err(node::unexpected(&job)),
    }
}
