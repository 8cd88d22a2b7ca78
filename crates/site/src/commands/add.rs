//! `site add`: brings files of the program to a site, and later versions of them, without losing what its owner changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assets::atomic;
use clap::ValueEnum;

use super::arguments::SiteArguments;
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::{report, starters};

/// What `site add` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site add islands               what islands need, in the site of this folder
  npm install --prefix islands   the packages that it names

Call it again after `site` was brought up to date: files that are as it wrote them are written anew,
and those that it no longer has are removed. A file that you changed stays as it is; where the program
has another now, that is written beside it as NAME.new, for you to take over what you want and to
remove. islands/added.lock holds what was written; commit it.")]
pub struct Arguments {
    /// What to add
    #[arg(value_enum)]
    what: What,
    #[command(flatten)]
    site: SiteArguments,
}

/// What can be added to a site.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// A list of packages, and what wakes islands in the browser
    Islands,
}

/// The file that holds the hash of each file as the program had it.
const LOCK: &str = "islands/added.lock";
/// The list of packages.
const PACKAGES: &str = "islands/package.json";

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is not there yet.
    Written,
    /// It is as an earlier version wrote it.
    Updated,
    /// It is as this version has it.
    Same,
    /// Its owner changed it, and this version has no news of it.
    Yours,
    /// Its owner changed it, and this version has another.
    Beside,
    /// This version has it no more.
    Removed,
}

/// Writes the files, and says what became of each.
pub fn run(arguments: &Arguments) -> Exit {
    let root = &arguments.site.root;
    if !root.join("content/site.yaml").is_file() {
        complain!(
            "error: `{}` has no content/site.yaml\n  hint: call it in the folder of a site, name that with `--root`, or begin one with `site init`",
            root.display()
        );
        return Exit::Call;
    }
    let What::Islands = arguments.what;
    let files = starters::files(&["islands"], "en");
    match add(root, &files) {
        Err((path, error)) => report::unwritable(&path, &error),
        Ok(fates) => {
            if !arguments.site.quiet {
                tell(root, &fates);
            }
            Exit::Done
        }
    }
}

/// Brings files to a site; gives what became of each.
fn add(
    root: &Path,
    files: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Fate>, (PathBuf, io::Error)> {
    let known = known(&root.join(LOCK));
    let paths: BTreeSet<&String> = files.keys().chain(known.keys()).collect();
    let fates: BTreeMap<String, Fate> = paths
        .into_iter()
        .map(|path| {
            let there = source::read_text(&root.join(path)).ok();
            let there = there.map(|text| hash(&text));
            let new = files.get(path).map(|text| hash(text));
            (path.clone(), fate(there, known.get(path).cloned(), new))
        })
        .collect();
    for (path, fate) in &fates {
        let (at, text) = (root.join(path), files.get(path).map_or("", String::as_str));
        let done = match fate {
            Fate::Written | Fate::Updated => atomic::write(&at, text.as_bytes()),
            Fate::Beside => atomic::write(&root.join(beside(path)), text.as_bytes()),
            Fate::Removed => fs::remove_file(&at),
            Fate::Same | Fate::Yours => Ok(()),
        };
        done.map_err(|error| (at, error))?;
    }
    let lock = root.join(LOCK);
    match atomic::write(&lock, locked(files).as_bytes()) {
        Ok(()) => Ok(fates),
        Err(error) => Err((lock, error)),
    }
}

/// What becomes of a file by three hashes: as it is, as it was written, as this version has it.
fn fate(there: Option<String>, written: Option<String>, new: Option<String>) -> Fate {
    match (there, written, new) {
        (None, _, Some(_)) => Fate::Written,
        (there, _, new) if there == new => Fate::Same,
        (there, written, Some(_)) if there == written => Fate::Updated,
        (there, written, None) if there == written => Fate::Removed,
        (_, written, new) if written == new || new.is_none() => Fate::Yours,
        _ => Fate::Beside,
    }
}

/// The hashes of the files that were written, by their paths; none when the file cannot be read.
fn known(lock: &Path) -> BTreeMap<String, String> {
    let text = source::read_text(lock).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once("  "));
    let own = lines.filter(|(_, path)| path.starts_with("islands/") && !path.contains(".."));
    own.map(|(hash, path)| (path.to_owned(), hash.to_owned()))
        .collect()
}

fn locked(files: &BTreeMap<String, String>) -> String {
    let mut text = format!(
        "# What `site add islands` of version {} wrote, by which it knows what was changed since.\n",
        env!("CARGO_PKG_VERSION")
    );
    for (path, content) in files {
        let _ = writeln!(text, "{}  {path}", hash(content));
    }
    text
}

/// Of a text, whatever ends its lines.
fn hash(text: &str) -> String {
    format!(
        "{:032x}",
        source::hash(text.replace("\r\n", "\n").as_bytes())
    )
}

fn beside(path: &str) -> String {
    format!("{path}.new")
}

fn tell(root: &Path, fates: &BTreeMap<String, Fate>) {
    let changed = |fate: &Fate| matches!(fate, Fate::Written | Fate::Updated | Fate::Removed);
    for (path, fate) in fates {
        match fate {
            Fate::Written => say!("written  {path}"),
            Fate::Updated => say!("updated  {path}"),
            Fate::Removed => say!("removed  {path}"),
            Fate::Yours => say!("kept     {path}: you changed it"),
            Fate::Beside => say!(
                "kept     {path}: you changed it; the new one is {}",
                beside(path)
            ),
            Fate::Same => {}
        }
    }
    if !fates
        .values()
        .any(|fate| changed(fate) || *fate == Fate::Beside)
    {
        say!("all is up to date");
    }
    if fates.get(PACKAGES).is_some_and(changed) {
        let islands = root.join("islands");
        say!("next: `npm install --prefix {}`", islands.display());
    }
}
