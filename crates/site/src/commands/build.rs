//! `site build`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::arguments::SiteArguments;
use crate::build::{self, Built};
use crate::console::{complain, say};
use crate::exit::Exit;
use crate::options::{self, Options};
use crate::report;
use crate::verify;

/// What `site build` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site build
  site build --root examples/minimal --out /tmp/site
  site build --drafts --timings

On any mistake in the content every one is reported, the exit code is 1 and the output folder stays
as it was. SOURCE_DATE_EPOCH sets the day of the build.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Output folder [default: dist in the site's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build drafts, future entries and expired ones too
    #[arg(long)]
    drafts: bool,
    /// Write .br and .gz files beside the others
    #[arg(long)]
    compress: bool,
    /// Build everything anew beside the output, and compare byte for byte
    #[arg(long)]
    verify: bool,
    /// Wait at most so long for another build, then end with 75
    #[arg(long, value_name = "SECONDS", default_value_t = options::PATIENCE.as_secs())]
    wait: u64,
    /// Say what each stage took
    #[arg(long)]
    timings: bool,
}

impl Arguments {
    /// How long there is to be waited for another build.
    pub(super) fn wait(&self) -> Duration {
        Duration::from_secs(self.wait)
    }
}

/// Builds, and says what came of it.
pub fn run(arguments: &Arguments) -> Exit {
    let usual = Options::of(&arguments.site.root);
    let options = Options {
        out: arguments.out.clone().unwrap_or(usual.out),
        drafts: arguments.drafts,
        compress: arguments.compress,
        wait: arguments.wait(),
        ..usual
    };
    let progress = report::Progress::start(arguments.site.quiet, "building");
    let begun = Instant::now();
    let result = build::build(&options);
    progress.finish();
    let built = match result {
        Ok(built) => built,
        Err(error) => return report::failure(&error),
    };
    let Built {
        state,
        summary,
        is_put_back,
    } = &built;
    let told = state.told();
    report::warnings(&told);
    if let Some(error) = summary.as_ref().and_then(|s| s.late.as_ref()) {
        report::late(error);
    }
    if !arguments.site.quiet {
        if let Some(note) = state.note() {
            say!("everything is built: {note}");
        }
        report::summary(&options, &told, begun.elapsed());
        match summary {
            Some(summary) => report::rendered(summary),
            None if *is_put_back => say!("nothing changed: put back from .site/output"),
            None => say!("nothing changed"),
        }
        report::left_out(told.left_out.as_deref());
    }
    if let (true, Some(summary)) = (arguments.timings, summary) {
        report::timings(&summary.timings);
    }
    if arguments.verify {
        match verify::difference(&options, state) {
            Ok(None) if arguments.site.quiet => {}
            Ok(None) => say!("a clean build is the same"),
            Ok(Some(difference)) => {
                complain!("error: the output is not that of a clean build: {difference}");
                complain!(
                    "  hint: remove `.site/`, build again, and tell the makers of this program"
                );
                return Exit::World;
            }
            Err(error) => return report::failure(&error),
        }
    }
    // The process ends here: the system frees a site faster than its parts could be freed.
    std::mem::forget(built);
    Exit::Done
}
