//! What names an entry by its file or its address, and how the same is written once that is another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use content::Site;
use content::field::Reference;
use content::filter::{Filter, Test};
use content::link::{self, Origin, Target};
use content::markdown::encoded;
use content::route::Subject;
use source::href;
use source::{Place, Source, Sources, yaml};

use super::plan::Plan;

/// Where what was named before is to be found now.
#[derive(Debug, Default)]
pub struct Leads {
    /// Files, by their place from the site's root.
    pub files: BTreeMap<String, String>,
    /// Site paths.
    pub paths: BTreeMap<String, String>,
    /// Entries' names.
    pub names: BTreeMap<Reference, Reference>,
    /// Files that are gone, with the site path where their readers go now.
    pub gone: BTreeMap<String, String>,
}

impl Leads {
    /// Where a file is now.
    pub(super) fn file<'a>(&'a self, path: &'a str) -> &'a str {
        self.files.get(path).map_or(path, String::as_str)
    }
}

/// A site, and where what it names is now.
#[derive(Clone, Copy)]
pub(super) struct Moved<'a> {
    /// The site as it was.
    pub site: &'a Site,
    /// Where its entries are.
    pub leads: &'a Leads,
}

impl<'a> Moved<'a> {
    /// What a list compares a field of a collection with now; none where that stays, or names no entry.
    pub fn compared(self, collection: &str, field: &str, slug: &str) -> Option<&'a str> {
        let named = match field {
            "slug" => Reference {
                collection: collection.into(),
                slug: slug.into(),
            },
            field => {
                let filter = Filter {
                    field: field.to_owned(),
                    test: Test::Is(slug.into()),
                };
                let of = self.site.collection(collection)?.comparable(field).ok()?;
                of.references(&[filter]).pop()?
            }
        };
        // A field refers to one collection: what left it is told when the result is read.
        let new = self.leads.names.get(&named)?;
        (new.collection == named.collection).then_some(&*new.slug)
    }

    /// A link as it is to be written now; none when it stays as it is.
    pub fn href(self, from: &str, href: &str) -> Option<String> {
        let Self { site, leads } = self;
        if href::is_external(href) {
            return None;
        }
        let (written, rest) = href.split_at(href.find(['#', '?']).unwrap_or(href.len()));
        if written.is_empty() {
            return None;
        }
        if written.starts_with('/') {
            // What stood on the old page is not on the one that is shown instead.
            let rest = if leads.gone.is_empty() { rest } else { "" };
            let new = address(leads, written);
            let new = new.or_else(|| address(leads, &href::decoded(written)?));
            return Some(new? + rest);
        }
        let page = site.entry_of_file(from).and_then(|e| e.path.as_deref());
        let target = link::resolve(site, Origin { file: from, page }, written).ok()?;
        let Target::Page { path, .. } = target else {
            return None;
        };
        let Subject::Entry(index) = site.route(&path)?.subject else {
            return None;
        };
        let file = site.entries[index].source.path.as_str();
        if let Some(to) = leads.gone.get(file) {
            return Some(to.clone());
        }
        let (new_from, new_file) = (leads.file(from), leads.file(file));
        if (new_from, new_file) == (from, file) {
            return None;
        }
        let new = relative(new_from, new_file);
        let stem = new.rsplit_once('.').map_or(new.as_str(), |(stem, _)| stem);
        let folder = stem
            .strip_suffix("index")
            .map(|folder| folder.trim_end_matches('/'));
        let is_folder = written.ends_with('/')
            || !written.ends_with(&*name(file)) && !written.ends_with(".html");
        let new = match folder {
            _ if written.ends_with(".md") || written.ends_with(".yaml") => new,
            Some(folder) if is_folder && !written.ends_with("/index") => {
                let folder = if folder.is_empty() { "." } else { folder };
                let slash = if written.ends_with('/') { "/" } else { "" };
                format!("{folder}{slash}")
            }
            _ if written.ends_with(".html") => format!("{stem}.html"),
            _ => stem.to_owned(),
        };
        (new != written).then(|| new + rest)
    }
}

