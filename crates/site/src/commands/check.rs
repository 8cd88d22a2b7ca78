//! `site check`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use source::{Diagnostic, diagnostic};

use super::arguments::SiteArguments;
use crate::build::{self, BuildError, Options};
use crate::check::{self, Checked, Filler, Kind};
use crate::exit::Exit;
use crate::report;
use crate::words::count;

/// What `site check` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site check                     check the links, anchors, files and heads of every finished page
  site check --publish           also refuse samples and placeholders: run it before going live
  site check --drafts            check drafts and future entries too

The pages are rendered as `site build` does, but nothing is written to the output folder. Each
finding has a permanent code and names the line of the content or template that it comes from,
where that can be told, and the pages that show it. Content marked `sample: true` and the texts
that `placeholders` in content/site.yaml names are only listed, unless --publish is given.
The exit code is 1 when something is wrong.")]
pub struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Refuse samples and placeholders, each with its place
    #[arg(long)]
    publish: bool,
    /// Check drafts and future entries too
    #[arg(long)]
    drafts: bool,
}

/// Checks, and says what came of it.
pub fn run(arguments: &Arguments) -> Exit {
    let options = Options {
        out: PathBuf::new(),
        root: arguments.site.root.clone(),
        drafts: arguments.drafts,
        compress: false,
        development: false,
        today: build::today(),
    };
    let progress = report::Progress::start(arguments.site.quiet, "checking");
    let result = build::render(&options, None, |_, text| text).and_then(|rendered| {
        let fillers = check::fillers(&rendered.site, &rendered.sources)?;
        let mut checked = check::check(&rendered);
        checked.diagnostics.extend(rendered.diagnostics);
        Ok((checked, fillers, rendered.site))
    });
    progress.finish();
    match result {
        Ok((checked, fillers, site)) => {
            let exit = tell(arguments, checked, &fillers);
            if !arguments.site.quiet {
                report::left_out(&site, None);
            }
            exit
        }
        Err(BuildError::Mistakes(found)) => {
            report::diagnostics(&found);
            eprintln!("the pages could not be checked: mend these first");
            Exit::Content
        }
        Err(error) => report::failure(&error),
    }
}

fn tell(arguments: &Arguments, checked: Checked, fillers: &[Filler]) -> Exit {
    let mut diagnostics = checked.diagnostics;
    if arguments.publish {
        // What is only warned of otherwise is refused now.
        diagnostics.retain(|d| d.code != "unwritten");
        diagnostics.extend(fillers.iter().map(Filler::diagnostic));
    }
    diagnostic::sort(&mut diagnostics);
    report::diagnostics(&diagnostics);
    if !arguments.site.quiet {
        if !arguments.publish {
            print!("{}", list(fillers));
        }
        let problems = diagnostics.iter().filter(|d| d.is_error()).count();
        println!(
            "{}, {}, {}{}",
            count(checked.pages, "page"),
            count(checked.links, "link"),
            count(problems, "problem"),
            rest(arguments, fillers)
        );
    }
    match diagnostics.iter().any(Diagnostic::is_error) {
        true => Exit::Content,
        false => Exit::Done,
    }
}

/// Samples and placeholders, a line for each file.
fn list(fillers: &[Filler]) -> String {
    let mut files: BTreeMap<&str, Vec<&Filler>> = BTreeMap::new();
    for filler in fillers {
        files.entry(&filler.source.path).or_default().push(filler);
    }
    let width = files.keys().map(|path| path.chars().count()).max();
    let mut text = String::new();
    for (path, fillers) in files {
        let mut lines: Vec<usize> = fillers.iter().map(|f| f.line()).collect();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        text += &format!(
            "  {path:<width$}  {} ({noun} {})\n",
            amounts(fillers.iter().copied()),
            lines.join(", "),
            width = width.unwrap_or(0)
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("to replace before going live:\n{text}"),
    }
}

/// The end of the summary: how much is still to be replaced.
fn rest(arguments: &Arguments, fillers: &[Filler]) -> String {
    if fillers.is_empty() {
        return String::new();
    }
    let hint = match arguments.publish {
        true => "",
        false => ": `site check --publish` refuses them",
    };
    format!("; {}{hint}", amounts(fillers))
}

/// `2 samples and 1 placeholder`, without what there is none of.
fn amounts<'a>(fillers: impl IntoIterator<Item = &'a Filler>) -> String {
    let (samples, placeholders): (Vec<_>, Vec<_>) =
        fillers.into_iter().partition(|f| f.kind == Kind::Sample);
    let parts = [
        (samples.len(), "sample"),
        (placeholders.len(), "placeholder"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, noun)| count(n, noun))
        .collect();
    parts.join(" and ")
}
