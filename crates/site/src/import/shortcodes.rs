//! What a generator runs in a text: shortcodes, tags and components, to Markdown, components of the theme, or a line of
//! the report.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use super::admonitions::{admonition, dedented, directives, quoted};
use super::comments;
use super::document::{DocumentPlaces, ImportedPage};
use super::formulas;
use super::headings;
use super::includes;
use super::mdx;
use super::origin::{Generator, Origin, text_at};
use super::report::{Report, Topic};
use super::tags::{Tag, closing, hugo, jsx, liquid, raw, zola};
use super::text::{Text, is_in};

/// What a text is read beside.
pub struct ReadBeside<'a> {
    /// The site.
    pub origin: &'a Origin,
    /// Where its pages are.
    pub places: &'a DocumentPlaces,
    /// For each of them its new file.
    pub targets: &'a [String],
}

/// Turns what has a counterpart into it, and tells the rest at its line.
pub fn convert(given: &ReadBeside<'_>, document: &mut ImportedPage, report: &mut Report) {
    match given.origin.generator {
        Generator::MdBook => {
            includes::expand(given.origin, document, report);
            tags(given, document, report, jsx);
        }
        Generator::Astro => {
            directives(&mut document.body);
            if document.file.ends_with(".mdx") {
                mdx::scripts(document, report);
                mdx::attributes(document, report);
                tags(given, document, report, jsx);
                mdx::expressions(document, report);
            }
        }
        Generator::Hugo => {
            for _ in 0..3 {
                if !tags(given, document, report, hugo) {
                    break;
                }
            }
            plain(
                &mut document.body,
                r"(?s)\{\{([<%])/\*(.*?)\*/([>%])\}\}",
                |found| format!("{{{{{}{}{}}}}}", &found[1], &found[2], &found[3]),
            );
            formulas::convert(given.origin, &mut document.body);
        }
        Generator::Zola => {
            tags(given, document, report, zola);
            plain(
                &mut document.body,
                r"(?s)\{([{%])/\*(.*?)\*/([}%])\}",
                |found| format!("{{{}{}{}}}", &found[1], &found[2], &found[3]),
            );
        }
        Generator::Jekyll | Generator::Eleventy => {
            comments::take_out(given.origin, document, report);
            tags(given, document, report, liquid);
            if given.origin.generator == Generator::Jekyll {
                breaks(&mut document.body);
            }
            headings::of_kramdown(document);
            attributes(document, report);
        }
    }
    headings::keep_ids(document);
}

