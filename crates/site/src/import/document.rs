//! A page of the site that is imported: what was read of it, and what becomes of it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::front::{Front, written};
use super::origin::Generator;
use super::text::Text;

/// A page.
#[derive(Debug)]
pub struct Document {
    /// What made it.
    pub generator: Generator,
    /// Its file in the folder that is imported.
    pub file: String,
    /// The collection that it comes into.
    pub collection: String,
    /// What stands before the addresses of the collection: `/blog`, or nothing.
    pub at: String,
    /// Where it stood below the collection, an `_index` as `index`.
    pub below: String,
    /// Its front matter as it was.
    pub front: Front,
    /// The fields that it comes with.
    pub fields: Map<String, Value>,
    /// Its text.
    pub body: Text,
    /// The site path that it had.
    pub address: String,
    /// Its file from now on: `content/blog/a.md`.
    pub target: String,
    /// How often its text was mended.
    pub mended: usize,
}

impl Document {
    /// What stands before its address.
    pub fn base(&self) -> &str {
        &self.at
    }

    /// Whether it is the page of a section.
    pub fn is_section(&self) -> bool {
        self.file
            .rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("_index."))
    }

    /// Whether Jekyll made it: there a title in addresses is the file's name.
    pub fn origin_is_jekyll(&self) -> bool {
        self.generator == Generator::Jekyll
    }

    /// The day that its front matter or its file's name gives.
    pub fn day(&self) -> Option<String> {
        let own = self
            .front
            .fields
            .get("date")
            .and_then(Value::as_str)
            .and_then(day);
        let name = self.below.split('/').filter_map(dated).next_back();
        own.or_else(|| name.map(|(day, _)| day.to_owned()))
    }

    /// A name without the day before it, where the generator takes that for the date.
    pub fn name_without_date<'a>(&self, name: &'a str) -> &'a str {
        let is_date = match self.generator {
            Generator::Jekyll => self.collection == "posts",
            Generator::Zola | Generator::Eleventy => true,
            _ => false,
        };
        match dated(name) {
            Some((_, rest)) if is_date => rest,
            _ => name,
        }
    }

    /// The whole file, and where its text begins in it.
    pub fn file_text(&self) -> (String, usize) {
        let head = written(&self.fields);
        let start = head.len();
        (head + &self.body.text, start)
    }

    /// The line of the file that is imported at which a line of the new one stands.
    pub fn line_of(&self, line: usize) -> usize {
        let head = self.fields.len() + 2;
        match line.checked_sub(head + 1) {
            Some(below) => {
                let at = self
                    .body
                    .text
                    .split_inclusive('\n')
                    .take(below)
                    .map(str::len)
                    .sum();
                self.body.line(at)
            }
            None => {
                let key = self.fields.keys().nth(line.saturating_sub(2));
                key.map_or(1, |key| self.front.line(key))
            }
        }
    }
}

/// A name that begins with a day, as the day and the rest.
pub fn dated(name: &str) -> Option<(&str, &str)> {
    let (start, rest) = (name.get(..10)?, name.get(11..)?);
    let is_parted = matches!(name.as_bytes()[10], b'-' | b'_');
    (is_parted && !rest.is_empty() && day(start).is_some()).then_some((start, rest))
}

/// The day that a date in any of the usual forms begins with.
pub fn day(text: &str) -> Option<String> {
    dated_text(text).map(|(day, _)| day)
}

/// The time of day that a date says behind its day, as it says it; none at midnight, which stands for no time.
pub fn time(text: &str) -> Option<String> {
    let (_, behind) = dated_text(text)?;
    let time = behind.trim_start_matches(['T', 't']).trim();
    let is_midnight = time
        .chars()
        .all(|c| matches!(c, '0' | ':' | '.' | 'Z' | '+' | ' '));
    (!is_midnight).then(|| time.to_owned())
}

/// A day, and what stands behind it.
fn dated_text(text: &str) -> Option<(String, &str)> {
    let mut parts = text.trim().splitn(3, ['-', '/']);
    let (year, month, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (digits, behind) = rest.split_at(digits);
    let first = behind.chars().next();
    let is_end = first.is_none_or(|c| c == 'T' || c == 't' || c.is_whitespace());
    let (number, month, day) = (
        year.parse().ok()?,
        month.parse().ok()?,
        digits.parse().ok()?,
    );
    let day = jiff::civil::Date::new(number, month, day).ok()?;
    (year.len() == 4 && is_end).then(|| (day.to_string(), behind))
}

/// Where documents are, by what may name them.
#[derive(Debug, Default)]
pub struct Places {
    /// By their file.
    pub files: BTreeMap<String, usize>,
    /// By their address, in small letters.
    pub addresses: BTreeMap<String, usize>,
}

impl Places {
    /// The places of all documents.
    pub fn of(documents: &[Document]) -> Self {
        let mut places = Self::default();
        for (index, document) in documents.iter().enumerate() {
            places.files.insert(document.file.clone(), index);
            places
                .addresses
                .entry(document.address.to_lowercase())
                .or_insert(index);
        }
        places
    }
}
