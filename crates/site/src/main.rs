//! The `site` command.

mod budget;
mod build;
mod commands;
mod compress;
mod headers;
mod icons;
mod links;
mod lock;
mod publish;
mod releases;
mod report;
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
