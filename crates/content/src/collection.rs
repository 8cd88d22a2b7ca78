//! A folder of entries with their schema, and what the schema's `x-` keywords say of their pages.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::comparable::{Comparable, MONTH};
use crate::query::SortKey;
use crate::schema::{Schema, list};
use source::{Diagnostic, Format};

/// A folder of content/ with its schema.
#[derive(Debug)]
pub struct Collection {
    /// The folder's name.
    pub name: String,
    /// What its entries must look like.
    pub schema: Schema,
    /// The address of an entry's page: `x-route`, with `{slug}` and other fields in braces.
    pub route: Option<String>,
    /// The template of an entry's page: `x-template`.
    pub template: Option<String>,
    /// Its order: `x-sort`.
    pub sort: Vec<SortKey>,
    /// Its feed: `x-feed`.
    pub feed: Option<Feed>,
}

/// Feeds of a collection's newest entries: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The addresses.
    pub pages: Vec<FeedPage>,
    /// Its title, or one for each language; the site's when absent.
    pub title: Option<Value>,
    /// How many entries it holds.
    pub limit: usize,
}

/// One address of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedPage {
    /// The key of `x-feed` that names it.
    pub key: &'static str,
    /// The site path.
    pub path: String,
    /// The template that makes it.
    pub template: &'static str,
}

/// The schemas of the parts of a day that lists can ask for.
static YEAR: LazyLock<Value> = LazyLock::new(|| json!({ "type": "integer" }));
static OF_MONTH: LazyLock<Value> = LazyLock::new(|| json!({ "type": "string", "format": MONTH }));
static TEXT: LazyLock<Value> = LazyLock::new(|| json!({ "type": "string" }));

/// The keys of `x-feed` that name an address, with the templates that make the feeds.
const FEEDS: [(&str, &str); 4] = [
    ("path", "atom.xml"),
    ("atom", "atom.xml"),
    ("rss", "rss.xml"),
    ("json", "feed.json"),
];

impl Collection {
    /// What a schema says of its collection.
    pub fn new(name: &str, schema: Schema) -> Self {
        let text = |key: &str| {
            schema
                .keyword(key)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let feed = schema.keyword("x-feed").map(|feed| {
            let field = |key: &str| feed.get(key).and_then(Value::as_str).map(str::to_owned);
            let pages = FEEDS.iter();
            let pages = pages.filter_map(|(key, template)| {
                let path = field(key)?;
                Some(FeedPage {
                    key,
                    path,
                    template,
                })
            });
            Feed {
                pages: pages.collect(),
                title: feed.get("title").cloned(),
                limit: feed.get("limit").and_then(Value::as_u64).unwrap_or(20) as usize,
            }
        });
        Self {
            name: name.to_owned(),
            route: text("x-route"),
            template: text("x-template"),
            sort: schema
                .keyword("x-sort")
                .map(SortKey::parse_all)
                .unwrap_or_default(),
            feed,
            schema,
        }
    }

    /// The order of its feeds, whatever its own is: a feed that began with the oldest would never show what is new.
    /// Without days, or between those of one day, its own decides.
    pub(crate) fn newest_first(&self) -> Vec<SortKey> {
        let date = self.field("date").ok();
        let is_day = |schema| {
            let format = Format::of(self.schema.resolve(schema));
            matches!(format, Some(Format::Date | Format::DateTime))
        };
        let newest = date
            .filter(|schema| is_day(schema))
            .map(|_| SortKey::parse("-date"));
        newest
            .into_iter()
            .chain(self.sort.iter().cloned())
            .collect()
    }

    /// What the field at a dotted path can be compared with; the mistake, when there is no such field,
    /// whose place is still to be added.
    pub fn comparable(&self, path: &str) -> Result<Comparable<'_>, Diagnostic> {
        match self.unknown_field(path) {
            Some(mistake) => Err(mistake),
            None => Ok(self.field(path).map_or(Comparable::UNKNOWN, |field| {
                Comparable::of(&self.schema, field)
            })),
        }
    }

