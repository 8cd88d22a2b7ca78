//! What one finished page gives to the index, whatever the other pages are: kept between builds by the hash of the page.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::page::Page;
use super::words;

/// How much more a word counts in the title of a page and in a heading.
const IN_TITLE: u32 = 8;
const IN_HEADING: u32 = 4;

/// A section, and how much of a word stands there.
pub type Share = (u32, u32);

/// The words of a page, counted.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The language that the page says it is in.
    pub language: String,
    /// Its title.
    pub title: String,
    /// How long the text of each section is.
    pub lengths: Vec<u32>,
    /// What is shown of the page when it is found, as JSON without its beginning and first key.
    shown: String,
    /// Its words, a line each.
    words: String,
    /// In how many sections each word stands.
    counts: Vec<u32>,
    /// These sections, word after word.
    shares: Vec<Share>,
}

impl Reading {
    /// Reads a finished page; none when there is nothing to find in it.
    pub fn of(html: &str) -> Option<Self> {
        let page = Page::read(html)?;
        let mut words: IndexMap<String, Vec<Share>> = IndexMap::new();
        add(&mut words, &page.title, (0, IN_TITLE));
        for (at, section) in (0..).zip(&page.sections) {
            add(&mut words, &section.heading, (at, IN_HEADING));
            add(&mut words, &section.text, (at, 1));
        }
        let sections = page.sections.iter();
        let shown: Vec<_> = sections.map(|s| json!([s.id, s.heading, s.text])).collect();
        let shown = json!({ "title": page.title, "sections": shown }).to_string();
        let length = |text: &String| u32::try_from(text.len()).unwrap_or(u32::MAX);
        Some(Self {
            language: page.language,
            title: page.title,
            lengths: page.sections.iter().map(|s| length(&s.text)).collect(),
            shown: shown[1..].to_owned(),
            words: words.keys().map(|word| format!("{word}\n")).collect(),
            counts: words.values().map(|own| own.len() as u32).collect(),
            shares: words.into_values().flatten().collect(),
        })
    }

    /// Its words, each with the sections where it stands.
    pub fn words(&self) -> impl Iterator<Item = (&str, &[Share])> {
        let mut rest = self.shares.as_slice();
        self.words
            .lines()
            .zip(&self.counts)
            .map(move |(word, count)| {
                let (own, behind) = rest.split_at(*count as usize);
                rest = behind;
                (word, own)
            })
    }

    /// What is shown of it when it is found, as JSON.
    pub fn shown(&self, href: &str) -> String {
        format!("{{\"url\":{},{}", json!(href), self.shown)
    }
}

/// Counts the words of a text that stands in a section.
fn add(words: &mut IndexMap<String, Vec<Share>>, text: &str, (section, weight): Share) {
    let folded = words::fold(text);
    for word in words::words(&folded) {
        let shares = match words.get_mut(word) {
            Some(shares) => shares,
            None => words.entry(word.to_owned()).or_default(),
        };
        match shares.last_mut() {
            Some(last) if last.0 == section => last.1 += weight,
            _ => shares.push((section, weight)),
        }
    }
}
