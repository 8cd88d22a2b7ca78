//! What would change the files that hosts read, or be hidden by them: addresses of a setting that are none, names that
//! the build keeps for itself, and two files for one address.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::{Asset, Assets, FOLDER};
use content::Site;
use content::link::{resolve_path, split_suffix};
use content::route::{Route, Subject};
use icu_normalizer::DecomposingNormalizerBorrowed;
use source::endpoints::{self, CLIENT, LEFT_OUT, OUTBOX, RELAY, SEARCH};
use source::href::is_external;
use source::{Diagnostic, WebOrigin};

use crate::host::{Address, HostPath};
use crate::publish::VERSIONED;

/// The files that the build writes for hosts.
const WRITTEN: [&str; 2] = ["_headers", "_redirects"];
/// Names at which hosts expect a program or rules of theirs.
const READ_BY_HOSTS: [&str; 3] = ["_worker.js", "_routes.json", "_redirects.json"];
/// Where `site serve` answers with something of its own.
const SERVED: [&str; 3] = [CLIENT, OUTBOX, LEFT_OUT];

/// Every such mistake of a site.
pub fn mistakes(site: &Site, assets: &Assets) -> Vec<Diagnostic> {
    let mut found = settings(site);
    found.extend(redirects(site));
    found.extend(circles(site));
    found.extend(promise(site));
    found.extend(reserved(site));
    found.extend(collisions(site, assets));
    found
}

/// Addresses of content/site.yaml whose host ends up in a rule.
fn settings(site: &Site) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut check = |pointer: &str, address: &str, is_open: bool| {
        let origin = WebOrigin::of(address);
        if origin.is_some_and(|origin| is_open || origin.is_protected()) {
            return;
        }
        let name = pointer.trim_start_matches('/').replace('/', ".");
        let message = format!(
            "`{name}` is not an address that hosts can be told of: `{}`",
            shown(address)
        );
        found.push(
            Diagnostic::error("invalid-address", message)
                .on(&site.settings.place(pointer))
                .hint("write `https://`, a host's name in ASCII (`xn--…` for other letters), and a path"),
        );
    };
    let config = &site.config;
    // One that is missing, or no address at all, was told already.
    if config.origin.contains("://") {
        check("/base_url", &format!("{}/", config.origin), true);
    }
    for (pointer, address) in [
        ("/analytics/src", &config.analytics),
        ("/relay/url", &config.relay),
    ] {
        if let Some(address) = address {
            check(pointer, address, false);
        }
    }
    let base_url = format!("{}{}", config.origin, config.base_path);
    // A query or a fragment may stand right behind the host.
    let end = config.origin.find(['?', '#']);
    let path = &base_url[end.unwrap_or(config.origin.len())..];
    let has_steps = path.split('/').any(|part| matches!(part, "." | ".."));
    if has_steps || HostPath::of(path).is_none() {
        let message = format!(
            "`base_url` has a path that hosts cannot be told of: `{}`",
            shown(path)
        );
        found.push(
            Diagnostic::error("invalid-address", message)
                .on(&site.settings.place("/base_url"))
                .hint("a path holds letters, digits, `-`, `_`, `.` and `~`, and no step up"),
        );
    }
    for (index, name) in config.verbatim.iter().enumerate() {
        let bare = name.trim_start_matches('/');
        let inner = bare.strip_prefix(".well-known").unwrap_or(bare);
        if inner.split('/').any(|part| part.starts_with('.')) {
            let message = format!(
                "`verbatim` names `{}`, and hidden files are never published",
                shown(name)
            );
            let place = site.settings.place(&format!("/verbatim/{index}"));
            let diagnostic = Diagnostic::error("hidden-file", message).on(&place);
            found.push(diagnostic.hint("only `.well-known/` may begin with a dot"));
        }
    }
    found
}

/// Redirects that lead to another scheme, or whose target is more than an address.
fn redirects(site: &Site) -> Vec<Diagnostic> {
    let targets = site.routes.iter().filter_map(|route| match &route.subject {
        Subject::Redirect(to) => Some((route, to)),
        _ => None,
    });
    let is_relative = |to: &str| !to.starts_with('/') && !is_external(to);
    let wrong = targets.filter(|(_, to)| !is_relative(to) && Address::of(to).is_none());
    let told = wrong.map(|(route, to)| {
        let message = format!("`{}` cannot be redirected to `{}`", route.path, shown(to));
        Diagnostic::error("invalid-redirect", message)
            .on(&route.origin)
            .hint("redirect to a page of this site, or to an `https://` address without spaces")
    });
    told.collect()
}

/// A page of the site that `security.policy` names and that is not there.
fn promise(site: &Site) -> Option<Diagnostic> {
    let policy = site
        .setting_values
        .get("security")?
        .get("policy")?
        .as_text()?;
    let path = policy.strip_prefix(&site.config.absolute("/"))?;
    let (path, suffix) = split_suffix(path);
    let broken = resolve_path(site, &format!("/{path}"), suffix).err()?;
    let mistake = Diagnostic::error("broken-link", broken.message);
    let place = site.settings.place("/security/policy");
    let mistake = mistake.about_link(policy);
    Some(mistake.on(&place).hint(broken.hint))
}

