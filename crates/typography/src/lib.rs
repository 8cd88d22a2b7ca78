//! French typography of plain text, Markdown runs and templates: no-break spaces, apostrophes and guillemets.
//!
//! Sources are written with the keys of a keyboard. The rules here are those of the Imprimerie
//! nationale's lexicon: U+202F before `; ! ?` and between groups of thousands, U+00A0 before `:`,
//! inside guillemets, before units and months, behind signs of operations; in prose U+2060 behind the hyphen of a short
//! compound and U+00A0 between `à` and a number; in headings U+00A0 behind articles and prepositions. Code, URLs,
//! addresses and paths are never touched.
//!
//! Invariant: the rules are idempotent (`french_twice_is_french_once`, `prose_and_headings_twice_are_so_once`).

mod flow;
mod leading;
pub mod letters;
mod number;
mod template;
mod token;

use std::borrow::Cow;

pub use flow::{Edit, OPAQUE, apply};
pub use number::MONTHS;
pub use template::french_template;

use flow::{Flow, NARROW, NO_BREAK, is_apostrophe};
use token::Token;

/// Letters and signs of the longest compound that stays whole: a longer one would leave a hole at the end of a line.
const MOST_WHOLE: usize = 14;

/// Stands in for the edit of a straight quote until it is known to open a quotation.
const UNPAIRED: &str = "\"";

/// Whether texts of a language are typeset as French, by its code as BCP 47 writes it.
pub fn is_french(language: &str) -> bool {
    let own = language.split('-').next();
    own.is_some_and(|own| own.eq_ignore_ascii_case("fr"))
}

/// The text with French typography; borrowed when nothing changes.
pub fn french(text: &str) -> Cow<'_, str> {
    let mut edits = Vec::new();
    find_edits(text, &mut edits);
    apply(text, &edits)
}

/// Appends the edits that make `flow` French, in order of place and without overlap.
///
/// A flow is the text of one paragraph without its markup: what is opaque is [`OPAQUE`], and a
/// line break is `\n`.
pub fn find_edits(flow: &str, edits: &mut Vec<Edit>) {
    find(flow, edits, false);
}

/// Appends those of a text that is read in lines, where a short compound (`e-mail`) and a number with what it counts stay
/// whole too. A field is compared with
/// others and stands in titles and labels, where a sign that nobody sees would be in the way.
pub fn find_edits_of_prose(flow: &str, edits: &mut Vec<Edit>) {
    find(flow, edits, true);
}

/// Appends those of a heading: beside those of prose, no line ends in a word that leads to the next one (`le`, `pour`),
/// which large letters would show.
pub fn find_edits_of_heading(flow: &str, edits: &mut Vec<Edit>) {
    find_leading(flow, edits, leading::OF_HEADING);
}

/// A title with French typography: like a heading, in letters that are larger still.
pub fn french_title(text: &str) -> Cow<'_, str> {
    let mut edits = Vec::new();
    find_leading(text, &mut edits, leading::OF_TITLE);
    apply(text, &edits)
}

fn find_leading(flow: &str, edits: &mut Vec<Edit>, most: usize) {
    let first = edits.len();
    find(flow, edits, true);
    let of_prose = &edits[first..];
    let typeset = apply(flow, of_prose);
    let spaces = leading::spaces(&typeset, most).into_iter();
    let of_heading: Vec<Edit> = spaces
        .map(|at| Edit {
            at: flow::origin(of_prose, at),
            len: 1,
            new: NO_BREAK,
        })
        .collect();
    edits.extend(of_heading);
    edits[first..].sort_by_key(|edit| edit.at);
}

fn find(flow: &str, edits: &mut Vec<Edit>, is_prose: bool) {
    let mut rules = Rules {
        flow: Flow::new(flow, edits),
        is_prose,
        token: None,
        open_quotes: Vec::new(),
        has_quotes: false,
    };
    let bytes = flow.as_bytes();
    let begins = |byte: u8| TRIGGERS[usize::from(byte)];
    let mut at = 0;
    while let Some(next) = letters::find(bytes, at, begins) {
        at = rules.at(next);
    }
    // Quotes of an earlier paragraph may have been given up, so the list alone does not tell.
    if rules.has_quotes {
        edits.retain(|edit| edit.new != UNPAIRED);
    }
}

