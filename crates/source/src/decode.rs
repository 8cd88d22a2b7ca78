//! Bytes of a file to a text, or what is wrong with them.

use std::sync::Arc;

use crate::held::{Origin, plain};
use crate::{Diagnostic, Source, control_character, control_mistake};

/// A text file is at most this many bytes; a larger one is a diagnostic, not a memory problem.
pub(crate) const MAX_TEXT_BYTES: u64 = 10 * 1024 * 1024;

/// That a text is larger than one may be.
pub(crate) fn too_large(path: &str) -> Diagnostic {
    let message = format!("`{path}` is larger than 10 MiB");
    Diagnostic::error("file-too-large", message)
        .hint("split it, or put data that is not text into public/")
}

/// Bytes of a file, by its path and its name, to a source; or a diagnostic that points at the first byte that is not
/// UTF-8.
pub(crate) fn decode(
    path: &str,
    name: &str,
    bytes: Vec<u8>,
    origin: Option<Origin>,
) -> Result<Arc<Source>, Diagnostic> {
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(too_large(path));
    }
    let text = match simdutf8::compat::from_utf8(&bytes) {
        Ok(text) => plain(text.to_owned()),
        Err(error) => {
            let valid = error.valid_up_to();
            let line_end = bytes[valid..].iter().position(|b| *b == b'\n');
            let end = line_end.map_or(bytes.len(), |i| valid + i);
            let text = String::from_utf8_lossy(&bytes[..end]);
            let source = Source::of_theme(path, name, text);
            return Err(
                Diagnostic::error("invalid-utf8", format!("`{path}` is not UTF-8"))
                    .label(
                        &source,
                        valid..valid + 3,
                        format!("byte 0x{:02X}", bytes[valid]),
                    )
                    .hint("save the file as UTF-8"),
            );
        }
    };
    if let Some(nul) = memchr::memchr(b'\0', text.as_bytes()) {
        let source = Source::of_theme(path, name, text);
        return Err(
            Diagnostic::error("nul-byte", format!("`{path}` holds a NUL byte"))
                .at(&source, nul..nul + 1)
                .hint("remove the character; it is usually left by a broken copy"),
        );
    }
    // What is no text of the site, such as a script of somebody else, may hold what its language lets it hold.
    let is_own = name.starts_with("content/") || name.starts_with("templates/");
    if let Some((at, c)) = control_character(&text).filter(|_| is_own) {
        let source = Source::of_theme(path, name, text);
        return Err(control_mistake(&format!("`{path}`"), c)
            .at(&source, at..at + c.len_utf8())
            .hint("remove the character; it is usually left by a copy from a PDF"));
    }
    Ok(Source::read(path.to_owned(), name, text, origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_the_byte_order_mark_and_carriage_returns() {
        let source =
            decode("a.md", "a.md", b"\xef\xbb\xbfa\r\nb\rc".to_vec(), None).expect("decodes");
        assert_eq!(*source.text(), "a\nb\nc");
    }

    #[test]
    fn points_at_the_first_wrong_byte() {
        let diagnostic =
            decode("a.md", "a.md", b"ab\ncd\xe9f".to_vec(), None).expect_err("not UTF-8");
        assert_eq!(diagnostic.place().as_deref(), Some("a.md:2:3"));
        assert_eq!(diagnostic.labels[0].text, "byte 0xE9");
    }
}
