//! Writes former addresses, redirects and fields into front matter and YAML, beside what stands there.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::entry::Entry;
use source::document::Syntax;
use source::yaml::{self, Key, Kind, Node};
use source::{Source, Sources};

use super::plan::Plan;
use super::removal::Data;
use crate::addresses;
use crate::failure::BuildError;

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

/// Writes into an entry's `aliases` that a former address leads to it, where there is one, and takes out the address that it
/// has now.
pub fn follow_alias(plan: &mut Plan, entry: &Entry, now: &str, former: Option<&str>) {
    let source = &entry.source;
    let aliases = entry.node.get("aliases");
    let items = match aliases.map(|node| &node.kind) {
        Some(Kind::List(items)) => items.as_slice(),
        _ => &[],
    };
    let own = items.iter().find(|item| item.as_text() == Some(now));
    match (own, former) {
        (Some(own), Some(former)) => {
            let value = scalar(syntax(source), former);
            plan.edit(&source.path, own.span.clone(), value);
        }
        (Some(own), None) => {
            // An empty list says nothing.
            let gone = if items.len() == 1 { aliases } else { Some(own) };
            let starts = gone.iter().map(|node| node.span.start).collect();
            if let Some(data) = Data::of_file(source) {
                data.remove(plan, &starts);
            }
        }
        (None, Some(former)) => add_alias(plan, entry, former),
        (None, None) => {}
    }
}

fn add_alias(plan: &mut Plan, entry: &Entry, address: &str) {
    let source = &entry.source;
    let syntax = syntax(source);
    let value = scalar(syntax, address);
    let (range, text) = match entry.node.entry("aliases") {
        Some((key, node)) => in_list(source, key, node, &value),
        None => new_list(entry, syntax, &value),
    };
    plan.edit(&source.path, range, text);
}

/// A value behind the others of a list.
fn in_list(source: &Arc<Source>, key: &Key, node: &Node, value: &str) -> (Range<usize>, String) {
    let text = &source.text();
    let last = match &node.kind {
        Kind::List(items) => items.last(),
        _ => None,
    };
    let Some(last) = last else {
        let written = Data::of_file(source).map_or(node.span.end, |data| data.end(node));
        // Where nothing is written the place of the value is somewhere behind the name of its key.
        return match node.kind == Kind::Null && node.span.is_empty() {
            true => {
                let colon = text[key.span.end..].find(':');
                let at = colon.map_or(key.span.end, |at| key.span.end + at + 1);
                (at..at, format!(" [{value}]"))
            }
            false => (node.span.start..written, format!("[{value}]")),
        };
    };
    if text[node.span.start..].starts_with('[') {
        return (last.span.end..last.span.end, format!(", {value}"));
    }
    let start = text[..last.span.start].rfind('\n').map_or(0, |at| at + 1);
    let dash = &text[start..last.span.start];
    (last.span.end..last.span.end, format!("\n{dash}{value}"))
}

fn new_list(entry: &Entry, syntax: Syntax, value: &str) -> (Range<usize>, String) {
    let source = &entry.source;
    let text = source.text();
    let text = text.as_str();
    let first = text.find('\n').map_or(text.len(), |at| at + 1);
    let root = entry.node.span.start;
    if syntax == Syntax::Yaml && text.get(root..).is_some_and(|text| text.starts_with('{')) {
        return (root + 1..root + 1, format!(" aliases: [{value}],"));
    }
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

/// An address of a page that no entry of its own language is written for.
#[derive(Debug)]
pub struct StandIn {
    /// What it is now.
    pub now: String,
    /// What it was, where that still leads to it.
    pub former: Option<String>,
}

/// Writes into the redirects of content/site.yaml that former addresses lead to those of now, from which none leads away.
pub fn follow_redirects(plan: &mut Plan, site: &Site, all: &[StandIn]) {
    let (source, node) = (&site.settings.source, &site.settings.node);
    let redirects = node.get("redirects");
    let written = match redirects.map(|node| &node.kind) {
        Some(Kind::Map(written)) => written.as_slice(),
        _ => &[],
    };
    let (mut added, mut gone) = (Vec::new(), BTreeSet::new());
    for StandIn { now, former } in all {
        let own = written.iter().find(|(own, _)| own.name == *now);
        match (own, former) {
            (Some((own, to)), Some(former)) => {
                plan.edit(&source.path, own.span.clone(), yaml::flow_scalar(former));
                plan.edit(&source.path, to.span.clone(), yaml::flow_scalar(now));
            }
            (Some((_, to)), None) => {
                gone.insert(to.span.start);
            }
            (None, Some(former)) => added.push((former.clone(), now.clone())),
            (None, None) => {}
        }
    }
    if gone.len() == written.len() && added.is_empty() {
        gone = redirects.iter().map(|node| node.span.start).collect();
    }
    if let Some(data) = Data::of_file(source).filter(|_| !written.is_empty() && !gone.is_empty()) {
        data.remove(plan, &gone);
    }
    add_redirects(plan, site, &added);
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
) -> Result<(), BuildError> {
    let Some(source) = addresses::read(sources)? else {
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
