//! The functions that templates call; each asks the page's view.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use content::Form;
use content::link::split_suffix;
use content::route::Route;
use minijinja::value::{Kwargs, Object, ObjectRepr, Rest, Serde, Value};
use minijinja::{Environment, Error, State};
use source::href::is_external;

use content::strings::Saying;
use source::Diagnostic;

use crate::drawing;
use crate::escape::escape;
use crate::icon::icon;
use crate::image::{self, Picture};
use crate::island::{self, Mount};
use crate::json;
use crate::list;
use crate::mistake::{fail, fail_with, failed, failure, only, text_of, unknown};
use crate::search;
use crate::value::{EntryObject, SETTINGS, entries, field};
use crate::view::View;

/// The value of a page that can be called.
pub const OF_PAGES: &str = "entry";

/// The names of these functions and of the engine's own, for suggestions.
pub fn names() -> Vec<String> {
    let mut env = Environment::new();
    add(&mut env);
    let globals = env.globals().map(|(name, _)| name);
    let mut names: Vec<String> = globals.chain([OF_PAGES]).map(str::to_owned).collect();
    names.sort();
    names
}

/// Adds every function to an environment.
pub fn add(env: &mut Environment<'_>) {
    env.add_function("collection", list::collection);
    env.add_function("previous", |state: &mut State<'_, '_>, e: Value| {
        neighbour(state, &e, -1)
    });
    env.add_function("next", |state: &mut State<'_, '_>, e: Value| {
        neighbour(state, &e, 1)
    });
    env.add_function("related", related);
    env.add_function("tags", list::tags);
    env.add_function("url", url);
    env.add_function("absolute", absolute);
    env.add_function("asset", asset);
    env.add_function("integrity", integrity);
    env.add_function("inline_script", inline_script);
    env.add_function("image", picture);
    env.add_function("drawing", drawing::drawing);
    env.add_function("picture_of", drawing::picture_of);
    env.add_function("fit_lines", drawing::fit_lines);
    env.add_function("icon", icon);
    env.add_function("island", mount);
    env.add_function("island_scripts", |state: &mut State<'_, '_>| {
        island::scripts(&View::of(state)?).map(Value::from_safe_string)
    });
    env.add_function("data", data);
    env.add_function("form", form);
    env.add_function("search", search::search);
    env.add_function("nearest", search::nearest);
    env.add_function("json_ld", json_ld);
    env.add_function("routes", routes);
    env.add_function("today", today);
    env.add_function("t", string);
    env.add_function("alternates", alternates);
    let all = env.globals().map(|(name, function)| FunctionObject {
        name: name.to_owned(),
        function: function.clone(),
    });
    for function in all.collect::<Vec<_>>() {
        env.add_global(function.name.clone(), Value::from_object(function));
    }
}

/// A function as templates see it: by its name where it stands as a text.
#[derive(Debug)]
pub struct FunctionObject {
    /// What it is called.
    pub name: String,
    function: Value,
}

impl Object for FunctionObject {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn call(self: &Arc<Self>, state: &mut State<'_, '_>, args: &[Value]) -> Result<Value, Error> {
        self.function.call(state, args)
    }

    fn render(self: &Arc<Self>, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}()", self.name)
    }
}

/// The index of the entry that a value is.
fn index_of(value: &Value) -> Result<usize, Error> {
    let entry = value.downcast_object_ref::<EntryObject>();
    entry
        .map(|e| e.index)
        .ok_or_else(|| fail(format!("expected an entry, found {}", value.kind())))
}

fn neighbour(state: &mut State<'_, '_>, entry: &Value, step: isize) -> Result<Value, Error> {
    let view = View::of(state)?;
    let found = view.neighbour(index_of(entry)?, step);
    Ok(found.map_or_else(|| Value::from(()), |i| EntryObject::value(&view, i)))
}

fn related(state: &mut State<'_, '_>, entry: Value, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let limit = list::amount(&options, "limit", 1)?.unwrap_or(3);
    only(&options, &["limit"])?;
    let found = view.related(index_of(&entry)?, limit);
    Ok(entries(&view, found))
}

