//! Where a site is put: what only its owner knows, and what a host's files are.

use source::WebOrigin;

use super::hosting::Hosting;
use super::skeleton::fill;
use super::token::Folder;
use crate::headers::cache_control;

/// The server of a site.
#[derive(Clone, Debug)]
pub struct Server {
    /// The origin at which visitors find it.
    pub origin: WebOrigin,
    /// The folder that holds the site.
    pub folder: Folder,
    /// Where the relay answers.
    pub relay: WebOrigin,
    /// The port at which it answers in clear, when something else encrypts.
    pub port: Option<u16>,
}

/// What is written for a host.
#[derive(Debug, Default)]
pub struct HostFiles {
    /// The files, by their name.
    pub files: Vec<(&'static str, String)>,
    /// What the host cannot do, and what to do about it.
    pub warnings: Vec<String>,
}

impl HostFiles {
    /// One file.
    pub fn one(name: &'static str, text: String) -> Self {
        Self {
            files: vec![(name, text)],
            warnings: Vec::new(),
        }
    }
}

/// Fills a skeleton with what all hosts need, and with what one needs beside.
pub fn written(
    skeleton: &str,
    hosting: &Hosting,
    server: &Server,
    own: Vec<(&'static str, String)>,
) -> String {
    let when = |holds: bool, text: &str| {
        if holds {
            text.to_owned()
        } else {
            String::new()
        }
    };
    let is_plain = hosting.style == content::config::UrlStyle::File;
    let mut values = own;
    values.extend([
        ("domain", server.origin.host().to_owned()),
        ("folder", server.folder.to_string()),
        ("base", hosting.base.to_string()),
        ("pattern", hosting.base.pattern()),
        (
            "port",
            server.port.map_or(String::new(), |port| port.to_string()),
        ),
        (
            "relay",
            when(hosting.relay.is_some(), &server.relay.to_string()),
        ),
        ("plain", when(is_plain, "plain")),
        ("most_bytes", hosting.relay.unwrap_or_default().to_string()),
        ("not_found", when(hosting.has_not_found, "404")),
        ("assets", hosting.assets()),
        ("immutable", cache_control(true).to_owned()),
        ("revalidated", cache_control(false).to_owned()),
        (
            "hsts",
            hosting.header("Strict-Transport-Security").to_owned(),
        ),
    ]);
    fill(skeleton, &values)
}
