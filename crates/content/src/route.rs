//! The addresses of the site: which page stands where, from which entry, query or redirect.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::{Field, Reference};
use crate::index::Index;
use crate::key::lookup;
use crate::language::OWN;
use crate::query::Query;
use crate::settings::Settings;
use crate::texts::SourceTexts;
use source::{Diagnostic, Place, did_you_mean};

/// One file of the output and what it shows.
#[derive(Clone, Debug)]
pub struct Route {
    /// Site path, such as `/blog/atom.xml`: without base path, without a trailing slash.
    pub path: String,
    /// The path of the same page in the site's own language.
    pub original: String,
    /// Its language, by its place among the site's.
    pub language: usize,
    /// The file below the output folder.
    pub output: String,
    /// The template's name.
    pub template: String,
    /// What it shows.
    pub subject: Subject,
    /// Whether search engines may list it.
    pub indexed: bool,
    /// Day of the last change, when an entry gives one.
    pub modified: Option<String>,
    /// Where the route was asked for.
    pub origin: Place,
}

impl Route {
    /// Whether it is in the site's own language.
    pub fn is_original(&self) -> bool {
        self.language == OWN
    }
}

/// What a route shows.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The page of an entry, by its index.
    Entry(usize),
    /// A page of content/routes.yaml.
    Listing(Box<Listing>),
    /// A feed of a collection.
    Feed {
        /// The collection's name.
        collection: String,
        /// Its title, when the schema gives one.
        title: Option<String>,
        /// The entries that it holds.
        items: Query,
    },
    /// A former address; the site path or address where it leads now.
    Redirect(String),
}

/// The engine's own templates: a site may replace each by a file of the same name.
pub const BUILT_IN_TEMPLATES: [&str; 8] = [
    "atom.xml",
    "feed.json",
    "redirect.html",
    "robots.txt",
    "rss.xml",
    "security.txt",
    "sitemap.xml",
    "social-card.svg",
];

/// What routes are made from.
pub(crate) struct Given<'a> {
    /// The site's configuration.
    pub config: &'a Config,
    /// All entries.
    pub entries: &'a [Arc<Entry>],
    /// All collections.
    pub collections: &'a [Collection],
    /// The index of the entries of each language.
    pub indexes: &'a [Index],
    /// site.yaml with its places, for redirects.
    pub settings: &'a Settings,
    /// The templates, and content/routes.yaml.
    pub texts: &'a SourceTexts,
    /// The day of the build.
    pub today: &'a str,
}

/// What a page of content/routes.yaml shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Listing {
    /// Its title, when it has one.
    pub title: Option<String>,
    /// The value of `each` that it is for.
    pub term: Option<Term>,
    /// The entries that it lists.
    pub items: Option<Query>,
    /// The values that it lists.
    pub terms: Option<Terms>,
    /// Which of several pages it is.
    pub pagination: Option<Pagination>,
}

/// The values of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The collection.
    pub collection: String,
    /// The field.
    pub field: String,
}

/// A value of a field that has a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The collection.
    pub collection: String,
    /// The field.
    pub field: String,
    /// The value.
    pub value: Arc<str>,
    /// The entry that the value refers to, when the field is of `format: entry`.
    pub entry: Option<Reference>,
}

/// One of the pages of a long list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pagination {
    /// Its number, from 1.
    pub number: usize,
    /// How many pages there are, at least one.
    pub pages: usize,
    /// How many entries stand on a full page.
    pub size: usize,
    /// How many entries are listed in all.
    pub total: usize,
    /// The address of the first page.
    pub(crate) base: String,
    /// What comes behind it for others, with `{number}`.
    pub(crate) further: String,
}

/// Where the further pages stand behind the address of the first, unless `page_path` says so.
pub(crate) const FURTHER: &str = "page/{number}";

impl Pagination {
    /// The site path of the page of a number.
    pub fn path(&self, number: usize) -> String {
        if number <= 1 {
            return self.base.clone();
        }
        let further = self.further.replace("{number}", &number.to_string());
        format!(
            "{}/{}",
            self.base.trim_end_matches('/'),
            further.trim_matches('/')
        )
    }
}

/// Something of each path.
type Table<T> = HashMap<String, T, RandomState>;

/// Where each route stands among the routes.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    /// By its path.
    pub by_path: Table<usize>,
    /// The page in all languages, the site's own first, by its path in that.
    pub by_original: Table<Vec<usize>>,
}

impl Addresses {
    pub fn of(routes: &[Route]) -> Self {
        let (by_path, by_original) = rayon::join(|| by_path(routes), || by_original(routes));
        Self {
            by_path,
            by_original,
        }
    }
}

fn by_path(routes: &[Route]) -> Table<usize> {
    let routes = routes.iter().enumerate();
    routes.map(|(at, route)| (route.path.clone(), at)).collect()
}

