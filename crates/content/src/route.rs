//! The addresses of the site: which page stands where, from which entry, query or redirect.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::collection::Collection;
use crate::config::Config;
use crate::entry::Entry;
use crate::field::Field;
use crate::query::{Query, SortKey, lookup};
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

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
    pub origin: Option<(Arc<Source>, Range<usize>)>,
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
pub const BUILT_IN_TEMPLATES: [&str; 4] =
    ["atom.xml", "redirect.html", "robots.txt", "sitemap.xml"];

/// What routes are made from.
pub struct Ground<'a> {
    /// The site's configuration.
    pub config: &'a Config,
    /// All entries.
    pub entries: &'a [Entry],
    /// All collections.
    pub collections: &'a [Collection],
    /// content/routes.yaml, if there is one.
    pub pages: Option<(&'a Arc<Source>, &'a Node)>,
    /// content/site.yaml with its places, for redirects.
    pub site: (&'a Arc<Source>, &'a Node),
    /// Names of the templates.
    pub templates: &'a BTreeSet<String>,
}

/// Makes every route and checks that no two share an address, that none leaves the output folder
/// and that each has a template.
pub fn build(ground: &Ground<'_>) -> (Vec<Route>, Vec<Diagnostic>) {
    let mut routes = Vec::new();
    let mut diagnostics = Vec::new();
    entry_routes(ground, &mut routes);
    page_routes(ground, &mut routes, &mut diagnostics);
    feed_routes(ground, &mut routes);
    redirect_routes(ground, &mut routes);
    routes.retain(|route| match address::check(&route.path) {
        Ok(()) => true,
        Err(problem) => {
            diagnostics.push(problem.diagnostic(route));
            false
        }
    });
    check_collisions(&routes, &mut diagnostics);
    for route in &routes {
        check_template(route, ground, &mut diagnostics);
    }
    routes.sort_by(|a, b| a.path.cmp(&b.path));
    (routes, diagnostics)
}

fn entry_routes(ground: &Ground<'_>, routes: &mut Vec<Route>) {
    for (index, entry) in ground.entries.iter().enumerate() {
        let (Some(path), Some(template)) = (&entry.path, &entry.template) else {
            continue;
        };
        let field = ["route", "slug"]
            .into_iter()
            .find(|f| entry.node.get(f).is_some());
        routes.push(Route {
            path: path.clone(),
            output: ground.config.output(path),
            template: template.clone(),
            subject: Subject::Entry(index),
            indexed: !entry.noindex && path != "/404",
            modified: entry.modified().map(str::to_owned),
            origin: Some((
                Arc::clone(&entry.source),
                entry.span_of(field.unwrap_or("title")),
            )),
        });
    }
}

fn feed_routes(ground: &Ground<'_>, routes: &mut Vec<Route>) {
    for collection in ground.collections {
        let Some(feed) = &collection.feed else {
            continue;
        };
        routes.push(Route {
            path: feed.path.clone(),
            output: ground.config.output(&feed.path),
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
            origin: Some((Arc::clone(&collection.schema.source), 0..0)),
        });
    }
}

fn redirect_routes(ground: &Ground<'_>, routes: &mut Vec<Route>) {
    let mut push = |from: &str, to: &str, origin| {
        routes.push(Route {
            path: from.to_owned(),
            output: ground.config.output(from),
            template: "redirect.html".to_owned(),
            subject: Subject::Redirect(to.to_owned()),
            indexed: false,
            modified: None,
            origin: Some(origin),
        });
    };
    for entry in ground.entries {
        let Some(path) = &entry.path else { continue };
        let Some(Kind::List(aliases)) = entry.node.get("aliases").map(|n| &n.kind) else {
            continue;
        };
        for alias in aliases {
            let from = alias.as_text().unwrap_or_default();
            push(from, path, (Arc::clone(&entry.source), alias.span.clone()));
        }
    }
    let (source, node) = ground.site;
    if let Some(Kind::Map(entries)) = node.get("redirects").map(|n| &n.kind) {
        for (key, to) in entries {
            let to = to.as_text().unwrap_or_default();
            push(&key.name, to, (Arc::clone(source), key.span.clone()));
        }
    }
}

