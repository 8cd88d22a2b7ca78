//! A quick look at a finished page: whether it may show what no build publishes, so that it is worth reading whole.

use std::collections::HashSet;

use memchr::{memchr, memmem};

use crate::nesting::is_block;

/// Elements whose inside is text up to their end tag.
const OF_TEXT: [&[u8]; 4] = [b"style", b"script", b"textarea", b"title"];

/// The bytes at which a name ends.
static ENDS_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b" \t\n\x0c\r/>=\"'";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

/// Whether a page may have a block in a paragraph, a link in a link, an id twice, a style, a script or an event's handler
/// in its HTML, or something of another host. It finds more than there is, never less. `allows` tells which scripts may stand there.
pub fn is_suspect(html: &str, allows: impl Fn(&str) -> bool) -> bool {
    let look = Look {
        html,
        allows,
        in_paragraph: false,
        in_link: false,
        ids: HashSet::new(),
    };
    look.at_tags().is_err()
}

/// What makes a page suspect; where it stands is for the whole reading to say.
struct Suspicion;

struct Look<'a, F> {
    html: &'a str,
    allows: F,
    in_paragraph: bool,
    in_link: bool,
    ids: HashSet<&'a str>,
}

impl<'a, F: Fn(&str) -> bool> Look<'a, F> {
    fn at_tags(mut self) -> Result<(), Suspicion> {
        let bytes = self.html.as_bytes();
        let mut at = 0;
        while let Some(found) = memchr(b'<', &bytes[at..]) {
            at += found + 1;
            let is_end = bytes.get(at) == Some(&b'/');
            let start = at + usize::from(is_end);
            if !bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
                at += beside_tags(&bytes[at..])?;
                continue;
            }
            let end = name_end(bytes, start);
            let name = &bytes[start..end];
            self.nesting(name, is_end)?;
            // Most tags have no attributes.
            at = match bytes.get(end) {
                Some(b'>') => end + 1,
                _ => self.attributes(end)?,
            };
            suspicion(may_load(name, &self.html[start..at]))?;
            // Few names begin as those of the elements whose inside is text up to their end tag.
            let may_be_of_text = matches!(name[0], b's' | b'S' | b't' | b'T');
            if is_end || !may_be_of_text || !OF_TEXT.iter().any(|of| is(name, of)) {
                continue;
            }
            let tag = &self.html[start..at];
            let end = at + end_of_text(&bytes[at..], name);
            let is_script = is(name, b"script");
            suspicion(
                is(name, b"style") || is_script && !self.may_stand(tag, &self.html[at..end]),
            )?;
            at = end;
        }
        Ok(())
    }

    /// Looks for a block in a paragraph and a link in a link, as far as the tags' names tell.
    fn nesting(&mut self, name: &[u8], is_end: bool) -> Result<(), Suspicion> {
        let is_suspect = match name {
            b"p" | b"P" => {
                let was_in = std::mem::replace(&mut self.in_paragraph, !is_end);
                is_end && !was_in
            }
            b"a" | b"A" => {
                let was_in = std::mem::replace(&mut self.in_link, !is_end);
                was_in && !is_end
            }
            // A paragraph ends where a block begins, or where the one around it ends.
            name => {
                let is_block = || match name.iter().any(u8::is_ascii_uppercase) {
                    true => is_block(&name.to_ascii_lowercase()),
                    false => is_block(name),
                };
                self.in_paragraph = self.in_paragraph && !is_block();
                false
            }
        };
        suspicion(is_suspect)
    }

    /// Looks at the attributes of a tag from `at`; gives where the tag has ended.
    fn attributes(&mut self, mut at: usize) -> Result<usize, Suspicion> {
        let bytes = self.html.as_bytes();
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'>' => return Ok(at + 1),
                b'/' => at += 1,
                space if space.is_ascii_whitespace() => at += 1,
                _ => at = self.attribute(at)?,
            }
        }
        Ok(at)
    }

    /// Looks at the attribute that begins at `start`; gives where it has ended.
    fn attribute(&mut self, start: usize) -> Result<usize, Suspicion> {
        let bytes = self.html.as_bytes();
        let mut end = name_end(bytes, start);
        let name = &bytes[start..end];
        let mut value = "";
        let equals = behind_spaces(bytes, end);
        if bytes.get(equals) == Some(&b'=') {
            let start = behind_spaces(bytes, equals + 1);
            (value, end) = match bytes.get(start) {
                Some(mark @ (b'"' | b'\'')) => {
                    let len = memchr(*mark, &bytes[start + 1..]).ok_or(Suspicion)?;
                    let end = start + 1 + len;
                    (&self.html[start + 1..end], end + 1)
                }
                _ => {
                    let ends = |b: &u8| b.is_ascii_whitespace() || *b == b'>';
                    let len = bytes[start..].iter().position(ends);
                    let end = len.map_or(bytes.len(), |len| start + len);
                    let value = &self.html[start..end];
                    // A mark within a value without any: who knows where it ends.
                    suspicion(value.contains(['"', '\'']))?;
                    (value, end)
                }
            };
        }
        suspicion(match name {
            [b'i' | b'I', b'd' | b'D'] => !self.ids.insert(value),
            [b'o' | b'O', b'n' | b'N', _, ..] => true,
            // A mark or an equals sign where a name should begin.
            [] => true,
            name => is(name, b"style"),
        })?;
        Ok(end)
    }

    /// Whether a script may stand in a page: a file, a block of data, or one that the policy names.
    fn may_stand(&self, tag: &str, text: &str) -> bool {
        let is_data = tag.contains("type=\"application/json\"") || tag.contains("+json\"");
        tag.contains(" src=") || is_data || (self.allows)(text)
    }
}

