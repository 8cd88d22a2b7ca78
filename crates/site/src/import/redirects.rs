//! The addresses that led elsewhere: by settings, by a list for the host, and by pages that do nothing else.

use std::collections::BTreeMap;

use serde_json::Value;
use source::href;

use super::address::{clean, hugo_name, redirected, urls};
use super::document::ImportedPage;
use super::origin::{Generator, Origin};
use super::patterns::{braced, captured_pairs};
use super::report::{Report, Topic};

/// The list of redirects that hosts read.
const OF_HOSTS: &str = "_redirects";

/// A former address, where it leads, and the file and line that say so.
struct Redirect {
    from: String,
    to: String,
    file: String,
    line: usize,
}

/// All of them that lead to a page that came, or to another site; the others are told.
pub fn redirects(
    origin: &Origin,
    documents: &[ImportedPage],
    report: &mut Report,
) -> BTreeMap<String, String> {
    let form = urls(origin, documents);
    let mut all = of_settings(origin);
    all.extend(of_hosts(origin));
    all.extend(documents.iter().flat_map(of_page));
    let is_page = |path: &str| {
        let mut published = documents.iter().filter(|d| !d.fields.contains_key("draft"));
        published.any(|d| d.address == path)
    };
    let mut found = BTreeMap::new();
    for redirect in all {
        let Redirect { from, to, .. } = &redirect;
        let is_pattern = from.contains(['*', ':', '[']);
        let from = match form {
            "file" => clean(from),
            _ => redirected(from),
        };
        let to = leading(origin, &from, to);
        let leads = to.contains("://") || is_page(&to) || to == "/";
        match !is_pattern && leads && !is_page(&from) && from != "/" {
            true => drop(found.insert(from, to)),
            false => {
                let what = match is_page(&from) {
                    true => format!("a page stands at `{from}`: it does not lead to `{to}`"),
                    false => format!(
                        "the redirect from `{}` to `{}` has no counterpart: write it below `redirects` of content/site.yaml, or for the host",
                        redirect.from, redirect.to
                    ),
                };
                report.tell(Topic::Left, (&redirect.file, redirect.line), what);
            }
        }
    }
    found
}

/// Where a redirect leads, as the engine takes it.
fn leading(origin: &Origin, from: &str, to: &str) -> String {
    if to.contains("://") {
        return to.to_owned();
    }
    let bare = to.split('#').next().unwrap_or_default();
    let is_book = origin.generator == Generator::MdBook;
    let path = match bare.starts_with('/') || !is_book {
        true => Some(format!("/{}", bare.trim_start_matches('/'))),
        false => href::join(from, bare),
    };
    clean(&path.unwrap_or_default())
}

/// Those that settings hold: a table of mdBook, or a script of Astro.
fn of_settings(origin: &Origin) -> Vec<Redirect> {
    let table = origin.config.pointer("/output/html/redirect");
    let table = table.and_then(Value::as_object).into_iter().flatten();
    let of_book = table.map(|(from, to)| Redirect {
        from: from.clone(),
        to: to.as_str().unwrap_or_default().to_owned(),
        file: "book.toml".to_owned(),
        line: 0,
    });
    let script = match origin.generator {
        Generator::Astro => origin.settings_script(),
        _ => String::new(),
    };
    let table = script
        .split_once("redirects")
        .and_then(|(_, behind)| behind.get(braced(behind, behind.find('{')?)?))
        .unwrap_or_default();
    let pattern =
        r#"["'`](/[^"'`]*)["'`]\s*:\s*(?:\{[^}]*?destination\s*:\s*)?["'`]([^"'`]+)["'`]"#;
    let of_script = captured_pairs(pattern, table).into_iter();
    let of_script = of_script.map(|[from, to]| Redirect {
        from,
        to,
        file: "astro.config".to_owned(),
        line: 0,
    });
    of_book.chain(of_script).collect()
}

/// Those of a list for the host: two addresses in a line, and a number.
fn of_hosts(origin: &Origin) -> Vec<Redirect> {
    let files = origin
        .statics
        .iter()
        .map(|folder| format!("{folder}{OF_HOSTS}"));
    let mut found = Vec::new();
    for file in files.filter(|file| origin.has(file)) {
        let text = origin.text(&file).unwrap_or_default();
        for (at, line) in text.lines().enumerate() {
            let mut words = line
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace();
            if let (Some(from), Some(to)) = (words.next(), words.next()) {
                found.push(Redirect {
                    from: from.to_owned(),
                    to: to.to_owned(),
                    file: file.clone(),
                    line: at + 1,
                });
            }
        }
    }
    found
}

/// Those of a page that leads elsewhere, from all addresses that it had.
fn of_page(document: &ImportedPage) -> Vec<Redirect> {
    let Some(to) = document.leads_to() else {
        return Vec::new();
    };
    let from = document.former.iter().chain([&document.address]);
    let redirects = from.map(|from| Redirect {
        from: from.clone(),
        to: to.to_owned(),
        file: document.file.clone(),
        line: document.front.line("redirect_to"),
    });
    redirects.collect()
}

/// The former addresses of Hugo's tags whose signs the engine leaves out.
pub fn of_tags(
    documents: &[ImportedPage],
    terms: &BTreeMap<String, String>,
    report: &mut Report,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let is_meant = |document: &&ImportedPage| {
        let is_hugo = document.generator == Generator::Hugo && document.language.is_none();
        let base = terms.get(&document.collection).map(String::as_str);
        is_hugo && base == Some("/tags")
    };
    for document in documents.iter().filter(is_meant) {
        let tags = document.fields.get("tags").and_then(Value::as_array);
        for tag in tags.into_iter().flatten().filter_map(Value::as_str) {
            let written = format!("/tags/{}", hugo_name(&tag.replace(' ', "-")));
            let (from, to) = (clean(&written), format!("/tags/{}", content::slug(tag)));
            if from != written {
                let what = format!(
                    "the pages of the tag `{tag}` stood at `{written}`: they stand at `{to}` now, without a redirect"
                );
                report.tell(Topic::Changed, (&document.file, 0), what);
            } else if from != to {
                found.insert(from, to);
            }
        }
    }
    found
}
