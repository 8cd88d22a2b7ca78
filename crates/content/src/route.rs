//! The addresses of the site: which page stands where, from which entry, query or redirect.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::Field;
use crate::index::Index;
use crate::query::{Query, SortKey, lookup};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::slug::slug;
use crate::texts::Texts;
use crate::validate::validate;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, Source};

mod address;

/// One file of the output and what it shows.
#[derive(Clone, Debug)]
pub struct Route {
    /// Site path, such as `/blog/atom.xml`: without base path, without a trailing slash.
    pub path: String,
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

/// What a route shows.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The page of an entry, by its index.
    Entry(usize),
    /// A page of content/routes.yaml.
    Listing {
        /// Its title, when it has one.
        title: Option<String>,
        /// The value of `each` that this page is for.
        value: Option<Arc<str>>,
        /// The entries that it lists.
        items: Option<Query>,
    },
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
pub const BUILT_IN_TEMPLATES: [&str; 5] = [
    "atom.xml",
    "redirect.html",
    "robots.txt",
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
    /// The tables over the entries.
    pub index: &'a Index,
    /// site.yaml with its places, for redirects.
    pub settings: &'a Settings,
    /// The templates, and content/routes.yaml.
    pub texts: &'a Texts,
}

/// Makes every route and checks that no two share an address, that none leaves the output folder
/// and that each has a template.
pub(crate) fn build(given: &Given<'_>) -> (Vec<Route>, Vec<Diagnostic>) {
    let mut routes = Vec::new();
    let mut diagnostics = Vec::new();
    entry_routes(given, &mut routes);
    page_routes(given, &mut routes, &mut diagnostics);
    feed_routes(given, &mut routes);
    redirect_routes(given, &mut routes);
    routes.retain(|route| match address::check(&route.path) {
        Ok(()) => true,
        Err(problem) => {
            let diagnostic = problem.on(&route.origin);
            diagnostics.push(diagnostic.maybe_hint(rename(route, given)));
            false
        }
    });
    check_collisions(&routes, &mut diagnostics);
    for route in &routes {
        check_template(route, given, &mut diagnostics);
    }
    routes.sort_by(|a, b| a.path.cmp(&b.path));
    (routes, diagnostics)
}

fn entry_routes(given: &Given<'_>, routes: &mut Vec<Route>) {
    for (index, entry) in given.entries.iter().enumerate() {
        let (Some(path), Some(template)) = (&entry.path, &entry.template) else {
            continue;
        };
        let field = ["route", "slug"]
            .into_iter()
            .find(|f| entry.node.get(f).is_some());
        routes.push(Route {
            path: path.clone(),
            output: given.config.output(path),
            template: template.clone(),
            subject: Subject::Entry(index),
            indexed: !entry.noindex && path != "/404",
            modified: entry.modified().map(str::to_owned),
            origin: Place::new(&entry.source, entry.span_of(field.unwrap_or("title"))),
        });
    }
}

/// How to name the file whose name is the part of the address that cannot be.
fn rename(route: &Route, given: &Given<'_>) -> Option<String> {
    let Subject::Entry(index) = &route.subject else {
        return None;
    };
    let entry = &given.entries[*index];
    let is_own = entry.node.get("slug").or(entry.node.get("route")).is_some();
    let slug = slug(&entry.reference.slug);
    let (_, extension) = entry.source.path.rsplit_once('.')?;
    let is_better = !is_own && !slug.is_empty() && slug != *entry.reference.slug;
    is_better.then(|| format!("rename the file to `{slug}.{extension}`, or write `slug: {slug}`"))
}

fn feed_routes(given: &Given<'_>, routes: &mut Vec<Route>) {
    for collection in given.collections {
        let Some(feed) = &collection.feed else {
            continue;
        };
        routes.push(Route {
            path: feed.path.clone(),
            output: given.config.output(&feed.path),
            template: "atom.xml".to_owned(),
            subject: Subject::Feed {
                collection: collection.name.clone(),
                title: feed.title.clone(),
                items: Query {
                    collection: collection.name.clone(),
                    limit: Some(feed.limit),
                    ..Query::default()
                },
            },
            indexed: false,
            modified: None,
            origin: Place::new(&collection.schema.source, 0..0),
        });
    }
}

fn redirect_routes(given: &Given<'_>, routes: &mut Vec<Route>) {
    let mut push = |from: &str, to: &str, origin| {
        routes.push(Route {
            path: from.to_owned(),
            output: given.config.output(from),
            template: "redirect.html".to_owned(),
            subject: Subject::Redirect(to.to_owned()),
            indexed: false,
            modified: None,
            origin,
        });
    };
    for entry in given.entries {
        let Some(path) = &entry.path else { continue };
        let Some(Kind::List(aliases)) = entry.node.get("aliases").map(|n| &n.kind) else {
            continue;
        };
        for alias in aliases {
            let from = alias.as_text().unwrap_or_default();
            push(from, path, Place::new(&entry.source, alias.span.clone()));
        }
    }
    let Settings { source, node, .. } = given.settings;
    if let Some(Kind::Map(entries)) = node.get("redirects").map(|n| &n.kind) {
        for (key, to) in entries {
            let to = to.as_text().unwrap_or_default();
            push(&key.name, to, Place::new(source, key.span.clone()));
        }
    }
}

fn page_routes(given: &Given<'_>, routes: &mut Vec<Route>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(source) = given.texts.content.get("routes.yaml") else {
        return;
    };
    let (root, problems) = yaml::parse(source, 0..source.text.len());
    diagnostics.extend(problems);
    if let (Some(root), Ok(schema)) = (&root, Schema::for_routes()) {
        diagnostics.extend(validate(&schema, root, source));
    }
    let pages = root.as_ref().and_then(|root| root.get("routes"));
    let Some(Kind::List(pages)) = pages.map(|n| &n.kind) else {
        return;
    };
    for page in pages {
        let text = |name: &str| page.get(name).and_then(Node::as_text);
        let (Some(path), Some(template)) = (text("path"), text("template")) else {
            continue;
        };
        let span = page
            .get("path")
            .map_or(page.span.clone(), |n| n.span.clone());
        let noindex = matches!(page.get("noindex").map(|n| &n.kind), Some(Kind::Bool(true)));
        let items = page.get("list").map(query);
        let make = |path: String, value: Option<Arc<str>>, items| Route {
            output: given.config.output(&path),
            template: template.to_owned(),
            indexed: !noindex && given.config.output(&path).ends_with(".html") && path != "/404",
            subject: Subject::Listing {
                title: text("title").map(str::to_owned),
                value,
                items,
            },
            modified: None,
            origin: Place::new(source, span.clone()),
            path,
        };
        for node in [page.get("list"), page.get("each")].into_iter().flatten() {
            check_fields(node, source, given, diagnostics);
        }
        match page.get("each") {
            None => routes.push(make(path.to_owned(), None, items)),
            Some(each) => {
                let text = |name: &str| each.get(name).and_then(Node::as_text).unwrap_or_default();
                let (collection, field) = (text("collection"), text("field"));
                let own = given.index.collection(collection);
                let values = own.map(|own| own.texts(field, given.entries));
                for value in values.unwrap_or_default().into_keys() {
                    let mut query = items.clone().unwrap_or_default();
                    query.collection = collection.to_owned();
                    query.filters.push((field.to_owned(), Value::from(&*value)));
                    let path = path.replace("{value}", &slug(&value));
                    routes.push(make(path, Some(value), Some(query)));
                }
            }
        }
    }
}

