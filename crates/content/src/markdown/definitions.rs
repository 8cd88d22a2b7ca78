//! The notes that a text defines, and those that were called so far.

use std::collections::HashMap;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::events::Spanned;

/// The notes of a text.
#[derive(Default)]
pub(super) struct Notes<'a> {
    /// First and last event of each definition, in order.
    pub definitions: Vec<(usize, usize)>,
    /// Definition of each label, folded to lower case.
    pub labels: HashMap<String, usize>,
    /// Place in `called` of each label.
    pub numbers: HashMap<String, usize>,
    pub called: Vec<Note>,
    pub unused: Vec<&'a Spanned<'a>>,
}

/// A note that was called.
pub(super) struct Note {
    pub definition: usize,
    pub id: String,
    /// Ids of its calls.
    pub calls: Vec<String>,
}

impl<'a> Notes<'a> {
    /// The notes that a text defines, none called yet.
    pub(super) fn of(events: &'a [Spanned<'a>]) -> Self {
        let mut notes = Self::default();
        let mut open = Vec::new();
        for (at, (event, _)) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    let index = notes.definitions.len();
                    notes.definitions.push((at, events.len()));
                    notes.labels.entry(label.to_lowercase()).or_insert(index);
                    notes.unused.push(&events[at]);
                    open.push(index);
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    if let Some(index) = open.pop() {
                        notes.definitions[index].1 = at;
                    }
                }
                _ => {}
            }
        }
        notes
    }

    /// Index of the event that ends the definition that begins at `at`.
    pub(super) fn end_of(&self, at: usize) -> usize {
        let found = self
            .definitions
            .binary_search_by_key(&at, |(start, _)| *start);
        found.map_or(at, |i| self.definitions[i].1)
    }
}
