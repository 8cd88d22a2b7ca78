//! What a site is rendered from, its pages with their files, and how long it took.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assets::{Assets, Store};
use content::text::Remembered;
use content::{AnchorCheck, Loaded, Parsed, Site};
use render::{Digest, Page, Renderer};
use source::{Diagnostic, Sources};

use crate::markup::Markup;
use crate::publish::{File, PublishError};

/// What a build is made from, as far as it is known.
#[derive(Debug, Default)]
pub struct Given {
    /// The site's files.
    pub sources: Sources,
    /// What is wrong with these.
    pub found: Vec<Diagnostic>,
    /// The content, when it is known already.
    pub loaded: Option<Loaded>,
    /// What the last build knew of texts.
    pub texts: Option<Arc<dyn Remembered>>,
    /// Its entries as the last build parsed them.
    pub parsed: Option<Arc<Parsed>>,
    /// What its templates wrote out.
    pub markups: Vec<Markup>,
    /// What rendered its pages, when all templates are the same ones.
    pub renderer: Option<Arc<Renderer>>,
    /// Outputs that somebody waits for: they are rendered first.
    pub first: Vec<String>,
    /// What is used instead of what the site's folder keeps between builds.
    pub store: Option<Store>,
}

impl Given {
    /// The files of a site's folder.
    pub fn list(root: &Path) -> Self {
        let (sources, found) = Sources::list(root);
        Self {
            sources,
            found,
            ..Self::default()
        }
    }
}

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

/// A site that was rendered, and what became of the finished files.
#[derive(Debug)]
pub struct Rendered<F> {
    /// What is kept between builds.
    pub store: Arc<Store>,
    /// The files that it was made from.
    pub sources: Arc<Sources>,
    /// What was read.
    pub site: Arc<Site>,
    /// What its templates write out.
    pub markups: Vec<Markup>,
    /// Scripts, styles, images.
    pub assets: Arc<Assets>,
    /// What rendered its pages.
    pub renderer: Arc<Renderer>,
    /// What there was to tell of the content.
    pub told: Vec<Diagnostic>,
    /// The anchors that its pages must have.
    pub anchors: Vec<AnchorCheck>,
    /// Its entries as they were parsed, for whoever builds again from memory.
    pub parsed: Option<Arc<Parsed>>,
    /// Every page that was rendered, in the order of the routes.
    pub pages: Vec<Page>,
    /// What all pages were judged by.
    pub rules: Digest,
    /// What became of each page's file.
    pub files: Vec<F>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What each stage took.
    pub timings: Timings,
}

impl Rendered<Result<File, PublishError>> {
    /// With the pages' files, or why one of them cannot be.
    pub fn finished(self) -> Result<Rendered<File>, PublishError> {
        let files: Result<_, _> = self.files.into_iter().collect();
        Ok(Rendered {
            files: files?,
            store: self.store,
            sources: self.sources,
            site: self.site,
            markups: self.markups,
            assets: self.assets,
            renderer: self.renderer,
            told: self.told,
            anchors: self.anchors,
            parsed: self.parsed,
            pages: self.pages,
            rules: self.rules,
            diagnostics: self.diagnostics,
            timings: self.timings,
        })
    }
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

/// What each stage took.
#[derive(Debug, Default)]
pub struct Timings(pub Vec<(&'static str, Duration)>);

impl Timings {
    /// Does some work and notes how long it took.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push((stage, start.elapsed()));
        result
    }
}
