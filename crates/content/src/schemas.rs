//! What everything is read with: the schemas of settings, collections and components.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::collection::Collection;
use crate::definitions::Definitions;
use crate::keywords;
use crate::reserved;
use crate::schema::Schema;
use crate::texts::SourceTexts;
use source::{Diagnostic, Source, did_you_mean};

/// The schemas of a site. One with a mistake is none of them: what would be judged by it is not judged, so that the
/// mistake is told alone.
#[derive(Debug, Default)]
pub(crate) struct Schemas {
    /// The schema of site.yaml.
    pub site: Option<Schema>,
    /// The collections, by name in alphabetical order.
    pub collections: Vec<Collection>,
    /// The shapes that all of them share.
    pub definitions: Definitions,
    /// The schemas of components, by the component's name.
    pub components: BTreeMap<String, Schema>,
    /// The files of those that collections were to have.
    pub unread: BTreeSet<String>,
}

impl Schemas {
    /// Compiles every schema of content/ and templates/.
    pub fn read(texts: &SourceTexts) -> (Self, Vec<Diagnostic>) {
        let (shared, mut diagnostics) = shared(texts);
        let compiled = Compiled::of(texts, &shared);
        // Each schema holds the shared shapes, and is refused for theirs.
        let (shared, compiled) = match compiled.mistake_in(&shared) {
            None => (shared, compiled),
            Some(mistake) => {
                diagnostics.push(mistake);
                let unread = Definitions::unread();
                let compiled = Compiled::of(texts, &unread);
                (unread, compiled)
            }
        };
        let Compiled {
            site,
            collections,
            components,
        } = compiled;
        let site = kept(site, &mut diagnostics);
        let collections = collections.into_iter();
        let collections = collections.filter_map(|result| kept(result, &mut diagnostics));
        let mut collections: Vec<Collection> = collections.collect();
        let components = components.into_iter();
        let components = components.filter_map(|result| kept(result, &mut diagnostics));
        let mut components: BTreeMap<String, Schema> = components.collect();
        let mut is_sound = |schema: &Schema| {
            let found = keywords::mistakes(schema, texts);
            let is_sound = found.is_empty() && !schema.leans_on_mistakes(&shared);
            diagnostics.extend(found);
            is_sound
        };
        // The engine's own keys are judged all the same.
        let site = site.filter(&mut is_sound);
        let site = site.or_else(|| Some(Schema::for_open_site()));
        collections.retain(|collection| is_sound(&collection.schema));
        components.retain(|_, schema| is_sound(schema));
        for collection in &collections {
            diagnostics.extend(reserved::mistakes(&collection.schema));
            diagnostics.extend(collection.unknown_sort_keys());
            diagnostics.extend(collection.unknown_in_route());
            diagnostics.extend(collection.idle_feed());
        }
        diagnostics.extend(lonely(texts));
        let read = Self {
            unread: unread(texts, &collections),
            site,
            definitions: shared,
            collections,
            components,
        };
        (read, diagnostics)
    }
}

/// What was compiled, or its mistakes.
type Result<T> = std::result::Result<T, Vec<Diagnostic>>;

/// The schemas of a site, each by itself.
struct Compiled {
    site: Result<Schema>,
    collections: Vec<Result<Collection>>,
    components: Vec<Result<(String, Schema)>>,
}

impl Compiled {
    /// Compiles them with the shapes that they share.
    fn of(texts: &SourceTexts, shared: &Definitions) -> Self {
        let of_collection = |(name, source)| {
            let schema = Schema::for_collection(source, shared)?;
            Ok(Collection::new(name, schema))
        };
        let of_component = |(name, source): (&str, _)| {
            let schema = Schema::for_component(source, shared)?;
            Ok((name.to_owned(), schema))
        };
        // Compiling takes longer than all else that a small site needs.
        let (site, (collections, components)) = rayon::join(
            || of_site(texts, shared),
            || {
                let collections = SourceTexts::between(&texts.content, "", "/_schema.yaml");
                let components =
                    SourceTexts::between(&texts.templates, "components/", ".schema.yaml");
                rayon::join(
                    || all(collections, of_collection),
                    || all(components, of_component),
                )
            },
        );
        Self {
            site,
            collections,
            components,
        }
    }

