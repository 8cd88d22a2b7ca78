//! Words as the search compares them; `search.js` cuts and folds in the same way.

use icu_normalizer::DecomposingNormalizerBorrowed;
use pagefind_stem::{Algorithm, Stemmer};

/// The words of a text: small letters without accents. Where a script parts no words, each of its characters is one.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = Vec::new();
    let mut word = String::new();
    for c in folded.chars() {
        let stands_alone = stands_alone(c);
        if stands_alone || !c.is_alphanumeric() {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if stands_alone {
                words.push(c.to_string());
            }
        } else {
            word.push(c);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut folded = String::with_capacity(lower.len());
    let decomposed = match lower.is_ascii() {
        true => lower.into(),
        false => DecomposingNormalizerBorrowed::new_nfd().normalize(&lower),
    };
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
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected, "{text}");
        check(
            "L’Œuvre d'été, n°12 : C++ !",
            &["l", "oeuvre", "d", "ete", "n", "12", "c"],
        );
        check("Straße Việt ΆΛΦΑ", &["strasse", "viet", "αλφα"]);
        check("東京へ行く go", &["東", "京", "へ", "行", "く", "go"]);
        check("", &[]);
        let stem =
            |language: &str, word: &str| stemmer(language).map(|s| s.stem(word).into_owned());
        assert_eq!(stem("fr-RE", "devis"), stem("fr", "devis"));
        assert_eq!(stem("fr", "chiens"), stem("fr", "chien"));
        assert_eq!(stem("xx", "chien"), None);
    }
}
