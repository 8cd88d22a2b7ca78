//! Pictures and other files of the former site, and where they come.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::document::ImportedPage;
use super::excluded::texts;
use super::languages::Languages;
use super::origin::{Generator, Origin};
use super::passthrough::{self, Copied};
use super::report::{Report, Topic};
use crate::options;

/// What files come by.
struct Places<'a> {
    origin: &'a Origin,
    /// The new folders of texts, by those where they stood.
    folders: BTreeMap<String, String>,
    /// The folders below which texts stand.
    homes: Vec<String>,
    /// The addresses of the pages that own what stands beside them, by their folders; none where the page is not
    /// published, nor what it owns.
    owners: BTreeMap<String, Option<String>>,
    /// What Eleventy's settings copy.
    copies: Vec<Copied>,
    /// The files of the texts themselves.
    sources: BTreeSet<&'a str>,
    /// Those of which the report tells already why they stay behind.
    told: BTreeSet<String>,
    texts: Vec<&'a str>,
}

/// Files that are shown or linked, where they come; and the paths that keep their addresses. What belongs to the former
/// theme stays behind, unless a text links to it.
pub fn media(
    origin: &Origin,
    documents: &[ImportedPage],
    report: &mut Report,
) -> (BTreeMap<String, String>, Vec<String>) {
    let mut files = BTreeMap::new();
    let mut verbatim: BTreeSet<String> = BTreeSet::new();
    let places = Places::of(origin, documents, report);
    for file in &origin.files {
        let Some(place) = places.of_file(file) else {
            continue;
        };
        let target = match place {
            Some(target) => target,
            None => {
                let what = "a file of the former theme, or for machines";
                report.tell(Topic::Left, (file, 0), what);
                continue;
            }
        };
        match target
            .strip_prefix("public/")
            .map(|below| below.split_once('/').unwrap_or((below, "")))
        {
            // What stands there is named by its hash, and cached for ever.
            Some(("assets", _)) => report.tell(
                Topic::Changed,
                (file, 0),
                "files of assets/ get addresses with a hash",
            ),
            Some((top, below)) => {
                let slash = if below.is_empty() { "" } else { "/" };
                verbatim.insert(format!("{top}{slash}"));
            }
            None => {}
        }
        files.insert(file.clone(), target);
    }
    (files, verbatim.into_iter().collect())
}

const PICTURES: [&str; 9] = [
    "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp",
];
/// Files that visitors load, among those that others read.
const LOADED: [&str; 17] = [
    "pdf", "zip", "gz", "mp4", "webm", "mp3", "ogg", "wav", "csv", "xlsx", "docx", "pptx", "epub",
    "vtt", "bib", "ics", "stl",
];
/// Files of a theme, and those that only machines read, in folders that are published as they are.
const OF_THEME: [&str; 21] = [
    "",
    "css",
    "scss",
    "sass",
    "less",
    "js",
    "mjs",
    "ts",
    "map",
    "woff",
    "woff2",
    "ttf",
    "otf",
    "eot",
    "html",
    "htm",
    "xml",
    "json",
    "txt",
    "webmanifest",
    "php",
];

impl<'a> Places<'a> {
    fn of(origin: &'a Origin, documents: &'a [ImportedPage], report: &Report) -> Self {
        let is_owner = |document: &&ImportedPage| {
            let name = document.file.rsplit('/').next().unwrap_or_default();
            name.starts_with("index.") || document.is_section()
        };
        let published = |document: &ImportedPage| {
            let day = |name: &str| document.fields.get(name).and_then(Value::as_str);
            let today = options::today();
            let is_held = document.fields.contains_key("draft")
                || day("date").is_some_and(|day| *day > *today)
                || day("expires").is_some_and(|day| *day <= *today);
            (!is_held).then(|| document.address.clone())
        };
        let owns = matches!(origin.generator, Generator::Hugo | Generator::Zola);
        let owners = documents.iter().filter(|_| owns).filter(is_owner);
        // What translations share stands at the original's address.
        let (originals, translations): (Vec<_>, Vec<_>) =
            owners.partition(|document| document.original.is_none());
        let owners = translations.into_iter().chain(originals);
        let loaders = origin.loaders.iter().map(|own| own.folder.clone());
        let languages = Languages::of(origin).others.into_iter();
        let languages = languages.filter_map(|language| language.folder);
        Self {
            origin,
            folders: documents
                .iter()
                .map(|d| (folder(&d.file).to_owned(), folder(&d.target).to_owned()))
                .collect(),
            owners: owners
                .map(|d| (folder(&d.file).to_owned(), published(d)))
                .collect(),
            homes: loaders
                .chain(languages)
                .chain([origin.content.clone()])
                .collect(),
            copies: passthrough::copies(origin),
            sources: documents.iter().map(|d| d.file.as_str()).collect(),
            told: report.files(),
            texts: documents.iter().map(|d| d.body.text.as_str()).collect(),
        }
    }

