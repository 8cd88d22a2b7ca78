//! The scripts: islands, page and runtime modules, bundled by esbuild and kept by their inputs.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use source::Diagnostic;

use crate::asset::{self, Asset, FOLDER, Key};
use crate::inputs::{self, Dependency, Inputs};
use crate::node::{self, Helper, Job, Mistake, Unmade};
use crate::store::Found;
use crate::workshop::Workshop;
use crate::{Content, Error, Settings, Store};

/// The modules that are not islands: logical name and source in `islands/`.
const SCRIPTS: [(&str, &str); 2] = [("page.js", "page.ts"), ("runtime.js", "runtime/runtime.ts")];

/// Where npm's packages stand.
const PACKAGES: &str = "islands/node_modules";

/// The kind of records.
const KIND: &str = "bundle";

/// The components for rendering.
const SERVER: &str = "server.cjs";

/// The scripts of a site.
#[derive(Debug, Default)]
pub(crate) struct Bundle {
    /// The components for rendering; none when there is no island or it could not be bundled.
    pub server: Option<PathBuf>,
    /// Modules by logical name: `page.js`, `runtime.js`, and every file that they need.
    pub modules: BTreeMap<String, Module>,
    /// Modules of the islands by name.
    pub islands: BTreeMap<String, Module>,
    /// What the component of each island is made from, by its name.
    pub keys: BTreeMap<String, String>,
    /// Programs of drawings by name.
    pub drawings: BTreeMap<String, Program>,
    /// Scripts that stand in a page itself, by logical name: `inline/head.js`.
    pub inline: BTreeMap<String, Arc<Asset>>,
    /// Files outside the site's folders that it was made from.
    pub beside: Vec<String>,
    /// What everything was made from; empty when there is nothing.
    key: String,
    /// What is kept of it.
    record: Record,
}

impl Bundle {
    /// Whether it is made from the same as another one.
    pub fn is_like(&self, other: &Self) -> bool {
        self.key == other.key
    }

    /// Its files that are published, by their names.
    fn files(&self) -> impl Iterator<Item = (&str, &Asset)> {
        let modules = self.modules.values().chain(self.islands.values());
        let assets = modules.map(|module| &*module.asset);
        assets.filter_map(|asset| Some((asset.url.strip_prefix(FOLDER)?, asset)))
    }

    /// Removes its files: megabytes that would pile up with every save.
    pub fn remove(&self, store: &Store) {
        if self.key.is_empty() {
            return;
        }
        store.remove_record(KIND, &self.key);
        // What cannot be removed goes with the next builds that do not use it.
        let _ = fs::remove_dir_all(folder(store, &self.key));
    }
}

/// A program that draws.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Its file, relative to the root.
    pub source: String,
    /// What Node runs, and the hash of its text; none when it could not be bundled.
    pub bundled: Option<(PathBuf, String)>,
}

