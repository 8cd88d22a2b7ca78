//! Which files of a site are its pages, and where each of them comes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Map;
use source::Source;

use super::address::{address, former, urls};
use super::document::ImportedPage;
use super::excluded::texts;
use super::front::Front;
use super::inherited;
use super::languages::Languages;
use super::origin::{Generator, Origin};
use super::report::{Report, Topic};
use super::sections;
use super::summary::{Chapter, chapters};
use super::text::Text;
use super::translations;
use super::unpublished;

/// The pages of a site.
pub fn documents(origin: &Origin, report: &mut Report) -> Vec<ImportedPage> {
    let chapters = of_summary(origin, report);
    let languages = Languages::of(origin);
    let mut documents = Vec::new();
    for file in &origin.files {
        let Some(place) = place(origin, &languages, file) else {
            tell_other(origin, file, report);
            continue;
        };
        let Some(text) = origin.text(file) else {
            report.tell(Topic::Left, (file, 0), "it is not UTF-8");
            continue;
        };
        let source = Source::new(file.clone(), text);
        let front = match Front::read(&source) {
            Ok(front) => front,
            Err(mistakes) => {
                let why = mistakes
                    .first()
                    .map_or(String::new(), |m| m.message.clone());
                report.tell(
                    Topic::Left,
                    (file, 1),
                    format!("its front matter cannot be read: {why}"),
                );
                continue;
            }
        };
        if origin.generator == Generator::Jekyll && !front.is_there && place.collection == "pages" {
            let what = "without front matter Jekyll publishes it as it is, which is no page";
            report.tell(Topic::Left, (file, 0), what);
            continue;
        }
        documents.push(document(origin, &source, front, place));
    }
    inherited::inherit(origin, &mut documents);
    unpublished::hold_back(origin, &mut documents, report);
    for document in &mut documents {
        if let Some(chapters) = &chapters {
            of_chapter(document, origin, chapters, report);
        }
        document.address = address(origin, document, report);
    }
    let urls = urls(origin, &documents);
    for document in &mut documents {
        document.former = former(origin, document, urls);
    }
    sections::apart(&mut documents);
    translations::pair(&mut documents, report);
    name_files(&mut documents);
    documents
}

fn document(origin: &Origin, source: &Arc<Source>, front: Front, place: Place) -> ImportedPage {
    let first = source.position(front.body).0;
    let body = &source.text()[front.body..];
    ImportedPage {
        generator: origin.generator,
        file: source.path.clone(),
        collection: place.collection,
        at: place.at,
        below: place.below,
        body: Text::new(body, first),
        front,
        fields: Map::new(),
        address: String::new(),
        language: place.language,
        original: None,
        former: Vec::new(),
        target: String::new(),
        mended: 0,
    }
}

/// Where a page comes.
struct Place {
    collection: String,
    at: String,
    below: String,
    /// Its language, where that is not the site's own.
    language: Option<String>,
}

const TEXTS: [&str; 5] = [".md", ".markdown", ".mdx", ".mkd", ".mdown"];
/// Files about a project, which are no pages where a site has none but them.
const ABOUT: [&str; 8] = [
    "README",
    "LICENSE",
    "CONTRIBUTING",
    "CHANGELOG",
    "CODE_OF_CONDUCT",
    "SECURITY",
    "AGENTS",
    "CLAUDE",
];

fn is_text(file: &str) -> bool {
    TEXTS.iter().any(|ending| file.ends_with(ending))
}

fn place(origin: &Origin, languages: &Languages, file: &str) -> Option<Place> {
    if !is_text(file) {
        return None;
    }
    let below = file.strip_prefix(origin.content.as_str());
    let name = file.rsplit('/').next().unwrap_or(file);
    let stem = name.split('.').next().unwrap_or(name);
    match origin.generator {
        Generator::Hugo | Generator::Zola => {
            let (below, language) = languages.place(file, &origin.content)?;
            let folders = below.rsplit_once('/').map_or("", |(folders, _)| folders);
            let is_partial = folders.split('/').any(|folder| folder.starts_with('_'));
            let below = below.replace("_index.", "index.");
            let is_about = ABOUT.contains(&stem) && folders.is_empty();
            (!is_partial && !is_about).then(|| Place {
                language,
                ..by_folder(&below)
            })
        }
        Generator::Jekyll => of_jekyll(origin, file),
        Generator::Eleventy => {
            let below = below?;
            let is_hidden = below.split('/').any(|part| part.starts_with('_'));
            let is_about = ABOUT.contains(&stem) && !below.contains('/');
            (!is_hidden && !is_about).then(|| by_folder(below))
        }
        Generator::Astro => of_astro(origin, file),
        Generator::MdBook => {
            let below = below.filter(|below| *below != "SUMMARY.md")?;
            let is_index = stem.eq_ignore_ascii_case("readme");
            let below = match (is_index, below.rsplit_once('/')) {
                (true, Some((folder, _))) => format!("{folder}/index.md"),
                (true, None) => "index.md".to_owned(),
                (false, _) => below.to_owned(),
            };
            Some(Place {
                collection: "chapters".to_owned(),
                at: String::new(),
                below,
                language: None,
            })
        }
    }
}