/// The address of an entry, a site path, a file of public/, a form (`/api/forms/NAME`) or an address outside.
fn url(state: &mut State<'_, '_>, target: Value) -> Result<String, Error> {
    let view = View::of(state)?;
    if let Some(entry) = target.downcast_object_ref::<EntryObject>() {
        let entry = view.head(entry.index);
        return match entry.path() {
            Some(path) => Ok(view.href(path)),
            None => Err(fail(format!("`{}` has no page of its own", entry.id()))),
        };
    }
    let text = text_of(&target)?;
    if is_external(text) || text.starts_with('#') {
        return Ok(text.to_owned());
    }
    let base = view.base_path();
    // Fields of `format: link` come with the base path already.
    let path = match text.strip_prefix(base) {
        Some(rest) if !base.is_empty() && rest.starts_with('/') => rest,
        _ => text,
    };
    if path.starts_with(assets::FOLDER) {
        return Ok(text.to_owned());
    }
    if let Some(id) = Form::id_in(path) {
        return view.form_address(id).map_err(|known| no_form(id, known));
    }
    let (bare, suffix) = split_suffix(path);
    match view.resolve_path(bare, suffix) {
        Ok(target) => Ok(view.address(&target).unwrap_or_else(|| text.to_owned())),
        Err(_) if view.is_unread(bare) => Ok(text.to_owned()),
        Err(broken) => {
            let mistake = Diagnostic::error("template-error", broken.message);
            Err(failure(mistake.hint(broken.hint).about_link(bare)))
        }
    }
}

/// The public address of a site path, an entry or an already resolved address.
fn absolute(state: &mut State<'_, '_>, target: Value) -> Result<String, Error> {
    let view = View::of(state)?;
    let address = url(state, target)?;
    Ok(match is_external(&address) {
        true => address,
        false => format!("{}{address}", view.origin()),
    })
}

fn published(
    state: &mut State<'_, '_>,
    name: &str,
) -> Result<(Arc<View>, Arc<assets::Asset>), Error> {
    let view = View::of(state)?;
    let name = name.trim_start_matches('/');
    let name = name.strip_prefix("public/").unwrap_or(name);
    match view.asset(name) {
        Ok(asset) => Ok((view, asset)),
        Err(hint) => Err(fail_with(format!("there is no asset `{name}`"), hint)),
    }
}

fn asset(state: &mut State<'_, '_>, name: &str) -> Result<String, Error> {
    let (view, asset) = published(state, name)?;
    Ok(format!("{}{}", view.base_path(), asset.url))
}

fn integrity(state: &mut State<'_, '_>, name: &str) -> Result<String, Error> {
    Ok(published(state, name)?.1.integrity.clone())
}

/// A script of islands/inline/ as an element; its hash is in the content security policy.
fn inline_script(state: &mut State<'_, '_>, name: &str) -> Result<Value, Error> {
    let (_, asset) = published(state, &format!("inline/{name}.js"))?;
    let bytes = asset.bytes().map_err(failed)?;
    let script = String::from_utf8_lossy(&bytes);
    if script.contains("</script") {
        return Err(fail(format!(
            "the script `{name}` cannot stand in a page: it holds `</script`"
        )));
    }
    Ok(Value::from_safe_string(format!(
        "<script>{script}</script>"
    )))
}