/// The bytes at which a rule may begin, no letters and no spaces; `0xc2` leads `«`, `»` and `°`, `0xef` [`OPAQUE`].
static TRIGGERS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"\n!?;:'\"-0123456789\xc2\xef";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

struct Rules<'t, 'e> {
    flow: Flow<'t, 'e>,
    /// Whether short compounds stay whole, and numbers with what they count.
    is_prose: bool,
    /// The token last looked at, so that a long one is classified once.
    token: Option<Token>,
    /// Indices of the edits of straight quotes that may open a quotation, outermost first.
    open_quotes: Vec<usize>,
    has_quotes: bool,
}

impl Rules<'_, '_> {
    /// Applies the rule that begins at byte `at`; returns where to go on.
    fn at(&mut self, at: usize) -> usize {
        let bytes = self.flow.text.as_bytes();
        match bytes[at] {
            b'!' | b'?' | b';' => return self.high_mark(at),
            b':' => self.colon(at),
            b'\n' if bytes.get(at + 1) == Some(&b'\n') => self.open_quotes.clear(),
            b'\'' => self.apostrophe(at),
            b'-' if self.is_prose => self.hyphen(at),
            b'"' => self.quote(at),
            b'0'..=b'9' => return number::number(&mut self.flow, at, self.is_prose),
            0xef => return number::opaque(&mut self.flow, at),
            0xc2 => match bytes.get(at + 1) {
                Some(0xab) => self.opening_guillemet(at),
                Some(0xbb) => self.closing_guillemet(at),
                Some(0xb0) => number::numero(&mut self.flow, at),
                _ => {}
            },
            _ => {}
        }
        at + 1
    }

    /// Whether the token around byte `at` is code, an address or a path.
    fn in_code(&mut self, at: usize) -> bool {
        match &self.token {
            Some(token) if token.contains(at) => token.is_code(),
            _ => self
                .token
                .insert(Token::around(self.flow.text, at))
                .is_code(),
        }
    }

    /// A run of `;`, `!` and `?`: a narrow no-break space stands before it.
    fn high_mark(&mut self, at: usize) -> usize {
        let bytes = self.flow.text.as_bytes();
        if bytes[at] == b';' && token::entity(self.flow.text, at).is_some() {
            return at + 1;
        }
        let is_mark = |b: &&u8| matches!(b, b'!' | b'?' | b';');
        let end = at + bytes[at..].iter().take_while(is_mark).count();
        let next = self.flow.after(end);
        let start = self.flow.space_start(at);
        let spaced = start < at;
        if !(may_follow_mark(next) || spaced && next == Some(OPAQUE)) {
            return end;
        }
        let Some(previous) = self.flow.before(start) else {
            return end;
        };
        if spaced {
            let winks = bytes[at] == b';' && next == Some(')');
            if may_precede_space(previous) && !winks {
                self.flow.set_space(start, at, NARROW);
            }
        } else if self.may_attach(previous, at) && !self.in_code(at) {
            let new = match bytes[at] {
                b'!' => "\u{202f}!",
                b'?' => "\u{202f}?",
                _ => "\u{202f};",
            };
            self.flow.edit(at, 1, new);
        }
        end
    }

    /// `:` with text before it and a space after it: a no-break space stands before it.
    fn colon(&mut self, at: usize) {
        let start = self.flow.space_start(at);
        let spaced = start < at;
        let next = self.flow.after(at + 1);
        let ends = match next {
            None | Some('»') => true,
            Some('"') => self.flow.after(at + 2).is_none_or(may_follow_quotation),
            Some(OPAQUE) => spaced,
            Some(c) => c.is_whitespace(),
        };
        let Some(previous) = self.flow.before(start).filter(|_| ends) else {
            return;
        };
        if spaced {
            if may_precede_space(previous) {
                self.flow.set_space(start, at, NO_BREAK);
            }
        } else if self.may_attach(previous, at) && !self.in_code(at) {
            self.flow.edit(at, 1, "\u{a0}:");
        }
    }

    /// Whether a mark directly behind `previous` gets its space.
    fn may_attach(&self, previous: char, at: usize) -> bool {
        match previous {
            ';' => token::entity(self.flow.text, at - 1).is_some_and(|name| !token::is_space(name)),
            ')' | ']' | '»' | '"' | '”' | '’' | '\'' | '%' | '€' | '$' | '£' | '°' | '.' | '…'
            | '*' | OPAQUE => true,
            c => c.is_alphanumeric() || !c.is_ascii() && !is_opening(c) && !c.is_whitespace(),
        }
    }

