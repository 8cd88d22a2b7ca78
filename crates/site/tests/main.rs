//! The tests of the crate as one program, which takes a part of the time to compile that one for each file takes.

mod bench;
mod bombs;
mod broken;
mod build;
mod bytes;
mod check;
mod claims;
mod dependencies;
mod docs;
mod edits;
mod faults;
mod fixture;
mod golden;
mod host;
mod import;
mod incremental;
mod init;
mod islands;
mod languages;
mod moves;
mod new;
mod publish;
mod schema;
mod serve;
mod tidy;
