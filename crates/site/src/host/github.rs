//! GitHub Pages: a workflow that builds and uploads; it has no rules of headers and redirects.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};

/// The workflow, and what GitHub Pages cannot do.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let version = vec![("version", env!("CARGO_PKG_VERSION").to_owned())];
    let text = written(include_str!("github.yml"), hosting, server, version);
    let mut warnings = Vec::new();
    if !hosting.has_meta_policy {
        warnings.push(
            "GitHub Pages sends no security policy: write `policy: meta` into content/site.yaml"
                .to_owned(),
        );
    }
    warnings.extend(hosting.one_not_found("GitHub Pages"));
    if hosting.relay.is_some() {
        warnings.push("GitHub Pages forwards nothing: name the relay's own address as `relay: { url: … }` in content/site.yaml".to_owned());
    }
    HostFiles {
        files: vec![("pages.yml", text)],
        warnings,
    }
}
