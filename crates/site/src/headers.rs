//! The rules that hosts send with every file: security policy and caching, as `site serve` and hosts send them.

use assets::Assets;
use content::Site;
use content::config::Hsts;
use source::WebOrigin;

/// What other sites learn of where a visitor comes from.
const REFERRER: &str = "strict-origin-when-cross-origin";

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
            transport_security(site.config.hsts).to_owned(),
        ),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", REFERRER.to_owned()),
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

/// For two years. Browsers take nothing of it back before, so that other hosts of a domain are named only when the site asks
/// for it.
fn transport_security(hsts: Hsts) -> &'static str {
    match hsts {
        Hsts::Host => "max-age=63072000",
        Hsts::Subdomains => "max-age=63072000; includeSubDomains",
        Hsts::Preload => "max-age=63072000; includeSubDomains; preload",
    }
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
        "default-src 'none'; script-src {}; style-src 'self'; img-src 'self' data:; media-src 'self'; \
         font-src 'self'; connect-src {}; form-action {}; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types site; upgrade-insecure-requests",
        scripts.join(" "),
        connect.join(" "),
        form_action.join(" ")
    )
}

/// The security policy as tags of a page, for hosts that send no headers of a site's own; empty unless the site asks for
/// it. No page can say by itself who may frame it.
pub fn meta(site: &Site, assets: &Assets) -> String {
    if !site.config.meta_policy {
        return String::new();
    }
    let policy = content_security_policy(site, assets).replace(" frame-ancestors 'none';", "");
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <meta name=\"referrer\" content=\"{REFERRER}\">"
    )
}
