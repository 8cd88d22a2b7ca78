//! Islands of a page: their HTML where they are mounted, and at its end one block of props and the runtime.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::Asset;
use minijinja::{Error, ErrorKind};
use serde_json::{Map, Value as Json, json};

use crate::body::escape;
use crate::json;
use crate::view::{Read, View};

/// The islands that a page has mounted so far.
#[derive(Debug, Default)]
pub struct PageIslands {
    /// Props, each once, as JSON text.
    props: Vec<String>,
    /// Island name to its module and what that imports.
    modules: BTreeMap<String, (Arc<Asset>, Vec<Arc<Asset>>)>,
    /// How many were mounted.
    count: usize,
    /// Whether one of them wakes at once, so that preloading its modules pays.
    eager: bool,
}

impl PageIslands {
    /// Bytes of each prop's JSON, by its index.
    pub fn props(&self) -> &[String] {
        &self.props
    }

    /// The modules of the page's islands, by the island's name.
    pub fn modules(&self) -> &BTreeMap<String, (Arc<Asset>, Vec<Arc<Asset>>)> {
        &self.modules
    }
}

/// When an island may wake.
const STRATEGIES: [&str; 4] = ["load", "idle", "visible", "interaction"];

/// Renders an island and mounts it: `on` says when it wakes. Ids inside carry a prefix that is the
/// island's place on the page, so that two of them never collide.
pub fn mount(view: &Arc<View>, name: &str, props: &Json, on: &str) -> Result<String, Error> {
    if !STRATEGIES.contains(&on) && !on.starts_with("media ") {
        let message = format!(
            "an island cannot wake on `{on}`: use load, idle, visible, interaction or `media (…)`"
        );
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let text = props.to_string();
    view.read(Read::Island(name.to_owned()));
    let place = view.record().islands.count;
    let prefix = format!("i{place}-");
    let island = view
        .assets()
        .island(name, &text, &prefix)
        .map_err(|error| {
            Error::new(ErrorKind::InvalidOperation, error.to_string()).with_source(error)
        })?;
    let mut record = view.record();
    let islands = &mut record.islands;
    islands.count += 1;
    islands.eager |= matches!(on, "load");
    let index = match islands.props.iter().position(|p| *p == text) {
        Some(index) => index,
        None => {
            islands.props.push(text);
            islands.props.len() - 1
        }
    };
    islands
        .modules
        .insert(name.to_owned(), (island.module, island.imports));
    Ok(format!(
        "<site-island name=\"{}\" on=\"{}\" data-props=\"{index}\" data-prefix=\"{prefix}\">{}</site-island>",
        escape(name),
        escape(on),
        island.html
    ))
}

/// The end of a page with islands: the block of props and modules, and the runtime. Nothing on a
/// page without one.
pub fn scripts(view: &Arc<View>) -> Result<String, Error> {
    let runtime = view.asset("runtime.js");
    let base = view.config().base_path.clone();
    let record = view.record();
    let islands = &record.islands;
    if islands.count == 0 {
        return Ok(String::new());
    }
    let runtime = runtime.ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOperation,
            "the islands' runtime is missing: islands/runtime/runtime.ts",
        )
    })?;
    let mut modules = Map::new();
    let mut preloads = String::new();
    for (name, (module, imports)) in &islands.modules {
        let url = |asset: &Arc<Asset>| format!("{base}{}", asset.url);
        let mut integrity = Map::new();
        for asset in imports.iter().chain([module]) {
            integrity.insert(url(asset), Json::from(asset.integrity.as_str()));
            if islands.eager {
                preloads += &format!(
                    "<link rel=\"modulepreload\" href=\"{}\" integrity=\"{}\" crossorigin>",
                    url(asset),
                    asset.integrity
                );
            }
        }
        let imports: Vec<String> = imports.iter().map(url).collect();
        modules.insert(
            name.clone(),
            json!({ "src": url(module), "imports": imports, "integrity": integrity }),
        );
    }
    let props: Vec<Json> = islands
        .props
        .iter()
        .map(|text| serde_json::from_str(text).unwrap_or(Json::Null))
        .collect();
    let block = json!({ "props": props, "islands": modules });
    Ok(format!(
        "{preloads}<script type=\"application/json\" id=\"islands\">{}</script><script type=\"module\" src=\"{base}{}\" integrity=\"{}\" crossorigin></script>",
        json::for_script(&block),
        runtime.url,
        runtime.integrity
    ))
}
