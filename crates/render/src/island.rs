//! Islands of a page: their HTML where they are mounted, and at its end one block of props and the runtime.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::Asset;
use minijinja::Error;
use serde_json::{Value as Json, json};

use crate::escape::escape;
use crate::json;
use crate::mistake::{fail, fail_with};
use crate::page::{PageIslands, Props};
use crate::view::View;

/// The most bytes of JSON that props may have in the page itself; larger ones are files.
const MOST_IN_PAGE: usize = 4096;

/// When an island may wake.
const STRATEGIES: [&str; 4] = ["load", "idle", "visible", "interaction"];

/// What a template or a text says of an island.
#[derive(Debug)]
pub struct Mount<'a> {
    /// The component.
    pub name: &'a str,
    /// What it is given.
    pub props: Json,
    /// When it wakes.
    pub on: &'a str,
    /// HTML that the component shows as it is, under the property `content`. The browser is not
    /// given it again: it stands in the page.
    pub content: Option<String>,
}

/// Renders an island and mounts it. Ids inside carry a prefix that is the island's place on the
/// page, so that two of them never collide.
pub fn mount(view: &Arc<View>, mount: Mount<'_>) -> Result<String, Error> {
    let Mount { name, on, .. } = mount;
    if !STRATEGIES.contains(&on) && !on.starts_with("media ") {
        return Err(fail_with(
            format!("an island cannot wake on `{on}`"),
            "use load, idle, visible, interaction or `media (…)`",
        ));
    }
    let text = mount.props.to_string();
    let mut on_server = mount.props;
    if let (Json::Object(props), Some(content)) = (&mut on_server, mount.content) {
        props.insert("content".to_owned(), Json::from(content));
    }
    let place = view.record().islands.count;
    let prefix = format!("i{place}-");
    let island = view.island(name, &on_server.to_string(), &prefix)?;
    let mut record = view.record();
    let islands = &mut record.islands;
    islands.count += 1;
    islands.eager |= matches!(on, "load");
    let index = match islands.props.iter().position(|p| p.text == text) {
        Some(index) => index,
        None => {
            islands.props.push(Props {
                island: name.to_owned(),
                text,
            });
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

/// The end of a page with islands: the block of props, and the runtime. Nothing on a page without
/// one.
pub fn scripts(view: &Arc<View>) -> Result<String, Error> {
    let base = view.base_path();
    let (props, preloads) = {
        let record = view.record();
        let islands = &record.islands;
        if islands.count == 0 {
            return Ok(String::new());
        }
        (islands.props.clone(), preloads(islands, base))
    };
    let (Ok(runtime), Ok(modules)) = (view.asset("runtime.js"), view.asset("islands.json")) else {
        return Err(fail(
            "the islands' runtime is missing: islands/runtime/runtime.ts",
        ));
    };
    let props: Vec<Json> = props.iter().map(|props| carried(view, props)).collect();
    let block = json!({
        "modules": format!("{base}{}", modules.url),
        "integrity": modules.integrity,
        "props": props,
    });
    Ok(format!(
        "{preloads}<script type=\"application/json\" id=\"islands\">{}</script><script type=\"module\" src=\"{base}{}\" integrity=\"{}\" crossorigin></script>",
        json::for_script(&block),
        runtime.url,
        runtime.integrity
    ))
}

/// Props as the block carries them: themselves, or the address of a file when they are large. A
/// browser asks for that file together with the island's module, and keeps it for other pages.
fn carried(view: &Arc<View>, props: &Props) -> Json {
    if props.text.len() <= MOST_IN_PAGE {
        return serde_json::from_str(&props.text).unwrap_or(Json::Null);
    }
    let name = format!("props/{}.json", props.island);
    let file = Asset::hashed(&name, props.text.as_bytes().into());
    view.keep(&file);
    Json::from(format!("{}{}", view.base_path(), file.url))
}

/// Links that ask for the modules at once, where an island wakes at once.
fn preloads(islands: &PageIslands, base: &str) -> String {
    if !islands.eager {
        return String::new();
    }
    let modules = islands.modules.values();
    let assets: BTreeMap<&str, &str> = modules
        .flat_map(|(module, imports)| imports.iter().chain([module]))
        .map(|asset| (asset.url.as_str(), asset.integrity.as_str()))
        .collect();
    let links = assets.iter().map(|(url, integrity)| {
        format!("<link rel=\"modulepreload\" href=\"{base}{url}\" integrity=\"{integrity}\" crossorigin>")
    });
    links.collect()
}
