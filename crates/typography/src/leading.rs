//! Words that lead to the next one: articles, prepositions, conjunctions, the pronoun before a verb.

use crate::flow::is_apostrophe;

const LEADING: [&str; 35] = [
    "au", "aux", "avec", "ce", "ces", "dans", "de", "des", "du", "en", "et", "je", "la", "le",
    "les", "leur", "ni", "ou", "où", "par", "pour", "que", "qui", "sa", "sans", "se", "ses", "si",
    "son", "sous", "sur", "un", "une", "y", "à",
];

/// Characters that may stay together: a line of a phone holds them in the letters of a heading in a text.
pub(crate) const OF_HEADING: usize = 17;

/// The same in the largest letters, those of a page's title.
pub(crate) const OF_TITLE: usize = 13;

/// The spaces that keep each of them with the word behind it, at most so many characters together, by their bytes, the
/// last one first.
pub(crate) fn spaces(text: &str, most: usize) -> Vec<usize> {
    let mut spaces: Vec<usize> = Vec::new();
    // Where the words end that stay together already.
    let mut together = 0;
    for (at, _) in text.rmatch_indices(' ') {
        let start = text[..at].rfind([' ', '\n']).map_or(0, |space| space + 1);
        let next = &text[at + 1..];
        let behind = at + 1 + next.find([' ', '\n']).unwrap_or(next.len());
        let end = match spaces.last() {
            Some(space) if *space == behind => together,
            _ => behind,
        };
        let is_short = |end: usize| text[start..end].chars().count() <= most;
        if !is_leading(&text[start..at]) || !next.starts_with(char::is_alphanumeric) {
            continue;
        }
        if is_short(end) {
            spaces.push(at);
            together = end;
        } else if is_short(behind) && leads_twice(text, &spaces, behind) {
            // Rather two and two than one alone before three.
            spaces.pop();
            spaces.push(at);
            together = behind;
        }
    }
    spaces
}

/// Whether the word that ends at `behind` stays with another one that stays with the next.
fn leads_twice(text: &str, spaces: &[usize], behind: usize) -> bool {
    matches!(spaces, [.., second, first] if *first == behind && !text[first + 1..*second].contains([' ', '\n']))
}

/// Whether the last word, or what stands behind an apostrophe in it, leads to the next one.
fn is_leading(words: &str) -> bool {
    let word = words
        .rsplit(['\u{a0}', '\u{202f}'])
        .next()
        .unwrap_or_default();
    let own = word.rsplit(is_apostrophe).next().unwrap_or_default();
    // `quelqu'un` leads to nothing.
    LEADING.iter().any(|one| is_same(own, one)) && !begins_quelqu(word)
}

/// Whether a word is one in small letters, whatever its own.
fn is_same(word: &str, small: &str) -> bool {
    word.chars().flat_map(char::to_lowercase).eq(small.chars())
}

fn begins_quelqu(word: &str) -> bool {
    word.get(.."quelqu".len())
        .is_some_and(|start| start.eq_ignore_ascii_case("quelqu"))
}
