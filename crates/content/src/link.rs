//! Where a link leads: a page, a file of public/, somewhere outside, or nowhere.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::entry::Entry;
use crate::field::Field;
use crate::language::OWN;
use crate::left_out::Reason;
use crate::markdown::encoded;
use crate::reader::with_slashes;
use crate::route::{self, Route, Subject};
use crate::schema::list;
use crate::site::Site;
use source::href::{decoded, is_external, join};
use source::{Diagnostic, Place, closest, did_you_mean, nearest};

/// A link that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An absolute address, or one of another scheme.
    External,
    /// An anchor in an entry without a page of its own: one of whatever page shows it.
    Anchor,
    /// A page of this site.
    Page {
        /// Its site path.
        path: String,
        /// What the link says behind it.
        suffix: Suffix,
    },
    /// A file of public/.
    File {
        /// Its path below public/.
        name: String,
        /// What the link says behind it.
        suffix: Suffix,
    },
}

/// What a link says behind the path; as it is written by `Display`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suffix {
    /// The part between `?` and `#`.
    pub query: Option<String>,
    /// The part behind `#`.
    pub anchor: Option<String>,
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(query) = &self.query {
            write!(f, "?{query}")?;
        }
        match &self.anchor {
            Some(anchor) => write!(f, "#{anchor}"),
            None => Ok(()),
        }
    }
}

/// A link that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub hint: String,
}

/// Where a link is written.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The file, relative to the site's root.
    pub file: &'a str,
    /// The page that the file makes, when it makes one.
    pub page: Option<&'a str>,
}

/// A link to an anchor that only the finished page can prove.
#[derive(Clone, Debug)]
pub struct AnchorCheck {
    /// The page's site path.
    pub path: String,
    /// The anchor's id.
    pub anchor: String,
    /// The link, as it is written.
    pub href: Arc<str>,
    /// Where the link is written.
    pub place: Place,
}

impl AnchorCheck {
    /// Whether an element of the finished page has the anchor, by the ids of all.
    pub fn holds(&self, ids: &HashSet<&str>) -> bool {
        has_anchor(&self.anchor, ids)
    }

    /// The mistake, when none has; `near` are ids that may have been meant.
    pub fn mistake(&self, near: &HashSet<&str>) -> Diagnostic {
        let broken = broken_anchor(&self.path, &self.anchor, near);
        let diagnostic = Diagnostic::error("broken-anchor", broken.message).on(&self.place);
        diagnostic.about_link(&*self.href).hint(broken.hint)
    }
}

/// The id that an anchor names; what stands behind `:~:` is for the browser.
fn id_of(anchor: &str) -> &str {
    anchor.split(":~:").next().unwrap_or(anchor)
}

/// Whether a page has an anchor, by the ids of its elements; `top` is the browser's own.
pub fn has_anchor(anchor: &str, ids: &HashSet<&str>) -> bool {
    let id = id_of(anchor);
    let has = |id: &str| id.is_empty() || id.eq_ignore_ascii_case("top") || ids.contains(id);
    has(id) || decoded(id).is_some_and(|id| has(&id))
}

/// What a path names as it is written, else as browsers read it.
fn by_either<T>(path: &str, find: impl Fn(&str) -> Result<T, Broken>) -> Result<T, Broken> {
    find(path).or_else(|broken| decoded(path).map_or(Err(broken), |path| find(&path)))
}

/// What is wrong with an anchor that a page does not have; `near` are ids that may have been meant.
pub fn broken_anchor(path: &str, anchor: &str, near: &HashSet<&str>) -> Broken {
    let id = id_of(anchor);
    let hint = did_you_mean(id, near.iter().copied()).unwrap_or_else(|| {
        "link to the page alone, or give a heading this id: `## Title {#id}`".to_owned()
    });
    Broken {
        message: format!("the page `{path}` has no anchor `#{id}`"),
        hint,
    }
}

/// Resolves a link as it is written in a file of content/: an address, `#anchor`, a site path, or
/// the relative path of another entry's file.
pub fn resolve(site: &Site, from: Origin<'_>, href: &str) -> Result<Target, Broken> {
    if is_external(href) {
        return Ok(Target::External);
    }
    let (path, suffix) = split_suffix(href);
    if path.is_empty() {
        return match from.page {
            Some(own) => Ok(Target::Page {
                path: own.to_owned(),
                suffix,
            }),
            None => Ok(Target::Anchor),
        };
    }
    if path.starts_with('/') {
        return resolve_path(site, path, suffix);
    }
    by_either(path, |path| relative(site, from, path, suffix.clone()))
}

/// Resolves a site path, such as one that a template gives, with what is said behind it.
pub fn resolve_path(site: &Site, path: &str, suffix: Suffix) -> Result<Target, Broken> {
    by_either(path, |path| absolute(site, path, suffix.clone()))
}

