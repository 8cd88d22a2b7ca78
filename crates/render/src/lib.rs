//! One route to bytes, through one door (`View`). The only crate that names the template engine.

mod body;
mod drawing;
mod failure;
mod filters;
mod functions;
mod image;
mod island;
mod json;
mod page;
mod renderer;
mod value;
mod view;

pub use island::{PageIslands, Props};
pub use page::{Failure, Page};
pub use renderer::Renderer;
pub use view::{Read, Record, View};