/// The collection that a list or a page for each value names must exist, and so must the fields.
fn check_fields(
    node: &Node,
    source: &Arc<Source>,
    given: &Given<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(name) = node.get("collection") else {
        return;
    };
    let text = name.as_text().unwrap_or_default();
    let Some(collection) = given.collections.iter().find(|c| c.name == text) else {
        let schema = format!("content/{text}/_schema.yaml");
        // A schema that cannot be read is reported already.
        if !given.texts.has(&schema) {
            let unknown = unknown_collection(text, given.collections);
            diagnostics.push(unknown.at(source, name.span.clone()));
        }
        return;
    };
    let mut check = |path: &str, span: &Range<usize>| {
        let unknown = collection.unknown_field(path);
        diagnostics.extend(unknown.map(|unknown| unknown.at(source, span.clone())));
    };
    if let Some(Kind::Map(filters)) = node.get("where").map(|n| &n.kind) {
        filters
            .iter()
            .for_each(|(key, _)| check(&key.name, &key.span));
    }
    for key in ["field", "sort"] {
        let Some(node) = node.get(key) else { continue };
        let one = std::slice::from_ref(node);
        let keys = match &node.kind {
            Kind::List(items) => items.as_slice(),
            _ => one,
        };
        for key in keys {
            let path = key.as_text().unwrap_or_default();
            check(path.strip_prefix('-').unwrap_or(path), &key.span);
        }
    }
}

