//! The addresses that were published: content/addresses.lock keeps them, so that none disappears unnoticed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use content::Site;
use content::route::{Route, Subject};
use source::{Diagnostic, Source, Sources, nearest};

use crate::failure::BuildError;

/// Where they are kept.
pub const FILE: &str = "content/addresses.lock";

const HEADER: &str = "\
# The addresses of this site that were published. `site routes --lock` adds those that are new, `site move` and
# `site delete` follow what they do. An address that stands here and leads nowhere is a warning of `site build`, and
# refused by `site check --publish`.
";

/// The addresses that a site has and has to keep: pages, feeds and redirects. What depends on how many entries there
/// are, and files that only machines look for by their name, may come and go.
pub fn of(site: &Site) -> BTreeSet<&str> {
    let routes = site.routes.iter().filter(|route| is_kept(route));
    routes.map(|route| route.path.as_str()).collect()
}

fn is_kept(route: &Route) -> bool {
    const OF_MACHINES: [&str; 7] = [
        "/404",
        "/404.html",
        "/_headers",
        "/_redirects",
        "/robots.txt",
        "/sitemap.xml",
        "/.well-known/security.txt",
    ];
    let is_further = match &route.subject {
        Subject::Listing(listing) => listing.pagination.as_ref().is_some_and(|p| p.number > 1),
        _ => false,
    };
    !is_further && !OF_MACHINES.contains(&route.path.as_str())
}

/// The file with what is kept already and with more addresses.
pub fn written<'a>(kept: impl IntoIterator<Item = &'a str>) -> String {
    let all: BTreeSet<&str> = kept.into_iter().collect();
    let mut text = HEADER.to_owned();
    for address in all {
        // A text takes everything.
        let _ = writeln!(text, "{address}");
    }
    text
}

/// The addresses that a text of the file holds, each with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim())
    });
    lines.filter(|(_, line)| line.starts_with('/'))
}

/// The file that keeps them; none when there is none. What cannot be read is a mistake: who takes it for nothing writes
/// over what was published.
pub fn read(sources: &Sources) -> Result<Option<Arc<Source>>, BuildError> {
    let read = sources.text(FILE)?.transpose();
    read.map_err(|mistake| BuildError::Mistakes(vec![mistake]))
}

/// The addresses that are kept; none when nothing is.
pub fn kept(sources: &Sources) -> Result<Option<Vec<String>>, BuildError> {
    Ok(read(sources)?.map(|source| {
        lines(&source.text())
            .map(|(_, path)| path.to_owned())
            .collect()
    }))
}

/// Whether all the addresses of a site are known: what cannot be read, or is wrong where addresses are given, may have any.
fn are_known(site: &Site, found: &[Diagnostic]) -> bool {
    let gives = |path: &str| {
        matches!(path, "content/routes.yaml" | "content/site.yaml")
            || path.ends_with("_schema.yaml")
    };
    let hides = |mistake: &Diagnostic| {
        let at = mistake
            .labels
            .first()
            .map(|label| label.source.path.as_str());
        mistake.is_error() && (mistake.code == "invalid-address" || at.is_some_and(gives))
    };
    site.is_whole() && !found.iter().any(hides)
}

/// What was published and leads nowhere now, each at its line, where `found` hides no address; or why that is not known.
pub fn lost(
    site: &Site,
    sources: &Sources,
    found: &[Diagnostic],
) -> Result<Vec<Diagnostic>, BuildError> {
    let source = match read(sources) {
        Ok(Some(source)) if are_known(site, found) => source,
        Ok(_) => return Ok(Vec::new()),
        Err(BuildError::Mistakes(mistakes)) => return Ok(mistakes),
        Err(error) => return Err(error),
    };
    let text = source.text();
    let gone = lines(&text).filter(|(_, path)| site.route(path).is_none() && !is_file(site, path));
    let told = gone.map(|(start, path)| {
        Diagnostic::warning("lost-address", format!("`{path}` was published and leads nowhere now"))
            .at(&source, start..start + path.len())
            .hint(format!("write it into the `aliases` of the entry that has its content now, or `redirects: {{ {path}: {} }}` in content/site.yaml; delete this line if it may be gone", near(site, path)))
    });
    Ok(told.collect())
}

/// An address of the same kind that may have the content of one that is gone: a page for a page, a feed for a feed.
fn near<'a>(site: &'a Site, gone: &str) -> &'a str {
    let ending = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').map(|(_, ending)| ending.to_owned())
    };
    let kind = ending(gone);
    let same = of(site).into_iter().filter(|path| ending(path) == kind);
    nearest(gone, same).unwrap_or("/")
}

/// Whether a file of public/ stands at an address.
fn is_file(site: &Site, path: &str) -> bool {
    site.files.contains(&format!("public{path}"))
}

/// That addresses are not kept yet, where a site keeps them.
pub fn unlocked(site: &Site, sources: &Sources) -> Result<Option<Diagnostic>, BuildError> {
    let Some(kept) = kept(sources)? else {
        return Ok(None);
    };
    let new: Vec<&str> = of(site)
        .into_iter()
        .filter(|path| !kept.iter().any(|k| k == path))
        .collect();
    let [first, ..] = new[..] else {
        return Ok(None);
    };
    let message = format!(
        "{FILE} lacks {} of the site's addresses, such as `{first}`",
        new.len()
    );
    Ok(Some(Diagnostic::warning("unlocked-address", message).hint(
        "`site routes --lock` adds them; commit the file with what you publish",
    )))
}
