//! A question that a page asked while it was rendered, as a value that can be kept and asked again.

use std::hash::Hash;

use content::query::Query;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// A question. That there is no answer is an answer too.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Read {
    /// What stands at a path: the template and what it shows.
    Route(String),
    /// The text of a template, by name.
    Template(String),
    /// The fields of an entry, by `collection/slug`.
    Head(String),
    /// The text of an entry, by `collection/slug`.
    Body(String),
    /// Whether there is an entry `collection/slug`.
    Entry(String),
    /// Which entries answer a query, in order.
    Query(Query),
    /// The entry before (-1) or after (1) another in its collection's order.
    Neighbour {
        /// The other one.
        entry: String,
        /// How many places away.
        step: isize,
    },
    /// The entries that share most with another.
    Related {
        /// The other one.
        entry: String,
        /// At most so many.
        limit: usize,
    },
    /// The distinct values of a field with how many entries have each.
    Facets {
        /// The collection's name.
        collection: String,
        /// The field's name.
        field: String,
    },
    /// Whether the schema of a collection names a field.
    Named {
        /// The collection's name.
        collection: String,
        /// The field's name.
        field: String,
    },
    /// Where a link leads.
    Link {
        /// The file in which it is written.
        file: String,
        /// The page that the file makes.
        page: Option<String>,
        /// As it is written.
        href: String,
    },
    /// Where a site path leads.
    Path(String),
    /// Which file an image's path names.
    ImageFile {
        /// The file in which it is written.
        file: String,
        /// As it is written.
        src: String,
    },
    /// The variants of an image.
    Image {
        /// The file, relative to the site's root.
        file: String,
        /// The widths, in pixels.
        widths: Vec<u32>,
    },
    /// The published name of an asset.
    Asset(String),
    /// What a program of the site draws.
    Drawing {
        /// The program.
        name: String,
        /// JSON.
        input: String,
    },
    /// The fonts that pictures are painted with.
    Fonts,
    /// An icon of the sprite.
    Icon(String),
    /// The HTML and the modules of an island.
    Island {
        /// The component.
        name: String,
        /// JSON.
        props: String,
        /// What its ids begin with.
        prefix: String,
    },
    /// A form's definition.
    Form(String),
    /// A value of site.yaml by its keys; of an object only that it is one.
    Setting(Vec<String>),
    /// The keys of an object of site.yaml.
    Keys(Vec<String>),
    /// The pages that search engines may list.
    Routes,
    /// The day of the build.
    Today,
    /// Scheme and host of the public address.
    Origin,
    /// How addresses are written behind the origin: the base path, and with or without a slash.
    Addresses,
    /// The site's language.
    Language,
}

impl Read {
    /// The entry that is asked about, as `collection/slug`.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::Head(id) | Self::Body(id) | Self::Entry(id) => Some(id),
            _ => None,
        }
    }
}

/// What tells two answers apart: 128 bits, the same in every process; the default for no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Digest(u128);

impl Digest {
    /// The digest of a value.
    pub fn of(answer: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = Xxh3::new();
        answer.hash(&mut hasher);
        Self(hasher.digest128())
    }
}
