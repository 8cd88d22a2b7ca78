//! What one finished page gives to the index, whatever the other pages are: kept between builds by the hash of the page.

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::page::PageWords;
use super::words;

/// What a word is worth that is all of a page's title, or all of a heading, in hundredths of what it is worth once in a text.
const TITLE: u32 = 400;
const HEADING: u32 = 150;
/// A word of a title or a heading is worth its share of it; more words than these do not make it less.
const MOST_SHARED: u32 = 4;

/// A section, how often a word stands in its text, and what it is worth in its heading or the page's title.
pub type Share = (u32, u32, u32);

/// Words with the sections where they stand.
type Words = IndexMap<String, Vec<Share>>;

/// The words of a page, counted.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedWords {
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

impl CountedWords {
    /// Reads a finished page; none when there is nothing to find in it.
    pub fn of(html: &str) -> Option<Self> {
        let page = PageWords::read(html)?;
        let mut words = Words::new();
        name(&mut words, &page.title, 0, TITLE);
        for (at, section) in (0..).zip(&page.sections) {
            name(&mut words, &section.heading, at, HEADING);
            let folded = words::fold(&section.text);
            words::words(&folded).for_each(|word| add(&mut words, word, (at, 1, 0)));
            words::joined(&folded).for_each(|word| add(&mut words, &word, (at, 1, 0)));
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

/// Counts the words of a title or a heading: each is worth less the more there are.
fn name(words: &mut Words, text: &str, section: u32, worth: u32) {
    let folded = words::fold(text);
    let joined: Vec<String> = words::joined(&folded).collect();
    let mut named: IndexSet<&str> = words::words(&folded).collect();
    let worth = worth / (named.len() as u32).clamp(1, MOST_SHARED);
    named.extend(joined.iter().map(String::as_str));
    named
        .into_iter()
        .for_each(|word| add(words, word, (section, 0, worth)));
}

fn add(words: &mut Words, word: &str, (section, count, worth): Share) {
    let shares = match words.get_mut(word) {
        Some(shares) => shares,
        None => words.entry(word.to_owned()).or_default(),
    };
    match shares.last_mut() {
        Some(last) if last.0 == section => {
            last.1 += count;
            last.2 += worth;
        }
        _ => shares.push((section, count, worth)),
    }
}