/// A script and what comes with it.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub asset: Arc<Asset>,
    pub imports: Vec<Arc<Asset>>,
    pub contributors: Vec<(String, u64)>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Record {
    /// Everything in the bundle's folder, with the key of its bytes.
    files: BTreeMap<String, String>,
    outputs: Vec<Output>,
    /// Files outside the site's folders.
    dependencies: Vec<Dependency>,
    /// What the component of each island is made from, without packages.
    sources: BTreeMap<String, Vec<String>>,
    /// Where the packages stood, when they were linked from elsewhere: the bundle tells their paths.
    packages: Option<PathBuf>,
    warnings: Vec<Mistake>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Output {
    file: String,
    entry: Option<Entry>,
    imports: Vec<String>,
    contributors: Vec<(String, u64)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Script(String),
    Island(String),
}

/// What the helper answers; the dependencies are not hashed yet, and are all files but those of packages.
#[derive(Deserialize)]
struct Bundled {
    outputs: Vec<Output>,
    dependencies: Vec<String>,
    sources: BTreeMap<String, Vec<String>>,
    warnings: Vec<Mistake>,
}

/// Bundles what there is, or takes it from the cache, or is the last one. A mistake in a source leaves stand-ins.
pub(crate) fn load(
    workshop: Workshop<'_>,
    last: Option<&Arc<Bundle>>,
) -> Result<(Arc<Bundle>, Vec<Diagnostic>), Error> {
    let plan = Plan::new(workshop);
    let sources = workshop.sources;
    if plan.is_empty() {
        return Ok(<_>::default());
    }
    let bundle = match last.filter(|last| plan.is_that_of(last)) {
        Some(last) => Arc::clone(last),
        None => match plan.record(workshop.helper) {
            Ok(record) => Arc::new(plan.read(record, last.map(|last| &**last))?),
            Err(Unmade::World(error)) => return Err(error),
            Err(Unmade::Mistakes(mistakes)) => {
                let errors = mistakes.iter().map(|m| m.error("broken-script", sources));
                return Ok((Arc::new(plan.stand_ins()), errors.collect()));
            }
        },
    };
    plan.note_uses(&bundle.record);
    let warnings = bundle.record.warnings.iter();
    let warnings = warnings.map(|w| w.warning("suspicious-script", sources));
    let warnings = warnings.collect();
    Ok((bundle, warnings))
}

/// What has to be bundled, and where the result lies.
struct Plan<'a> {
    root: &'a Path,
    settings: &'a Settings,
    inputs: &'a Inputs<'a>,
    islands: Vec<String>,
    scripts: Vec<(&'static str, &'static str)>,
    inline: Vec<String>,
    drawings: BTreeMap<String, String>,
    key: String,
    folder: PathBuf,
}

impl<'a> Plan<'a> {
    fn new(workshop: Workshop<'a>) -> Self {
        let Workshop {
            sources,
            settings,
            inputs,
            ..
        } = workshop;
        let key = inputs::add(inputs::key(settings), inputs.code()).finish();
        let there = |(_, file): &&(&str, &str)| inputs.has(&format!("islands/{file}"));
        Self {
            root: sources.root(),
            settings,
            inputs,
            islands: inputs.island_names(),
            scripts: SCRIPTS.iter().filter(there).copied().collect(),
            inline: inputs.inline_scripts(),
            drawings: inputs.drawings(),
            folder: folder(&settings.store, &key),
            key,
        }
    }

    fn is_empty(&self) -> bool {
        self.islands.is_empty()
            && self.scripts.is_empty()
            && self.inline.is_empty()
            && self.drawings.is_empty()
    }

    /// Whether a bundle is what would be made.
    fn is_that_of(&self, bundle: &Bundle) -> bool {
        bundle.key == self.key && self.is_whole(&bundle.record, Found::InMemory)
    }

    /// Whether all that a record tells of is as it was.
    fn is_whole(&self, record: &Record, found: Found) -> bool {
        let is_same = |(file, key): (&String, &String)| match found {
            Found::InMemory => self.folder.join(file).is_file(),
            Found::OnDisk => self.content_key(file).is_ok_and(|now| now == *key),
        };
        record.files.par_iter().all(is_same)
            && inputs::unchanged(self.root, &record.dependencies)
            && (record.packages == self.linked_packages() || !self.root.join(PACKAGES).exists())
    }

    /// The record of these sources' bundle, made now when there is none.
    fn record(&self, helper: &Helper) -> Result<Record, Unmade> {
        let store = &self.settings.store;
        let is_whole = |record: &Record, found| self.is_whole(record, found);
        store.record(KIND, &self.key, is_whole, || self.make(helper))
    }

    /// Keeps the record and its files for the next builds.
    fn note_uses(&self, record: &Record) {
        let store = &self.settings.store;
        store.note_record(KIND, &self.key);
        for file in record.files.keys() {
            store.note(format!("bundles/{}/{file}", self.key));
        }
    }