/// Replaces every place of a pattern.
fn plain(body: &mut Text, pattern: &str, new: impl Fn(&Captures<'_>) -> String) {
    let Ok(pattern) = Regex::new(pattern) else {
        return;
    };
    let changes = pattern
        .captures_iter(&body.text)
        .filter_map(|found| Some((found.get(0)?.range(), new(&found))));
    let changes = changes.collect();
    body.replace(changes);
}

/// Finds the tags of a text by a generator's rule and replaces them. Says whether any was replaced whose inside may hold
/// others.
fn tags(
    given: &ReadBeside<'_>,
    document: &mut ImportedPage,
    report: &mut Report,
    find: fn(&str) -> Vec<Tag>,
) -> bool {
    let text = document.body.text.clone();
    let code = document.body.code();
    let mut found = find(&text);
    let raw = raw(&found);
    // A comment is read by nobody: what stands in it stays, also what an earlier round put there.
    let comments = comments(&text, &code);
    found.retain(|tag| {
        !is_in(&comments, tag.range.start)
            && !raw
                .iter()
                .any(|raw| raw.start < tag.range.start && tag.range.end < raw.end)
    });
    for tag in &mut found {
        tag.is_in_code = is_in(&code, tag.range.start);
        let before = text[..tag.range.start].rfind('\n').map_or(0, |at| at + 1);
        let behind = text[tag.range.end..]
            .find('\n')
            .map_or(text.len(), |at| tag.range.end + at);
        tag.is_alone = text[before..tag.range.start].trim().is_empty()
            && text[tag.range.end..behind].trim().is_empty();
    }
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let mut again = false;
    let mut done = 0;
    for (index, tag) in found.iter().enumerate() {
        if tag.range.start < done {
            continue;
        }
        let end = closing(&found, index);
        if let Some(end) = end
            && let Some(new) = pair(tag, &text[tag.range.end..found[end].range.start])
        {
            done = found[end].range.end;
            changes.push((tag.range.start..done, new));
            again = true;
            continue;
        }
        match single(given, document, tag) {
            Some(new) => changes.push((tag.range.clone(), new)),
            None => changes.extend(unknown(document, tag, &text, report)),
        }
    }
    let is_changed = !changes.is_empty();
    document.body.replace(changes);
    again && is_changed
}

/// Where comments of HTML stand in a text.
fn comments(text: &str, code: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut comments: Vec<Range<usize>> = Vec::new();
    for (start, _) in text.match_indices("<!--") {
        let is_within = is_in(code, start) || is_in(&comments, start);
        if let Some(len) = text[start..].find("-->").filter(|_| !is_within) {
            comments.push(start..start + len + "-->".len());
        }
    }
    comments
}

/// What a pair of tags becomes, with what stands between; none when that has no counterpart.
fn pair(tag: &Tag, inner: &str) -> Option<String> {
    let name = tag.name.as_str();
    match name {
        "highlight" | "code-toggle" | "codetabs" => {
            let language = match name {
                "highlight" => tag.first().unwrap_or("text"),
                _ => "yaml",
            };
            let mark = if inner.contains("```") { "````" } else { "```" };
            return Some(format!(
                "{mark}{language}\n{}\n{mark}",
                inner.trim_matches('\n')
            ));
        }
        "comment" => return Some(String::new()),
        "details" if !tag.is_in_code => {
            let summary = tag
                .argument(&["summary", "title"])
                .or(tag.first())
                .unwrap_or("Details");
            return Some(format!(
                "<details>\n<summary>{summary}</summary>\n\n{}\n\n</details>",
                inner.trim()
            ));
        }
        "Listing" => {
            let file = tag
                .argument(&["file-name"])
                .map(|name| format!("`{name}`\n\n"));
            let number = tag
                .argument(&["number"])
                .map(|n| format!(" {n}"))
                .unwrap_or_default();
            let caption = tag
                .argument(&["caption"])
                .map(|text| format!("\n\nListing{number}: {text}"));
            let (file, caption) = (file.unwrap_or_default(), caption.unwrap_or_default());
            return Some(format!("{file}{}{caption}", inner.trim_matches('\n')));
        }
        "TabItem" => {
            let label = tag.argument(&["label"]).unwrap_or_default();
            return Some(format!("**{label}**\n\n{}\n", dedented(inner).trim()));
        }
        _ => {}
    }
    let kind = tag.argument(&["type", "kind", "level"]).or(tag.first());
    let kind = kind
        .and_then(admonition)
        .or_else(|| admonition(name))
        .filter(|_| admonition(name).is_some() && !tag.is_in_code)?;
    let title = tag
        .argument(&["title"])
        .map(|title| format!("> **{title}**\n>\n"))
        .unwrap_or_default();
    Some(format!(
        "\n{}",
        quoted(kind, &title, dedented(inner).trim())
    ))
}

/// What a tag of its own becomes; none when it has no counterpart.
fn single(given: &ReadBeside<'_>, document: &ImportedPage, tag: &Tag) -> Option<String> {
    let first = tag.first();
    let named = |names: &[&str]| tag.argument(names);
    match tag.name.as_str() {
        "raw" | "endraw" | "endcomment" => Some(String::new()),
        "figure" | "img" | "image" => figure(tag),
        "youtube" | "vimeo" | "YouTube" | "Youtube" | "Vimeo" => {
            let id = named(&["id"]).or(first)?;
            let service = tag.name.to_lowercase();
            let link = match service.as_str() {
                "youtube" => format!("https://www.youtube.com/watch?v={id}"),
                _ => format!("https://vimeo.com/{id}"),
            };
            Some(match tag.is_alone && !tag.is_in_code {
                true => format!(
                    "```component video\nservice: {service}\nhref: {}\n```",
                    source::yaml::scalar(&link)
                ),
                false => format!("[{link}]({link})"),
            })
        }
        "ref" | "relref" | "link" | "post_url" => {
            let name = named(&["path", "page"]).or(first)?;
            let (name, anchor) = name.split_at(name.find('#').unwrap_or(name.len()));
            let file = named_page(given, document, name)?;
            Some(crate::moves::relative(&document.target, &given.targets[file]) + anchor)
        }
        "include" if given.origin.generator == Generator::Hugo => {
            let name = first.or(named(&["file", "path"]))?.trim_start_matches('/');
            let file = ["", "assets/"]
                .iter()
                .map(|folder| format!("{folder}{name}"));
            let mut file = file.chain([format!("{}{name}", given.origin.content)]);
            let text = file.find_map(|file| {
                file.ends_with(".md")
                    .then(|| given.origin.text(&file))
                    .flatten()
            })?;
            let source = source::Source::new(name, text);
            let front = super::front::Front::read(&source).ok()?;
            Some(source.text()[front.body..].trim().to_owned())
        }
        "param" => text_at(&given.origin.config, &format!("params.{}", first?)),
        "baseurl" => Some(String::new()),
        "value" => value(given, document, first?),
        "LinkCard" => {
            let (title, href) = (named(&["title"])?, named(&["href"])?);
            let text = named(&["description"])
                .map(|text| format!(": {text}"))
                .unwrap_or_default();
            Some(format!("- [{title}]({href}){text}"))
        }
        _ => None,
    }
}

/// A picture with its caption, its link and its credit.
fn figure(tag: &Tag) -> Option<String> {
    let first = tag.first();
    let named = |names: &[&str]| tag.argument(names);
    let source = named(&["src", "path", "url"])
        .or(first)
        .filter(|src| !src.contains("{{"))?;
    let second = tag
        .arguments
        .iter()
        .filter(|(name, _)| name.is_none())
        .nth(1);
    let second = second
        .map(|(_, text)| text.as_str())
        .filter(|_| first == Some(source));
    let alt = named(&["alt", "title", "caption"])
        .or(second)
        .unwrap_or_default();
    let caption = named(&["caption", "title"])
        .map(|c| format!(" \"{}\"", c.replace('"', "'")))
        .unwrap_or_default();
    let picture = format!(
        "![{}]({}{caption})",
        alt.replace(['[', ']'], ""),
        source.replace(' ', "%20")
    );
    let picture = match named(&["link"]) {
        Some(link) => format!("[{picture}]({})", link.replace(' ', "%20")),
        None => picture,
    };
    Some(match (named(&["attr"]), named(&["attrlink"])) {
        (Some(attr), Some(link)) => format!("{picture}\n\n[{attr}]({link})"),
        (Some(attr), None) => format!("{picture}\n\n{attr}"),
        _ => picture,
    })
}

/// A page by its file, however that is named.
fn named_page(given: &ReadBeside<'_>, document: &ImportedPage, name: &str) -> Option<usize> {
    let name = name.trim_matches('/');
    let folder = document
        .file
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    let content = &given.origin.content;
    let bases = [
        name.to_owned(),
        format!("{folder}/{name}"),
        format!("{content}{name}"),
        format!("_posts/{name}"),
    ];
    let endings = ["", ".md", ".markdown", "/index.md", "/_index.md"];
    let mut files = bases
        .iter()
        .flat_map(|base| endings.iter().map(move |ending| format!("{base}{ending}")));
    files
        .find_map(|file| given.places.files.get(&file))
        .copied()
        .or_else(|| {
            let address = format!("/{}", name.trim_end_matches(".md").to_lowercase());
            given.places.addresses.get(&address).copied()
        })
}

/// What an output of Liquid or Nunjucks shows, when that can be told: a text, a field, a setting.
fn value(given: &ReadBeside<'_>, document: &ImportedPage, expression: &str) -> Option<String> {
    let mut parts = expression.split('|').map(str::trim);
    let what = parts.next()?;
    let mut filters = parts;
    let is_plain =
        filters.all(|f| ["relative_url", "absolute_url", "url", "escape", "safe"].contains(&f));
    let text = what
        .strip_prefix(['"', '\''])
        .and_then(|text| text.strip_suffix(['"', '\'']));
    // Whatever a filter makes of an address, it is one.
    if !is_plain {
        let address = text.filter(|text| text.starts_with("https://"))?;
        return Some(address.to_owned());
    }
    let setting = |path: &str| text_at(&given.origin.config, path);
    match (text, what) {
        (Some(text), _) => Some(text.to_owned()),
        (None, "site.baseurl" | "site.url" | "site.github.url") => Some(String::new()),
        (None, _) => match what.strip_prefix("site.") {
            Some(name) => setting(name).or_else(|| setting(what)),
            None => {
                let name = what.strip_prefix("page.").unwrap_or(what);
                document
                    .fields
                    .get(name)
                    .and_then(Value::as_str)
                    .map(str::to_owned)
            }
        },
    }
}

/// Tags that show the word which they are given.
const SHOWS_ITS_WORD: [&str; 6] = ["abbr", "button", "kbd", "key", "mark", "term"];

/// What has no counterpart stays in the source as a comment, which no reader sees. In code it stays as it is.
fn unknown(
    document: &ImportedPage,
    tag: &Tag,
    text: &str,
    report: &mut Report,
) -> Vec<(Range<usize>, String)> {
    let written = &text[tag.range.clone()];
    let in_one_line = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = in_one_line.chars().take(100).collect();
    report.tell(
        Topic::Shortcode,
        (&document.file, document.body.line(tag.range.start)),
        format!("`{shown}`"),
    );
    if tag.is_in_code {
        return Vec::new();
    }
    if written.starts_with('<') {
        // The inside of a component stays.
        return vec![(tag.range.clone(), String::new())];
    }
    if let Some(link) = link_around(text, &tag.range) {
        return vec![link];
    }
    match &tag.arguments[..] {
        [(None, word)] if SHOWS_ITS_WORD.contains(&tag.name.as_str()) && !tag.is_alone => {
            return vec![(tag.range.clone(), word.clone())];
        }
        _ => {}
    }
    let comment = |text: &str| format!("<!-- {} -->", text.replace("--", "- -"));
    if tag.is_alone {
        return vec![(tag.range.clone(), comment(written))];
    }
    let before = text[..tag.range.start].rfind('\n').map_or(0, |at| at + 1);
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '-' | '*' | '+' | '>' | '.' | ')');
    let begins = text[before..tag.range.start]
        .chars()
        .all(|c| is_mark(c) || c.is_ascii_digit());
    match begins {
        // A comment at the beginning would make HTML of the whole line.
        true => {
            let line = text[tag.range.end..].lines().next().unwrap_or_default();
            let end = tag.range.end + line.trim_end().len();
            vec![
                (tag.range.clone(), String::new()),
                (end..end, format!(" {}", comment(&in_one_line))),
            ]
        }
        false => vec![(tag.range.clone(), comment(&in_one_line))],
    }
}