fn of_jekyll(origin: &Origin, file: &str) -> Option<Place> {
    if let Some((_, post)) = file
        .split_once("_posts/")
        .or_else(|| file.split_once("_drafts/"))
    {
        return Some(Place {
            collection: "posts".to_owned(),
            at: "/posts".to_owned(),
            below: post.to_owned(),
            language: None,
        });
    }
    let first = file.split('/').next().unwrap_or_default();
    if let Some(own) = first.strip_prefix('_').filter(|_| file.contains('/')) {
        let is_known = origin.config.get("collections").is_some_and(|c| {
            c.get(own).is_some()
                || c.as_array()
                    .is_some_and(|all| all.iter().any(|one| one == own))
        });
        if is_known {
            return Some(Place {
                collection: own.to_owned(),
                at: format!("/{own}"),
                below: file[first.len() + 1..].to_owned(),
                language: None,
            });
        }
    }
    let included = texts(&origin.config, "/include");
    let is_included = |part: &str| included.iter().any(|own| own.trim_matches('/') == part);
    let is_hidden = file
        .split('/')
        .any(|part| part.starts_with('_') && !is_included(part));
    (!is_hidden).then(|| Place {
        collection: "pages".to_owned(),
        at: String::new(),
        below: file.to_owned(),
        language: None,
    })
}

fn of_astro(origin: &Origin, file: &str) -> Option<Place> {
    let loader = origin.loaders.iter().find_map(|loader| {
        let below = file.strip_prefix(&loader.folder)?;
        Some((loader.collection.as_str(), below))
    });
    let is_page = file.strip_prefix("src/pages/");
    if let Some((collection, below)) = loader.filter(|_| is_page.is_none()) {
        let is_hidden = below.split('/').any(|part| part.starts_with('_'));
        return (!is_hidden).then(|| of_loader(origin, collection, below));
    }
    let below = is_page.or_else(|| file.strip_prefix(origin.content.as_str()))?;
    if below.split('/').any(|part| part.starts_with('_')) {
        return None;
    }
    if is_page.is_some() {
        return Some(Place {
            collection: "pages".to_owned(),
            at: String::new(),
            below: below.to_owned(),
            language: None,
        });
    }
    let (collection, rest) = below.split_once('/')?;
    Some(of_loader(origin, collection, rest))
}

/// Where a text of a collection of Astro comes.
fn of_loader(origin: &Origin, collection: &str, below: &str) -> Place {
    let is_docs = collection == "docs"
        && origin.has("package.json")
        && origin
            .text("package.json")
            .is_some_and(|text| text.contains("starlight"));
    let at = if is_docs {
        String::new()
    } else {
        format!("/{collection}")
    };
    Place {
        collection: named(collection),
        at,
        below: below.to_owned(),
        language: None,
    }
}

/// A collection for each folder, and one for what stands in none.
fn by_folder(below: &str) -> Place {
    match below.split_once('/') {
        Some((folder, rest)) => Place {
            collection: named(folder),
            at: format!("/{folder}"),
            below: rest.to_owned(),
            language: None,
        },
        None => Place {
            collection: "pages".to_owned(),
            at: String::new(),
            below: below.to_owned(),
            language: None,
        },
    }
}

/// A folder's name as that of a collection, which must not be one of the engine's own.
fn named(folder: &str) -> String {
    match content::slug(folder).as_str() {
        own @ ("forms" | "pages" | "") => format!("{own}-section"),
        name => name.to_owned(),
    }
}

/// Pages that are no Markdown, and translations: they stay behind.
fn tell_other(origin: &Origin, file: &str, report: &mut Report) {
    if is_layout(origin, file) {
        let why = "a layout: the site has a plain theme in templates/";
        report.tell(Topic::Left, (file, 0), why);
        return;
    }
    let pages = file.strip_prefix("src/pages/");
    let pages = pages.filter(|_| origin.generator == Generator::Astro);
    let Some(below) = pages.or_else(|| file.strip_prefix(origin.content.as_str())) else {
        let is_text =
            origin.generator == Generator::Hugo && file.starts_with("content/") && is_text(file);
        if is_text {
            report.tell(
                Topic::Left,
                (file, 0),
                "it stands outside the folder of the site's own language",
            );
        }
        return;
    };
    let is_post = |part: &str| {
        let is_of_posts = matches!(part, "_posts" | "_drafts");
        is_of_posts && origin.generator == Generator::Jekyll
    };
    let is_hidden = below
        .split('/')
        .any(|part| part.starts_with('_') && !part.starts_with("_index") && !is_post(part));
    let is_of_theme = ["_includes/", "_layouts/"]
        .iter()
        .any(|of| below.contains(of));
    if is_text(file) && !is_of_theme && below != "SUMMARY.md" {
        let why = match is_hidden {
            true => "its name, or that of its folder, begins with `_`: it was no page",
            false => "a text about the project, which is no page",
        };
        report.tell(Topic::Left, (file, 0), why);
        return;
    }
    let programs = [
        "njk", "liquid", "webc", "hbs", "ejs", "pug", "haml", "html", "htm", "adoc", "asciidoc",
        "rst", "org", "ipynb", "astro", "vue",
    ];
    let ending = below.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_page = match origin.generator {
        Generator::Astro => file.starts_with("src/pages/"),
        _ => true,
    };
    let is_script = below.ends_with(".11ty.js") || below.ends_with(".11tydata.js");
    if is_page && !is_hidden && (programs.contains(&ending) || is_script) {
        report.tell(
            Topic::Left,
            (file, 0),
            format!("a page or data that `.{ending}` makes: write it as a template or an entry"),
        );
    }
}

