//! Words as the search compares them; `search.js` cuts and folds in the same way.

use icu_normalizer::DecomposingNormalizerBorrowed;
use pagefind_stem::{Algorithm, Stemmer};

/// The words of a folded text. Where a script parts no words, each of its characters is one.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    let parts = folded.split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let end = match stands_alone(first) {
                true => first.len_utf8(),
                false => rest.find(stands_alone).unwrap_or(rest.len()),
            };
            let (word, behind) = rest.split_at(end);
            rest = behind;
            Some(word)
        })
    })
}

/// The words of a folded text that have signs in them, without these: `fast` of `f.a.s.t.`, `ecommerce` of `e-commerce`,
/// `98400` of `98 400`.
pub fn joined(folded: &str) -> impl Iterator<Item = String> {
    let start = folded.as_ptr() as usize;
    let mut parts = words(folded).peekable();
    std::iter::from_fn(move || {
        loop {
            let mut last = parts.next()?;
            let mut whole = last.to_owned();
            while let Some(next) = parts.peek() {
                let gap =
                    last.as_ptr() as usize - start + last.len()..next.as_ptr() as usize - start;
                if !is_joint(last, &folded[gap], next) {
                    break;
                }
                whole.push_str(next);
                last = next;
                parts.next();
            }
            if whole.len() > last.len() {
                return Some(whole);
            }
        }
    })
}

/// Whether what stands between two words makes them one: a decimal and a range are two numbers.
fn is_joint(before: &str, gap: &str, after: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let are_digits = before.ends_with(is_digit) && after.starts_with(is_digit);
    match gap {
        "-" | "\u{2011}" | "." => {
            !are_digits && !before.starts_with(stands_alone) && !after.starts_with(stands_alone)
        }
        "\u{a0}" | "\u{202f}" => are_digits,
        // Of thousands.
        "," => are_digits && after.len() == 3,
        _ => false,
    }
}

/// A text in small letters without accents.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.to_lowercase();
    let mut folded = String::with_capacity(lower.len());
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(&lower);
    for c in decomposed.chars() {
        match c {
            '\u{300}'..='\u{36f}' => {}
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            c => folded.push(c),
        }
    }
    folded
}

/// Chinese characters and Japanese kana.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// What makes forms of one word one: the stemmer of a language; none for others, where each form is a word of its own.
pub fn stemmer(language: &str) -> Option<Stemmer> {
    let algorithm = match language.split('-').next()? {
        "ar" => Algorithm::Arabic,
        "ca" => Algorithm::Catalan,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "eu" => Algorithm::Basque,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "ga" => Algorithm::Irish,
        "hu" => Algorithm::Hungarian,
        "hy" => Algorithm::Armenian,
        "id" => Algorithm::Indonesian,
        "it" => Algorithm::Italian,
        "lt" => Algorithm::Lithuanian,
        "nb" | "nn" | "no" => Algorithm::Norwegian,
        "nl" => Algorithm::Dutch,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "tr" => Algorithm::Turkish,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_cut() {
        let check = |text: &str, expected: &[&str]| {
            let folded = fold(text);
            assert_eq!(words(&folded).collect::<Vec<_>>(), expected, "{text}");
        };
        check(
            "L’Œuvre d'été, n°12 : C++ !",
            &["l", "oeuvre", "d", "ete", "n", "12", "c"],
        );
        check("Straße Việt ΆΛΦΑ", &["strasse", "viet", "αλφα"]);
        check("東京へ行く go", &["東", "京", "へ", "行", "く", "go"]);
        check("", &[]);
        let check = |text: &str, expected: &[&str]| {
            let folded = fold(text);
            assert_eq!(joined(&folded).collect::<Vec<_>>(), expected, "{text}");
        };
        check("La méthode F.A.S.T. : fin. Début", &["fast"]);
        check(
            "un back-end d’e‑commerce, C'EST-À-DIRE",
            &["backend", "ecommerce", "estadire"],
        );
        check(
            "98\u{202f}400\u{a0}€, 1\u{a0}000\u{a0}000, 12,345.67, 3,5 ou 2020-2024",
            &["98400", "1000000", "12345"],
        );
        check("un, deux - trois\u{a0}! 4\u{a0}jours 5 6 東-京", &[]);
        let stem =
            |language: &str, word: &str| stemmer(language).map(|s| s.stem(word).into_owned());
        assert_eq!(stem("fr-RE", "devis"), stem("fr", "devis"));
        assert_eq!(stem("fr", "chiens"), stem("fr", "chien"));
        assert_eq!(stem("xx", "chien"), None);
    }
}
