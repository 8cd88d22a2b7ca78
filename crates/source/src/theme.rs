//! The folder of templates and styles that a site lays its own over: which one content/site.yaml names.

use std::fs;
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

use crate::listing;
use crate::{Diagnostic, Source, did_you_mean, yaml};

/// What a theme gives a site; other folders beside these are none of the site's, such as a site that shows the theme.
pub(crate) const FOLDERS: [&str; 2] = ["templates", "public"];

/// The file that names it, in the site's folder.
pub(crate) const SETTINGS: &str = "content/site.yaml";

/// The key that names it there.
const KEY: &str = "theme";

/// The theme's folder, from the site's folder, or why it cannot be one; none where a site names none. What is wrong
/// with the file otherwise is told by whoever reads all of it.
pub(crate) fn named_by(root: &Path, source: &Arc<Source>) -> Option<Result<String, Diagnostic>> {
    let node = yaml::parse(source, 0..source.text().len()).0?;
    let (key, value) = node.entry(KEY)?;
    if let Some(mistake) = value.as_text().and_then(|name| unreadable(root, name)) {
        return Some(Err(mistake.at(source, value.span.clone())));
    }
    let found = match value.as_text() {
        Some(name) => folder(root, name),
        None => Err((
            "`theme` names no folder".to_owned(),
            "write one, such as `theme: themes/calm`, or remove the key".to_owned(),
        )),
    };
    // What is empty has no place of its own.
    let span = match value.span.is_empty() {
        true => &key.span,
        false => &value.span,
    };
    let told = |(message, hint)| {
        let mistake = Diagnostic::error("missing-theme", message);
        mistake.at(source, span.clone()).hint(hint)
    };
    Some(found.map_err(told))
}

/// A warning where the theme of a site, as `source` names it, has a theme of its own: files are looked for in one.
pub(crate) fn of_its_own(root: &Path, theme: &str, source: &Arc<Source>) -> Option<Diagnostic> {
    let file = root.join(theme).join("content/site.yaml");
    let own = Source::new(SETTINGS, crate::read_text(&file).ok()?);
    let node = yaml::parse(&own, 0..own.text().len()).0?;
    let name = node.get(KEY)?.as_text()?;
    let node = yaml::parse(source, 0..source.text().len()).0?;
    let message =
        format!("`{theme}` has a theme of its own, `{name}`, which gives this site nothing");
    let hint =
        format!("copy what `{theme}` takes from there into one of the two, or name another theme");
    let warning = Diagnostic::warning("theme-of-theme", message);
    Some(warning.at(source, node.get(KEY)?.span.clone()).hint(hint))
}

/// The mistake of a folder that the program may not read, or that lies in one.
fn unreadable(root: &Path, name: &str) -> Option<Diagnostic> {
    let full = root.join(name);
    let is_denied = |error: io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    let found = fs::metadata(&full).and_then(|meta| match meta.is_dir() {
        true => fs::read_dir(&full).map(drop),
        false => Ok(()),
    });
    let is_below = |folder: &&str| full.join(folder).metadata().is_err_and(is_denied);
    let is_unreadable = found.is_err_and(is_denied) || FOLDERS.iter().any(is_below);
    is_unreadable.then(|| listing::forbidden(name).about_file(format!("{name}/")))
}

/// A folder as its files are named, or what is wrong with it and how to mend that.
fn folder(root: &Path, name: &str) -> Result<String, (String, String)> {
    let wrong = |message: &str, hint: &str| Err((format!("`{name}` {message}"), hint.to_owned()));
    let path = Path::new(name);
    if path.has_root() || path.is_absolute() {
        return wrong(
            "is a path of this computer alone",
            "write it from the site's folder: `themes/calm`, or `../calm` beside it",
        );
    }
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let parts = parts.map(|part| part.as_os_str().to_string_lossy());
    let folder = parts.collect::<Vec<_>>().join("/");
    let own = folder.split('/').next().unwrap_or_default();
    let full = root.join(&folder);
    if listing::FOLDERS.contains(&own) {
        return wrong(
            &format!("lies in `{own}/`, whose files are the site's own"),
            "move the theme to a folder beside it, such as `themes/calm`",
        );
    }
    if !full.is_dir() {
        let hint = neighbour(&full, &folder).unwrap_or_else(|| {
            "the path begins at the site's folder; a theme holds `templates/`, `public/` or both".to_owned()
        });
        return Err((format!("there is no folder `{folder}` for a theme"), hint));
    }
    let is_site = full.canonicalize().ok() == root.canonicalize().ok();
    if is_site || !FOLDERS.iter().any(|part| full.join(part).is_dir()) {
        return wrong(
            match is_site {
                true => "is the site itself",
                false => "is no theme: it holds neither `templates/` nor `public/`",
            },
            "name a folder that holds `templates/`, `public/` or both",
        );
    }
    Ok(folder)
}

/// A folder beside the place of one, which is spelt nearly so.
fn neighbour(full: &Path, folder: &str) -> Option<String> {
    let entries = fs::read_dir(full.parent()?).ok()?.flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let above = folder.rsplit_once('/');
    let named = folders.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        above.map_or(name.clone(), |(above, _)| format!("{above}/{name}"))
    });
    let named: Vec<String> = named.collect();
    did_you_mean(folder, named.iter().map(String::as_str))
}
