//! nginx: one file with a server.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};
use crate::compress::TEXT;
use crate::media::TYPES;

/// The file, and nothing to say of it.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let headers = hosting.headers.iter();
    let headers = headers.map(|(name, value)| format!("add_header {name} \"{value}\" always;"));
    let redirects = hosting.redirects.iter().map(|(from, to)| {
        // As it is asked for when the index of the folder has been put behind it.
        let index = if from.is_folder() { "index.html" } else { "" };
        format!("location = \"{from}{index}\" {{ return 301 \"{to}\"; }}")
    });
    let types = TYPES.iter();
    let types = types.map(|(endings, kind)| format!("\"{kind}\" {};", endings.join(" ")));
    let listen = match server.port {
        Some(port) => format!("listen {port};"),
        None => "listen 80;\nlisten [::]:80;".to_owned(),
    };
    let lost = hosting.lost(|folder| {
        format!(
            "\"~^{}(?:[/?]|$)\" \"{folder}/404.html\";",
            folder.pattern()
        )
    });
    let own = vec![
        ("lost", lost),
        ("listen", listen),
        ("texts", TEXT.join("|")),
        ("types", types.collect::<Vec<_>>().join("\n")),
        ("headers", headers.collect::<Vec<_>>().join("\n")),
        ("redirects", redirects.collect::<Vec<_>>().join("\n")),
    ];
    HostFiles::one(
        "nginx.conf",
        written(include_str!("nginx.conf"), hosting, server, own),
    )
}
