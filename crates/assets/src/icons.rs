//! The sprite of the icons that a site uses.

use std::sync::Arc;

use crate::Asset;

/// An icon in the sprite.
#[derive(Clone, Debug)]
pub struct Icon {
    /// The sprite.
    pub sprite: Arc<Asset>,
    /// The fragment of the icon in it.
    pub id: String,
}