    /// The mistake of the shared shapes for which some are refused.
    fn mistake_in(&self, shared: &Definitions) -> Option<Diagnostic> {
        let (source, _) = shared.text.as_ref()?;
        let collections = self.collections.iter().filter_map(|one| one.as_ref().err());
        let components = self.components.iter().filter_map(|one| one.as_ref().err());
        let site = self.site.as_ref().err().into_iter();
        let refused = site.chain(collections).chain(components).flatten();
        let refused: Vec<&Diagnostic> = refused.collect();
        if refused.is_empty() {
            return None;
        }
        let is_there = |mistake: &&&Diagnostic| {
            let mut labels = mistake.labels.iter();
            labels.any(|label| label.source.path == source.path)
        };
        Schema::mistake_of(shared).or_else(|| refused.iter().find(is_there).copied().cloned())
    }
}

/// The shapes that schemas share, and what is wrong with how they are written.
fn shared(texts: &SourceTexts) -> (Definitions, Vec<Diagnostic>) {
    // That is told already.
    if texts.failed.contains("content/_defs.yaml") {
        return (Definitions::unread(), Vec::new());
    }
    match texts.content.get("_defs.yaml") {
        Some(source) => match Definitions::read(source) {
            Ok(mut read) => {
                let mistakes = keywords::mistakes_of_shapes(&read, texts);
                read.has_mistakes = !mistakes.is_empty();
                (read, mistakes)
            }
            Err(found) => (Definitions::unread(), found),
        },
        None => (Definitions::default(), Vec::new()),
    }
}

/// The schema of site.yaml, without the site's own keys when what says which these are cannot be read.
fn of_site(texts: &SourceTexts, shared: &Definitions) -> Result<Schema> {
    match texts.failed.contains("content/_schema.yaml") {
        true => Ok(Schema::for_open_site()),
        false => Schema::for_site(texts.content.get("_schema.yaml"), shared),
    }
}

/// The files of schemas whose collections are not among these.
fn unread(texts: &SourceTexts, collections: &[Collection]) -> BTreeSet<String> {
    let all = SourceTexts::between(&texts.content, "", "/_schema.yaml");
    let unread = all.filter(|(name, _)| collections.iter().all(|read| read.name != *name));
    unread.map(|(_, source)| source.path.clone()).collect()
}

/// The mistakes of schemas of components that are not there.
fn lonely(texts: &SourceTexts) -> impl Iterator<Item = Diagnostic> {
    let all = SourceTexts::between(&texts.templates, "components/", ".schema.yaml");
    let is_there = move |name: &str| {
        let file = format!("components/{name}.html");
        let unread = format!("templates/{file}");
        texts.templates.contains_key(&file) || texts.failed.contains(&unread)
    };
    let lonely = all.filter(move |(name, _)| !is_there(name));
    lonely.map(move |(name, source)| {
        let known = SourceTexts::between(&texts.templates, "components/", ".html");
        let hint = did_you_mean(name, known.map(|(name, _)| name));
        let hint = hint.unwrap_or_else(|| format!("create templates/components/{name}.html"));
        let message = format!("there is no component `{name}` for this schema");
        let mistake = Diagnostic::warning("ignored-file", message);
        mistake.at(source, 0..0).hint(hint)
    })
}

/// Compiles schemas in parallel, in their order.
fn all<'a, T: Send>(
    texts: impl Iterator<Item = (&'a str, &'a Arc<Source>)>,
    compile: impl Fn((&'a str, &'a Arc<Source>)) -> Result<T> + Sync + Send,
) -> Vec<Result<T>> {
    let texts: Vec<_> = texts.collect();
    texts.into_par_iter().map(compile).collect()
}

/// What was read, or its mistakes added to the others.
fn kept<T>(result: Result<T>, diagnostics: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|found| diagnostics.extend(found)).ok()
}
