//! What a text holds, found in one look at its bytes: most runs hold nothing that a rule looks for.

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
        let (mut words, mut classes, mut before) = (0, 0, SPACE);
        for (at, byte) in text.bytes().enumerate() {
            let class = CLASSES[usize::from(byte)];
            classes |= class;
            // Most words begin with a letter, which one look tells.
            if before == SPACE && (class == ALPHANUMERIC || class != SPACE && begins(text, at)) {
                words += 1;
            }
            before = class;
        }
        Self { words, classes }
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
