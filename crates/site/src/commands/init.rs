//! `site init`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::console::{complain, say};
use crate::exit::Exit;
use crate::words::argument;
use crate::{report, starters};

/// What `site init` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site init blog                         a blog in this folder
  site init shop vitrine --language fr   a shop window in French, in the folder vitrine/
  site init blank                        a first page, a 404 page and a style sheet

Each builds at once, without Node: `site build`, or `site serve --watch` to see it. What stands in it
to show how it is written is marked `sample: true`; `site check --publish` lists it until it is gone.
No file is ever written over. `site add islands` brings what islands need.")]
pub struct Arguments {
    /// What to begin with
    #[arg(value_enum)]
    kind: Kind,
    /// The folder of the new site; it is made when it is not there
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The language of its texts
    #[arg(long, value_parser = starters::LANGUAGES, default_value = "en")]
    language: String,
    /// Print warnings and errors only
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
    /// A manual: sections from folders, previous and next, a search
    Docs,
    /// Projects with pictures, a page about who made them, and how to write
    Portfolio,
    /// A shop window: products with prices and categories, opening hours
    Shop,
}

impl Kind {
    /// What its files are put together from.
    fn layers(self) -> &'static [&'static str] {
        match self {
            Self::Blank => &["base", "blank"],
            Self::Blog => &["base", "text", "pages", "blog"],
            Self::Docs => &["base", "text", "docs"],
            Self::Portfolio => &["base", "text", "pages", "cards", "portfolio"],
            Self::Shop => &["base", "text", "pages", "cards", "shop"],
        }
    }
}

/// Writes a new site, and says what to do next.
pub fn run(arguments: &Arguments) -> Exit {
    let files = starters::files(arguments.kind.layers(), &arguments.language);
    let folder = &arguments.folder;
    if folder.is_file() {
        complain!(
            "error: `{}` is a file\n  hint: name a folder that is empty, or that is still to be made",
            folder.display()
        );
        return Exit::Call;
    }
    let there = files.keys().find(|path| folder.join(path).exists());
    if let Some(path) = there {
        complain!(
            "error: `{}` is there already\n  hint: name a folder that is empty, or that is still to be made",
            folder.join(path).display()
        );
        return Exit::Call;
    }
    if let Err((path, error)) = write_all(folder, &files) {
        return report::unwritable(&path, &error);
    }
    if !arguments.quiet {
        let begun = folder.display();
        let root = match folder.as_os_str() == "." {
            true => String::new(),
            false => format!(" --root {}", argument(folder)),
        };
        say!("{} files in {begun}", files.len());
        say!(
            "next: `site serve --watch{root}` shows it; content/site.yaml says what it is called and where it will stand"
        );
    }
    Exit::Done
}

/// Writes files that are not there yet, and the folders above them.
fn write_all(folder: &Path, files: &BTreeMap<String, String>) -> Result<(), (PathBuf, io::Error)> {
    let write = |path: &Path, text: &str| {
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        let mut file = fs::File::create_new(path)?;
        io::Write::write_all(&mut file, text.as_bytes())
    };
    files.iter().try_for_each(|(path, text)| {
        let path = folder.join(path);
        write(&path, text).map_err(|error| (path, error))
    })
}
