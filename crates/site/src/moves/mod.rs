//! Moving and deleting entries with everything that names them: links, references, pictures, former addresses.

mod address;
mod data;
mod find;
mod links;
mod plan;
mod rewrite;
mod templates;
mod trial;

pub use address::{
    add_alias, add_redirects, remove_alias, remove_redirect, remove_value, set_field, unlock,
};
pub use find::{Before, Destination, Subjects, destination, find};
pub use links::{Leads, is_file, relative};
pub use plan::Plan;
pub use rewrite::rewrite;
pub use trial::new_mistakes;