/// Elements that load something with the page or send it somewhere.
const LOADING: [&[u8]; 17] = [
    b"img", b"link", b"script", b"source", b"image", b"use", b"form", b"button", b"input",
    b"video", b"audio", b"track", b"feimage", b"iframe", b"frame", b"object", b"embed",
];

/// What an address of another host has in it, however it is written.
const ELSEWHERE: [&str; 6] = ["//", "http", "data:", "&#", "&sol", "\\"];

/// Links that every page may have to another host, which browsers do not load.
const FOLLOWED: [&str; 2] = [" rel=\"canonical\"", " rel=\"alternate\""];

/// Whether a tag may ask for something that is not of the site.
fn may_load(name: &[u8], tag: &str) -> bool {
    // Most elements are none of them, and most links no element of a head.
    if tag.len() <= name.len() + 1 || !LOADING.iter().any(|of| is(name, of)) {
        return false;
    }
    match name.to_ascii_lowercase().as_slice() {
        b"iframe" | b"frame" | b"object" | b"embed" => true,
        b"link"
            if FOLLOWED.iter().any(|rel| tag.contains(rel)) && tag.matches("rel=").count() == 1 =>
        {
            false
        }
        b"img" | b"source" | b"image" | b"link" => {
            let mut marks = ELSEWHERE.iter().filter(|mark| **mark != "data:");
            marks.any(|mark| tag.contains(mark))
        }
        _ => ELSEWHERE.iter().any(|mark| tag.contains(mark)),
    }
}

/// Where the name that begins at a place ends: of an element, or of an attribute.
#[inline]
fn name_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(byte) = bytes.get(end)
        && !ENDS_NAME[usize::from(*byte)]
    {
        end += 1;
    }
    end
}

#[inline]
fn behind_spaces(bytes: &[u8], at: usize) -> usize {
    let is_other = |byte: &u8| !byte.is_ascii_whitespace();
    let len = bytes[at..].iter().position(is_other);
    len.map_or(bytes.len(), |len| at + len)
}

fn suspicion(is_suspect: bool) -> Result<(), Suspicion> {
    if is_suspect { Err(Suspicion) } else { Ok(()) }
}

