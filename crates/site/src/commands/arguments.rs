//! What several commands take.

use std::path::{Path, PathBuf};

use content::Loaded;
use source::{Diagnostic, ReadError, Sources, diagnostic};

use crate::console::{complain, say};
use crate::exit::Exit;
use crate::mistakes;
use crate::moves::{self, Before, Plan};
use crate::options;
use crate::report;

/// Which site a command works on.
#[derive(Debug, clap::Args)]
pub struct SiteArguments {
    /// Folder of the site: it holds content/ and templates/
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder)]
    pub root: PathBuf,
    /// Print warnings and errors only
    #[arg(long, short)]
    pub quiet: bool,
}

impl SiteArguments {
    /// Reads the content as a build does, or with drafts, future and expired entries.
    pub fn load(&self, drafts: bool) -> Result<Content, ReadError> {
        self.read(content::LoadOptions {
            drafts,
            ..content::LoadOptions::published(options::today())
        })
    }

    /// Does what a command does with all content, drafts and future entries too. Where there is none everything that
    /// is wrong is told, and the exit code given.
    pub fn with_content(&self, command: impl FnOnce(Before<'_>) -> Exit) -> Exit {
        match self.load_all() {
            Ok(content) => content.site().map_or_else(|exit| exit, command),
            Err(error) => report::world(&error),
        }
    }

    /// Reads all content, drafts, future and expired entries too.
    pub fn load_all(&self) -> Result<Content, ReadError> {
        self.read(content::LoadOptions::all(options::today()))
    }

    fn read(&self, options: content::LoadOptions) -> Result<Content, ReadError> {
        let (sources, found) = Sources::list(&self.root);
        let loaded = content::load(&sources, &options.unrendered())?;
        Ok(Content {
            sources,
            found,
            loaded,
        })
    }
}

/// The content of a site as a command read it.
#[derive(Debug)]
pub struct Content {
    /// The site's files.
    pub sources: Sources,
    /// What stands in the site's folders and cannot be one of its files.
    pub found: Vec<Diagnostic>,
    /// What was read.
    pub loaded: Loaded,
}

impl Content {
    /// All that there is to tell of it, in order.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.loaded.diagnostics.clone();
        all.extend_from_slice(&self.found);
        mistakes::without_consequences(&mut all);
        diagnostic::sort(&mut all);
        all
    }

    /// The site, for a command that works on one with mistakes too; what was left out of it is told. Where there is none
    /// everything is, and the exit code is given.
    pub fn site(&self) -> Result<Before<'_>, Exit> {
        match &self.loaded.site {
            Some(site) => {
                report::diagnostics(&self.found);
                Ok(Before {
                    site,
                    loaded: &self.loaded,
                    sources: &self.sources,
                })
            }
            None => {
                report::diagnostics(&self.diagnostics());
                Err(Exit::Content)
            }
        }
    }
}

/// What a command takes that changes the content of a site.
#[derive(Debug, clap::Args)]
pub struct ChangeArguments {
    /// Say what would change, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub site: SiteArguments,
}

impl ChangeArguments {
    /// Does what a command does with all content. Where some of it cannot be read that is told, and nothing is done: what
    /// is named there would not follow.
    pub fn with_content(&self, command: impl FnOnce(Before<'_>) -> Exit) -> Exit {
        let content = match self.site.load_all() {
            Ok(content) => content,
            Err(error) => return report::world(&error),
        };
        let mut unread = content.diagnostics();
        unread.retain(mistakes::is_unread);
        if !unread.is_empty() {
            report::diagnostics(&unread);
            complain!("nothing was written: what is named there would not follow");
            return Exit::Content;
        }
        content.site().map_or_else(|exit| exit, command)
    }

    /// Tries a change, tells it, and writes it unless it is only to be told.
    pub fn carry_out(&self, plan: &Plan, sources: &Sources) -> Exit {
        let SiteArguments { root, quiet } = &self.site;
        let progress = report::Progress::start(*quiet, "trying");
        let mistakes = moves::new_mistakes(root, plan, sources);
        progress.finish();
        match mistakes {
            Ok(mistakes) if mistakes.is_empty() => {}
            Ok(mistakes) => return report::unsound(&mistakes),
            Err(error) => return report::failure(&error),
        }
        if !self.dry_run
            && let Err(error) = plan.write(sources)
        {
            return report::world(&error);
        }
        if !quiet {
            let lines = plan.told();
            let changed = if self.dry_run {
                "would change"
            } else {
                "changed"
            };
            say!("{changed}:");
            lines.iter().for_each(|line| say!("{line}"));
        }
        Exit::Done
    }
}

/// A folder that is there.
fn folder(path: &str) -> Result<PathBuf, &'static str> {
    match Path::new(path).is_dir() {
        true => Ok(PathBuf::from(path)),
        false => Err("there is no such folder"),
    }
}
