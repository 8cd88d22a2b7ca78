//! The `site` command.

mod addresses;
mod anchors;
mod blocks;
mod budget;
mod build;
mod called;
mod check;
mod claims;
mod classes;
mod cms;
mod commands;
mod compress;
mod editor;
mod edits;
mod elsewhere;
mod excess;
mod exit;
mod failure;
mod finding;
mod findings;
mod ground;
mod head;
mod headers;
mod host;
mod hosted;
mod html;
mod icons;
mod idle;
mod import;
mod inspect;
mod journal;
mod kinds;
mod languages;
mod left_out;
mod live;
mod lock;
mod markup;
mod media;
mod mistakes;
mod moves;
mod nesting;
mod options;
mod pages;
mod places;
mod policy;
mod publish;
mod releases;
mod rendered;
mod report;
mod say;
mod scale;
mod schemas;
mod search;
mod serve;
mod starter;
mod state;
mod suspect;
mod texts;
mod timings;
mod told;
mod unasked;
mod unreached;
mod unset;
mod unwritten;
mod verify;
mod words;

use std::process::ExitCode;

pub(crate) use assets::atomic;

/// Reading and rendering make many small values on many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    excess::make_room();
    commands::run()
}
