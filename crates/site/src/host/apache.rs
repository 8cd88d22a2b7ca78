//! Apache: one file with a virtual host, whose rules can stand in `.htaccess` as well.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};
use crate::compress::TEXT;
use crate::media::TYPES;

/// The file, and nothing to say of it.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let headers = hosting.headers.iter();
    let headers = headers.map(|(name, value)| format!("Header always set {name} \"{value}\""));
    let base = hosting.base.to_string();
    let redirects = hosting.redirects.iter().map(|(from, to)| {
        // The path within the folder. `%` would begin what a condition has found.
        let from = from.below(&hosting.base).pattern();
        let from = from.trim_matches('/');
        let to = to.as_str().replace('%', "\\%");
        format!("RewriteRule \"^{from}/?$\" \"{to}\" [R=301,NE,END]")
    });
    let types = TYPES.iter().map(|(endings, kind)| {
        let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        format!("AddType \"{kind}\" {}", endings.join(" "))
    });
    let root = match base.is_empty() {
        true => "%{DOCUMENT_ROOT}".to_owned(),
        false => server.folder.to_string(),
    };
    let modules = match hosting.relay.is_some() {
        true => "headers rewrite proxy_http",
        false => "headers rewrite",
    };
    let lost = hosting.lost(|folder| {
        let pattern = folder.pattern();
        format!("<If \"%{{REQUEST_URI}} =~ m#^{pattern}(?:/|$)#\">\n    ErrorDocument 404 \"{folder}/404.html\"\n</If>")
    });
    let own = vec![
        ("lost", lost),
        ("listen", server.port.unwrap_or(80).to_string()),
        ("root", root),
        ("modules", modules.to_owned()),
        ("texts", TEXT.join("|")),
        ("types", types.collect::<Vec<_>>().join("\n")),
        ("headers", headers.collect::<Vec<_>>().join("\n")),
        ("redirects", redirects.collect::<Vec<_>>().join("\n")),
    ];
    HostFiles::one(
        "apache.conf",
        written(include_str!("apache.conf"), hosting, server, own),
    )
}
