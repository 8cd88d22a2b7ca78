//! `site completions`.

use std::io::Write;

use clap_complete::Shell;

use crate::console;
use crate::exit::Exit;

/// What `site completions` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site completions bash > ~/.local/share/bash-completion/completions/site
  site completions zsh > ~/.zfunc/_site
  site completions fish > ~/.config/fish/completions/site.fish
  site completions powershell >> $PROFILE

Open a new shell afterwards. For zsh, ~/.zfunc must be part of `fpath` before `compinit` runs.")]
pub struct Arguments {
    /// The shell that completes
    shell: Shell,
}

/// Prints the script that teaches a shell this program's commands.
pub fn run(arguments: &Arguments, mut command: clap::Command) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "site", &mut script);
    console::answered(std::io::stdout().write_all(&script));
    Exit::Done
}
