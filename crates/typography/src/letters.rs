//! Eight bytes of a text at once: most are letters and spaces, at which no rule of writing begins.

/// So many bytes are looked at together.
pub const WIDTH: usize = 8;

const ONES: u64 = 0x0101_0101_0101_0101;
/// The bit of a byte that says what is so of it.
const HIGH: u64 = 0x80 * ONES;
const LOW: u64 = !HIGH;

/// What eight bytes are. A set has the high bit of each byte that is in it, the first byte lowest.
#[derive(Clone, Copy)]
pub struct Eight {
    /// Letters of ASCII.
    pub letters: u64,
    /// Spaces.
    pub spaces: u64,
    /// Bytes of characters beyond ASCII.
    pub beyond: u64,
}

impl Eight {
    /// What eight bytes are.
    #[inline]
    pub fn of(bytes: [u8; WIDTH]) -> Self {
        let bytes = u64::from_le_bytes(bytes);
        // No sum of these leaves its byte: each is of seven bits and a constant below 0x80.
        let small = (bytes | (0x20 * ONES)) & LOW;
        let from_a = small + u64::from(0x80 - b'a') * ONES;
        let behind_z = small + u64::from(0x80 - b'z' - 1) * ONES;
        let unlike_space = bytes ^ (0x20 * ONES);
        let is_other = ((unlike_space & LOW) + LOW) | unlike_space;
        Self {
            letters: from_a & !behind_z & !bytes & HIGH,
            spaces: !is_other & HIGH,
            beyond: bytes & HIGH,
        }
    }

    /// Those of ASCII among [`Self::others`].
    #[inline]
    pub fn signs(self) -> Set {
        Set(!(self.letters | self.spaces | self.beyond) & HIGH)
    }

    /// Every byte that is neither a letter of ASCII nor a space.
    #[inline]
    pub fn others(self) -> Set {
        Set(!(self.letters | self.spaces) & HIGH)
    }
}

/// Some of eight bytes, by their places.
pub struct Set(pub u64);

impl Iterator for Set {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// How many bytes are in a set.
#[inline]
pub fn count(set: u64) -> usize {
    // The highest byte of the product is the sum of all.
    ((set >> 7).wrapping_mul(ONES) >> 56) as usize
}

/// The bit of the byte at a place, below [`WIDTH`].
pub fn bit(place: usize) -> u64 {
    0x80 << (8 * place)
}

/// The first byte at or behind a place that `is_wanted`; letters of ASCII and spaces never are.
pub fn find(bytes: &[u8], from: usize, is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let mut at = from;
    let (eights, rest) = bytes.get(from..)?.as_chunks::<WIDTH>();
    for eight in eights {
        let mut others = Eight::of(*eight).others();
        if let Some(place) = others.find(|place| is_wanted(eight[*place])) {
            return Some(at + place);
        }
        at += WIDTH;
    }
    let place = rest.iter().position(|byte| is_wanted(*byte))?;
    Some(at + place)
}

/// Whether a character is a letter or a digit; the letters of Europe's languages are told without a table.
pub fn is_alphanumeric(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' => true,
        _ => c.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_those_of_the_standard() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
        }
    }

    #[test]
    fn each_byte_at_each_place_is_what_it_is() {
        for byte in 0..=255_u8 {
            for place in 0..WIDTH {
                for around in [b'm', b' ', b'\0', b'\xff', b'{'] {
                    let mut bytes = [around; WIDTH];
                    bytes[place] = byte;
                    let eight = Eight::of(bytes);
                    let is = |set: u64| set & bit(place) != 0;
                    assert_eq!(is(eight.letters), byte.is_ascii_alphabetic(), "{bytes:?}");
                    assert_eq!(is(eight.spaces), byte == b' ', "{bytes:?}");
                    let is_other = |b: &u8| !b.is_ascii_alphabetic() && *b != b' ';
                    assert_eq!(count(eight.spaces), eight.spaces.count_ones() as usize);
                    let check = |found: Set, is_expected: &dyn Fn(u8) -> bool| {
                        let places = (0..WIDTH).filter(|place| is_expected(bytes[*place]));
                        assert!(found.eq(places), "{bytes:?}");
                    };
                    check(Set(eight.beyond), &|b| b >= 0x80);
                    check(eight.signs(), &|b| is_other(&b) && b < 0x80);
                    check(eight.others(), &|b| is_other(&b));
                }
            }
        }
    }

    #[test]
    fn the_first_byte_is_found_wherever_it_stands() {
        let text = "abc é def; ghi jkl; mno pqr".as_bytes();
        for from in 0..=text.len() {
            for end in from..=text.len() {
                let text = &text[..end];
                let expected = text[from..].iter().position(|byte| *byte == b';');
                let found = find(text, from, |byte| byte == b';');
                assert_eq!(found, expected.map(|place| from + place), "{from}..{end}");
            }
        }
        assert_eq!(find(b"a;", 3, |byte| byte == b';'), None);
    }
}
