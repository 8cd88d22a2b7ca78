//! The pipeline on one screen: sources, entries and routes; assets; pages; output.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assets::{Assets, Release, Settings, Store};
use content::{AnchorCheck, Loaded, Site};
use rayon::iter::Either;
use rayon::prelude::*;
use render::{Digest, Failure, Page, Renderer};
use source::{Diagnostic, Sources, Stamp, diagnostic};

use crate::budget::Budget;
use crate::classes;
use crate::headers;
use crate::icons;
use crate::inspect::{Inspection, Inspector};
use crate::journal::{Journal, Told};
use crate::left_out;
use crate::lock::Lock;
use crate::markup::{self, Markup};
use crate::mistakes::Known;
use crate::policy::Policy;
use crate::publish::{self, File, Files, PublishError, Staging};
use crate::releases;
use crate::scale::Scale;
use crate::state::{Basis, State};
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

    /// Where a build writes down what the next one asks.
    pub fn journal(&self) -> Journal {
        Journal::at(self.cache().join(match self.development {
            true => "serve.journal",
            false => "journal",
        }))
    }

    /// The program, what it is asked for, and the output folder; the day stands apart.
    fn fingerprint(&self) -> Digest {
        let out = std::path::absolute(&self.out).unwrap_or_default();
        let flags = (self.drafts, self.compress, self.development);
        Digest::of(&(program(), out, flags))
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
    fn finished(self) -> Result<Rendered<File>, PublishError> {
        let files: Result<_, _> = self.files.into_iter().collect();
        Ok(Rendered {
            files: files?,
            store: self.store,
            sources: self.sources,
            site: self.site,
            markups: self.markups,
            assets: self.assets,
            pages: self.pages,
            rules: self.rules,
            diagnostics: self.diagnostics,
            timings: self.timings,
        })
    }
}

/// A site that was written.
#[derive(Debug)]
pub struct Built {
    /// What was read.
    pub site: Arc<Site>,
    /// Scripts, styles, images.
    pub assets: Arc<Assets>,
    /// The names of all files below the output folder.
    pub files: BTreeSet<String>,
    /// What to tell the author.
    pub summary: Summary,
}

