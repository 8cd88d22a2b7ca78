//! Sources in; typed entries, queries and routes out. No disk writes, no clock, no globals.

pub mod collection;
pub mod config;
pub mod entry;
pub mod field;
mod front_matter;
mod highlight;
pub mod link;
mod load;
pub mod markdown;
mod parse;
pub mod query;
mod reader;
mod references;
pub mod route;
pub mod schema;
mod site;
pub mod typography;
mod validate;

pub use forms::Form;
pub use highlight::CodeCache;
pub use load::{Loaded, Options, load};
pub use reader::{join, resolve_image};
pub use references::AnchorCheck;
pub use site::Site;
pub use validate::example;
