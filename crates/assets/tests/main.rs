//! The tests of the crate as one program, which takes a part of the time to compile that one for each file takes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod bundles;
mod drawings;
mod failures;
mod images;
mod site;
