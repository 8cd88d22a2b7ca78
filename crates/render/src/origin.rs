//! Where content/ says what a page shows: the place of a link or an image, found only when somebody asks.

use std::ops::Range;
use std::sync::Arc;

use assets::ImageRequest;
use content::entry::Entry;
use content::field::Field;
use content::link::{self, Origin};
use content::markdown::{Body, Fragment};
use source::Place;
use source::yaml::{Kind, Node};

use crate::answer::Ground;
use crate::read::{Digest, Read};

/// Where a fragment of a text stands: itself when it is the entry's own text, else the field or the
/// fence that holds the text.
pub fn of_fragment(entry: &Entry, text: &Arc<Body>, part: usize) -> Option<Place> {
    let is_it = |field: &Field| matches!(field, Field::Markdown(body) if Arc::ptr_eq(body, text));
    let body = entry.body.as_ref().map(|own| own.body());
    let span = match &body {
        Some(body) if Arc::ptr_eq(body, text) => body.fragments.get(part)?.span()?.clone(),
        _ => field(&entry.fields, &entry.node, &is_it).or_else(|| {
            let fence = entry.embeds.iter().position(|data| holds(data, &is_it))?;
            let fragments = body.as_ref()?.fragments.iter();
            let mut fences = fragments.filter(|f| is_fence(f));
            fences.nth(fence)?.span().cloned()
        })?,
    };
    Some(Place::new(&entry.source, span))
}

/// Where the link to an address is written.
pub fn of_link(
    (ground, route): (&Ground, usize),
    reads: &[(Arc<Read>, Digest)],
    address: &str,
) -> Option<Place> {
    let site = &ground.spoken[ground.site.routes[route].language];
    let leads_there = |place: Origin<'_>, href: &str| {
        let found = link::resolve(site, place, href).ok();
        let found = found.and_then(|target| ground.address(&target));
        found.as_deref().unwrap_or(href) == address
    };
    search(ground, reads, &leads_there, &|_, _| false)
}

/// Where an image is named of which a page shows a file.
pub fn of_image(ground: &Ground, reads: &[(Arc<Read>, Digest)], address: &str) -> Option<Place> {
    let url = address.strip_prefix(ground.site.config.base_path.as_str())?;
    let file = reads.iter().find_map(|(read, _)| {
        let Read::Image { file, widths } = &**read else {
            return None;
        };
        let (path, widths) = (file.into(), widths.clone());
        let request = ImageRequest { file: path, widths };
        let made = ground.assets.image(&request).ok()?;
        let files = made.sources.iter().flat_map(|s| &s.srcset);
        let mut files = files.map(|(file, _)| file).chain([&made.fallback]);
        files.any(|file| file.url == url).then_some(file)
    })?;
    let shows = |place: Origin<'_>, src: &str| {
        let found = content::resolve_image(src, place.file, &ground.site.files);
        found.is_some_and(|found| found == *file) || src == file
    };
    search(ground, reads, &|_, _| false, &shows)
}

/// Whether a link or an image, as it is written at a place, is the one that is looked for.
type Judge<'a> = &'a dyn Fn(Origin<'_>, &str) -> bool;

/// The first link or image that is the right one, in the texts and then the fields that a page read.
fn search(
    ground: &Ground,
    reads: &[(Arc<Read>, Digest)],
    links: Judge<'_>,
    images: Judge<'_>,
) -> Option<Place> {
    let site = &ground.site;
    let entries = || {
        let shown = reads.iter().filter_map(|(read, _)| ground.shown(read));
        shown.map(|index| &site.entries[index])
    };
    let place = |entry: &'_ Entry| (entry.source.path.clone(), entry.path.clone());
    let in_texts = entries().find_map(|entry| {
        let (file, page) = place(entry);
        let at = || Origin {
            file: &file,
            page: page.as_deref(),
        };
        let is_it = |fragment: &&Fragment| match fragment {
            Fragment::Link { href, .. } => links(at(), href),
            Fragment::Image(image) => images(at(), &image.src),
            _ => false,
        };
        let fragment = entry
            .body
            .as_ref()?
            .outline()
            .fragments
            .iter()
            .find(is_it)?;
        Some(Place::new(&entry.source, fragment.span()?.clone()))
    });
    let of_field = |file: &str, page: Option<&str>, field: &Field| {
        let at = || Origin { file, page };
        match field {
            Field::Link(href) => links(at(), href),
            Field::Image(path) => images(at(), path),
            Field::Markdown(body) => body.fragments.iter().any(|fragment| match fragment {
                Fragment::Link { href, .. } => links(at(), href),
                Fragment::Image(image) => images(at(), &image.src),
                _ => false,
            }),
            _ => false,
        }
    };
    in_texts
        .or_else(|| {
            entries().find_map(|entry| {
                let (file, page) = place(entry);
                let is_it = |field: &Field| of_field(&file, page.as_deref(), field);
                let span = field(&entry.fields, &entry.node, &is_it)?;
                Some(Place::new(&entry.source, span))
            })
        })
        .or_else(|| {
            let is_it = |field: &Field| of_field(&site.settings.source.path, None, field);
            let span = field(&site.data, &site.settings.node, &is_it)?;
            Some(Place::new(&site.settings.source, span))
        })
}

fn is_fence(fragment: &Fragment) -> bool {
    matches!(fragment, Fragment::Component(_) | Fragment::Island(_))
}

/// Whether a field or one below it is the one that is looked for.
fn holds(field: &Field, is_it: &dyn Fn(&Field) -> bool) -> bool {
    is_it(field)
        || match field {
            Field::Map(fields) => fields.iter().any(|(_, field)| holds(field, is_it)),
            Field::List(items) => items.iter().any(|field| holds(field, is_it)),
            _ => false,
        }
}

/// The place of the first field that is the one looked for, in the values that it was read from.
fn field(found: &Field, node: &Node, is_it: &dyn Fn(&Field) -> bool) -> Option<Range<usize>> {
    match (found, &node.kind) {
        (Field::Map(fields), _) => fields
            .iter()
            .find_map(|(key, found)| field(found, node.get(key)?, is_it)),
        (Field::List(items), Kind::List(nodes)) => {
            // Hidden objects have become no item.
            let is_shown = |node: &&Node| {
                let hidden = node.get("hidden").map(|n| &n.kind);
                !matches!(hidden, Some(Kind::Bool(true)))
            };
            let mut pairs = items.iter().zip(nodes.iter().filter(is_shown));
            pairs.find_map(|(found, node)| field(found, node, is_it))
        }
        _ => is_it(found).then(|| node.span.clone()),
    }
}
