//! Follows what entries refer to and link to, once everything is read.

use std::ops::Range;
use std::sync::Arc;

use crate::entry::Entry;
use crate::link::{self, Place, Target};
use crate::markdown::Fragment;
use crate::parse::file_slug;
use crate::reader::{Findings, join};
use crate::route::{Subject, unknown_collection};
use crate::site::Site;
use source::{Diagnostic, Source, did_you_mean};

/// A link to an anchor that only the finished page can prove.
#[derive(Clone, Debug)]
pub struct AnchorCheck {
    /// The page's site path.
    pub path: String,
    /// The anchor's id.
    pub anchor: String,
    /// The file that links to it.
    pub source: Arc<Source>,
    /// Where in the file.
    pub span: Range<usize>,
}

/// Reports every link that leads nowhere and every reference to an entry that does not exist, and
/// returns the links whose anchors are still to be looked for in the finished pages.
pub(crate) fn check(
    site: &Site,
    findings: &[Findings],
    own: &Findings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<AnchorCheck> {
    let mut anchors = Vec::new();
    for (entry, found) in site.entries.iter().zip(findings) {
        check_references(site, &entry.source, found, diagnostics);
        let out = (&mut *diagnostics, &mut anchors);
        check_links(
            site,
            (&entry.source, Some(entry)),
            links_of(entry, found),
            out,
        );
    }
    check_references(site, &site.source, own, diagnostics);
    let out = (diagnostics, &mut anchors);
    check_links(site, (&site.source, None), own.links.iter().cloned(), out);
    anchors
}

fn check_references(
    site: &Site,
    source: &Arc<Source>,
    found: &Findings,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (reference, span) in &found.references {
        if site.entry(reference).is_some() {
            continue;
        }
        let (collection, slug) = (&*reference.collection, &*reference.slug);
        let prefix = format!("content/{collection}/{slug}.");
        let schema = format!("content/{collection}/_schema.yaml");
        // What could not be read is reported already; whatever refers to it is not wrong.
        if site.failed.contains(&schema) || site.failed.iter().any(|f| f.starts_with(&prefix)) {
            continue;
        }
        if site.collection(collection).is_none() {
            diagnostics
                .push(unknown_collection(collection, &site.collections).at(source, span.clone()));
            continue;
        }
        let entries = site
            .entries
            .iter()
            .filter(|e| *e.reference.collection == *collection);
        let near = did_you_mean(slug, entries.map(|e| &*e.reference.slug));
        let excluded = site.excluded.iter().any(|file| file.starts_with(&prefix));
        let hint = match (excluded, near) {
            (true, _) => "it is a draft, hidden, or not published yet".to_owned(),
            (false, Some(near)) => near,
            (false, None) => format!("create content/{collection}/{slug}.md or .yaml"),
        };
        diagnostics.push(
            Diagnostic::error(
                "dangling-reference",
                format!("there is no entry `{collection}/{slug}`"),
            )
            .at(source, span.clone())
            .hint(hint),
        );
    }
}

fn check_links(
    site: &Site,
    place: (&Arc<Source>, Option<&Entry>),
    links: impl Iterator<Item = (String, Range<usize>)>,
    out: (&mut Vec<Diagnostic>, &mut Vec<AnchorCheck>),
) {
    let (source, entry) = place;
    let (diagnostics, anchors) = out;
    let written_in = Place {
        file: &source.path,
        page: entry.and_then(|e| e.path.as_deref()),
    };
    for (href, span) in links {
        match link::resolve(site, written_in, &href) {
            Ok(Target::Page {
                path,
                anchor: Some(anchor),
            }) => {
                if !has_anchor(site, &path, &anchor) {
                    anchors.push(AnchorCheck {
                        path,
                        anchor,
                        source: Arc::clone(source),
                        span,
                    });
                }
            }
            Ok(_) => {}
            Err(_) if leads_to_failed(site, &source.path, &href) => {}
            Err(broken) => diagnostics.push(
                Diagnostic::error("broken-link", broken.message)
                    .at(source, span)
                    .hint(broken.hint),
            ),
        }
    }
}

/// Whether a link leads to an entry whose file could not be read, by its file or by the address
/// that its file's name gives.
fn leads_to_failed(site: &Site, file: &str, href: &str) -> bool {
    let (path, _) = link::split_anchor(href);
    if !path.starts_with('/') {
        return join(file, path).is_some_and(|target| site.failed.contains(&target));
    }
    site.failed.iter().any(|failed| {
        let folder = |name: &str| {
            let rest = failed.strip_prefix("content/")?.strip_prefix(name)?;
            rest.strip_prefix('/')
        };
        let own = site.collections.iter().find(|c| folder(&c.name).is_some());
        let pattern = own.and_then(|c| c.route.as_deref());
        pattern.is_some_and(|p| p.replace("{slug}", &file_slug(failed)) == path)
    })
}

/// Whether the text of a page's entry is known to have an anchor.
fn has_anchor(site: &Site, path: &str, anchor: &str) -> bool {
    let Some(Subject::Entry(index)) = site.route(path).map(|r| &r.subject) else {
        return false;
    };
    let body = site.entries[*index].body.as_ref();
    body.is_some_and(|b| b.anchors.iter().any(|a| a == anchor))
}

/// The links of an entry: those of its fields and those of its text.
fn links_of<'a>(
    entry: &'a Entry,
    found: &'a Findings,
) -> impl Iterator<Item = (String, Range<usize>)> + 'a {
    let body = entry
        .body
        .iter()
        .flat_map(|b| &b.fragments)
        .filter_map(|f| match f {
            Fragment::Link { href, span } => Some((href.clone(), span.clone())),
            _ => None,
        });
    found.links.iter().cloned().chain(body)
}
