//! The fields of an entry from those that a generator knows: dates, drafts, former addresses, taxonomies, titles.

use serde_json::{Map, Value};

use super::address::redirected;
use super::document::{ImportedPage, day, time};
use super::origin::Generator;
use super::report::{Report, Topic};
use crate::options;

/// Fields of every entry that mean something to the engine: one of another meaning is renamed.
const OWN: [&str; 9] = [
    "slug",
    "route",
    "template",
    "hidden",
    "sample",
    "noindex",
    "reading_time",
    "updated",
    "expires",
];
/// What only tells the former generator how to make a page.
const OF_GENERATOR: [&str; 16] = [
    "layout",
    "template",
    "render",
    "in_search_index",
    "sort_by",
    "paginate_by",
    "insert_anchor_links",
    "outputs",
    "cascade",
    "eleventyNavigation",
    "eleventyExcludeFromCollections",
    "eleventyComputed",
    "pagination",
    "permalink",
    "type",
    "build",
];

/// What a time of day is called beside its date.
pub const TIME: &str = "time";

/// Gives a page the fields that it comes with.
pub fn read(document: &mut ImportedPage, report: &mut Report) {
    let mut given = std::mem::take(&mut document.front.fields);
    lift(&mut given);
    published(document, &mut given, report);
    let mut fields = Map::new();
    let title = title(document, &mut given, report);
    fields.insert("title".to_owned(), title.into());
    document.front.fields = given.clone();
    if let Some(day) = document.day() {
        fields.insert("date".to_owned(), day.into());
        // The engine's dates are days: the time stands beside, so that entries of one day keep their order.
        let own = given.get("date").and_then(Value::as_str);
        if let Some(time) = own.and_then(time) {
            let name = if given.contains_key(TIME) {
                "time_of_day"
            } else {
                TIME
            };
            fields.insert(name.to_owned(), time.into());
        }
    } else if let Some(value) = given.get("date") {
        let what = format!("`date: {value}` is no day: it is left out");
        report.tell(
            Topic::Outlier,
            (&document.file, document.front.line("date")),
            what,
        );
    }
    given.remove("date");
    days(document, &mut given, &mut fields, report);
    if is_draft(&mut given) {
        fields.insert("draft".to_owned(), true.into());
    }
    let aliases = aliases(document, &mut given);
    if !aliases.is_empty() {
        fields.insert("aliases".to_owned(), aliases.into());
    }
    for name in ["tags", "categories", "keywords", "authors"] {
        if let Some(words) = given
            .remove(name)
            .and_then(|value| words(value, document.generator))
        {
            fields.insert(name.to_owned(), words.into());
        }
    }
    others(document, given, &mut fields, report);
    document.fields = fields;
}

/// The days of the last change and of expiry.
fn days(
    document: &ImportedPage,
    given: &mut Map<String, Value>,
    fields: &mut Map<String, Value>,
    report: &mut Report,
) {
    for (names, own) in [
        (
            &[
                "lastmod",
                "updated",
                "updatedDate",
                "modDatetime",
                "last_modified_at",
                "lastModified",
                "lastUpdated",
                "modified",
            ][..],
            "updated",
        ),
        (&["expiryDate", "expirydate", "expires"], "expires"),
    ] {
        let found = names
            .iter()
            .find_map(|name| Some((*name, given.get(*name)?.as_str().and_then(day)?)));
        if let Some((name, day)) = found {
            let former = given.remove(name);
            let former = former.as_ref().and_then(Value::as_str).unwrap_or_default();
            if let Some(time) = time(former) {
                let what = format!("`{name}: {former}` comes as its day, without `{time}`");
                let line = document.front.line(name);
                report.tell(Topic::Changed, (&document.file, line), what);
            }
            fields.insert(own.to_owned(), day.into());
        }
    }
}

/// What only its generator or its site knows.
fn others(
    document: &ImportedPage,
    mut given: Map<String, Value>,
    fields: &mut Map<String, Value>,
    report: &mut Report,
) {
    for name in OF_GENERATOR {
        if let Some(value) = given.remove(name) {
            let is_mere = matches!(
                name,
                "layout" | "template" | "permalink" | "type" | "cascade"
            ) || value == false;
            if !is_mere {
                let what = format!(
                    "`{name}: {}` has no counterpart",
                    source::yaml::flow(&value)
                );
                report.tell(
                    Topic::Left,
                    (&document.file, document.front.line(name)),
                    what,
                );
            }
        }
    }
    // What has become the address.
    for name in ["url", "path", "slug"] {
        given.remove(name);
    }
    if document.generator == Generator::Hugo {
        given.remove("menu");
        given.remove("menus");
    }
    if document.leads_to().is_some() {
        given.remove("redirect_to");
    }
    for (key, value) in given {
        if value.is_null() {
            continue;
        }
        let key = match OWN.contains(&key.as_str())
            || key == "id"
            || key == "collection"
            || key == "body"
            || key == "toc"
            || key == "words"
        {
            true => {
                let what =
                    format!("`{key}` means something to the engine: it is `former_{key}` now");
                report.tell(
                    Topic::Changed,
                    (&document.file, document.front.line(&key)),
                    what,
                );
                format!("former_{key}")
            }
            false => key,
        };
        fields.entry(key).or_insert(value);
    }
}

