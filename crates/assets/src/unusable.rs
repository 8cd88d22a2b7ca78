//! Files that are no picture of a known kind: what they are, by their first bytes, and what to do.

use source::Diagnostic;

/// A kind of file: what it begins with from an offset on, and what it is called.
struct Signature {
    offset: usize,
    bytes: &'static [u8],
    name: &'static str,
    is_picture: bool,
}

const fn picture(offset: usize, bytes: &'static [u8], name: &'static str) -> Signature {
    Signature {
        offset,
        bytes,
        name,
        is_picture: true,
    }
}

const fn other(offset: usize, bytes: &'static [u8], name: &'static str) -> Signature {
    Signature {
        offset,
        bytes,
        name,
        is_picture: false,
    }
}

/// The first that fits is taken.
const SIGNATURES: [Signature; 20] = [
    picture(4, b"ftypheic", "a HEIC photograph"),
    picture(4, b"ftypheix", "a HEIC photograph"),
    picture(4, b"ftyphevc", "a HEIC photograph"),
    picture(4, b"ftypmif1", "a HEIC photograph"),
    picture(4, b"ftypmsf1", "a HEIC photograph"),
    picture(4, b"ftypavif", "an AVIF picture"),
    picture(4, b"ftypavis", "an AVIF picture"),
    other(4, b"ftyp", "a film"),
    picture(0, b"\0\0\0\x0CJXL ", "a JPEG XL picture"),
    picture(0, b"\xFF\x0A", "a JPEG XL picture"),
    picture(0, b"II*\0", "a TIFF picture"),
    picture(0, b"MM\0*", "a TIFF picture"),
    picture(0, b"BM", "a BMP picture"),
    picture(0, b"\0\0\x01\0", "a Windows icon"),
    picture(0, b"8BPS", "a Photoshop file"),
    picture(0, b"%PDF", "a PDF"),
    other(0, b"\x1A\x45\xDF\xA3", "a film"),
    other(0, b"PK\x03\x04", "an archive"),
    other(0, b"<!DOCTYPE html", "a web page"),
    other(
        0,
        b"version https://git-lfs",
        "a pointer of Git LFS, not the file itself",
    ),
];

/// What a file is by its first bytes, in words too.
fn kind(bytes: &[u8]) -> (Option<&'static Signature>, &'static str) {
    let fits = |s: &&Signature| {
        bytes
            .get(s.offset..)
            .is_some_and(|b| b.starts_with(s.bytes))
    };
    let known = SIGNATURES.iter().find(fits);
    let what = match known {
        Some(signature) => signature.name,
        None if bytes.is_empty() => "an empty file",
        None if is_text(bytes) => "a text",
        None => "none that this program knows by its first bytes",
    };
    (known, what)
}

/// Whether these may be the first bytes of a text; a character may be cut at their end.
fn is_text(start: &[u8]) -> bool {
    std::str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// The kinds of fonts for the web: how the name ends, how the file begins.
const FONTS: [(&str, &[u8]); 2] = [(".woff2", b"wOF2"), (".woff", b"wOFF")];

/// Why a file that is named as a font is none; nothing for any other file.
pub(crate) fn unusable_font(bytes: &[u8], name: &str) -> Option<Diagnostic> {
    let (ending, start) = FONTS.iter().find(|(ending, _)| name.ends_with(ending))?;
    if bytes.starts_with(start) {
        return None;
    }
    let (_, what) = kind(bytes);
    let message = format!("`{name}` is not a font of the kind `{ending}`: it is {what}");
    let mistake = Diagnostic::error("corrupt-font", message).about_file(name);
    Some(mistake.hint("put the font itself in its place"))
}

/// Why a file cannot be shown.
pub(crate) fn unusable(bytes: &[u8], name: &str) -> Diagnostic {
    let (known, what) = kind(bytes);
    let message = format!(
        "`{name}` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG): it is {what}"
    );
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hint = match known {
        Some(signature) if signature.is_picture => {
            format!("save it as JPEG or PNG, for example with `magick \"{name}\" \"{stem}.jpg\"`")
        }
        _ => "put the picture itself in its place".to_owned(),
    };
    Diagnostic::error("unknown-image-kind", message)
        .about_file(name)
        .hint(hint)
}
