//! The pages of content/routes.yaml: single ones, one for each value of a field, and the further pages of long lists.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use super::made::MadeRoute;
use crate::collection::{Collection, unknown_collection};
use crate::comparable::{Comparable, no_entry};
use crate::field::Reference;
use crate::file_name::FileName;
use crate::filter::{Filter, Test, empty_list};
use crate::index::Index;
use crate::language::{OWN, missing_text, text_in};
use crate::query::{Query, SortKey};
use crate::route::{FURTHER, Given, Listing, Pagination, Route, Subject, Term, Terms};
use crate::schema::{Own, Schema};
use crate::slug::slug;
use crate::validate::validate;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, Source};

mod empty;
mod unaddressed;

/// Makes the pages of content/routes.yaml; gives the file's path when it cannot be read.
pub(super) fn routes(
    given: &Given<'_>,
    routes: &mut Vec<MadeRoute>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let source = given.texts.content.get("routes.yaml")?;
    let (root, problems) = yaml::parse(source, 0..source.text().len());
    diagnostics.extend(problems);
    let Some(root) = root else {
        return Some(source.path.clone());
    };
    diagnostics.extend(validate(&Schema::own(Own::Routes), &root, source));
    let Some(Kind::List(pages)) = root.get("routes").map(|n| &n.kind) else {
        return None;
    };
    for node in pages {
        let text = |name: &str| node.get(name).and_then(Node::as_text);
        let (Some(path), Some(template)) = (text("path"), text("template")) else {
            continue;
        };
        let page = Page {
            given,
            source,
            node,
            path,
            template,
            language: OWN,
        };
        let mistakes = page.mistakes();
        let is_sound = mistakes.is_empty();
        diagnostics.extend(mistakes);
        let before = (routes.len(), diagnostics.len());
        let languages = page.languages(diagnostics);
        diagnostics.extend(page.untitled(&languages));
        for language in languages {
            let page = Page { language, ..page };
            match node.get("each") {
                None => routes.extend(page.routes_at(path, page.listing())),
                Some(each) => page.for_each(each, routes, diagnostics),
            }
        }
        let is_idle = before == (routes.len(), diagnostics.len());
        if !is_sound {
            continue;
        }
        diagnostics.extend(page.passes_over_all());
        diagnostics.extend(page.single());
        diagnostics.extend(
            node.get("each")
                .filter(|_| is_idle)
                .and_then(|each| page.no_page(each)),
        );
    }
    None
}

/// An item of content/routes.yaml.
struct Page<'a> {
    given: &'a Given<'a>,
    source: &'a Arc<Source>,
    node: &'a Node,
    path: &'a str,
    template: &'a str,
    /// The language of its pages, by its place among the site's.
    language: usize,
}

