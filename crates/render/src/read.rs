//! A question that a page asked while it was rendered, as a value that can be kept and asked again.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use content::field::Reference;
use content::filter::{Filter, Test};
use content::query::{self, Query};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// Questions with the digests of their answers, in the order of asking.
pub type Reads<R = Arc<Read>> = indexmap::IndexMap<R, Digest, foldhash::fast::RandomState>;

/// A question. That there is no answer is an answer too.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Read {
    /// What stands at a path: the template and what it shows.
    Route(String),
    /// The text of a template, by name.
    Template(String),
    /// The fields of an entry.
    Head(Reference),
    /// The text of an entry.
    Body(Reference),
    /// Whether there is an entry of this name.
    Entry(Reference),
    /// Which entries answer a query, in order.
    Query(Box<Query>),
    /// The entry before (-1) or after (1) another in its collection's order.
    Neighbour {
        /// The other one.
        entry: Reference,
        /// How many places away.
        step: isize,
    },
    /// The entries that share most with another.
    Related {
        /// The other one.
        entry: Reference,
        /// At most so many.
        limit: usize,
    },
    /// The distinct values of a field with how many entries have each, and their pages.
    Facets {
        /// The collection's name.
        collection: String,
        /// The field's name.
        field: String,
    },
    /// Whether the schema of a collection names a field, and of what kind.
    Named {
        /// The collection's name.
        collection: String,
        /// The field's name.
        field: String,
    },
    /// Whether any schema declares a name.
    Declared(String),
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
    /// The value of a data file.
    Data(String),
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
    /// The code of the page's language.
    Language,
    /// Where the writing of the page's language begins.
    Direction,
    /// What a key of content/strings.yaml says.
    String(String),
    /// The pages of the same content in all languages, by the path of one.
    Translations(String),
    /// A question of a page in another language than the site's own, which is answered in that language.
    In {
        /// The language's code.
        language: String,
        /// The question.
        read: Box<Read>,
    },
}

impl Read {
    /// The entry that is asked about.
    pub fn entry(&self) -> Option<&Reference> {
        match self {
            Self::Head(entry) | Self::Body(entry) | Self::Entry(entry) => Some(entry),
            Self::In { read, .. } => read.entry(),
            _ => None,
        }
    }

    /// The entry whose text is shown.
    pub fn body(&self) -> Option<&Reference> {
        match self {
            Self::Body(entry) => Some(entry),
            Self::In { read, .. } => read.body(),
            _ => None,
        }
    }

    /// The collection of which entries are listed.
    pub fn listed(&self) -> Option<&str> {
        match self {
            Self::Query(query) => Some(&query.collection),
            Self::Facets { collection, .. } => Some(collection),
            Self::In { read, .. } => read.listed(),
            _ => None,
        }
    }

    /// Whether the answer depends on what a field of a collection's entries holds, though it shows none of it.
    pub fn compares(&self, collection: &str, field: &str) -> bool {
        match self {
            Self::In { read, .. } => read.compares(collection, field),
            Self::Query(query) => query.compares(collection, field),
            Self::Related { entry, .. } => {
                *entry.collection == *collection && content::RELATES.contains(&field)
            }
            Self::Facets {
                collection: own,
                field: path,
            } => own == collection && query::is_below(path, field),
            _ => false,
        }
    }

    /// Whether the answer may be another in another language.
    fn is_of_language(&self) -> bool {
        match self {
            Self::Head(_)
            | Self::Body(_)
            | Self::Entry(_)
            | Self::Query(_)
            | Self::Neighbour { .. }
            | Self::Related { .. }
            | Self::Facets { .. }
            | Self::Link { .. }
            | Self::Path(_)
            | Self::Setting(_)
            | Self::Language
            | Self::Direction
            | Self::String(_)
            | Self::Data(_)
            | Self::Form(_) => true,
            Self::Route(_)
            | Self::Template(_)
            | Self::Named { .. }
            | Self::Declared(_)
            | Self::ImageFile { .. }
            | Self::Image { .. }
            | Self::Asset(_)
            | Self::Drawing { .. }
            | Self::Fonts
            | Self::Icon(_)
            | Self::Island { .. }
            | Self::Keys(_)
            | Self::Routes
            | Self::Today
            | Self::Origin
            | Self::Addresses
            | Self::Translations(_)
            | Self::In { .. } => false,
        }
    }

