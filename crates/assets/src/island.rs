//! Islands: React components rendered to HTML while building, kept by what they are made from and by properties.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use source::{Diagnostic, Sources, did_you_mean};

use crate::asset::Key;
use crate::bundle::Bundle;
use crate::node::{self, Answer, Helper, Job, Mistake, read_source};
use crate::store::Store;
use crate::{Asset, Failure};

/// Rendering takes a fraction of a millisecond; this much means an endless loop.
const PATIENCE: Duration = Duration::from_secs(10);

/// An island as HTML, and what the browser loads to bring it to life.
#[derive(Clone, Debug)]
pub struct IslandHtml {
    /// What the component rendered.
    pub html: String,
    /// The module whose default export hydrates it.
    pub module: Arc<Asset>,
    /// What that module imports statically, the deepest first, for preloading.
    pub imports: Vec<Arc<Asset>>,
    /// What the component wrote to the console, one text a call.
    pub console: Vec<String>,
}

/// Says what is wrong with the properties of an island, when something is.
pub type Judge<'a> = &'a dyn Fn(&Value) -> Result<(), Box<Diagnostic>>;

/// Which island, with what.
#[derive(Clone, Copy)]
pub struct Instance<'a> {
    /// The component.
    pub name: &'a str,
    /// JSON.
    pub properties: &'a str,
    /// What the ids that React makes begin with.
    pub identifier_prefix: &'a str,
    /// Judges the properties by the JSON Schema of what the island takes.
    pub judge: Judge<'a>,
}

#[derive(Serialize, Deserialize)]
struct Rendered {
    html: String,
    console: Vec<String>,
}

/// What a program of the site threw, and where.
#[derive(Default, Deserialize)]
pub(crate) struct Threw {
    pub message: String,
    file: Option<String>,
    line: Option<usize>,
    #[serde(default)]
    column: usize,
    property: Option<String>,
}

impl Threw {
    /// One that concerns a program as a whole.
    pub fn without_place(message: String) -> Self {
        Self {
            message,
            ..Self::default()
        }
    }

    /// As a mistake at its line, if that is known.
    pub fn mistake(&self, sources: &Sources) -> Mistake {
        let column = match (&self.file, self.line) {
            (Some(file), Some(line)) => bytes_before(sources, file, line, self.column),
            _ => 0,
        };
        Mistake {
            message: self.message.clone(),
            file: self.file.clone(),
            line: self.line,
            column,
            length: usize::from(self.line.is_some()),
            ..Mistake::default()
        }
    }
}

/// Where islands are rendered and kept.
pub(crate) struct Renderer<'a> {
    pub sources: &'a Sources,
    pub store: &'a Store,
    pub bundle: &'a Bundle,
    pub helper: &'a Helper,
}

impl Renderer<'_> {
    /// Renders an island, or takes it from the cache.
    pub fn render(
        &self,
        instance: &Instance<'_>,
        schema: Option<&Value>,
    ) -> Result<IslandHtml, Failure> {
        let Some(module) = self.bundle.islands.get(instance.name) else {
            let names = self.bundle.islands.keys().map(String::as_str);
            let unknown = format!("there is no island `{}`", instance.name);
            let unknown = Diagnostic::error("unknown-island", unknown);
            let hint = did_you_mean(instance.name, names)
                .unwrap_or_else(|| format!("create islands/{0}/{0}.tsx", instance.name));
            return Err(unknown.hint(hint).into());
        };
        let rendered = match &self.bundle.server {
            Some(server) => self.kept_or_rendered(server, instance, schema)?,
            // The bundle is broken, which was reported when it was made.
            None => Rendered {
                html: String::new(),
                console: Vec::new(),
            },
        };
        Ok(IslandHtml {
            html: rendered.html,
            console: rendered.console,
            module: Arc::clone(&module.asset),
            imports: module.imports.clone(),
        })
    }

    fn kept_or_rendered(
        &self,
        server: &Path,
        instance: &Instance<'_>,
        schema: Option<&Value>,
    ) -> Result<Rendered, Failure> {
        let parts = [
            instance.name,
            instance.properties,
            instance.identifier_prefix,
        ];
        let key = self.bundle.keys.get(instance.name);
        let key = Key::default().part(key.map_or("", String::as_str));
        let key = parts.iter().fold(key, Key::part).finish();
        let make = || {
            if let Some(schema) = schema {
                (instance.judge)(schema).map_err(Failure::Mistake)?;
            }
            self.ask(server, instance)
        };
        self.store.record("island", &key, |_, _| true, make)
    }

    fn ask(&self, server: &Path, instance: &Instance<'_>) -> Result<Rendered, Failure> {
        let job = Job {
            what: format!("render the island `{}`", instance.name),
            request: json!({
                "job": "render",
                "server": node::absolute(server)?,
                "name": instance.name,
                "props": instance.properties,
                "prefix": instance.identifier_prefix,
            }),
            patience: PATIENCE,
            runs_code: true,
        };
        match self.helper.ask(&job)? {
            Answer::Done(value) => Ok(node::parse(value, &job.what)?),
            Answer::Threw(value) => Err(self.threw(instance.name, value, &job)),
            Answer::Mistakes(_) => Err(node::unexpected(&job).into()),
        }
    }

    fn threw(&self, name: &str, value: Value, job: &Job) -> Failure {
        let threw: Threw = match node::parse(value, &job.what) {
            Ok(threw) => threw,
            Err(error) => return error.into(),
        };
        let mistake = Mistake {
            message: format!("the island `{name}` cannot be rendered: {}", threw.message),
            ..threw.mistake(self.sources)
        };
        let diagnostic = mistake.error("broken-island", self.sources);
        match threw.property {
            Some(property) => diagnostic
                .note(format!("the property read last is `{property}`"))
                .into(),
            None => diagnostic.into(),
        }
    }
}

/// A column in characters, as a stack has it, in bytes.
fn bytes_before(sources: &Sources, file: &str, line: usize, characters: usize) -> usize {
    let text = read_source(sources, file).text();
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    line.chars().take(characters).map(char::len_utf8).sum()
}
