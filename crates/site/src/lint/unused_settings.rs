//! Settings whose files, pages and parts of the site are not there.

use assets::Assets;
use content::Site;
use content::config::fits;
use source::{Diagnostic, Sources, did_you_mean, pointer};

use crate::ground::Ground;
use crate::markup::Markup;

/// A warning for each, at its line in site.yaml.
pub fn warnings(ground: &Ground) -> Vec<Diagnostic> {
    let Ground {
        site,
        markups,
        assets,
        sources,
        ..
    } = ground;
    let mut found = verbatim(site, assets);
    found.extend(budgets(site, sources));
    found.extend(parts(site, markups));
    found
}

fn idle(site: &Site, pointer: &str, message: String) -> Diagnostic {
    Diagnostic::warning("idle-setting", message).on(&site.settings.place(pointer))
}

/// Names of `verbatim` that no file of public/ has.
fn verbatim(site: &Site, assets: &Assets) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, name) in site.config.verbatim.iter().enumerate() {
        let bare = name.trim_start_matches('/');
        let is_it = |file: &str| file == bare || bare.ends_with('/') && file.starts_with(bare);
        // Pages and files of the build stand at their own addresses anyway.
        let mut outputs = site.routes.iter().map(|route| route.output.as_str());
        if assets.names().any(is_it) || outputs.any(is_it) {
            continue;
        }
        let folder = format!("{bare}/");
        let hint = match assets.names().any(|file| file.starts_with(&folder)) {
            true => format!("a folder ends with a slash: `{folder}`"),
            false => did_you_mean(bare, assets.names())
                .unwrap_or_else(|| format!("put it at public/{bare}, or remove it here")),
        };
        let message = format!("`verbatim` names `{name}`, and public/ has no such file");
        found.push(idle(site, &format!("/verbatim/{at}"), message).hint(hint));
    }
    found
}

/// Pages of `budgets.pages` that the site does not have.
fn budgets(site: &Site, sources: &Sources) -> Vec<Diagnostic> {
    let paths = || site.routes.iter().map(|route| route.path.as_str());
    let patterns = site.config.budgets.patterns();
    let is_there = |pattern: &str| {
        paths().any(|path| fits(pattern, path)) || is_left_out(site, sources, pattern)
    };
    let none = patterns.filter(|pattern| !is_there(pattern));
    let told = none.map(|pattern| {
        let key = pointer::step(pattern);
        let message = format!("`budgets.pages` names `{pattern}`, and no page has such an address");
        let near = did_you_mean(pattern, paths());
        let hint = near.unwrap_or_else(|| {
            "write a path, or the beginning of paths before a `*`: `/blog/*`; `site routes` lists all"
                .to_owned()
        });
        idle(site, &format!("/budgets/pages/{key}"), message).hint(hint)
    });
    told.collect()
}

/// Whether a pattern means what is left out today: an entry that is a draft, or all of a collection.
fn is_left_out(site: &Site, sources: &Sources, pattern: &str) -> bool {
    let beginning = pattern.trim_end_matches('*');
    let routes = site.collections.iter().filter_map(|c| c.route.as_deref());
    let is_it = |file: &String| {
        let text = sources.text(file).ok().flatten().and_then(Result::ok);
        let stem = file
            .rsplit('/')
            .next()
            .and_then(|name| name.split('.').next());
        stem == beginning.rsplit('/').next() || text.is_some_and(|t| t.text().contains(beginning))
    };
    routes.into_iter().any(|route| fits(pattern, route)) || site.left_out.keys().any(is_it)
}

/// Settings of parts that the site does not have.
fn parts(site: &Site, markups: &[Markup]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if site.config.relay.is_some() && site.forms.is_empty() {
        let message = "`relay` says where forms are posted, and there is no form".to_owned();
        found.push(idle(site, "/relay", message).hint("write one in content/forms/, or remove it"));
    }
    let mut outlines = markups.iter().map(|markup| &markup.outline);
    let is_asked = outlines.any(|outline| outline.names.contains("analytics"));
    if site.config.analytics.is_some() && !is_asked {
        let message = "`analytics` names a script that no template loads".to_owned();
        let hint = "load `site.analytics.src` in a template, or remove it";
        found.push(idle(site, "/analytics", message).hint(hint));
    }
    found
}
