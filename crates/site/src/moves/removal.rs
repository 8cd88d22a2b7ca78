//! Takes values out of data: an item with its dash or comma, a field with its key. What could not be read as the rest of the
//! data afterwards stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::claims;
use content::entry::Entry;
use content::front_matter;
use content::markdown::{Fence, Fragment};
use serde_json::{Map, Value};
use source::document::Syntax;
use source::yaml::{Kind, Node};
use source::{Place, ReadError, Source, Sources};

use super::plan::Plan;
use crate::edits::Edits;

/// Data with its places in a file.
pub(super) struct Data {
    syntax: Syntax,
    /// The file, with spaces for marks of Markdown that stand before the lines of the data.
    source: Arc<Source>,
    range: Range<usize>,
    root: Node,
}

/// A value in a list or a mapping, with its dash or key.
struct Child<'a> {
    node: &'a Node,
    start: usize,
    is_gone: bool,
}

/// Takes values away, whatever they stand in: fields of entries, fences of their texts, other data. Whoever reads the site
/// tells the place of what stays.
pub fn remove_values(plan: &mut Plan, site: &Site, places: &[Place]) {
    let mut files: BTreeMap<&str, (&Arc<Source>, BTreeSet<usize>)> = BTreeMap::new();
    for Place { source, span } in places {
        let file = files.entry(&source.path);
        let (_, starts) = file.or_insert_with(|| (source, BTreeSet::new()));
        starts.insert(span.start);
    }
    for (path, (source, starts)) in files {
        let all = match site.entry_of_file(path) {
            Some(entry) => of_entry(entry),
            None => Data::of_file(source).into_iter().collect(),
        };
        for data in all {
            data.remove(plan, &starts);
        }
    }
}

/// Takes the claims away that are about files which go: nobody reads their words any more.
pub fn remove_claims(plan: &mut Plan, site: &Site, sources: &Sources) -> Result<(), ReadError> {
    let Some(Ok(source)) = sources.text(claims::FILE)? else {
        return Ok(());
    };
    let root = Syntax::Yaml.parse(&source, 0..source.text().len()).0;
    let list = root.as_ref().and_then(|root| root.get("claims"));
    let Some(Kind::List(all)) = list.map(|list| &list.kind) else {
        return Ok(());
    };
    let is_gone = |claim: &&Node| {
        let file = claim.get("file").and_then(Node::as_text);
        file.is_some_and(|file| plan.removed.contains(file))
    };
    let gone = all.iter().filter(is_gone);
    let places = gone.map(|claim| Place::new(&source, claim.span.clone()));
    let places: Vec<Place> = places.collect();
    remove_values(plan, site, &places);
    Ok(())
}

/// The fields of an entry, and the fences of its text.
fn of_entry(entry: &Entry) -> Vec<Data> {
    let fragments = entry.body.iter().flat_map(|text| &text.outline().fragments);
    let fences = fragments.filter_map(|fragment| match fragment {
        Fragment::Component(fence) | Fragment::Island(fence) => Data::of_fence(entry, fence),
        _ => None,
    });
    Data::of_file(&entry.source)
        .into_iter()
        .chain(fences)
        .collect()
}

impl Data {
    /// The front matter of a Markdown file, or all of another.
    pub(super) fn of_file(source: &Arc<Source>) -> Option<Self> {
        let (syntax, range) = match source.path.ends_with(".md") {
            true => {
                let parts = front_matter::split(source).ok()?;
                (parts.syntax, parts.data)
            }
            false => (Syntax::of(&source.path)?, 0..source.text().len()),
        };
        Self::read(syntax, Arc::clone(source), range)
    }

