//! The pipeline on one screen: sources, entries and routes; assets; pages; output.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use assets::{Assets, Release};
use content::Site;
use render::{Digest, Page, Read, Renderer};
use source::{Diagnostic, diagnostic};

use crate::budget::Budget;
use crate::failure::BuildError;
use crate::ground::{Given, Ground};
use crate::host::{self, Hosting};
use crate::inspect::Inspector;
use crate::journal::Stamps;
use crate::lock::Lock;
use crate::mistakes::KnownMistakes;
use crate::options::{Basis, Options};
use crate::pages::{Finished, Stage};
use crate::places::with_data;
use crate::publish::{self, File, Files, PublishError, Staging, mirror};
use crate::releases;
use crate::rendered::{Output, Rendered, Summary};
use crate::scale::Scale;
use crate::state::{BuildOutcome, State};
use crate::timings::Timings;
use crate::{compress, headers, lint, mistakes};

/// A build that went well.
#[derive(Debug)]
pub struct Built {
    /// What is known of the site now, and what there is to tell.
    pub state: State,
    /// What was done; none when nothing changed, so that nothing was written.
    pub summary: Option<Summary>,
    /// Whether the output had been removed, and was put back.
    pub is_put_back: bool,
}

/// Builds a site into its output folder: renders the pages that read something which is another now, and
/// keeps the rest. On any mistake the folder is left as it was.
pub fn build(options: &Options) -> Result<Built, BuildError> {
    publish::check_output(&options.root, &options.out, &options.cache())?;
    let lock = Lock::acquire(&options.cache(), options.wait)?.with_output(&options.out)?;
    let basis = options.basis(&lock);
    let state = State::read(options.journal(), basis, &options.cache());
    let staging = Staging::beside(&options.out)?;
    let (out, cache) = (&options.out, options.cache());
    let is_put_back = state.is_known() && mirror::put_back(out, &cache)?;
    let before = state.left().filter(|left| mirror::is_kept(left)).cloned();
    let mut built = build_again(options, state, basis, staging);
    match &mut built {
        Ok(built) => {
            built.is_put_back = is_put_back;
            let is_new = is_put_back || built.summary.is_some();
            if let (true, Some(left)) = (is_new, built.state.left()) {
                // What was put back has left its place.
                let before = before.filter(|_| !is_put_back).unwrap_or_default();
                mirror::keep(out, &before, left, &cache);
            }
        }
        Err(_) if is_put_back => mirror::take_away(out, &cache),
        Err(_) => {}
    }
    built
}

/// Brings the output up to date, which is as it was left or not there.
fn build_again(
    options: &Options,
    mut state: State,
    basis: Basis<'_>,
    staging: Staging,
) -> Result<Built, BuildError> {
    let finish = |output: Output<'_>| staging.put(output.name, &output.text);
    let Some((mut rendered, files)) = render_again(options, &mut state, basis, finish)? else {
        return Ok(Built {
            state,
            summary: None,
            is_put_back: false,
        });
    };
    let mut timings = std::mem::take(&mut rendered.timings);
    let collect = || output(options, &mut state, &rendered, &files);
    let (all, releases) = timings.measure("collect", collect)?;
    let stamps = state.stamps(&all)?;
    let late = timings.measure("write", || match state.others(&stamps).as_deref() {
        Some([]) => Ok(None),
        Some([name]) => staging.replace(name, &all, &options.cache()),
        _ => staging.publish(&all, &options.cache()),
    })?;
    // From here on the new site stands: what fails now costs the next build time.
    let (rendered_now, pages) = (rendered.pages.len(), rendered.ground.site.routes.len());
    let store = &rendered.ground.store;
    let late = late.or(releases::note(store, &releases, rendered_now == pages).err());
    timings.measure("journal", || {
        let outputs = || publish::left(&options.out, stamps);
        let made = BuildOutcome {
            rendered: &mut rendered,
            files,
            all: &all,
        };
        state.advance(basis, made, outputs);
    });
    let summary = Summary {
        rendered: rendered_now,
        kept: pages - rendered_now,
        late,
        timings,
    };
    // The process ends soon: the system frees a site faster than its parts could be freed.
    std::mem::forget(rendered);
    Ok(Built {
        state,
        summary: Some(summary),
        is_put_back: false,
    })
}