    fn make(&self, helper: &Helper) -> Result<Record, Unmade> {
        let folder = &self.folder;
        fs::create_dir_all(folder).map_err(|e| Error::io("create", folder, e))?;
        let scripts: BTreeMap<_, _> = self.scripts.iter().copied().collect();
        let drawings = self.drawings.values();
        let drawings = drawings.map(|d| d.replacen("islands", ".", 1));
        let files = self.inputs.code().map(|(path, bytes)| {
            (
                path.trim_start_matches("islands/"),
                asset::content_key(bytes),
            )
        });
        let bundled: Bundled = helper.make(&Job {
            what: "bundle the islands".into(),
            request: json!({
                "job": "bundle",
                "out": node::absolute(folder)?,
                "files": files.collect::<BTreeMap<_, _>>(),
                "islands": self.islands,
                "scripts": scripts,
                "inline": self.inline,
                "drawings": drawings.collect::<Vec<_>>(),
                "development": self.settings.development,
            }),
            patience: Duration::MAX,
            runs_code: false,
        })?;
        let inline = self.inline.iter().map(|source| inline_name(source));
        let server = (!self.islands.is_empty()).then(|| SERVER.to_owned());
        let programs = self.drawings.keys().map(|name| program_name(name));
        let outputs = bundled.outputs.iter().map(|output| output.file.clone());
        let names: Vec<String> = outputs
            .chain(inline)
            .chain(server)
            .chain(programs)
            .collect();
        let files = names
            .into_par_iter()
            .map(|file| Ok((file.clone(), self.content_key(&file)?)));
        let mut outside = bundled.dependencies;
        outside.retain(|path| !self.inputs.has(path));
        Ok(Record {
            files: files.collect::<Result<_, Error>>()?,
            dependencies: inputs::dependencies(self.root, &outside),
            sources: bundled.sources,
            packages: self.linked_packages(),
            outputs: bundled.outputs,
            warnings: bundled.warnings,
        })
    }

    /// The key of the bytes of a file in the bundle's folder.
    fn content_key(&self, file: &str) -> Result<String, Error> {
        let path = self.folder.join(file);
        let bytes = fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
        Ok(asset::content_key(&bytes))
    }

    /// What each component is made from, with what says how that is done and which packages there are.
    fn island_keys(&self, record: &Record) -> BTreeMap<String, String> {
        let rules = self
            .inputs
            .code()
            .filter(|(path, _)| path.ends_with(".json"));
        let rules = inputs::add(inputs::key(self.settings), rules).finish();
        let hashes = self
            .inputs
            .code()
            .map(|(path, bytes)| (*path, asset::content_key(bytes)));
        let outside = record.dependencies.iter();
        let outside = outside.map(|file| (&*file.path, file.hash.clone().unwrap_or_default()));
        let hashes: HashMap<&str, String> = hashes.chain(outside).collect();
        let keys = record.sources.iter().map(|(name, paths)| {
            let key = paths.iter().fold(Key::default().part(&rules), |key, path| {
                let hash = hashes.get(&**path).map_or("", String::as_str);
                key.part(path).part(hash)
            });
            (name.clone(), key.finish())
        });
        keys.collect()
    }

    fn linked_packages(&self) -> Option<PathBuf> {
        fs::read_link(self.root.join(PACKAGES)).ok()
    }

