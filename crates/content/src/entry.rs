//! One checked entry of a collection: its fields, its text and what the engine knows of it.

use std::ops::Range;
use std::sync::Arc;

use crate::field::{Field, Reference};
use crate::language::OWN;
use crate::text::Text;
use source::Source;
use source::yaml::Node;

/// Words that are read in a minute, for reading times.
pub const WORDS_PER_MINUTE: usize = 220;

/// An entry that was read and checked.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its collection and slug.
    pub reference: Reference,
    /// The file it was read from.
    pub source: Arc<Source>,
    /// The file's path without its ending and language.
    pub stem: String,
    /// The front matter or the YAML with its places.
    pub node: Node,
    /// The checked fields: always a `Field::Map`.
    pub fields: Field,
    /// The text below the front matter; none for a YAML entry.
    pub body: Option<Arc<Text>>,
    /// The data of the text's component and island fences, in their order.
    pub embeds: Vec<Field>,
    /// The language on whose pages it stands, by its place among the site's.
    pub language: usize,
    /// The language that it is written in: another one where it stands in for a missing translation.
    pub written: usize,
    /// The address of its page, when it has one.
    pub path: Option<String>,
    /// The address of its original's page, in the site's own language.
    pub original: Option<String>,
    /// The template of its page.
    pub template: Option<String>,
    /// Whether the whole entry is invented filler.
    pub sample: bool,
    /// Places of invented filler below the entry itself.
    pub samples: Vec<Range<usize>>,
    /// Places where a text is still to be written.
    pub unwritten: Vec<Range<usize>>,
    /// The first line of its file.
    pub opening: Range<usize>,
    /// Whether its page is kept out of search engines.
    pub noindex: bool,
}

impl Entry {
    /// `collection/slug`, the entry's name in messages and templates.
    pub fn id(&self) -> String {
        self.reference.to_string()
    }

    /// Whether it is in the site's own language.
    pub fn is_original(&self) -> bool {
        self.language == OWN
    }

    /// Whether it stands in for a translation that is missing.
    pub fn stands_in(&self) -> bool {
        self.language != self.written
    }

    /// The same entry on the pages of another language, at another path.
    pub(crate) fn standing_in(&self, language: usize, path: Option<String>) -> Self {
        Self {
            language,
            path,
            ..self.clone()
        }
    }

    /// The text of a field.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Field::as_text)
    }

    /// What the entry is called: its title, name or question, else its slug.
    pub fn title(&self) -> &str {
        ["title", "name", "question"]
            .iter()
            .find_map(|name| self.text(name))
            .unwrap_or(&self.reference.slug)
    }

    /// The day of the last real change, when the entry gives one.
    pub fn modified(&self) -> Option<&str> {
        self.text("updated").or_else(|| self.text("date"))
    }

    /// Minutes to read it: the entry's own figure, else its words at 220 a minute, rounded up.
    pub fn reading_time(&self) -> u64 {
        if let Some(Field::Number(minutes)) = self.fields.get("reading_time") {
            return minutes.as_u64().unwrap_or(1);
        }
        let words = self.body.as_ref().map_or(0, |text| text.outline().words);
        words.div_ceil(WORDS_PER_MINUTE).max(1) as u64
    }

    /// The place of a field's value, else of its front matter.
    pub fn span_of(&self, field: &str) -> Range<usize> {
        match self.node.get(field) {
            Some(node) => node.span.clone(),
            None => self.opening.clone(),
        }
    }
}
