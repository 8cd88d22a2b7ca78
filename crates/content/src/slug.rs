//! Texts as parts of addresses, and texts as they are sorted: without case and accents.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use typography::letters;

/// A text as a part of an address: lower case, without accents, words joined by `-`. An accent may be a part of its letter or
/// stand behind it as a character of its own, as some systems and programs write it.
pub fn slug(text: &str) -> String {
    let folded = fold(text);
    let mut slug = String::with_capacity(folded.len());
    for c in folded.chars() {
        if letters::is_alphanumeric(c) {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The slug that a file's name gives: its stem, or its folder's name for `index.md`. The path comes without its ending.
pub(crate) fn stem_slug(stem: &str) -> String {
    let mut parts = stem.rsplit('/');
    match (parts.next().unwrap_or(stem), parts.next()) {
        ("index", Some(folder)) => folder.to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The path that a file's place gives, from its collection's folder: numbers that order files and folders left out, a
/// folder's own path for its `index`, nothing for that of the collection. Without its own `index` at the end. The path
/// comes without its ending.
pub(crate) fn file_path(stem: &str) -> String {
    let parts: Vec<&str> = stem.split('/').map(unnumbered).collect();
    match parts.split_last() {
        Some((&"index", folders)) => folders.join("/"),
        _ => parts.join("/"),
    }
}

/// The number that orders a file or a folder, by its name: `02-` of `02-setup`, `02_` of `02_setup`. A year or a day is
/// part of a name.
pub fn number(name: &str) -> &str {
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = name[digits..].strip_prefix(['-', '_']);
    match rest {
        Some(rest) if (1..=3).contains(&digits) && !rest.is_empty() => &name[..=digits],
        _ => "",
    }
}

/// A name without the number that orders it.
fn unnumbered(name: &str) -> &str {
    &name[number(name).len()..]
}

/// Where a file stands among others: numbers by their size, a folder's `index` before what the folder holds. The path
/// comes without its ending.
pub(crate) fn file_order(stem: &str) -> String {
    let stem = stem
        .strip_suffix("index")
        .filter(|s| s.is_empty() || s.ends_with('/'))
        .unwrap_or(stem);
    let mut order = String::with_capacity(stem.len() + 8);
    let mut digits = String::new();
    for c in stem.chars().chain(['/']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            order += &format!("{digits:0>12}");
            digits.clear();
        }
        // A folder's files stand before files whose names only begin like the folder.
        order.push(if c == '/' { ' ' } else { c });
    }
    order
}

/// Under which letter an index has a text: its first letter or digit, large and without accent, as lists are ordered.
pub fn initial(text: &str) -> Option<String> {
    let first = text.chars().find(|c| c.is_alphanumeric())?;
    let plain = fold(first.encode_utf8(&mut [0; 4]));
    plain.chars().next().map(|c| c.to_uppercase().collect())
}

/// Lower case without the accents of French, so that « Écrit » stands beside « Ecran ».
pub(crate) fn fold(text: &str) -> String {
    let text = composed(text);
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            c.to_lowercase().for_each(|c| push_plain(&mut folded, c));
        }
    }
    folded
}

/// A text whose accents are parts of their letters wherever there is such a letter (NFC).
fn composed(text: &str) -> Cow<'_, str> {
    let is_mark = |c: char| ('\u{300}'..='\u{36f}').contains(&c);
    match text.contains(is_mark) {
        true => ComposingNormalizerBorrowed::new_nfc().normalize(text),
        false => Cow::Borrowed(text),
    }
}

fn push_plain(folded: &mut String, c: char) {
    match c {
        'à' | 'â' | 'ä' | 'á' | 'ã' => folded.push('a'),
        'ç' => folded.push('c'),
        'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
        'î' | 'ï' | 'í' => folded.push('i'),
        'ñ' => folded.push('n'),
        'ô' | 'ö' | 'ó' | 'õ' => folded.push('o'),
        'ù' | 'û' | 'ü' | 'ú' => folded.push('u'),
        'ÿ' => folded.push('y'),
        'œ' => folded.push_str("oe"),
        'æ' => folded.push_str("ae"),
        c => folded.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_lose_accents_and_signs() {
        assert_eq!(file_path("01-start/02-setup"), "start/setup");
        assert_eq!(file_path("01-start/index"), "start");
        assert_eq!(file_path("index"), "");
        assert_eq!(file_path("2024-review"), "2024-review");
        let mut files = ["b/10-x", "b/2-x", "b/index", "a", "b-c", "index"];
        files.sort_by_key(|file| file_order(file));
        assert_eq!(files, ["index", "a", "b/index", "b/2-x", "b/10-x", "b-c"]);
        assert_eq!(slug("Étape 1 : l’œuvre !"), "etape-1-l-oeuvre");
        assert_eq!(slug("E\u{301}tape a\u{300} Gyo\u{30b}r"), "etape-a-győr");
        assert_eq!(slug("Győr"), "győr");
        assert_eq!(initial("E\u{301}tape").as_deref(), Some("E"));
    }
}
