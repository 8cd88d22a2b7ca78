//! `site serve`.

use std::net::{IpAddr, Ipv4Addr};

use super::arguments::SiteArguments;
use crate::exit::Exit;
use crate::options::Options;
use crate::report;
use crate::serve::{self, Request};

/// What `site serve` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site serve --watch             build, serve on http://127.0.0.1:4321, rebuild at every change
  site serve --watch --drafts --open
  site serve --port 8080 --host 0.0.0.0

Open pages are changed in place: what is typed, opened or scrolled to stays. Mistakes lie over them
until they are mended; warnings are a badge in the corner that opens their list. Forms can be sent: their
mails are kept in .site/outbox and shown at /_outbox. Pages are served from memory; dist/ is not
touched.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Rebuild when something changes, and update open pages
    #[arg(long)]
    watch: bool,
    /// Port to listen on [default: 4321, or the next free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on; any other than the default lets other machines in
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Build drafts, future entries and expired ones too
    #[arg(long)]
    drafts: bool,
}

/// Serves until it is interrupted.
pub fn run(arguments: Arguments) -> Exit {
    let build = Options {
        drafts: arguments.drafts,
        development: true,
        ..Options::of(&arguments.site.root)
    };
    let request = Request {
        build,
        host: arguments.host,
        port: arguments.port,
        watch: arguments.watch,
        open: arguments.open,
        quiet: arguments.site.quiet,
    };
    match serve::run(request) {
        Ok(()) => Exit::Done,
        Err(error) => report::world(&error),
    }
}
