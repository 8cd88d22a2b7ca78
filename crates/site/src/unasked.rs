//! What a site holds and nothing asks for: templates, macros, data files, strings.

use std::collections::{BTreeSet, HashMap, HashSet};

use content::Site;
use content::route::BUILT_IN_TEMPLATES;
use source::{Diagnostic, Source, Sources};

use crate::markup::{Markup, words};

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

fn is_own(source: &Source) -> bool {
    source.name() == source.path
}

/// Whether some call of a function names what it wants in another way than by writing it out.
fn is_computed(markups: &[Markup], function: &str) -> bool {
    let mut code = markups.iter().flat_map(|markup| &markup.code);
    code.any(|code| {
        let mut calls = code.text.match_indices(function).filter_map(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let argument = code.text[at + function.len()..]
                .trim_start()
                .strip_prefix('(')?;
            (!code.text[..at].ends_with(is_part)).then(|| argument.trim_start())
        });
        calls.any(|argument| !is_whole(argument))
    })
}

/// Whether some template includes, imports or extends one whose name it does not write out.
fn joins_unknown(markups: &[Markup]) -> bool {
    let mut statements = markups.iter().flat_map(|markup| &markup.code);
    statements.any(|code| {
        let keyword = ["include", "import", "from", "extends"].iter();
        let name = keyword.filter(|_| !code.is_expression);
        let mut names =
            name.filter_map(|keyword| code.text.strip_prefix(keyword)?.strip_prefix(' '));
        names.any(|name| !is_whole(name.trim_start()))
    })
}

/// Whether an argument is a text in quotes, and not one that is put together.
fn is_whole(argument: &str) -> bool {
    let Some(quote) = argument.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let behind = argument[1..]
        .split_once(quote)
        .map_or("", |(_, behind)| behind);
    !behind.trim_start().starts_with(['~', '+', '|', '%'])
}

/// What the code of all templates names.
struct Named<'a> {
    /// Texts in quotes.
    texts: HashSet<&'a str>,
    /// How often each word stands outside of them.
    words: HashMap<&'a str, usize>,
}

impl<'a> Named<'a> {
    fn by(markups: &'a [Markup]) -> Self {
        let (mut texts, mut counts) = (HashSet::new(), HashMap::new());
        for code in markups.iter().flat_map(|markup| &markup.code) {
            for quote in ['"', '\''] {
                texts.extend(code.text.split(quote).skip(1));
            }
            for word in words(&code.text) {
                *counts.entry(word).or_default() += 1;
            }
        }
        Self {
            texts,
            words: counts,
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
        is_own(&markup.source)
            && !name.starts_with("components/")
            && !is_built_in(name)
            && !routed.contains(name)
            && !of_collections.contains(name)
            && !named.texts.contains(name)
    };
    let idle: Vec<&Markup> = markups.iter().filter(is_idle).collect();
    if idle.is_empty() || joins_unknown(markups) || is_computed(markups, "picture_of") {
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
    let mut found = Vec::new();
    for markup in markups.iter().filter(|markup| is_own(&markup.source)) {
        for code in markup.code.iter().filter(|code| !code.is_expression) {
            let mut parts = words(&code.text);
            let name = (parts.next() == Some("macro")).then(|| parts.next());
            let Some(name) = name.flatten() else {
                continue;
            };
            let own = words(&code.text).filter(|word| *word == name).count();
            if named.words.get(name) == Some(&own) {
                let message = format!("nothing calls the macro `{name}`");
                let warning = Diagnostic::warning("unused-macro", message);
                let place = code.span.clone();
                found.push(
                    warning
                        .at(&markup.source, place)
                        .hint("call it, or remove it"),
                );
            }
        }
    }
    found
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