/// Makes a site for whoever keeps it in memory: the pages that read something which is another now are
/// rendered, and nothing is written to the output. Gives every file, with what was rendered, of which the state
/// has the pages. On any mistake the state is left as it was. The cache forgets what is not used when all pages were
/// rendered.
pub fn advance(
    options: &Options,
    state: &mut State,
    given: Given,
    finish: impl Fn(Output<'_>) -> File + Sync,
) -> Result<(Rendered, Files), BuildError> {
    let lock = Lock::acquire(&options.cache(), options.wait)?;
    let (mut rendered, files) = render(options, state, given, finish)?;
    let all = site_files(state, &rendered, &files)?;
    if rendered.pages.len() == rendered.ground.site.routes.len() {
        rendered.ground.store.prune()?;
    }
    let made = BuildOutcome {
        rendered: &mut rendered,
        files,
        all: &all,
    };
    state.advance(options.basis(&lock), made, Stamps::new);
    Ok((rendered, all))
}

/// Renders what is stale, and gives it with the files of these pages; none when nothing changed.
fn render_again(
    options: &Options,
    state: &mut State,
    basis: Basis<'_>,
    finish: impl Fn(Output<'_>) -> Result<File, PublishError> + Sync,
) -> Result<Option<(Rendered, Vec<File>)>, BuildError> {
    let begun = Instant::now();
    let mut given = Given::list(&options.root);
    given.sources = given.sources.sparing();
    if given.found.is_empty() && state.is_current(basis, &given.sources)? {
        return Ok(None);
    }
    given.texts = state.recall();
    let listed = ("sources", begun.elapsed());
    let (mut rendered, files) = render(options, state, given, finish)?;
    let files: Result<Vec<File>, _> = files.into_iter().collect();
    rendered.timings.0.insert(0, listed);
    Ok(Some((rendered, files?)))
}

/// Renders every route of which the state does not have the right page. Every stage goes on after mistakes,
/// so that one run reports all. `finish` is given each output by the thread that rendered it; what it makes of them
/// stands beside the pages, in their order.
pub fn render<F: Send>(
    options: &Options,
    state: &State,
    given: Given,
    finish: impl Fn(Output<'_>) -> F + Sync,
) -> Result<(Rendered, Vec<F>), BuildError> {
    let mut timings = Timings::default();
    let (first, last) = (given.first.clone(), given.renderer.clone());
    let (mut ground, mut diagnostics) = Ground::read(options, state.assets(), given, &mut timings)?;
    let known = KnownMistakes::new(&ground.site, &diagnostics);
    ground.site = Arc::new(known.listed(Arc::unwrap_or_clone(ground.site)));
    let Ground { site, assets, .. } = &ground;
    let (renderer, found) = timings.measure("templates", || renderer(last, site, assets));
    diagnostics.extend(found);
    let meta = meta(options, site, assets);
    let rules = rules(site, assets, &meta);
    let stale = timings.measure("stale", || stale(state, &ground, &renderer, rules));
    let mut inspector = Inspector::of(&ground);
    let scale = Scale::read(&ground.store);
    inspector.budget = (!options.development).then(|| Budget::new(site, assets, &scale));
    // After a mistake pages are rendered for theirs alone.
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let finish = |output: Output<'_>| is_sound.then(|| finish(output));
    let order = order(site, &stale, &first);
    let stage = Stage {
        renderer: &renderer,
        inspector: &inspector,
        assets,
        meta: &meta,
        format: options.format,
    };
    let Finished {
        pages,
        files,
        inspections,
        failures,
    } = timings.measure("pages", || stage.run(&order, finish));
    diagnostics.extend(assets.console());
    diagnostics.extend(known.behind(site, with_data(failures, &ground.sources), &diagnostics));
    diagnostics.extend(timings.measure("checks", || inspector.judge(&pages, inspections)));
    let kept = |route: usize| {
        let output = &site.routes[route].output;
        (!stale[route]).then(|| state.text(output))?
    };
    diagnostics.extend(inspector.kept(kept));
    if options.compress {
        diagnostics.extend(compress::too_large(assets));
    }
    let reads = reads(&pages).chain(state.asked(site, &stale));
    let judged = judged(diagnostics, || lint::found(&ground, reads));
    if !options.development {
        scale.keep(&ground.store);
        assets.keep_readings();
    }
    ground.sources.unchanged()?;
    let rendered = Rendered {
        ground,
        renderer: Arc::new(renderer),
        pages,
        rules,
        diagnostics: judged?,
        timings,
    };
    Ok((rendered, files.into_iter().flatten().collect()))
}

/// What pages asked for while they were rendered.
fn reads(pages: &[Page]) -> impl Iterator<Item = &Read> {
    let all = pages.iter().flat_map(|page| &page.reads);
    all.map(|(read, _)| &**read)
}

/// All that there is to tell, in order, of a site that may be built. What lies idle is told of a sound one alone.
fn judged(
    mut diagnostics: Vec<Diagnostic>,
    idle: impl FnOnce() -> Vec<Diagnostic>,
) -> Result<Vec<Diagnostic>, BuildError> {
    mistakes::without_consequences(&mut diagnostics);
    let has_failed = |told: &[Diagnostic]| told.iter().any(Diagnostic::is_error);
    if !has_failed(&diagnostics) {
        diagnostics.extend(idle());
    }
    diagnostic::sort(&mut diagnostics);
    match has_failed(&diagnostics) {
        true => Err(BuildError::Mistakes(diagnostics)),
        false => Ok(diagnostics),
    }
}

/// What renders the pages: what rendered those of a site with the same templates, or a new one.
fn renderer(
    last: Option<Arc<Renderer>>,
    site: &Arc<Site>,
    assets: &Arc<Assets>,
) -> (Renderer, Vec<Diagnostic>) {
    match last {
        Some(last) => (last.over(site, assets), Vec::new()),
        None => Renderer::new(site, assets),
    }
}

/// Which pages have to be rendered. What islands write that were asked for only to know this is not told,
/// but what those of kept pages do.
fn stale(state: &State, ground: &Ground, renderer: &Renderer, rules: Digest) -> Vec<bool> {
    let stale = state.stale(&ground.site, renderer, rules);
    ground.assets.forget_console();
    state.hear(&ground.site, renderer, &stale);
    stale
}

/// Tags that finished pages get; none while developing, where the server sends headers.
fn meta(options: &Options, site: &Site, assets: &Assets) -> String {
    let tags = (!options.development).then(|| headers::meta(site, assets));
    tags.unwrap_or_default()
}

/// What finished pages are judged by beside what they read: a page that is kept was found to be right.
fn rules(site: &Site, assets: &Assets, meta: &str) -> Digest {
    let policy = headers::content_security_policy(site, assets);
    let budgets = format!("{:?}", site.config.budgets);
    Digest::of(&(policy, budgets, meta))
}

/// The routes that are to be rendered: those that somebody waits for, and the others.
fn order(site: &Site, stale: &[bool], first: &[String]) -> [Vec<usize>; 2] {
    let stale = (0..stale.len()).filter(|route| stale[*route]);
    let is_first = |route: &usize| first.contains(&site.routes[*route].output);
    <[_; 2]>::from(stale.partition::<Vec<_>, _>(is_first))
}

/// Every file of a site: pages, assets, what the search asks, rules for hosts. `files` are those of the pages that were
/// rendered.
fn site_files(
    state: &mut State,
    rendered: &Rendered,
    files: &[File],
) -> Result<Files, PublishError> {
    let Ground { site, assets, .. } = &rendered.ground;
    let mut all = Files::new();
    for (page, file) in rendered.pages.iter().zip(files) {
        all.insert(site.routes[page.route].output.clone(), file.clone());
        for asset in &page.assets {
            all.insert(asset.output().to_owned(), File::Asset(Arc::clone(asset)));
        }
    }
    for (_, asset) in assets.all() {
        let name = asset.output().to_owned();
        all.entry(name).or_insert(File::Asset(asset));
    }
    let rendered_now: HashSet<usize> = rendered.pages.iter().map(|p| p.route).collect();
    let routes = site.routes.iter().enumerate();
    for (_, route) in routes.filter(|(route, _)| !rendered_now.contains(route)) {
        state.keep(&route.output, &mut all);
    }
    let index = state.index(site, &all)?;
    all.extend(index);
    all.extend(host::files(&Hosting::of(site, assets)));
    Ok(all)
}

/// Every file of the output: those of the site, compressed ones, and kept ones of earlier releases. `files` are those of
/// the pages that were rendered.
pub fn output(
    options: &Options,
    state: &mut State,
    rendered: &Rendered,
    files: &[File],
) -> Result<(Files, Vec<Release>), BuildError> {
    let mut all = site_files(state, rendered, files)?;
    let releases = releases::keep(&rendered.ground.store, &options.out, &mut all);
    if options.compress {
        let compressed = compress::siblings(&all)?;
        all.extend(compressed);
    }
    Ok((all, releases))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use source::Sources;

    use super::*;

    /// The example that has no islands, in a folder of its own.
    fn example() -> (tempfile::TempDir, Options) {
        let folder = tempfile::tempdir().expect("a folder");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/minimal");
        let (sources, _) = Sources::list(&from);
        for path in sources.paths() {
            let to = folder.path().join(path);
            fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            fs::copy(from.join(path), to).expect("copied");
        }
        let options = Options::trial(folder.path());
        (folder, options)
    }

    #[test]
    fn a_text_that_is_another_when_it_is_read_again_stops_the_build() {
        let (_folder, options) = example();
        let path = "content/articles/first-steps.md";
        let render = |change: bool| {
            let mut given = Given::list(&options.root);
            given.sources = given.sources.sparing();
            let text = given.sources.text(path).expect("read").expect("listed");
            text.expect("a text").let_go();
            if change {
                fs::write(options.root.join(path), "something else").expect("written");
            }
            render(&options, &State::default(), given, |_| ()).map(|_| ())
        };
        render(false).expect("the same text, read again");
        let BuildError::Read(error) = render(true).expect_err("another text") else {
            panic!("told as a mistake of the author");
        };
        assert_eq!(error.path, options.root.join(path));
        let advice = error.to_string();
        assert!(advice.contains("build again"), "{advice}");
    }
}
