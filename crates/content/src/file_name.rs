//! What the name of a file in content/ says: its collection, and how the entry is called that says nothing else.

use std::sync::Arc;

use crate::collection::Collection;
use crate::field::Reference;
use crate::language::Languages;
use crate::slug::{file_path, stem_slug};
use crate::texts::is_of_engine;

/// What the name of a file says.
pub(crate) struct FileName<'a> {
    /// The collection that the file is of.
    pub collection: &'a Collection,
    /// Its place in the folder of the collection, without ending, language and numbers.
    pub place: String,
    /// The slug of an entry that says none.
    pub slug: String,
}

impl<'a> FileName<'a> {
    /// What the path of a file says that is of a collection.
    pub fn of(path: &str, collection: &'a Collection, languages: &Languages) -> Self {
        let (stem, _) = languages.of_file(path);
        let below = stem.strip_prefix("content/").and_then(|path| {
            path.strip_prefix(collection.name.as_str())?
                .strip_prefix('/')
        });
        let place = file_path(below.unwrap_or_default());
        let is_placed = collection
            .route
            .as_deref()
            .is_some_and(|route| route.contains("{path}"));
        let slug = match is_placed {
            true if place.is_empty() => "index".to_owned(),
            true => place.clone(),
            false => stem_slug(stem),
        };
        Self {
            collection,
            place,
            slug,
        }
    }

    /// The same of any file: none where that is no entry, nor would be one if it could be read.
    pub fn of_entry(
        path: &str,
        collections: &'a [Collection],
        languages: &Languages,
    ) -> Option<Self> {
        let name = path.strip_prefix("content/");
        let name = name.filter(|name| !is_of_engine(name))?;
        Some(Self::of(path, owner(name, collections)?, languages))
    }

    /// The name of an entry that says no slug.
    pub fn reference(&self) -> Reference {
        Reference {
            collection: Arc::from(self.collection.name.as_str()),
            slug: Arc::from(self.slug.as_str()),
        }
    }
}

/// The innermost collection that a file of content/ stands in.
pub(crate) fn owner<'a>(name: &str, collections: &'a [Collection]) -> Option<&'a Collection> {
    let is_in = |c: &&Collection| {
        let rest = name.strip_prefix(c.name.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    collections
        .iter()
        .filter(is_in)
        .max_by_key(|c| c.name.len())
}
