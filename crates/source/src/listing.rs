//! The paths of the files below a folder of a site, without those that are hidden, and what cannot be one of them.

use std::collections::BTreeSet;
use std::io;
use std::path::{MAIN_SEPARATOR, Path};

use walkdir::WalkDir;

use crate::Diagnostic;

/// The folders of a site that hold sources.
pub const FOLDERS: [&str; 4] = ["content", "templates", "islands", "public"];
/// Why a file that was listed is not there.
pub(crate) const GONE: &str = "it is gone since the build began";
/// The one hidden folder that is published (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// The names of the folders of a site that hold none of its files and are not hidden; none where it has no folder.
pub(crate) fn folders_beside(root: &Path) -> BTreeSet<String> {
    let beside = std::fs::read_dir(root).into_iter().flatten().flatten();
    let beside = beside.filter(|entry| entry.path().is_dir());
    let names = beside.filter_map(|entry| entry.file_name().into_string().ok());
    let is_other = |name: &String| !name.starts_with('.') && !FOLDERS.contains(&name.as_str());
    names.filter(is_other).collect()
}

/// The paths of all files below `root/folder`, relative to `root`; `place` says what a message calls one.
pub(crate) fn list(
    root: &Path,
    folder: &str,
    place: &impl Fn(&str) -> String,
) -> (BTreeSet<String>, Vec<Diagnostic>) {
    let mut paths = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let start = root.join(folder);
    if !start.is_dir() {
        return (paths, diagnostics);
    }
    if is_misled(root, folder) {
        return (paths, vec![outside(&place(folder), "out of the site")]);
    }
    let visible = |e: &walkdir::DirEntry| {
        let name = e.file_name().to_string_lossy();
        let is_known = folder == "public" && e.depth() == 1 && name == WELL_KNOWN;
        let is_hidden = name.starts_with('.') && !is_known;
        e.depth() == 0 || !(is_hidden || name == "node_modules")
    };
    let walk = WalkDir::new(&start).follow_links(true);
    let mut walk = walk.into_iter().filter_entry(visible);
    while let Some(entry) = walk.next() {
        match entry {
            Ok(entry) => {
                let path = relative(root, entry.path());
                let kind = entry.file_type();
                let found = escape(&start, folder, &entry, &place(&path));
                match found.or_else(|| unwritable(&entry, &place(&path))) {
                    Some(diagnostic) => {
                        diagnostics.push(diagnostic);
                        if kind.is_dir() {
                            walk.skip_current_dir();
                        }
                    }
                    None if kind.is_file() => drop(paths.insert(path)),
                    None if kind.is_dir() => {}
                    None => diagnostics.push(no_file(&place(&path))),
                }
            }
            Err(error) => {
                let path = error.path().map(|p| place(&relative(root, p)));
                let path = path.unwrap_or_default();
                diagnostics.push(unreadable(&error, &path));
            }
        }
    }
    (paths, diagnostics)
}

/// Why what stands at a place cannot be read, and what helps.
fn unreadable(error: &walkdir::Error, place: &str) -> Diagnostic {
    let is_link = error.path().is_some_and(Path::is_symlink);
    let (why, hint) = match error.io_error().map(io::Error::kind) {
        _ if error.loop_ancestor().is_some() => (
            "it is a link that leads back to a folder above it".to_owned(),
            Some("remove it or mend the link"),
        ),
        // Whatever stands there or below it is not listed.
        Some(io::ErrorKind::PermissionDenied) => {
            return forbidden(place).about_file(format!("{place}/"));
        }
        Some(io::ErrorKind::NotFound) if is_link => (
            "it is a link that leads nowhere".to_owned(),
            Some("remove it or mend the link"),
        ),
        Some(io::ErrorKind::NotFound) => (GONE.to_owned(), Some("build again")),
        _ => (error.to_string(), None),
    };
    let message = format!("cannot read `{place}`: {why}");
    let mistake = Diagnostic::error("unreadable-file", message).about_file(place);
    mistake.maybe_hint(hint.map(str::to_owned))
}

/// That the rights of a file or a folder keep the program from reading it.
pub(crate) fn forbidden(place: &str) -> Diagnostic {
    let message = format!(
        "cannot read `{place}`: its rights, or those of a folder above it, do not allow it"
    );
    let hint = "see whose it is and let the program read it, as `chmod u+rX` does for its owner";
    Diagnostic::error("unreadable-file", message)
        .about_file(place)
        .hint(hint)
}

