//! Words that lead to the next one: articles, prepositions, conjunctions.

use crate::flow::is_apostrophe;

const LEADING: [&str; 30] = [
    "au", "aux", "ce", "ces", "de", "des", "du", "en", "et", "la", "le", "les", "leur", "ni", "ou",
    "où", "par", "pour", "que", "qui", "sa", "sans", "ses", "si", "son", "sur", "un", "une", "y",
    "à",
];

/// Characters that may stay together: a line of a phone holds them in the letters of a heading.
const MOST: usize = 16;

/// The spaces that keep each of them with the word behind it, by their bytes, the last one first.
pub(crate) fn spaces(text: &str) -> Vec<usize> {
    let mut spaces = Vec::new();
    // Where the words end that stay together already.
    let mut together = 0;
    for (at, _) in text.rmatch_indices(' ') {
        let start = text[..at].rfind([' ', '\n']).map_or(0, |space| space + 1);
        let next = &text[at + 1..];
        let end = at + 1 + next.find([' ', '\n']).unwrap_or(next.len());
        let end = match spaces.last() {
            Some(space) if *space == end => together,
            _ => end,
        };
        let leads = is_leading(&text[start..at]) && next.starts_with(char::is_alphanumeric);
        if leads && text[start..end].chars().count() <= MOST {
            spaces.push(at);
            together = end;
        }
    }
    spaces
}

/// Whether the last word, or what stands behind an apostrophe in it, leads to the next one.
fn is_leading(words: &str) -> bool {
    let word = words
        .rsplit(['\u{a0}', '\u{202f}'])
        .next()
        .unwrap_or_default();
    let own = word.rsplit(is_apostrophe).next().unwrap_or_default();
    // `quelqu'un` leads to nothing.
    !word.to_lowercase().starts_with("quelqu")
        && LEADING.iter().any(|one| own.to_lowercase() == *one)
}
