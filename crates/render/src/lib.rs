//! One route to bytes, through one door (`View`). The only crate that names the template engine.

mod answer;
mod asked;
mod attributes;
mod body;
mod context;
mod digest;
mod drawing;
mod escape;
mod expression;
mod failure;
mod filters;
mod functions;
mod icon;
mod image;
mod island;
mod json;
mod list;
mod locale;
mod mistake;
mod origin;
mod page;
mod pagination;
mod pick;
mod product;
mod read;
mod renderer;
mod search;
mod tree;
mod unnamed;
mod value;
mod view;
mod vocabulary;

pub use page::{Failure, Page, PageIslands, Props};
pub use read::{Digest, Read, Reads};
pub use renderer::Renderer;
pub use vocabulary::{Call, Called, Vocabulary};
