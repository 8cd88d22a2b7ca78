//! What expressions and braces hold in scripts.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The first part of a text that a pattern catches.
pub fn captured(pattern: &LazyLock<Option<Regex>>, text: &str) -> Option<String> {
    let found = pattern.as_ref()?.captures(text)?;
    Some(found.get(1)?.as_str().to_owned())
}

/// What a pattern catches first, wherever it fits.
pub fn captured_all(pattern: &str, text: &str) -> Vec<String> {
    let Ok(pattern) = Regex::new(pattern) else {
        return Vec::new();
    };
    let found = pattern.captures_iter(text);
    found.map(|found| found[1].to_owned()).collect()
}

/// What patterns with two parts catch, wherever they fit.
pub fn captured_pairs(pattern: &str, text: &str) -> Vec<[String; 2]> {
    let Ok(pattern) = Regex::new(pattern) else {
        return Vec::new();
    };
    let found = pattern.captures_iter(text);
    found
        .map(|found| [found[1].to_owned(), found[2].to_owned()])
        .collect()
}

/// Where the brace that begins at a place stands, with what follows up to the one that closes it.
pub fn braced(text: &str, start: usize) -> Option<Range<usize>> {
    let mut depth = 0;
    for (at, c) in text[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start..start + at + 1);
        }
    }
    None
}
