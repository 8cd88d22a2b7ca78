//! The address that a page had, by the rules of the generator that made it.

use serde_json::Value;

use super::document::{ImportedPage, MONTHS};
use super::languages::Languages;
use super::origin::{Generator, Origin, text_at};
use super::permalink::{of_eleventy, zola_name};
use super::report::{Report, Topic};

/// The path of a page as the former site wrote it.
fn written(origin: &Origin, document: &ImportedPage) -> String {
    let text = |key: &str| text(document, key);
    let own = |key: &str| text(key).map(|own| format!("/{}", own.trim_start_matches('/')));
    let below = document.below.as_str();
    match origin.generator {
        Generator::Hugo => match (text("url"), pattern(origin, document)) {
            (Some(url), _) if url.starts_with('/') || !url.contains("://") => {
                let url = format!("/{}", url.trim_start_matches('/'));
                expanded(origin, document, &url)
            }
            (_, Some(pattern)) => expanded(origin, document, &pattern),
            _ => in_hugo_folder(document, text("slug").as_deref()),
        },
        Generator::Zola => own("path").unwrap_or_else(|| {
            let strategy = text_at(&origin.config, "slugify.paths");
            let place = stem(below);
            let name = place.rsplit('/').next().unwrap_or_default();
            let name = document.name_without_date(name).to_owned();
            let name = match document.is_section() {
                true => name,
                false => zola_name(strategy.as_deref(), &text("slug").unwrap_or(name)),
            };
            in_folder(document, Some(&name))
        }),
        Generator::Jekyll => match (text("permalink"), pattern(origin, document)) {
            (Some(own), pattern) if own == "pretty" => {
                let pattern = pattern.filter(|_| document.collection == "posts");
                let pretty = pattern.map(|_| PRETTY.to_owned());
                let pretty = pretty.map(|pattern| expanded(origin, document, &pattern));
                pretty.unwrap_or_else(|| format!("/{}", stem(below)))
            }
            (Some(own), _) => expanded(origin, document, &own),
            (None, Some(pattern)) => expanded(origin, document, &pattern),
            (None, None) => of_jekyll_page(origin, below),
        },
        Generator::Eleventy => {
            let permalink = text("permalink");
            let own = permalink.and_then(|own| of_eleventy(&own, document));
            own.unwrap_or_else(|| in_folder(document, None))
        }
        Generator::Astro => match text("slug") {
            Some(own) => format!("{}/{own}", document.base()),
            None => in_folder(document, None).to_lowercase(),
        },
        Generator::MdBook => in_folder(document, None),
    }
}

/// The path of a page of Jekyll outside collections: a file, where the settings do not want folders.
fn of_jekyll_page(origin: &Origin, below: &str) -> String {
    let place = stem(below);
    let permalink = text_at(&origin.config, "permalink").unwrap_or_default();
    let is_folder = permalink == "pretty" || permalink.ends_with('/');
    let file = below.rsplit_once('.').map_or(below, |(file, _)| file);
    match is_folder || file != place {
        true => format!("/{place}"),
        false => format!("/{place}.html"),
    }
}

/// A field of front matter as text.
fn text(document: &ImportedPage, key: &str) -> Option<String> {
    let text = match document.front.fields.get(key)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}

/// Tells a permalink that takes a program to read.
fn tell_unread(document: &ImportedPage, path: &str, report: &mut Report) {
    let permalink = text(document, "permalink");
    let permalink = permalink.filter(|_| document.generator == Generator::Eleventy);
    if let Some(own) = permalink.filter(|own| of_eleventy(own, document).is_none()) {
        let what = format!(
            "`permalink: {own}` makes its address by a template: it is `{path}` now, which `route` changes"
        );
        let line = document.front.lines.get("permalink").copied();
        report.tell(Topic::Changed, (&document.file, line.unwrap_or(0)), what);
    }
}

/// The site path of a page, without a slash at the end; one that the engine does not take as it was is told.
pub fn address(origin: &Origin, document: &ImportedPage, report: &mut Report) -> String {
    let written = written(origin, document);
    let path = clean(&written);
    let parts: Vec<&str> = written.split('/').filter(|part| !part.is_empty()).collect();
    let former = format!("/{}", parts.join("/"));
    let bare = former.trim_end_matches(".html").trim_end_matches("/index");
    if path != bare && path != former && path != "/" {
        let what = format!("its address was `{former}`: it is `{path}` now, without a redirect");
        report.tell(Topic::Changed, (&document.file, 0), what);
    }
    tell_unread(document, &path, report);
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

/// Whether pages are files or folders, as `urls` says it.
pub fn urls(origin: &Origin, documents: &[ImportedPage]) -> &'static str {
    let is_folder = |path: &str| path.ends_with('/') || path == "pretty";
    let of_page = |document: &ImportedPage| {
        let permalink = document.front.fields.get("permalink");
        let permalink = permalink.and_then(|permalink| permalink.as_str());
        permalink.is_some_and(is_folder)
    };
    let of_settings = || {
        let collections = documents.iter().map(|d| d.collection.as_str());
        let of_collection =
            |name| text_at(&origin.config, &format!("collections.{name}.permalink"));
        let mut own = collections.filter_map(of_collection);
        text_at(&origin.config, "permalink").is_some_and(|path| is_folder(&path))
            || own.any(|path| is_folder(&path))
    };
    let is_ugly = || {
        let mut names = ["uglyURLs", "uglyUrls", "uglyurls"].iter();
        names.any(|name| origin.config.get(name) == Some(&true.into()))
    };
    match origin.generator {
        Generator::MdBook => "file",
        Generator::Hugo if is_ugly() => "file",
        Generator::Jekyll if !documents.iter().any(of_page) && !of_settings() => "file",
        _ => "folder",
    }
}

