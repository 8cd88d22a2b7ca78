//! Numbers: spaces between groups of thousands, before units and months, behind signs of operations, and after `n°`.

use crate::flow::{Flow, NARROW, NO_BREAK, OPAQUE, WORD_JOINER, is_apostrophe, is_space};

/// Units and symbols that stay with the number before them.
const UNITS: [&str; 41] = [
    "€", "%", "k€", "K€", "M€", "‰", "$", "£", "Md€", "°C", "°", "h", "min", "ms", "s", "j", "ans",
    "an", "km²", "km", "cm", "mm", "m²", "m", "kg", "g", "Ko", "Mo", "Go", "To", "ko", "kB", "KB",
    "MB", "GB", "TB", "px", "Hz", "kHz", "MHz", "GHz",
];

/// What is counted by the number before it, in whole words.
const WORDS: [&str; 20] = [
    "euros",
    "euro",
    "millions",
    "million",
    "milliards",
    "milliard",
    "années",
    "mois",
    "semaines",
    "semaine",
    "jours",
    "jour",
    "heures",
    "heure",
    "minutes",
    "minute",
    "secondes",
    "seconde",
    "octets",
    "pixels",
];

/// Words that are counted by no number before them; those of one or two letters and longer than [`MOST_NOUN`] stay apart too.
const APART: [&str; 31] = [
    "aux", "avec", "car", "chez", "comme", "dans", "des", "donc", "dont", "est", "les", "leur",
    "mais", "non", "par", "pas", "plus", "pour", "puis", "qui", "que", "sans", "sauf", "sont",
    "sous", "sur", "vers", "une", "elle", "nous", "vous",
];

/// How many letters a noun has that stays with its number: more would not fit a narrow column.
const MOST_NOUN: usize = 14;

/// How many letters and signs, but no spaces, stand on each side of the sign of a sum that parentheses keep on a line.
const MOST_TERMS: usize = 10;

/// Signs of operations and relations.
const SIGNS: [char; 11] = ['=', '≈', '≠', '×', '÷', '+', '−', '<', '>', '≤', '≥'];

/// The months of the year.
pub const MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

/// The number that starts at byte `at`; in prose what it counts stays with it. Returns where to go on.
pub(crate) fn number(flow: &mut Flow<'_, '_>, at: usize, is_prose: bool) -> usize {
    let text = flow.text;
    let mut end = at + digits(text, at);
    let previous = flow.before(at);
    if previous.is_some_and(|c| c.is_alphabetic() || c == '_') {
        return end;
    }
    sign(flow, at);
    if is_prose {
        preposition(flow, at);
    }
    let groups = groups(text, at, end);
    if let Some((_, last)) = groups.last() {
        if may_group(flow, at, &groups) {
            for &(space, next) in &groups {
                flow.set_space(space, next - 3, NARROW);
            }
        }
        end = *last;
    }
    let is_year = end - at == 4;
    let bytes = text.as_bytes();
    if matches!(bytes.get(end), Some(b'.' | b',')) {
        let decimals = digits(text, end + 1);
        end += if decimals > 0 { 1 + decimals } else { 0 };
    }
    if text[at..].starts_with("1er") {
        end = at + "1er".len();
    }
    let next = unit(flow, end, UNITS.iter().chain(&WORDS).chain(&MONTHS));
    if is_prose && next == end && !range(flow, end) && !is_year {
        noun(flow, end);
    }
    next
}

/// Binds `à` to the number behind it that starts at `at`.
fn preposition(flow: &mut Flow<'_, '_>, at: usize) {
    let space = flow.space_start(at);
    let word = flow.text[..space].strip_suffix(['à', 'À']);
    let is_word = word.is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    // Between two numbers it stays with both already.
    if is_word && space < at && !flow.is_edited_from(space) {
        flow.set_space(space, at, NO_BREAK);
    }
}

/// Binds `à` and the number behind it to the number that ends at `end`; tells whether there is such a range.
fn range(flow: &mut Flow<'_, '_>, end: usize) -> bool {
    let at = flow.space_end(end);
    let behind = at + 'à'.len_utf8();
    if at == end || !flow.text[at..].starts_with('à') {
        return false;
    }
    let number = flow.space_end(behind);
    let is_range = number > behind && digits(flow.text, number) > 0;
    if is_range {
        flow.set_space(end, at, NO_BREAK);
        flow.set_space(behind, number, NO_BREAK);
    }
    is_range
}

/// Binds what is counted by the number that ends at `end`: the word behind it, in small letters.
fn noun(flow: &mut Flow<'_, '_>, end: usize) {
    let next = flow.space_end(end);
    let rest = &flow.text[next..];
    let letters = rest.find(|c: char| !c.is_alphabetic());
    let (word, behind) = rest.split_at(letters.unwrap_or(rest.len()));
    let is_noun = (3..=MOST_NOUN).contains(&word.chars().count())
        && word.chars().all(char::is_lowercase)
        && !behind.starts_with(|c: char| c == '_' || is_apostrophe(c))
        && !APART.contains(&word);
    if next > end && is_noun {
        flow.set_space(end, next, NO_BREAK);
    }
}