impl Page<'_> {
    /// The languages that it is made in: those that it names, else all for a page and the site's own for a file.
    fn languages(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
        let known = &self.given.config.languages;
        let all = 0..known.all().len();
        let Some(Kind::List(named)) = self.node.get("languages").map(|n| &n.kind) else {
            let is_page = self.given.config.output(self.path).ends_with(".html");
            return all.filter(|at| *at == 0 || is_page).collect();
        };
        let mut found = Vec::new();
        for node in named {
            let Some(code) = node.as_text() else { continue };
            match known.find(code) {
                Some(at) if !found.contains(&at) => found.push(at),
                Some(_) => {}
                None => diagnostics.push(known.unknown(code).at(self.source, node.span.clone())),
            }
        }
        found
    }

    /// The mistake of a title that says nothing in one of the languages of its pages.
    fn untitled(&self, of: &[usize]) -> Option<Diagnostic> {
        let (key, title) = self.node.entry("title")?;
        let Kind::Map(_) = &title.kind else {
            return None;
        };
        let has = |code: &str| title.get(code).is_some();
        let mistake = missing_text("the title", has, of, &self.given.config.languages)?;
        Some(mistake.at(self.source, key.span.clone()))
    }

    fn index(&self) -> &Index {
        &self.given.indexes[self.language]
    }

    /// What is wrong with it beyond its schema.
    fn mistakes(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for name in ["list", "each", "terms"] {
            let node = self.node.get(name);
            node.into_iter()
                .for_each(|node| self.check_fields(node, &mut found));
        }
        found.extend(self.other_collection());
        if let (Some((key, _)), None) = (self.node.entry("page_path"), self.node.get("paginate")) {
            let message = "`page_path` is where further pages stand, and there are none".to_owned();
            let mistake = Diagnostic::error("invalid-pagination", message);
            let mistake = mistake.hint("add `paginate: 10`, or remove it");
            found.push(mistake.at(self.source, key.span.clone()));
        }
        if let Some(Kind::Map(titles)) = self.node.get("title").map(|node| &node.kind) {
            let known = &self.given.config.languages;
            let unknown = titles
                .iter()
                .filter(|(code, _)| known.find(&code.name).is_none());
            found.extend(unknown.map(|(code, _)| {
                let mistake = known.unknown(&code.name);
                mistake.at(self.source, code.span.clone())
            }));
        }
        if let Some((key, _)) = self.node.entry("paginate") {
            let lists = ["list", "each"]
                .iter()
                .any(|name| self.node.get(name).is_some());
            let output = self.given.config.output(self.path);
            let mistake = match lists {
                false => Some((
                    "there is nothing to spread over pages".to_owned(),
                    "add `list: { collection: … }`",
                )),
                true if !output.ends_with(".html") => Some((
                    format!("`{}` is a file: it has no further pages", self.path),
                    "list all entries in it, or the first by `limit`",
                )),
                true => None,
            };
            let mistake = mistake
                .map(|(message, hint)| Diagnostic::error("invalid-pagination", message).hint(hint));
            found.extend(mistake.map(|m| m.at(self.source, key.span.clone())));
        }
        found
    }

    /// A warning for further pages of a list whose `limit` leaves nothing for a second one.
    fn single(&self) -> Option<Diagnostic> {
        let number = |node: &Node| match &node.kind {
            Kind::Number(number) => number.as_u64(),
            _ => None,
        };
        let (key, size) = self.node.entry("paginate")?;
        let limit = number(self.node.get("list")?.get("limit")?)?;
        let size = number(size).filter(|size| limit <= *size)?;
        let message = format!("`limit: {limit}` leaves nothing for a second page of {size}");
        let warning = Diagnostic::warning("idle-setting", message);
        let warning = warning.at(self.source, key.span.clone());
        Some(warning.hint("remove one of them: `limit` is how many entries are listed in all"))
    }

    /// The mistake of a list beside `each` that names another collection: such a page lists the entries that have its value.
    fn other_collection(&self) -> Option<Diagnostic> {
        let collection = |name| self.node.get(name)?.get("collection");
        let (list, each) = (collection("list")?, collection("each")?);
        let (listed, own) = (list.as_text()?, each.as_text()?);
        let message =
            format!("a page for each value of `{own}` lists entries of `{own}`, not of `{listed}`");
        let hint = format!(
            "write `collection: {own}`, or ask for the others in the template: `collection(\"{listed}\", …)`"
        );
        let mistake = Diagnostic::error("invalid-value", message).hint(hint);
        (listed != own).then(|| mistake.at(self.source, list.span.clone()))
    }

    /// The collection that a list or a page for each value names must exist, and so must the fields.
    fn check_fields(&self, node: &Node, found: &mut Vec<Diagnostic>) {
        let Some(name) = node.get("collection") else {
            return;
        };
        let text = name.as_text().unwrap_or_default();
        let Some(collection) = self.given.collections.iter().find(|c| c.name == text) else {
            let schema = format!("content/{text}/_schema.yaml");
            // A schema that cannot be read is reported already.
            if !self.given.texts.has(&schema) {
                let unknown = unknown_collection(text, self.given.collections);
                found.push(unknown.at(self.source, name.span.clone()));
            }
            return;
        };
        if let Some(Kind::Map(filters)) = node.get("where").map(|n| &n.kind) {
            for (key, value) in filters {
                match collection.comparable(&key.name) {
                    Ok(of) => found.extend(self.check_filter(&key.name, value, &of)),
                    Err(unknown) => found.push(unknown.at(self.source, key.span.clone())),
                }
            }
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
                let path = path.strip_prefix('-').unwrap_or(path);
                let unknown = collection.unknown_field(path);
                found.extend(unknown.map(|m| m.at(self.source, key.span.clone())));
            }
        }
    }

    /// The mistakes of what stands beside a field's name in `where`, each operator at its place.
    fn check_filter(&self, field: &str, value: &Node, of: &Comparable<'_>) -> Vec<Diagnostic> {
        let judge = |json: &Value| match Filter::parse(field, json) {
            Err(mistake) => Some(mistake),
            Ok(filters) => of.misfit(&filters).or_else(|| self.nobody(of, &filters)),
        };
        let at = |mistake: Diagnostic, span: &Range<usize>| mistake.at(self.source, span.clone());
        let whole = || judge(&value.to_json()).map(|mistake| at(mistake, &value.span));
        let Kind::Map(operators) = &value.kind else {
            return whole().into_iter().collect();
        };
        let each = operators.iter().filter_map(|(name, operand)| {
            let empty = matches!(&operand.kind, Kind::List(items) if items.is_empty());
            let mistake = match empty && name.name == "in" {
                true => Some(empty_list(field)),
                false => judge(&json!({ &name.name: operand.to_json() })),
            };
            Some(at(mistake?, &name.span))
        });
        let each: Vec<Diagnostic> = each.collect();
        match each.is_empty() {
            true => whole().into_iter().collect(),
            false => each,
        }
    }

    /// The mistake of filters that name an entry which is not there; a draft is.
    fn nobody(&self, of: &Comparable<'_>, filters: &[Filter]) -> Option<Diagnostic> {
        let is_there = |named: &Reference| {
            let languages = &self.given.config.languages;
            let is_named = |file: &String| {
                let path = format!("content/{file}");
                let name = FileName::of_entry(&path, self.given.collections, languages);
                name.is_some_and(|name| name.reference() == *named)
            };
            let mut entries = self.given.entries.iter();
            entries.any(|entry| entry.reference == *named)
                || self.given.texts.entries.iter().any(is_named)
        };
        let nobody = of.references(filters).into_iter().find(|r| !is_there(r))?;
        let entries = self.given.entries.iter().map(|entry| &entry.reference);
        let own = entries.filter(|own| own.collection == nobody.collection);
        Some(no_entry(&nobody, own.map(|own| &*own.slug)))
    }

    fn listing(&self) -> Listing {
        let text = |node: &Node, name: &str| {
            let text = node.get(name).and_then(Node::as_text);
            text.unwrap_or_default().to_owned()
        };
        let terms = self.node.get("terms");
        let languages = &self.given.config.languages;
        let title = self.node.get("title").map(Node::to_json);
        Listing {
            title: title.and_then(|t| text_in(&t, &languages.all()[self.language], languages)),
            items: self.node.get("list").map(query),
            terms: terms.map(|node| Terms {
                collection: text(node, "collection"),
                field: text(node, "field"),
            }),
            ..Listing::default()
        }
    }

    /// A page for each value of a field.
    fn for_each(
        &self,
        each: &Node,
        routes: &mut Vec<MadeRoute>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let text = |name: &str| each.get(name).and_then(Node::as_text).unwrap_or_default();
        let (collection, field) = (text("collection"), text("field"));
        let Some(own) = self.index().collection(collection) else {
            return;
        };
        let place = self.place_of("path");
        if !self.path.contains("{value}") {
            let message = format!("`{}` is one address for many pages", self.path);
            let written = self
                .path
                .split_once('{')
                .map(|(_, rest)| rest.split('}').next());
            let hint = match written.flatten() {
                Some(name) => format!("write `{{value}}` for `{{{name}}}`"),
                None => format!(
                    "write where the value stands, such as `{}/{{value}}`",
                    self.path.trim_end_matches('/')
                ),
            };
            diagnostics.push(
                Diagnostic::error("invalid-address", message)
                    .on(&place)
                    .hint(hint),
            );
            return;
        }
        let mut slugs: BTreeMap<String, Arc<str>> = BTreeMap::new();
        let known = self.given.collections.iter().find(|c| c.name == collection);
        for (value, term) in own.terms(field, self.given.entries) {
            let slug = slug(&value);
            let made_for = Term {
                collection: collection.to_owned(),
                field: field.to_owned(),
                entry: known.and_then(|c| referred(c, field, &value)),
                value,
            };
            let first = slugs.insert(slug.clone(), Arc::clone(&made_for.value));
            if let Some(first) = first {
                diagnostics.push(self.same_address(&slug, &first, &made_for));
                continue;
            }
            if slug.is_empty() {
                diagnostics.push(self.no_address(&made_for));
                continue;
            }
            let mut listing = self.listing();
            let query = listing.items.get_or_insert_default();
            query.collection = collection.to_owned();
            query.filters.push(Filter {
                field: field.to_owned(),
                test: Test::Is(term.value),
            });
            listing.term = Some(made_for);
            routes.extend(self.routes_at(&self.path.replace("{value}", &slug), listing));
        }
    }

    /// The page, or, when its list is spread over several, all of them.
    fn routes_at(&self, path: &str, listing: Listing) -> Vec<MadeRoute> {
        let Some(Kind::Number(size)) = self.node.get("paginate").map(|n| &n.kind) else {
            return vec![self.route(path.to_owned(), listing)];
        };
        let (Some(size), Some(query)) = (size.as_u64().filter(|n| *n > 0), &listing.items) else {
            return vec![self.route(path.to_owned(), listing)];
        };
        let size = size as usize;
        let total = self
            .index()
            .answer(query, self.given.entries, self.given.today)
            .len();
        let further = self.node.get("page_path").and_then(Node::as_text);
        let pages = total.div_ceil(size).max(1);
        let numbers = 1..=pages;
        let page = |number: usize| {
            let before = (number - 1) * size;
            let pagination = Pagination {
                number,
                pages,
                size,
                total,
                base: path.to_owned(),
                further: further.unwrap_or(FURTHER).to_owned(),
            };
            let items = Query {
                offset: query.offset + before,
                limit: Some(size.min(total.saturating_sub(before))),
                ..query.clone()
            };
            let path = pagination.path(number);
            let listing = Listing {
                items: Some(items),
                pagination: Some(pagination),
                ..listing.clone()
            };
            self.route(path, listing)
        };
        numbers.map(page).collect()
    }

    fn route(&self, original: String, mut listing: Listing) -> MadeRoute {
        let language = &self.given.config.languages.all()[self.language];
        let path = language.path(&original);
        if let Some(pagination) = &mut listing.pagination {
            pagination.base = language.path(&pagination.base);
        }
        let is_true = |node: &Node| matches!(node.kind, Kind::Bool(true));
        let noindex = self.node.get("noindex").is_some_and(is_true);
        let output = self.given.config.output(&path);
        let route = Route {
            indexed: !noindex
                && output.ends_with(".html")
                && !self.given.config.is_not_found(&path),
            template: self.template.to_owned(),
            subject: Subject::Listing(Box::new(listing)),
            modified: None,
            origin: self.place_of("path"),
            language: self.language,
            original,
            output,
            path,
        };
        let template = self.place_of("template");
        MadeRoute { route, template }
    }

    fn place_of(&self, key: &str) -> Place {
        let Node { span, .. } = self.node.get(key).unwrap_or(self.node);
        Place::new(self.source, span.clone())
    }
}

/// The entry that a value names, when the field is of `format: entry`.
fn referred(collection: &Collection, field: &str, value: &Arc<str>) -> Option<Reference> {
    Some(Reference {
        collection: collection.referred(field)?.into(),
        slug: Arc::clone(value),
    })
}

fn query(list: &Node) -> Query {
    let filters = match list.get("where").map(|n| &n.kind) {
        // What is no filter is reported with its place.
        Some(Kind::Map(entries)) => entries
            .iter()
            .filter_map(|(key, value)| Filter::parse(&key.name, &value.to_json()).ok())
            .flatten()
            .collect(),
        _ => Vec::new(),
    };
    let number = |name: &str| match list.get(name).map(|n| &n.kind) {
        Some(Kind::Number(n)) => n.as_u64().map(|n| n as usize),
        _ => None,
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
        offset: number("offset").unwrap_or_default(),
        limit: number("limit"),
    }
}
