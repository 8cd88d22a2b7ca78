//! What a text holds, found in one look at its bytes: most runs hold nothing that a rule looks for.

use crate::letters::{Eight, Set, WIDTH, bit};
use crate::typography::OPAQUE;

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
            before = survey.look(text, index * WIDTH, *bytes, before);
        }
        if !rest.is_empty() {
            let mut bytes = [b' '; WIDTH];
            bytes[..rest.len()].copy_from_slice(rest);
            survey.look(text, text.len() - rest.len(), bytes, before);
        }
        survey
    }

    /// Takes in the eight bytes at a place of the text; gives whether the last one separates words.
    fn look(&mut self, text: &str, at: usize, bytes: [u8; WIDTH], before: u64) -> u64 {
        let Eight {
            mut letters,
            mut spaces,
        } = Eight::of(bytes);
        for place in (Eight { letters, spaces }).others() {
            let class = CLASSES[usize::from(bytes[place])];
            self.classes |= class;
            match class {
                SPACE => spaces |= bit(place),
                ALPHANUMERIC => letters |= bit(place),
                _ => {}
            }
        }
        let begun = !spaces & (spaces << 8 | before);
        // Most words begin with a letter.
        let plain = begun & letters;
        self.words += plain.count_ones() as usize;
        self.words += Set(begun & !letters)
            .filter(|place| begins(text, at + place))
            .count();
        spaces >> 56
    }

    /// Whether the text holds one of these signs, each of which is among those that are asked for.
    pub(super) fn has(&self, signs: &[u8]) -> bool {
        signs.iter().any(|sign| {
            let class = CLASSES[usize::from(*sign)];
            debug_assert!(class > SPACE, "no sign that is looked for");
            self.classes & class != 0
        })
    }
}

/// Whether what begins at a byte that is no letter is a word.
fn begins(text: &str, at: usize) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == OPAQUE;
    let is_space = text.as_bytes()[at].is_ascii_whitespace();
    let word = text[at..].split_ascii_whitespace().next();
    !is_space && word.is_some_and(|word| word.chars().any(is_part))
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
    fn each_sign_is_found_where_it_is_and_nowhere_else() {
        for sign in SIGNS {
            let text = format!("Là, {} 1.", char::from(*sign));
            for other in SIGNS {
                assert_eq!(Survey::of(&text).has(&[*other]), other == sign);
            }
        }
    }
}
