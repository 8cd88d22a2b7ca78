//! A folder of entries with their schema, and what the schema's `x-` keywords say of their pages.

use serde_json::Value;

use crate::query::SortKey;
use crate::schema::Schema;

/// A folder of content/ with its schema.
#[derive(Debug)]
pub struct Collection {
    /// The folder's name.
    pub name: String,
    /// What its entries must look like.
    pub schema: Schema,
    /// Its entries in its own order, as indexes into the site's entries.
    pub entries: Vec<usize>,
    /// The address of an entry's page: `x-route`, with `{slug}` and other fields in braces.
    pub route: Option<String>,
    /// The template of an entry's page: `x-template`.
    pub template: Option<String>,
    /// Its order: `x-sort`.
    pub sort: Vec<SortKey>,
    /// Its feed: `x-feed`.
    pub feed: Option<Feed>,
}

/// An Atom feed (RFC 4287) of a collection's first entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Its address.
    pub path: String,
    /// Its title; the site's when absent.
    pub title: Option<String>,
    /// How many entries it holds.
    pub limit: usize,
}

impl Collection {
    /// A collection without entries yet.
    pub fn new(name: &str, schema: Schema) -> Self {
        let text = |key: &str| {
            schema
                .keyword(key)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let feed = schema.keyword("x-feed").and_then(|feed| {
            let field = |key: &str| feed.get(key).and_then(Value::as_str).map(str::to_owned);
            Some(Feed {
                path: field("path")?,
                title: field("title"),
                limit: feed.get("limit").and_then(Value::as_u64).unwrap_or(20) as usize,
            })
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
            entries: Vec::new(),
            schema,
        }
    }
}
