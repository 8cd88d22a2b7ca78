//! Makes every route of a site and checks that each can stand where it is to stand.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::collection::Collection;
use crate::config::{Config, is_file};
use crate::entry::Entry;
use crate::language::{OWN, missing_text, text_in};
use crate::query::Query;
use crate::route::{self, BUILT_IN_TEMPLATES, Given, Route, Subject};
use crate::settings::Settings;
use crate::slug::slug;
use made::MadeRoute;
use source::yaml::Kind;
use source::{Diagnostic, Place};

pub(crate) mod address;
mod listing;
mod made;
mod patterns;

/// The routes of a site.
pub(crate) struct Routes {
    /// In the order of their addresses.
    pub all: Vec<Route>,
    /// The file that names some, when it cannot be read.
    pub unread: Option<String>,
}

/// Makes every route and checks that no two share an address, that none leaves the output folder
/// and that each has a template.
pub(crate) fn build(given: &Given<'_>) -> (Routes, Vec<Diagnostic>) {
    // Most routes are those of entries, and there are as many as a site is large.
    let mut routes: Vec<MadeRoute> = Vec::with_capacity(given.entries.len() + 64);
    let mut diagnostics = Vec::new();
    entry_routes(given, &mut routes);
    let unread = listing::routes(given, &mut routes, &mut diagnostics);
    diagnostics.extend(
        given
            .collections
            .iter()
            .filter_map(|c| untitled_feed(c, given)),
    );
    feed_routes(given, &mut routes);
    redirect_routes(given, &mut routes);
    security_route(given, &mut routes);
    diagnostics.extend(patterns::halves(given, &routes));
    diagnostics.extend(patterns::settle(given, &mut routes));
    routes.retain(
        |MadeRoute { route, .. }| match address::check(&route.path) {
            Ok(()) => true,
            // Where the original cannot stand, its translations follow.
            Err(_) if follows(route) => false,
            Err(problem) => {
                let problem = address::of_redirect(route).unwrap_or(problem);
                let diagnostic = problem.on(&route.origin);
                diagnostics.push(diagnostic.maybe_hint(rename(route, given)));
                false
            }
        },
    );
    let like_files = routes
        .iter()
        .filter_map(|made| like_a_file(&made.route, given));
    diagnostics.extend(like_files);
    check_collisions(&routes, given.config, &mut diagnostics);
    let unknown = routes
        .iter()
        .filter_map(|made| unknown_template(made, given));
    diagnostics.extend(unknown);
    let mut all: Vec<Route> = routes.into_iter().map(|made| made.route).collect();
    all.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    (Routes { all, unread }, diagnostics)
}

fn entry_routes(given: &Given<'_>, routes: &mut Vec<MadeRoute>) {
    let entries = given.entries.par_iter().enumerate();
    routes.par_extend(entries.filter_map(|(index, entry)| entry_route(given, index, entry)));
}

/// The route of an entry; none where it has no page.
fn entry_route(given: &Given<'_>, index: usize, entry: &Entry) -> Option<MadeRoute> {
    let (path, template) = (entry.path.as_ref()?, entry.template.as_ref()?);
    // A translation that names no address stands where its original does.
    let named = |entry: &Entry| {
        let mut fields = ["route", "slug"].into_iter();
        fields.find(|field| entry.node.get(field).is_some())
    };
    let original = original(entry, given).filter(|_| named(entry).is_none());
    let of = original.filter(|of| named(of).is_some()).unwrap_or(entry);
    let field = named(of).unwrap_or("title");
    let route = Route {
        path: path.clone(),
        original: entry.original.as_ref().unwrap_or(path).clone(),
        language: entry.language,
        output: given.config.output(path),
        template: template.clone(),
        subject: Subject::Entry(index),
        // What stands in for a translation is found where it was written.
        indexed: !entry.noindex && !entry.stands_in() && !given.config.is_not_found(path),
        modified: entry.modified().map(str::to_owned),
        origin: Place::new(&of.source, of.span_of(field)),
    };
    let template = place_of_template(entry, given);
    Some(MadeRoute { route, template })
}

/// The entry that another one translates; none for one in the site's own language.
fn original<'a>(entry: &Entry, given: &Given<'a>) -> Option<&'a Entry> {
    if entry.is_original() {
        return None;
    }
    let of = given.indexes[OWN].entry(&entry.reference)?;
    Some(&*given.entries[of])
}

