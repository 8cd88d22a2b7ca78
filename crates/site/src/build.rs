//! The pipeline on one screen: sources, entries and routes; assets; pages; output.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use assets::{Assets, Release, Settings, Store};
use content::{AnchorCheck, Loaded, Site};
use rayon::iter::Either;
use rayon::prelude::*;
use render::{Digest, Failure, Page, Renderer};
use source::{Diagnostic, Sources, Stamp, diagnostic};

use crate::budget::Budget;
use crate::classes;
use crate::icons;
use crate::inspect::{Inspection, Inspector};
use crate::journal::{Journal, Stamps};
use crate::lock::Lock;
use crate::markup::{self, Markup};
use crate::mistakes::Known;
use crate::policy::Policy;
use crate::publish::{self, File, Files, PublishError, Staging};
use crate::releases;
use crate::rendered::{Given, Output, Rendered, Timings};
use crate::scale::Scale;
use crate::state::{Basis, State};
use crate::unwritten;
use crate::{headers, hosted, memory};

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

    /// What content is read.
    pub fn content(&self, store: &Store) -> content::Options {
        content::Options {
            drafts: self.drafts,
            today: self.today.clone(),
            coloured: Arc::new(store.table(&coloured())),
        }
    }

    fn basis<'a>(&'a self, lock: &Lock) -> Basis<'a> {
        Basis {
            fingerprint: self.fingerprint(),
            day: &self.today,
            began: lock.taken,
            root: &self.root,
            out: &self.out,
        }
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

