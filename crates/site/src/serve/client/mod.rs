//! The program of open pages: where it stands in a page, and its files.

use source::endpoints::CLIENT;

use crate::head;
use crate::unpublished::escaped;

/// The script: what pairs the nodes of two pages, what brings one up to date by it, and the switch that marks claims.
pub const SCRIPT: &str = concat!(
    include_str!("pairs.js"),
    include_str!("client.js"),
    include_str!("claims.js")
);
/// The look of mistakes and of the server's own pages.
pub const STYLE: &str = include_str!("client.css");

/// A page with the client, which runs before the page's own scripts but those within it, which may have changed its root by
/// then: what that was is said beside the page's `digest`.
pub fn add(html: &str, digest: &str) -> String {
    let root = escaped(head::before(html));
    let tag = format!(
        "<script src=\"{CLIENT}/client.js\" data-digest=\"{digest}\" data-root=\"{root}\" defer></script>"
    );
    head::with(html, &tag)
}
