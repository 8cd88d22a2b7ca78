//! A page of the site that is imported: what was read of it, and what becomes of it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::front::{Front, written};
use super::origin::Generator;
use super::text::Text;

/// A page.
#[derive(Debug)]
pub struct ImportedPage {
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
    /// Its language, where that is not the site's own.
    pub language: Option<String>,
    /// The address of the page that it translates.
    pub original: Option<String>,
    /// Other addresses that led to it.
    pub former: Vec<String>,
    /// Its file from now on: `content/blog/a.md`.
    pub target: String,
    /// How often its text was mended.
    pub mended: usize,
}

impl ImportedPage {
    /// What stands before its address.
    pub fn base(&self) -> &str {
        &self.at
    }

    /// Its address without the language that it begins with.
    pub fn path_in_language(&self) -> String {
        let prefix = match (&self.language, &self.original) {
            (Some(code), Some(_)) => format!("/{}", code.to_lowercase()),
            _ => String::new(),
        };
        match self.address.strip_prefix(&prefix) {
            Some("") => "/".to_owned(),
            Some(path) => path.to_owned(),
            None => self.address.clone(),
        }
    }

    /// Whether it is the page of a section.
    pub fn is_section(&self) -> bool {
        self.file
            .rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("_index."))
    }

    /// Whether it comes as a page that lists what its folder holds.
    pub fn lists_others(&self) -> bool {
        self.fields.get("template").and_then(Value::as_str) == Some("section.html")
    }

    /// Whether Jekyll made it: there a title in addresses is the file's name.
    pub fn origin_is_jekyll(&self) -> bool {
        self.generator == Generator::Jekyll
    }

    /// Where a page leads that is nothing but a redirect of Zola or Jekyll.
    pub fn leads_to(&self) -> Option<&str> {
        let redirects = matches!(self.generator, Generator::Zola | Generator::Jekyll);
        // One of the same name in a table is a field of the theme.
        let is_own = redirects && self.front.lines.contains_key("redirect_to");
        let to = self.front.fields.get("redirect_to").filter(|_| is_own);
        to.and_then(Value::as_str)
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
        own.or_else(|| name.map(|(day, _)| day))
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
pub fn dated(name: &str) -> Option<(String, &str)> {
    let end = name.match_indices(['-', '_']).nth(2)?.0;
    let (start, rest) = (&name[..end], &name[end + 1..]);
    let is_day = start.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let day = day(start).filter(|_| is_day && !rest.is_empty())?;
    Some((day, rest))
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
    let numbers = (parts.next(), parts.next(), parts.next());
    let (Some(year), Some(month), Some(rest)) = numbers else {
        return with_month_name(text.trim());
    };
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

/// The English names of the months.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The same of `Jul 08 2022`, `8 July 2022` and `Fri, 08 Jul 2022 10:00:00`.
fn with_month_name(text: &str) -> Option<(String, &str)> {
    let (mut year, mut month, mut day) = (None, None, None);
    let mut rest = text;
    while year.is_none() || month.is_none() || day.is_none() {
        rest = rest.trim_start_matches([' ', ',', '.']);
        let end = rest.find([' ', ',', '.']).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let small = word.to_lowercase();
        let named = MONTHS
            .iter()
            .position(|name| small.len() >= 3 && name.starts_with(&small));
        match (digits.len(), named) {
            (4, _) => year = digits.parse().ok(),
            (1 | 2, _) => day = digits.parse().ok(),
            (0, Some(at)) => month = i8::try_from(at + 1).ok(),
            // The name of a day.
            (0, None) if month.is_none() && !word.is_empty() => {}
            _ => return None,
        }
    }
    let day = jiff::civil::Date::new(year?, month?, day?).ok()?;
    Some((day.to_string(), rest.trim_start_matches(',')))
}

/// Where documents are, by what may name them.
#[derive(Debug, Default)]
pub struct DocumentPlaces {
    /// By their file.
    pub files: BTreeMap<String, usize>,
    /// By their address, in small letters.
    pub addresses: BTreeMap<String, usize>,
}

impl DocumentPlaces {
    /// The places of all documents.
    pub fn of(documents: &[ImportedPage]) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_the_usual_forms() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(day(text).as_deref(), expected, "{text}");
        };
        check("2024-01-02T10:00:00Z", Some("2024-01-02"));
        check("2024/1/2", Some("2024-01-02"));
        check("Jul 08 2022", Some("2022-07-08"));
        check("July 8th, 2022", Some("2022-07-08"));
        check("Fri, 08 Jul 2022 10:00:00 GMT", Some("2022-07-08"));
        check("8 July", None);
        check("soon", None);
        check("", None);
        check("Feb 30 2022", None);
        assert_eq!(time("Jul 08 2022 10:30").as_deref(), Some("10:30"));
        assert_eq!(time("Jul 08 2022"), None);
        assert_eq!(dated("2024-1-3-x"), Some(("2024-01-03".to_owned(), "x")));
        assert_eq!(dated("2024-01-03_x"), Some(("2024-01-03".to_owned(), "x")));
        assert_eq!(dated("a-b-c-d"), None);
    }
}
