//! The ground that everything stands on: files that are read when they are first asked for, YAML, JSON, TOML, CSV and
//! HTML with places, what addresses in files mean, mistakes as data.
//!
//! It knows nothing of entries, pages or forms.

mod control;
mod decode;
pub mod diagnostic;
pub mod document;
pub mod endpoints;
mod exact;
mod format;
mod hash;
mod held;
pub mod href;
pub mod html;
mod listing;
pub mod pointer;
mod read_error;
mod regular;
mod sources;
mod stamp;
mod suggestion;
mod theme;
mod web_origin;
pub mod yaml;

pub use control::{control_character, control_mistake};
pub use diagnostic::{Diagnostic, Label, Place, Severity, Source};
pub use exact::exact;
pub use format::{Expectation, Format};
pub use hash::{Hash, hash, hash_by_parts, hash_of};
pub use listing::FOLDERS;
pub use read_error::ReadError;
pub use regular::{open_file, read_file, read_text};
pub use sources::Sources;
pub use stamp::Stamp;
pub use suggestion::{closest, did_you_mean, nearest};
pub use web_origin::WebOrigin;