/// Redirects that lead back to where they began.
fn circles(site: &Site) -> Vec<Diagnostic> {
    let next = |route: &Route| match &route.subject {
        Subject::Redirect(to) => {
            let bare = to.split(['#', '?']).next().unwrap_or_default();
            site.route(bare)
        }
        _ => None,
    };
    let returns = |first: &&Route| {
        let steps = std::iter::successors(next(first), |route| next(route));
        let mut steps = steps.take(site.routes.len());
        steps.any(|route| route.path == first.path)
    };
    // That a page stands there too is told already.
    let is_alone = |route: &&Route| {
        let mut same = site.routes.iter().filter(|other| other.path == route.path);
        same.nth(1).is_none()
    };
    let circles = site.routes.iter().filter(returns).filter(is_alone);
    let told = circles.map(|route| {
        let message = format!("the redirect `{}` leads back to itself", route.path);
        Diagnostic::error("invalid-redirect", message)
            .on(&route.origin)
            .hint("let it lead to a page")
    });
    told.collect()
}

/// Pages at addresses that are not a page's.
fn reserved(site: &Site) -> Vec<Diagnostic> {
    let found = site.routes.iter().filter_map(|route| {
        let why = why_reserved(site, &route.path)?;
        let message = format!("the address `{}` is reserved: {why}", route.path);
        let diagnostic = Diagnostic::error("reserved-address", message).on(&route.origin);
        Some(diagnostic.hint("give the page another `slug` or `route`"))
    });
    found.collect()
}

/// Why no page and no file of public/ may stand at a path.
fn why_reserved(site: &Site, path: &str) -> Option<&'static str> {
    let path = path.to_ascii_lowercase();
    let bare = path.trim_start_matches('/');
    let path = format!("/{bare}");
    let is_below = |endpoint: &str| endpoints::is_below(endpoint, &path);
    match bare {
        _ if WRITTEN.contains(&bare) => Some("the build writes this file for hosts"),
        _ if READ_BY_HOSTS.contains(&bare) => Some("hosts take this file for their own"),
        _ if is_below(FOLDER.trim_end_matches('/')) => Some("everything there is cached for ever"),
        _ if is_below(RELAY) && !site.forms.is_empty() => Some("the relay answers there"),
        _ if is_below(SEARCH) && site.config.search.is_some() => Some("the search stands there"),
        _ if SERVED.into_iter().any(is_below) => Some("`site serve` answers there"),
        _ if VERSIONED.iter().any(|own| is_below(&format!("/{own}"))) => {
            Some("version control keeps its own there, which every build leaves as it is")
        }
        _ if bare.starts_with("404/") => Some("hosts have their page of unknown addresses there"),
        _ => None,
    }
}

/// Files of public/ that would stand where a page or a file of the build does, and pages that would have to be a
/// file and a folder at once.
fn collisions(site: &Site, assets: &Assets) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let outputs = site.routes.iter().map(|r| (folded(&r.output), r));
    let outputs: BTreeMap<String, &Route> = outputs.collect();
    for (output, route) in &outputs {
        let below = format!("{output}/");
        if let Some((_, inner)) = outputs.range(below.clone()..).next()
            && folded(&inner.output).starts_with(&below)
        {
            let message = format!(
                "`{}` would be a file and the folder of `{}`",
                route.output, inner.path
            );
            found.push(
                Diagnostic::error("file-and-folder", message)
                    .label(&route.origin.source, route.origin.span.clone(), "the file")
                    .label(
                        &inner.origin.source,
                        inner.origin.span.clone(),
                        "the page in it",
                    )
                    .hint("change the `slug` or `route` of one"),
            );
        }
    }
    let own: Vec<(String, Arc<Asset>)> = assets.all().filter(|(_, a)| !a.immutable).collect();
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (name, asset) in &own {
        let output = folded(asset.output());
        if let Some(first) = seen.insert(output.clone(), name) {
            found.push(one_name(first, name));
        }
        if let Some(why) = why_reserved(site, asset.output()) {
            let message = format!("`public/{name}` cannot be published as `/{name}`: {why}");
            found.push(
                Diagnostic::error("reserved-file", message)
                    .about_file(format!("public/{name}"))
                    .hint("take it out of `verbatim`"),
            );
        } else if let Some(route) = outputs.get(&output) {
            let message = format!(
                "`public/{name}` and the page `{}` have one address",
                route.path
            );
            found.push(
                Diagnostic::error("duplicate-file", message)
                    .about_file(format!("public/{name}"))
                    .on(&route.origin)
                    .hint("take the file out of `verbatim`, or change the page's address"),
            );
        }
    }
    found
}

/// A name as file systems compare it that take upper and lower case for one, and an accent for one however it is written.
fn folded(name: &str) -> String {
    let lower = name.to_lowercase();
    DecomposingNormalizerBorrowed::new_nfd()
        .normalize(&lower)
        .into_owned()
}

/// That two files of public/ are one where file systems compare names so.
fn one_name(first: &str, second: &str) -> Diagnostic {
    let how = match first.to_lowercase() == second.to_lowercase() {
        true => "differ only in upper and lower case",
        false => "differ only in how their letters are made of characters",
    };
    let message = format!("`public/{first}` and `public/{second}` {how}");
    Diagnostic::error("case-collision", message)
        .about_file(format!("public/{second}"))
        .hint("many file systems take them for one: rename one, or take it out of `verbatim`")
}

/// A text in one line.
fn shown(text: &str) -> String {
    text.chars().flat_map(char::escape_debug).collect()
}
