//! The search of a site in a template: a form that works by GET, to which the script of the search adds what it finds;
//! and, on the page of unknown addresses, the pages whose addresses are nearest.

use std::fmt::Write as _;

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};
use serde_json::json;
use source::endpoints::SEARCH;

use crate::escape::escape;
use crate::mistake::{fail_with, only};
use crate::view::{Setting, View};

/// What is said in French and in other languages, by the name under which a template may say it otherwise.
const WORDING: [(&str, &str, &str); 10] = [
    ("label", "Rechercher", "Search"),
    ("button", "Rechercher", "Search"),
    ("placeholder", "", ""),
    ("one", "1\u{a0}résultat", "1 result"),
    ("many", "{count}\u{a0}résultats", "{count} results"),
    // These two stand behind the number.
    (
        "near",
        " pour des mots proches de «\u{a0}{query}\u{a0}»",
        " for words near “{query}”",
    ),
    (
        "some",
        ", sans tous ces mots",
        ", without all of these words",
    ),
    (
        "nothing",
        "Aucun résultat pour «\u{a0}{query}\u{a0}»",
        "Nothing found for “{query}”",
    ),
    ("more", "Voir plus de résultats", "Show more results"),
    (
        "failed",
        "La recherche n’a pas pu être chargée. Réessayez dans un instant.",
        "The search could not be loaded. Try again in a moment.",
    ),
];

/// What a template may say of its search.
const SEARCH_OPTIONS: [&str; 14] = [
    "action",
    "without",
    "script",
    "class",
    "label",
    "button",
    "placeholder",
    "one",
    "many",
    "near",
    "some",
    "nothing",
    "more",
    "failed",
];

/// The search; `action` is the page whose address it stands in, `script=false` leaves its script to a script of the site.
pub fn search(state: &mut State<'_, '_>, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    has_search(&view)?;
    let is_french = view.is_french();
    let said = said(&options, is_french)?;
    let action = options.get::<Option<String>>("action")?;
    let without = options.get::<Option<String>>("without")?;
    let with_script = options.get::<Option<bool>>("script")?.unwrap_or(true);
    let class = options.get::<Option<String>>("class")?;
    only(&options, &SEARCH_OPTIONS)?;
    let text = |name: &str| escape(said[name].as_str().unwrap_or_default()).to_string();
    let host = view.origin();
    let host = host.split("://").last().unwrap_or_default();
    let without = without.unwrap_or_else(|| match is_french {
        true => format!("La recherche demande JavaScript. Sans lui, écrivez «\u{a0}site:{host}\u{a0}» et vos mots dans un moteur de recherche."),
        false => format!("The search needs JavaScript. Without it, write “site:{host}” and your words into a search engine."),
    });
    let script = format!("{}{SEARCH}/search.js", view.base_path());
    let texts = ["one", "many", "near", "some", "nothing", "more", "failed"];
    let texts = texts
        .iter()
        .map(|name| ((*name).to_owned(), said[*name].clone()));
    let texts = serde_json::Value::Object(texts.collect()).to_string();
    let mut html = format!(
        "<div class=\"site-search{}\" data-search=\"{}\" data-script=\"{}\"><form role=\"search\"",
        class
            .map(|class| format!(" {}", escape(&class)))
            .unwrap_or_default(),
        escape(&texts),
        escape(&script),
    );
    if let Some(action) = action {
        let _ = write!(html, " action=\"{}\"", escape(&view.href(&action)));
    }
    let _ = write!(
        html,
        "><label for=\"site-search\">{}</label><input id=\"site-search\" type=\"search\" name=\"q\" enterkeyhint=\"search\" autocomplete=\"off\" class=\"input\"",
        text("label")
    );
    if !text("placeholder").is_empty() {
        let _ = write!(html, " placeholder=\"{}\"", text("placeholder"));
    }
    let _ = write!(
        html,
        "><button type=\"submit\" class=\"button\">{}</button></form><noscript><p>{}</p></noscript></div>",
        text("button"),
        escape(&without),
    );
    if with_script {
        let _ = write!(
            html,
            "<script type=\"module\" src=\"{}\"></script>",
            escape(&script)
        );
    }
    Ok(Value::from_safe_string(html))
}

/// What the search says, in the words of a template or in its own.
fn said(
    options: &Kwargs,
    is_french: bool,
) -> Result<serde_json::Map<String, serde_json::Value>, Error> {
    let mut said = serde_json::Map::new();
    let own_count = options.get::<Option<String>>("one")?.is_some()
        || options.get::<Option<String>>("many")?.is_some();
    for (name, french, other) in WORDING {
        let given = options.get::<Option<String>>(name)?;
        let own = match name {
            // Behind a number in the words of the site there is none of ours.
            "near" | "some" if own_count => "",
            _ if is_french => french,
            _ => other,
        };
        said.insert(
            name.to_owned(),
            json!(given.unwrap_or_else(|| own.to_owned())),
        );
    }
    Ok(said)
}

/// A list that stays hidden until the script finds pages whose addresses are nearest to the one that was asked for.
pub fn nearest(state: &mut State<'_, '_>, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    has_search(&view)?;
    let label = options.get::<Option<String>>("label")?;
    only(&options, &["label"])?;
    let label = label.unwrap_or_else(|| match view.is_french() {
        true => "Vous cherchiez peut-être\u{a0}:".to_owned(),
        false => "Perhaps you meant:".to_owned(),
    });
    let base = view.base_path();
    // Many hosts have one such page for all languages: there the script goes by the beginning of the address.
    let languages = view.translations().into_iter().map(|(one, _)| one);
    let languages: serde_json::Map<_, _> = languages
        .filter(|language| !language.prefix.is_empty())
        .map(|language| (format!("{base}{}/", language.prefix), json!(language.code)))
        .collect();
    let languages = match languages.is_empty() {
        true => String::new(),
        false => format!(
            " data-languages=\"{}\"",
            escape(&json!(languages).to_string())
        ),
    };
    Ok(Value::from_safe_string(format!(
        "<div class=\"site-nearest\"{languages} hidden><p>{}</p><ul></ul></div><script type=\"module\" src=\"{}{SEARCH}/nearest.js\"></script>",
        escape(&label),
        escape(base),
    )))
}

fn has_search(view: &View) -> Result<(), Error> {
    if matches!(view.setting(&["search".to_owned()]), Some(Setting::Object)) {
        return Ok(());
    }
    let hint = "add `search: {}` to content/site.yaml".to_owned();
    Err(fail_with("this site has no search", hint))
}
