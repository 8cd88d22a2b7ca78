//! What a call names: entries by their file, folder, name or address, and the place that they move to.

use std::collections::BTreeMap;

use content::entry::Entry;
use content::route::Subject;
use content::{Loaded, Site};
use source::{Sources, did_you_mean};

use crate::failure::Refusal;

/// A site that is to be changed, as it is.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The site.
    pub site: &'a Site,
    /// All that was read of it.
    pub loaded: &'a Loaded,
    /// Its files.
    pub sources: &'a Sources,
}

/// The entries that a call names, with all files that go with them.
#[derive(Debug)]
pub struct Subjects<'a> {
    /// The entries: the one that is named, with its translations, or all of a folder.
    pub entries: Vec<&'a Entry>,
    /// Their folder, when everything in it goes with them.
    pub folder: Option<String>,
}

impl Subjects<'_> {
    /// Whether they are one entry, in whatever languages.
    fn are_one(&self) -> bool {
        let first = self.entries.first();
        self.entries
            .iter()
            .all(|entry| first.is_some_and(|first| first.stem == entry.stem))
    }

    /// The files: of the entries, or everything in their folder.
    pub fn files(&self, sources: &Sources) -> Vec<String> {
        match &self.folder {
            Some(folder) => sources.below(folder).map(str::to_owned).collect(),
            None => {
                let files = self.entries.iter();
                files.map(|entry| entry.source.path.clone()).collect()
            }
        }
    }
}

/// What is to be moved or deleted: a file or folder of content/, `collection/slug`, or an address.
pub fn find<'a>(site: &'a Site, name: &str) -> Result<Subjects<'a>, Refusal> {
    let bare = name.trim_start_matches("./").trim_end_matches('/');
    let by_address = || {
        let path = if bare.is_empty() { "/" } else { bare };
        match site.route(path).map(|route| &route.subject) {
            Some(Subject::Entry(index)) => Some(&*site.entries[*index]),
            _ => None,
        }
    };
    let file = content_path(bare);
    let entry = match name.starts_with('/') {
        true => by_address(),
        false => site
            .entry_of_file(&file)
            .or_else(|| site.entry_of_file(&format!("{file}/index.md")))
            .map_or_else(|| by_name(site, bare), |entry| Ok(Some(entry)))?,
    };
    if let Some(entry) = entry {
        // What stands in for a missing translation is its original.
        let entry = site.entry_of_file(&entry.source.path).unwrap_or(entry);
        return Ok(whole(site, entry));
    }
    let below = written_below(site, &file);
    let is_collection = site
        .collection(file.trim_start_matches("content/"))
        .is_some();
    if !below.is_empty() && !is_collection && !name.starts_with('/') {
        return Ok(Subjects {
            entries: below,
            folder: Some(file),
        });
    }
    Err(unknown(site, name, is_collection))
}

/// The entry of a name. That of a collection and a slug with slashes may be that of two.
fn by_name<'a>(site: &'a Site, name: &str) -> Result<Option<&'a Entry>, Refusal> {
    let originals = site.entries.iter().map(|entry| &**entry);
    let mut named = originals.filter(|entry| entry.is_original() && entry.id() == name);
    let (first, other) = (named.next(), named.next());
    match (first, other) {
        (Some(first), Some(other)) => {
            let (first, other) = (&first.source.path, &other.source.path);
            let hint = format!("name its file: `{first}` or `{other}`");
            Err(Refusal::new(
                format!("two entries are called `{name}`"),
                hint,
            ))
        }
        _ => Ok(first),
    }
}

/// The entries that are written in a folder.
fn written_below<'a>(site: &'a Site, folder: &str) -> Vec<&'a Entry> {
    let all = site.entries.iter().map(|entry| &**entry);
    let is_below = |entry: &&Entry| {
        let below = entry.source.path.strip_prefix(folder);
        below.is_some_and(|below| below.starts_with('/')) && !entry.stands_in()
    };
    all.filter(is_below).collect()
}

