//! `site import`.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::console::{complain, say};
use crate::exit::Exit;
use crate::import::{self, Generator, ImportError, Imported, REPORT, Topic};
use crate::report::{self, Progress};
use crate::words::{argument, count};

/// What `site import` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site import ../old-blog new-blog           bring it over, into a new folder
  site import ../old-blog new-blog --dry-run say what would come, and write nothing
  site build --root new-blog                 the imported site builds at once

DIR is the folder with the settings of Hugo (hugo.toml), Zola (config.toml), Jekyll (_config.yml), Eleventy
(eleventy.config.js), Astro (astro.config.mjs) or mdBook (book.toml). Nothing is written into it, and none of its
programs is run.

What comes: pages with their front matter, drafts, days, tags, former addresses and redirects; pictures beside texts and
published files; the menu of the settings. Each page keeps its address. A schema for each collection is inferred
from the entries that there are: kinds, choices, what is always given. Shortcodes that have a counterpart become
Markdown or a component of the theme, which is a few plain templates to begin from.

What does not come is told by file and line in IMPORT.md of the new folder: shortcodes and tags without a
counterpart, links and pictures that lead nowhere, values unlike the others of their field, pages that other
programs make. A page that the build would refuse comes as a draft. What the former site did not publish does not come,
or comes as a draft.")]
pub struct Arguments {
    /// The folder of the site to bring over
    #[arg(value_name = "DIR")]
    from: PathBuf,
    /// The folder of the new site: a new or an empty one
    #[arg(value_name = "NEW")]
    to: PathBuf,
    /// The generator, where several would fit
    #[arg(long, value_enum, value_name = "GENERATOR")]
    from_generator: Option<Named>,
    /// Say what would come, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Print warnings and errors only
    #[arg(long, short)]
    quiet: bool,
}

/// A generator as a call names it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Named {
    Hugo,
    Zola,
    Jekyll,
    Eleventy,
    Astro,
    Mdbook,
}

impl From<Named> for Generator {
    fn from(named: Named) -> Self {
        match named {
            Named::Hugo => Self::Hugo,
            Named::Zola => Self::Zola,
            Named::Jekyll => Self::Jekyll,
            Named::Eleventy => Self::Eleventy,
            Named::Astro => Self::Astro,
            Named::Mdbook => Self::MdBook,
        }
    }
}

/// Brings a site over, and says what came of it.
pub fn run(arguments: &Arguments) -> Exit {
    let generator = match refusal(arguments) {
        Ok(generator) => generator,
        Err((message, hint)) => {
            complain!("error: {message}\n  hint: {hint}");
            return Exit::Call;
        }
    };
    let begun = Instant::now();
    let progress = RefCell::new(Progress::start(arguments.quiet, "importing"));
    let tell = |stage: &str| progress.borrow_mut().say(stage);
    let to = (!arguments.dry_run).then_some(arguments.to.as_path());
    let result = import::import((&arguments.from, generator), to, tell);
    let result = result.and_then(|imported| {
        if let Some(staging) = &imported.staging {
            settle(arguments, (staging.folder(), &imported, generator))?;
        }
        Ok(imported)
    });
    progress.into_inner().finish();
    match result {
        Ok(imported) => {
            if !arguments.quiet {
                told(arguments, &imported, generator);
                say!("{:.1} s", begun.elapsed().as_secs_f64());
            }
            Exit::Done
        }
        Err(error) => failed(&error),
    }
}

fn failed(error: &ImportError) -> Exit {
    match error {
        ImportError::Mistakes(found) => {
            report::diagnostics(found);
            complain!("nothing was written: the site as it came cannot be built");
            Exit::Content
        }
        ImportError::Empty => {
            complain!("error: there are no pages in that folder");
            Exit::Call
        }
        ImportError::Build(error) => report::failure(error),
        ImportError::Disk { .. } => report::world(&error.to_string()),
        ImportError::Read(error) => report::world(error),
    }
}

/// The generator, or why nothing is begun.
fn refusal(arguments: &Arguments) -> Result<Generator, (String, String)> {
    let (from, to) = (&arguments.from, &arguments.to);
    if !from.is_dir() {
        return Err((
            format!("there is no folder `{}`", from.display()),
            "name the folder of the site to bring over".to_owned(),
        ));
    }
    let is_taken = match fs::read_dir(to) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => to.exists(),
    };
    if is_taken {
        return Err((
            format!("`{}` is not empty", to.display()),
            "name a new folder: nothing is written over".to_owned(),
        ));
    }
    // The new folder may be yet to come: the nearest one above it is not.
    let whole = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let real = path
            .ancestors()
            .find_map(|above| Some((above.canonicalize().ok()?, above)));
        match real {
            Some((real, above)) => real.join(path.strip_prefix(above).unwrap_or(&path)),
            None => path,
        }
    };
    if whole(to).starts_with(whole(from)) {
        return Err((
            format!("`{}` stands in the folder that is imported", to.display()),
            "name a folder elsewhere: nothing is written into that one".to_owned(),
        ));
    }
    let named = arguments.from_generator.map(Generator::from);
    named.or_else(|| Generator::of(from)).ok_or_else(|| {
        let folders = fs::read_dir(from).into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
        let mut below = folders.filter_map(|path| Some((Generator::of(&path)?, path)));
        let hint = match below.next() {
            _ if from.join("content/site.yaml").is_file() => "it is a site of this program already: `site build --root` builds it".to_owned(),
            Some((generator, path)) => format!("`{}` holds the settings of {}: import that", path.display(), generator.name()),
            None => "it needs the settings of Hugo, Zola, Jekyll, Eleventy, Astro or mdBook; or name one by `--from-generator`".to_owned(),
        };
        (format!("no known generator's settings stand in `{}`", from.display()), hint)
    })
}

/// Writes the report, and puts the finished site in its place.
fn settle(
    arguments: &Arguments,
    (staging, imported, generator): (&Path, &Imported, Generator),
) -> Result<(), ImportError> {
    let disk = |path: &Path| {
        let path = path.to_owned();
        |error| ImportError::Disk { path, error }
    };
    let head = format!(
        "{} of {} came from `{}`, {} as drafts, with {} beside them. Lines are those of that folder.",
        count(imported.pages, "page"),
        generator.name(),
        arguments
            .from
            .file_name()
            .unwrap_or_default()
            .to_string_lossy(),
        imported.drafts,
        count(imported.files, "file"),
    );
    let file = staging.join(REPORT);
    fs::write(&file, imported.report.markdown(&head)).map_err(disk(&file))?;
    let cache = staging.join(".site");
    if cache.is_dir() {
        fs::remove_dir_all(&cache).map_err(disk(&cache))?;
    }
    let to = &arguments.to;
    if to.is_dir() {
        fs::remove_dir(to).map_err(disk(to))?;
    }
    fs::rename(staging, to).map_err(disk(to))
}

fn told(arguments: &Arguments, imported: &Imported, generator: Generator) {
    let verb = if arguments.dry_run {
        "would come"
    } else {
        "came"
    };
    say!(
        "{} of {} {verb}, {} as drafts, and {}",
        count(imported.pages, "page"),
        generator.name(),
        imported.drafts,
        count(imported.files, "other file"),
    );
    imported
        .report
        .summary()
        .iter()
        .for_each(|line| say!("  {line}"));
    let left = imported.report.count(Topic::Draft);
    if left > 0 {
        say!("  {left} to mend: look for `draft: true`");
    }
    if !arguments.dry_run {
        let to = arguments.to.display();
        say!(
            "each is in {to}/{REPORT}; now: site build --root {}",
            argument(&arguments.to)
        );
    }
}
