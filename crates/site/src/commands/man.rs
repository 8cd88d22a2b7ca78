//! `site man`.

use std::fs;
use std::path::PathBuf;

use super::own;
use crate::console::say;
use crate::exit::Exit;
use crate::report;

/// What `site man` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site man ~/.local/share/man/man1
  site man man && man -l man/site-build.1

One page for the program, `site.1`, and one for each command: `man site-build`.")]
pub struct Arguments {
    /// Folder of the pages, which is made
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print warnings and errors only
    #[arg(short, long)]
    quiet: bool,
}

/// Writes the manual pages of the program.
pub fn run(arguments: &Arguments, command: clap::Command) -> Exit {
    let folder = &arguments.folder;
    let command = command.disable_help_subcommand(true);
    let names = command.get_subcommands().map(clap::Command::get_name);
    let names = names.map(|name| format!("site-{name}.1"));
    let paths = names.chain(["site.1".to_owned()]);
    let paths: Vec<PathBuf> = paths.map(|name| folder.join(name)).collect();
    if let Some(exit) = own::refuse(&paths, |text| text.contains(".TH site")) {
        return exit;
    }
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    if let Err(error) = written {
        return report::world(&format!(
            "cannot write into `{}`: {error}",
            folder.display()
        ));
    }
    if !arguments.quiet {
        say!("{}", folder.join("site.1").display());
    }
    Exit::Done
}
