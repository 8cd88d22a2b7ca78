//! What a page sees of fields and texts, as something to hash: places in the source are no part of it.

use std::hash::{Hash, Hasher};

use content::field::Field;
use content::markdown::{Body, Fragment};
use content::shape::Shape;

/// A field as templates see it.
pub struct Told<'a>(pub &'a Field);

impl Hash for Told<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self.0).hash(state);
        match self.0 {
            Field::Null => {}
            Field::Absent(shape) => names(shape, state),
            Field::Bool(b) => b.hash(state),
            Field::Number(n) => n.hash(state),
            Field::Text(s) | Field::Date(s) | Field::Link(s) | Field::Image(s) => s.hash(state),
            Field::Reference(reference) => reference.hash(state),
            Field::Markdown(body) => ToldBody(body).hash(state),
            Field::List(items) => {
                items.len().hash(state);
                items.iter().for_each(|item| Told(item).hash(state));
            }
            Field::Map(fields) => {
                fields.len().hash(state);
                fields.iter().for_each(|(k, f)| (k, Told(f)).hash(state));
            }
        }
    }
}

fn names(shape: &Shape, state: &mut impl Hasher) {
    shape.fields.len().hash(state);
    for (name, nested) in &shape.fields {
        (name, nested.is_some()).hash(state);
        nested.iter().for_each(|shape| names(shape, state));
    }
}

/// A Markdown text as it is rendered. The data of its fences stands apart.
pub struct ToldBody<'a>(pub &'a Body);

impl Hash for ToldBody<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let body = self.0;
        (body.words, body.fragments.len(), body.headings.len()).hash(state);
        for heading in &body.headings {
            (heading.level, &heading.id, &heading.text).hash(state);
        }
        for fragment in &body.fragments {
            std::mem::discriminant(fragment).hash(state);
            match fragment {
                Fragment::Html(html) => html.hash(state),
                Fragment::Link { href, .. } => href.hash(state),
                Fragment::Image {
                    src, alt, title, ..
                } => (src, alt, title).hash(state),
                Fragment::Component { name, .. } => name.hash(state),
                Fragment::Island { name, on, .. } => (name, on).hash(state),
            }
        }
    }
}