/// Where the template of an entry's page is named: in its file, in that of its original, or by its collection.
fn place_of_template(entry: &Entry, given: &Given<'_>) -> Place {
    let mut files = [Some(entry), original(entry, given)].into_iter().flatten();
    let own = files.find_map(|file| Some((file, file.node.get("template")?)));
    if let Some((file, own)) = own {
        return Place::new(&file.source, own.span.clone());
    }
    let mut collections = given.collections.iter();
    match collections.find(|c| *c.name == *entry.reference.collection) {
        Some(collection) => collection.schema.place("/x-template"),
        None => Place::new(&entry.source, 0..0),
    }
}

/// Whether a page of another language is told at the one that it has its address from.
fn follows(route: &Route) -> bool {
    let is_entry = matches!(route.subject, Subject::Entry(_));
    is_entry && !route.is_original() && address::check(&route.original).is_err()
}

/// The mistake of a page whose name ends like that of a file without being meant as one: hosts would send it as that file.
fn like_a_file(route: &Route, given: &Given<'_>) -> Option<Diagnostic> {
    let Subject::Entry(index) = &route.subject else {
        return None;
    };
    let entry = &given.entries[*index];
    let gives = |field: &str| entry.node.get(field).is_some();
    let mut collections = given.collections.iter();
    let collection = collections.find(|c| c.name == *entry.reference.collection);
    let pattern = collection.and_then(|c| c.route.as_deref());
    let is_meant = gives("route") || pattern.is_some_and(is_file);
    // A translation stands where its original does, unless it says otherwise; what looks like an unknown language in a
    // file's name is told as one.
    let languages = &given.config.languages;
    let is_language = || languages.unknown_in(&entry.source).is_some();
    let is_own = gives("slug") || entry.is_original() && !is_language();
    if is_meant || !is_own || !is_file(&route.path) {
        return None;
    }
    let name = route.path.rsplit('/').next().unwrap_or_default();
    let message =
        format!("`{name}` ends like the name of a file: hosts would not show it as a page");
    let hint = rename(route, given).unwrap_or_else(|| {
        let slug = slug(last(&entry.reference.slug));
        format!(
            "write `slug: {slug}`; a file is asked for by `route: {}`",
            route.path
        )
    });
    let mistake = Diagnostic::error("invalid-address", message);
    let mistake = mistake.on(&route.origin).hint(hint);
    let original = name.rsplit_once('.').and_then(|(_, code)| {
        let stem = entry.stem.strip_suffix(code)?.strip_suffix('.')?;
        given.entries.iter().find(|entry| entry.stem == stem)
    });
    Some(match original.filter(|_| !languages.are_several()) {
        Some(original) => mistake.note(format!(
            "where it is a translation of `{}`, `languages` in content/site.yaml has to name both languages",
            original.source.path
        )),
        None => mistake,
    })
}

/// The last part of a place or an address.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// How to name the file whose name is the part of the address that cannot be.
fn rename(route: &Route, given: &Given<'_>) -> Option<String> {
    let Subject::Entry(index) = &route.subject else {
        return None;
    };
    let entry = &given.entries[*index];
    let is_own = entry.node.get("slug").or(entry.node.get("route")).is_some();
    let called = last(&entry.reference.slug);
    // Numbers that order files are part of their names alone.
    let stem = match last(&entry.stem) {
        "index" => called,
        stem => stem,
    };
    let (file, slug) = (slug(stem), slug(called));
    let (_, extension) = entry.source.path.rsplit_once('.')?;
    let is_better = !is_own && !slug.is_empty() && slug != called;
    is_better.then(|| format!("rename the file to `{file}.{extension}`, or write `slug: {slug}`"))
}

/// The mistake of a feed whose title says nothing in one of the site's languages.
fn untitled_feed(collection: &Collection, given: &Given<'_>) -> Option<Diagnostic> {
    let titles = collection.feed.as_ref()?.title.as_ref()?.as_object()?;
    let languages = &given.config.languages;
    let all: Vec<usize> = (0..languages.all().len()).collect();
    let has = |code: &str| titles.contains_key(code);
    let mistake = missing_text("the title of the feed", has, &all, languages)?;
    Some(mistake.on(&collection.schema.place("/x-feed/title")))
}

