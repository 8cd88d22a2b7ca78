//! What must not get French typography although it stands in prose: addresses, paths, code.

use std::ops::Range;

use crate::flow::{OPAQUE, is_apostrophe};

/// The words that elide before a vowel, and those that begin a compound with an apostrophe.
const ELISIONS: [&str; 14] = [
    "l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu",
];

/// A stretch of text between spaces or quotation marks, and whether it is code.
pub(crate) struct Token {
    range: Range<usize>,
    code: bool,
}

impl Token {
    /// The token that holds byte `at` of the text.
    pub(crate) fn around(text: &str, at: usize) -> Self {
        // Where a rule puts a space a token ends already, so that a second pass sees the same.
        let separates = |c: char| c.is_whitespace() || matches!(c, OPAQUE | '«' | '»' | '"');
        let start = text[..at]
            .char_indices()
            .rev()
            .find(|(_, c)| separates(*c))
            .map_or(0, |(i, c)| i + c.len_utf8());
        let end = text[at..].find(separates).map_or(text.len(), |i| at + i);
        Self {
            range: start..end,
            code: is_code(&text[start..end]),
        }
    }

    pub(crate) fn contains(&self, at: usize) -> bool {
        self.range.contains(&at)
    }

    pub(crate) fn is_code(&self) -> bool {
        self.code
    }
}

/// Whether a token looks like an address, a path or code rather than a word.
fn is_code(token: &str) -> bool {
    let is_shortcode = token.len() > 2 && token.starts_with(':') && token.ends_with(':');
    if is_shortcode || token.contains("()") || token.contains('\\') {
        return true;
    }
    let core = core(token);
    ["/", "./", "../", "~/", "--", "www.", "mailto:", "tel:"]
        .iter()
        .any(|start| core.starts_with(start))
        || core.contains("::")
        || core.contains("//")
        || core.contains("->")
        || core.contains("&&")
        || core.contains(['@', '_', '=', '{', '}', '<', '>', '|', '`'])
        || core.starts_with('$') && core[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        || is_dotted(core)
}

/// The token without the punctuation around it and without an elided article.
fn core(token: &str) -> &str {
    let core = token
        .trim_start_matches(['(', '[', '“', '\'', '‘', '*'])
        .trim_end_matches([
            ')', ']', '”', '’', '\'', '.', ',', ';', ':', '!', '?', '…', '*',
        ]);
    match core.find(is_apostrophe) {
        Some(i) if is_elision(&core[..i]) => core[i..].trim_start_matches(is_apostrophe),
        _ => core,
    }
}

/// Whether a dot joins letters, as in `exemple.re`, `index.html` or `src/main.rs`.
fn is_dotted(core: &str) -> bool {
    let bytes = core.as_bytes();
    (1..bytes.len().saturating_sub(1)).any(|i| {
        bytes[i] == b'.'
            && bytes[i - 1].is_ascii_alphanumeric()
            && bytes[i + 1].is_ascii_alphabetic()
    })
}

fn is_elision(word: &str) -> bool {
    ELISIONS.iter().any(|e| word.eq_ignore_ascii_case(e))
}

/// Whether the text ends with a word that elides and that nothing of a token precedes.
pub(crate) fn ends_with_elision(text: &str) -> bool {
    let letters = |b: &&u8| b.is_ascii_alphabetic();
    let len = text
        .bytes()
        .rev()
        .take(8)
        .take_while(|b| letters(&b))
        .count();
    let (before, word) = text.split_at(text.len() - len);
    let begins = before
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '«' | '"' | '“'));
    begins && is_elision(word)
}

/// The name of the character reference (`eacute`, `#160`) that the `;` at `at` ends, if it does.
pub(crate) fn entity(text: &str, at: usize) -> Option<&str> {
    let bytes = &text.as_bytes()[..at];
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'#';
    let len = bytes.iter().rev().take(10).take_while(is_name).count();
    let start = at - len;
    (len >= 2 && start > 0 && bytes[start - 1] == b'&').then(|| &text[start..at])
}

/// Whether a character reference stands for a space.
pub(crate) fn is_space(entity: &str) -> bool {
    let spaces = [
        "nbsp", "thinsp", "#160", "#xa0", "#8239", "#x202f", "#8201", "#x2009",
    ];
    spaces
        .iter()
        .any(|space| entity.eq_ignore_ascii_case(space))
}
