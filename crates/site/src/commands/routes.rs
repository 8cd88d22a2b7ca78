//! `site routes`.

use std::collections::BTreeSet;

use assets::atomic;
use content::Site;
use content::route::{Route, Subject};
use source::{Diagnostic, Sources};

use super::arguments::SiteArguments;
use crate::addresses;
use crate::console::{self, say};
use crate::exit::Exit;
use crate::report;

/// What `site routes` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site routes                        every address of the site
  site routes --drafts | grep blog   those of a section, with drafts, future and expired entries
  site routes --lock                 keep the addresses in content/addresses.lock

A line for each: the address, the template that makes the page, and the file that asks for it. A
template of the theme is told with its folder; one without is the site's own, or comes with the program.

content/addresses.lock holds the addresses that were published. It belongs to the site's sources: commit
it. Where it is, `site build` warns of an address in it that leads nowhere any more, and
`site check --publish` refuses that and names addresses that it lacks. --lock adds these; it takes
none out. Feeds and redirects are kept as well; the further pages of a list are not, nor are
drafts.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// List drafts, future entries and expired ones too
    #[arg(long, conflicts_with = "lock")]
    drafts: bool,
    /// Add the addresses that content/addresses.lock lacks, instead of listing all
    #[arg(long)]
    lock: bool,
}

/// Lists the routes on standard output, and mistakes of the content on standard error.
pub fn run(arguments: &Arguments) -> Exit {
    let content = match arguments.site.load(arguments.drafts) {
        Ok(content) => content,
        Err(error) => return report::world(&error),
    };
    let (site, diagnostics) = (&content.loaded.site, content.diagnostics());
    if !arguments.site.quiet || site.is_none() {
        report::diagnostics(&diagnostics);
    }
    let is_wrong = diagnostics.iter().any(Diagnostic::is_error);
    if let (true, false, Some(site)) = (arguments.lock, is_wrong, site) {
        return lock(&arguments.site, site, &content.sources);
    }
    if let (false, Some(site)) = (arguments.lock, site) {
        console::answer(format_args!("{}", list(site)));
    }
    match is_wrong {
        true => Exit::Content,
        false => Exit::Done,
    }
}

/// Adds what the file of published addresses lacks.
fn lock(arguments: &SiteArguments, site: &Site, sources: &Sources) -> Exit {
    let kept = match addresses::kept(sources) {
        Ok(kept) => kept.unwrap_or_default(),
        Err(error) => return report::failure(&error),
    };
    let mut all: BTreeSet<&str> = addresses::of(site);
    let known: BTreeSet<&str> = kept.iter().map(String::as_str).collect();
    let added = all.difference(&known).count();
    all.extend(known);
    let file = addresses::FILE;
    if added > 0 || kept.is_empty() {
        let text = addresses::written(all.iter().copied());
        if let Err(error) = atomic::write(&arguments.root.join(file), text.as_bytes()) {
            return report::world(&format!("cannot write `{file}`: {error}"));
        }
    }
    if !arguments.quiet {
        say!("{file}: {added} added, {} in all", all.len());
    }
    Exit::Done
}

fn list(site: &Site) -> String {
    let template = |route: &Route| match site.templates.get(&route.template) {
        Some(source) if source.path != source.name() => source.path.clone(),
        _ => route.template.clone(),
    };
    let made_by = |route: &Route| match &route.subject {
        Subject::Redirect(to) => format!("-> {to}"),
        _ => template(route),
    };
    let width = |of: &dyn Fn(&Route) -> usize| site.routes.iter().map(of).max().unwrap_or(0);
    let address = width(&|route| route.path.chars().count());
    let template = width(&|route| template(route).chars().count());
    let lines = site.routes.iter().map(|route| {
        let file = match &route.subject {
            Subject::Entry(index) => &site.entries[*index].source.path,
            _ => &route.origin.source.path,
        };
        let (path, made_by) = (&route.path, made_by(route));
        format!("{path:address$}  {made_by:template$}  {file}\n")
    });
    lines.collect()
}
