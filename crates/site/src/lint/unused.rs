//! What a site holds and nothing asks for: templates, macros, data files, strings, forms.

use std::collections::{BTreeSet, HashSet};

use content::Site;
use content::route::BUILT_IN_TEMPLATES;
use render::Read;
use source::{Diagnostic, Sources};

use crate::markup::Markup;

/// A warning for each, of a sound site: where a name is misspelt, what it means only seems idle. What a theme brings along
/// may lie idle.
pub fn warnings(site: &Site, markups: &[Markup], sources: &Sources) -> Vec<Diagnostic> {
    let named = Named::by(markups);
    let mut found = templates(site, markups, &named, sources);
    found.extend(macros(markups, &named));
    found.extend(data(markups, &named, sources));
    found.extend(strings(site, markups, &named));
    found
}

/// Whether some template names what it asks a function for in another way than by writing it out.
fn is_computed(markups: &[Markup], function: &str) -> bool {
    markups.iter().any(|markup| markup.computes(function))
}

/// What the code of all templates names.
struct Named<'a> {
    /// Texts in quotes.
    texts: HashSet<&'a str>,
    /// Names outside of them.
    names: HashSet<&'a str>,
}

impl<'a> Named<'a> {
    fn by(markups: &'a [Markup]) -> Self {
        let outlines = || markups.iter().map(|markup| &markup.outline);
        let texts = outlines().flat_map(|outline| &outline.texts);
        let names = outlines().flat_map(|outline| &outline.names);
        Self {
            texts: texts.map(String::as_str).collect(),
            names: names.map(String::as_str).collect(),
        }
    }
}

/// Templates of pages that no page has. Components are there for texts, whether one has them or not.
fn templates(
    site: &Site,
    markups: &[Markup],
    named: &Named<'_>,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let routed: BTreeSet<&str> = site.routes.iter().map(|route| &*route.template).collect();
    let of_collections: BTreeSet<&str> = site
        .collections
        .iter()
        .filter_map(|c| c.template.as_deref())
        .collect();
    let is_built_in = |name: &str| BUILT_IN_TEMPLATES.contains(&name);
    let is_idle = |markup: &&Markup| {
        let name = markup.name.as_str();
        !markup.source.is_of_theme()
            && !name.starts_with("components/")
            && !is_built_in(name)
            && !routed.contains(name)
            && !of_collections.contains(name)
            && !named.texts.contains(name)
    };
    let idle: Vec<&Markup> = markups.iter().filter(is_idle).collect();
    let joins_unknown = markups.iter().any(|markup| markup.outline.joins_unknown);
    if idle.is_empty() || joins_unknown || is_computed(markups, "picture_of") {
        return Vec::new();
    }
    // An entry that is left out today may have it.
    let is_named = |markup: &&Markup| {
        let mut texts = sources
            .below("content")
            .filter_map(|path| sources.text(path).ok()??.ok());
        texts.any(|text| text.text().contains(&markup.name))
    };
    let idle = idle.into_iter().filter(|markup| !is_named(markup));
    let warning = |markup: &Markup| {
        let message = format!("no page has the template `{}`", markup.name);
        Diagnostic::warning("unused-template", message)
            .at(&markup.source, 0..0)
            .hint("name it in content/routes.yaml, a schema or an entry, or delete it")
    };
    idle.map(warning).collect()
}

/// Macros that are called nowhere.
fn macros(markups: &[Markup], named: &Named<'_>) -> Vec<Diagnostic> {
    let own = markups.iter().filter(|m| !m.source.is_of_theme());
    let all = own.flat_map(|m| m.outline.macros.iter().map(move |made| (m, made)));
    let idle = all.filter(|(_, made)| !named.names.contains(&*made.name));
    let told = idle.map(|(markup, made)| {
        let message = format!("nothing calls the macro `{}`", made.name);
        Diagnostic::warning("unused-macro", message)
            .at(&markup.source, made.place.clone())
            .hint("call it, or remove it")
    });
    told.collect()
}

/// Files of content/_data/ that no template asks for.
fn data(markups: &[Markup], named: &Named<'_>, sources: &Sources) -> Vec<Diagnostic> {
    const FOLDER: &str = "content/_data/";
    let mut files = sources
        .below("content/_data")
        .filter(|path| !path.ends_with(".schema.yaml"))
        .peekable();
    if files.peek().is_none() || is_computed(markups, "data") {
        return Vec::new();
    }
    let warning = |path: &str| {
        // What stands behind a first dot is a language or the kind of the file.
        let file = path.strip_prefix(FOLDER)?;
        let folder = file.rfind('/').map_or(0, |i| i + 1);
        let name = file[folder..]
            .split('.')
            .next()
            .map(|stem| &file[..folder + stem.len()])?;
        let source = sources.text(path).ok()??.ok()?;
        let message = format!("no template asks for the data `{name}`");
        let warning = Diagnostic::warning("unused-data", message).at(&source, 0..0);
        (!named.texts.contains(name))
            .then(|| warning.hint(format!("write `data(\"{name}\")`, or delete the file")))
    };
    files.filter_map(warning).collect()
}

/// Keys of content/strings.yaml that no template says.
fn strings(site: &Site, markups: &[Markup], named: &Named<'_>) -> Vec<Diagnostic> {
    let mut places = site.strings.places().peekable();
    if places.peek().is_none() || is_computed(markups, "t") {
        return Vec::new();
    }
    let unused = places.filter(|(key, _)| !named.texts.contains(*key));
    let warning = |(key, place): (&str, _)| {
        Diagnostic::warning(
            "unused-string",
            format!("no template says the string `{key}`"),
        )
        .on(place)
        .hint(format!("write `t(\"{key}\")`, or remove it"))
    };
    unused.map(warning).collect()
}

/// The forms that no page has asked for so far, by their ids.
pub struct Forms<'a>(BTreeSet<&'a str>);

impl<'a> Forms<'a> {
    /// All forms of a site.
    pub fn of(site: &'a Site) -> Self {
        Self(site.forms.keys().map(String::as_str).collect())
    }

    /// Takes out the form that a page asked for.
    pub fn hear(&mut self, read: &Read) {
        if let Read::Form(id) = read {
            self.0.remove(id.as_str());
        }
    }

    /// A warning for each that is left, unless an entry that is left out today may show it, or a template posts to it.
    pub fn warnings(self, site: &Site, markups: &[Markup], sources: &Sources) -> Vec<Diagnostic> {
        let text = |path: &str| sources.text(path).ok()?.and_then(Result::ok);
        let waits = |id: &str| {
            let mut left_out = site.left_out.keys().filter_map(|path| text(path));
            left_out.any(|source| source.text().contains(id))
        };
        let is_posted = |id: &str| {
            let address = format!("forms/{id}");
            let mut templates = markups.iter();
            templates.any(|markup| markup.source.text().contains(&address))
        };
        let idle = self.0.into_iter().filter(|id| !waits(id) && !is_posted(id));
        let warning = |id: &str| {
            let source = text(&format!("content/forms/{id}.yaml"))?;
            let message = format!("no page shows the form `{id}`");
            let warning = Diagnostic::warning("unused-form", message).at(&source, 0..0);
            (!source.is_of_theme()).then(|| {
                warning.hint(format!(
                    "write `form(\"{id}\")` in a template, or delete the file"
                ))
            })
        };
        idle.filter_map(warning).collect()
    }
}
