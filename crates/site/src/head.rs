//! Tags that the program itself puts into finished pages.

/// A page with a tag at the beginning of its head.
pub fn with(html: &str, tag: &str) -> String {
    let at = place(html);
    [&html[..at], tag, &html[at..]].concat()
}

/// What a page has before its head's content: the start tags of its root and its head.
pub fn before(html: &str) -> &str {
    &html[..place(html)]
}

/// A page with a tag early in its head, behind the encoding when that stands there: browsers look for it in the first
/// kilobyte.
pub fn with_behind_encoding(html: &str, tag: &str) -> String {
    let start = place(html);
    let head = &html[start..];
    let encoding = head.trim_start().strip_prefix("<meta charset");
    let end = encoding.and_then(|rest| rest.find('>'));
    let at = match (encoding, end) {
        (Some(rest), Some(end)) => html.len() - rest.len() + end + 1,
        _ => start,
    };
    [&html[..at], tag, &html[at..]].concat()
}

/// The beginning of a page's head, whether or not its tags are written.
fn place(html: &str) -> usize {
    let tags = [
        "<head>",
        "<head ",
        "<html>",
        "<html ",
        "<!doctype ",
        "<!DOCTYPE ",
    ];
    let found = tags.iter().find_map(|tag| html.find(tag));
    found.map_or(0, |at| at + html[at..].find('>').map_or(0, |end| end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_stands_first_in_the_head_or_behind_the_encoding() {
        for (html, at) in [
            ("<!doctype html><html lang=\"fr\"><head><title>", 37),
            ("<!doctype html><html><head class=\"a\"><header>", 37),
            ("<html><title>a</title><header>", 6),
            ("<!doctype html><title>a", 15),
            ("<p>a", 0),
        ] {
            assert_eq!(place(html), at, "{html}");
        }
        let html = "<!doctype html><head>\n  <meta charset=\"utf-8\"><title>a";
        let expected = "<!doctype html><head>\n  <meta charset=\"utf-8\">!<title>a";
        assert_eq!(with_behind_encoding(html, "!"), expected);
        assert_eq!(with_behind_encoding("<head><title>", "!"), "<head>!<title>");
    }
}