fn feed_routes(given: &Given<'_>, routes: &mut Vec<MadeRoute>) {
    let languages = &given.config.languages;
    for collection in given.collections {
        let Some(feed) = &collection.feed else {
            continue;
        };
        let pages = feed.pages.iter();
        let pages =
            pages.flat_map(|page| languages.all().iter().enumerate().map(move |l| (page, l)));
        for (page, (at, language)) in pages {
            let original = &page.path;
            let path = language.path(original);
            let title = feed.title.as_ref();
            routes.push(MadeRoute::built_in(Route {
                output: given.config.output(&path),
                path,
                original: original.clone(),
                language: at,
                template: page.template.to_owned(),
                subject: Subject::Feed {
                    collection: collection.name.clone(),
                    title: title.and_then(|title| text_in(title, language, languages)),
                    items: Query {
                        collection: collection.name.clone(),
                        sort: collection.newest_first(),
                        limit: Some(feed.limit),
                        ..Query::default()
                    },
                },
                indexed: false,
                modified: None,
                origin: collection.schema.place(&format!("/x-feed/{}", page.key)),
            }));
        }
    }
}

/// Whom to tell of a weakness (RFC 9116), when site.yaml says so.
fn security_route(given: &Given<'_>, routes: &mut Vec<MadeRoute>) {
    let Settings { source, node, .. } = given.settings;
    let Kind::Map(entries) = &node.kind else {
        return;
    };
    let Some((key, _)) = entries.iter().find(|(key, _)| key.name == "security") else {
        return;
    };
    let path = "/.well-known/security.txt";
    routes.push(MadeRoute::built_in(Route {
        path: path.to_owned(),
        original: path.to_owned(),
        language: OWN,
        output: given.config.output(path),
        template: "security.txt".to_owned(),
        subject: Subject::Listing(Box::default()),
        indexed: false,
        modified: None,
        origin: Place::new(source, key.span.clone()),
    }));
}

fn redirect_routes(given: &Given<'_>, routes: &mut Vec<MadeRoute>) {
    let mut push = |from: &str, to: &str, origin| {
        routes.push(MadeRoute::built_in(Route {
            path: from.to_owned(),
            original: from.to_owned(),
            language: OWN,
            output: given.config.output(from),
            template: "redirect.html".to_owned(),
            subject: Subject::Redirect(to.to_owned()),
            indexed: false,
            modified: None,
            origin,
        }));
    };
    for entry in given.entries.iter().filter(|entry| !entry.stands_in()) {
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

fn check_collisions(routes: &[MadeRoute], config: &Config, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, &Route> = HashMap::new();
    for MadeRoute { route, .. } in routes {
        let Some(first) = seen.insert(route.output.to_lowercase(), route) else {
            continue;
        };
        // That two languages have one prefix is told at the settings.
        let prefix = |route: &Route| config.languages.all()[route.language].prefix.to_lowercase();
        if route.language != first.language && prefix(route) == prefix(first) {
            continue;
        }
        let (code, message, hint) = if first.output == route.output {
            (
                "duplicate-route",
                format!("two pages have the address `{}`", route.path),
                change_one(route, first),
            )
        } else {
            (
                "case-collision",
                format!(
                    "the addresses `{}` and `{}` differ only in upper and lower case",
                    first.path, route.path
                ),
                format!(
                    "many file systems take them for one: {}",
                    change_one(route, first)
                ),
            )
        };
        let (this, first) = (&route.origin, &first.origin);
        diagnostics.push(
            Diagnostic::error(code, message)
                .about_page(route.path.clone())
                .hint(hint)
                .label(&this.source, this.span.clone(), "this one")
                .label(&first.source, first.span.clone(), "and this one"),
        );
    }
}

/// How to part two pages: by the keys that give them their addresses.
fn change_one(one: &Route, other: &Route) -> String {
    let key = |route: &Route| match &route.subject {
        Subject::Entry(_) => "the `slug` or `route`",
        Subject::Redirect(_) if route.origin.source.path == "content/site.yaml" => {
            "the key in `redirects`"
        }
        Subject::Redirect(_) => "the item of `aliases`",
        Subject::Feed { .. } => "the path in `x-feed`",
        _ => "the `path`",
    };
    let (one, other) = (key(one), key(other));
    match one == other {
        true => format!("change {one} of one"),
        false => format!("change {one} or {other}"),
    }
}

/// The mistake of a route whose template is not there.
fn unknown_template(made: &MadeRoute, given: &Given<'_>) -> Option<Diagnostic> {
    let name = made.route.template.as_str();
    let texts = given.texts;
    let unread = texts.failed.iter();
    let mut unread = unread.filter_map(|f| f.strip_prefix("templates/"));
    if texts.templates.contains_key(name)
        || BUILT_IN_TEMPLATES.contains(&name)
        || unread.any(|unread| unread == name)
    {
        return None;
    }
    let own = texts.templates.keys().map(String::as_str);
    let known = own.chain(BUILT_IN_TEMPLATES);
    Some(route::unknown_template(name, known).on(&made.template))
}
