//! Writes former addresses, redirects and fields into front matter and YAML, beside what stands there.

use std::collections::BTreeSet;
use std::ops::Range;

use content::Site;
use content::entry::Entry;
use source::document::Syntax;
use source::yaml::{self, Kind, Node};
use source::{ReadError, Source, Sources};

use super::plan::Plan;
use crate::addresses;

/// How the data of a file is written.
fn syntax(source: &Source) -> Syntax {
    match source.text().split('\n').next().map(str::trim_end) {
        Some("+++") if source.path.ends_with(".md") => Syntax::Toml,
        Some("{") if source.path.ends_with(".md") => Syntax::Json,
        _ => Syntax::Yaml,
    }
}

/// A text as a value of a syntax, wherever in it that stands.
fn scalar(syntax: Syntax, text: &str) -> String {
    match syntax {
        Syntax::Yaml => yaml::flow_scalar(text),
        _ => serde_json::Value::from(text).to_string(),
    }
}

/// Adds a former address to an entry's `aliases`.
pub fn add_alias(plan: &mut Plan, entry: &Entry, address: &str) {
    let source = &entry.source;
    let syntax = syntax(source);
    let value = scalar(syntax, address);
    let (range, text) = match entry.node.get("aliases") {
        Some(node) => in_list(&source.text(), node, &value),
        None => new_list(source, syntax, &value),
    };
    plan.edit(&source.path, range, text);
}

/// A value behind the others of a list.
fn in_list(text: &str, node: &Node, value: &str) -> (Range<usize>, String) {
    let last = match &node.kind {
        Kind::List(items) => items.last(),
        _ => None,
    };
    let Some(last) = last else {
        let space = if text[..node.span.start].ends_with(' ') {
            ""
        } else {
            " "
        };
        return (node.span.clone(), format!("{space}[{value}]"));
    };
    if text[node.span.clone()].starts_with('[') {
        return (last.span.end..last.span.end, format!(", {value}"));
    }
    let start = text[..last.span.start].rfind('\n').map_or(0, |at| at + 1);
    let dash = &text[start..last.span.start];
    (last.span.end..last.span.end, format!("\n{dash}{value}"))
}

fn new_list(source: &Source, syntax: Syntax, value: &str) -> (Range<usize>, String) {
    let text = source.text();
    let text = text.as_str();
    let first = text.find('\n').map_or(text.len(), |at| at + 1);
    if !source.path.ends_with(".md") {
        return at_end(text, &format!("aliases: [{value}]\n"));
    }
    match syntax {
        Syntax::Toml => (first..first, format!("aliases = [{value}]\n")),
        Syntax::Json => (first..first, format!("  \"aliases\": [{value}],\n")),
        _ if !text.starts_with("---") => (0..0, format!("---\naliases: [{value}]\n---\n")),
        _ => {
            let end = closing(text, first);
            (end..end, format!("aliases: [{value}]\n"))
        }
    }
}

/// Where the line that closes YAML front matter begins.
fn closing(text: &str, first: usize) -> usize {
    let mut at = first;
    for line in text[first..].split_inclusive('\n') {
        if line.trim_end() == "---" {
            break;
        }
        at += line.len();
    }
    at
}

/// Behind the last line.
fn at_end(text: &str, line: &str) -> (Range<usize>, String) {
    let end = text.len();
    let start = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    (end..end, format!("{start}{line}"))
}

/// Takes an address out of an entry's `aliases`, if it is there.
pub fn remove_alias(plan: &mut Plan, entry: &Entry, address: &str) {
    let aliases = entry.node.get("aliases").map(|node| &node.kind);
    let Some(Kind::List(items)) = aliases else {
        return;
    };
    if let Some(item) = items.iter().find(|item| item.as_text() == Some(address)) {
        let range = match items.len() {
            1 => entry
                .node
                .entry("aliases")
                .map(|(key, node)| key.span.start..node.span.end),
            _ => None,
        };
        let range = range.map_or_else(
            || item_range(&entry.source.text(), item.span.clone()),
            |range| whole_lines(&entry.source.text(), range),
        );
        plan.edit(&entry.source.path, range, "");
    }
}

/// Takes a value away with its line or its comma: an item of a list, or a key that has it.
pub fn remove_value(plan: &mut Plan, source: &Source, span: Range<usize>) {
    let range = item_range(&source.text(), span);
    plan.edit(&source.path, range, "");
}