/// A build that went well.
#[derive(Debug)]
pub struct Built {
    /// What is known of the site now, and what there is to tell.
    pub state: State,
    /// What was done; none when nothing changed, so that nothing was written.
    pub summary: Option<Summary>,
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

/// Builds a site into its output folder: renders the pages that read something which is another now, and
/// keeps the rest. On any mistake the folder is left as it was.
pub fn build(options: &Options) -> Result<Built, BuildError> {
    publish::check_output(&options.root, &options.out)?;
    let lock = Lock::acquire(&options.cache())?.with_output(&options.out)?;
    let basis = options.basis(&lock);
    let mut state = State::read(options.journal(), basis);
    let staging = Staging::beside(&options.out)?;
    let finish = |output: Output<'_>| staging.put(output.name, &output.text);
    let Some(mut rendered) = render_again(options, (&mut state, basis), finish)? else {
        return Ok(Built {
            state,
            summary: None,
        });
    };
    let mut timings = std::mem::take(&mut rendered.timings);
    let (files, releases) = timings.measure("collect", || output(options, &state, &rendered))?;
    let stamps = state.stamps(&files)?;
    let late = timings.measure("write", || match state.is_left(&options.out, &stamps) {
        true => Ok(None),
        false => staging.publish(&files, &options.cache()),
    })?;
    // From here on the new site stands: what fails now costs the next build time.
    let (rendered_now, all) = (rendered.pages.len(), rendered.site.routes.len());
    let late = late.or(releases::note(&rendered.store, &releases, rendered_now == all).err());
    timings.measure("journal", || {
        let outputs = publish::left(&options.out, stamps);
        state.advance((&mut rendered, basis), (outputs, &files));
    });
    let summary = Summary {
        rendered: rendered_now,
        kept: all - rendered_now,
        late,
        timings,
    };
    // The process ends soon: the system frees a site faster than its parts could be freed.
    std::mem::forget(rendered);
    Ok(Built {
        state,
        summary: Some(summary),
    })
}

/// Makes a site for whoever keeps it in memory: the pages that read something which is another now are
/// rendered, and nothing is written to the output. Gives every file, with what was read. On any mistake the
/// state is left as it was.
pub fn advance(
    options: &Options,
    state: &mut State,
    given: Given,
    finish: impl Fn(Output<'_>) -> File + Sync,
) -> Result<(Rendered<File>, Files), BuildError> {
    let lock = Lock::acquire(&options.cache())?;
    let finish = |output: Output<'_>| Ok(finish(output));
    let mut rendered = render(options, state, given, finish)?.finished()?;
    let files = files(options, state, &rendered);
    let basis = options.basis(&lock);
    state.advance((&mut rendered, basis), (Stamps::new(), &files));
    Ok((rendered, files))
}

/// Renders what is stale; none when nothing changed.
fn render_again(
    options: &Options,
    (state, basis): (&mut State, Basis<'_>),
    finish: impl Fn(Output<'_>) -> Result<File, PublishError> + Sync,
) -> Result<Option<Rendered<File>>, BuildError> {
    let begun = Instant::now();
    let given = Given::list(&options.root);
    if given.found.is_empty() && state.is_current(basis, &given.sources)? {
        return Ok(None);
    }
    state.recall();
    let listed = ("sources", begun.elapsed());
    let mut rendered = render(options, state, given, finish)?.finished()?;
    rendered.timings.0.insert(0, listed);
    Ok(Some(rendered))
}

/// Renders every route of which the state does not have the right page. Every stage goes on after mistakes,
/// so that one run reports all. `finish` is given each output by the thread that rendered it.
pub fn render<F: Send>(
    options: &Options,
    state: &State,
    given: Given,
    finish: impl Fn(Output<'_>) -> F + Sync,
) -> Result<Rendered<F>, BuildError> {
    let mut timings = Timings::default();
    let store = Arc::new(Store::open(options.cache()));
    let sources = Arc::new(given.sources);
    let load = || load(options, (&store, &sources), given.loaded);
    let loaded = timings.measure("content", load)?;
    let told = loaded.diagnostics.clone();
    let (site, mut diagnostics, anchors) = read(loaded, given.found)?;
    let markups = markup::read(&site);
    let settings = settings(options, (&site, &markups), &store);
    let load = || load_assets(state, &sources, settings);
    let (assets, found) = match timings.measure("assets", load) {
        Ok(loaded) => loaded,
        Err(error) => return Err(without_assets(error, diagnostics)),
    };
    diagnostics.extend(impossible_names((&site, &markups), &assets, found));
    let known = Known::new(&site, &diagnostics);
    let site = Arc::new(known.listed(site));
    let (renderer, found) = timings.measure("templates", || Renderer::new(&site, &assets));
    diagnostics.extend(found);
    let rules = rules(&site, &assets);
    let ask = || stale(options, state, (&site, &renderer, &assets), rules);
    let stale = timings.measure("stale", ask);
    let policy = Policy::new(&site, &assets, &sources);
    let mut inspector = Inspector::new(&site, &markups, policy, &anchors);
    let scale = Scale::read(&store);
    inspector.budget = (!options.development).then(|| Budget::new(&site, &assets, &scale));
    // After a mistake pages are rendered for theirs alone.
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let finish = |output: Output<'_>| is_sound.then(|| finish(output));
    let order = order(&site, &stale, &given.first);
    let all = || render_all((&renderer, &assets), order, &inspector, finish);
    let (finished, failures) = timings.measure("pages", all);
    let ((pages, files), inspections): ((Vec<_>, Vec<_>), _) = finished.into_iter().unzip();
    diagnostics.extend(assets.console());
    diagnostics.extend(known.behind(&site, failures, &diagnostics));
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
        renderer: Arc::new(renderer),
        told,
        anchors,
        pages,
        files: files.into_iter().flatten().collect(),
        rules,
        diagnostics,
        timings,
    })
}

/// Reads the content, unless it is known; code that an earlier build coloured is not coloured again.
fn load(
    options: &Options,
    (store, sources): (&Store, &Sources),
    known: Option<Loaded>,
) -> Result<Loaded, source::ReadError> {
    if let Some(known) = known {
        return Ok(known);
    }
    let loaded = content::load(sources, &options.content(store))?;
    store.keep_table(&coloured(), &loaded.coloured);
    Ok(loaded)
}

/// Makes scripts, styles and images, with the helper of the last build when it still runs.
fn load_assets(
    state: &State,
    sources: &Arc<Sources>,
    settings: Settings,
) -> Result<(Arc<Assets>, Vec<Diagnostic>), assets::Error> {
    let (assets, found) = match &state.assets {
        Some(previous) => previous.reload(sources, settings)?,
        None => Assets::load(sources, settings)?,
    };
    Ok((Arc::new(assets), found))
}

/// Where coloured code is kept, by what its HTML depends on beside the code.
fn coloured() -> String {
    format!("code-{}.json", content::HIGHLIGHT_RECIPE)
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

/// Classes, icons and addresses that cannot be, beside what was found wrong with assets.
fn impossible_names(
    (site, markups): (&Site, &[Markup]),
    assets: &Assets,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // A style sheet that cannot be read has no classes.
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(classes::unknown(markups, assets));
    }
    found.extend(icons::unknown(site, markups, assets));
    found.extend(hosted::mistakes(site, assets));
    found
}

/// Which pages have to be rendered. What islands write that were asked for only to know this is not told,
/// but what those of kept pages do.
fn stale(
    options: &Options,
    state: &State,
    (site, renderer, assets): (&Site, &Renderer, &Assets),
    rules: Digest,
) -> Vec<bool> {
    let stale = state.stale((site, renderer), rules, &options.out);
    assets.forget_console();
    state.hear((site, renderer), &stale);
    stale
}

/// What finished pages are judged by beside what they read: a page that is kept was found to be right.
fn rules(site: &Site, assets: &Assets) -> Digest {
    let policy = headers::content_security_policy(site, assets);
    let budgets = format!("{:?}", site.config.budgets);
    Digest::of(&(policy, budgets))
}

/// A page with what became of its file, and what it shows.
type Finished<F> = ((Page, F), Inspection);

/// The routes that are to be rendered: those that somebody waits for, and the others.
fn order(site: &Site, stale: &[bool], first: &[String]) -> [Vec<usize>; 2] {
    let stale = (0..stale.len()).filter(|route| stale[*route]);
    let is_first = |route: &usize| first.contains(&site.routes[*route].output);
    <[_; 2]>::from(stale.partition::<Vec<_>, _>(is_first))
}

/// Renders, inspects and finishes each page on one thread; both are in the order of the routes.
fn render_all<F: Send>(
    (renderer, assets): (&Renderer, &Assets),
    order: [Vec<usize>; 2],
    inspector: &Inspector<'_>,
    finish: impl Fn(Output<'_>) -> F + Sync,
) -> (Vec<Finished<F>>, Vec<Failure>) {
    let routes = &inspector.site.routes;
    let render = |route: usize| match memory::watched(&routes[route], || renderer.render(route)) {
        Ok((text, page)) => {
            let inspection = inspector.inspect(&page, &text);
            let file = finish(Output {
                name: &routes[route].output,
                text,
                page: &page,
                assets,
            });
            Either::Left(((page, file), inspection))
        }
        Err(failure) => Either::Right(*failure),
    };
    let (mut finished, mut failures) = (Vec::new(), Vec::new());
    for some in order {
        let (pages, failed): (Vec<_>, Vec<_>) = some.into_par_iter().partition_map(render);
        finished.extend(pages);
        failures.extend(failed);
    }
    finished.sort_by_key(|((page, _), _)| page.route);
    failures.sort_by_key(|failure: &Failure| failure.route);
    (finished, failures)
}

/// Every file of a site: pages, assets, rules for hosts.
fn files(options: &Options, state: &State, rendered: &Rendered<File>) -> Files {
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
    let rendered_now: HashSet<usize> = rendered.pages.iter().map(|p| p.route).collect();
    let routes = rendered.site.routes.iter().enumerate();
    for (_, route) in routes.filter(|(route, _)| !rendered_now.contains(route)) {
        state.keep(&route.output, &options.out, &mut files);
    }
    files.extend(headers::files(&rendered.site, &rendered.assets));
    files
}

/// Every file of the output: those of the site, compressed ones, and kept ones of earlier releases.
pub fn output(
    options: &Options,
    state: &State,
    rendered: &Rendered<File>,
) -> Result<(Files, Vec<Release>), BuildError> {
    let mut files = files(options, state, rendered);
    let releases = releases::keep(&rendered.store, &options.out, &mut files);
    if options.compress {
        let compressed = crate::compress::siblings(&files)?;
        files.extend(compressed);
    }
    Ok((files, releases))
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