    /// The collection whose entries the field at a path refers to, if it does.
    pub(crate) fn referred(&self, path: &str) -> Option<&str> {
        let schema = self.schema.resolve(self.field(path).ok()?);
        let schema = self.schema.resolve(schema.get("items").unwrap_or(schema));
        let is_reference = Format::of(schema) == Some(Format::Entry);
        schema
            .get("x-collection")
            .filter(|_| is_reference)?
            .as_str()
    }

    /// The schema of the field at a dotted path; fails with the names that are known where the
    /// path leaves them. A schema that lets other keys in has every name.
    pub fn field(&self, path: &str) -> Result<&Value, Vec<&str>> {
        let mut schema = &self.schema.json;
        for step in path.split('.') {
            schema = self.schema.resolve(schema);
            if Format::of(schema) == Some(Format::Date) {
                let parts = [("year", &*YEAR), ("month", &*OF_MONTH)];
                let part = parts.iter().find(|(name, _)| *name == step);
                let part = part.map(|(_, schema)| *schema);
                return part.ok_or_else(|| parts.map(|(name, _)| name).to_vec());
            }
            if schema.get("type").is_some_and(|kind| kind == "string")
                && Format::of(schema) != Some(Format::Entry)
            {
                return (step == "initial")
                    .then_some(&*TEXT)
                    .ok_or_else(|| vec!["initial"]);
            }
            let known = self.schema.properties(schema);
            let named = known.iter().find(|(name, _)| *name == step);
            schema = match named {
                Some((_, child)) => child,
                // The place of the entry's file, for orders.
                None if path == "file" => &TEXT,
                None if !self.schema.is_closed(schema) => return Ok(&Value::Null),
                None => return Err(known.into_iter().map(|(name, _)| name).collect()),
            };
        }
        Ok(schema)
    }

    /// The mistake, when a path that a filter or an order names is no field; its place is still to
    /// be added.
    pub fn unknown_field(&self, path: &str) -> Option<Diagnostic> {
        let known = self.field(path).err()?;
        let name = &self.name;
        let hint = match source::did_you_mean(path, known.iter().copied()) {
            Some(near) => near,
            None if known.is_empty() => {
                "name a field that holds a value, not one below it".to_owned()
            }
            None => format!("its fields: {}", list(&known)),
        };
        let message = format!("the entries of `{name}` have no field `{path}`");
        Some(Diagnostic::error("unknown-field", message).hint(hint))
    }

    /// The mistake of an `x-feed` that makes no feed.
    pub(crate) fn idle_feed(&self) -> Option<Diagnostic> {
        let feed = self.feed.as_ref()?;
        feed.pages.is_empty().then(|| {
            Diagnostic::error("missing-field", "`x-feed` names no address")
                .on(&self.schema.place("/x-feed"))
                .hint("add `atom: /feed.xml`, `rss: /rss.xml` or `json: /feed.json`")
        })
    }

    /// The fields that `x-route` names and the schema does not.
    pub(crate) fn unknown_in_route(&self) -> Vec<Diagnostic> {
        let place = self.schema.place("/x-route");
        let parts = self.route.as_deref().unwrap_or_default().split('{').skip(1);
        let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
        let names = names.filter(|name| !matches!(*name, "slug" | "path"));
        let unknown = names.filter_map(|name| self.unknown_field(name));
        unknown.map(|mistake| mistake.on(&place)).collect()
    }

    /// The mistakes in `x-sort`.
    pub(crate) fn unknown_sort_keys(&self) -> Vec<Diagnostic> {
        let place = self.schema.place("/x-sort");
        let keys = self.sort.iter();
        let unknown = keys.filter_map(|key| self.unknown_field(&key.field));
        unknown.map(|mistake| mistake.on(&place)).collect()
    }
}

/// The diagnostic of a collection's name that is none; its place is still to be added.
pub fn unknown_collection(name: &str, collections: &[Collection]) -> Diagnostic {
    let names = collections.iter().map(|c| c.name.as_str());
    no_collection(name, names)
}

/// The same where only the names of collections are known.
pub(crate) fn no_collection<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let hint = source::did_you_mean(name, names).unwrap_or_else(|| {
        format!("a collection is a folder content/{name}/ with a `_schema.yaml`")
    });
    Diagnostic::error(
        "unknown-collection",
        format!("there is no collection `{name}`"),
    )
    .hint(hint)
}
