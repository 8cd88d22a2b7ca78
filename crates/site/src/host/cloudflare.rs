//! Cloudflare Workers with static files: their settings, and the Worker that forwards to the relay.

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};

/// The most rules that Cloudflare reads of `_redirects`.
const MOST_REDIRECTS: usize = 2_000;

/// The files, and what does not fit.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let publish = if hosting.base.is_root() {
        "dist"
    } else {
        "upload"
    };
    let own = vec![
        ("publish", publish.to_owned()),
        ("name", server.origin.host().replace('.', "-")),
    ];
    let settings = written(include_str!("wrangler.toml"), hosting, server, own);
    let mut files = vec![("wrangler.toml", settings)];
    if hosting.relay.is_some() {
        let worker = written(include_str!("worker.js"), hosting, server, Vec::new());
        files.push(("worker.js", worker));
    }
    let mut warnings = Vec::new();
    if hosting.redirects.len() > MOST_REDIRECTS {
        warnings.push(format!(
            "of {} redirects Cloudflare reads the first 2,000: visitors of the others are led on by the pages that stand at the former addresses",
            hosting.redirects.len()
        ));
    }
    HostFiles { files, warnings }
}