    /// A fence whose places are those of its file.
    fn of_fence(entry: &Entry, fence: &Fence) -> Option<Self> {
        let (own, _, _) = fence.data(&entry.source);
        if !Arc::ptr_eq(&own, &entry.source) {
            return None;
        }
        let text = entry.source.text();
        let start = line_start(&text, fence.yaml_offset);
        let mut plain = text[..start].to_owned();
        let lines = text[start..].split_inclusive('\n');
        for (line, own) in lines.zip(fence.yaml.lines()) {
            let marks = line.trim_end_matches('\n').strip_suffix(own)?.len();
            plain += &" ".repeat(marks);
            plain += &line[marks..];
        }
        let end = plain.len();
        plain += &text[end..];
        Self::read(Syntax::Yaml, entry.source.with_text(plain), start..end)
    }

    fn read(syntax: Syntax, source: Arc<Source>, range: Range<usize>) -> Option<Self> {
        let root = syntax.parse(&source, range.clone()).0?;
        Some(Self {
            syntax,
            source,
            range,
            root,
        })
    }

    /// Takes the values away that begin at these places.
    pub(super) fn remove(&self, plan: &mut Plan, starts: &BTreeSet<usize>) {
        let text = self.source.text();
        let mut cuts = Vec::new();
        if self.cut(&self.root, starts, &mut cuts).is_none() || cuts.is_empty() {
            return;
        }
        let mut edits = Edits::default();
        for (range, words) in &cuts {
            edits.replace(range.clone(), *words);
        }
        let new = edits.applied(&text);
        let range = self.range.start..self.range.end + new.len() - text.len();
        let read = self.syntax.parse(&self.source.with_text(new), range).0;
        let read = read.map(|node| node.to_json());
        let meant = without(&self.root, starts);
        let is_empty = meant == Value::Object(Map::new());
        if read.is_some_and(|read| read == meant || read.is_null() && is_empty) {
            for (range, words) in cuts {
                plan.edit(&self.source.path, range, words);
            }
        }
    }