/// An entry: an original with its translations, and with its folder when its file is the page of that folder; a
/// translation alone.
fn whole<'a>(site: &'a Site, entry: &'a Entry) -> Subjects<'a> {
    let (folder, file) = split(&entry.source.path);
    let is_own = file.starts_with("index.") && folder.matches('/').count() > 1;
    if is_own && entry.is_original() {
        return Subjects {
            entries: written_below(site, folder),
            folder: Some(folder.to_owned()),
        };
    }
    let all = site.entries.iter().map(|entry| &**entry);
    let is_translation = |other: &&Entry| {
        entry.is_original()
            && !other.is_original()
            && other.stem == entry.stem
            && !other.stands_in()
    };
    Subjects {
        entries: [entry]
            .into_iter()
            .chain(all.filter(is_translation))
            .collect(),
        folder: None,
    }
}

fn unknown(site: &Site, name: &str, is_collection: bool) -> Refusal {
    if is_collection {
        let hint = "name one of its entries, or a folder in it";
        return Refusal::new(format!("`{name}` is a whole collection"), hint);
    }
    let path = match name {
        "/" => name,
        name => name.trim_end_matches('/'),
    };
    if let Some(route) = site.route(path) {
        let by = &route.origin.source;
        let line = by.position(route.origin.span.start).0;
        let message = format!("no entry makes `{name}`");
        return Refusal::new(message, format!("it is asked for at {}:{line}", by.path));
    }
    let names: Vec<String> = match name.starts_with('/') {
        true => site.entries.iter().filter_map(|e| e.path.clone()).collect(),
        false => {
            let both = |e: &std::sync::Arc<Entry>| [e.id(), e.source.path.clone()];
            site.entries.iter().flat_map(both).collect()
        }
    };
    let near = did_you_mean(name, names.iter().map(String::as_str));
    let hint = "name its file, `collection/slug`, or its address; `site routes` lists all";
    Refusal::new(
        format!("there is no entry `{name}`"),
        near.unwrap_or_else(|| hint.to_owned()),
    )
}

/// Where entries go.
#[derive(Debug)]
pub enum Destination {
    /// Each file to its new place.
    Files(BTreeMap<String, String>),
    /// The file stays, the entry's own field says the address.
    Field {
        /// `route` or `slug`.
        name: &'static str,
        /// What it says then.
        value: String,
    },
}

/// Where `new` says that entries go: a file or folder, `collection/slug`, a slug, or an address.
pub fn destination(
    before: Before<'_>,
    subjects: &Subjects<'_>,
    new: &str,
) -> Result<Destination, Refusal> {
    let Before { site, sources, .. } = before;
    let old = match (&subjects.folder, subjects.entries.first()) {
        (Some(folder), _) => folder.as_str(),
        (None, Some(entry)) => entry.source.path.as_str(),
        (None, None) => return Err(Refusal::new("there is nothing to move", "name an entry")),
    };
    let new = match new.starts_with('/') {
        true => match by_address(before, subjects, new)? {
            Ok(field) => return Ok(field),
            Err(place) => place,
        },
        false => place(before, old, subjects.folder.is_some(), new)?,
    };
    // The name of a translation is that of its original, a language and the ending.
    let (stem, new_stem) = match (&subjects.folder, subjects.entries.first()) {
        (None, Some(entry)) if !entry.is_original() => return Err(translation(site, entry)),
        (None, Some(entry)) => {
            let ending = &old[entry.stem.len()..];
            (
                entry.stem.as_str(),
                new.strip_suffix(ending).unwrap_or(&new),
            )
        }
        _ => (old, new.as_str()),
    };
    let mut files = BTreeMap::new();
    for file in subjects.files(sources) {
        let rest = file.strip_prefix(stem).unwrap_or_default();
        files.insert(file.clone(), format!("{new_stem}{rest}"));
    }
    if old == new {
        return Err(Refusal::new(
            format!("`{old}` is there already"),
            "name another place",
        ));
    }
    if let Some(taken) = files
        .values()
        .find(|file| sources.has(file) && !files.contains_key(*file))
    {
        let hint = "move or delete that file first: nothing is written over";
        return Err(Refusal::new(format!("`{taken}` is there already"), hint));
    }
    Ok(Destination::Files(files))
}

