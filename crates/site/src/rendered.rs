//! A site that was rendered: what it was rendered from, its pages, and how long it took.

use std::sync::Arc;

use assets::Assets;
use render::{Digest, Page, Renderer};
use source::Diagnostic;

use crate::ground::Ground;
use crate::publish::PublishError;
use crate::timings::Timings;

/// A page that has just been rendered, for whoever makes a file of it.
#[derive(Debug)]
pub struct Output<'a> {
    /// The file's name in the output.
    pub name: &'a str,
    /// The finished text.
    pub text: Arc<String>,
    /// What it needs.
    pub page: &'a Page,
    /// What is published beside the pages.
    pub assets: &'a Assets,
}

/// A site that was rendered. What became of the finished files stands beside it, in the order of its pages.
#[derive(Debug)]
pub struct Rendered {
    /// What it was rendered from.
    pub ground: Ground,
    /// What rendered its pages.
    pub renderer: Arc<Renderer>,
    /// Every page that was rendered, in the order of the routes.
    pub pages: Vec<Page>,
    /// What all pages were judged by.
    pub rules: Digest,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What each stage took.
    pub timings: Timings,
}

/// What a build did.
#[derive(Debug)]
pub struct Summary {
    /// How many pages were rendered.
    pub rendered: usize,
    /// How many others stayed as they were.
    pub kept: usize,
    /// What failed after the new site was in place.
    pub late: Option<PublishError>,
    /// What each stage took.
    pub timings: Timings,
}