/// Whether a file is a template that makes pages, or a part of such templates.
fn is_layout(origin: &Origin, file: &str) -> bool {
    let below = file.strip_prefix(origin.content.as_str()).unwrap_or(file);
    match origin.generator {
        Generator::Hugo => file.starts_with("layouts/"),
        Generator::Zola => file.starts_with("templates/"),
        Generator::Jekyll | Generator::Eleventy => {
            let mut folders = ["_includes/", "_layouts/"].iter();
            folders.any(|folder| file.starts_with(folder) || below.starts_with(folder))
        }
        Generator::Astro | Generator::MdBook => false,
    }
}

/// The chapters of mdBook's summary, and those that it only announces.
fn of_summary(origin: &Origin, report: &mut Report) -> Option<BTreeMap<String, Chapter>> {
    if origin.generator != Generator::MdBook {
        return None;
    }
    let file = format!("{}SUMMARY.md", origin.content);
    let (chapters, drafts) = chapters(&origin.text(&file)?);
    for (line, title) in drafts {
        report.tell(
            Topic::Left,
            (&file, line),
            format!("the chapter « {title} » has no file yet"),
        );
    }
    for name in chapters.keys() {
        let path = format!("{}{name}", origin.content);
        if !origin.has(&path) {
            report.tell(
                Topic::Left,
                (&file, 0),
                format!("there is no file `{path}`"),
            );
        }
    }
    Some(chapters)
}

/// What the summary says of a chapter; a file that it does not name is not published.
fn of_chapter(
    document: &mut ImportedPage,
    origin: &Origin,
    chapters: &BTreeMap<String, Chapter>,
    report: &mut Report,
) {
    let name = document
        .file
        .strip_prefix(origin.content.as_str())
        .unwrap_or(&document.file);
    let fields = &mut document.front.fields;
    match chapters.get(name) {
        Some(chapter) => {
            fields.insert("title".to_owned(), chapter.title.clone().into());
            fields.insert("order".to_owned(), chapter.order.into());
            fields.insert("level".to_owned(), chapter.level.into());
            if let Some(part) = &chapter.part {
                fields.insert("part".to_owned(), part.clone().into());
            }
        }
        None => {
            report.tell(
                Topic::Left,
                (&document.file, 0),
                "SUMMARY.md does not name it: it came as a draft",
            );
            fields.insert("order".to_owned(), (chapters.len() + 1).into());
            fields.insert("level".to_owned(), 0.into());
            fields.insert("draft".to_owned(), true.into());
        }
    }
}

/// The file that each page comes into: Markdown, without signs that addresses lack, and none twice.
/// Translations stand beside their originals.
fn name_files(documents: &mut [ImportedPage]) {
    let mut taken = BTreeSet::new();
    for document in documents.iter_mut().filter(|d| d.language.is_none()) {
        let place = document
            .below
            .rsplit_once('.')
            .map_or(document.below.as_str(), |(stem, _)| stem);
        let (folders, name) = place.rsplit_once('/').unwrap_or(("", place));
        let name = match document.collection.as_str() {
            "posts" => document.name_without_date(name).to_owned(),
            _ => name.to_owned(),
        };
        let part = |part: &str| {
            let plain = part.trim_start_matches('_').replace(['.', ' '], "-");
            let plain = plain.replace(
                |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '~' | '@' | '+')),
                "-",
            );
            if plain == "README" {
                "readme".to_owned()
            } else {
                plain
            }
        };
        let mut parts: Vec<String> = folders
            .split('/')
            .filter(|f| !f.is_empty())
            .map(part)
            .collect();
        parts.push(part(&name));
        let base = format!("content/{}/{}", document.collection, parts.join("/"));
        let numbers = (1..).map(|n| {
            if n == 1 {
                format!("{base}.md")
            } else {
                format!("{base}-{n}.md")
            }
        });
        let file = numbers
            .into_iter()
            .find(|file| taken.insert(file.to_lowercase()));
        document.target = file.unwrap_or_default();
    }
    let originals: BTreeMap<String, String> = documents
        .iter()
        .map(|d| (d.address.clone(), d.target.clone()))
        .collect();
    for document in documents {
        if let (Some(code), Some(original)) = (&document.language, &document.original) {
            let target = originals.get(original).map_or("", String::as_str);
            document.target = format!("{}.{code}.md", target.trim_end_matches(".md"));
        }
    }
}
