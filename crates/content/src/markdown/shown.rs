//! What a page shows of a text, as something to hash: places in the source are no part of it.

use std::hash::{Hash, Hasher};

use super::body::{Body, Fragment};

/// A Markdown text as it is rendered. The data of its fences stands apart.
pub struct Shown<'a>(pub &'a Body);

impl Shown<'_> {
    /// What tells it from another.
    pub fn digest(&self) -> source::Hash {
        source::hash_of(self)
    }
}

impl Hash for Shown<'_> {
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
                Fragment::Image(image) => (&image.src, &image.alt, &image.title).hash(state),
                Fragment::Component(fence) => fence.name.hash(state),
                Fragment::Island(fence) => (&fence.name, &fence.on).hash(state),
            }
        }
    }
}
