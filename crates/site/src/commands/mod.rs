//! The command line: what can be asked for, and which exit code answers.

mod build;
mod check;
mod completions;
mod new;
mod schema;
mod serve;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Builds static sites from typed YAML and Markdown, templates and React islands.
#[derive(Debug, Parser)]
#[command(
    name = "site",
    version,
    max_term_width = 100,
    after_help = "Examples:
  site build                     build the site of this folder into dist/
  site build --root examples/minimal --out /tmp/site
  site build --drafts --timings  include drafts, and say what each stage took
  site check --publish           check the finished pages before going live
  site new articles \"A title\"    begin an article

Exit codes: 0 done, 1 the content is wrong, 2 the call is wrong, 3 the world failed (disk, Node)."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the site into its output folder
    Build(build::Arguments),
    /// Check the links, anchors, files and heads of the finished pages
    Check(check::Arguments),
    /// Serve the site on this machine, and rebuild it when something changes
    Serve(serve::Arguments),
    /// Write a new entry of a collection, valid at once
    New(new::Arguments),
    /// Write JSON Schema files, by which editors complete and check content
    Schema(schema::Arguments),
    /// Print the script that completes this command in a shell
    Completions(completions::Arguments),
}

/// Which site a command works on.
#[derive(Debug, clap::Args)]
pub struct SiteArguments {
    /// Folder of the site: it holds content/ and templates/
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder)]
    pub root: PathBuf,
    /// Print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// A folder that is there.
fn folder(path: &str) -> Result<PathBuf, &'static str> {
    match Path::new(path).is_dir() {
        true => Ok(PathBuf::from(path)),
        false => Err("there is no such folder"),
    }
}

/// Exit codes, as the command's help names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Done,
    /// The content is wrong.
    Content,
    /// The call is wrong.
    Call,
    /// The world failed.
    World,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => ExitCode::SUCCESS,
            Exit::Content => ExitCode::from(1),
            Exit::Call => ExitCode::from(2),
            Exit::World => ExitCode::from(3),
        }
    }
}

/// Reads the command line and does what it asks. A wrong call ends with exit code 2.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Command::Build(arguments) => build::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Cli::command()),
        Command::Serve(arguments) => serve::run(arguments),
    }
    .into()
}
