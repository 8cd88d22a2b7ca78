//! Text as HTML content.

use std::borrow::Cow;

/// Text escaped for HTML content and double-quoted attributes.
pub fn escape(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let has_tags = memchr::memchr3(b'&', b'<', b'>', bytes).is_some();
    if !has_tags && memchr::memchr2(b'"', b'\'', bytes).is_none() {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (i, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        escaped.push_str(&text[done..i]);
        escaped.push_str(reference);
        done = i + 1;
    }
    escaped.push_str(&text[done..]);
    Cow::Owned(escaped)
}
