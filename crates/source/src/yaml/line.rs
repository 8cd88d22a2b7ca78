//! A line of YAML that is, or should be, a key with its value.

use std::ops::Range;

/// A line, or a part of it, that is no key with its value, why, and how to mend it.
pub(super) type Slip = (Range<usize>, &'static str, String);

/// Key and rest of a line that begins with a plain key and its colon.
pub(super) fn keyed(line: &str) -> Option<(&str, &str)> {
    let pair = line.trim_start_matches(' ').split_once(':');
    pair.filter(|(key, _)| is_key(key))
}

pub(super) fn is_key(name: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    name.starts_with(char::is_alphabetic) && name.chars().all(is_sign)
}
