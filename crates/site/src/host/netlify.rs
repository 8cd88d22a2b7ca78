//! Netlify: what `_headers` and `_redirects` do not say.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};

/// The file, and nothing to say of it.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let redirects = hosting.redirects.iter().map(|(from, to)| {
        format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\nstatus = 301\nforce = true\n")
    });
    let publish = if hosting.base.is_root() {
        "dist"
    } else {
        "upload"
    };
    let lost = hosting.lost(|folder| {
        format!("[[redirects]]\nfrom = \"{folder}/*\"\nto = \"{folder}/404.html\"\nstatus = 404\n")
    });
    let own = vec![
        ("lost", lost.trim_end().to_owned()),
        ("publish", publish.to_owned()),
        (
            "redirects",
            redirects
                .collect::<Vec<_>>()
                .join("\n")
                .trim_end()
                .to_owned(),
        ),
    ];
    HostFiles::one(
        "netlify.toml",
        written(include_str!("netlify.toml"), hosting, server, own),
    )
}
