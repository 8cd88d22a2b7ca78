//! The pipeline on one screen: sources, entries and routes; assets; pages; output.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assets::{Assets, Release, Settings, Store};
use content::{Loaded, Site};
use rayon::iter::Either;
use rayon::prelude::*;
use render::{Failure, Page, Renderer};
use source::{Diagnostic, Sources, diagnostic};

use crate::budget::Budget;
use crate::classes;
use crate::headers;
use crate::icons;
use crate::inspect::{Inspection, Inspector};
use crate::lock::Lock;
use crate::markup::{self, Markup};
use crate::mistakes::Known;
use crate::policy::Policy;
use crate::publish::{self, File, Files, PublishError, Staging};
use crate::releases;
use crate::scale::Scale;
use crate::unwritten;

/// What to build and where to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The site's folder.
    pub root: PathBuf,
    /// The output folder.
    pub out: PathBuf,
    /// Whether drafts and future entries are built.
    pub drafts: bool,
    /// Whether `.br` and `.gz` files are written beside the others.
    pub compress: bool,
    /// Whether scripts are development builds.
    pub development: bool,
    /// The day of the build, as `YYYY-MM-DD`.
    pub today: String,
}

impl Options {
    /// The folder that keeps what is reused between builds.
    pub fn cache(&self) -> PathBuf {
        self.root.join(".site")
    }
}

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The author's mistakes: the output is as it was.
    #[error("{} mistakes", .0.iter().filter(|d| d.is_error()).count())]
    Mistakes(Vec<Diagnostic>),
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] source::ReadError),
    /// Scripts, styles or images could not be made.
    #[error(transparent)]
    Assets(#[from] assets::Error),
    /// The output could not be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
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
    /// Every page, in the order of the routes.
    pub pages: Vec<Page>,
    /// What became of each page's file.
    pub files: Vec<F>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What each stage took.
    pub timings: Timings,
}

/// A site that was written.
#[derive(Debug)]
pub struct Built {
    /// What was read.
    pub site: Arc<Site>,
    /// Scripts, styles, images; a long-lived caller hands them to its next build.
    pub assets: Arc<Assets>,
    /// The names of all files below the output folder.
    pub files: BTreeSet<String>,
    /// What to tell the author.
    pub summary: Summary,
}

/// What a build did.
#[derive(Debug)]
pub struct Summary {
    /// Number of HTML documents.
    pub documents: usize,
    /// Number of files in all.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What each stage took.
    pub timings: Timings,
}