    /// The question as a page asks it in another language than the site's own.
    pub fn asked_in(self, language: Option<&str>) -> Self {
        match language.filter(|_| self.is_of_language()) {
            Some(language) => Self::In {
                language: language.to_owned(),
                read: Box::new(self),
            },
            None => self,
        }
    }
}

/// A question in words: what it is about.
impl fmt::Display for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = |keys: &[String]| match keys {
            [] => "content/site.yaml".to_owned(),
            keys => format!("`{}` of content/site.yaml", keys.join(".")),
        };
        match self {
            Self::Route(path) => write!(f, "what stands at `{path}`"),
            Self::Template(name) => write!(f, "the template `{name}`"),
            Self::Head(entry) => write!(f, "the fields of `{entry}`"),
            Self::Body(entry) => write!(f, "the text of `{entry}`"),
            Self::Entry(entry) => write!(f, "whether there is an entry `{entry}`"),
            Self::Query(query) => entries(query, f),
            Self::Neighbour { entry, step } => {
                let side = if *step < 0 { "before" } else { "after" };
                write!(f, "the entry {side} `{entry}`")
            }
            Self::Related { entry, .. } => write!(f, "the entries related to `{entry}`"),
            Self::Facets { collection, field } => {
                write!(f, "the values of `{field}` in `{collection}`")
            }
            Self::Named { collection, field } => {
                write!(f, "whether `{collection}` has a field `{field}`")
            }
            Self::Declared(name) => write!(f, "whether a schema names `{name}`"),
            Self::Link { file, href, .. } => write!(f, "where `{href}` in `{file}` leads"),
            Self::Path(path) => write!(f, "where `{path}` leads"),
            // A template names a picture by its file, not from one.
            Self::ImageFile { file, src } if file.is_empty() => {
                write!(f, "whether `{src}` is there")
            }
            Self::ImageFile { file, src } => write!(f, "which file `{src}` in `{file}` is"),
            Self::Image { file, .. } => write!(f, "the image `{file}`"),
            Self::Asset(name) => write!(f, "the file `{name}`"),
            Self::Drawing { name, .. } => write!(f, "the drawing `{name}`"),
            Self::Fonts => write!(f, "the fonts of pictures"),
            Self::Icon(name) => write!(f, "the sprite with the icon `{name}`"),
            Self::Island { name, .. } => write!(f, "the island `{name}`"),
            Self::Form(id) => write!(f, "the form `{id}`"),
            Self::Data(name) => write!(f, "the data `{name}`"),
            Self::Setting(keys) => write!(f, "{}", setting(keys)),
            Self::Keys(keys) => write!(f, "the keys of {}", setting(keys)),
            Self::Routes => write!(f, "the list of pages"),
            Self::Today => write!(f, "the day"),
            Self::Origin => write!(f, "the origin of `base_url`"),
            Self::Addresses => write!(f, "the path of `base_url` or the style of `urls`"),
            Self::Language => write!(f, "`language`"),
            Self::Direction => write!(f, "`dir` of the language"),
            Self::String(key) => write!(f, "the string `{key}`"),
            Self::Translations(path) => write!(f, "the translations of `{path}`"),
            Self::In { language, read } => write!(f, "{read} in `{language}`"),
        }
    }
}

fn entries(query: &Query, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "which entries are in `{}`", query.collection)?;
    for (n, Filter { field, test }) in query.filters.iter().enumerate() {
        let word = if n == 0 { "where" } else { "and" };
        write!(f, " {word} `{field}` ")?;
        match test {
            Test::Is(value) => write!(f, "is {value}")?,
            Test::In(values) => write!(f, "is one of {}", Values(values))?,
            Test::Not(values) => write!(f, "is not {}", Values(values))?,
            Test::Contains(text) => write!(f, "holds `{text}`")?,
            Test::Before(value) => write!(f, "is before {value}")?,
            Test::After(value) => write!(f, "is after {value}")?,
            Test::Exists(true) => write!(f, "was given")?,
            Test::Exists(false) => write!(f, "was not given")?,
        }
    }
    for key in &query.sort {
        let from = if key.descending { "-" } else { "" };
        write!(f, " by `{from}{}`", key.field)?;
    }
    if query.offset > 0 {
        write!(f, ", without the first {}", query.offset)?;
    }
    match query.limit {
        Some(limit) => write!(f, ", at most {limit}"),
        None => Ok(()),
    }
}

/// Values of a filter in words.
struct Values<'a>(&'a [serde_json::Value]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, value) in self.0.iter().enumerate() {
            let before = if n == 0 { "" } else { " or " };
            write!(f, "{before}{value}")?;
        }
        Ok(())
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
