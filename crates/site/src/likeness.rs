//! Whether an element on a page may be one that was written somewhere.

use crate::html::Element;
use crate::markup::UNKNOWN;

/// Whether an element of a page may be a written one, with as many attributes.
pub fn is_alike(written: &Element, shown: &Element) -> bool {
    let same = written.attributes.len() == shown.attributes.len();
    same && likeness(written, shown, None).is_some()
}

/// How much of an element on a page a written one explains; none when they cannot be the same.
pub fn likeness(written: &Element, shown: &Element, attribute: Option<&str>) -> Option<usize> {
    if written.name != shown.name || attribute.is_some_and(|a| written.get(a).is_none()) {
        return None;
    }
    let mut likeness = match written.text.is_empty() || shown.text.is_empty() {
        true => 0,
        false => fit(&written.text, &shown.text)?,
    };
    let known = written.attributes.iter();
    for own in known.filter(|own| !own.name.contains(UNKNOWN)) {
        let Some(value) = shown.get(&own.name) else {
            continue;
        };
        match fit(&own.value, value) {
            Some(length) => likeness += 2 + length,
            // Parts of a class often stand there under a condition.
            None if own.name == "class" => {}
            None => return None,
        }
    }
    let more = |a: &&crate::html::Attribute| written.get(&a.name).is_some();
    Some(likeness + shown.attributes.iter().filter(more).count())
}

/// How many characters of a value a pattern gives, in which [`UNKNOWN`] stands for anything; none
/// when it is another value. White space and quotes do not count: typography changes them.
fn fit(pattern: &str, value: &str) -> Option<usize> {
    let plain = |text: &str| -> String {
        let kept = text.chars().filter(|c| !c.is_whitespace());
        kept.map(|c| if c == '’' { '\'' } else { c }).collect()
    };
    let (pattern, value) = (plain(pattern), plain(value));
    let pieces: Vec<&str> = pattern.split(UNKNOWN).collect();
    let (first, last) = (pieces.first()?, pieces.last()?);
    if pieces.len() == 1 {
        return (pattern == value).then_some(value.len());
    }
    let mut rest = value.strip_prefix(first)?.strip_suffix(last)?;
    for piece in &pieces[1..pieces.len() - 1] {
        rest = &rest[rest.find(piece)? + piece.len()..];
    }
    Some(pieces.iter().map(|piece| piece.len()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_what_templates_write() {
        let check = |pattern: &str, value: &str, expected: Option<usize>| {
            assert_eq!(
                fit(&pattern.replace('?', "\u{1}"), value),
                expected,
                "{pattern}"
            );
        };
        check("/a", "/a", Some(2));
        check("/a", "/ab", None);
        check("??/a", "/sub/a", Some(2));
        check("/??/b/?", "/x/b/c", Some(4));
        check("/a??a", "/a", None);
        check("l'été : a", "l’été\u{a0}: a", Some(9));
    }
}
