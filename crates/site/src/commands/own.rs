//! What a command may write over: files that it wrote itself.

use std::io;
use std::path::{Path, PathBuf};

use crate::console::complain;
use crate::exit::Exit;

/// Refuses, before anything is written, when a file at one of these paths is none that this program wrote, as its text
/// tells.
pub fn refuse(paths: &[PathBuf], is_own: impl Fn(&str) -> bool) -> Option<Exit> {
    let path = paths.iter().find(|path| is_foreign(path, &is_own))?;
    complain!(
        "error: `{}` is there, and this command did not write it",
        path.display()
    );
    complain!("  hint: move it away or name another folder; nothing was written");
    Some(Exit::Call)
}

fn is_foreign(path: &Path, is_own: impl Fn(&str) -> bool) -> bool {
    match source::read_text(path) {
        Ok(text) => !text.is_empty() && !is_own(&text),
        Err(error) => !matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        ),
    }
}
