//! Text as HTML content.

use std::borrow::Cow;

/// The bytes that are escaped.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"&<>\"'";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

/// Text escaped for HTML content and double-quoted attributes.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |byte: &u8| SPECIAL[usize::from(*byte)];
    let Some(first) = text.as_bytes().iter().position(special) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (i, byte) in text.bytes().enumerate().skip(first) {
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
