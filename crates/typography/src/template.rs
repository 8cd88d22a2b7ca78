//! French typography of a template's source: only its literal text and its spoken attributes.

use std::borrow::Cow;
use std::ops::Range;

use crate::flow::{Edit, OPAQUE, apply};
use crate::{find_edits, find_edits_of_prose};

/// The template with French typography in its literal text and in the attributes that are read
/// out (`alt`, `title`, `aria-label`, …); expressions, statements, comments, scripts, styles and
/// code stay as they are. A text goes on across inline tags and across `{{ … }}`, so that
/// `{{ n }} ?` gets its space. Text in an element is prose; that of a block, a macro or a value
/// without an element may be a title, or compared. Never adds or removes a line.
pub fn french_template(source: &str) -> Cow<'_, str> {
    let mut scanner = Scanner {
        source,
        at: 0,
        flow: Prose::default(),
        edits: Vec::new(),
        is_prose: false,
        outer: Vec::new(),
    };
    scanner.text();
    scanner.flush();
    scanner.edits.sort_by_key(|edit| edit.at);
    apply(source, &scanner.edits)
}

/// Elements that a sentence runs through.
const INLINE: [&str; 21] = [
    "a", "abbr", "b", "bdi", "cite", "del", "dfn", "em", "i", "ins", "mark", "q", "s", "small",
    "span", "strong", "sub", "sup", "time", "u", "wbr",
];
/// Elements whose content is not prose but stands in a sentence.
const CODE: [&str; 6] = ["code", "kbd", "samp", "var", "svg", "math"];
/// Elements whose content is not prose and that end a sentence.
const RAW: [&str; 4] = ["script", "style", "pre", "textarea"];
/// Elements whose text is shown outside the page, or on one line.
const PLAIN: [&str; 2] = ["title", "option"];
/// Attributes that are read out or shown.
const SPOKEN: [&str; 8] = [
    "alt",
    "title",
    "placeholder",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "label",
];

/// A paragraph's text and where each piece of it comes from.
#[derive(Default)]
struct Prose {
    text: String,
    /// Start in the text, start in the source; ascending in both.
    pieces: Vec<(usize, usize)>,
}

impl Prose {
    fn push(&mut self, source: &str, range: Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(&source[range]);
    }

    fn mark(&mut self, c: char) {
        self.text.push(c);
    }

    /// Appends the edits of the paragraph by one of the two ways to find them, and empties it.
    fn flush(&mut self, edits: &mut Vec<Edit>, find: fn(&str, &mut Vec<Edit>)) {
        let first = edits.len();
        find(&self.text, edits);
        let mut piece = 0;
        for edit in &mut edits[first..] {
            while self.pieces.get(piece + 1).is_some_and(|p| p.0 <= edit.at) {
                piece += 1;
            }
            let (text, source) = self.pieces[piece];
            edit.at = edit.at - text + source;
        }
        self.text.clear();
        self.pieces.clear();
    }
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
    flow: Prose,
    edits: Vec<Edit>,
    /// Whether there was a tag since the file or the block, macro or value began in which this stands.
    is_prose: bool,
    /// The same of those around it.
    outer: Vec<bool>,
}

