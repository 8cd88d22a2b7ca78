//! The tests of the crate as one program, which takes a part of the time to compile that one for each file takes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod commonmark;
mod links;
mod markdown_robust;
mod markdown_spec;
mod markdown_typography;
