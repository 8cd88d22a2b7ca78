//! `site check`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use content::Site;
use content::claims::Claims;
use source::{Diagnostic, Severity, diagnostic};

use super::arguments::SiteArguments;
use crate::addresses;
use crate::build;
use crate::check::{self, Checked, Filler};
use crate::claims::{self, Answers};
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::failure::BuildError;
use crate::format::{Format, formatted};
use crate::ground::Given;
use crate::journal::BuildReport;
use crate::languages::{self, Untranslated};
use crate::lock;
use crate::options::Options;
use crate::report;
use crate::state::State;
use crate::unpublished;
use crate::words::count;

/// What `site check` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site check                     check the links, anchors, files and heads of every finished page
  site check --publish           also refuse samples and placeholders: run it before going live
  site check --drafts            check drafts, future and expired entries too
  site check --format sarif > findings.sarif
                                 for a code host or an editor, which shows each at its line
  site check --languages         what is to be translated, or again
  site check --interview > questions.md
                                 what the owner must answer before going live
  site check --answers questions.md
                                 take the answers back into the content

The pages are rendered as `site build` does, but nothing is written to the output folder. Each
finding has a permanent code and names the line of the content or template that it comes from,
where that can be told, and the pages that show it. Content marked `sample: true` and the texts
that `placeholders` in content/site.yaml names are only listed, page by page, unless --publish is
given. So are the claims of content/claims.yaml (words, the file that they stand in, who vouches for
them and the question to the owner) that are neither `given` nor `confirmed`. An address of
content/addresses.lock that leads nowhere is a warning, and refused with --publish.
A translation is as old as the last commit of its file, or as the file where that is another since or there
is no git.
The exit code is 1 when something is wrong.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Refuse samples and placeholders, each with its place
    #[arg(long)]
    publish: bool,
    /// Print the questions of the claims that the owner has not confirmed, as Markdown to send to them
    #[arg(long, conflicts_with = "answers")]
    interview: bool,
    /// Take the answers of an interview back: confirmed claims, corrected words
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// List what is not translated, and translations older than their originals, instead of checking pages;
    /// data files are left out
    #[arg(long, conflicts_with_all = ["interview", "answers", "publish"])]
    languages: bool,
    /// Check drafts, future entries and expired ones too
    #[arg(long)]
    drafts: bool,
    /// How findings are printed; all but `text` go to standard output, whole
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", conflicts_with_all = ["interview", "answers"])]
    format: Format,
    /// The output folder, whose files are compared with what was published [default: dist in the site's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Checks, and says what came of it.
pub fn run(arguments: &Arguments) -> Exit {
    if arguments.interview || arguments.answers.is_some() {
        return ask(arguments);
    }
    if arguments.languages {
        return translations(arguments);
    }
    let usual = Options::of(&arguments.site.root);
    let options = Options {
        out: arguments.out.clone().unwrap_or(usual.out),
        drafts: arguments.drafts,
        format: arguments.format,
        ..usual
    };
    let progress = report::Progress::start(arguments.site.quiet, "checking");
    let given = Given::list(&options.root);
    let result = lock::check_cache(&options.cache()).map_err(BuildError::from);
    let result =
        result.and_then(|()| build::render(&options, &State::default(), given, check::text_of));
    let result = result.and_then(|(rendered, texts)| {
        let (site, sources) = (&rendered.ground.site, &rendered.ground.sources);
        let fillers = check::fillers(site, sources)?;
        let mut checked = check::check(&rendered, &texts);
        let output = check::output(&rendered, &options);
        checked.diagnostics.extend(output);
        checked
            .diagnostics
            .extend(check::unlinked(&rendered, &texts));
        checked.diagnostics.extend(rendered.diagnostics);
        let claims = Claims::read(sources)?;
        checked
            .diagnostics
            .extend(claims::judge(&claims, site, &fillers));
        let unconfirmed = claims::unconfirmed(&claims, site);
        let left = left(&fillers, &claims, site);
        checked.diagnostics.extend(claims.mistakes);
        if arguments.publish {
            let unlocked = addresses::unlocked(site, sources)?;
            checked.diagnostics.extend(unlocked);
        }
        let told = BuildReport {
            left_out: unpublished::summary(site),
            ..BuildReport::default()
        };
        Ok((checked, fillers, unconfirmed, left, told))
    });
    progress.finish();
    match result {
        Ok((checked, fillers, unconfirmed, left, told)) => {
            let refused = fillers.iter().map(Filler::diagnostic).chain(unconfirmed);
            let exit = tell(arguments, checked, refused.collect(), &left);
            if !arguments.site.quiet && arguments.format == Format::Text {
                report::left_out(&told, None);
            }
            exit
        }
        Err(BuildError::Mistakes(found)) => {
            match formatted(&found, arguments.format) {
                Some(findings) => crate::console::answer(format_args!("{findings}")),
                None => {
                    report::diagnostics(&found);
                    complain!("the pages could not be checked: mend these first");
                }
            }
            Exit::Content
        }
        Err(error) => report::failure(&error),
    }
}