    /// `'` between a letter and what it elides before: `’`.
    fn apostrophe(&mut self, at: usize) {
        let joins = self.flow.before(at).is_some_and(char::is_alphabetic)
            && self
                .flow
                .after(at + 1)
                .is_some_and(|c| c.is_alphanumeric() || matches!(c, OPAQUE | '«' | '"'));
        if joins && (token::ends_with_elision(&self.flow.text[..at]) || !self.in_code(at)) {
            self.flow.edit(at, 1, "’");
        }
    }

    /// The hyphen of a short compound, behind which no line ends. The sign that keeps it is found with it and without it by a
    /// browser's search, which U+2011 is not.
    fn hyphen(&mut self, at: usize) {
        let text = self.flow.text;
        let is_part = |c: &char| c.is_alphabetic() || *c == '-' || is_apostrophe(*c);
        let joins = self.flow.before(at).is_some_and(char::is_alphabetic)
            && self.flow.after(at + 1).is_some_and(char::is_alphabetic);
        let before = text[..at].chars().rev().take_while(is_part).count();
        let behind = text[at..].chars().take_while(is_part).count();
        if joins && before + behind <= MOST_WHOLE && !self.in_code(at) {
            self.flow.edit(at, 1, "-\u{2060}");
        }
    }

    /// Straight double quotes that pair within a paragraph become guillemets.
    fn quote(&mut self, at: usize) {
        let (previous, next) = (self.flow.before(at), self.flow.after(at + 1));
        let opens =
            previous.is_none_or(may_precede_quotation) && next.is_some_and(may_begin_quotation);
        if opens {
            self.has_quotes = true;
            self.open_quotes.push(self.flow.edits.len());
            self.flow.edit(at, 1, UNPAIRED);
            return;
        }
        let closes = previous.is_some_and(|c| !c.is_whitespace() && !is_opening(c))
            && next.is_none_or(may_follow_quotation);
        if let Some(open) = self.open_quotes.pop_if(|_| closes) {
            self.flow.edits[open].new = "«\u{a0}";
            self.flow.edit(at, 1, "\u{a0}»");
        }
    }

    fn opening_guillemet(&mut self, at: usize) {
        let start = at + '«'.len_utf8();
        let end = self.flow.space_end(start);
        match self.flow.after(end) {
            None | Some('\n' | '\r' | '»') => {}
            Some(_) if start < end => self.flow.set_space(start, end, NO_BREAK),
            Some(_) => self.flow.edit(at, '«'.len_utf8(), "«\u{a0}"),
        }
    }

    fn closing_guillemet(&mut self, at: usize) {
        let start = self.flow.space_start(at);
        match self.flow.before(start) {
            None | Some('\n' | '«') => {}
            Some(_) if start < at => self.flow.set_space(start, at, NO_BREAK),
            Some(_) => self.flow.edit(at, '»'.len_utf8(), "\u{a0}»"),
        }
    }
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '«' | '“' | '‘' | '¡' | '¿' | '—' | '–')
}

/// Whether a space between `c` and a mark is the mark's own.
fn may_precede_space(c: char) -> bool {
    !matches!(
        c,
        '\n' | '\r' | '(' | '[' | '{' | '«' | '“' | '‘' | '¡' | '¿'
    )
}

/// Whether a mark followed by `next` ends a phrase, rather than being part of code.
fn may_follow_mark(next: Option<char>) -> bool {
    next.is_none_or(|c| {
        c.is_whitespace()
            || matches!(
                c,
                ')' | ']' | '»' | '"' | '”' | '’' | '\'' | '.' | '…' | ',' | '*' | '—' | '–'
            )
    })
}

fn may_precede_quotation(c: char) -> bool {
    c.is_whitespace() || is_opening(c) && c != '{' || is_apostrophe(c)
}

fn may_begin_quotation(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(
            c,
            '"' | '\'' | '’' | '!' | '?' | ';' | ':' | ',' | '.' | ')' | ']' | '}' | '»' | '…'
        )
}

fn may_follow_quotation(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | ','
                | ';'
                | ':'
                | '!'
                | '?'
                | ')'
                | ']'
                | '»'
                | '…'
                | '\''
                | '’'
                | '"'
                | '-'
                | '–'
                | '—'
                | '/'
        )
}
