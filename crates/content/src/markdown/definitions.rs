//! The notes that a text defines, and those that were called so far.

use std::collections::HashMap;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::events::Spanned;

/// The notes of a text.
#[derive(Default)]
pub(super) struct Notes<'a> {
    /// In their order.
    pub definitions: Vec<Definition>,
    /// Definition of each label, folded to lower case.
    pub labels: HashMap<String, usize>,
    /// Place in `called` of each label.
    pub numbers: HashMap<String, usize>,
    pub called: Vec<Note>,
    pub unused: Vec<&'a Spanned<'a>>,
}

/// Where a note is defined, by the events.
#[derive(Clone, Copy)]
pub(super) struct Definition {
    pub first: usize,
    pub last: usize,
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
                    notes.definitions.push(Definition {
                        first: at,
                        last: events.len(),
                    });
                    notes.labels.entry(label.to_lowercase()).or_insert(index);
                    notes.unused.push(&events[at]);
                    open.push(index);
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    if let Some(index) = open.pop() {
                        notes.definitions[index].last = at;
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
            .binary_search_by_key(&at, |definition| definition.first);
        found.map_or(at, |i| self.definitions[i].last)
    }
}
