//! Images in several widths and formats.

use std::path::PathBuf;
use std::sync::Arc;

use crate::Asset;

/// What a page wants of an image.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImageRequest {
    /// The file, absolute or relative to the site's root.
    pub file: PathBuf,
    /// The widths in pixels; those above the original are left out. Empty: sensible ones.
    pub widths: Vec<u32>,
}

/// An image in several widths and formats.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width of the original in pixels, the right way up.
    pub width: u32,
    /// Height of the original in pixels, the right way up.
    pub height: u32,
    /// The best format first, the original one last.
    pub sources: Vec<PictureSource>,
    /// The one for `src`: the original format.
    pub fallback: Arc<Asset>,
}

/// One format of an image.
#[derive(Clone, Debug)]
pub struct PictureSource {
    /// Media type: `image/webp`.
    pub mime: &'static str,
    /// The files with their widths in pixels, from the narrowest.
    pub srcset: Vec<(Arc<Asset>, u32)>,
}
