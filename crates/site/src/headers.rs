//! The rules that hosts send with every file: security policy, caching, redirects; as the files that hosts read.

use std::sync::Arc;

use assets::{Assets, FOLDER};
use content::Site;
use content::link::is_external;
use content::route::Subject;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use source::WebOrigin;

use crate::publish::{File, Files, MARK};

/// A header's name and value.
pub type Header = (&'static str, String);

/// The headers of every answer. The same ones are sent by `site serve`.
pub fn security(site: &Site, assets: &Assets) -> Vec<Header> {
    vec![
        (
            "Content-Security-Policy",
            content_security_policy(site, assets),
        ),
        (
            "Strict-Transport-Security",
            "max-age=63072000; includeSubDomains; preload".to_owned(),
        ),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        (
            "Referrer-Policy",
            "strict-origin-when-cross-origin".to_owned(),
        ),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
        (
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"
                .to_owned(),
        ),
        ("X-Frame-Options", "DENY".to_owned()),
    ]
}

/// The headers of a server on this machine: the same, but for the two that would send a browser to
/// an encrypted address that is not there, and with a name for what its own script parses.
pub fn local(site: &Site, assets: &Assets) -> Vec<Header> {
    let mut headers = security(site, assets);
    headers.retain(|(name, _)| *name != "Strict-Transport-Security");
    for (name, value) in &mut headers {
        if *name == "Content-Security-Policy" {
            *value = value
                .replace("; upgrade-insecure-requests", "")
                .replace("trusted-types site", "trusted-types site site-serve");
        }
    }
    headers
}

/// How long a file may be kept without asking again.
pub fn cache_control(is_immutable: bool) -> &'static str {
    match is_immutable {
        true => "public, max-age=31536000, immutable",
        false => "public, max-age=0, must-revalidate",
    }
}

/// Content Security Policy Level 3: nothing from elsewhere, no inline script but those named by
/// their hash, Trusted Types for what scripts write.
pub fn content_security_policy(site: &Site, assets: &Assets) -> String {
    let mut scripts = vec!["'self'".to_owned()];
    let mut connect = vec!["'self'".to_owned()];
    let inline = assets.names().filter(|name| name.starts_with("inline/"));
    let inline = inline.filter_map(|name| assets.get(name));
    let mut hashes: Vec<String> = inline
        .map(|asset| format!("'{}'", asset.integrity))
        .collect();
    hashes.sort();
    hashes.dedup();
    scripts.extend(hashes);
    // Another address was told as a mistake.
    if let Some(origin) = site.config.analytics.as_deref().and_then(WebOrigin::of) {
        scripts.push(origin.to_string());
        connect.push(origin.to_string());
    }
    let mut form_action = vec!["'self'".to_owned()];
    if let Some(origin) = site.config.relay.as_deref().and_then(WebOrigin::of) {
        connect.push(origin.to_string());
        form_action.push(origin.to_string());
    }
    format!(
        "default-src 'none'; script-src {}; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src {}; form-action {}; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types site; upgrade-insecure-requests",
        scripts.join(" "),
        connect.join(" "),
        form_action.join(" ")
    )
}

/// The site paths that redirect, and the addresses where they lead.
pub fn redirects(site: &Site) -> impl Iterator<Item = (&str, String)> {
    site.routes.iter().filter_map(|route| match &route.subject {
        Subject::Redirect(to) if is_external(to) => Some((route.path.as_str(), escaped(to))),
        Subject::Redirect(to) => Some((route.path.as_str(), escaped(&site.config.href(to)))),
        _ => None,
    })
}

/// An address in ASCII, without what would end it in a rule or a header.
fn escaped(address: &str) -> String {
    const ENDING: AsciiSet = CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\');
    utf8_percent_encode(address, &ENDING).to_string()
}

/// `_headers` and `_redirects` for the hosts that read them.
pub fn files(site: &Site, assets: &Assets) -> Files {
    let base = &site.config.base_path;
    let mut headers = format!("{MARK}\n{base}/*\n");
    for (name, value) in security(site, assets) {
        headers += &format!("  {name}: {value}\n");
    }
    headers += &format!(
        "{base}{FOLDER}*\n  Cache-Control: {}\n",
        cache_control(true)
    );
    let mut redirects = String::new();
    for (from, to) in self::redirects(site) {
        redirects += &format!("{} {to} 301\n", site.config.href(from));
    }
    let mut files = Files::from([("_headers".to_owned(), File::Text(Arc::new(headers)))]);
    if !redirects.is_empty() {
        files.insert("_redirects".to_owned(), File::Text(Arc::new(redirects)));
    }
    files
}