fn by_original(routes: &[Route]) -> Table<Vec<usize>> {
    let mut by_original: Table<Vec<usize>> =
        HashMap::with_capacity_and_hasher(routes.len(), RandomState::default());
    for (at, route) in routes.iter().enumerate() {
        if !matches!(route.subject, Subject::Redirect(_)) {
            let pages = by_original.entry(route.original.clone());
            pages.or_default().push(at);
        }
    }
    let all = by_original.values_mut();
    all.for_each(|pages| pages.sort_by_key(|at| routes[*at].language));
    by_original
}

/// The pages that are made for values, by the field.
#[derive(Debug, Default)]
pub(crate) struct TermPages(HashMap<Terms, HashMap<Arc<str>, String>>);

impl TermPages {
    /// The index of each language with the pages of values in it.
    pub fn beside(indexes: Vec<Index>, routes: &[Route]) -> Vec<(Arc<Index>, Arc<Self>)> {
        let indexes = indexes.into_iter().enumerate();
        let both = indexes.map(|(at, index)| (Arc::new(index), Arc::new(Self::of(routes, at))));
        both.collect()
    }

    /// The first page of each value in a language.
    fn of(routes: &[Route], language: usize) -> Self {
        let mut pages = Self::default();
        for route in routes.iter().filter(|route| route.language == language) {
            let Subject::Listing(listing) = &route.subject else {
                continue;
            };
            let (Some(term), Listing { pagination, .. }) = (&listing.term, &**listing) else {
                continue;
            };
            if pagination.as_ref().is_none_or(|p| p.number == 1) {
                let terms = Terms {
                    collection: term.collection.clone(),
                    field: term.field.clone(),
                };
                let own = pages.0.entry(terms).or_default();
                own.entry(Arc::clone(&term.value))
                    .or_insert_with(|| route.path.clone());
            }
        }
        pages
    }

    /// The site path of the page that is made for a value.
    pub fn page(&self, collection: &str, field: &str, value: &str) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let terms = Terms {
            collection: collection.to_owned(),
            field: field.to_owned(),
        };
        self.0.get(&terms)?.get(value).cloned()
    }
}

/// The mistake of a template's name that is none; its place is still to be added.
pub fn unknown_template<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let hint = did_you_mean(name, known).unwrap_or_else(|| format!("create templates/{name}"));
    Diagnostic::error("unknown-template", format!("there is no template `{name}`")).hint(hint)
}

/// Why an `x-route` makes no address of an entry.
#[derive(Debug)]
pub enum NoAddress {
    /// It has a brace that is never closed.
    Unclosed,
    /// The entry does not have the field of this name.
    Absent(String),
    /// The field of this name holds several values.
    List(String),
    /// The field of this name holds what no address can say.
    Unwritable(String),
}

impl fmt::Display for NoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed => f.write_str("a brace is never closed"),
            Self::Absent(name) => write!(f, "the entry has no `{name}`"),
            Self::List(name) => write!(f, "`{name}` is a list, and an address has one value"),
            Self::Unwritable(name) => write!(f, "`{name}` is neither a text nor a number"),
        }
    }
}

/// The place of an entry in its collection, called by its slug: of one that says none, the slug is the whole place.
fn placed<'a>(place: &'a str, slug: &'a str) -> Cow<'a, str> {
    match place.rsplit_once('/') {
        _ if place.is_empty() || slug == place => Cow::Borrowed(place),
        Some((folders, _)) => Cow::Owned(format!("{folders}/{slug}")),
        None => Cow::Borrowed(slug),
    }
}

/// Fills `{slug}`, `{path}` and other fields in braces of a collection's `x-route`; what `{path}` leaves empty
/// has no slash before it. A slug that an entry says takes the place of the last part of its `{path}`.
pub fn expand(pattern: &str, slug: &str, place: &str, fields: &Field) -> Result<String, NoAddress> {
    let mut path = String::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        path += &rest[..open];
        let Some(close) = rest[open..].find('}') else {
            return Err(NoAddress::Unclosed);
        };
        let name = &rest[open + 1..open + close];
        match (name, lookup(fields, name).as_deref()) {
            ("slug", _) => path += slug,
            ("path", _) if place.is_empty() && path.len() > 1 => {
                path.truncate(path.trim_end_matches('/').len())
            }
            ("path", None) => path += &placed(place, slug),
            (_, Some(Field::Number(n))) => path += &n.to_string(),
            (_, Some(Field::Date(day))) => path += day,
            (_, Some(field)) if field.as_text().is_some() => {
                path += &crate::slug::slug(field.as_text().unwrap_or_default());
            }
            (_, Some(Field::List(_))) => {
                return Err(NoAddress::List(name.to_owned()));
            }
            (_, Some(field)) if !field.is_absent() => {
                return Err(NoAddress::Unwritable(name.to_owned()));
            }
            _ => return Err(NoAddress::Absent(name.to_owned())),
        }
        rest = &rest[open + close + 1..];
    }
    Ok(path + rest)
}