/// The day of publication, by whatever name. One that is still to come holds a page back, whatever its date says.
fn published(document: &ImportedPage, given: &mut Map<String, Value>, report: &mut Report) {
    let others = ["pubDate", "pubDatetime", "publishDate", "publishdate"];
    let Some(name) = others.into_iter().find(|name| given.contains_key(*name)) else {
        return;
    };
    let is_later = |value: &Value| {
        let day = value.as_str().and_then(day);
        day.is_some_and(|day| day > options::today())
    };
    let is_held = is_later(&given[name]);
    if is_held && given.contains_key("date") {
        let what =
            format!("`{name}` is still to come: it is `date` now, which holds the page back");
        report.tell(
            Topic::Changed,
            (&document.file, document.front.line(name)),
            what,
        );
    } else if given.contains_key("date") {
        return;
    }
    if let Some(value) = given.remove(name) {
        given.insert("date".to_owned(), value);
    }
}

/// Zola keeps taxonomies and a site's own fields in tables, Hugo the latter.
fn lift(given: &mut Map<String, Value>) {
    for table in ["taxonomies", "extra", "params"] {
        if let Some(Value::Object(inner)) = given.remove(table) {
            for (key, value) in inner {
                let key = match (given.contains_key(&key), key.as_str()) {
                    (true, _) | (_, "aliases" | "date" | "title" | "draft") => {
                        format!("{table}_{key}")
                    }
                    _ => key,
                };
                given.insert(key, value);
            }
        }
    }
}

/// The title: its own, the heading that the text begins with, or the name of the file.
fn title(
    document: &mut ImportedPage,
    given: &mut Map<String, Value>,
    report: &mut Report,
) -> String {
    let own = given.remove("title").map(|value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    });
    let own = own.filter(|title| !title.trim().is_empty() && !title.contains("{{"));
    let heading = heading(&document.body.text);
    let is_chapter = document.generator == Generator::MdBook;
    let is_same = |heading: &str| {
        own.as_deref()
            .is_none_or(|own| is_chapter || own.trim().eq_ignore_ascii_case(heading))
    };
    if let Some((range, text)) = heading.filter(|(_, text)| is_same(text)) {
        document.body.replace(vec![(range, String::new())]);
        return text;
    }
    own.unwrap_or_else(|| {
        let place = document
            .below
            .rsplit_once('.')
            .map_or(document.below.as_str(), |(stem, _)| stem);
        let name = place
            .trim_end_matches("/index")
            .rsplit('/')
            .next()
            .unwrap_or(place);
        let words = document.name_without_date(name).replace(['-', '_'], " ");
        let mut letters = words.chars();
        let title = letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>());
        let title = title
            .filter(|title| title != "Index")
            .unwrap_or_else(|| "Home".to_owned());
        report.tell(
            Topic::Outlier,
            (&document.file, 1),
            format!("it has no title: `{title}` is made from the file's name"),
        );
        title
    })
}

/// The heading of the first level that a text begins with: its lines, and its words.
fn heading(text: &str) -> Option<(std::ops::Range<usize>, String)> {
    let start = text.len() - text.trim_start().len();
    let line = text[start..].lines().next()?;
    let words = line.strip_prefix("# ")?.trim().trim_end_matches('#').trim();
    let words = match words.rfind(" {#") {
        Some(at) if words.ends_with('}') => &words[..at],
        _ => words,
    };
    let plain = words.replace(['`', '*'], "");
    (!plain.is_empty() && !plain.contains(['[', '<', '{']))
        .then(|| (start..start + line.len(), plain))
}

fn is_draft(given: &mut Map<String, Value>) -> bool {
    let is = |value: Option<Value>, what: bool| {
        value == Some(Value::Bool(what)) || value == Some(Value::from(what.to_string()))
    };
    let draft = is(given.remove("draft"), true) | is(given.remove("isDraft"), true);
    let unpublished = is(given.remove("published"), false);
    draft || unpublished
}

/// The addresses that led to a page.
fn aliases(document: &ImportedPage, given: &mut Map<String, Value>) -> Vec<String> {
    let mut found = document.former.clone();
    for name in ["aliases", "redirect_from"] {
        let all = match given.remove(name) {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(all)) => all
                .into_iter()
                .filter_map(|v| v.as_str().map(str::to_owned))
                .collect(),
            _ => continue,
        };
        for alias in all {
            let is_whole = alias.starts_with('/') || document.generator != Generator::Hugo;
            let parent = document
                .address
                .rsplit_once('/')
                .map_or("", |(parent, _)| parent);
            // Hugo takes a whole path as one of the page's language.
            let language = document.language.as_ref();
            let language = language.filter(|_| document.generator == Generator::Hugo);
            let prefix = language.map_or(String::new(), |code| format!("/{}", code.to_lowercase()));
            let path = match is_whole {
                true if alias.starts_with(&format!("{prefix}/")) => alias,
                true => format!("{prefix}{alias}"),
                false => format!("{parent}/{alias}"),
            };
            let path = redirected(path.split(['?', '#']).next().unwrap_or_default());
            if path != document.address && path != "/" && !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// Words of a taxonomy: a list, or a text that Jekyll parts at spaces and others at commas.
fn words(value: Value, generator: Generator) -> Option<Vec<String>> {
    let words: Vec<String> = match value {
        Value::String(text) if generator == Generator::Jekyll && !text.contains(',') => {
            text.split_whitespace().map(str::to_owned).collect()
        }
        Value::String(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
        Value::Array(all) => {
            let word = |value: Value| match value {
                Value::String(text) => Some(text),
                Value::Number(number) => Some(number.to_string()),
                Value::Bool(is) => Some(is.to_string()),
                Value::Object(named) => {
                    named.get("name").and_then(Value::as_str).map(str::to_owned)
                }
                _ => None,
            };
            all.into_iter().filter_map(word).collect()
        }
        _ => return None,
    };
    let mut kept: Vec<String> = Vec::new();
    for word in words.into_iter().filter(|word| !word.trim().is_empty()) {
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    (!kept.is_empty()).then_some(kept)
}
