//! `site check`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use content::Site;
use content::claims::Claims;
use source::{Diagnostic, Severity, diagnostic};

use super::arguments::SiteArguments;
use crate::addresses;
use crate::build;
use crate::check::{self, Checked, Filler, FillerKind};
use crate::claims::{self, Answers};
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::failure::BuildError;
use crate::format::{Format, formatted};
use crate::ground::Given;
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
    let result = find(arguments, &options);
    progress.finish();
    match result {
        Ok(found) => {
            let exit = tell(arguments, &found);
            if !arguments.site.quiet && arguments.format == Format::Text {
                report::left_out(found.left_out.as_deref());
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

/// What a check found.
struct Found {
    pages: usize,
    links: usize,
    /// What is wrong, sorted.
    diagnostics: Vec<Diagnostic>,
    /// What is to be replaced or confirmed before going live.
    left: Left,
    /// What no page shows, in a line.
    left_out: Option<String>,
}

fn find(arguments: &Arguments, options: &Options) -> Result<Found, BuildError> {
    let given = Given::list(&options.root);
    lock::check_cache(&options.cache())?;
    let (rendered, texts) = build::render(options, &State::default(), given, check::text_of)?;
    let (site, sources) = (&rendered.ground.site, &rendered.ground.sources);
    let fillers = check::fillers(site, sources)?;
    let claims = Claims::read(sources)?;
    let Checked {
        pages,
        links,
        mut diagnostics,
    } = check::check(&rendered, &texts);
    diagnostics.extend(check::output(&rendered, options));
    diagnostics.extend(check::unlinked(&rendered, &texts));
    diagnostics.extend_from_slice(&rendered.diagnostics);
    diagnostics.extend(claims::judge(&claims, site, &fillers));
    diagnostics.extend_from_slice(&claims.mistakes);
    let later = check::ahead(options, &rendered, &diagnostics)?;
    diagnostics.extend(later);
    if arguments.publish {
        diagnostics.extend(addresses::unlocked(site, sources)?);
        // What is only warned of otherwise is refused now.
        diagnostics.retain(|d| d.code != "unwritten");
        let lost = diagnostics.iter_mut().filter(|d| d.code == "lost-address");
        lost.for_each(|d| d.severity = Severity::Error);
        diagnostics.extend(fillers.iter().map(Filler::diagnostic));
        diagnostics.extend(claims::unconfirmed(&claims, site));
    }
    diagnostic::sort(&mut diagnostics);
    Ok(Found {
        pages,
        links,
        diagnostics,
        left: left(&fillers, &claims, site),
        left_out: unpublished::summary(site),
    })
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

fn tell(arguments: &Arguments, found: &Found) -> Exit {
    let Found {
        diagnostics, left, ..
    } = found;
    let exit = match diagnostics.iter().any(Diagnostic::is_error) {
        true => Exit::Content,
        false => Exit::Done,
    };
    if let Some(findings) = formatted(diagnostics, arguments.format) {
        crate::console::answer(format_args!("{findings}"));
        return exit;
    }
    report::diagnostics(diagnostics);
    if !arguments.site.quiet {
        crate::console::answer(format_args!("{}", left.list));
        let hint = match arguments.publish || left.amounts.is_empty() {
            true => "",
            false => ": `site check --publish` refuses them",
        };
        let problems = diagnostics.iter().filter(|d| d.is_error()).count();
        say!(
            "{}, {}, {}{}{hint}",
            count(found.pages, "page"),
            count(found.links, "link"),
            count(problems, "problem"),
            left.amounts
        );
    }
    exit
}

/// Lines, each with what it holds.
type Lines = Vec<(usize, LeftKind)>;

/// What is to be replaced or confirmed before going live.
#[derive(Default)]
struct Left {
    /// Page by page, a line for each file.
    list: String,
    /// How much it is, for the end of a summary.
    amounts: String,
}

/// What something is that is left, in the order in which kinds are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LeftKind {
    Filler(FillerKind),
    Claim,
}

impl LeftKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Filler(kind) => kind.noun(),
            Self::Claim => "unconfirmed claim",
        }
    }
}

fn left(fillers: &[Filler], claims: &Claims, site: &Site) -> Left {
    let told = fillers
        .iter()
        .map(|f| (&f.source, f.line(), LeftKind::Filler(f.kind)));
    let open = claims::open(claims).map(|stated| {
        let place = &stated.place;
        let line = place.source.position(place.span.start).0;
        (&place.source, line, LeftKind::Claim)
    });
    let mut pages: BTreeMap<String, BTreeMap<&str, Lines>> = BTreeMap::new();
    let mut all = Vec::new();
    for (source, line, kind) in told.chain(open) {
        let files = pages.entry(claims::shown(claims, site, &source.path));
        let found = files.or_default().entry(&source.path).or_default();
        found.push((line, kind));
        all.push((line, kind));
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
fn amounts(found: &[(usize, LeftKind)]) -> String {
    let mut amounts: BTreeMap<LeftKind, usize> = BTreeMap::new();
    for (_, kind) in found {
        *amounts.entry(*kind).or_default() += 1;
    }
    let parts = amounts.iter().map(|(kind, n)| count(*n, kind.noun()));
    let parts: Vec<String> = parts.collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
