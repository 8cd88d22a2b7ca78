//! What data names: fields that no schema takes for links, fences of components and islands, settings, lists.

use std::sync::Arc;

use content::entry::Entry;
use content::markdown::{self, Fragment};
use content::resolve_image;
use source::document::Syntax;
use source::href;
use source::yaml::{Kind, Node};
use source::{Place, Source, Sources};

use super::links::{Moved, relative, replace, replace_value};
use super::plan::Plan;
use crate::failure::BuildError;
use crate::mistakes;

/// Fields that say where an entry itself is, or was.
const OWN: [&str; 3] = ["aliases", "route", "slug"];

/// Adds to a plan what an entry's fields and fences have to write otherwise, and the pictures of its text.
pub(super) fn entry(plan: &mut Plan, moved: Moved<'_>, entry: &Entry) {
    let source = &entry.source;
    if plan.removed.contains(&source.path) {
        return;
    }
    let fences = fences(entry);
    let fields = match &entry.node.kind {
        Kind::Map(fields) => fields.as_slice(),
        _ => &[],
    };
    let fields = fields.iter().filter(|(key, _)| !OWN.contains(&&*key.name));
    let nodes = fields.map(|(_, node)| node).chain(&fences);
    for node in nodes.flat_map(Node::walk) {
        let Some(text) = node.as_text().filter(|text| *text != "/") else {
            continue;
        };
        let picture = picture(moved, &source.path, text);
        let picture = picture.map(|new| (text.to_owned(), new));
        let links = links(moved, &source.path, text);
        for (old, new) in links.into_iter().chain(picture) {
            replace_value(plan, &Place::new(source, node.span.clone()), &old, &new);
        }
    }
    let fragments = entry.body.iter().flat_map(|text| &text.outline().fragments);
    for fragment in fragments {
        if let Fragment::Image(image) = fragment
            && let Some(new) = picture(moved, &source.path, &image.src)
        {
            replace(
                plan,
                &Place::new(source, image.span.clone()),
                &image.src,
                &new,
            );
        }
    }
}

/// What the component and island fences of an entry's text hold, where that stands in the file as it is read.
fn fences(entry: &Entry) -> Vec<Node> {
    let fragments = entry.body.iter().flat_map(|text| &text.outline().fragments);
    let data = fragments.filter_map(|fragment| match fragment {
        Fragment::Component(fence) | Fragment::Island(fence) => {
            let (own, node, _) = fence.data(&entry.source);
            node.filter(|_| Arc::ptr_eq(&own, &entry.source))
        }
        _ => None,
    });
    data.collect()
}

/// A picture that is found from the folder of a file, when that or the picture's own is another.
fn picture(moved: Moved<'_>, from: &str, src: &str) -> Option<String> {
    if src.starts_with('/') || !src.contains('.') || href::is_external(src) {
        return None;
    }
    let file = resolve_image(src, from, &moved.site.files)?;
    if !file.starts_with("content/") {
        return None;
    }
    let new = relative(moved.leads.file(from), moved.leads.file(&file));
    (relative(from, &file) != new).then_some(new)
}

/// The links of a text that a template may show as an address or as Markdown, each with what it is now.
fn links(moved: Moved<'_>, from: &str, text: &str) -> Vec<(String, String)> {
    let is_address = text.starts_with('/') && !text.contains(char::is_whitespace);
    let mut written: Vec<Arc<str>> = Vec::new();
    written.extend(is_address.then(|| Arc::from(text)));
    if text.contains("](") || text.contains("]:") {
        let options = markdown::Options {
            highlight: None,
            french: false,
            html: markdown::Html::Refused,
            syntax: moved.site.config.syntax,
        };
        let fragments = markdown::parse_text(text, &options).fragments.into_iter();
        written.extend(fragments.filter_map(|fragment| match fragment {
            Fragment::Link { href, .. } => Some(href),
            _ => None,
        }));
    }
    let now = |old: Arc<str>| Some((old.to_string(), moved.href(from, &old)?));
    written.into_iter().filter_map(now).collect()
}

/// Adds to a plan what settings, forms, claims and data have to write otherwise: files, addresses, and the entries that
/// lists ask for.
pub(super) fn settings(
    plan: &mut Plan,
    moved: Moved<'_>,
    sources: &Sources,
) -> Result<(), BuildError> {
    let is_settings = |path: &&str| {
        let below = path.trim_start_matches("content/");
        !below.contains('/') || below.starts_with("forms/") || below.starts_with("_data/")
    };
    for path in sources.below("content").filter(is_settings) {
        let syntax = Syntax::of(path).filter(|syntax| *syntax != Syntax::Csv);
        let Some(syntax) = syntax else { continue };
        let source = match sources.text(path)? {
            Some(Ok(source)) => source,
            // What it names would not follow.
            Some(Err(mistake)) if mistakes::is_unread(&mistake) => {
                return Err(BuildError::Mistakes(vec![mistake]));
            }
            _ => continue,
        };
        let Some(root) = syntax.parse(&source, 0..source.text().len()).0 else {
            continue;
        };
        for node in root.walk() {
            let Some(text) = node.as_text() else { continue };
            let file = moved.leads.files.get(text).cloned();
            let file = file.map(|new| (text.to_owned(), new));
            let links = links(moved, path, text);
            for (old, new) in links.into_iter().chain(file) {
                replace_value(plan, &Place::new(&source, node.span.clone()), &old, &new);
            }
        }
        if path == "content/routes.yaml" {
            lists(plan, moved, &source, &root);
        }
    }
    Ok(())
}

/// The entries that `where` of content/routes.yaml names.
fn lists(plan: &mut Plan, moved: Moved<'_>, source: &Arc<Source>, root: &Node) {
    for list in root.walk() {
        let collection = list.get("collection").and_then(Node::as_text);
        let filters = list.get("where").map(|filters| &filters.kind);
        let (Some(collection), Some(Kind::Map(filters))) = (collection, filters) else {
            continue;
        };
        let values = filters
            .iter()
            .flat_map(|(field, value)| value.walk().into_iter().map(move |node| (field, node)));
        for (field, node) in values {
            let slug = node.as_text().unwrap_or_default();
            if let Some(new) = moved.compared(collection, &field.name, slug) {
                replace_value(plan, &Place::new(source, node.span.clone()), slug, new);
            }
        }
    }
}