    fn read(&self, record: Record, last: Option<&Bundle>) -> Result<Bundle, Error> {
        let known: HashMap<&str, &Asset> = last.into_iter().flat_map(Bundle::files).collect();
        let outputs = record.outputs.par_iter();
        let files = outputs.map(|output| {
            let known = known.get(&*output.file).copied();
            Ok((output.file.clone(), self.asset(&output.file, known)?))
        });
        let files: BTreeMap<_, _> = files.collect::<Result<_, Error>>()?;
        let mut bundle = Bundle {
            server: (!self.islands.is_empty()).then(|| self.folder.join(SERVER)),
            inline: self
                .inline_assets(|path| fs::read(path).map_err(|e| Error::io("read", path, e)))?,
            drawings: self.programs(|name| {
                let file = program_name(name);
                let key = record.files.get(&file).cloned();
                Ok(key.map(|key| (self.folder.join(file), key)))
            })?,
            keys: self.island_keys(&record),
            beside: record.dependencies.iter().map(|d| d.path.clone()).collect(),
            key: self.key.clone(),
            ..Bundle::default()
        };
        for output in &record.outputs {
            let module = Module {
                asset: Arc::clone(&files[&output.file]),
                imports: output
                    .imports
                    .iter()
                    .filter_map(|i| files.get(i).cloned())
                    .collect(),
                contributors: output.contributors.clone(),
            };
            match &output.entry {
                Some(Entry::Island(name)) => bundle.islands.insert(name.clone(), module),
                Some(Entry::Script(name)) => bundle.modules.insert(name.clone(), module),
                None => bundle.modules.insert(output.file.clone(), module),
            };
        }
        bundle.record = record;
        Ok(bundle)
    }

    /// A file of the bundle's folder. Its name carries a hash: one of the last bundle with that name has the same bytes.
    fn asset(&self, file: &str, known: Option<&Asset>) -> Result<Arc<Asset>, Error> {
        let path = self.folder.join(file);
        let (integrity, len) = match known {
            Some(known) => (known.integrity.clone(), known.len),
            None => {
                let bytes = fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
                (asset::integrity(&bytes), bytes.len() as u64)
            }
        };
        Ok(Arc::new(Asset {
            url: format!("{FOLDER}{file}"),
            integrity,
            len,
            content: Content::File(path),
            immutable: true,
        }))
    }

    fn programs(
        &self,
        bundled: impl Fn(&str) -> Result<Option<(PathBuf, String)>, Error>,
    ) -> Result<BTreeMap<String, Program>, Error> {
        let programs = self.drawings.iter().map(|(name, source)| {
            let program = Program {
                source: source.clone(),
                bundled: bundled(name)?,
            };
            Ok((name.clone(), program))
        });
        programs.collect()
    }

    fn inline_assets(
        &self,
        read: impl Fn(&Path) -> Result<Vec<u8>, Error>,
    ) -> Result<BTreeMap<String, Arc<Asset>>, Error> {
        let assets = self.inline.iter().map(|source| {
            let name = inline_name(source);
            let mut bytes = read(&self.folder.join(&name))?;
            bytes.truncate(bytes.trim_ascii_end().len());
            let asset = Asset::hashed(&name, bytes.into());
            Ok((name, asset))
        });
        assets.collect()
    }

    /// Empty modules for everything that the pages may ask for.
    fn stand_ins(&self) -> Bundle {
        let module = |name: &str| Module {
            asset: Asset::hashed(name, Arc::default()),
            imports: Vec::new(),
            contributors: Vec::new(),
        };
        let scripts = self
            .scripts
            .iter()
            .map(|(name, _)| ((*name).to_owned(), module(name)));
        let islands = self.islands.iter();
        let islands: BTreeMap<_, _> = islands
            .map(|i| (i.clone(), module(&format!("{i}.js"))))
            .collect();
        Bundle {
            server: None,
            modules: scripts.collect(),
            islands,
            inline: self.inline_assets(|_| Ok(Vec::new())).unwrap_or_default(),
            drawings: self.programs(|_| Ok(None)).unwrap_or_default(),
            ..Bundle::default()
        }
    }
}

/// Where the files of a bundle lie.
fn folder(store: &Store, key: &str) -> PathBuf {
    store.folder().join("bundles").join(key)
}

/// The file of a drawing's program, below the bundle's folder.
fn program_name(name: &str) -> String {
    format!("drawings/{name}.cjs")
}

/// The file of a script that stands in a page itself.
fn inline_name(source: &str) -> String {
    format!("{}.js", source.trim_end_matches(".ts"))
}