fn absolute(site: &Site, path: &str, suffix: Suffix) -> Result<Target, Broken> {
    let bare = match path {
        "/" => "/",
        path => path.trim_end_matches('/'),
    };
    // A page that this language alone has is named as if it were one of the site's own.
    let own = || site.route(&site.spoken().path(bare));
    if let Some(route) = site.route(bare).or_else(own) {
        return Ok(page(site, route, suffix));
    }
    // As another program names pages: `/a.html`, `/a/index.html`.
    if let Some(own) = bare.strip_suffix(".html") {
        let own = own.strip_suffix("/index").unwrap_or(own);
        let own = if own.is_empty() { "/" } else { own };
        if let Some(route) = site.route(own) {
            return Ok(page(site, route, suffix));
        }
    }
    let file = bare.trim_start_matches('/');
    if site.files.contains(&format!("public/{file}")) {
        let name = file.to_owned();
        return Ok(Target::File { name, suffix });
    }
    if let Some(broken) = left_out_at(site, bare) {
        return Err(broken);
    }
    let paths = site.routes.iter().map(|r| r.path.as_str());
    let hint = did_you_mean(bare, paths.clone()).unwrap_or_else(|| {
        let near = closest(bare, paths, 3);
        format!(
            "the nearest addresses are {}; `site routes` lists all; a file stands in public/",
            list(&near)
        )
    });
    Err(Broken {
        message: format!("no page has the address `{bare}`"),
        hint,
    })
}

/// A page, in the language in which the site answers where a link names it in the site's own.
fn page(site: &Site, route: &Route, suffix: Suffix) -> Target {
    Target::Page {
        path: site.localised(route).path.clone(),
        suffix,
    }
}

fn relative(site: &Site, from: Origin<'_>, path: &str, suffix: Suffix) -> Result<Target, Broken> {
    let file = join(from.file, path);
    let found = file.as_deref().and_then(|file| entry_of(site, file));
    if let Some(entry) = found {
        // A file without a language means what this language has of it.
        let is_meant = entry.is_original() && site.language != OWN;
        let own = is_meant.then(|| site.entry(&entry.reference)).flatten();
        let entry = own.map_or(entry, |index| &site.entries[index]);
        return match &entry.path {
            Some(path) => Ok(Target::Page {
                path: path.clone(),
                suffix,
            }),
            None => Err(Broken {
                message: format!("`{path}` has no page of its own"),
                hint: "link to the page that shows it".to_owned(),
            }),
        };
    }
    if let Some((file, left_out)) = file.as_ref().and_then(|f| site.left_out.get_key_value(f)) {
        return Err(unpublished(file, &left_out.reason));
    }
    let file = file.unwrap_or_else(|| path.to_owned());
    if site.files.contains(&file) {
        let name = encoded(split(&file).1);
        return Err(Broken {
            message: format!("nothing publishes `{file}`"),
            hint: format!(
                "put the file into public/ and link to `/{name}`: of content/ only entries are published, and the pictures that pages show"
            ),
        });
    }
    let meant = with_scheme(path).or_else(|| meant(site, &file, path));
    Err(Broken {
        message: format!("there is no file `{file}`"),
        hint: match meant {
            _ if path.contains('\\') => with_slashes(path),
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the other file's relative path, or a site path that begins with `/`"
                .to_owned(),
        },
    })
}

/// A link to an entry that is not part of the build, by its file.
fn unpublished(file: &str, reason: &Reason) -> Broken {
    let why = match reason {
        Reason::Hidden => "is hidden".to_owned(),
        Reason::Draft => "is a draft".to_owned(),
        Reason::Scheduled { day } => format!("is not published before {day}"),
        Reason::Expired { day } => format!("expired on {day}"),
    };
    Broken {
        message: format!("`{file}` {why}"),
        hint: match reason {
            Reason::Expired { .. } => "remove the link, or move `expires` to a later day",
            _ => "publish it first, or remove the link",
        }
        .to_owned(),
    }
}

/// The entry that is not part of the build and would have an address, as far as its file's name and its slug say.
fn left_out_at(site: &Site, path: &str) -> Option<Broken> {
    let (file, left_out) = site.left_out.iter().find(|(file, left_out)| {
        let named = site.named_by_file(file);
        named.is_some_and(|named| {
            let pattern = named.collection.route.as_deref().unwrap_or_default();
            let slug = &left_out.reference.slug;
            let own = route::expand(pattern, slug, &named.place, &Field::Null);
            own.is_ok_and(|own| own == path)
        })
    })?;
    Some(unpublished(file, &left_out.reason))
}