fn picture(state: &mut State<'_, '_>, path: &str, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let file = view
        .image_file(path, SETTINGS)
        .or_else(|| view.image_file(path, ""))
        .ok_or_else(|| view.no_image_of_template(path, state.name()))?;
    let Some(alt) = options.get::<Option<String>>("alt")? else {
        return Err(fail_with(
            format!("the image `{path}` has no text"),
            "say what it shows in `alt=`; `\"\"` if it only decorates",
        ));
    };
    let (title, sizes, class) = (
        options.get::<Option<String>>("title")?,
        options.get::<Option<String>>("sizes")?,
        options.get::<Option<String>>("class")?,
    );
    let widths = options.get::<Option<Vec<u32>>>("widths")?;
    let is_width = |width: &u32| (1..=image::WIDEST).contains(width);
    let are_widths = |widths: &Vec<u32>| !widths.is_empty() && widths.iter().all(is_width);
    if !widths.as_ref().is_none_or(are_widths) {
        return Err(fail_with(
            format!(
                "`widths` names the widths to make in pixels, each from 1 to {}",
                image::WIDEST
            ),
            "write `widths=[400, 800]`, or leave it out for the usual ones",
        ));
    }
    if let Some(sizes) = sizes.as_deref().filter(|sizes| !image::are_sizes(sizes)) {
        return Err(fail_with(
            format!("`sizes` says how wide the image is shown, which `{sizes}` does not"),
            "write lengths with their units: `50vw`, `(max-width: 600px) 100vw, 400px`",
        ));
    }
    let picture = Picture {
        path: &file,
        alt: &alt,
        title: title.as_deref(),
        widths: widths.unwrap_or_default(),
        sizes: sizes.as_deref(),
        class: class.as_deref(),
        priority: options.get("priority")?,
    };
    only(
        &options,
        &["alt", "title", "sizes", "class", "widths", "priority"],
    )?;
    let html = view.shown(image::html(&view, &picture), || None);
    html.map(Value::from_safe_string)
}

fn mount(
    state: &mut State<'_, '_>,
    name: &str,
    props: Option<Value>,
    options: Kwargs,
) -> Result<Value, Error> {
    let view = View::of(state)?;
    let on = options.get::<Option<&str>>("on")?.unwrap_or("visible");
    let content = options.get::<Option<String>>("content")?;
    only(&options, &["on", "content"])?;
    let props = match props {
        Some(props) => json::from_value(&props)?,
        None => serde_json::json!({}),
    };
    let mount = Mount {
        name,
        props,
        on,
        content,
    };
    island::mount(&view, mount).map(Value::from_safe_string)
}

fn form(state: &mut State<'_, '_>, id: &str) -> Result<Value, Error> {
    match View::of(state)?.form(id) {
        Ok(form) => Ok(Value::from(Serde(form))),
        Err(known) => Err(no_form(id, known)),
    }
}

fn no_form(id: &str, known: Vec<&str>) -> Error {
    match known.is_empty() {
        true => fail_with(
            format!("there is no form `{id}`"),
            format!("create content/forms/{id}.yaml"),
        ),
        false => unknown("form", id, known),
    }
}

/// The value of content/_data/NAME.yaml, .json, .toml or .csv.
fn data(state: &mut State<'_, '_>, name: &str) -> Result<Value, Error> {
    let view = View::of(state)?;
    match view.data(name) {
        Ok(found) => Ok(field(&view, None, found)),
        Err(known) if known.is_empty() => Err(fail_with(
            format!("there is no data `{name}`"),
            format!("create content/_data/{name}.yaml, .json, .toml or .csv"),
        )),
        Err(known) => Err(unknown("data", name, known)),
    }
}

/// Structured data as a data block, which browsers never run. Empty values are left out.
fn json_ld(data: Value) -> Result<Value, Error> {
    let mut json = json::from_value(&data)?;
    prune(&mut json);
    Ok(Value::from_safe_string(format!(
        "<script type=\"application/ld+json\">{}</script>",
        json::for_script(&json)
    )))
}

fn prune(json: &mut serde_json::Value) {
    match json {
        serde_json::Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(prune);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(prune),
        _ => {}
    }
}

/// The pages that search engines may list: `url` (absolute), `path` and `modified`.
fn routes(state: &mut State<'_, '_>, rest: Rest<Value>) -> Result<Value, Error> {
    if !rest.is_empty() {
        return Err(fail("`routes()` takes nothing"));
    }
    let view = View::of(state)?;
    Ok(view
        .routes()
        .map(|route| {
            Value::from_pairs([
                ("url", Value::from(view.absolute(&route.path))),
                ("path", Value::from(route.path.as_str())),
                ("modified", Value::from(route.modified.as_deref())),
                ("alternates", alternates_of(&view, route)),
            ])
        })
        .collect())
}

