//! What expressions catch in scripts that are settings.

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
