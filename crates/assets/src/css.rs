//! The references of a style sheet: where each `url()` and `@import` stands, and their replacement.

use std::ops::Range;

/// A reference to another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Byte range of the address, without its quotes.
    pub span: Range<usize>,
    /// Whether it names another style sheet (`@import`).
    pub import: bool,
}

/// Every reference of a style sheet in its order; comments and other strings hold none.
pub(crate) fn references(css: &str) -> Vec<Reference> {
    let bytes = css.as_bytes();
    let mut found = Vec::new();
    let mut importing = false;
    let mut i = 0;
    while i < bytes.len() {
        let rest = &bytes[i..];
        if rest.starts_with(b"/*") {
            i = css[i + 2..]
                .find("*/")
                .map_or(bytes.len(), |end| i + 2 + end + 2);
        } else if starts_with(rest, b"@import") {
            importing = true;
            i += 7;
        } else if starts_with(rest, b"url(") {
            let (span, end) = address(css, i + 4);
            found.push(Reference {
                span,
                import: importing,
            });
            importing = false;
            i = end;
        } else if matches!(bytes[i], b'"' | b'\'') {
            let end = string_end(bytes, i);
            if importing {
                let span = inside(bytes, i, end);
                found.push(Reference { span, import: true });
                importing = false;
            }
            i = end;
        } else {
            importing &= bytes[i] != b';';
            // A character of several bytes is none of those looked for: its bytes pass one by one.
            i += 1;
        }
    }
    found
}

/// The style sheet with some of its references replaced; `replace` gives none to leave one alone.
pub(crate) fn rewrite(
    css: &str,
    mut replace: impl FnMut(&str, &Reference) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(css.len());
    let mut from = 0;
    for reference in references(css) {
        if let Some(new) = replace(&css[reference.span.clone()], &reference) {
            out.push_str(&css[from..reference.span.start]);
            out.push_str(&new);
            from = reference.span.end;
        }
    }
    out.push_str(&css[from..]);
    out
}

/// Whether an address points into the site: not to another host, and not into the sheet itself.
pub(crate) fn is_local(url: &str) -> bool {
    let scheme = url
        .find(':')
        .is_some_and(|c| !url[..c].contains(['/', '?', '#']));
    !(url.is_empty() || url.starts_with('#') || url.starts_with("//") || scheme)
}

/// An address without its query and fragment, and those.
pub(crate) fn split_suffix(url: &str) -> (&str, &str) {
    url.split_at(url.find(['?', '#']).unwrap_or(url.len()))
}

/// The span of the address after `url(` and the offset after its `)`.
fn address(css: &str, start: usize) -> (Range<usize>, usize) {
    let bytes = css.as_bytes();
    let skipped = css[start..].len() - css[start..].trim_start().len();
    let start = start + skipped;
    if matches!(bytes.get(start), Some(b'"' | b'\'')) {
        let end = string_end(bytes, start);
        let close = css[end..].find(')').map_or(bytes.len(), |c| end + c + 1);
        return (inside(bytes, start, end), close);
    }
    let close = css[start..].find(')').map_or(bytes.len(), |c| start + c);
    let end = start + css[start..close].trim_end().len();
    (start..end, (close + 1).min(bytes.len()))
}

/// The inside of a string, which may lack its closing quote.
fn inside(bytes: &[u8], start: usize, end: usize) -> Range<usize> {
    let closed = end > start + 1 && bytes[end - 1] == bytes[start];
    start + 1..if closed { end - 1 } else { end }
}

/// The offset after the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 2,
            c if c == bytes[start] => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}

fn starts_with(text: &[u8], lower: &[u8]) -> bool {
    text.len() >= lower.len() && text[..lower.len()].eq_ignore_ascii_case(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_references_and_nothing_else() {
        for (css, expected) in [
            ("a{src:url(/f/x.woff2)format('woff2')}", vec!["/f/x.woff2"]),
            ("a{b:url( \"a b.svg\" ) url('c')}", vec!["a b.svg", "c"]),
            ("/* url(no) */a{content:\"url(no)\"}", vec![]),
            (
                "@import 'x.css' screen;@import url(y.css);a{content:'z'}",
                vec!["x.css", "y.css"],
            ),
            ("a{content:'\\'url(no)'}", vec![]),
            ("é{b:URL(x)}", vec!["x"]),
            ("a{b:url(", vec![""]),
            ("a{b:url(\"", vec![""]),
            ("a{b:url(\"é", vec!["é"]),
        ] {
            let found: Vec<_> = references(css).into_iter().map(|r| &css[r.span]).collect();
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn rewrites_only_what_it_is_told_to() {
        let css = "a{b:url(x) url(\"y\")}";
        let out = rewrite(css, |url, _| (url == "y").then(|| "z.1".into()));
        assert_eq!(out, "a{b:url(x) url(\"z.1\")}");
    }

    #[test]
    fn tells_local_addresses() {
        for url in ["/a", "a.svg", "../a:b", "./x"] {
            assert!(is_local(url), "{url}");
        }
        for url in ["data:image/png;base64,x", "https://x/y", "//x/y", "#id", ""] {
            assert!(!is_local(url), "{url}");
        }
    }
}
