//! Finished pages, as every build makes them: each is rendered under watch, made a file of and inspected by one thread.

use std::sync::Arc;

use assets::Assets;
use rayon::iter::Either;
use rayon::prelude::*;
use render::{Failure, Page, Renderer};

use crate::format::Format;
use crate::head;
use crate::inspect::{Inspection, Inspector};
use crate::rendered::Output;
use crate::watchdog::{self, Watch};

/// What pages are made with.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// What renders them.
    pub renderer: &'a Renderer,
    /// What inspects them.
    pub inspector: &'a Inspector<'a>,
    /// What is published beside them.
    pub assets: &'a Assets,
    /// Tags that HTML documents get.
    pub meta: &'a str,
    /// How the mistake of a page without end is printed.
    pub format: Format,
}

/// Pages that were rendered, each with what became of its file and what it shows, and those that failed; all in the
/// order of the routes.
#[derive(Debug)]
pub struct Finished<F> {
    /// The pages.
    pub pages: Vec<Page>,
    /// What became of their files.
    pub files: Vec<F>,
    /// What they show.
    pub inspections: Vec<Inspection>,
    /// Why others could not be rendered.
    pub failures: Vec<Failure>,
}

impl Stage<'_> {
    /// Makes the pages of some routes, those of each list before those of the next. `finish` is given each output by
    /// the thread that rendered it.
    pub fn run<F: Send>(
        &self,
        order: &[Vec<usize>],
        finish: impl Fn(Output<'_>) -> F + Sync,
    ) -> Finished<F> {
        let (mut finished, mut failures) = (Vec::new(), Vec::new());
        if order.iter().any(|some| !some.is_empty()) {
            watchdog::watched(self.inspector.site, self.assets, self.format, |watch| {
                for some in order {
                    // Page by page: one that lists many takes as long as hundreds of others.
                    let some = some.par_iter().with_max_len(1);
                    let (pages, failed): (Vec<_>, Vec<_>) =
                        some.partition_map(|route| self.page(watch, *route, &finish));
                    finished.extend(pages);
                    failures.extend(failed);
                }
            });
        }
        finished.sort_by_key(|((page, _), _)| page.route);
        failures.sort_by_key(|failure: &Failure| failure.route);
        let ((pages, files), inspections) = finished.into_iter().unzip();
        Finished {
            pages,
            files,
            inspections,
            failures,
        }
    }

    /// The page of one route.
    fn page<F>(
        &self,
        watch: &Watch<'_>,
        route: usize,
        finish: impl Fn(Output<'_>) -> F,
    ) -> Either<((Page, F), Inspection), Failure> {
        let (text, page) = match watch.page(route, || self.renderer.render(route)) {
            Ok(rendered) => rendered,
            Err(failure) => return Either::Right(*failure),
        };
        let name = self.inspector.site.routes[route].output.as_str();
        let text = match self.meta.is_empty() || !name.ends_with(".html") {
            true => text,
            false => head::with_behind_encoding(&text, self.meta),
        };
        let text = Arc::new(text);
        // First the file, for which somebody may wait.
        let file = finish(Output {
            name,
            text: Arc::clone(&text),
            page: &page,
            assets: self.assets,
        });
        let inspection = self.inspector.inspect(&page, &text);
        Either::Left(((page, file), inspection))
    }
}