/// The last part of a path, without its ending.
fn name(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.')
        .map_or(file, |(stem, _)| stem)
        .to_owned()
}

/// A site path as it is to be written now, in the form of before.
pub(super) fn address(leads: &Leads, written: &str) -> Option<String> {
    let forms = ["", "/", ".html", "/index.html"];
    forms.iter().find_map(|ending| {
        let bare = written.strip_suffix(ending)?;
        let new = leads.paths.get(if bare.is_empty() { "/" } else { bare })?;
        Some(match (new.as_str(), *ending) {
            ("/", _) => "/".to_owned(),
            (new, ending) => format!("{new}{ending}"),
        })
    })
}

/// The path from the folder of a file to another file.
pub fn relative(from: &str, to: &str) -> String {
    let mut from: Vec<&str> = from.split('/').collect();
    from.pop();
    let to: Vec<&str> = to.split('/').collect();
    let folders = &to[..to.len() - 1];
    let same = from.iter().zip(folders).take_while(|(a, b)| a == b).count();
    let up = vec![".."; from.len() - same];
    let parts: Vec<&str> = up.into_iter().chain(to[same..].iter().copied()).collect();
    parts.join("/")
}

/// Whether a source is a file as it stands, so that its places are those of the file.
pub fn is_file(sources: &Sources, source: &Source) -> bool {
    let file = sources.text(&source.path).ok().flatten();
    file.is_some_and(|file| file.is_ok_and(|file| file.text() == source.text()))
}

/// Replaces the value of data that stands at a place, or what is written in it.
pub(super) fn replace_value(plan: &mut Plan, place: &Place, old: &str, new: &str) {
    let Place { source, span } = place;
    // Only YAML has texts without quotes; another one may need them.
    match source.text().get(span.clone()) == Some(old) {
        true => plan.edit(&source.path, span.clone(), yaml::flow_scalar(new)),
        false => replace(plan, place, old, new),
    }
}

/// Replaces what is written at a place, wherever in it that stands; else where a reference of Markdown defines it. What
/// is written in yet another way is noted.
pub(super) fn replace(plan: &mut Plan, place: &Place, old: &str, new: &str) {
    let Place { source, span } = place;
    let text = &source.text();
    // What was written with `%20` for a space is written so again.
    let new = &*match old.contains('%') {
        true => encoded(new),
        false => Cow::Borrowed(new),
    };
    let mut found = occurrences(text, span.clone(), old);
    if found.is_empty() {
        found = definitions(text, old);
    }
    if found.is_empty() {
        let line = source.position(span.start).0;
        plan.by_hand
            .push(format!("{}:{line}: `{old}` becomes `{new}`", source.path));
    }
    for range in found {
        plan.edit(&source.path, range, new);
    }
}

/// Where a word stands in a part of a text, not as a part of another word.
fn occurrences(text: &str, span: Range<usize>, word: &str) -> Vec<Range<usize>> {
    const BEFORE: &str = "(<\"'=[:,>-/ \t\n";
    const BEHIND: &str = ")>\"'],}# \t\n?<";
    let Some(part) = text.get(span.clone()) else {
        return Vec::new();
    };
    let found = part.match_indices(word).filter(|(at, _)| {
        let before = part[..*at].chars().next_back();
        let behind = part[at + word.len()..].chars().next();
        before.is_none_or(|c| BEFORE.contains(c)) && behind.is_none_or(|c| BEHIND.contains(c))
    });
    let at = found.map(|(at, _)| span.start + at);
    at.map(|at| at..at + word.len()).collect()
}

/// Where Markdown's definitions, such as `[a]: b.md`, lead to an address.
fn definitions(text: &str, href: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some((label, rest)) = line.split_once("]:")
            && label.trim_start().starts_with('[')
        {
            let skipped = rest.len() - rest.trim_start_matches([' ', '\t', '<']).len();
            let start = at + label.len() + 2 + skipped;
            let word = text[start..].split([' ', '\t', '\n', '>']).next();
            if word == Some(href) {
                found.push(start..start + href.len());
            }
        }
        at += line.len();
    }
    found
}
