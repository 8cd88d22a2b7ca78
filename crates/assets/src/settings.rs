//! What a site says about its assets.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use crate::Store;

/// What a site says about its assets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where derived files are kept between builds.
    pub store: Arc<Store>,
    /// Whether images also get AVIF variants (needs the `avif` feature, else it is ignored).
    pub avif: bool,
    /// Whether scripts are development builds, with source maps and React's warnings.
    pub development: bool,
    /// The icons that the sprite holds.
    pub icons: BTreeSet<String>,
    /// Paths in `public/` that are also published at their own address; a folder ends with `/`.
    pub verbatim: Vec<String>,
    /// The colours of social cards and of favicons that may not be transparent.
    pub palette: Palette,
    /// The command that starts Node.
    pub node: OsString,
    /// How long Node may take for one job before it is killed.
    pub patience: Duration,
}

impl Settings {
    /// The settings of a site that says nothing.
    pub fn new(store: Arc<Store>) -> Self {
        Self {
            store,
            avif: false,
            development: false,
            icons: BTreeSet::new(),
            verbatim: Vec::new(),
            palette: Palette::default(),
            node: "node".into(),
            patience: Duration::from_secs(60),
        }
    }
}

/// Colours as `#rrggbb`, for the pictures that no style sheet reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The background.
    pub paper: String,
    /// The title.
    pub ink: String,
    /// Secondary text.
    pub ink_2: String,
    /// What stands out, when a card names no colour of its own.
    pub accent: String,
}

impl Default for Palette {
    fn default() -> Self {
        Self {
            paper: "#FAF7F0".into(),
            ink: "#1A1820".into(),
            ink_2: "#5B5663".into(),
            accent: "#B93A0B".into(),
        }
    }
}
