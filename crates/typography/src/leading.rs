//! Words that lead to the next one: articles, prepositions, conjunctions.

use crate::flow::{Edit, NO_BREAK, is_apostrophe};

const LEADING: [&str; 30] = [
    "au", "aux", "ce", "ces", "de", "des", "du", "en", "et", "la", "le", "les", "leur", "ni", "ou",
    "où", "par", "pour", "que", "qui", "sa", "sans", "ses", "si", "son", "sur", "un", "une", "y",
    "à",
];

/// Characters that may stay together: a line of a phone holds them in the letters of a heading.
const MOST: usize = 16;

/// The edits that keep each of them with the word behind it; `taken` says where something else was decided.
pub(crate) fn edits(flow: &str, taken: impl Fn(usize) -> bool) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    // Where the words begin that stay together already.
    let mut start = 0;
    let mut word = 0;
    for (at, _) in flow.match_indices(' ') {
        let next = &flow[at + 1..];
        let next = &next[..next.find([' ', '\n']).unwrap_or(next.len())];
        let is_short = |from: usize| flow[from..at + 1 + next.len()].chars().count() <= MOST;
        let from = if is_short(start) { start } else { word };
        let leads = is_leading(&flow[word..at]) && next.starts_with(char::is_alphanumeric);
        if leads && is_short(from) && !taken(at) {
            if from == word && start < word {
                // Rather the nearer two than all.
                edits.pop();
            }
            edits.push(Edit {
                at,
                len: 1,
                new: NO_BREAK,
            });
            start = from;
        } else {
            start = at + 1;
        }
        word = at + 1;
    }
    edits
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