/// What stands for a number in a flow, such as `{{ price }}`, keeps its `€` or `%`; other units
/// could be words there. Returns where to go on.
pub(crate) fn opaque(flow: &mut Flow<'_, '_>, at: usize) -> usize {
    let Some(rest) = flow.text[at..].strip_prefix(OPAQUE) else {
        return at + 1;
    };
    unit(flow, flow.text.len() - rest.len(), UNITS[..5].iter())
}

/// `n°` keeps its number on the line.
pub(crate) fn numero(flow: &mut Flow<'_, '_>, at: usize) {
    let mut before = flow.text[..at].chars().rev();
    let follows_n = matches!(before.next(), Some('n' | 'N'))
        && !before.next().is_some_and(char::is_alphanumeric);
    let start = at + '°'.len_utf8();
    let end = flow.space_end(start);
    let counts = |c: char| c.is_ascii_digit() || c == OPAQUE;
    if follows_n && start < end && flow.after(end).is_some_and(counts) {
        flow.set_space(start, end, NO_BREAK);
    }
}

/// The sign of an operation or a relation stays with the number behind it, or the parenthesis that begins with that; one
/// of a product with what stands before it too.
fn sign(flow: &mut Flow<'_, '_>, at: usize) {
    let at = at - usize::from(flow.before(at) == Some('('));
    let space = flow.space_start(at);
    if space == at {
        return;
    }
    let Some(sign) = flow.before(space).filter(|c| SIGNS.contains(c)) else {
        return;
    };
    let start = space - sign.len_utf8();
    let before = flow.space_start(start);
    // A quotation begins with the sign: its guillemet brings a space with it. A straight quote before a space ends one.
    let begins = match flow.before(before) {
        Some('«') => true,
        Some('"') => before == start,
        _ => false,
    };
    if before == 0 || before == start && !begins {
        return;
    }
    let is_free = !begins && !flow.is_edited_from(before);
    if is_free && (matches!(sign, '×' | '÷') || stands_in_parentheses(flow.text, start)) {
        flow.set_space(before, start, NO_BREAK);
    }
    flow.set_space(space, at, NO_BREAK);
}

/// Whether byte `at` stands in short parentheses.
fn stands_in_parentheses(text: &str, at: usize) -> bool {
    // Nor what the rules put between them: the second time they would stand farther away.
    let counts = |c: &char| !is_space(*c) && *c != WORD_JOINER;
    let ends = |c: &char| matches!(c, '(' | ')' | '\n');
    let before = text[..at].chars().rev().filter(counts);
    let behind = text[at..].chars().filter(counts);
    before.take(MOST_TERMS).find(ends) == Some('(')
        && behind.take(MOST_TERMS).find(ends) == Some(')')
}

/// How many digits stand at `at`.
fn digits(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// The groups of exactly three digits, each behind one space: where the space is, and the end.
fn groups(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    let mut end = end;
    if end - start > 3 || text.as_bytes()[start] == b'0' {
        return groups;
    }
    while let Some(space) = text[end..].chars().next().filter(|c| is_space(*c)) {
        let first = end + space.len_utf8();
        if digits(text, first) != 3 {
            break;
        }
        groups.push((end, first + 3));
        end = first + 3;
    }
    groups
}

/// Whether the groups are one number, and not a telephone number, a date or two numbers.
fn may_group(flow: &Flow<'_, '_>, at: usize, groups: &[(usize, usize)]) -> bool {
    let text = flow.text;
    let mut before = text[..at].chars().rev();
    let previous = before.next();
    let follows_number =
        previous.is_some_and(is_space) && before.next().is_some_and(|c| c.is_ascii_digit());
    let joined = previous.is_some_and(|c| matches!(c, '.' | ',' | '/' | '#' | ':' | '\'' | '’'));
    let is_telephone = previous == Some('+') && groups.len() >= 3;
    let end = groups.last().map_or(at, |(_, end)| *end);
    let rest = &text[end..];
    let another = rest.trim_start_matches(is_space);
    let number_follows =
        another.len() < rest.len() && another.starts_with(|c: char| c.is_ascii_digit());
    let letters_follow = rest.starts_with(|c: char| c.is_ascii_digit() || c == '_');
    !(follows_number || joined || is_telephone || number_follows || letters_follow)
}

/// Binds the unit behind a number that ends at `end`; returns where to go on.
fn unit(
    flow: &mut Flow<'_, '_>,
    end: usize,
    mut units: impl Iterator<Item = &'static &'static str>,
) -> usize {
    let next = flow.space_end(end);
    let rest = &flow.text[next..];
    let Some(first) = rest.bytes().next().filter(|_| next > end) else {
        return end;
    };
    let whole = |unit: &&&'static str| {
        // Of so many words nearly all begin otherwise.
        unit.as_bytes()[0] == first
            && rest.strip_prefix(**unit).is_some_and(|rest| {
                !rest.starts_with(|c: char| c.is_alphanumeric() || is_apostrophe(c) || c == OPAQUE)
            })
    };
    let Some(unit) = units.find(whole) else {
        return end;
    };
    flow.set_space(end, next, NO_BREAK);
    let behind = next + unit.len();
    if !matches!(*unit, "h" | "min") {
        return behind;
    }
    // `2 h 30` stays together as well.
    let minutes = flow.space_end(behind);
    if minutes > behind && matches!(digits(flow.text, minutes), 1 | 2) {
        flow.set_space(behind, minutes, NO_BREAK);
    }
    minutes
}