/// Prints what is to be translated. That is no mistake: languages fall back, or leave it out.
fn translations(arguments: &Arguments) -> Exit {
    let content = match arguments.site.load(arguments.drafts) {
        Ok(content) => content,
        Err(error) => return report::world(&error),
    };
    let mut errors = content.diagnostics();
    errors.retain(Diagnostic::is_error);
    let site = content.loaded.site.as_ref();
    let Some(site) = site.filter(|_| errors.is_empty()) else {
        report::diagnostics(&errors);
        return Exit::Content;
    };
    let all = languages::progress(site, &arguments.site.root);
    let findings = all.iter().flat_map(|one| &one.findings);
    let mut found: Vec<Diagnostic> = findings.map(Untranslated::diagnostic).collect();
    diagnostic::sort(&mut found);
    match formatted(&found, arguments.format) {
        Some(found) => crate::console::answer(format_args!("{found}")),
        None if all.is_empty() => {
            say!("the site has one language: `languages` in content/site.yaml lists others");
        }
        None => all.iter().for_each(|one| say!("{}", one.summary())),
    }
    Exit::Done
}

/// Prints the questions of the claims, or takes the answers to them.
fn ask(arguments: &Arguments) -> Exit {
    let content = match arguments.site.load(arguments.drafts) {
        Ok(content) => content,
        Err(error) => return report::world(&error),
    };
    let (claims, site) = match (Claims::read(&content.sources), &content.loaded.site) {
        (Err(error), _) => return report::world(&error),
        (Ok(claims), Some(site)) if claims.mistakes.is_empty() => (claims, site),
        (Ok(claims), _) => {
            report::diagnostics(&content.diagnostics());
            report::diagnostics(&claims.mistakes);
            return Exit::Content;
        }
    };
    let Some(path) = &arguments.answers else {
        crate::console::answer(format_args!("{}", claims::interview(&claims, site)));
        return Exit::Done;
    };
    let answers = match Answers::read(path) {
        Ok(answers) => answers,
        Err(error) => return report::world(&format!("{}: {error}", path.display())),
    };
    match answers.apply(&claims, &content.sources) {
        Err(mistakes) => {
            report::diagnostics(&mistakes);
            complain!("no answer was taken: mend these first");
            Exit::Content
        }
        Ok(applied) => match applied.plan.write(&content.sources) {
            Err(error) => report::world(&error),
            Ok(()) => {
                say!("{} taken", count(applied.answered, "answer"));
                for path in applied.plan.edits.keys() {
                    say!("  {path}");
                }
                Exit::Done
            }
        },
    }
}

fn tell(arguments: &Arguments, checked: Checked, refused: Vec<Diagnostic>, left: &Left) -> Exit {
    let mut diagnostics = checked.diagnostics;
    if arguments.publish {
        // What is only warned of otherwise is refused now.
        diagnostics.retain(|d| d.code != "unwritten");
        let lost = diagnostics.iter_mut().filter(|d| d.code == "lost-address");
        lost.for_each(|d| d.severity = Severity::Error);
        diagnostics.extend(refused);
    }
    diagnostic::sort(&mut diagnostics);
    let exit = match diagnostics.iter().any(Diagnostic::is_error) {
        true => Exit::Content,
        false => Exit::Done,
    };
    if let Some(findings) = formatted(&diagnostics, arguments.format) {
        crate::console::answer(format_args!("{findings}"));
        return exit;
    }
    report::diagnostics(&diagnostics);
    if !arguments.site.quiet {
        crate::console::answer(format_args!("{}", left.list));
        let hint = match arguments.publish || left.amounts.is_empty() {
            true => "",
            false => ": `site check --publish` refuses them",
        };
        let problems = diagnostics.iter().filter(|d| d.is_error()).count();
        say!(
            "{}, {}, {}{}{hint}",
            count(checked.pages, "page"),
            count(checked.links, "link"),
            count(problems, "problem"),
            left.amounts
        );
    }
    exit
}

/// Lines, each with what it holds.
type Lines<'a> = Vec<(usize, &'a str)>;

/// What is to be replaced or confirmed before going live.
#[derive(Default)]
struct Left {
    /// Page by page, a line for each file.
    list: String,
    /// How much it is, for the end of a summary.
    amounts: String,
}

fn left(fillers: &[Filler], claims: &Claims, site: &Site) -> Left {
    let told = fillers.iter().map(|f| (&f.source, f.line(), f.noun()));
    let open = claims::open(claims).map(|stated| {
        let place = &stated.place;
        let line = place.source.position(place.span.start).0;
        (&place.source, line, "unconfirmed claim")
    });
    let mut pages: BTreeMap<String, BTreeMap<&str, Lines>> = BTreeMap::new();
    let mut all = Vec::new();
    for (source, line, noun) in told.chain(open) {
        let files = pages.entry(claims::shown(claims, site, &source.path));
        let found = files.or_default().entry(&source.path).or_default();
        found.push((line, noun));
        all.push((line, noun));
    }
    let files = pages.values().flat_map(BTreeMap::keys);
    let width = files.map(|path| path.chars().count()).max().unwrap_or(0);
    let mut list = String::new();
    for (page, files) in &pages {
        list += &format!("  {page}\n");
        for (path, found) in files {
            let mut lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
            lines.sort_unstable();
            lines.dedup();
            let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
            list += &format!(
                "    {path:<width$}  {} ({} {})\n",
                amounts(found),
                if lines.len() == 1 { "line" } else { "lines" },
                lines.join(", "),
            );
        }
    }
    if all.is_empty() {
        return Left::default();
    }
    Left {
        list: format!("to replace or confirm before going live:\n{list}"),
        amounts: format!("; {}", amounts(&all)),
    }
}

/// `2 samples, 1 placeholder and 3 unconfirmed claims`, without what there is none of.
fn amounts(found: &[(usize, &str)]) -> String {
    let of = |noun: &str| found.iter().filter(|(_, one)| *one == noun).count();
    let parts = ["sample", "placeholder", "unconfirmed claim"].map(|noun| (of(noun), noun));
    let parts = parts.into_iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, noun)| count(n, noun)).collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
