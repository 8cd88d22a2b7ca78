//! Covers: contour maps drawn from a slug.

use std::sync::Arc;

use crate::Asset;

/// A contour map as an SVG to draw with an external `<use>`.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The SVG file.
    pub asset: Arc<Asset>,
    /// Value for the `viewBox` of the drawing `<svg>`.
    pub view_box: String,
    /// The fragment to use: lines and summit mark.
    pub id: &'static str,
    /// The summit, in the units of the view box.
    pub summit: Summit,
}

/// The highest point of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summit {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// Height in metres.
    pub height: u32,
}
