//! Pictures and other files of the former site, and where they come.

use std::collections::{BTreeMap, BTreeSet};

use super::document::ImportedPage;
use super::origin::{Generator, Origin};
use super::report::{Report, Topic};

/// Files that are shown or linked, where they come; and the paths that keep their addresses. What belongs to the former
/// theme stays behind, unless a text links to it.
pub fn media(
    origin: &Origin,
    documents: &[ImportedPage],
    report: &mut Report,
) -> (BTreeMap<String, String>, Vec<String>) {
    let mut files = BTreeMap::new();
    let mut verbatim: BTreeSet<String> = BTreeSet::new();
    let folders: BTreeMap<String, String> = documents
        .iter()
        .map(|d| (folder(&d.file).to_owned(), folder(&d.target).to_owned()))
        .collect();
    let texts: Vec<&str> = documents.iter().map(|d| d.body.text.as_str()).collect();
    let sources: BTreeSet<&str> = documents.iter().map(|d| d.file.as_str()).collect();
    let is_linked = |file: &str, below: &str| {
        !sources.contains(file)
            && !MADE.contains(&below)
            && texts.iter().any(|text| links_to(text, below))
    };
    for file in &origin.files {
        let Some(place) = place(origin, &folders, file, &is_linked) else {
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

/// Where a file comes; inside, nothing for one of a former theme. None for one that is no part of the site.
fn place(
    origin: &Origin,
    folders: &BTreeMap<String, String>,
    file: &str,
    is_linked: &dyn Fn(&str, &str) -> bool,
) -> Option<Option<String>> {
    const PICTURES: [&str; 9] = [
        "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp",
    ];
    const OTHERS: [&str; 16] = [
        "pdf", "zip", "gz", "mp4", "webm", "mp3", "ogg", "wav", "csv", "xlsx", "docx", "pptx",
        "epub", "vtt", "bib", "ics",
    ];
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
    let is_beside = is_picture
        && !is_jekyll
        && origin.generator != Generator::Eleventy
        && file.starts_with(&origin.content);
    if let Some(target) = beside(folders, file).filter(|_| is_beside) {
        return Some(Some(target));
    }
    if origin.generator == Generator::Astro && is_picture && file.starts_with("src/assets/") {
        return Some(Some(format!("public/{}", &file["src/".len()..])));
    }
    let mut statics = origin.statics.iter();
    let below = statics.find_map(|folder| file.strip_prefix(folder.as_str()))?;
    if is_picture || OTHERS.contains(&ending.as_str()) || is_linked(file, below) {
        return Some(Some(format!("public/{below}")));
    }
    (!is_jekyll && !file.starts_with(&origin.content)).then_some(None)
}

/// Files that every new site makes itself.
const MADE: [&str; 3] = ["robots.txt", "sitemap.xml", "404.html"];

/// Whether a text links to a path of the site, from its root or from a page: where an address of Markdown or HTML
/// begins and ends.
fn links_to(text: &str, path: &str) -> bool {
    text.match_indices(path).any(|(at, _)| {
        let before = text[..at].trim_end_matches(['.', '/']);
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
