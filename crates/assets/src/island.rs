//! Islands: React components rendered to HTML while building.

use std::sync::Arc;

use crate::Asset;

/// An island as HTML, and what the browser loads to bring it to life.
#[derive(Clone, Debug)]
pub struct IslandHtml {
    /// What the component rendered.
    pub html: String,
    /// The module whose default export hydrates it.
    pub module: Arc<Asset>,
    /// What that module imports statically, for preloading.
    pub imports: Vec<Arc<Asset>>,
    /// What the component wrote to the console, one text a call.
    pub console: Vec<String>,
}
