//! The program of open pages: where it stands in a page, and its files.

use source::endpoints::CLIENT;

use crate::head;

/// The script: what pairs the nodes of two pages, what brings one up to date by it, and the switch that marks claims.
pub const SCRIPT: &str = concat!(
    include_str!("pairs.js"),
    include_str!("client.js"),
    include_str!("claims.js")
);
/// The look of mistakes and of the server's own pages.
pub const STYLE: &str = include_str!("client.css");

/// A page with the client, which runs before the page's own scripts; `digest` is the page's.
pub fn add(html: &str, digest: &str) -> String {
    let tag =
        format!("<script src=\"{CLIENT}/client.js\" data-digest=\"{digest}\" defer></script>");
    head::with(html, &tag)
}
