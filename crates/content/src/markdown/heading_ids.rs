//! The ids of headings, and what is wrong with them and with the order of their levels.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::events::Spanned;
use super::heading_attributes::{is_attribute, is_name};
use crate::slug::slug;

/// The ids of a text, unique in it, and the mistakes found with them.
#[derive(Default)]
pub(super) struct HeadingIds<'a> {
    /// Index of the heading's first event and its id, in order.
    ids: Vec<(usize, String)>,
    used: HashSet<String, RandomState>,
    /// How often an id was asked for, so that many alike stay cheap.
    counts: HashMap<String, usize, RandomState>,
    pub mistakes: Vec<Mistake<'a>>,
}

/// What is wrong with a heading.
pub(super) struct Mistake<'a> {
    pub code: &'static str,
    pub message: String,
    pub place: &'a Range<usize>,
    pub first: Option<&'a Range<usize>>,
    pub hint: String,
}

impl<'a> HeadingIds<'a> {
    /// Every heading gets an id; what the author chose comes first.
    pub(super) fn of_document(events: &'a [Spanned<'a>]) -> Self {
        let mut ids = Self::of_field(events);
        let mut previous = 1;
        for (at, (event, place)) in events.iter().enumerate() {
            let Event::Start(Tag::Heading { level, id, .. }) = event else {
                continue;
            };
            let level = *level as u8;
            if level == 1 || level > previous + 1 {
                ids.level_mistake(level, previous, place);
            }
            previous = level;
            if id.is_none() {
                let base = slug(&text_of(&events[at..]));
                let id = ids.unique(if base.is_empty() { "section" } else { &base });
                ids.ids.push((at, id));
            }
        }
        ids.ids.sort();
        ids
    }

    /// Only the headings with `{#id}` get one.
    pub(super) fn of_field(events: &'a [Spanned<'a>]) -> Self {
        let mut ids = Self::default();
        let mut places: HashMap<&str, &Range<usize>> = HashMap::new();
        for (at, (event, place)) in events.iter().enumerate() {
            let Event::Start(Tag::Heading {
                id, classes, attrs, ..
            }) = event
            else {
                continue;
            };
            let wrong = attrs
                .iter()
                .find(|(name, value)| value.is_none() || !is_attribute(name));
            let wrong = wrong
                .map(|(name, _)| name)
                .or(classes.iter().find(|c| !is_name(c)));
            if let Some(wrong) = wrong {
                ids.mistakes.push(Mistake {
                    code: "heading-attribute",
                    message: format!("`{wrong}` is not understood behind a heading"),
                    place,
                    first: None,
                    hint: "write `{#id .class lang=de}`, or escape a brace that belongs to the text: `\\{`".to_owned(),
                });
            }
            let Some(id) = id else { continue };
            if let Some(first) = places.get(&**id) {
                ids.mistakes.push(Mistake {
                    code: "duplicate-anchor",
                    message: format!("the anchor `#{id}` stands twice in this text"),
                    place,
                    first: Some(first),
                    hint: "give every heading an id of its own".to_owned(),
                });
                let id = ids.unique(id);
                ids.ids.push((at, id));
            } else {
                places.insert(id, place);
                ids.used.insert(id.to_string());
                ids.ids.push((at, id.to_string()));
            }
        }
        ids
    }

    /// An id that nothing else has: the one asked for, or with `-2`, `-3`, ….
    pub(super) fn unique(&mut self, base: &str) -> String {
        if self.used.insert(base.to_owned()) {
            return base.to_owned();
        }
        let count = self.counts.entry(base.to_owned()).or_insert(1);
        loop {
            *count += 1;
            let id = format!("{base}-{count}");
            if self.used.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Takes an id that stands in HTML, unless something has it.
    pub(super) fn take(&mut self, id: &str) -> bool {
        self.used.insert(id.to_owned())
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&str> {
        let found = self.ids.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        Some(&self.ids[found].1)
    }

    fn level_mistake(&mut self, level: u8, previous: u8, place: &'a Range<usize>) {
        let marks = |level: u8| "#".repeat(usize::from(level));
        let message = if level == 1 {
            "the only heading of level 1 is the page's title".to_owned()
        } else {
            format!("a heading of level {level} cannot follow one of level {previous}")
        };
        self.mistakes.push(Mistake {
            code: "heading-level",
            message,
            place,
            first: None,
            hint: format!("write `{}`", marks((previous + 1).max(2))),
        });
    }
}

/// The text of the heading whose first event comes first.
fn text_of(events: &[Spanned<'_>]) -> String {
    let mut text = String::new();
    for (event, _) in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Heading(_)) => break,
            _ => {}
        }
    }
    text
}