    /// Adds what has to be cut out of a value, and what is written there instead.
    fn cut(
        &self,
        node: &Node,
        starts: &BTreeSet<usize>,
        cuts: &mut Vec<(Range<usize>, &'static str)>,
    ) -> Option<()> {
        let children = self.children(node, starts)?;
        if children.is_empty() {
            return Some(());
        }
        for child in children.iter().filter(|child| !child.is_gone) {
            self.cut(child.node, starts, cuts)?;
        }
        if children.iter().all(|child| child.is_gone) {
            cuts.extend(self.emptied(node, &children));
            return Some(());
        }
        let mut at = 0;
        for run in children.chunk_by(|a, b| a.is_gone == b.is_gone) {
            let next = children.get(at + run.len());
            if run[0].is_gone {
                let cut = match self.is_flow(node) {
                    true => self.of_line(run, next)?,
                    false => self.lines(run)?,
                };
                cuts.push((cut, ""));
            }
            at += run.len();
        }
        Some(())
    }

    /// The values in a value, in the order of the file.
    fn children<'a>(&self, node: &'a Node, starts: &BTreeSet<usize>) -> Option<Vec<Child<'a>>> {
        let text = self.source.text();
        let has_dashes = !self.is_flow(node);
        let is_gone = |node: &Node| starts.contains(&node.span.start);
        let item = |node: &'a Node| {
            let (start, is_gone) = (node.span.start, is_gone(node));
            let start = match is_gone && has_dashes {
                true => text.get(..start)?.trim_end().strip_suffix('-')?.len(),
                false => start,
            };
            Some(Child {
                node,
                start,
                is_gone,
            })
        };
        let mut all: Vec<Child<'a>> = match &node.kind {
            Kind::List(items) => items.iter().map(item).collect::<Option<_>>()?,
            Kind::Map(fields) => {
                let fields = fields.iter().map(|(key, node)| Child {
                    node,
                    start: key.span.start,
                    is_gone: is_gone(node),
                });
                fields.collect()
            }
            _ => Vec::new(),
        };
        all.sort_by_key(|child| child.start);
        Some(all)
    }

    /// Whether a list or mapping stands in brackets or braces.
    fn is_flow(&self, node: &Node) -> bool {
        let mark = match node.kind {
            Kind::List(_) => '[',
            _ => '{',
        };
        let text = self.source.text();
        text.get(node.span.start..)
            .is_some_and(|text| text.starts_with(mark))
    }

    /// Where a value ends: the place of a list or mapping is where it begins.
    pub(super) fn end(&self, node: &Node) -> usize {
        let last = match &node.kind {
            Kind::List(items) => items.iter().map(|node| self.end(node)).max(),
            Kind::Map(fields) => fields.iter().map(|(_, node)| self.end(node)).max(),
            _ => return node.span.end,
        };
        match self.is_flow(node) {
            true => self.inner_end(last.unwrap_or(node.span.start + 1)) + 1,
            false => last.unwrap_or(node.span.end),
        }
    }

    /// Where the bracket stands that closes a list or mapping whose last value ends at a place.
    fn inner_end(&self, last: usize) -> usize {
        let text = self.source.text();
        let rest = text[last..].trim_start();
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        text.len() - rest.trim_start().len()
    }

    /// What is written otherwise where nothing stays of a list or mapping.
    fn emptied(&self, node: &Node, children: &[Child<'_>]) -> Option<(Range<usize>, &'static str)> {
        let text = self.source.text();
        let (first, last) = (children.first()?, children.last()?);
        let end = self.end(last.node);
        if self.is_flow(node) {
            return Some((node.span.start + 1..self.inner_end(end), ""));
        }
        if self.syntax == Syntax::Toml || node.span == self.root.span {
            return Some((line_start(&text, first.start)..line_end(&text, end), ""));
        }
        let before = text[..first.start].trim_end();
        let is_list = matches!(node.kind, Kind::List(_));
        Some(match (before.ends_with([':', '-']), is_list) {
            (true, true) => (before.len()..end, " []"),
            (true, false) => (before.len()..end, " {}"),
            (false, true) => (first.start..end, "[]"),
            (false, false) => (first.start..end, "{}"),
        })
    }

    /// What goes with values that stand in brackets: up to the next value, or from the comma behind the last one.
    fn of_line(&self, run: &[Child<'_>], next: Option<&Child<'_>>) -> Option<Range<usize>> {
        let text = self.source.text();
        let (first, last) = (run.first()?, run.last()?);
        Some(match next {
            Some(next) => first.start..next.start,
            None => {
                let kept = text[..first.start].trim_end();
                kept.strip_suffix(',').unwrap_or(kept).trim_end().len()..self.end(last.node)
            }
        })
    }

    /// The lines that go with values; the first value of a list's item may stand behind its dash, which stays.
    fn lines(&self, run: &[Child<'_>]) -> Option<Range<usize>> {
        let text = self.source.text();
        let (first, last) = (run.first()?, run.last()?);
        let start = line_start(&text, first.start);
        let end = line_end(&text, self.end(last.node));
        let is_whole = text[start..first.start].trim().is_empty();
        Some(match is_whole || self.syntax == Syntax::Toml {
            true => start..end,
            false => first.start..text.len() - text[end..].trim_start_matches(' ').len(),
        })
    }
}

/// The same value without those that begin at these places.
fn without(node: &Node, starts: &BTreeSet<usize>) -> Value {
    let stays = |node: &Node| !starts.contains(&node.span.start);
    match &node.kind {
        Kind::List(items) => {
            let items = items.iter().filter(|node| stays(node));
            items.map(|node| without(node, starts)).collect()
        }
        Kind::Map(fields) => {
            let fields = fields.iter().filter(|(_, node)| stays(node));
            let fields = fields.map(|(key, node)| (key.name.clone(), without(node, starts)));
            Value::Object(fields.collect())
        }
        _ => node.to_json(),
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// Where the line behind that of a place begins. A value of several lines ends behind its last one.
fn line_end(text: &str, at: usize) -> usize {
    if text[..at].ends_with('\n') {
        return at;
    }
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}
