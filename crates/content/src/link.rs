//! Where a link leads: a page, a file of public/, somewhere outside, or nowhere.

use crate::reader::join;
use crate::site::Site;
use source::nearest;

/// A link that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An absolute address, or one of another scheme.
    External,
    /// A page of this site, by its path, and the anchor on it.
    Page {
        /// The site path.
        path: String,
        /// The part behind `#`.
        anchor: Option<String>,
    },
    /// A file of public/, by its path below it.
    File(String),
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
pub struct Place<'a> {
    /// The file, relative to the site's root.
    pub file: &'a str,
    /// The page that the file makes, when it makes one.
    pub page: Option<&'a str>,
}

/// Resolves a link as it is written in a file of content/: an address, `#anchor`, a site path, or
/// the relative path of another entry's file.
pub fn resolve(site: &Site, from: Place<'_>, href: &str) -> Result<Target, Broken> {
    if is_external(href) {
        return Ok(Target::External);
    }
    let (path, anchor) = split_anchor(href);
    if path.is_empty() {
        return match from.page {
            Some(own) => Ok(Target::Page {
                path: own.to_owned(),
                anchor,
            }),
            // An entry without a page of its own is shown on others, whose anchors it may name.
            None => Ok(Target::External),
        };
    }
    if path.starts_with('/') {
        return resolve_path(site, path, anchor);
    }
    relative(site, from, path, anchor)
}

/// Resolves a site path, such as one that a template gives.
pub fn resolve_path(site: &Site, path: &str, anchor: Option<String>) -> Result<Target, Broken> {
    let bare = match path.split('?').next().unwrap_or(path) {
        "/" => "/",
        path => path.trim_end_matches('/'),
    };
    if site.route(bare).is_some() {
        return Ok(Target::Page {
            path: bare.to_owned(),
            anchor,
        });
    }
    let file = bare.trim_start_matches('/');
    if site.files.contains(&format!("public/{file}")) {
        return Ok(Target::File(file.to_owned()));
    }
    let paths = site.routes.iter().map(|r| r.path.as_str());
    let hint = nearest(bare, paths).map_or_else(
        || "link to an address that `site build` lists, or to a file in public/".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Err(Broken {
        message: format!("no page has the address `{bare}`"),
        hint,
    })
}

fn relative(
    site: &Site,
    from: Place<'_>,
    path: &str,
    anchor: Option<String>,
) -> Result<Target, Broken> {
    let file = join(from.file, path);
    let found = file.as_deref().and_then(|file| site.entry_of_file(file));
    if let Some(entry) = found {
        return match &entry.path {
            Some(path) => Ok(Target::Page {
                path: path.clone(),
                anchor,
            }),
            None => Err(Broken {
                message: format!("`{path}` has no page of its own"),
                hint: "link to the page that shows it".to_owned(),
            }),
        };
    }
    if let Some(file) = file.as_deref().filter(|file| site.excluded.contains(*file)) {
        return Err(Broken {
            message: format!("`{file}` is a draft or not published yet"),
            hint: "publish it first, or remove the link".to_owned(),
        });
    }
    let file = file.unwrap_or_else(|| path.to_owned());
    let sources = site.entries.iter().map(|e| e.source.path.as_str());
    let hint = nearest(&file, sources).map_or_else(
        || "write the other file's relative path, or a site path that begins with `/`".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Err(Broken {
        message: format!("there is no file `{file}`"),
        hint,
    })
}

/// Whether an address has a scheme or names another host.
pub fn is_external(href: &str) -> bool {
    let scheme = href.find(':').map(|i| &href[..i]);
    let has_scheme = scheme.is_some_and(|s| {
        s.starts_with(|c: char| c.is_ascii_alphabetic())
            && s.chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    has_scheme || href.starts_with("//")
}

/// A link's path and the anchor behind its `#`.
pub fn split_anchor(href: &str) -> (&str, Option<String>) {
    match href.split_once('#') {
        Some((path, anchor)) if !anchor.is_empty() => (path, Some(anchor.to_owned())),
        Some((path, _)) => (path, None),
        None => (href, None),
    }
}