fn item_range(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |at| span.end + at + 1);
    let before = text[start..span.start].trim();
    let is_key = before.ends_with(':') && !before.contains(['{', '[', ',']);
    let behind = text[span.end..end].trim();
    if (before == "-" || is_key) && (behind.is_empty() || behind.starts_with('#')) {
        return start..end;
    }
    match text[span.end..].trim_start().starts_with(',') {
        true => {
            let comma = text[span.end..]
                .find(',')
                .map_or(span.end, |at| span.end + at + 1);
            let spaces = text[comma..].len() - text[comma..].trim_start_matches(' ').len();
            span.start..comma + spaces
        }
        false => {
            let kept = text[..span.start].trim_end().trim_end_matches(',').len();
            kept..span.end
        }
    }
}

/// A range with all of the lines that it stands in.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..]
        .find('\n')
        .map_or(text.len(), |at| range.end + at + 1);
    start..end
}

/// Writes another value into a field that an entry has.
pub fn set_field(plan: &mut Plan, entry: &Entry, name: &str, value: &str) {
    if let Some(node) = entry.node.get(name) {
        let source = &entry.source;
        let quote = source.text()[node.span.clone()].chars().next();
        let text = match quote.filter(|c| matches!(c, '"' | '\'')) {
            Some(quote) if !value.contains([quote, '\\']) => format!("{quote}{value}{quote}"),
            _ => scalar(syntax(source), value),
        };
        plan.edit(&source.path, node.span.clone(), text);
    }
}

/// Takes a former address out of the redirects of content/site.yaml, if it is there.
pub fn remove_redirect(plan: &mut Plan, site: &Site, from: &str) {
    let (source, node) = (&site.settings.source, &site.settings.node);
    let redirects = node.entry("redirects");
    let Some((key, Kind::Map(all))) = redirects.map(|(key, node)| (key, &node.kind)) else {
        return;
    };
    let Some((own, to)) = all.iter().find(|(own, _)| own.name == from) else {
        return;
    };
    let range = match all.len() {
        1 => whole_lines(&source.text(), key.span.start..to.span.end),
        _ => own.span.start..item_range(&source.text(), to.span.clone()).end,
    };
    let text = source.text();
    let before = text[..range.start].rsplit('\n').next();
    let is_line =
        before.is_some_and(|before| before.trim().is_empty()) && text[..range.end].ends_with('\n');
    let range = match is_line {
        true => whole_lines(&source.text(), range.start..range.end - 1),
        false => range,
    };
    plan.edit(&source.path, range, "");
}

/// Adds redirects, each from a former address to one of now, to content/site.yaml.
pub fn add_redirects(plan: &mut Plan, site: &Site, redirects: &[(String, String)]) {
    let (source, node) = (&site.settings.source, &site.settings.node);
    if redirects.is_empty() {
        return;
    }
    let text = source.text();
    let text = text.as_str();
    let pair = |(from, to): &(String, String)| {
        format!("{}: {}", yaml::flow_scalar(from), yaml::flow_scalar(to))
    };
    let pairs: Vec<String> = redirects.iter().map(pair).collect();
    let block = |indent: &str| -> String {
        let lines = pairs.iter();
        lines.map(|pair| format!("{indent}{pair}\n")).collect()
    };
    let (range, text) = match node.get("redirects") {
        None => at_end(text, &format!("redirects:\n{}", block("  "))),
        Some(node) => match &node.kind {
            Kind::Map(entries) if text[node.span.start..].starts_with('{') => {
                let comma = if entries.is_empty() { " " } else { ", " };
                let at = node.span.start + 1;
                (
                    at..at,
                    format!(" {}{comma}", pairs.join(", "))
                        .trim_end_matches(' ')
                        .to_owned(),
                )
            }
            Kind::Map(entries) if !entries.is_empty() => {
                let key = entries[0].0.span.start;
                let start = text[..key].rfind('\n').map_or(0, |at| at + 1);
                (start..start, block(&text[start..key]))
            }
            _ => {
                let end = text[node.span.start..]
                    .find('\n')
                    .map_or(text.len(), |at| node.span.start + at);
                (
                    node.span.start..end,
                    format!("\n{}", block("  ")).trim_end().to_owned(),
                )
            }
        },
    };
    plan.edit(&source.path, range, text);
}

/// Takes addresses that may be gone out of the file of published ones.
pub fn unlock(
    plan: &mut Plan,
    sources: &Sources,
    gone: &BTreeSet<String>,
) -> Result<(), ReadError> {
    let Some(Ok(source)) = sources.text(addresses::FILE)? else {
        return Ok(());
    };
    let mut at = 0;
    for line in source.text().split_inclusive('\n') {
        if gone.contains(line.trim()) {
            plan.edit(addresses::FILE, at..at + line.len(), "");
        }
        at += line.len();
    }
    Ok(())
}
