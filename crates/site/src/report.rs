//! What the command prints: diagnostics with their source lines, progress, summaries. Errors go to standard error.

use std::fmt::Display;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use source::Diagnostic;

use crate::build::{BuildError, Options, Summary};
use crate::exit::Exit;
use crate::journal::Told;
use crate::publish::PublishError;
use crate::rendered::Timings;
use crate::words::count;

/// Whether standard error shows colours: on a terminal, unless NO_COLOR says no.
fn color() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// A spinner on a terminal; nothing elsewhere.
#[derive(Debug)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// Shows that something is under way.
    pub fn start(quiet: bool, what: &'static str) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner().with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(Some(bar))
    }

    /// Takes the spinner away.
    pub fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Prints diagnostics, each with its source line, and how many there are.
pub fn diagnostics(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        eprintln!("{}\n", diagnostic.render(color()));
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    match (errors, warnings) {
        (0, 0) => {}
        (0, w) => eprintln!("{}", count(w, "warning")),
        (e, 0) => eprintln!("{}", count(e, "error")),
        (e, w) => eprintln!("{}, {}", count(e, "error"), count(w, "warning")),
    }
}

/// Prints why nothing was built, and gives the exit code for it.
pub fn failure(error: &BuildError) -> Exit {
    match error {
        BuildError::Mistakes(found) => {
            diagnostics(found);
            eprintln!("nothing was written: the output folder is as it was");
            Exit::Content
        }
        BuildError::Assets(error) => {
            eprintln!("error: {error}");
            if let Some(hint) = error.hint() {
                eprintln!("  hint: {hint}");
            }
            Exit::World
        }
        BuildError::Publish(error @ PublishError::Refused { .. }) => {
            eprintln!("error: {error}");
            Exit::Call
        }
        other => world(other),
    }
}

/// Prints how the world failed, and gives the exit code for it.
pub fn world(error: &dyn Display) -> Exit {
    eprintln!("error: {error}");
    Exit::World
}

/// Prints the warnings of a build, each with its source line, and how many there are.
pub fn warnings(told: &Told) {
    for [plain, coloured] in &told.warnings {
        eprintln!("{}\n", if color() { coloured } else { plain });
    }
    if !told.warnings.is_empty() {
        eprintln!("{}", count(told.warnings.len(), "warning"));
    }
}

/// Prints what stands in the output now.
pub fn summary(options: &Options, told: &Told, took: Duration) {
    println!(
        "{} in {}, {} in {} ms: {}",
        count(told.documents, "page"),
        count(told.files, "file"),
        size(told.bytes),
        took.as_millis(),
        options.out.display()
    );
}

/// Prints how many pages were rendered, when some were kept.
pub fn rendered(summary: &Summary) {
    if summary.kept > 0 {
        println!("{} rendered", count(summary.rendered, "page"));
    }
}

/// Prints what was left out; `url` is where a server lists it.
pub fn left_out(told: &Told, url: Option<&str>) {
    match (&told.left_out, url) {
        (Some(summary), Some(url)) => println!("{summary}: {url}"),
        (Some(summary), None) => println!("{summary}"),
        (None, _) => {}
    }
}

/// Prints one line about a build that is served.
pub fn rebuilt(pages: usize, took: Duration, (root, changed): (&Path, &[PathBuf])) {
    let pages = count(pages, "page");
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let why = match changed {
        [] => String::new(),
        [one] => format!(" ({})", one.strip_prefix(&root).unwrap_or(one).display()),
        many => format!(" ({})", count(many.len(), "change")),
    };
    println!("built {pages} in {} ms{why}", took.as_millis());
}

/// Why nothing was built, as text for a page.
pub fn text(error: &BuildError) -> String {
    match error {
        BuildError::Mistakes(found) => {
            let texts: Vec<String> = found.iter().map(|d| d.render(false)).collect();
            texts.join("\n\n")
        }
        other => format!("error: {other}"),
    }
}

/// Prints what each stage took.
pub fn timings(timings: &Timings) {
    for (stage, took) in &timings.0 {
        println!("  {stage:<10} {:>8.1} ms", took.as_secs_f64() * 1000.0);
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}