fn page_routes(ground: &Ground<'_>, routes: &mut Vec<Route>, diagnostics: &mut Vec<Diagnostic>) {
    let Some((source, root)) = ground.pages else {
        return;
    };
    let Some(Kind::List(pages)) = root.get("routes").map(|n| &n.kind) else {
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
            output: ground.config.output(&path),
            template: template.to_owned(),
            indexed: !noindex && ground.config.output(&path).ends_with(".html") && path != "/404",
            subject: Subject::Listing {
                title: text("title").map(str::to_owned),
                value,
                items,
            },
            modified: None,
            origin: Some((Arc::clone(source), span.clone())),
            path,
        };
        for node in [page.get("list"), page.get("each")].into_iter().flatten() {
            check_collection(node, source, ground, diagnostics);
        }
        match page.get("each") {
            None => routes.push(make(path.to_owned(), None, items)),
            Some(each) => {
                let text = |name: &str| each.get(name).and_then(Node::as_text).unwrap_or_default();
                let (collection, field) = (text("collection"), text("field"));
                for value in distinct(ground, collection, field) {
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

fn check_collection(
    node: &Node,
    source: &Arc<Source>,
    ground: &Ground<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(name) = node.get("collection") else {
        return;
    };
    let text = name.as_text().unwrap_or_default();
    if ground.collections.iter().all(|c| c.name != text) {
        diagnostics
            .push(unknown_collection(text, ground.collections).at(source, name.span.clone()));
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

/// The distinct values of a field over a collection, in alphabetical order.
pub fn distinct_values<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    field: &str,
) -> BTreeSet<Arc<str>> {
    let mut values = BTreeSet::new();
    for entry in entries {
        match lookup(&entry.fields, field) {
            Some(Field::List(items)) => {
                values.extend(items.iter().filter_map(Field::as_text).map(Arc::from));
            }
            Some(field) => values.extend(field.as_text().map(Arc::from)),
            None => {}
        }
    }
    values
}

fn distinct(ground: &Ground<'_>, collection: &str, field: &str) -> BTreeSet<Arc<str>> {
    let found = ground.collections.iter().find(|c| c.name == collection);
    let indexes = found.map(|c| c.entries.as_slice()).unwrap_or_default();
    distinct_values(indexes.iter().map(|i| &ground.entries[*i]), field)
}

/// A text as a part of an address: lower case, without accents, words joined by `-`.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in crate::query::fold(text).chars() {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
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
                path += &self::slug(field.as_text().unwrap_or_default());
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
        let mut diagnostic = Diagnostic::error(code, message).hint(hint);
        if let Some((source, span)) = &route.origin {
            diagnostic = diagnostic.label(source, span.clone(), "this one");
        }
        if let Some((source, span)) = &first.origin {
            diagnostic = diagnostic.label(source, span.clone(), "and this one");
        }
        diagnostics.push(diagnostic);
    }
}

fn check_template(route: &Route, ground: &Ground<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let name = route.template.as_str();
    if ground.templates.contains(name) || BUILT_IN_TEMPLATES.contains(&name) {
        return;
    }
    let known = ground.templates.iter().map(String::as_str);
    let hint =
        source::did_you_mean(name, known).unwrap_or_else(|| format!("create templates/{name}"));
    let mut diagnostic =
        Diagnostic::error("unknown-template", format!("there is no template `{name}`")).hint(hint);
    let place = match &route.subject {
        Subject::Entry(index) => {
            let entry = &ground.entries[*index];
            match entry.node.get("template") {
                Some(node) => Some((Arc::clone(&entry.source), node.span.clone())),
                None => ground
                    .collections
                    .iter()
                    .find(|c| *c.name == *entry.reference.collection)
                    .map(|c| template_keyword(&c.schema.source, name)),
            }
        }
        _ => route.origin.clone(),
    };
    if let Some((source, span)) = place {
        diagnostic = diagnostic.at(&source, span);
    }
    diagnostics.push(diagnostic);
}

/// Where a schema names its template.
fn template_keyword(source: &Arc<Source>, name: &str) -> (Arc<Source>, Range<usize>) {
    let start = source
        .text
        .find("x-template:")
        .and_then(|i| Some(i + source.text[i..].find(name)?));
    let span = start.map_or(0..0, |start| start..start + name.len());
    (Arc::clone(source), span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_lose_accents_and_signs() {
        assert_eq!(slug("Étape 1 : l’œuvre !"), "etape-1-l-oeuvre");
    }
}