/// Whether one of the folders is itself a link to what does not belong to the site, or is a part of it that is kept
/// to oneself.
fn is_misled(root: &Path, folder: &str) -> bool {
    let start = root.join(folder);
    if !start.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) {
        return false;
    }
    let (Ok(root), Ok(target)) = (root.canonicalize(), start.canonicalize()) else {
        return false;
    };
    let inner = target.strip_prefix(&root);
    !inner.is_ok_and(|inner| inner != Path::new("") && !is_hidden(inner))
}

/// A diagnostic when the entry is a symbolic link to somewhere outside its folder, or to what is hidden there.
fn escape(start: &Path, folder: &str, entry: &walkdir::DirEntry, path: &str) -> Option<Diagnostic> {
    if entry.depth() == 0 || !entry.path_is_symlink() {
        return None;
    }
    let (home, target) = (
        start.canonicalize().ok()?,
        entry.path().canonicalize().ok()?,
    );
    match target.strip_prefix(&home) {
        Err(_) => Some(outside(path, &format!("out of `{folder}/`"))),
        Ok(inner) if is_hidden(inner) => Some(outside(path, "to a hidden file")),
        Ok(_) => None,
    }
}

/// What programs talk through (a pipe, a socket) or a device: who reads it may wait for ever.
fn no_file(path: &str) -> Diagnostic {
    let message = format!("`{path}` is neither a file nor a folder");
    Diagnostic::error("unreadable-file", message).hint("remove it")
}

fn outside(path: &str, whither: &str) -> Diagnostic {
    let message = format!("`{path}` is a link that leads {whither}");
    Diagnostic::error("outside-link", message).hint("put a copy of what it leads to in its place")
}

/// Whether a part of a path begins with a dot: what tools and people keep to themselves.
fn is_hidden(path: &Path) -> bool {
    let inner = path.strip_prefix(WELL_KNOWN).unwrap_or(path);
    let mut parts = inner.components();
    parts.any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."))
}

/// A diagnostic when a name cannot be written in an address or a message: not UTF-8, or with a line end or another
/// control character.
fn unwritable(entry: &walkdir::DirEntry, path: &str) -> Option<Diagnostic> {
    let name = entry.file_name().to_str();
    if name.is_some_and(|name| !name.contains(char::is_control)) {
        return None;
    }
    let shown: String = path.chars().flat_map(escaped).collect();
    let why = match name {
        Some(_) => "holds a control character",
        None => "is not UTF-8",
    };
    let message = format!("the name of `{shown}` {why}");
    Some(Diagnostic::error("invalid-name", message).hint("rename it"))
}

fn escaped(c: char) -> impl Iterator<Item = char> {
    let (shown, kept) = match c.is_control() {
        true => (Some(c.escape_default()), None),
        false => (None, Some(c)),
    };
    shown.into_iter().flatten().chain(kept)
}

/// A path below `root` as text relative to it, with forward slashes.
fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    match MAIN_SEPARATOR {
        '/' => path.into_owned(),
        other => path.replace(other, "/"),
    }
}

#[cfg(test)]
mod tests {
    use crate::Sources;

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_text_and_what_is_no_file_are_told() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = root.path().join("content/notes");
        std::fs::create_dir_all(&folder).expect("made");
        for name in [&b"caf\xe9.md"[..], b"two\nlines.md", b"sound.md"] {
            std::fs::write(folder.join(OsStr::from_bytes(name)), "").expect("written");
        }
        let socket = std::os::unix::net::UnixListener::bind(folder.join("socket.md"));
        let (sources, found) = Sources::list(root.path());
        drop(socket.expect("bound"));
        assert_eq!(
            sources.paths().collect::<Vec<_>>(),
            ["content/notes/sound.md"]
        );
        let mut found: Vec<_> = found.iter().map(|d| d.message.as_str()).collect();
        found.sort_unstable();
        let expected = [
            "`content/notes/socket.md` is neither a file nor a folder",
            "the name of `content/notes/caf\u{fffd}.md` is not UTF-8",
            "the name of `content/notes/two\\nlines.md` holds a control character",
        ];
        assert_eq!(found, expected);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_a_link_stays_in_the_site_and_in_the_open() {
        use std::os::unix::fs::symlink;
        for (target, expected) in [
            ("shared/public", 0),
            (".git", 1),
            ("..", 1),
            (".", 1),
            ("/etc", 1),
        ] {
            let root = tempfile::tempdir().expect("a temporary folder");
            let root = root.path();
            std::fs::create_dir_all(root.join("shared/public")).expect("made");
            std::fs::create_dir_all(root.join(".git")).expect("made");
            symlink(target, root.join("public")).expect("linked");
            assert_eq!(Sources::list(root).1.len(), expected, "{target}");
        }
    }
}
