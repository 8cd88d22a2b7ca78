//! Texts as parts of addresses, and texts as they are sorted: without case and accents.

/// A text as a part of an address: lower case, without accents, words joined by `-`.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in fold(text).chars() {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The slug that a file's name gives: its stem, or its folder's name for `index.md`.
pub(crate) fn file_slug(path: &str) -> String {
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    match (stem, parts.next()) {
        ("index", Some(folder)) => folder.to_owned(),
        _ => stem.to_owned(),
    }
}

/// Lower case without the accents of French, so that « Écrit » stands beside « Ecran ».
pub(crate) fn fold(text: &str) -> String {
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
        assert_eq!(slug("Étape 1 : l’œuvre !"), "etape-1-l-oeuvre");
    }
}
