//! The `site` command.

mod addresses;
mod anchors;
mod archetype;
mod budget;
mod build;
mod build_report;
mod check;
mod claims;
mod cms;
mod commands;
mod compress;
mod console;
mod editor;
mod edits;
mod exit;
mod failure;
mod finding;
mod foreign;
mod format;
mod ground;
mod head;
mod headers;
mod host;
mod html;
mod icons;
mod import;
mod inspect;
mod journal;
mod languages;
mod likeness;
mod lint;
mod live;
mod lock;
mod markup;
mod media;
mod misread;
mod mistakes;
mod moves;
mod nesting;
mod options;
mod pages;
mod places;
mod policy;
mod prefilter;
mod publish;
mod releases;
mod rendered;
mod report;
mod scale;
mod schemas;
mod search;
mod serve;
mod starters;
mod state;
mod tags;
mod texts;
mod timings;
mod unpublished;
mod verify;
mod watchdog;
mod words;

use std::process::ExitCode;

pub(crate) use assets::atomic;

/// Reading and rendering make many small values on many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    watchdog::make_room();
    commands::run()
}
