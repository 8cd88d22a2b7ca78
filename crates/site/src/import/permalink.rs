//! The addresses that templates in front matter make, as far as they can be told without running them.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::document::ImportedPage;

/// The path that a permalink of Eleventy gives a page; none where that takes more than names and slugs.
pub fn of_eleventy(permalink: &str, document: &ImportedPage) -> Option<String> {
    static VALUE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\{\{-?(.*?)-?\}\}").ok());
    let mut path = String::new();
    let mut done = 0;
    for found in VALUE.as_ref()?.captures_iter(permalink) {
        let whole = found.get(0)?;
        path += &permalink[done..whole.start()];
        path += &value(found[1].trim(), document)?;
        done = whole.end();
    }
    path += &permalink[done..];
    let is_plain = !["{{", "{%", "{#"].iter().any(|mark| path.contains(mark));
    is_plain.then(|| format!("/{}", path.trim_start_matches('/')))
}

/// What an output shows: a name of the page or a field, as its filters leave it.
fn value(expression: &str, document: &ImportedPage) -> Option<String> {
    let mut parts = expression.split('|').map(str::trim);
    let what = parts.next()?;
    let quoted = what.strip_prefix(['"', '\'']);
    let mut text = match (what, quoted) {
        ("page.fileSlug", _) => file_slug(document),
        ("page.filePathStem", _) => format!("{}/{}", document.base(), path_stem(document)),
        (_, Some(quoted)) => quoted.trim_end_matches(['"', '\'']).to_owned(),
        _ => match document.front.fields.get(what)? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        },
    };
    for filter in parts {
        text = match filter {
            "slugify" | "slug" => content::slug(&text.replace('&', " and ")),
            "lower" | "downcase" => text.to_lowercase(),
            "url" | "safe" | "trim" | "strip" => text.trim().to_owned(),
            _ => return None,
        };
    }
    Some(text)
}

/// The name of a page's file, or of its folder where that is `index`, without its date.
fn file_slug(document: &ImportedPage) -> String {
    let stem = path_stem(document);
    let whole = format!("{}/{stem}", document.base());
    let folder = whole.strip_suffix("/index").unwrap_or(&whole);
    folder.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Where a page stands below its collection, without the ending and the date in its name.
fn path_stem(document: &ImportedPage) -> String {
    let below = document.below.as_str();
    let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
    match stem.rsplit_once('/') {
        Some((folders, name)) => format!("{folders}/{}", document.name_without_date(name)),
        None => document.name_without_date(stem).to_owned(),
    }
}

/// The name of a page of Zola in its address: its slug or its file's name, by the strategy of the settings.
pub fn zola_name(strategy: Option<&str>, name: &str) -> String {
    match strategy {
        Some("off") => name.to_owned(),
        Some("safe") => {
            let kept = name
                .chars()
                .filter(|c| !"<>:\"/\\|?*#(){}[]\n".contains(*c));
            kept.map(|c| if c == ' ' { '_' } else { c }).collect()
        }
        _ => content::slug(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_slugs_by_the_strategy() {
        assert_eq!(zola_name(None, "My_First Été"), "my-first-ete");
        assert_eq!(zola_name(Some("safe"), "My First?"), "My_First");
        assert_eq!(zola_name(Some("off"), "My First"), "My First");
    }
}
