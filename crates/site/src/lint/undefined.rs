//! Names of templates that nothing ever sets: as arguments and values they would pass for nothing without a word.

use std::collections::BTreeSet;

use content::Site;
use render::{Called, GLOBALS, Name};
use source::{Diagnostic, did_you_mean};

use crate::markup::Markup;

/// A mistake for each that is used, a warning for each that is asked for behind `default` or `is defined`, where it
/// stands.
pub fn found(site: &Site, markups: &[Markup]) -> Vec<Diagnostic> {
    let set = names(site, markups);
    let own = markups.iter().filter(|m| !m.source.is_of_theme());
    let mut found = used(site, markups, &set);
    let unset = own.flat_map(|markup| {
        let asked = markup.outline.asked.iter();
        let unset = asked.filter(|asked| !set.contains(&*asked.name));
        unset.map(move |asked| (markup, asked))
    });
    found.extend(unset.map(|(markup, asked)| warning(markup, asked, &set)));
    found
}

/// The names that templates take values of, and that nothing sets.
fn used(site: &Site, markups: &[Markup], set: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let functions = Called::Function.names();
    let unjudged = given_unknown(site, markups);
    let mut found = Vec::new();
    for markup in markups {
        if markup.source.is_of_theme() || unjudged.contains(&*markup.name) {
            continue;
        }
        let asked = &markup.outline.asked;
        let is_set = |name: &str| {
            set.contains(name)
                || functions.iter().any(|known| known == name)
                || asked.iter().any(|asked| asked.name == name)
        };
        let variables = markup.outline.variables.iter();
        let unset = variables.filter(|used| !is_set(&used.name));
        found.extend(unset.map(|used| mistake(markup, used, set)));
    }
    found
}

/// The templates that may be shown with data that nobody describes: components without a schema, drawings, which whoever
/// paints them gives an object, and what these include.
fn given_unknown<'a>(site: &Site, markups: &'a [Markup]) -> BTreeSet<&'a str> {
    let is_given = |markup: &&Markup| {
        let component = markup.name.strip_prefix("components/");
        let component = component.and_then(|file| file.strip_suffix(".html"));
        let is_described = component.is_none_or(|name| site.components.contains_key(name));
        !is_described || markup.name.ends_with(".svg")
    };
    let mut open: Vec<&Markup> = markups.iter().filter(is_given).collect();
    let mut reached = BTreeSet::new();
    while let Some(markup) = open.pop() {
        if reached.insert(&*markup.name) {
            let texts = &markup.outline.texts;
            open.extend(markups.iter().filter(|other| texts.contains(&other.name)));
        }
    }
    reached
}

fn mistake(markup: &Markup, Name { name, place }: &Name, set: &BTreeSet<&str>) -> Diagnostic {
    let near = did_you_mean(name, set.iter().copied());
    let hint = near.unwrap_or_else(|| {
        "a template knows `site`, `page`, `entry` and what it sets itself".to_owned()
    });
    Diagnostic::error("undefined-variable", format!("`{name}` is not defined"))
        .at(&markup.source, place.clone())
        .hint(hint)
}

fn warning(markup: &Markup, Name { name, place }: &Name, set: &BTreeSet<&str>) -> Diagnostic {
    let near = did_you_mean(name, set.iter().copied());
    let hint =
        near.unwrap_or_else(|| format!("write `{{% set {name} = … %}}`, or remove the question"));
    Diagnostic::warning("undefined-variable", format!("nothing sets `{name}`"))
        .at(&markup.source, place.clone())
        .hint(hint)
}

/// All that is set, imported, looped over or given somewhere: an include is shown what those that include it set, and a
/// component the data of its fences.
fn names<'a>(site: &'a Site, markups: &'a [Markup]) -> BTreeSet<&'a str> {
    let mut names: BTreeSet<&str> = GLOBALS.into();
    let schemas = site.components.values();
    for schema in schemas {
        names.extend(schema.names());
    }
    for embed in site.entries.iter().flat_map(|entry| &entry.embeds) {
        if let content::field::Field::Map(fields) = embed {
            names.extend(fields.iter().map(|(name, _)| &**name));
        }
    }
    let bindings = markups.iter().flat_map(|markup| &markup.outline.bindings);
    names.extend(bindings.map(|binding| &*binding.name));
    names
}