/// A link that leads where only the former generator knows, and its text, which is what stays of it.
fn link_around(text: &str, tag: &Range<usize>) -> Option<(Range<usize>, String)> {
    let before = text[..tag.start].strip_suffix("](")?;
    let end = tag.end + text[tag.end..].strip_prefix(')').map(|_| 1)?;
    let mut depth = 0;
    let open = before.char_indices().rev().find_map(|(at, c)| {
        match c {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let label = &before[open + 1..];
    let is_picture = before[..open].ends_with('!');
    // A tag in it is replaced by itself.
    let is_plain = !["{{", "{%", "\n\n"].iter().any(|mark| label.contains(mark));
    (is_plain && !is_picture).then(|| (open..end, label.to_owned()))
}

/// Kramdown's breaks of lines, two backslashes at their end.
fn breaks(body: &mut Text) {
    let Ok(pattern) = Regex::new(r"\\\\\n") else {
        return;
    };
    let code = body.code();
    let found = pattern.find_iter(&body.text).map(|found| found.range());
    let found = found.filter(|range| !is_in(&code, range.start));
    let changes = found.map(|range| (range, "\\\n".to_owned())).collect();
    body.replace(changes);
}

/// Kramdown's lists of attributes: `{: .class}`, `{:toc}`.
fn attributes(document: &mut ImportedPage, report: &mut Report) {
    static LIST: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?m)^[*-] TOC *\n\{:toc[^}]*\}|\{::?[^}\n]*\}").ok());
    let Some(list) = LIST.as_ref() else { return };
    let code = document.body.code();
    let text = document.body.text.clone();
    let mut changes = Vec::new();
    for found in list
        .find_iter(&text)
        .filter(|found| !is_in(&code, found.start()))
    {
        if !found.as_str().contains(":toc") {
            report.tell(
                Topic::Shortcode,
                (&document.file, document.body.line(found.start())),
                format!("`{}`", found.as_str()),
            );
        }
        changes.push((found.range(), String::new()));
    }
    document.body.replace(changes);
}
