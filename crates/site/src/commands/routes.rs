//! `site routes`.

use std::io::Write;

use content::Site;
use content::route::{Route, Subject};
use source::Diagnostic;

use super::arguments::SiteArguments;
use crate::exit::Exit;
use crate::report;

/// What `site routes` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site routes                        every address of the site
  site routes --drafts | grep blog   those of a section, with drafts and future entries

A line for each: the address, the template that makes the page, and the file that asks for it.")]
pub struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// List drafts and future entries too
    #[arg(long)]
    drafts: bool,
}

/// Lists the routes on standard output, and mistakes of the content on standard error.
pub fn run(arguments: &Arguments) -> Exit {
    let loaded = match arguments.site.load(arguments.drafts) {
        Ok(loaded) => loaded,
        Err(error) => return report::world(&error),
    };
    if !arguments.site.quiet || loaded.site.is_none() {
        report::diagnostics(&loaded.diagnostics);
    }
    if let Some(site) = &loaded.site {
        // A reader that has seen enough is no failure.
        let _ = std::io::stdout().write_all(list(site).as_bytes());
    }
    match loaded.diagnostics.iter().any(Diagnostic::is_error) {
        true => Exit::Content,
        false => Exit::Done,
    }
}

fn list(site: &Site) -> String {
    let made_by = |route: &Route| match &route.subject {
        Subject::Redirect(to) => format!("-> {to}"),
        _ => route.template.clone(),
    };
    let width = |of: &dyn Fn(&Route) -> usize| site.routes.iter().map(of).max().unwrap_or(0);
    let address = width(&|route| route.path.chars().count());
    let template = width(&|route| route.template.chars().count());
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
