//! The search of a site: an index for each language, made of the finished pages, and the script that asks it.
//!
//! It knows nothing of templates or entries: what a visitor can read can be found.

mod index;
mod page;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use content::Site;
use content::config::Config;
use content::route::{Route, Subject};
use rayon::prelude::*;
use source::Diagnostic;

use crate::publish::{File, Files, PublishError};
use index::Found;
use page::Page;

/// The folder of the index and of its script.
const FOLDER: &str = "_search";
const SCRIPTS: [(&str, &str); 2] = [
    ("search.js", include_str!("search.js")),
    ("nearest.js", include_str!("nearest.js")),
];

/// The files of a site's search, made of the pages among the files of its output; none without the setting.
pub fn files(site: &Site, files: &Files) -> Result<Files, PublishError> {
    let mut made = Files::new();
    let Some(search) = &site.config.search else {
        return Ok(made);
    };
    let found: Vec<Found> = site
        .routes
        .par_iter()
        .filter(|route| is_found(site, route) && search.has(&route.path))
        .filter_map(|route| Some((route, files.get(&route.output)?)))
        .map(|(route, file)| {
            let bytes = file.bytes()?;
            let page = Page::read(&String::from_utf8_lossy(&bytes));
            Ok(page.map(|page| Found {
                id: format!("{:010x}", source::hash(route.path.as_bytes()) >> 88),
                href: site.config.href(&route.path),
                page,
            }))
        })
        .collect::<Result<Vec<_>, PublishError>>()?
        .into_iter()
        .flatten()
        .collect();
    let mut languages: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for page in found {
        let language = match page.page.language.as_str() {
            "" => site.config.languages.own().code.to_lowercase(),
            language => language.to_owned(),
        };
        languages.entry(language).or_default().push(page);
    }
    let indexes: Vec<_> = languages
        .par_iter()
        .map(|(language, pages)| (language, index::files(language, pages)))
        .collect();
    for (language, index) in indexes {
        for (name, value) in index {
            let name = format!("{FOLDER}/{language}{name}");
            made.insert(name, File::Text(Arc::new(value.to_string())));
        }
    }
    for (name, script) in SCRIPTS {
        let script = File::Text(Arc::new(script.to_owned()));
        made.insert(format!("{FOLDER}/{name}"), script);
    }
    Ok(made)
}

/// The files of the search among those of an output.
pub fn names(files: &Files) -> BTreeSet<String> {
    let is_own = |name: &&String| name.starts_with(FOLDER) && name[FOLDER.len()..].starts_with('/');
    files.keys().filter(is_own).cloned().collect()
}

/// Whether an address below the origin is that of a script of the search.
pub fn has(config: &Config, address: &str) -> bool {
    let path = address.strip_prefix(config.base_path.as_str());
    let name = path.and_then(|path| {
        path.strip_prefix('/')?
            .strip_prefix(FOLDER)?
            .strip_prefix('/')
    });
    config.search.is_some() && SCRIPTS.iter().any(|(own, _)| Some(*own) == name)
}

/// Whether a route is a page that search engines may list as well, or one that stands in for its translation.
fn is_found(site: &Site, route: &Route) -> bool {
    let stands_in = || match route.subject {
        Subject::Entry(index) => site.entries[index].stands_in() && !site.entries[index].noindex,
        _ => false,
    };
    route.output.ends_with(".html") && (route.indexed || stands_in())
}

/// Settings by which no page can be found.
pub fn mistakes(site: &Site) -> Vec<Diagnostic> {
    let Some(search) = &site.config.search else {
        return Vec::new();
    };
    let numbered = search.pages.iter().enumerate();
    let idle = numbered.filter(|(_, pattern)| {
        let mut routes = site.routes.iter().filter(|route| is_found(site, route));
        let is_path = pattern.starts_with('/');
        is_path && !routes.any(|route| content::config::fits(pattern, &route.path))
    });
    let told = idle.map(|(at, pattern)| {
        let message =
            format!("no page that search engines may list has an address like `{pattern}`");
        Diagnostic::warning("search-without-pages", message)
            .on(&site.settings.place(&format!("/search/pages/{at}")))
            .hint("write a path, or the beginning of paths before a `*`: `/blog/*`")
    });
    told.collect()
}
