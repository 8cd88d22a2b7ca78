//! `site init`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::exit::Exit;
use crate::report;
use crate::say::{complain, say};

/// The files of every kind of site: below its name, those of one language in a folder of that name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));

/// What `site init` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site init blog                         a blog in this folder
  site init blog journal --language fr   one in French, in the folder journal/
  site init blank                        a first page, a 404 page and a style sheet
  site init islands                      what islands need, in the site of this folder

A blog or a blank site builds at once, without Node: `site build`, or `site serve --watch` to see it. What stands in
it to show how it is written is marked `sample: true`; `site check --publish` lists it until it is
gone. No file is ever written over.")]
pub struct Arguments {
    /// What to begin with
    #[arg(value_enum)]
    kind: Kind,
    /// The folder of the new site; it is made when it is not there
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The language of its texts
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// The kinds of sites.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// One page, a page for unknown addresses, and a style sheet for both themes
    Blank,
    /// Articles with tags, pages of ten and a feed; pages beside them
    Blog,
    /// What a site that is there needs for islands: a list of packages, and what wakes islands
    Islands,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// English
    En,
    /// French, with its typography
    Fr,
}

/// Writes a new site, and says what to do next.
pub fn run(arguments: &Arguments) -> Exit {
    let files = files(arguments.kind, arguments.language);
    let folder = &arguments.folder;
    let there = files.iter().find(|(path, _)| folder.join(path).exists());
    if let Some((path, _)) = there {
        complain!(
            "error: `{}` is there already\n  hint: name a folder that is empty, or that is still to be made",
            folder.join(path).display()
        );
        return Exit::Call;
    }
    for (path, text) in &files {
        let path = folder.join(path);
        if let Err(error) = write(&path, text) {
            return report::world(&format!("cannot write `{}`: {error}", path.display()));
        }
    }
    if !arguments.quiet {
        let begun = folder.display();
        let root = match folder.as_os_str() == "." {
            true => String::new(),
            false => format!(" --root {begun}"),
        };
        say!("{} files in {begun}", files.len());
        if let Kind::Islands = arguments.kind {
            let islands = folder.join("islands");
            say!(
                "next: `npm install --prefix {}`, then islands/NAME/NAME.tsx",
                islands.display()
            );
            return Exit::Done;
        }
        say!(
            "next: `site serve --watch{root}` shows it; content/site.yaml says what it is called and where it will stand"
        );
    }
    Exit::Done
}

/// The files of a kind in a language, by their paths in the new site.
fn files(kind: Kind, language: Language) -> Vec<(String, &'static str)> {
    let (kind, language) = (name(kind), name(language));
    let languages = Language::value_variants().iter().map(|l| name(*l));
    let others: Vec<String> = languages.filter(|other| *other != language).collect();
    let files = FILES.iter().filter_map(|(path, text)| {
        let path = path.strip_prefix(&kind)?.strip_prefix('/')?;
        let (first, rest) = path.split_once('/').unwrap_or(("", path));
        let path = match first {
            first if others.iter().any(|other| other == first) => return None,
            first if first == language => rest,
            _ => path,
        };
        // Under its own name it would hold for the program's sources.
        let path = match path.strip_suffix("gitignore") {
            Some(folder) => format!("{folder}.gitignore"),
            None => path.to_owned(),
        };
        Some((path, *text))
    });
    files.collect()
}

fn name(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Writes a file that is not there yet, and the folders above it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::File::create_new(path)?;
    io::Write::write_all(&mut file, text.as_bytes())
}
