//! Follows what entries refer to and link to, once everything is read.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::collection::unknown_collection;
use crate::entry::Entry;
use crate::field::Reference;
use crate::link::{self, AnchorCheck, Origin, Suffix, Target};
use crate::reader::{Findings, Link, Named};
use crate::route::Subject;
use crate::site::Site;
use source::diagnostic::MOST_KEPT;
use source::{Diagnostic, did_you_mean};

/// Reports every link that leads nowhere and every reference to an entry that does not exist, and
/// returns the links whose anchors are still to be looked for in the finished pages. The findings
/// are those of each entry, then those of site.yaml, of data, of forms and of defaults.
pub(crate) fn check(
    site: &Site,
    findings: &[Arc<Findings>],
) -> (Vec<AnchorCheck>, Vec<Diagnostic>) {
    let languages = 0..site.config.languages.all().len();
    let sites: Vec<Site> = languages.map(|at| site.in_language(at)).collect();
    let unread = unread(site);
    let each = findings.par_iter().enumerate().map(|(at, found)| {
        let entry = site.entries.get(at).map(|entry| &**entry);
        check_in(
            &sites[entry.map_or(0, |e| e.language)],
            &unread,
            entry,
            found,
        )
    });
    let (anchors, diagnostics): (Vec<_>, Vec<_>) = each.unzip();
    let anchors = anchors.into_iter().flatten().collect();
    (anchors, diagnostics.into_iter().flatten().collect())
}

/// The same for one entry.
pub(crate) fn check_one(
    site: &Site,
    entry: &Entry,
    findings: &Findings,
) -> (Vec<AnchorCheck>, Vec<Diagnostic>) {
    let site = site.in_language(entry.language);
    check_in(&site, &unread(&site), Some(entry), findings)
}

/// The entries whose files could not be read.
fn unread(site: &Site) -> HashSet<Reference> {
    let files = site.failed.iter();
    files
        .filter_map(|file| site.reference_of_file(file))
        .collect()
}

/// The same for an entry of the language in which the site answers.
fn check_in(
    site: &Site,
    unread: &HashSet<Reference>,
    entry: Option<&Entry>,
    findings: &Findings,
) -> (Vec<AnchorCheck>, Vec<Diagnostic>) {
    let page = entry.and_then(|entry| entry.path.as_deref());
    let references = findings.references.iter();
    let dangling = references.filter_map(|named| dangling(site, unread, named));
    let (mut anchors, mut diagnostics) = (Vec::new(), dangling.collect::<Vec<_>>());
    let mut known = Known::new();
    for link in &findings.links {
        if diagnostics.len() > MOST_KEPT {
            break;
        }
        match judge(site, page, link, &mut known) {
            Ok(anchor) => anchors.extend(anchor),
            Err(diagnostic) => diagnostics.extend(diagnostic),
        }
    }
    (anchors, diagnostics)
}

/// The mistake, when a reference names no entry. What could not be read is reported already;
/// whatever refers to it is not wrong.
fn dangling(
    site: &Site,
    unread: &HashSet<Reference>,
    named: &Named<Reference>,
) -> Option<Diagnostic> {
    let (collection, slug) = (&*named.what.collection, &*named.what.slug);
    let schema = format!("content/{collection}/_schema.yaml");
    // A language may leave out what is not translated.
    if site.has(&named.what) || site.failed.contains(&schema) || unread.contains(&named.what) {
        return None;
    }
    if site.collection(collection).is_none() {
        return Some(unknown_collection(collection, &site.collections).on(&named.place));
    }
    let slugs = site.entries_of(collection).map(|e| &*e.reference.slug);
    if slug == "…" {
        let some: Vec<&str> = slugs.take(3).collect();
        let hint = format!(
            "write the slug of an entry of {collection}, such as {}",
            some.join(", ")
        );
        let mistake = Diagnostic::error("unwritten", "this is still to be written");
        return Some(mistake.hint(hint).on(&named.place));
    }
    let left_out = site
        .left_out
        .values()
        .any(|left| left.reference == named.what);
    let renamed = link::renamed(site, collection, slug)
        .map(|entry| format!("did you mean `{}`?", entry.reference.slug));
    let hint = match (left_out, renamed.or_else(|| did_you_mean(slug, slugs))) {
        (true, _) => "it is a draft, hidden, or not published yet".to_owned(),
        (false, Some(near)) => near,
        (false, None) => format!("create content/{collection}/{slug}.md or .yaml"),
    };
    let diagnostic = Diagnostic::error("dangling-reference", named.what.missing()).hint(hint);
    Some(diagnostic.on(&named.place))
}

/// The anchors of the texts that were linked to, by the page's path.
type Known<'a> = HashMap<String, HashSet<&'a str>>;

/// The anchor that is still to be looked for, if the link has one; the mistake, if it leads
/// nowhere and that is not reported already.
fn judge<'a>(
    site: &'a Site,
    page: Option<&str>,
    link: &Link,
    known: &mut Known<'a>,
) -> Result<Option<AnchorCheck>, Option<Diagnostic>> {
    let file = link.place.source.path.as_str();
    match link::resolve(site, Origin { file, page }, &link.what) {
        Ok(Target::Page {
            path,
            suffix: Suffix {
                anchor: Some(anchor),
                ..
            },
        }) => {
            let known = known
                .entry(path.clone())
                .or_insert_with(|| anchors_of(site, &path).collect());
            Ok((!link::has_anchor(&anchor, known)).then(|| AnchorCheck {
                path,
                anchor,
                href: Arc::clone(&link.what),
                place: link.place.clone(),
            }))
        }
        Ok(_) => Ok(None),
        Err(_) if link::leads_to_unread(site, file, &link.what) => Err(None),
        Err(broken) => Err(Some(
            Diagnostic::error("broken-link", broken.message)
                .about_link(&*link.what)
                .on(&link.place)
                .hint(broken.hint),
        )),
    }
}

/// The anchors that the text of a page's entry is known to have.
fn anchors_of<'a>(site: &'a Site, path: &str) -> impl Iterator<Item = &'a str> {
    let entry = site.route(path).and_then(|route| match &route.subject {
        Subject::Entry(index) => site.entries[*index].body.as_ref(),
        _ => None,
    });
    entry
        .into_iter()
        .flat_map(|text| text.outline().anchors.iter().map(String::as_str))
}
