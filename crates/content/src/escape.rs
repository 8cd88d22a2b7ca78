//! Text as HTML.

/// Appends text as HTML text or as the value of a double-quoted attribute.
pub fn escape(out: &mut String, text: &str) {
    let special = |byte: u8| matches!(byte, b'&' | b'<' | b'>' | b'"');
    let places = text.bytes().enumerate().filter(|(_, byte)| special(*byte));
    escape_at(out, text, places.map(|(i, _)| i));
}

/// Appends text as HTML text only, where a quotation mark means nothing.
pub(crate) fn escape_text(out: &mut String, text: &str) {
    let places = memchr::memchr3_iter(b'&', b'<', b'>', text.as_bytes());
    escape_at(out, text, places);
}

fn escape_at(out: &mut String, text: &str, places: impl Iterator<Item = usize>) {
    let mut done = 0;
    for i in places {
        out.push_str(&text[done..i]);
        out.push_str(match text.as_bytes()[i] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        done = i + 1;
    }
    out.push_str(&text[done..]);
}
