//! What the command prints: diagnostics with their source lines, progress, summaries. Errors go to standard error.

use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use source::Diagnostic;
use source::diagnostic::MOST_SHOWN;

use crate::console::{answer, complain, say};
use crate::exit::Exit;
use crate::failure::{BuildError, Failure, Refusal};
use crate::format::{Format, formatted};
use crate::journal::BuildReport;
use crate::options::Options;
use crate::publish::PublishError;
use crate::rendered::Summary;
use crate::timings::Timings;
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

    /// Says what is done now.
    pub fn say(&mut self, what: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(what.to_owned());
        }
    }

    /// Takes the spinner away.
    pub fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The first diagnostics, errors before warnings when these are too many, and how many more there are.
fn first(diagnostics: &[Diagnostic]) -> (Vec<&Diagnostic>, Option<String>) {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    if shown.len() <= MOST_SHOWN {
        return (shown, None);
    }
    let more = shown.len() - MOST_SHOWN;
    shown.sort_by_key(|diagnostic| diagnostic.severity);
    shown.truncate(MOST_SHOWN);
    (shown, Some(format!("and {more} more, which are not shown")))
}

/// Prints diagnostics, each with its source line, and how many there are.
pub fn diagnostics(diagnostics: &[Diagnostic]) {
    let (shown, more) = first(diagnostics);
    for diagnostic in shown {
        let text = match color() {
            true => diagnostic.render_coloured(),
            false => diagnostic.render(),
        };
        complain!("{text}\n");
    }
    if let Some(more) = more {
        complain!("{more}\n");
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    match (errors, warnings) {
        (0, 0) => {}
        (0, w) => complain!("{}", count(w, "warning")),
        (e, 0) => complain!("{}", count(e, "error")),
        (e, w) => complain!("{}, {}", count(e, "error"), count(w, "warning")),
    }
}

/// Prints the mistakes for which nothing was built, and gives the exit code for them.
pub fn mistakes(found: &[Diagnostic], format: Format) -> Exit {
    match formatted(found, format) {
        Some(findings) => answer(format_args!("{findings}")),
        None => {
            diagnostics(found);
            complain!("nothing was written: the output folder is as it was");
        }
    }
    Exit::Content
}

/// Prints why nothing was built, and gives the exit code for it.
pub fn failure(error: &BuildError) -> Exit {
    match error.cause() {
        Ok(failure) => world(failure),
        Err(found) => mistakes(found, Format::Text),
    }
}

/// Prints why a call is refused, and gives the exit code for it.
pub fn refusal(refusal: &Refusal) -> Exit {
    complain!("error: {}\n  hint: {}", refusal.message, refusal.hint);
    Exit::Call
}

/// Prints how the world failed, and gives the exit code for it.
pub fn world(failure: &dyn Failure) -> Exit {
    complain!("{}", told(failure));
    failure.exit()
}

/// That a file cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Exit {
    world(&format!("cannot read `{}`: {error}", path.display()))
}

/// That a file cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Exit {
    world(&format!("cannot write `{}`: {error}", path.display()))
}

/// The mistakes that a change would make, for which it is not made.
pub fn unsound(mistakes: &[Diagnostic]) -> Exit {
    diagnostics(mistakes);
    complain!("nothing was written: the site would have these mistakes");
    Exit::Content
}

/// A failure of the world, with its hint on a line of its own.
fn told(failure: &dyn Failure) -> String {
    match failure.hint() {
        Some(hint) => format!("error: {failure}\n  hint: {hint}"),
        None => format!("error: {failure}"),
    }
}

/// Prints the warnings of a build, each with its source line, and how many there are.
pub fn warnings(told: &BuildReport) {
    for [plain, coloured] in &told.warnings {
        complain!("{}\n", if color() { coloured } else { plain });
    }
    if told.warned > told.warnings.len() {
        let more = told.warned - told.warnings.len();
        complain!("and {more} more, which are not shown\n");
    }
    if told.warned > 0 {
        complain!("{}", count(told.warned, "warning"));
    }
}

/// Prints what stands in the output now.
pub fn summary(options: &Options, told: &BuildReport, took: Duration) {
    say!(
        "{} in {}, {} in {} ms: {}",
        count(told.documents, "page"),
        count(told.files, "file"),
        size(told.bytes),
        took.as_millis(),
        options.out.display()
    );
}

/// Prints what failed after the new site was in place.
pub fn late(error: &PublishError) {
    complain!("warning: the new site is in place, but {error}");
    let hint = match error {
        PublishError::Leftover { error: why, .. } | PublishError::Io { error: why, .. }
            if matches!(
                why.kind(),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            error.hint()
        }
        _ => None,
    };
    complain!("  hint: {}", hint.unwrap_or("the next build puts it right"));
}

/// Prints how many pages were rendered, when some were kept.
pub fn rendered(summary: &Summary) {
    if summary.kept > 0 {
        say!("{} rendered", count(summary.rendered, "page"));
    }
}

/// Prints what was left out.
pub fn left_out(summary: Option<&str>) {
    if let Some(summary) = summary {
        say!("{summary}");
    }
}

/// Prints one line about a build that is served.
pub fn rebuilt(pages: usize, took: Duration, root: &Path, changed: &[PathBuf]) {
    let pages = count(pages, "page");
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let why = match changed {
        [] => String::new(),
        [one] => format!(" ({})", one.strip_prefix(&root).unwrap_or(one).display()),
        many => format!(" ({})", count(many.len(), "change")),
    };
    say!("built {pages} in {} ms{why}", took.as_millis());
}

/// Why nothing was built, as text for a page.
pub fn text(error: &BuildError) -> String {
    match error.cause() {
        Ok(failure) => told(failure),
        Err(found) => listed(found),
    }
}

/// Warnings as text for a page, below how many they are; none when there are none.
pub fn warned(warnings: &[Diagnostic]) -> Option<String> {
    let amount = || count(warnings.len(), "warning");
    (!warnings.is_empty()).then(|| format!("{}\n\n{}", amount(), listed(warnings)))
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    let (shown, more) = first(diagnostics);
    let texts = shown.iter().map(|d| d.render()).chain(more);
    texts.collect::<Vec<_>>().join("\n\n")
}

/// Prints what each stage took.
pub fn timings(timings: &Timings) {
    for (stage, took) in &timings.0 {
        say!("  {stage:<10} {:>8.1} ms", took.as_secs_f64() * 1000.0);
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_the_hint_too() {
        let error = BuildError::Publish(PublishError::Busy(PathBuf::from("a")));
        let text = text(&error);
        assert!(
            text.starts_with("error: another build") && text.contains("\n  hint: wait"),
            "{text}"
        );
    }
}