/// The addresses beside its own under which the former site had a page: the site's own language may have stood in a
/// folder too, and the name of a file at the end, where pages are no files now.
pub fn former(origin: &Origin, document: &ImportedPage, urls: &str) -> Vec<String> {
    let key = "defaultContentLanguageInSubdir";
    let is_below = origin.config.get(key) == Some(&true.into());
    let own = Languages::of(origin).own.to_lowercase();
    let path = match document.address.as_str() {
        "/" => format!("/{own}"),
        path => format!("/{own}{path}"),
    };
    let in_folder = Some(path).filter(|_| is_below && document.language.is_none());
    let file = redirected(&written(origin, document));
    let is_other = urls == "folder" && file.ends_with(".html");
    in_folder
        .into_iter()
        .chain(Some(file).filter(|_| is_other))
        .collect()
}

/// A path that leads elsewhere, as the engine takes it: the name of a file keeps its ending.
pub fn redirected(path: &str) -> String {
    let bare = clean(path);
    let is_file = path.ends_with(".html") && !path.ends_with("/index.html");
    match is_file && bare != "/" {
        true => format!("{bare}.html"),
        false => bare,
    }
}

/// The address by folders as Hugo makes it.
fn in_hugo_folder(document: &ImportedPage, slug: Option<&str>) -> String {
    let place = stem(&document.below).replace(' ', "-");
    let (folder, name) = place.rsplit_once('/').unwrap_or(("", &place));
    let base = hugo_name(&document.base().replace(' ', "-"));
    let name = hugo_name(slug.unwrap_or(name));
    format!("{base}/{}/{name}", hugo_name(folder))
}

/// A text as a part of an address of Hugo: signs are left out, and spaces become one hyphen where none stands.
pub fn hugo_name(text: &str) -> String {
    let mut name = String::new();
    let mut is_apart = false;
    for c in text.to_lowercase().chars() {
        let is_kept = c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '+' | '~' | '-' | '@');
        if is_kept {
            if is_apart && c != '-' {
                name.push('-');
            }
            is_apart = false;
            name.push(c);
        } else if c.is_whitespace() && !name.is_empty() && !name.ends_with('-') {
            is_apart = true;
        }
    }
    name
}

/// What stands before the addresses of a page's collection, as the engine takes it; nothing for the site's root.
pub fn base(document: &ImportedPage) -> String {
    let base = document.base();
    let written = match document.generator {
        Generator::Hugo => hugo_name(&base.replace(' ', "-")),
        Generator::Astro => base.to_lowercase(),
        _ => base.to_owned(),
    };
    match clean(&written).as_str() {
        "/" => String::new(),
        path => path.to_owned(),
    }
}

