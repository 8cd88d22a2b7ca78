//! Reads the texts of a folder: UTF-8 or a diagnostic, without byte order mark, with `\n` line ends.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::diagnostic::{Diagnostic, Source};

/// What stopped the reading, apart from the author's mistakes: the world's failures.
#[derive(Debug)]
pub struct ReadError {
    /// The path that could not be read.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot read `{}`: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for ReadError {}

/// A text file is at most this many bytes; a larger one is a diagnostic, not a memory problem.
const MAX_TEXT_BYTES: u64 = 10 * 1024 * 1024;

/// The paths of all files below `root/folder`, relative to `root`, with forward slashes, sorted.
/// Hidden files are left out; a folder that does not exist has none. A link that leads nowhere,
/// in a circle or out of the site is a diagnostic.
pub fn list(root: &Path, folder: &str) -> (BTreeSet<String>, Vec<Diagnostic>) {
    let mut paths = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let start = root.join(folder);
    if !start.is_dir() {
        return (paths, diagnostics);
    }
    let visible = |e: &walkdir::DirEntry| {
        e.depth() == 0 || !e.file_name().to_string_lossy().starts_with('.') || is_well_known(e)
    };
    let walk = WalkDir::new(&start).follow_links(true);
    let mut walk = walk.into_iter().filter_entry(visible);
    while let Some(entry) = walk.next() {
        match entry {
            Ok(entry) => {
                let path = relative(root, entry.path());
                let kind = entry.file_type();
                match escape(root, &entry, &path) {
                    Some(diagnostic) => {
                        diagnostics.push(diagnostic);
                        if kind.is_dir() {
                            walk.skip_current_dir();
                        }
                    }
                    None if kind.is_file() => drop(paths.insert(path)),
                    None => {}
                }
            }
            Err(error) => {
                let path = error.path().map(|p| relative(root, p)).unwrap_or_default();
                let why = match error.loop_ancestor() {
                    Some(_) => "it is a link that leads back to a folder above it".to_owned(),
                    None => plain_error(&error),
                };
                diagnostics.push(
                    Diagnostic::error("unreadable-file", format!("cannot read `{path}`: {why}"))
                        .hint("remove it or mend the link"),
                );
            }
        }
    }
    (paths, diagnostics)
}

/// The system's reason for a failure, without its number.
fn plain_error(error: &walkdir::Error) -> String {
    match error.io_error() {
        Some(io) if io.kind() == io::ErrorKind::NotFound => {
            "it is a link that leads nowhere".to_owned()
        }
        Some(io) => io.to_string(),
        None => error.to_string(),
    }
}

fn is_well_known(entry: &walkdir::DirEntry) -> bool {
    entry.file_name() == ".well-known"
}

/// A diagnostic when the entry is a symbolic link to somewhere outside the site.
fn escape(root: &Path, entry: &walkdir::DirEntry, path: &str) -> Option<Diagnostic> {
    if entry.depth() == 0 || !entry.path_is_symlink() {
        return None;
    }
    let target = entry.path().canonicalize().ok()?;
    let root = root.canonicalize().ok()?;
    (!target.starts_with(&root)).then(|| {
        Diagnostic::error(
            "outside-link",
            format!("`{path}` is a link that leads out of the site"),
        )
        .hint("copy what it leads to into the site")
    })
}

/// A path below `root` as text relative to it, with forward slashes.
pub fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    let parts = path.components().map(|c| c.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Reads texts in parallel, in the order of `paths`. A file that is not UTF-8 or too large is a
/// diagnostic and missing from the result.
pub fn read_texts(
    root: &Path,
    paths: &[String],
) -> Result<(Vec<Arc<Source>>, Vec<Diagnostic>), ReadError> {
    let read = |path: &String| -> Result<Result<Arc<Source>, Diagnostic>, ReadError> {
        let full = root.join(path);
        let fail = |error| ReadError {
            path: full.clone(),
            error,
        };
        if full.metadata().map_err(fail)?.len() > MAX_TEXT_BYTES {
            let message = format!("`{path}` is larger than 10 MiB");
            return Ok(Err(Diagnostic::error("file-too-large", message)
                .hint("split it, or put data that is not text into public/")));
        }
        let bytes = std::fs::read(&full).map_err(fail)?;
        Ok(decode(path, bytes))
    };
    let results: Result<Vec<_>, _> = paths.par_iter().map(read).collect();
    let (mut sources, mut diagnostics) = (Vec::new(), Vec::new());
    for result in results? {
        match result {
            Ok(source) => sources.push(source),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    Ok((sources, diagnostics))
}

/// Bytes to a source, or a diagnostic that points at the first byte that is not UTF-8.
fn decode(path: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Diagnostic> {
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let line_end = bytes[valid..].iter().position(|b| *b == b'\n');
            let end = line_end.map_or(bytes.len(), |i| valid + i);
            let source = Source::new(path, String::from_utf8_lossy(&bytes[..end]).into_owned());
            return Err(
                Diagnostic::error("invalid-utf8", format!("`{path}` is not UTF-8"))
                    .label(
                        &source,
                        valid..valid + 3,
                        format!("byte 0x{:02X}", bytes[valid]),
                    )
                    .hint("save the file as UTF-8"),
            );
        }
    };
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    if text.contains('\r') {
        text = text.replace("\r\n", "\n").replace('\r', "\n");
    }
    if let Some(nul) = text.find('\0') {
        let source = Source::new(path, text);
        return Err(
            Diagnostic::error("nul-byte", format!("`{path}` holds a NUL byte"))
                .at(&source, nul..nul + 1)
                .hint("remove the character; it is usually left by a broken copy"),
        );
    }
    Ok(Source::new(path, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_the_byte_order_mark_and_carriage_returns() {
        let source = decode("a.md", b"\xef\xbb\xbfa\r\nb\rc".to_vec()).expect("decodes");
        assert_eq!(source.text, "a\nb\nc");
    }

    #[test]
    fn points_at_the_first_wrong_byte() {
        let diagnostic = decode("a.md", b"ab\ncd\xe9f".to_vec()).expect_err("not UTF-8");
        assert_eq!(diagnostic.place().as_deref(), Some("a.md:2:3"));
        assert_eq!(diagnostic.labels[0].text, "byte 0xE9");
    }
}
