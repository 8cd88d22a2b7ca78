//! What the owner must replace before going live: invented samples, and placeholders that site.yaml names.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::entry::Entry;
use source::yaml::{Kind as Yaml, Node};
use source::{Diagnostic, ReadError, Source, Sources};

use crate::lint::placeholders;

/// One thing to replace.
#[derive(Clone, Debug)]
pub struct Filler {
    /// What it is.
    pub kind: FillerKind,
    /// The file.
    pub source: Arc<Source>,
    /// Where in it.
    pub span: Range<usize>,
}

/// What is to be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FillerKind {
    /// Content marked `sample: true`.
    Sample,
    /// A text that `placeholders` in site.yaml names, or that `site new` left to be written.
    Placeholder,
}

impl FillerKind {
    /// What it is called in a summary.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Placeholder => "placeholder",
        }
    }
}

impl Filler {
    /// Whether it is content that is marked as invented.
    pub fn is_sample(&self) -> bool {
        self.kind == FillerKind::Sample
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.source.position(self.span.start).0
    }

    /// The mistake that it is when the site is about to be published.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = match self.kind {
            FillerKind::Sample => Diagnostic::error("sample", "this content is invented").hint(
                "write the real content and remove `sample: true`, or hide it with `hidden: true`",
            ),
            FillerKind::Placeholder => {
                let text = &self.source.text()[self.span.clone()];
                Diagnostic::error("placeholder", format!("`{text}` is a placeholder"))
                    .hint("write the real text")
            }
        };
        diagnostic.at(&self.source, self.span.clone())
    }
}

/// Every sample and placeholder of a site, by file and place. Files that are not part of the site,
/// such as drafts, are left out, and so are samples that are hidden.
pub fn fillers(site: &Site, sources: &Sources) -> Result<Vec<Filler>, ReadError> {
    let mut found = Vec::new();
    for entry in &site.entries {
        of_entry(entry, &mut found);
    }
    of_node(&site.settings.node, &site.settings.source, &mut found);
    found.extend(placeholders::places(site).map(|place| Filler {
        kind: FillerKind::Placeholder,
        source: place.source,
        span: place.span,
    }));
    for source in &texts(site, sources)? {
        placeholders(source, site, &mut found);
    }
    found.sort_by(|a, b| {
        let key = |f: &Filler| (f.source.path.clone(), f.span.start, f.kind);
        key(a).cmp(&key(b))
    });
    found.dedup_by_key(|f| (f.source.path.clone(), f.span.start, f.kind));
    Ok(found)
}

fn sample(source: &Arc<Source>, span: Range<usize>) -> Filler {
    Filler {
        kind: FillerKind::Sample,
        source: Arc::clone(source),
        span,
    }
}

fn of_entry(entry: &Entry, found: &mut Vec<Filler>) {
    of_node(&entry.node, &entry.source, found);
    // The data of component fences stands outside the front matter.
    let front_matter = extent(&entry.node);
    let fences = entry.samples.iter();
    for span in fences.filter(|span| !front_matter.contains(&span.start)) {
        let text = entry.source.text();
        let text = text.get(span.start..).unwrap_or_default();
        let start = span.start + text.find(MARK).unwrap_or(0);
        found.push(sample(&entry.source, start..start + MARK.len()));
    }
}

/// How the data of a fence says that it is invented.
const MARK: &str = "sample: true";

/// From the beginning of a value to the end of the last one in it.
fn extent(node: &Node) -> Range<usize> {
    let ends = node.walk().into_iter().map(|node| node.span.end);
    node.span.start..ends.max().unwrap_or(node.span.end)
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Mappings that say `sample: true`, apart from those that say `hidden: true`.
fn of_node(node: &Node, source: &Arc<Source>, found: &mut Vec<Filler>) {
    let is_true = |value: Option<&Node>| matches!(value.map(|n| &n.kind), Some(Yaml::Bool(true)));
    match &node.kind {
        Yaml::Map(_) if is_true(node.get("hidden")) => {}
        Yaml::Map(entries) => {
            if let Some((key, value)) = node.entry("sample").filter(|(_, v)| is_true(Some(v))) {
                found.push(sample(source, key.span.start..value.span.end));
            }
            entries.iter().for_each(|(_, n)| of_node(n, source, found));
        }
        Yaml::List(items) => items.iter().for_each(|n| of_node(n, source, found)),
        _ => {}
    }
}

/// The texts of content/ that visitors read: not schemas, notes to editors, or what is left out.
fn texts(site: &Site, sources: &Sources) -> Result<Vec<Arc<Source>>, ReadError> {
    let is_read = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_text = [".md", ".yaml", ".yml"].iter().any(|e| name.ends_with(e));
        is_text && !content::is_note(name) && !site.left_out.contains_key(*path)
    };
    let paths: Vec<&str> = sources.below("content").filter(is_read).collect();
    Ok(sources.texts(&paths)?.0)
}

fn placeholders(source: &Arc<Source>, site: &Site, found: &mut Vec<Filler>) {
    let settings = Some(&site.settings).filter(|own| own.source.path == source.path);
    let own_list = settings.and_then(|own| own.node.get("placeholders").map(extent));
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut texts: Vec<&String> = site.config.placeholders.iter().collect();
    // Of two that overlap, the longer one says more.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    for text in texts.into_iter().filter(|text| !text.is_empty()) {
        for (start, _) in source.text().match_indices(text.as_str()) {
            let span = start..start + text.len();
            let listed = own_list.as_ref().is_some_and(|list| contains(list, &span));
            let overlaps = taken.range(span.clone()).next().is_some();
            if listed || overlaps || is_comment(source, start) {
                continue;
            }
            taken.extend(span.clone());
            found.push(Filler {
                kind: FillerKind::Placeholder,
                source: Arc::clone(source),
                span,
            });
        }
    }
}

/// Whether a place stands on a line of YAML that is a comment.
fn is_comment(source: &Source, offset: usize) -> bool {
    let line_start = source.text()[..offset].rfind('\n').map_or(0, |i| i + 1);
    let in_yaml = match source.path.ends_with(".md") {
        true => source.text().starts_with("---") && !source.text()[..offset].contains("\n---"),
        false => true,
    };
    in_yaml && source.text()[line_start..].trim_start().starts_with('#')
}
