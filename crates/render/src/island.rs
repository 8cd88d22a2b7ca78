//! Islands of a page: their HTML where they are mounted, and at its end one block of props and the runtime.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::{Asset, FOLDER};
use content::strategy;
use minijinja::Error;
use serde_json::{Value as Json, json};
use source::Diagnostic;

use crate::escape::escape;
use crate::json;
use crate::mistake::{fail, fail_with};
use crate::page::{PageIslands, Props};
use crate::view::View;

/// The most bytes of JSON that props may have in the page itself; larger ones are files.
const MOST_IN_PAGE: usize = 4096;

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
    if !strategy::is_strategy(on) {
        return Err(fail_with(
            format!("an island cannot wake on `{on}`"),
            format!("use {}", strategy::KNOWN),
        ));
    }
    let mut on_server = mount.props;
    without_null(&mut on_server);
    let text = on_server.to_string();
    if let (Json::Object(props), Some(content)) = (&mut on_server, mount.content) {
        props.insert("content".to_owned(), Json::from(content));
    }
    let (place, sought) = {
        let islands = &view.record().islands;
        (islands.count, islands.sought)
    };
    if sought == Some(place) {
        return Err(fail(format!("the island `{name}` stands here")));
    }
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

/// Leaves out what is none: for a component, a property that is absent has its default.
fn without_null(props: &mut Json) {
    match props {
        Json::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without_null);
        }
        Json::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// The end of a page with islands: the block of props, and the runtime. Nothing on a page without
/// one.
pub fn scripts(view: &Arc<View>) -> Result<String, Error> {
    let base = view.base_path();
    let (props, preloads, modules) = {
        let islands = &mut view.record().islands;
        islands.woken = islands.count;
        if islands.count == 0 {
            return Ok(String::new());
        }
        let modules = table(&islands.modules);
        islands.table = Some(Arc::clone(&modules));
        (islands.props.clone(), preloads(islands, base), modules)
    };
    view.keep(&modules);
    let Ok(runtime) = view.asset("runtime.js") else {
        return Err(fail(
            "the islands' runtime is missing: `site add islands` writes islands/runtime/",
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

/// Why an island of a page never wakes, where it is mounted. `place` is what says that it stands there.
pub fn asleep(islands: &PageIslands, place: Diagnostic) -> Diagnostic {
    let (why, hint) = match islands.woken {
        0 => (
            "the page does not call `island_scripts()` behind it",
            "write `{{ island_scripts() }}` at the end of the page, before `</body>`",
        ),
        _ => (
            "it is mounted behind `island_scripts()`",
            "move `{{ island_scripts() }}` to the end of the page, before `</body>`",
        ),
    };
    Diagnostic {
        code: "island-asleep",
        message: format!("this island never wakes: {why}"),
        ..place
    }
    .hint(hint)
}

/// The files of the page's islands, each a name and its integrity; and, by island, the places among these of
/// the files of its module, in the order in which they run. The names are relative to the table, which lies
/// beside the modules. Pages with the same islands share it, and none pays for an island of another.
fn table(modules: &BTreeMap<String, (Arc<Asset>, Vec<Arc<Asset>>)>) -> Arc<Asset> {
    let named = |asset: &Arc<Asset>| asset.url.trim_start_matches(FOLDER).to_owned();
    let mut all = BTreeMap::new();
    for (module, imports) in modules.values() {
        let own = imports.iter().chain([module]);
        all.extend(own.map(|asset| (named(asset), asset.integrity.clone())));
    }
    let place = |asset: &Arc<Asset>| all.keys().position(|file| *file == named(asset));
    let places = |(module, imports): &(Arc<Asset>, Vec<Arc<Asset>>)| -> Vec<usize> {
        let own = imports.iter().chain([module]);
        own.filter_map(place).collect()
    };
    let islands = modules.iter().map(|(name, of)| (name, places(of)));
    let islands: BTreeMap<&String, Vec<usize>> = islands.collect();
    let files: Vec<_> = all.iter().collect();
    let table = json!({ "files": files, "islands": islands }).to_string();
    Asset::hashed("islands.json", table.into_bytes().into())
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
    let links = islands.preloaded().into_iter().map(|(url, asset)| {
        let integrity = &asset.integrity;
        format!("<link rel=\"modulepreload\" href=\"{base}{url}\" integrity=\"{integrity}\" crossorigin>")
    });
    links.collect()
}
