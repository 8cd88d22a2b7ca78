//! Sources in; typed entries, queries and routes out. No disk writes, no clock, no globals.

pub mod diagnostic;
pub mod yaml;