/// The diagnostic of a collection's name that is none; its place is still to be added.
pub fn unknown_collection(name: &str, collections: &[Collection]) -> Diagnostic {
    let names = collections.iter().map(|c| c.name.as_str());
    let hint = source::did_you_mean(name, names).unwrap_or_else(|| {
        format!("a collection is a folder content/{name}/ with a `_schema.yaml`")
    });
    Diagnostic::error(
        "unknown-collection",
        format!("there is no collection `{name}`"),
    )
    .hint(hint)
}

fn query(list: &Node) -> Query {
    let filters = match list.get("where").map(|n| &n.kind) {
        Some(Kind::Map(entries)) => entries
            .iter()
            .map(|(key, value)| (key.name.clone(), value.to_json()))
            .collect(),
        _ => Vec::new(),
    };
    Query {
        collection: list
            .get("collection")
            .and_then(Node::as_text)
            .unwrap_or_default()
            .to_owned(),
        filters,
        sort: list
            .get("sort")
            .map(|n| SortKey::parse_all(&n.to_json()))
            .unwrap_or_default(),
        limit: match list.get("limit").map(|n| &n.kind) {
            Some(Kind::Number(n)) => n.as_u64().map(|n| n as usize),
            _ => None,
        },
    }
}

/// Fills `{slug}` and other fields in braces of a collection's `x-route`.
pub fn expand(pattern: &str, slug: &str, fields: &Field) -> Result<String, String> {
    let mut path = String::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        path += &rest[..open];
        let Some(close) = rest[open..].find('}') else {
            return Err("a brace is never closed".to_owned());
        };
        let name = &rest[open + 1..open + close];
        match (name, lookup(fields, name)) {
            ("slug", _) => path += slug,
            (_, Some(Field::Number(n))) => path += &n.to_string(),
            (_, Some(Field::Date(day))) => path += day,
            (_, Some(field)) if field.as_text().is_some() => {
                path += &crate::slug::slug(field.as_text().unwrap_or_default());
            }
            _ => return Err(format!("the entry has no `{name}`")),
        }
        rest = &rest[open + close + 1..];
    }
    Ok(path + rest)
}

fn check_collisions(routes: &[Route], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, &Route> = HashMap::new();
    for route in routes {
        let Some(first) = seen.insert(route.output.to_lowercase(), route) else {
            continue;
        };
        let (code, message, hint) = if first.output == route.output {
            (
                "duplicate-route",
                format!("two pages have the address `{}`", route.path),
                "change the `slug` or `route` of one",
            )
        } else {
            (
                "case-collision",
                format!(
                    "the addresses `{}` and `{}` differ only in upper and lower case",
                    first.path, route.path
                ),
                "many file systems take them for one: change the `slug` of one",
            )
        };
        let (this, first) = (&route.origin, &first.origin);
        diagnostics.push(
            Diagnostic::error(code, message)
                .hint(hint)
                .label(&this.source, this.span.clone(), "this one")
                .label(&first.source, first.span.clone(), "and this one"),
        );
    }
}

fn check_template(route: &Route, given: &Given<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let name = route.template.as_str();
    let texts = given.texts;
    let unread = texts.failed.iter();
    let mut unread = unread.filter_map(|f| f.strip_prefix("templates/"));
    if texts.templates.contains_key(name)
        || BUILT_IN_TEMPLATES.contains(&name)
        || unread.any(|unread| unread == name)
    {
        return;
    }
    let known = texts.templates.keys().map(String::as_str);
    let hint =
        source::did_you_mean(name, known).unwrap_or_else(|| format!("create templates/{name}"));
    let place = match &route.subject {
        Subject::Entry(index) => {
            let entry = &given.entries[*index];
            let own = entry.node.get("template");
            let collection = given
                .collections
                .iter()
                .find(|c| *c.name == *entry.reference.collection);
            match (own, collection) {
                (Some(node), _) => Place::new(&entry.source, node.span.clone()),
                (None, Some(collection)) => collection.schema.place("/x-template"),
                (None, None) => route.origin.clone(),
            }
        }
        _ => route.origin.clone(),
    };
    let message = format!("there is no template `{name}`");
    diagnostics.push(
        Diagnostic::error("unknown-template", message)
            .on(&place)
            .hint(hint),
    );
}