/// The length of what begins with `<` and is no tag: a comment, a declaration, or the sign itself.
fn beside_tags(rest: &[u8]) -> Result<usize, Suspicion> {
    if rest.starts_with(b"!--") {
        // Two dashes may be those that it begins with.
        let end = 1 + memmem::find(&rest[1..], b"-->").ok_or(Suspicion)?;
        suspicion(memmem::find(&rest[..end], b"--!>").is_some())?;
        return Ok(end);
    }
    Ok(match rest.first() {
        Some(b'!' | b'?' | b'/') => memchr(b'>', rest).unwrap_or(0),
        _ => 0,
    })
}

/// Where the text of an element ends.
fn end_of_text(inside: &[u8], name: &[u8]) -> usize {
    let ends = |at: &usize| {
        let rest = &inside[at + 2..];
        rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name)
    };
    let found = memmem::find_iter(inside, b"</").find(ends);
    found.unwrap_or(inside.len())
}

/// Whether a name is this one, in whatever letters.
fn is(name: &[u8], other: &[u8]) -> bool {
    name.eq_ignore_ascii_case(other)
}

#[cfg(test)]
mod tests {
    fn is_suspect(html: &str) -> bool {
        super::is_suspect(html, |script| script == "known()")
    }

    #[test]
    fn a_page_without_what_is_looked_for_is_not_read_whole() {
        for html in [
            "<!DOCTYPE html><title>a < b, <b style=x></title><p id=a>b</p><p id='b' class=\"a>b\">",
            "<p>onclick = \"x\" and style=\"x\", id=a id=a</p>",
            "<p>a</p><div><p>b<br><span>c</span></p></div><a href=/>d</a> <a href=\"/\">e</a>",
            "<!-- <p style=x> \"--><!--><p data-id=\"a\" data-style='b' hidden id=\"a\">1 < 2, 3 <4 a=\"",
            "<script>known()</script><script src=a></script>",
            "<script type=\"application/json\">{\"a\": \"<b style='x'><p></p></p>\"}</SCRIPT>",
            "<link rel=\"canonical\" href=\"https://a.example/\"><a href=\"https://b.example/\">b</a><img src=\"data:,\" alt=\"\">",
            "<svg><path d=\"M0 0\"/></svg><input value=\"don't\" checked><img alt=''>",
        ] {
            assert!(!is_suspect(html), "{html}");
        }
    }

    #[test]
    fn whatever_is_looked_for_is_found_however_it_is_written() {
        for html in [
            "<p>a<p style=x>",
            "<p>a<P STYLE = \"x\">",
            "<p/style=x>",
            "<p class=\"a\"style='x'>",
            "<p title='>' style=\"x\">",
            "<p title=\"'\" ONCLICK=x>",
            "<p hidden onclick>a</p><b onclick=\"x\">",
            "<p id=a><p id='a'>",
            "<p id=\"a\"><p ID=a>",
            "<STYLE>a</STYLE>",
            "<script>other()</script>",
            "<script src=a></SCRIPT><p style=x><script src=a></script>",
            "<!--><p style=x>-->",
            "<!-- <script> --><p style=x><script src=a></script>",
            "<!-- --!><p style=x>-->",
            "<p>a<div>b</div></p>",
            "<A href=/>a<b><a href=/>c</a></b></A>",
            "<a href=a\"b>c</a><b title=\"\" style=x>",
            "</p title=\"<script>\"><p style=x>",
            "<iframe src=/a></iframe>",
            "<IMG SRC=//a.example/b.png>",
            "<img src=&#47;/a.example/b.png>",
            "<link rel=stylesheet href=https://a.example/b.css>",
            "<link title=' rel=\"canonical\"' rel=\"stylesheet\" href=\"//a.example/b.css\">",
            "<script src=\"//a.example/b.js\"></script>",
            "<form action=\"https://a.example/\"></form>",
            "<audio src=data:,>",
        ] {
            assert!(is_suspect(html), "{html}");
        }
    }
}
