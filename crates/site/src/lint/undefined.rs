//! Names of templates that nothing ever sets: as arguments and values they would pass for nothing without a word.

use std::collections::BTreeSet;

use content::Site;
use render::{Called, Name, Outline};
use source::{Diagnostic, did_you_mean};

use crate::markup::Markup;

/// What every template knows, and what stands for itself.
const KNOWN: [&str; 7] = ["site", "page", "entry", "loop", "self", "super", "caller"];

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
    let keys: BTreeSet<&str> = all(markups, |outline| &outline.keys);
    let texts: BTreeSet<&str> = all(markups, |outline| &outline.texts);
    let own = markups.iter().filter(|m| !m.source.is_of_theme());
    let judged = own.filter(|markup| !is_given_unknown(site, markup, &texts));
    let unset = judged.flat_map(|markup| {
        let asked = &markup.outline.asked;
        let is_asked = |name: &str| asked.iter().any(|asked| asked.name == name);
        // What is painted from a template is given as an object, or by the function itself.
        let is_painted = |name: &str| keys.contains(name) || PAINTED.contains(&name);
        let is_set = |name: &str| {
            set.contains(name) || functions.iter().any(|known| known == name) || is_painted(name)
        };
        let variables = markup.outline.variables.iter();
        let unset = variables.filter(move |used| !is_set(&used.name) && !is_asked(&used.name));
        unset
            .collect::<Vec<_>>()
            .into_iter()
            .map(move |used| (markup, used))
    });
    unset
        .map(|(markup, used)| mistake(markup, used, set))
        .collect()
}

/// What the painter gives a template beside what it is given.
const PAINTED: [&str; 2] = ["width", "height"];

fn all<'a>(
    markups: &'a [Markup],
    of: impl Fn(&'a Outline) -> &'a BTreeSet<String>,
) -> BTreeSet<&'a str> {
    let outlines = markups.iter().map(|markup| &*markup.outline);
    outlines.flat_map(of).map(String::as_str).collect()
}

/// Whether a template may be shown with data that nobody describes: a component without a schema that no template names.
fn is_given_unknown(site: &Site, markup: &Markup, texts: &BTreeSet<&str>) -> bool {
    let component = markup.name.strip_prefix("components/");
    let component = component.and_then(|file| file.strip_suffix(".html"));
    component.is_some_and(|name| {
        !site.components.contains_key(name) && !texts.contains(markup.name.as_str())
    })
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
    let mut names: BTreeSet<&str> = KNOWN.into();
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