impl<'s> Scanner<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    /// Ends the paragraph.
    fn flush(&mut self) {
        let find = match self.is_prose {
            true => find_edits_of_prose,
            false => find_edits,
        };
        self.flow.flush(&mut self.edits, find);
    }

    /// Reads the whole template.
    fn text(&mut self) {
        while self.at < self.source.len() {
            let start = self.at;
            self.at += self.rest().find(['<', '{']).unwrap_or(self.rest().len());
            if start < self.at {
                self.flow.push(self.source, start..self.at);
            }
            if self.at < self.source.len() && !self.template() && !self.markup() {
                self.flow.push(self.source, self.at..self.at + 1);
                self.at += 1;
            }
        }
    }

    /// Skips an expression, statement or comment of the template language, if one stands here.
    fn template(&mut self) -> bool {
        let Some(kind) = self.rest().get(..2) else {
            return false;
        };
        match kind {
            "{#" => self.skip_behind("#}"),
            "{{" => {
                self.skip_code("}}");
                self.flow.mark(OPAQUE);
            }
            "{%" => {
                let start = self.at;
                self.skip_code("%}");
                let statement = self.source[start + 2..self.at].trim_start_matches(['-', '+']);
                self.statement(statement);
            }
            _ => return false,
        }
        true
    }

    fn statement(&mut self, statement: &str) {
        match statement.split_whitespace().next().unwrap_or_default() {
            "raw" => self.skip_behind("endraw"),
            "block" | "macro" => self.begin(),
            "set" if !statement.contains('=') => self.begin(),
            "else" | "elif" | "for" => self.flow.mark('\n'),
            "endblock" => {
                self.end();
                self.flow.mark(OPAQUE);
            }
            "endmacro" | "endset" => self.end(),
            "endfor" | "include" | "endcall" => self.flow.mark(OPAQUE),
            _ => {}
        }
    }

    /// Goes into a block, a macro or a value, whose text is one of its own.
    fn begin(&mut self) {
        self.flush();
        self.outer.push(std::mem::take(&mut self.is_prose));
    }

    /// Goes out of it.
    fn end(&mut self) {
        self.flush();
        self.is_prose = self.outer.pop().unwrap_or_default();
    }

    /// Moves behind the next occurrence of `end`, or to the end of the source.
    fn skip_behind(&mut self, end: &str) {
        self.at += self
            .rest()
            .find(end)
            .map_or(self.rest().len(), |i| i + end.len());
    }

    /// Moves behind `end`, which does not count inside a string.
    fn skip_code(&mut self, end: &str) {
        let bytes = self.source.as_bytes();
        let mut quote = None;
        self.at += 2;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            match quote {
                Some(_) if byte == b'\\' => self.at += 1,
                Some(q) if byte == q => quote = None,
                Some(_) => {}
                None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
                None if bytes[self.at..].starts_with(end.as_bytes()) => {
                    self.at += end.len();
                    return;
                }
                None => {}
            }
            self.at += 1;
        }
        self.at = self.source.len();
    }

    /// Reads a tag or an HTML comment, if one stands here.
    fn markup(&mut self) -> bool {
        if self.rest().starts_with("<!--") {
            self.skip_behind("-->");
            return true;
        }
        let closes = self.rest().starts_with("</");
        let name_start = self.at + if closes { 2 } else { 1 };
        let name = word(&self.source[name_start.min(self.source.len())..]);
        let is_declaration = self.rest().starts_with("<!");
        if !self.rest().starts_with('<') || name.is_empty() && !is_declaration {
            return false;
        }
        self.at = name_start + name.len() + usize::from(is_declaration);
        let name = name.to_ascii_lowercase();
        self.attributes(&name);
        let name = name.as_str();
        if name == "br" {
            self.flow.mark('\n');
        } else if CODE.contains(&name) || matches!(name, "img" | "input") {
            self.flow.mark(OPAQUE);
        } else if !INLINE.contains(&name) {
            self.flush();
        }
        self.is_prose = !PLAIN.contains(&name);
        if !closes && (CODE.contains(&name) || RAW.contains(&name)) {
            self.skip_element(name);
        }
        true
    }

    /// Moves to the closing tag of the element whose content begins here.
    fn skip_element(&mut self, name: &str) {
        if self.source[..self.at].ends_with("/>") {
            return;
        }
        loop {
            self.at += self.rest().find("</").unwrap_or(self.rest().len());
            let found = word(self.rest().get(2..).unwrap_or_default());
            if self.at == self.source.len() || found.eq_ignore_ascii_case(name) {
                return;
            }
            self.at += 2;
        }
    }

    /// Reads the attributes of a tag up to behind its `>`.
    fn attributes(&mut self, tag: &str) {
        let mut spoken: Vec<Prose> = Vec::new();
        let mut content = None;
        let mut describes = false;
        while let Some(c) = self.rest().chars().next() {
            if c == '>' {
                self.at += 1;
                break;
            }
            if c == '{' && self.skip_template() {
                continue;
            }
            let name = word(self.rest());
            if name.is_empty() {
                self.at += c.len_utf8();
                continue;
            }
            self.at += name.len();
            let Some((flow, value)) = self.value() else {
                continue;
            };
            if SPOKEN
                .iter()
                .any(|spoken| name.eq_ignore_ascii_case(spoken))
            {
                spoken.push(flow);
            } else if tag == "meta" && name == "content" {
                content = Some(flow);
            } else if tag == "meta" && matches!(name, "name" | "property") {
                describes |= ["description", "title", "image:alt", "site_name"]
                    .iter()
                    .any(|end| value.ends_with(end));
            }
        }
        for mut flow in spoken.into_iter().chain(content.filter(|_| describes)) {
            flow.flush(&mut self.edits, find_edits);
        }
    }

    /// Like [`Self::template`], but what stands in a tag is no part of the text around it.
    fn skip_template(&mut self) -> bool {
        let outer = std::mem::take(&mut self.flow);
        let skipped = self.template();
        self.flow = outer;
        skipped
    }

    /// The quoted value behind an attribute's name as a flow of its own, and as text.
    fn value(&mut self) -> Option<(Prose, &'s str)> {
        let equals = self.rest().trim_start().strip_prefix('=')?;
        let quoted = equals.trim_start();
        let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        self.at = self.source.len() - quoted.len() + 1;
        let start = self.at;
        let outer = std::mem::take(&mut self.flow);
        while self.at < self.source.len() && !self.rest().starts_with(quote) {
            if self.template() {
                continue;
            }
            let piece = self.at;
            self.at += usize::from(self.rest().starts_with('{'));
            self.at += self.rest().find(['{', quote]).unwrap_or(self.rest().len());
            self.flow.push(self.source, piece..self.at);
        }
        let value = &self.source[start..self.at];
        self.at = (self.at + 1).min(self.source.len());
        Some((std::mem::replace(&mut self.flow, outer), value))
    }
}

/// The tag or attribute name at the start of the text.
fn word(text: &str) -> &str {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'@');
    let len = text.as_bytes().iter().take_while(|b| is_name(b)).count();
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphabetic() => &text[..len],
        _ => "",
    }
}