    fn is_linked(&self, file: &str, below: &str) -> bool {
        let base = self.origin.base_path();
        !self.sources.contains(file)
            && !MADE.contains(&below)
            && self.texts.iter().any(|text| links_to(text, below, &base))
    }

    /// Where a file comes that a page owns; inside, nothing where that page is not published.
    fn owned(&self, file: &str) -> Option<Option<String>> {
        let slashes = file.match_indices('/').rev();
        let mut folders = slashes.map(|(slash, _)| &file[..slash]);
        let above = folders.find(|above| self.owners.contains_key(*above))?;
        // A section of Zola owns what stands in its own folder, and no folders.
        let page = format!("{above}/index.md");
        let is_near = above == folder(file) || self.sources.contains(page.as_str());
        if self.origin.generator == Generator::Zola && !is_near {
            return None;
        }
        let address = self.owners[above].as_deref();
        let name = &file[above.len()..];
        let target = |address: &str| format!("public{}{name}", address.trim_end_matches('/'));
        Some(address.map(target))
    }

    /// Where a file comes; inside, nothing for one of a former theme. None for one that is no part of the site.
    fn of_file(&self, file: &str) -> Option<Option<String>> {
        let origin = self.origin;
        let ending = file
            .rsplit_once('.')
            .map_or("", |(_, ending)| ending)
            .to_lowercase();
        let is_picture = PICTURES.contains(&ending.as_str());
        let is_jekyll = origin.generator == Generator::Jekyll;
        if is_jekyll && file.split('/').any(|part| part.starts_with('_')) {
            return None;
        }
        // Beside the texts, in the nearest folder that holds any.
        let is_of_texts = self.homes.iter().any(|own| file.starts_with(own));
        let is_beside =
            is_picture && !is_jekyll && origin.generator != Generator::Eleventy && is_of_texts;
        if let Some(target) = beside(&self.folders, file).filter(|_| is_beside) {
            return Some(Some(target));
        }
        if self.sources.contains(file) || self.told.contains(file) {
            return None;
        }
        if let Some(owned) = self.owned(file) {
            return owned.map(Some);
        }
        if origin.generator == Generator::Astro && is_picture && file.starts_with("src/assets/") {
            return Some(Some(format!("public/{}", &file["src/".len()..])));
        }
        let copied = passthrough::target(&self.copies, origin, file);
        let mut statics = origin.statics.iter();
        let below = copied.clone().or_else(|| {
            let below = statics.find_map(|folder| file.strip_prefix(folder.as_str()))?;
            Some(below.to_owned())
        })?;
        let is_published = copied.is_some() || !file.starts_with(&origin.content);
        let is_well_known = below.starts_with(".well-known/");
        let is_included = || texts(&origin.config, "/include").contains(&".well-known".to_owned());
        let is_known = match is_published {
            true => !OF_THEME.contains(&ending.as_str()) || is_well_known,
            false => {
                is_picture
                    || LOADED.contains(&ending.as_str()) && origin.generator != Generator::Eleventy
                    || is_well_known && is_jekyll && is_included()
            }
        };
        if is_known || self.is_linked(file, &below) {
            return Some(Some(format!("public/{below}")));
        }
        is_published.then_some(None)
    }
}

/// Files that every new site makes itself.
const MADE: [&str; 3] = ["robots.txt", "sitemap.xml", "404.html"];

/// Whether a text links to a path of the site, from its root, from the path below which that stood or from a page: where an address of Markdown or HTML
/// begins and ends.
fn links_to(text: &str, path: &str, base: &str) -> bool {
    text.match_indices(path).any(|(at, _)| {
        let before = text[..at].trim_end_matches(['.', '/']);
        let before = before.strip_suffix(base).unwrap_or(before);
        let after = text[at + path.len()..].chars().next();
        let begins = ["](", "](<", "]: ", "]:", "href=\"", "href='", "href="];
        let ends = |c: char| c.is_whitespace() || [')', '>', '"', '\'', '#', '?'].contains(&c);
        begins.iter().any(|mark| before.ends_with(mark)) && after.is_none_or(ends)
    })
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Where a file beside texts comes: into what has become of the nearest folder above it.
fn beside(folders: &BTreeMap<String, String>, file: &str) -> Option<String> {
    let mut above = folder(file);
    loop {
        if let Some(target) = folders.get(above) {
            let name = file[above.len()..].trim_start_matches('/');
            return Some(format!("{target}/{name}"));
        }
        if above.is_empty() {
            return None;
        }
        above = folder(above);
    }
}
