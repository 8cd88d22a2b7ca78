//! Moving and deleting entries with everything that names them: links, references, pictures, former addresses.

mod address;
mod change;
mod data;
mod find;
mod links;
mod plan;
mod published;
mod removal;
mod rewrite;
mod templates;
mod trial;

pub use address::{StandIn, add_redirects, follow_alias, follow_redirects, set_field, unlock};
pub use change::{WriteError, finish};
pub use find::{Before, Destination, Subjects, destination, find};
pub use links::{Leads, is_file, relative};
pub use plan::Plan;
pub use published::Published;
pub use removal::{remove_claims, remove_values};
pub use rewrite::rewrite;
pub use trial::new_mistakes;
