//! Where content/ holds a part of a text: found only when somebody asks.

use std::ops::Range;
use std::sync::Arc;

use content::entry::Entry;
use content::field::Field;
use content::markdown::{Body, Fragment};
use source::Place;
use source::yaml::{Kind, Node};

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

/// Where a field of an entry names an image.
pub fn of_image(entry: &Entry, file: &str) -> Option<Place> {
    let is_it = |field: &Field| matches!(field, Field::Image(path) if **path == *file);
    let span = field(&entry.fields, &entry.node, &is_it)?;
    Some(Place::new(&entry.source, span))
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