/// The pages with the same content in each language, as search engines want to know them: `language` and `url`
/// (absolute); `x-default` is the page in the site's own language.
fn alternates_of(view: &View, route: &Route) -> Value {
    let pages = view.alternates(route);
    let named = pages
        .iter()
        .map(|(language, page)| (language.code.as_str(), *page));
    let own = pages.iter().find(|(_, page)| page.is_original());
    let all = named.chain(own.map(|(_, page)| ("x-default", *page)));
    let value = |(language, page): (&str, &Route)| {
        Value::from_pairs([
            ("language", Value::from(language)),
            ("url", Value::from(view.absolute(&page.path))),
        ])
    };
    all.map(value).collect()
}

/// The links of a page's head to its translations: none where there are none.
fn alternates(state: &mut State<'_, '_>) -> Result<Value, Error> {
    let view = View::of(state)?;
    view.translations();
    let mut links = String::new();
    for alternate in alternates_of(&view, view.route()).try_iter()? {
        let (language, url) = (alternate.get_attr("language")?, alternate.get_attr("url")?);
        let url = url.to_string();
        links += &format!(
            "<link rel=\"alternate\" hreflang=\"{language}\" href=\"{}\">\n",
            escape(&url)
        );
    }
    Ok(Value::from_safe_string(links))
}

/// What a key of content/strings.yaml says in the page's language, `{name}` replaced by what is given by that name; of its
/// forms the one that goes with `count`.
fn string(state: &mut State<'_, '_>, key: &str, given: Kwargs) -> Result<String, Error> {
    let view = View::of(state)?;
    let (said, language) = match view.string(key) {
        Ok(found) => found,
        Err(known) if known.is_empty() => {
            let hint = format!("write it in content/strings.yaml: `{key}: …`");
            return Err(fail_with(format!("there is no string `{key}`"), hint));
        }
        Err(known) => return Err(unknown("string", key, known)),
    };
    let count = given
        .peek::<Option<Value>>("count")?
        .map(|count| count.to_string());
    if count.is_none() && matches!(said, Saying::Forms(_)) {
        let hint = format!("say of how many: `t(\"{key}\", count=3)`");
        return Err(fail_with(
            format!("the string `{key}` has forms for numbers"),
            hint,
        ));
    }
    let text = said.of(language, count.as_deref().unwrap_or_default());
    let mut filled = text.to_owned();
    for name in given.args() {
        let place = format!("{{{name}}}");
        // One form may say the number in a word, or not at all.
        if !said.all().any(|text| text.contains(&place)) {
            let hint = format!("it says `{text}`; other languages may say more: name it in each");
            return Err(fail_with(
                format!("the string `{key}` has no `{place}`"),
                hint,
            ));
        }
        filled = filled.replace(&place, &given.get::<Value>(name)?.to_string());
    }
    given.assert_all_used()?;
    // Without any it is the text itself, which a script may fill in.
    let is_given = |place: &&str| given.has(place);
    match places(text).find(|place| !is_given(place)) {
        Some(place) if given.args().next().is_some() => Err(fail_with(
            format!("the string `{key}` says `{{{place}}}`, which is not given"),
            format!("write `t(\"{key}\", {place}=…)`"),
        )),
        _ => Ok(filled),
    }
}

/// The names in braces of a text.
fn places(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split('{').skip(1);
    let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
    names.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// The day of the build: `year`, `month`, `day` and `iso`.
fn today(state: &mut State<'_, '_>) -> Result<Value, Error> {
    let view = View::of(state)?;
    let iso = view.today();
    let part = |range: std::ops::Range<usize>| -> i64 {
        iso.get(range)
            .and_then(|p| p.parse().ok())
            .unwrap_or_default()
    };
    Ok(Value::from_pairs([
        ("year", Value::from(part(0..4))),
        ("month", Value::from(part(5..7))),
        ("day", Value::from(part(8..10))),
        ("iso", Value::from(iso)),
    ]))
}
