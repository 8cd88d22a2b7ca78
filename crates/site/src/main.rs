//! The `site` command.

mod budget;
mod build;
mod check;
mod code;
mod commands;
mod compress;
mod editor;
mod headers;
mod html;
mod icons;
mod links;
mod lock;
mod publish;
mod releases;
mod report;
mod schemas;
mod serve;
mod starter;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
