//! The files of the site that is imported: all but those that its tools wrote or installed, and hidden ones.

use std::cell::RefCell;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use super::report::{Report, Topic};

/// What tools install, wherever it stands.
const INSTALLED: [&str; 2] = ["node_modules", "__pycache__"];
/// What programs leave in any folder, and what is read as settings.
const OF_SYSTEMS: [&str; 5] = [
    ".DS_Store",
    ".git",
    ".gitkeep",
    ".gitignore",
    ".eleventyignore",
];
/// The hidden names that belong to a site: settings, and the folder that is published (RFC 8615).
const VISIBLE: [&str; 2] = [".eleventy.js", ".well-known"];

/// The paths of the files below a folder, sorted, but for folders that the generator made.
pub fn files(root: &Path, made: &[&str], report: &mut Report) -> Vec<String> {
    let hidden = RefCell::new(Vec::new());
    let is_listed = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let is_folder = entry.file_type().is_dir();
        let is_made = made.iter().any(|path| Path::new(path) == below);
        let is_hidden = name.starts_with('.') && !VISIBLE.contains(&&*name);
        let is_left_out = is_folder && (is_made || INSTALLED.contains(&&*name));
        if entry.depth() > 1 && is_hidden && !OF_SYSTEMS.contains(&&*name) {
            let slash = if is_folder { "/" } else { "" };
            let path = below.to_string_lossy().replace('\\', "/");
            hidden.borrow_mut().push(format!("{path}{slash}"));
        }
        entry.depth() == 0 || !(is_hidden || is_left_out)
    };
    let mut files = Vec::new();
    let walk = WalkDir::new(root).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(is_listed).filter_map(Result::ok) {
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        match below.to_str() {
            Some(name) if entry.file_type().is_file() => files.push(name.replace('\\', "/")),
            Some(_) => {}
            None => report.tell(
                Topic::Left,
                (&below.to_string_lossy(), 0),
                "its name is no text",
            ),
        }
    }
    for path in hidden.take() {
        let what = "hidden files do not come: only those of .well-known/ are published here";
        report.tell(Topic::Left, (&path, 0), what);
    }
    files.sort();
    files
}
