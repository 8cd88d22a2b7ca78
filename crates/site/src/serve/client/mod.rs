//! The program of open pages: where it stands in a page, and its files.

/// The script: the library that morphs, what uses it, and the switch that marks claims.
pub const SCRIPT: &str = concat!(
    include_str!("idiomorph.min.js"),
    include_str!("client.js"),
    include_str!("claims.js")
);
/// The look of mistakes and of the server's own pages.
pub const STYLE: &str = include_str!("client.css");

/// A page with the client, which runs before the page's own scripts; `digest` is the page's.
pub fn add(html: &str, digest: &str) -> String {
    let tag = format!("<script src=\"/_site/client.js\" data-digest=\"{digest}\" defer></script>");
    let at = place(html);
    [&html[..at], &tag, &html[at..]].concat()
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
    fn it_stands_first_in_the_head() {
        for (html, at) in [
            ("<!doctype html><html lang=\"fr\"><head><title>", 37),
            ("<!doctype html><html><head class=\"a\"><header>", 37),
            ("<html><title>a</title><header>", 6),
            ("<!doctype html><title>a", 15),
            ("<p>a", 0),
        ] {
            assert_eq!(place(html), at, "{html}");
        }
    }
}
