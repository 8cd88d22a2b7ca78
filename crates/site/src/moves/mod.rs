//! Moving and deleting entries with everything that names them: links, references, pictures, former addresses.

mod address;
mod find;
mod links;
mod plan;

pub use address::{
    add_alias, add_redirects, remove_alias, remove_redirect, remove_value, set_field,
};
pub use find::{Destination, Refusal, Subjects, destination, find};
pub use links::{Leads, relative, rewrite};
pub use plan::Plan;
