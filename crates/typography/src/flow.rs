//! A flow of text and the edits made of it so far.

use std::borrow::Cow;

/// Stands in a flow for what the rules must not look into, such as a code span or `{{ … }}`.
pub const OPAQUE: char = '\u{fffc}';

pub(crate) const NO_BREAK: &str = "\u{a0}";
pub(crate) const NARROW: &str = "\u{202f}";
/// Stands behind a hyphen at which no line ends; it has no width.
pub(crate) const WORD_JOINER: char = '\u{2060}';

/// Replaces `len` bytes (one character) at byte `at` by `new`.
///
/// An edit never spans two characters, so it lies in one segment of a flow whatever the markup.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    /// Byte offset of the character.
    pub at: usize,
    /// Its length in bytes.
    pub len: usize,
    /// What stands there instead; empty removes a superfluous space.
    pub new: &'static str,
}

/// The text of one paragraph without its markup, and its edits in order of place, behind those of paragraphs before it.
pub(crate) struct Flow<'t, 'e> {
    pub text: &'t str,
    pub edits: &'e mut Vec<Edit>,
    /// Where its own edits begin.
    first: usize,
}

impl<'t, 'e> Flow<'t, 'e> {
    /// A text whose edits are appended.
    pub(crate) fn new(text: &'t str, edits: &'e mut Vec<Edit>) -> Self {
        let first = edits.len();
        Self { text, edits, first }
    }

    /// Whether something at byte `at` or behind it was edited.
    pub(crate) fn is_edited_from(&self, at: usize) -> bool {
        self.edits[self.first..]
            .last()
            .is_some_and(|edit| edit.at >= at)
    }

    /// The character before byte `at`.
    pub(crate) fn before(&self, at: usize) -> Option<char> {
        self.text[..at].chars().next_back()
    }

    /// The character at byte `at`.
    pub(crate) fn after(&self, at: usize) -> Option<char> {
        self.text[at..].chars().next()
    }

    /// Start of the run of spaces that ends at `at`.
    pub(crate) fn space_start(&self, at: usize) -> usize {
        self.text[..at].trim_end_matches(is_space).len()
    }

    /// End of the run of spaces that starts at `at`.
    pub(crate) fn space_end(&self, at: usize) -> usize {
        self.text.len() - self.text[at..].trim_start_matches(is_space).len()
    }

    /// Makes one no-break space of the run of spaces.
    pub(crate) fn set_space(&mut self, start: usize, end: usize, space: &'static str) {
        for (i, c) in self.text[start..end].char_indices() {
            let new = if i == 0 { space } else { "" };
            if i > 0 || &self.text[start..start + c.len_utf8()] != space {
                self.edit(start + i, c.len_utf8(), new);
            }
        }
    }

    /// Replaces the character of `len` bytes at `at`.
    pub(crate) fn edit(&mut self, at: usize, len: usize, new: &'static str) {
        self.edits.push(Edit { at, len, new });
    }
}

/// The text with the edits made; borrowed when there are none.
pub fn apply<'a>(text: &'a str, edits: &[Edit]) -> Cow<'a, str> {
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 3 * edits.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(&text[done..edit.at]);
        out.push_str(edit.new);
        done = edit.at + edit.len;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Where the character at byte `at` of the edited text stands in the text before the edits; it is one that they left alone.
pub(crate) fn origin(edits: &[Edit], at: usize) -> usize {
    let mut removed = 0;
    let mut added = 0;
    for edit in edits {
        if edit.at + added >= at + removed {
            break;
        }
        removed += edit.len;
        added += edit.new.len();
    }
    at + removed - added
}

/// Spaces within a line, breaking or not.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

pub(crate) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}