/// What each stage took.
#[derive(Debug, Default)]
pub struct Timings(pub Vec<(&'static str, Duration)>);

impl Timings {
    fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push((stage, start.elapsed()));
        result
    }
}

/// Builds a site into its output folder. On any error the folder is left as it was.
/// `previous` keeps what a long-lived caller may reuse, such as a running Node helper.
pub fn build(options: &Options, previous: Option<&Assets>) -> Result<Built, BuildError> {
    publish::check_output(&options.root, &options.out)?;
    let _lock = Lock::acquire(&options.cache())?;
    let staging = Staging::beside(&options.out)?;
    let mut rendered = render(options, previous, |name, text| staging.put(name, &text))?;
    let mut timings = std::mem::take(&mut rendered.timings);
    let (files, releases) = timings.measure("collect", || output(options, &mut rendered))?;
    timings.measure("write", || staging.publish(&files))?;
    rendered.store.write(releases::LIST, &releases)?;
    rendered.store.prune()?;
    let summary = Summary {
        documents: files.keys().filter(|name| name.ends_with(".html")).count(),
        files: files.len(),
        bytes: files.values().map(File::len).sum(),
        diagnostics: rendered.diagnostics,
        timings,
    };
    Ok(Built {
        site: rendered.site,
        assets: rendered.assets,
        files: files.into_keys().collect(),
        summary,
    })
}

/// Renders every route. Every stage goes on after mistakes, so that one run reports all. `finish` is
/// given each output's name and text by the thread that rendered it.
pub fn render<F: Send>(
    options: &Options,
    previous: Option<&Assets>,
    finish: impl Fn(&str, String) -> F + Sync,
) -> Result<Rendered<F>, BuildError> {
    let mut timings = Timings::default();
    let store = Arc::new(Store::open(options.cache()));
    let (sources, found) = timings.measure("sources", || Sources::list(&options.root));
    let sources = Arc::new(sources);
    let loaded = timings.measure("content", || load(options, &store, &sources))?;
    let (mut diagnostics, anchors) = (loaded.diagnostics, loaded.anchors);
    diagnostics.extend(found);
    let Some(site) = loaded.site else {
        return Err(BuildError::Mistakes(diagnostics));
    };
    diagnostics.extend(unmet_setting(&site));
    diagnostics.extend(unwritten::warnings(&site, &diagnostics));
    let markups = markup::read(&site);
    let settings = settings(options, (&site, &markups), &store);
    let loaded = timings.measure("assets", || match previous {
        Some(previous) => previous.reload(&sources, settings),
        None => Assets::load(&sources, settings),
    });
    let (assets, found) = match loaded {
        Ok((assets, found)) => (Arc::new(assets), found),
        Err(error) => return Err(without_assets(error, diagnostics)),
    };
    // A style sheet that cannot be read has no classes.
    if !found.iter().any(Diagnostic::is_error) {
        diagnostics.extend(classes::unknown(&markups, &assets));
    }
    diagnostics.extend(found);
    diagnostics.extend(icons::unknown(&site, &markups, &assets));
    let known = Known::new(&site, &diagnostics);
    let site = Arc::new(known.listed(site));
    let (renderer, found) = timings.measure("templates", || Renderer::new(&site, &assets));
    diagnostics.extend(found);
    let policy = Policy::new(&site, &assets, &sources);
    let mut inspector = Inspector::new(&site, &markups, policy, &anchors);
    let scale = Scale::read(&store);
    inspector.budget = (!options.development).then(|| Budget::new(&site, &assets, &scale));
    // After a mistake pages are rendered for theirs alone.
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let finish = |name: &str, text| is_sound.then(|| finish(name, text));
    let (finished, failures) =
        timings.measure("pages", || render_all(&renderer, &inspector, finish));
    let ((pages, files), inspections): ((Vec<_>, Vec<_>), Vec<_>) = finished.into_iter().unzip();
    diagnostics.extend(assets.console());
    let found = known.behind(&site, failures, &diagnostics);
    diagnostics.extend(found);
    diagnostics.extend(timings.measure("checks", || inspector.judge(&pages, inspections)));
    if !options.development {
        scale.keep(&store);
    }
    diagnostic::sort(&mut diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(BuildError::Mistakes(diagnostics));
    }
    Ok(Rendered {
        store,
        sources,
        site,
        markups,
        assets,
        pages,
        files: files.into_iter().flatten().collect(),
        diagnostics,
        timings,
    })
}

/// Reads the content; code that an earlier build coloured is not coloured again.
fn load(options: &Options, store: &Store, sources: &Sources) -> Result<Loaded, source::ReadError> {
    // By what the HTML of code depends on beside the code.
    let table = format!("code-{}.json", content::HIGHLIGHT_RECIPE);
    let content_options = content::Options {
        drafts: options.drafts,
        today: options.today.clone(),
        coloured: Arc::new(store.table(&table)),
    };
    let loaded = content::load(sources, &content_options)?;
    store.keep_table(&table, &loaded.coloured);
    Ok(loaded)
}

/// The author's mistakes are told even when the world fails.
fn without_assets(error: assets::Error, mut diagnostics: Vec<Diagnostic>) -> BuildError {
    if !diagnostics.iter().any(Diagnostic::is_error) {
        return BuildError::Assets(error);
    }
    diagnostics.push(error.diagnostic());
    BuildError::Mistakes(diagnostics)
}

/// A setting that this program cannot follow: it says so rather than leaving the files out.
fn unmet_setting(site: &Site) -> Option<Diagnostic> {
    if !site.config.avif || assets::HAS_AVIF {
        return None;
    }
    Some(
        Diagnostic::error("no-avif", "this program was built without AVIF")
            .on(&site.settings.place("/images/avif"))
            .hint("build it with `cargo build --release --package site --features avif`"),
    )
}

/// What a site says about its assets.
fn settings(
    options: &Options,
    (site, markups): (&Site, &[Markup]),
    store: &Arc<Store>,
) -> Settings {
    let mut settings = Settings {
        avif: site.config.avif,
        development: options.development,
        icons: icons::used(site, markups),
        verbatim: site.config.verbatim.clone(),
        ..Settings::new(Arc::clone(store))
    };
    if let Some(paper) = &site.config.paper {
        settings.paper.clone_from(paper);
    }
    settings
}

/// A page with what became of its file, and what it shows.
type Finished<F> = ((Page, F), Inspection);

/// Renders, inspects and finishes each page on one thread; both are in the order of the routes.
fn render_all<F: Send>(
    renderer: &Renderer,
    inspector: &Inspector<'_>,
    finish: impl Fn(&str, String) -> F + Sync,
) -> (Vec<Finished<F>>, Vec<Failure>) {
    let routes = inspector.site.routes.par_iter().enumerate();
    routes.partition_map(|(index, route)| match renderer.render(index) {
        Ok((text, page)) => {
            let inspection = inspector.inspect(&page, &text);
            Either::Left(((page, finish(&route.output, text)), inspection))
        }
        Err(failure) => Either::Right(*failure),
    })
}

/// Every file of the output: pages, assets, rules for hosts, kept files of earlier releases.
fn output(
    options: &Options,
    rendered: &mut Rendered<Result<File, PublishError>>,
) -> Result<(Files, Vec<Release>), BuildError> {
    let mut files = Files::new();
    let finished = std::mem::take(&mut rendered.files);
    for (page, file) in rendered.pages.iter().zip(finished) {
        let route = &rendered.site.routes[page.route];
        files.insert(route.output.clone(), file?);
        for asset in &page.assets {
            files.insert(asset.output().to_owned(), File::Asset(Arc::clone(asset)));
        }
    }
    for (_, asset) in rendered.assets.all() {
        let name = asset.output().to_owned();
        files.entry(name).or_insert(File::Asset(asset));
    }
    files.extend(headers::files(&rendered.site, &rendered.assets));
    let releases = releases::keep(&rendered.store, &options.out, &mut files);
    if options.compress {
        let compressed = crate::compress::siblings(&files)?;
        files.extend(compressed);
    }
    Ok((files, releases))
}

/// The day of the build, as `YYYY-MM-DD`: SOURCE_DATE_EPOCH when it is set, else today, in UTC.
pub fn today() -> String {
    let epoch = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|t| t.parse().ok());
    let set = epoch.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    let now = set.unwrap_or_else(jiff::Timestamp::now);
    now.strftime("%Y-%m-%d").to_string()
}
