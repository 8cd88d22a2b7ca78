//! What an address that is written in a file means: whether it leads elsewhere, which file it names, and what is said
//! behind its path.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Whether an address has a scheme or names another host.
pub fn is_external(href: &str) -> bool {
    let scheme = href.find(':').map(|i| &href[..i]);
    // One letter is a drive, as in `C:\a`.
    let has_scheme = scheme.is_some_and(|s| {
        s.len() > 1
            && s.starts_with(|c: char| c.is_ascii_alphabetic())
            && s.chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    has_scheme || href.starts_with("//")
}

/// An address without its query and anchor, and those.
pub fn split(href: &str) -> (&str, &str) {
    href.split_at(href.find(['?', '#']).unwrap_or(href.len()))
}

/// Scheme and host of an address, and the path behind them; all is path where it has no scheme and begins with a slash.
pub fn split_origin(address: &str) -> (&str, &str) {
    let host = address.find("://").map_or(0, |at| at + 3);
    let path = address[host..]
        .find('/')
        .map_or(address.len(), |at| host + at);
    address.split_at(path)
}

/// A path as browsers read it, with a space for `%20`; none when that is what is written.
pub fn decoded(path: &str) -> Option<Cow<'_, str>> {
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    (decoded != path).then_some(decoded)
}

/// A relative path from the folder of a file, `.` and `..` resolved; none when it leaves the site.
pub fn join(file: &str, relative: &str) -> Option<String> {
    let folder = file.rfind('/').map_or("", |end| &file[..end]);
    let mut path = String::with_capacity(folder.len() + 1 + relative.len());
    path.push_str(folder);
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." if path.is_empty() => return None,
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            part => {
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(part);
            }
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn joins_relative_paths_inside_the_site() {
        let check = |relative: &str, expected: Option<&str>| {
            let joined = join("content/articles/a.md", relative);
            assert_eq!(joined.as_deref(), expected, "{relative}");
        };
        check("b.md", Some("content/articles/b.md"));
        check("../tools/x.yaml", Some("content/tools/x.yaml"));
        check("./b.md", Some("content/articles/b.md"));
        check("../../../etc", None);
    }

    #[test]
    fn what_leads_elsewhere_has_a_scheme_or_a_host() {
        for href in ["https://x/y", "//x/y", "mailto:a@x.re", "data:,x"] {
            assert!(is_external(href), "{href}");
        }
        for href in ["/a", "a.svg", "../a:b", "C:\\a", "#a:b", ""] {
            assert!(!is_external(href), "{href}");
        }
    }

    #[test]
    fn an_origin_ends_before_the_path() {
        let check = |address: &str, expected: (&str, &str)| {
            assert_eq!(split_origin(address), expected, "{address}");
        };
        check("https://a.re", ("https://a.re", ""));
        check("https://a.re/sub/blog", ("https://a.re", "/sub/blog"));
        check("a.re/sub", ("a.re", "/sub"));
        check("/sub", ("", "/sub"));
        check("", ("", ""));
    }

    #[test]
    fn paths_are_decoded_and_stand_before_a_query_or_an_anchor() {
        assert_eq!(decoded("%C3%A9%20a.svg").as_deref(), Some("\u{e9} a.svg"));
        assert_eq!(decoded("a.svg"), None);
        assert_eq!(split("a?b#c"), ("a", "?b#c"));
        assert_eq!(split("a#c?d"), ("a", "#c?d"));
        assert_eq!(split("a"), ("a", ""));
    }
}