/// What a build did.
#[derive(Debug)]
pub struct Summary {
    /// What there is now.
    pub told: Told,
    /// How many pages were rendered.
    pub rendered: usize,
    /// How many others stayed as they were.
    pub kept: usize,
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

/// Builds a site into its output folder: renders the pages that read something which is another now, and
/// keeps the rest. None when nothing changed: then nothing was written, and the state knows what there is to
/// tell. On any error the folder and the state are left as they were. A long-lived caller hands the state to
/// its next build.
pub fn build(options: &Options, state: &mut State) -> Result<Option<Built>, BuildError> {
    publish::check_output(&options.root, &options.out)?;
    let lock = Lock::acquire(&options.cache())?;
    let mut timings = Timings::default();
    let (sources, found) = timings.measure("sources", || Sources::list(&options.root));
    let basis = Basis {
        fingerprint: options.fingerprint(),
        day: &options.today,
        began: lock.taken,
        root: &options.root,
        out: &options.out,
    };
    let journal = options.journal();
    state.open(&journal, basis);
    if found.is_empty() && state.is_current(basis, (&sources, &journal))? {
        return Ok(None);
    }
    state.recall(&journal);
    let staging = Staging::beside(&options.out)?;
    let finish = |name: &str, text| match state.keeps_pages() {
        true => Ok(File::Text(Arc::new(text))),
        false => staging.put(name, &text),
    };
    let mut rendered = render(options, state, (sources, found), finish)?.finished()?;
    timings.0.append(&mut rendered.timings.0);
    let (files, releases) = timings.measure("collect", || output(options, state, &rendered))?;
    let stamps = state.stamps(&files)?;
    timings.measure("write", || match state.is_left(&options.out, &stamps) {
        true => Ok(()),
        false => staging.publish(&files),
    })?;
    rendered.store.write(releases::LIST, &releases)?;
    let told = told(&rendered, &files);
    let count = rendered.pages.len();
    if count == rendered.site.routes.len() {
        rendered.store.prune()?;
    }
    timings.measure("journal", || {
        let outputs = publish::left(&options.out, stamps);
        let pages = rendered.pages.into_iter().zip(rendered.files).collect();
        state.advance(&rendered.site, pages, rendered.rules);
        let made = (&*rendered.sources, &rendered.assets);
        let (head, pages) = state.finish(basis, made, (outputs, told.clone()));
        // Without a journal the next build does everything again.
        let _ = journal.write(head, pages);
    });
    Ok(Some(Built {
        files: files.into_keys().collect(),
        summary: Summary {
            told,
            kept: rendered.site.routes.len() - count,
            rendered: count,
            timings,
        },
        site: rendered.site,
        assets: rendered.assets,
    }))
}

/// Renders every route of which the state does not have the right page. Every stage goes on after mistakes,
/// so that one run reports all. `finish` is given each output's name and text by the thread that rendered it.
pub fn render<F: Send>(
    options: &Options,
    state: &State,
    (sources, found): (Sources, Vec<Diagnostic>),
    finish: impl Fn(&str, String) -> F + Sync,
) -> Result<Rendered<F>, BuildError> {
    let mut timings = Timings::default();
    let store = Arc::new(Store::open(options.cache()));
    let sources = Arc::new(sources);
    let loaded = timings.measure("content", || load(options, &store, &sources));
    let (site, mut diagnostics, anchors) = read(loaded?, found)?;
    let markups = markup::read(&site);
    let settings = settings(options, (&site, &markups), &store);
    let loaded = timings.measure("assets", || match &state.assets {
        Some(previous) => previous.reload(&sources, settings),
        None => Assets::load(&sources, settings),
    });
    let (assets, found) = match loaded {
        Ok((assets, found)) => (Arc::new(assets), found),
        Err(error) => return Err(without_assets(error, diagnostics)),
    };
    diagnostics.extend(unknown_names((&site, &markups), &assets, found));
    let known = Known::new(&site, &diagnostics);
    let site = Arc::new(known.listed(site));
    let (renderer, found) = timings.measure("templates", || Renderer::new(&site, &assets));
    diagnostics.extend(found);
    let rules = rules(&site, &assets);
    let ask = || state.stale((&site, &renderer), rules, &options.out);
    let stale = timings.measure("stale", ask);
    let policy = Policy::new(&site, &assets, &sources);
    let mut inspector = Inspector::new(&site, &markups, policy, &anchors);
    let scale = Scale::read(&store);
    inspector.budget = (!options.development).then(|| Budget::new(&site, &assets, &scale));
    // After a mistake pages are rendered for theirs alone.
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let finish = |name: &str, text| is_sound.then(|| finish(name, text));
    let (finished, failures) = timings.measure("pages", || {
        render_all((&renderer, &stale), &inspector, finish)
    });
    let ((pages, files), inspections): ((Vec<_>, Vec<_>), Vec<_>) = finished.into_iter().unzip();
    diagnostics.extend(assets.console());
    let found = known.behind(&site, failures, &diagnostics);
    diagnostics.extend(found);
    diagnostics.extend(timings.measure("checks", || inspector.judge(&pages, inspections)));
    let kept = |route: usize| {
        let output = &site.routes[route].output;
        (!stale[route]).then(|| state.text(output, &options.out))?
    };
    diagnostics.extend(inspector.kept(kept));
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
        rules,
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

/// The site that was read, what there is to tell of it, and the anchors that its pages must have.
fn read(
    loaded: Loaded,
    found: Vec<Diagnostic>,
) -> Result<(Site, Vec<Diagnostic>, Vec<AnchorCheck>), BuildError> {
    let mut diagnostics = loaded.diagnostics;
    diagnostics.extend(found);
    let Some(site) = loaded.site else {
        return Err(BuildError::Mistakes(diagnostics));
    };
    diagnostics.extend(unmet_setting(&site));
    let found = unwritten::warnings(&site, &diagnostics);
    diagnostics.extend(found);
    Ok((site, diagnostics, loaded.anchors))
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

/// The classes and icons that assets do not have, beside what was found wrong with these.
fn unknown_names(
    (site, markups): (&Site, &[Markup]),
    assets: &Assets,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // A style sheet that cannot be read has no classes.
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(classes::unknown(markups, assets));
    }
    found.extend(icons::unknown(site, markups, assets));
    found
}

/// What finished pages are judged by beside what they read: a page that is kept was found to be right.
fn rules(site: &Site, assets: &Assets) -> Digest {
    let policy = headers::content_security_policy(site, assets);
    let budgets = format!("{:?}", site.config.budgets);
    Digest::of(&(policy, budgets))
}

/// A page with what became of its file, and what it shows.
type Finished<F> = ((Page, F), Inspection);

/// Renders, inspects and finishes each page on one thread; both are in the order of the routes.
fn render_all<F: Send>(
    (renderer, stale): (&Renderer, &[bool]),
    inspector: &Inspector<'_>,
    finish: impl Fn(&str, String) -> F + Sync,
) -> (Vec<Finished<F>>, Vec<Failure>) {
    let routes = inspector.site.routes.par_iter().enumerate();
    let routes = routes.filter(|(index, _)| stale[*index]);
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
    state: &State,
    rendered: &Rendered<File>,
) -> Result<(Files, Vec<Release>), BuildError> {
    let mut files = Files::new();
    for (page, file) in rendered.pages.iter().zip(&rendered.files) {
        let route = &rendered.site.routes[page.route];
        files.insert(route.output.clone(), file.clone());
        for asset in &page.assets {
            files.insert(asset.output().to_owned(), File::Asset(Arc::clone(asset)));
        }
    }
    for (_, asset) in rendered.assets.all() {
        let name = asset.output().to_owned();
        files.entry(name).or_insert(File::Asset(asset));
    }
    let rendered_now: HashSet<usize> = rendered.pages.iter().map(|page| page.route).collect();
    let routes = rendered.site.routes.iter().enumerate();
    for (_, route) in routes.filter(|(route, _)| !rendered_now.contains(route)) {
        state.keep(&route.output, &options.out, &mut files);
    }
    files.extend(headers::files(&rendered.site, &rendered.assets));
    let releases = releases::keep(&rendered.store, &options.out, &mut files);
    if options.compress {
        let compressed = crate::compress::siblings(&files)?;
        files.extend(compressed);
    }
    Ok((files, releases))
}

/// What there is to tell of a site that was written.
fn told(rendered: &Rendered<File>, files: &Files) -> Told {
    let warnings = rendered.diagnostics.iter();
    Told {
        documents: files.keys().filter(|name| name.ends_with(".html")).count(),
        files: files.len(),
        bytes: files.values().map(File::len).sum(),
        warnings: warnings
            .map(|d| [d.render(false), d.render(true)])
            .collect(),
        left_out: left_out::summary(&rendered.site),
    }
}

/// What tells this program from another one: a copy of it counts as another.
fn program() -> Option<(PathBuf, u64, u64)> {
    let path = std::env::current_exe().ok()?;
    let stamp = Stamp::of(&path)?;
    Some((path, stamp.len, stamp.modified))
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