/// Why a translation alone gets no other name.
fn translation(site: &Site, entry: &Entry) -> Refusal {
    let file = &entry.source.path;
    let message = format!("`{file}` is a translation: it has the name of its original");
    let original = site
        .entry(&entry.reference)
        .map(|at| &site.entries[at].source.path);
    let hint = original.map_or_else(String::new, |original| {
        format!("move `{original}`, and its translations go along; ")
    });
    let hint = hint + "`slug` in its own file gives a translation an address of its own";
    Refusal::new(message, hint)
}

/// The new file or folder that a name of these means.
fn place(before: Before<'_>, old: &str, is_folder: bool, new: &str) -> Result<String, Refusal> {
    let (folder, file) = split(old);
    let ending = match is_folder {
        true => "",
        false => file.rfind('.').map_or("", |dot| &file[dot..]),
    };
    let is_into = new.ends_with('/');
    let is_path = new.starts_with("content/");
    let new = new.trim_start_matches("./").trim_end_matches('/');
    let full = match new.contains('/') || is_into {
        true => content_path(new),
        false => format!("{folder}/{new}"),
    };
    if full.split('/').any(|part| part == ".." || part.is_empty()) {
        let hint = "name a place from the site's root, such as content/articles/new.md";
        return Err(Refusal::new(format!("`{new}` leaves the folder"), hint));
    }
    let is_named = !ending.is_empty() && full.ends_with(ending);
    let full = match (is_into, is_named) {
        (true, _) => format!("{full}/{file}"),
        (false, true) => full,
        (false, false) => format!("{full}{ending}"),
    };
    let below = full.strip_prefix("content/").unwrap_or_default();
    let names = before.site.collections.iter().map(|c| c.name.as_str());
    let Some(collection) = before.site.collection_of_file(&full) else {
        let name = below.split('/').next().unwrap_or_default();
        let near = did_you_mean(name, names);
        let hint = near.unwrap_or_else(|| {
            "a collection is a folder of content/ with a `_schema.yaml`".to_owned()
        });
        return Err(Refusal::new(format!("`{full}` is in no collection"), hint));
    };
    let is_ordered = collection
        .route
        .as_deref()
        .is_some_and(|r| r.contains("{path}"));
    Ok(match is_ordered && !is_path && !is_named {
        true => numbered(before.sources, old, &full),
        false => full,
    })
}

/// A place with the numbers that order files, which no name or address says: a folder that is there has its own, and what
/// moves keeps that of its file or folder.
fn numbered(sources: &Sources, old: &str, place: &str) -> String {
    let (folders, name) = split(place);
    let mut path = String::new();
    for part in folders.split('/') {
        let own = folder_named(sources, &path, part).unwrap_or(part);
        path += own;
        path.push('/');
    }
    let number = match content::number(name) {
        "" => content::number(split(old).1),
        _ => "",
    };
    format!("{path}{number}{name}")
}

/// The folder of a name below another one, which ends with a slash: that with just this name, else one with a number.
fn folder_named<'a>(sources: &'a Sources, above: &str, name: &str) -> Option<&'a str> {
    let below = sources.below(above.trim_end_matches('/'));
    let folders = below.filter_map(|path| Some(path.strip_prefix(above)?.split_once('/')?.0));
    let all: Vec<&str> = folders
        .filter(|folder| folder[content::number(folder).len()..] == *name)
        .collect();
    let exact = all.iter().find(|folder| **folder == name);
    exact.or(all.first()).copied()
}

