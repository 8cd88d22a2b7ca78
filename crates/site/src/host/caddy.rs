//! Caddy: one site of a Caddyfile.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};
use crate::compress::TEXT;
use crate::media::TYPES;

/// The file, and nothing to say of it.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let headers = hosting.headers.iter();
    let headers = headers.map(|(name, value)| format!("{name} \"{value}\""));
    let redirects = hosting.redirects.iter();
    let redirects =
        redirects.map(|(from, to)| format!("redir {} \"{to}\" 301", from.below(&hosting.base)));
    let address = match server.port {
        Some(port) => format!("http://:{port}"),
        None => server.origin.to_string(),
    };
    let below = match hosting.base.is_root() {
        true => String::new(),
        false => format!("_path {}/*", hosting.base),
    };
    let types = TYPES.iter();
    let types = types.map(|(endings, kind)| format!("~\\.({})$ \"{kind}\"", endings.join("|")));
    let lost = hosting.lost(|folder| {
        let page = folder.below(&hosting.base);
        format!("~^{}(?:/|$) {page}/404.html", folder.pattern())
    });
    let own = vec![
        ("lost", lost),
        ("types", types.collect::<Vec<_>>().join("\n")),
        ("address", address),
        ("below", below),
        ("texts", TEXT.join("|")),
        ("headers", headers.collect::<Vec<_>>().join("\n")),
        ("redirects", redirects.collect::<Vec<_>>().join("\n")),
    ];
    HostFiles::one(
        "Caddyfile",
        written(include_str!("Caddyfile"), hosting, server, own),
    )
}
