//! `site check`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use content::claims::Claims;
use source::{Diagnostic, Sources, diagnostic};

use super::arguments::SiteArguments;
use crate::build::{self, BuildError, Options};
use crate::check::{self, Checked, Filler, Kind};
use crate::claims::{self, Answers};
use crate::exit::Exit;
use crate::journal::Told;
use crate::left_out;
use crate::lock;
use crate::rendered::Given;
use crate::report;
use crate::say::{complain, say};
use crate::state::State;
use crate::words::count;

/// What `site check` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site check                     check the links, anchors, files and heads of every finished page
  site check --publish           also refuse samples and placeholders: run it before going live
  site check --drafts            check drafts and future entries too
  site check --interview > questions.md
                                 what the owner must answer before going live
  site check --answers questions.md
                                 take the answers back into the content

The pages are rendered as `site build` does, but nothing is written to the output folder. Each
finding has a permanent code and names the line of the content or template that it comes from,
where that can be told, and the pages that show it. Content marked `sample: true` and the texts
that `placeholders` in content/site.yaml names are only listed, unless --publish is given. So are
the claims of content/claims.yaml (words, the file that they stand in, who vouches for them and the
question to the owner) that are neither `given` nor `confirmed`.
The exit code is 1 when something is wrong.")]
pub struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Refuse samples and placeholders, each with its place
    #[arg(long)]
    publish: bool,
    /// Print the questions of the claims that the owner has not confirmed, as Markdown to send to them
    #[arg(long, conflicts_with = "answers")]
    interview: bool,
    /// Take the answers of an interview back: confirmed claims, corrected words
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Check drafts and future entries too
    #[arg(long)]
    drafts: bool,
    /// The output folder, whose hashed files are compared with what was published [default: dist in the site's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Checks, and says what came of it.
pub fn run(arguments: &Arguments) -> Exit {
    if arguments.interview || arguments.answers.is_some() {
        return ask(arguments);
    }
    let options = Options {
        out: PathBuf::new(),
        root: arguments.site.root.clone(),
        drafts: arguments.drafts,
        compress: false,
        development: false,
        today: build::today(),
    };
    let progress = report::Progress::start(arguments.site.quiet, "checking");
    let given = Given::list(&options.root);
    let result = lock::refuse_links(&options.cache()).map_err(BuildError::from);
    let result = result
        .and_then(|()| build::render(&options, &State::default(), given, |output| output.text));
    let result = result.and_then(|rendered| {
        let fillers = check::fillers(&rendered.site, &rendered.sources)?;
        let mut checked = check::check(&rendered);
        let out = arguments.out.clone();
        let out = out.unwrap_or_else(|| arguments.site.root.join("dist"));
        checked.diagnostics.extend(check::damaged(&rendered, &out));
        checked.diagnostics.extend(rendered.diagnostics);
        let claims = Claims::read(&rendered.sources)?;
        checked
            .diagnostics
            .extend(claims::judge(&claims, &rendered.site, &fillers));
        let unconfirmed = claims::unconfirmed(&claims, &rendered.site);
        checked.diagnostics.extend(claims.mistakes);
        let told = Told {
            left_out: left_out::summary(&rendered.site),
            ..Told::default()
        };
        Ok((checked, fillers, unconfirmed, told))
    });
    progress.finish();
    match result {
        Ok((checked, fillers, unconfirmed, told)) => {
            let exit = tell(arguments, checked, &fillers, &unconfirmed);
            if !arguments.site.quiet {
                report::left_out(&told, None);
            }
            exit
        }
        Err(BuildError::Mistakes(found)) => {
            report::diagnostics(&found);
            complain!("the pages could not be checked: mend these first");
            Exit::Content
        }
        Err(error) => report::failure(&error),
    }
}

/// Prints the questions of the claims, or takes the answers to them.
fn ask(arguments: &Arguments) -> Exit {
    let loaded = match arguments.site.load(arguments.drafts) {
        Ok(loaded) => loaded,
        Err(error) => return report::world(&error),
    };
    let (sources, _) = Sources::list(&arguments.site.root);
    let (claims, site) = match (Claims::read(&sources), &loaded.site) {
        (Err(error), _) => return report::world(&error),
        (Ok(claims), Some(site)) if claims.mistakes.is_empty() => (claims, site),
        (Ok(claims), _) => {
            report::diagnostics(&loaded.diagnostics);
            report::diagnostics(&claims.mistakes);
            return Exit::Content;
        }
    };
    let Some(path) = &arguments.answers else {
        crate::say::answer(format_args!("{}", claims::interview(&claims, site)));
        return Exit::Done;
    };
    let answers = match Answers::read(path) {
        Ok(answers) => answers,
        Err(error) => return report::world(&format!("{}: {error}", path.display())),
    };
    match answers.apply(&claims) {
        Err(mistakes) => {
            report::diagnostics(&mistakes);
            complain!("no answer was taken: mend these first");
            Exit::Content
        }
        Ok(applied) => match applied.write(&arguments.site.root) {
            Err(error) => report::world(&error),
            Ok(()) => {
                say!("{} taken", count(applied.answered, "answer"));
                for path in applied.texts.keys() {
                    say!("  {path}");
                }
                Exit::Done
            }
        },
    }
}

fn tell(
    arguments: &Arguments,
    checked: Checked,
    fillers: &[Filler],
    unconfirmed: &[Diagnostic],
) -> Exit {
    let mut diagnostics = checked.diagnostics;
    if arguments.publish {
        // What is only warned of otherwise is refused now.
        diagnostics.retain(|d| d.code != "unwritten");
        diagnostics.extend(fillers.iter().map(Filler::diagnostic));
        diagnostics.extend_from_slice(unconfirmed);
    }
    diagnostic::sort(&mut diagnostics);
    report::diagnostics(&diagnostics);
    if !arguments.site.quiet {
        if !arguments.publish {
            crate::say::answer(format_args!("{}", list(fillers)));
        }
        let problems = diagnostics.iter().filter(|d| d.is_error()).count();
        say!(
            "{}, {}, {}{}",
            count(checked.pages, "page"),
            count(checked.links, "link"),
            count(problems, "problem"),
            rest(arguments, fillers, unconfirmed.len())
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
fn rest(arguments: &Arguments, fillers: &[Filler], unconfirmed: usize) -> String {
    let mut parts = Vec::new();
    if !fillers.is_empty() {
        parts.push(amounts(fillers));
    }
    if unconfirmed > 0 {
        parts.push(count(unconfirmed, "unconfirmed claim"));
    }
    let hint = match arguments.publish || parts.is_empty() {
        true => "",
        false => ": `site check --publish` refuses them",
    };
    let parts: Vec<String> = parts.iter().map(|part| format!("; {part}")).collect();
    parts.concat() + hint
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