/// The address by folders: the collection's, those below it, and the name of the file or of the folder.
fn in_folder(document: &ImportedPage, slug: Option<&str>) -> String {
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

/// What Jekyll calls `pretty`.
const PRETTY: &str = "/:categories/:year/:month/:day/:title/";

/// The pattern that settings give to the pages of a collection.
fn pattern(origin: &Origin, document: &ImportedPage) -> Option<String> {
    let name = &document.collection;
    let config = &origin.config;
    match origin.generator {
        Generator::Hugo if document.is_section() => {
            text_at(config, &format!("permalinks.section.{name}"))
        }
        Generator::Hugo => text_at(config, &format!("permalinks.{name}"))
            .or_else(|| text_at(config, &format!("permalinks.page.{name}"))),
        Generator::Jekyll => {
            let own = text_at(config, &format!("collections.{name}.permalink"));
            let all = || text_at(config, "permalink").unwrap_or_else(|| "date".to_owned());
            let is_posts = name == "posts";
            let pattern = match (own, is_posts) {
                (Some(own), _) => own,
                (None, true) => all(),
                (None, false) if name == "pages" => return None,
                (None, false) => "/:collection/:path:output_ext".to_owned(),
            };
            Some(match pattern.as_str() {
                "date" => "/:categories/:year/:month/:day/:title:output_ext".to_owned(),
                "pretty" => PRETTY.to_owned(),
                "ordinal" => "/:categories/:year/:y_day/:title:output_ext".to_owned(),
                "weekdate" => "/:categories/:year/W:week/:short_day/:title:output_ext".to_owned(),
                "none" => "/:categories/:title:output_ext".to_owned(),
                _ => pattern,
            })
        }
        _ => None,
    }
}

/// A pattern with what its words stand for; those that are not known stay as they are.
fn expanded(origin: &Origin, document: &ImportedPage, pattern: &str) -> String {
    let day = document.day().unwrap_or_default();
    let part = |range: std::ops::Range<usize>| day.get(range).unwrap_or_default().to_owned();
    let month = part(5..7).parse::<usize>().unwrap_or_default();
    let month = month.checked_sub(1).and_then(|at| MONTHS.get(at));
    let place = stem(&document.below);
    let Names {
        name,
        file,
        slug,
        title,
    } = names(document);
    let categories = [
        folders_above(document),
        words(document, "categories"),
        words(document, "category"),
    ]
    .join("/");
    let mut known = [
        (":categories", categories),
        (":collection", document.collection.clone()),
        (":contentbasename", name.clone()),
        (":slugorcontentbasename", file.clone()),
        (":slugorfilename", file),
        (":sections", sections(origin, document)),
        (":section", document.collection.clone()),
        (":filename", name.clone()),
        (":i_month", part(5..7).trim_start_matches('0').to_owned()),
        (":i_day", part(8..10).trim_start_matches('0').to_owned()),
        (":output_ext", ".html".to_owned()),
        (":monthname", month.unwrap_or(&"").to_string()),
        (":month", part(5..7)),
        (":day", part(8..10)),
        (":slug", slug),
        (":title", title),
        (":year", part(0..4)),
        (":path", place.clone()),
        (":name", name),
    ];
    // Longer words first, where one begins like another.
    known.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    let mut path = pattern.to_owned();
    for (word, value) in known {
        path = path.replace(word, &value);
    }
    path
}

/// The folders that hold a folder of posts, which are their categories too.
fn folders_above(document: &ImportedPage) -> String {
    let above = ["_posts/", "_drafts/"]
        .iter()
        .find_map(|folder| document.file.split_once(folder));
    let above = above.filter(|_| document.origin_is_jekyll());
    above.map_or(String::new(), |(folders, _)| folders.to_lowercase())
}

/// The sections of Hugo above a page: folders up to the last that has a page of its own, at least the first.
fn sections(origin: &Origin, document: &ImportedPage) -> String {
    let place = stem(&document.below);
    let folders = place.rsplit_once('/').map_or("", |(folders, _)| folders);
    let content = origin.content.trim_end_matches('/');
    let has_page = |folder: &str| {
        let index = format!("{content}{}/{folder}/_index.", document.base());
        origin.files.iter().any(|file| file.starts_with(&index))
    };
    let ends = folders.match_indices('/').map(|(slash, _)| slash);
    let ends = ends.chain([folders.len()]).rev();
    let mut above = ends.map(|end| &folders[..end]);
    let last = above.find(|folder| !folder.is_empty() && has_page(folder));
    format!("{}/{}", document.base(), last.unwrap_or_default())
}

/// What a page is called in patterns.
struct Names {
    /// By its file.
    name: String,
    /// By its slug, else by its file.
    file: String,
    /// By its slug, else as the generator has it.
    slug: String,
    /// By its title; in Jekyll that is its slug.
    title: String,
}

fn names(document: &ImportedPage) -> Names {
    let text = |key: &str| text(document, key);
    let place = stem(&document.below);
    let name = place
        .rsplit_once('/')
        .map_or(place.as_str(), |(_, name)| name);
    let name = document.name_without_date(name);
    if document.origin_is_jekyll() {
        let slug = text("slug").unwrap_or_else(|| name.to_owned());
        return Names {
            name: name.to_owned(),
            file: slug.clone(),
            slug: slug.clone(),
            title: slug,
        };
    }
    // A plus is a space there.
    let word = |text: &str| hugo_name(&hugo_name(text).replace('+', " "));
    let name = word(name);
    let own = text("slug").map(|slug| word(&slug));
    let file = own.clone().unwrap_or_else(|| name.clone());
    let title = text("title").map_or_else(|| file.clone(), |title| word(&title).replace('/', "-"));
    let slug = own.unwrap_or_else(|| title.clone());
    Names {
        name,
        file,
        slug,
        title,
    }
}

/// The words of a field as parts of an address.
fn words(document: &ImportedPage, field: &str) -> String {
    let words: Vec<String> = match document.front.fields.get(field) {
        Some(Value::String(one)) => one.split_whitespace().map(content::slug).collect(),
        Some(Value::Array(all)) => {
            let all = all.iter().filter_map(Value::as_str);
            all.map(content::slug).collect()
        }
        _ => Vec::new(),
    };
    words.join("/")
}

/// A path as the engine takes it: signs that no address may hold become hyphens, `..` leads at most to the root, and no
/// slash or `index.html` stands at the end.
pub fn clean(path: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
    {
        if part == ".." {
            parts.pop();
            continue;
        }
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
