//! The command line: what can be asked for, and which exit code answers.

mod add;
mod arguments;
mod build;
mod check;
mod completions;
mod delete;
mod explain;
mod host;
mod import;
mod init;
mod man;
mod moving;
mod new;
mod own;
mod routes;
mod schema;
mod serve;
mod why;

use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use crate::console::{self, complain};
use crate::exit::Exit;
use crate::{moves, options, report};
use arguments::SiteArguments;

/// Builds static sites from typed YAML and Markdown, templates and React islands.
#[derive(Debug, Parser)]
#[command(
    name = "site",
    version,
    max_term_width = 100,
    after_help = "Examples:
  site init blog                 begin a blog in this folder
  site build                     build the site of this folder into dist/
  site build --root examples/minimal --out /tmp/site
  site build --drafts --timings  include drafts, and say what each stage took
  site check --publish           check the finished pages before going live
  site new articles \"A title\"    begin an article
  site move articles/a articles/b
                                 rename it: links, references and redirects follow
  site explain broken-anchor     what a mistake means

Exit codes: 0 done, 1 the content is wrong, 2 the call is wrong, 3 the world failed (disk, Node),
75 another build is at work."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a new site, which builds at once
    Init(init::Arguments),
    /// Add to a site what islands need, or bring that up to date
    Add(add::Arguments),
    /// Build the site into its output folder
    Build(build::Arguments),
    /// Check the links, anchors, files and heads of the finished pages
    Check(check::Arguments),
    /// Serve the site on this machine, and rebuild it when something changes
    Serve(serve::Arguments),
    /// Write a new entry of a collection, as its schema asks
    New(new::Arguments),
    /// Bring a site over from Hugo, Zola, Jekyll, Eleventy, Astro or mdBook
    Import(import::Arguments),
    /// Move entries, with every link, reference and former address
    Move(moving::Arguments),
    /// Delete an entry, and say where its address leads
    Delete(delete::Arguments),
    /// List every address with its template and the file that asks for it
    Routes(routes::Arguments),
    /// Write the configuration of a host: nginx, Caddy, Apache, S3, Netlify, Cloudflare, GitHub Pages
    Host(host::Arguments),
    /// Say what a page was made from, and why it was last rendered
    Why(why::Arguments),
    /// Say what the code of a mistake means, and how to mend it
    Explain(explain::Arguments),
    /// Write JSON Schema files, by which editors complete and check content
    Schema(schema::Arguments),
    /// Print the script that completes this command in a shell
    Completions(completions::Arguments),
    /// Write the manual pages of this program
    Man(man::Arguments),
}

impl Command {
    /// The site whose content is read.
    fn site(&self) -> Option<&SiteArguments> {
        match self {
            Self::Build(arguments) => Some(&arguments.site),
            Self::Check(arguments) => Some(&arguments.site),
            Self::Serve(arguments) => Some(&arguments.site),
            Self::New(arguments) => Some(&arguments.site),
            Self::Move(arguments) => Some(&arguments.change.site),
            Self::Delete(arguments) => Some(&arguments.change.site),
            Self::Routes(arguments) => Some(&arguments.site),
            Self::Host(arguments) => Some(&arguments.site),
            Self::Why(arguments) => Some(&arguments.site),
            Self::Schema(arguments) => Some(&arguments.site),
            Self::Init(_)
            | Self::Add(_)
            | Self::Import(_)
            | Self::Explain(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }

    /// How long there is to be waited for who works on the site.
    fn wait(&self) -> Duration {
        match self {
            Self::Build(arguments) => arguments.wait(),
            _ => options::PATIENCE,
        }
    }
}

/// Reads the command line and does what it asks. A wrong call ends with exit code 2.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        Err(answer) => {
            console::answered(answer.print());
            return console::ending(Exit::Done).into();
        }
    };
    if let Err(set) = options::epoch() {
        complain!("error: SOURCE_DATE_EPOCH is `{set}`, which is no number of seconds since 1970");
        complain!("hint: write whole seconds, such as `1767225600`, or unset it");
        return console::ending(Exit::Call).into();
    }
    if let Some(site) = cli.command.site()
        && let Err(error) = moves::finish(&site.root, cli.command.wait())
    {
        return console::ending(report::world(&error)).into();
    }
    let exit = match cli.command {
        Command::Init(arguments) => init::run(&arguments),
        Command::Add(arguments) => add::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Move(arguments) => moving::run(&arguments),
        Command::Delete(arguments) => delete::run(&arguments),
        Command::Host(arguments) => host::run(&arguments),
        Command::Routes(arguments) => routes::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Cli::command()),
        Command::Man(arguments) => man::run(&arguments, Cli::command()),
        Command::Serve(arguments) => serve::run(arguments),
    };
    console::ending(exit).into()
}
