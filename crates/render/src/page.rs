//! A rendered route: its bytes, the files it needs, and what it asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use assets::Asset;
use source::Diagnostic;

use crate::island::PageIslands;
use crate::view::Read;

/// A rendered route.
#[derive(Debug)]
pub struct Page {
    /// The route's index in the site.
    pub route: usize,
    /// The finished file.
    pub text: String,
    /// Files that it needs beside those that are always published.
    pub assets: Vec<Arc<Asset>>,
    /// The islands it mounts.
    pub islands: PageIslands,
    /// Every question that it asked.
    pub reads: BTreeSet<Read>,
}

/// Why a route has no page.
#[derive(Debug)]
pub struct Failure {
    /// The route's index in the site.
    pub route: usize,
    /// The mistake, with the page's path; that of a template that does not compile is the one which
    /// was found when it was compiled.
    pub diagnostic: Diagnostic,
    /// Every question that was asked before.
    pub reads: BTreeSet<Read>,
}