/// The field that gives an entry another address, or the new file by which it gets it.
fn by_address(
    before: Before<'_>,
    subjects: &Subjects<'_>,
    new: &str,
) -> Result<Result<Destination, String>, Refusal> {
    let Before { site, sources, .. } = before;
    let (Some(entry), true) = (subjects.entries.first().copied(), subjects.are_one()) else {
        let hint = "name the new folder instead";
        return Err(Refusal::new(
            "several entries cannot have one address",
            hint,
        ));
    };
    let new = if new == "/" {
        new
    } else {
        new.trim_end_matches('/')
    };
    let new = in_own_language(site, entry, new)?;
    let field = |name, value: &str| {
        Ok(Ok(Destination::Field {
            name,
            value: value.to_owned(),
        }))
    };
    if entry.node.get("route").is_some() {
        return field("route", new);
    }
    let collection = site.collection(&entry.reference.collection);
    let pattern = collection
        .and_then(|c| c.route.as_deref())
        .unwrap_or_default();
    let part = ["{slug}", "{path}"].into_iter().find_map(|mark| {
        let (before, behind) = pattern.split_once(mark)?;
        let part = new.strip_prefix(before)?.strip_suffix(behind)?;
        let is_one = !part.is_empty() && (mark == "{path}" || !part.contains('/'));
        (is_one && !before.contains('{') && !behind.contains('{')).then_some((mark, part))
    });
    let Some((mark, part)) = part else {
        let message = format!(
            "`{new}` is no address of `{}`, which are `{pattern}`",
            entry.reference.collection
        );
        return Err(Refusal::new(
            message,
            format!(
                "write `route: {new}` into {} first, then move it there",
                entry.source.path
            ),
        ));
    };
    let says_slug = entry.node.get("slug").is_some();
    if says_slug && mark == "{slug}" {
        return field("slug", part);
    }
    if says_slug && let Some(slug) = slug_at(site, entry, new)? {
        return field("slug", slug);
    }
    if !entry.is_original() {
        return Err(translation(site, entry));
    }
    Ok(Err(renamed(sources, subjects, entry, (mark, part))))
}

/// The slug by which an entry that says one gets a new address that has `{path}` in it; none where its file has to move to
/// another folder and keeps it.
fn slug_at<'a>(site: &Site, entry: &Entry, new: &'a str) -> Result<Option<&'a str>, Refusal> {
    let (folder, name) = split(new);
    let old = entry.path.as_deref();
    let old = old.map(|path| in_own_language(site, entry, path));
    match old.transpose()?.map(split) {
        Some((own, _)) if own == folder => Ok(Some(name)),
        Some((_, own)) if own == name => Ok(None),
        _ => Err(Refusal::new(
            format!("`{new}` has another folder and another `slug`"),
            "move the file into the folder first",
        )),
    }
}

/// An address of a translation as its file says it: as it is in the site's own language.
fn in_own_language<'a>(site: &Site, entry: &Entry, new: &'a str) -> Result<&'a str, Refusal> {
    if entry.is_original() {
        return Ok(new);
    }
    let home = site.config.languages.all()[entry.language].home();
    let below = new
        .strip_prefix(&home)
        .filter(|below| below.starts_with('/'));
    below.ok_or_else(|| {
        let file = &entry.source.path;
        let message = format!("`{new}` is no address in the language of `{file}`");
        Refusal::new(message, format!("they begin with `{home}/`"))
    })
}

/// The file or folder whose name gives a part of an address.
fn renamed(
    sources: &Sources,
    subjects: &Subjects<'_>,
    entry: &Entry,
    (mark, part): (&str, &str),
) -> String {
    let path = &entry.source.path;
    let (_, file) = split(path);
    let (old, ending) = match &subjects.folder {
        Some(own) => (own.as_str(), ""),
        None => (path.as_str(), file.find('.').map_or("", |dot| &file[dot..])),
    };
    match mark {
        "{path}" => {
            let place = format!("content/{}/{part}{ending}", entry.reference.collection);
            numbered(sources, old, &place)
        }
        _ => format!("{}/{part}{ending}", split(old).0),
    }
}

/// A path from the site's root, as one is given from there or from content/.
fn content_path(path: &str) -> String {
    match path.starts_with("content/") {
        true => path.to_owned(),
        false => format!("content/{path}"),
    }
}

/// The folder of a path, and its last part.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
