//! What a page sees of fields, as something to hash: places in the source are no part of it.

use std::hash::{Hash, Hasher};

use content::field::Field;
use content::markdown::Shown;
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
            Field::Markdown(body) => Shown(body).hash(state),
            Field::List(items) => {
                items.len().hash(state);
                items.iter().for_each(|item| Told(item).hash(state));
            }
            Field::Map(fields) => {
                (fields.len(), fields.is_closed).hash(state);
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
