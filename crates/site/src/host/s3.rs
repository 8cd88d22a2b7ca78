//! Amazon S3 behind CloudFront: a CloudFormation template.

use std::collections::BTreeMap;

use percent_encoding::{CONTROLS, utf8_percent_encode};

use super::hosting::Hosting;
use super::server::{HostFiles, Server, written};

/// Headers that CloudFront knows by name; it has a list for all others.
const NAMED: [&str; 5] = [
    "Content-Security-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Referrer-Policy",
    "Strict-Transport-Security",
];
/// The most bytes of a function of CloudFront.
const MOST_OF_A_FUNCTION: usize = 10_240;

/// The template, and what does not fit into it.
pub fn files(hosting: &Hosting, server: &Server) -> HostFiles {
    let mut warnings = Vec::new();
    warnings.extend(hosting.one_not_found("CloudFront"));
    let redirects = hosting.redirects.iter();
    let redirects = redirects.map(|(from, to)| {
        let from = from.to_string();
        // As CloudFront tells it, and without the slash that may stand behind it.
        let from = utf8_percent_encode(from.trim_end_matches('/'), CONTROLS).to_string();
        (from, to.to_string())
    });
    let redirects = redirects.collect();
    let mut function = self::function(hosting, server, &redirects);
    if function.len() > MOST_OF_A_FUNCTION {
        function = self::function(hosting, server, &BTreeMap::new());
        warnings.push(format!(
            "{} redirects are more than a function of CloudFront holds: visitors are led on by the pages that stand at the former addresses",
            hosting.redirects.len()
        ));
    }
    let others = hosting
        .headers
        .iter()
        .filter(|(name, _)| !NAMED.contains(name));
    let others: Vec<String> = others
        .map(|(name, value)| format!("- {{ Override: true, Header: {name}, Value: \"{value}\" }}"))
        .collect();
    let transport = hosting.header("Strict-Transport-Security");
    let has = |part: &str| transport.contains(part).to_string();
    let age = transport
        .trim_start_matches("max-age=")
        .split(';')
        .next()
        .unwrap_or_default();
    let port = server
        .relay
        .port()
        .map(|port| format!(", HTTPSPort: {port}"));
    let own = vec![
        ("stack", server.origin.host().replace('.', "-")),
        ("function", function.trim_end().to_owned()),
        ("csp", hosting.header("Content-Security-Policy").to_owned()),
        ("frame", hosting.header("X-Frame-Options").to_owned()),
        ("referrer", hosting.header("Referrer-Policy").to_owned()),
        ("hsts_age", age.to_owned()),
        ("hsts_below", has("includeSubDomains")),
        ("hsts_preload", has("preload")),
        ("headers", others.join("\n")),
        ("relay_host", server.relay.host().to_owned()),
        ("relay_port", port.unwrap_or_default()),
    ];
    HostFiles {
        files: vec![(
            "s3.yaml",
            written(include_str!("s3.yaml"), hosting, server, own),
        )],
        warnings,
    }
}

/// The function that CloudFront runs before it looks for a file.
fn function(hosting: &Hosting, server: &Server, redirects: &BTreeMap<String, String>) -> String {
    let map = serde_json::to_string_pretty(redirects).unwrap_or_default();
    written(include_str!("s3.js"), hosting, server, vec![("map", map)])
}
