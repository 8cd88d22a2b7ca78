//! What everything is read with: the schemas of settings, collections and components.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::collection::Collection;
use crate::definitions::Definitions;
use crate::reserved;
use crate::schema::Schema;
use crate::texts::Texts;
use source::{Diagnostic, Source};

/// The schemas of a site.
#[derive(Debug)]
pub(crate) struct Schemas {
    /// The schema of site.yaml; absent when it cannot be compiled.
    pub site: Option<Schema>,
    /// The collections, by name in alphabetical order.
    pub collections: Vec<Collection>,
    /// The shapes that all of them share.
    pub definitions: Definitions,
    /// The schemas of components, by the component's name.
    pub components: BTreeMap<String, Schema>,
}

impl Schemas {
    /// Compiles every schema of content/ and templates/.
    pub fn read(texts: &Texts) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let shared = texts.content.get("_defs.yaml");
        let shared = shared.map(|source| Definitions::read(source, texts));
        let shared = shared.and_then(|result| kept(result, &mut diagnostics));
        let (shared, found) = shared.unwrap_or_default();
        diagnostics.extend(found);
        let own = texts.content.get("_schema.yaml");
        let of_collection = |(name, source)| {
            let schema = Schema::for_collection(source, &shared)?;
            Ok(Collection::new(name, schema))
        };
        let of_component = |(name, source): (&str, _)| {
            let schema = Schema::for_component(source, &shared)?;
            Ok((name.to_owned(), schema))
        };
        // Compiling takes longer than all else that a small site needs.
        let (site, (collections, components)) = rayon::join(
            || Schema::for_site(own, &shared),
            || {
                let collections = Texts::between(&texts.content, "", "/_schema.yaml");
                let components = Texts::between(&texts.templates, "components/", ".schema.yaml");
                rayon::join(
                    || all(collections, of_collection),
                    || all(components, of_component),
                )
            },
        );
        let site = kept(site, &mut diagnostics);
        let collections = collections.into_iter();
        let collections = collections.filter_map(|result| kept(result, &mut diagnostics));
        let collections: Vec<Collection> = collections.collect();
        let components = components.into_iter();
        let components = components.filter_map(|result| kept(result, &mut diagnostics));
        let components: BTreeMap<String, Schema> = components.collect();
        let all = site.iter().chain(components.values());
        for schema in all.chain(collections.iter().map(|c| &c.schema)) {
            diagnostics.extend(schema.keyword_mistakes(texts));
        }
        for collection in &collections {
            diagnostics.extend(reserved::mistakes(&collection.schema));
            diagnostics.extend(collection.unknown_sort_keys());
            diagnostics.extend(collection.unknown_in_route());
            diagnostics.extend(collection.feed_mistakes());
        }
        let read = Self {
            site,
            definitions: shared,
            collections,
            components,
        };
        (read, diagnostics)
    }
}

/// Compiles schemas in parallel, in their order.
fn all<'a, T: Send>(
    texts: impl Iterator<Item = (&'a str, &'a Arc<Source>)>,
    compile: impl Fn((&'a str, &'a Arc<Source>)) -> Result<T, Vec<Diagnostic>> + Sync + Send,
) -> Vec<Result<T, Vec<Diagnostic>>> {
    let texts: Vec<_> = texts.collect();
    texts.into_par_iter().map(compile).collect()
}

/// What was read, or its mistakes added to the others.
fn kept<T>(result: Result<T, Vec<Diagnostic>>, diagnostics: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|found| diagnostics.extend(found)).ok()
}
