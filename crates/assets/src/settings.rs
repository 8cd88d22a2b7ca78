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
    /// Whether pictures are decoded, but neither scaled nor encoded: for pages that nobody will see.
    pub sketch: bool,
    /// The icons that the sprite holds.
    pub icons: BTreeSet<String>,
    /// Paths in `public/` that are also published at their own address; a folder ends with `/`.
    pub verbatim: Vec<String>,
    /// The colour behind favicons that may not be transparent, as `#rrggbb`.
    pub paper: String,
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
            sketch: false,
            icons: BTreeSet::new(),
            verbatim: Vec::new(),
            paper: "#ffffff".into(),
            node: "node".into(),
            patience: Duration::from_secs(60),
        }
    }

    /// How packages are asked to behave, as `NODE_ENV` says it.
    pub(crate) fn mode(&self) -> &'static str {
        match self.development {
            true => "development",
            false => "production",
        }
    }
}
