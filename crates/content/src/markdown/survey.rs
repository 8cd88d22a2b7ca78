//! What a text holds, found in one look at its bytes: most runs hold nothing that a rule looks for.

use typography::OPAQUE;
use typography::letters::{self, Eight, Set, WIDTH, bit};

/// How many words a text has, and which signs of markup.
pub(super) struct Survey {
    /// What stands between white space and holds a letter, a digit or something opaque.
    pub words: usize,
    classes: u16,
}

/// Bytes of a word that need no second look.
const ALPHANUMERIC: u16 = 1;
/// What separates words.
const SPACE: u16 = 2;
/// What no feed may hold.
const CONTROL: u16 = 4 << SIGNS.len();
/// The signs that are asked for; each has a bit behind those two.
const SIGNS: &[u8; 11] = b"*`~_{=^&<[$";

static CLASSES: [u16; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            classes[byte] = ALPHANUMERIC;
        }
        byte += 1;
    }
    classes[b' ' as usize] = SPACE;
    classes[b'\n' as usize] = SPACE;
    classes[b'\t' as usize] = SPACE;
    let mut control = 0;
    while control < b' ' as usize {
        if classes[control] == 0 && control != b'\r' as usize {
            classes[control] = CONTROL;
        }
        control += 1;
    }
    let mut sign = 0;
    while sign < SIGNS.len() {
        classes[SIGNS[sign] as usize] = 4 << sign;
        sign += 1;
    }
    classes
};

impl Survey {
    pub(super) fn of(text: &str) -> Self {
        let mut survey = Self {
            words: 0,
            classes: 0,
        };
        // Whether a space stands before the next byte, as its bit.
        let mut before = bit(0);
        let (eights, rest) = text.as_bytes().as_chunks::<WIDTH>();
        for (index, bytes) in eights.iter().enumerate() {
            let eight = Eight::of(*bytes);
            let (mut letters, mut spaces) = (eight.letters, eight.spaces);
            for place in eight.signs() {
                let class = survey.class(bytes[place]);
                spaces |= if class == SPACE { bit(place) } else { 0 };
                letters |= if class == ALPHANUMERIC { bit(place) } else { 0 };
            }
            let begun = !spaces & (spaces << 8 | before);
            // Most words begin with a letter.
            survey.words += letters::count(begun & letters);
            for place in Set(begun & !letters) {
                survey.words += usize::from(begins(text, index * WIDTH + place));
            }
            before = spaces >> 56;
        }
        for (at, byte) in (eights.len() * WIDTH..).zip(rest) {
            let class = survey.class(*byte);
            let is_first = before != 0 && class != SPACE;
            let is_word = is_first && (class == ALPHANUMERIC || begins(text, at));
            survey.words += usize::from(is_word);
            before = u64::from(class == SPACE);
        }
        survey
    }

    /// The class of a byte, which is found from now on.
    fn class(&mut self, byte: u8) -> u16 {
        let class = CLASSES[usize::from(byte)];
        self.classes |= class;
        class
    }

    /// Whether the text holds one of these signs, each of which is among those that are asked for.
    pub(super) fn has(&self, signs: &[u8]) -> bool {
        signs.iter().any(|sign| {
            let class = CLASSES[usize::from(*sign)];
            debug_assert!(class > SPACE, "no sign that is looked for");
            self.classes & class != 0
        })
    }

    /// Whether the text holds control characters other than white space.
    pub(super) fn has_controls(&self) -> bool {
        self.classes & CONTROL != 0
    }
}

/// Whether what begins at a byte that is no letter is a word.
fn begins(text: &str, at: usize) -> bool {
    let is_part = |c: char| letters::is_alphanumeric(c) || c == OPAQUE;
    let mut word = text[at..].chars();
    let decides = word.find(|c| is_part(*c) || c.is_ascii_whitespace());
    decides.is_some_and(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_a_letter_a_digit_or_something_opaque() {
        let words = |text| Survey::of(text).words;
        assert_eq!(words(""), 0);
        assert_eq!(words(" - « » … *"), 0);
        assert_eq!(words("un  deux\ntrois\tquatre"), 4);
        assert_eq!(words("« été », l'eau (42) \u{fffc} –\u{a0}là"), 5);
    }

    #[test]
    fn words_are_those_between_white_space_however_long_the_text() {
        let pieces = [
            "a",
            " ",
            "\n",
            "é",
            "« ",
            "12",
            ".",
            "\u{fffc}",
            "mot",
            "\t",
            "l'eau",
            "–\u{a0}x",
        ];
        let mut state = 7_usize;
        for _ in 0..2_000 {
            let mut text = String::new();
            for _ in 0..state % 13 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(state >> 33) % pieces.len()]);
            }
            state = state.wrapping_add(1);
            let is_part = |c: char| c.is_alphanumeric() || c == OPAQUE;
            let words = text.split_ascii_whitespace();
            let expected = words.filter(|word| word.chars().any(is_part)).count();
            assert_eq!(Survey::of(&text).words, expected, "{text:?}");
        }
    }

    #[test]
    fn each_sign_is_found_where_it_is_and_nowhere_else() {
        for sign in SIGNS {
            let text = format!("Là, {} 1.", char::from(*sign));
            for other in SIGNS {
                assert_eq!(Survey::of(&text).has(&[*other]), other == sign);
            }
        }
    }
}