/// An address outside whose scheme is misspelt or left out: `https//example.com`, `www.example.com`, `me@example.com`.
fn with_scheme(path: &str) -> Option<String> {
    let is_host = path
        .split('/')
        .next()
        .is_some_and(|host| host.split('.').count() > 2);
    if path.starts_with("www.") && is_host {
        return Some(format!("https://{path}"));
    }
    let is_mailbox =
        |(name, host): (&str, &str)| !name.is_empty() && host.contains('.') && !host.contains('@');
    if !path.contains('/') && path.split_once('@').is_some_and(is_mailbox) {
        return Some(format!("mailto:{path}"));
    }
    let rest = path.strip_prefix("http")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix('/')?;
    Some(format!("https://{}", rest.trim_start_matches('/')))
}

/// What is meant by a file that is not there: a page whose address lacks its `/`, the entry that says it had this name,
/// one of the same name in another folder, one of a similar name in the same.
fn meant(site: &Site, file: &str, path: &str) -> Option<String> {
    let page = format!("/{}", path.trim_start_matches("./"));
    if site.route(&page).is_some() {
        return Some(page);
    }
    let (folder, name) = split(file);
    let sources = || site.entries.iter().map(|e| e.source.path.as_str());
    let collection = folder.strip_prefix("content/").unwrap_or(folder);
    let elsewhere = || sources().find(|path| split(path).1 == name);
    let stem = |path| split(path).1.split('.').next().unwrap_or_default();
    // The same name with another ending is the nearest.
    let beside = || {
        let beside = || sources().filter(|path| split(path).0 == folder);
        let near = nearest(stem(file), beside().map(stem))?;
        beside().find(|path| stem(path) == near)
    };
    let renamed = renamed(site, collection, stem(file)).map(|entry| entry.source.path.as_str());
    let found = renamed.or_else(elsewhere).or_else(beside);
    found.map(str::to_owned)
}

/// Folder and name of a file.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The entry of a collection one of whose former addresses ends with a slug.
pub(crate) fn renamed<'a>(site: &'a Site, collection: &str, slug: &str) -> Option<&'a Entry> {
    let is_former = |path: &str| split(path).1 == slug;
    site.routes.iter().find_map(|route| match &route.subject {
        Subject::Redirect(to) if is_former(&route.path) => {
            let entry = |entry: &&Entry| entry.path.as_ref() == Some(to);
            site.entries_of(collection).find(entry)
        }
        _ => None,
    })
}

/// The entry of a file, or of the one that is meant where a page is named as another program makes it: `b.html`,
/// `b` or a folder for `b.md` or `b/index.md`.
fn entry_of<'a>(site: &'a Site, file: &str) -> Option<&'a Entry> {
    let languages = &site.config.languages;
    let named = |file: &str| {
        // An original may have its language in its name.
        let with_language = || {
            let (stem, ending) = file.rsplit_once('.').filter(|_| languages.are_several())?;
            site.entry_of_file(&format!("{stem}.{}.{ending}", languages.own().code))
        };
        site.entry_of_file(file).or_else(with_language)
    };
    named(file).or_else(|| {
        let stem = file.strip_suffix(".html").unwrap_or(file);
        let stem = stem.strip_suffix("/index").unwrap_or(stem);
        let ends = [".md", ".yaml", "/index.md", "/index.yaml"];
        ends.iter().find_map(|end| named(&format!("{stem}{end}")))
    })
}

/// Whether a link, as it is written in a file, leads to what could not be read: to an entry, by its file or by the addresses
/// that its file's name gives and that its text says, or to a page that nobody knows while what makes pages is unread. That is told already.
pub fn leads_to_unread(site: &Site, file: &str, href: &str) -> bool {
    let (path, _) = split_suffix(href);
    let schemas = || {
        let failed = site.failed.iter();
        failed.filter_map(|failed| failed.strip_suffix("/_schema.yaml"))
    };
    if !path.starts_with('/') {
        let is_below = |target: &str, folder: &str| {
            let rest = target.strip_prefix(folder);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        return join(file, path).is_some_and(|target| {
            site.failed.contains(&target) || schemas().any(|folder| is_below(&target, folder))
        });
    }
    let bare = if path == "/" {
        path
    } else {
        path.trim_end_matches('/')
    };
    if site.said.contains(bare) {
        return true;
    }
    // Which addresses there are, these files say.
    if schemas().next().is_some() || site.failed.contains("content/routes.yaml") {
        return true;
    }
    site.failed.iter().any(|failed| {
        let named = site.named_by_file(failed);
        named.is_some_and(|named| {
            let pattern = named.collection.route.as_deref().unwrap_or_default();
            let own = route::expand(pattern, &named.slug, &named.place, &Field::Null);
            own.is_ok_and(|own| own == bare)
        })
    })
}

/// A link's path, and what is said behind it.
pub fn split_suffix(href: &str) -> (&str, Suffix) {
    let given = |part: &str| (!part.is_empty()).then(|| part.to_owned());
    let (rest, anchor) = href.split_once('#').unwrap_or((href, ""));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (query, anchor) = (given(query), given(anchor));
    (path, Suffix { query, anchor })
}
