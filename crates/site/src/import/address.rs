//! The address that a page had, by the rules of the generator that made it.

use serde_json::Value;

use super::document::Document;
use super::languages::Languages;
use super::origin::{Generator, Origin, text_at};

/// The site path of a page, without a slash at the end.
pub fn address(origin: &Origin, document: &Document) -> String {
    let text = |key: &str| {
        document
            .front
            .fields
            .get(key)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|t| !t.is_empty())
    };
    let below = document.below.as_str();
    let path = match origin.generator {
        Generator::Hugo => match (text("url"), pattern(origin, document)) {
            (Some(url), _) if url.starts_with('/') || !url.contains("://") => {
                format!("/{}", url.trim_start_matches('/'))
            }
            (_, Some(pattern)) => expanded(&pattern, document),
            _ => in_folder(document, text("slug")).to_lowercase(),
        },
        Generator::Zola => match text("path") {
            Some(path) => format!("/{}", path.trim_start_matches('/')),
            None => in_folder(document, text("slug")),
        },
        Generator::Jekyll => match (text("permalink"), pattern(origin, document)) {
            (Some(own), _) => expanded(own, document),
            (None, Some(pattern)) => expanded(&pattern, document),
            (None, None) => format!("/{}", stem(below)),
        },
        Generator::Eleventy => match text("permalink") {
            Some(own) if !own.contains("{{") && !own.contains("{%") => {
                format!("/{}", own.trim_start_matches('/'))
            }
            _ => in_folder(document, None),
        },
        Generator::Astro => match text("slug") {
            Some(own) => format!("{}/{own}", document.base()),
            None => in_folder(document, None).to_lowercase(),
        },
        Generator::MdBook => in_folder(document, None),
    };
    let path = clean(&path);
    match &document.language {
        Some(code) => {
            let prefix = format!("/{}", code.to_lowercase());
            let is_below = path.strip_prefix(&prefix);
            match is_below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                true => path,
                false => clean(&format!("{prefix}{path}")),
            }
        }
        None => path,
    }
}

/// The addresses beside its own under which the former site had a page: the site's own language may have stood in a
/// folder too.
pub fn former(origin: &Origin, document: &Document) -> Vec<String> {
    let key = "defaultContentLanguageInSubdir";
    let is_below = origin.config.get(key) == Some(&true.into());
    let own = Languages::of(origin).own.to_lowercase();
    let path = match document.address.as_str() {
        "/" => format!("/{own}"),
        path => format!("/{own}{path}"),
    };
    match is_below && document.language.is_none() {
        true => vec![path],
        false => Vec::new(),
    }
}

/// The address by folders: the collection's, those below it, and the name of the file or of the folder.
fn in_folder(document: &Document, slug: Option<&str>) -> String {
    let place = stem(&document.below);
    let (folder, name) = place.rsplit_once('/').unwrap_or(("", &place));
    let name = match slug {
        Some(slug) => slug,
        None => document.name_without_date(name),
    };
    format!("{}/{folder}/{name}", document.base())
}

/// A path without the ending of its file, and without an `index` at its end.
fn stem(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    match stem.strip_suffix("index") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => {
            folder.trim_end_matches('/').to_owned()
        }
        _ => stem.to_owned(),
    }
}

/// The pattern that settings give to the pages of a collection.
fn pattern(origin: &Origin, document: &Document) -> Option<String> {
    let name = &document.collection;
    let config = &origin.config;
    match origin.generator {
        Generator::Hugo if !document.is_section() => text_at(config, &format!("permalinks.{name}"))
            .or_else(|| text_at(config, &format!("permalinks.page.{name}"))),
        Generator::Jekyll => {
            let own = text_at(config, &format!("collections.{name}.permalink"));
            let all = || text_at(config, "permalink").unwrap_or_else(|| "date".to_owned());
            let is_posts = name == "posts";
            let pattern = match (own, is_posts) {
                (Some(own), _) => own,
                (None, true) => all(),
                (None, false) if name == "pages" => return None,
                (None, false) => "/:collection/:path".to_owned(),
            };
            Some(match pattern.as_str() {
                "date" => "/:categories/:year/:month/:day/:title".to_owned(),
                "pretty" => "/:categories/:year/:month/:day/:title/".to_owned(),
                "ordinal" => "/:categories/:year/:y_day/:title".to_owned(),
                "weekdate" => "/:categories/:year/W:week/:short_day/:title".to_owned(),
                "none" => "/:categories/:title".to_owned(),
                _ => pattern,
            })
        }
        _ => None,
    }
}

/// A pattern with what its words stand for; those that are not known are left out.
fn expanded(pattern: &str, document: &Document) -> String {
    let day = document.day().unwrap_or_default();
    let part = |range: std::ops::Range<usize>| day.get(range).unwrap_or_default().to_owned();
    let place = stem(&document.below);
    let (folders, name) = place.rsplit_once('/').unwrap_or(("", &place));
    let name = document.name_without_date(name).to_owned();
    let slug = document
        .front
        .fields
        .get("slug")
        .and_then(Value::as_str)
        .map_or_else(|| name.clone(), str::to_owned);
    let title = document
        .front
        .fields
        .get("title")
        .and_then(Value::as_str)
        .map(content::slug);
    let words = |key: &str| match document.front.fields.get(key) {
        Some(Value::String(one)) => one
            .split_whitespace()
            .map(content::slug)
            .collect::<Vec<_>>()
            .join("/"),
        Some(Value::Array(all)) => all
            .iter()
            .filter_map(Value::as_str)
            .map(content::slug)
            .collect::<Vec<_>>()
            .join("/"),
        _ => String::new(),
    };
    // Longer words first, where one begins like another.
    let known: [(&str, String); 16] = [
        (
            ":categories",
            [words("categories"), words("category")].join("/"),
        ),
        (":collection", document.collection.clone()),
        (":contentbasename", name.clone()),
        (":slugorcontentbasename", slug.clone()),
        (":slugorfilename", slug.clone()),
        (":sections", format!("{}/{folders}", document.base())),
        (":section", document.collection.clone()),
        (":filename", name.clone()),
        (":i_month", part(5..7).trim_start_matches('0').to_owned()),
        (":i_day", part(8..10).trim_start_matches('0').to_owned()),
        (":output_ext", ".html".to_owned()),
        (":month", part(5..7)),
        (
            ":title",
            if document.origin_is_jekyll() {
                slug.clone()
            } else {
                title.unwrap_or_else(|| slug.clone())
            },
        ),
        (":year", part(0..4)),
        (":path", place.clone()),
        (":name", name.clone()),
    ];
    let mut path = pattern.to_owned();
    for (word, value) in known {
        path = path.replace(word, &value);
    }
    path.replace(":day", &part(8..10)).replace(":slug", &slug)
}

/// A path as the engine takes it: signs that no address may hold become hyphens, and no slash or `index.html` stands at
/// the end.
pub fn clean(path: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
    {
        let part: String = part
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | '@' | '+') {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        parts.push(part.trim_end_matches('.').to_owned());
    }
    if parts.last().is_some_and(|last| last == "index.html") {
        parts.pop();
    }
    if let Some(last) = parts.last_mut() {
        if let Some(stem) = last
            .strip_suffix(".html")
            .or_else(|| last.strip_suffix(".htm"))
        {
            *last = stem.to_owned();
        }
        // Hosts take what ends like a file's name for a file.
        let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
        if (2..=11).contains(&ending.len()) && ending.bytes().any(|b| b.is_ascii_alphabetic()) {
            *last = last.replace('.', "-");
        }
    }
    format!("/{}", parts.join("/"))
}
