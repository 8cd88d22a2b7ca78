//! What everything is read with: the schemas of settings, collections and components.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::collection::Collection;
use crate::schema::{self, Schema};
use crate::texts::Texts;
use source::Diagnostic;

/// The schemas of a site.
#[derive(Debug)]
pub(crate) struct Schemas {
    /// The schema of site.yaml; absent when it cannot be compiled.
    pub site: Option<Schema>,
    /// The collections, by name in alphabetical order.
    pub collections: Vec<Collection>,
    /// The schemas of components, by the component's name.
    pub components: BTreeMap<String, Schema>,
}

impl Schemas {
    /// Compiles every schema of content/ and templates/.
    pub fn read(texts: &Texts) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let shared = texts.content.get("_defs.yaml").map(schema::definitions);
        let shared: Map<String, Value> =
            kept(shared.unwrap_or_else(|| Ok(Map::new())), &mut diagnostics).unwrap_or_default();
        let own = texts.content.get("_schema.yaml");
        let site = kept(Schema::for_site(own, &shared), &mut diagnostics);
        let mut collections = Vec::new();
        for (name, source) in Texts::between(&texts.content, "", "/_schema.yaml") {
            let schema = kept(Schema::for_collection(source, &shared), &mut diagnostics);
            collections.extend(schema.map(|schema| Collection::new(name, schema)));
        }
        for collection in &collections {
            diagnostics.extend(collection.unknown_sort_keys());
        }
        let mut components = BTreeMap::new();
        for (name, source) in Texts::between(&texts.templates, "components/", ".schema.yaml") {
            let schema = kept(Schema::for_component(source, &shared), &mut diagnostics);
            components.extend(schema.map(|schema| (name.to_owned(), schema)));
        }
        let read = Self {
            site,
            collections,
            components,
        };
        (read, diagnostics)
    }
}

/// What was read, or its mistakes added to the others.
fn kept<T>(result: Result<T, Vec<Diagnostic>>, diagnostics: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|found| diagnostics.extend(found)).ok()
}
