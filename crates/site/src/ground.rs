//! What pages are rendered from: content and assets, read, made and checked.

use std::path::Path;
use std::sync::Arc;

use assets::{Assets, Settings, Store};
use content::text::Remembered;
use content::{AnchorCheck, Loaded, Parsed, Site};
use render::Renderer;
use source::{Diagnostic, Sources, diagnostic};

use crate::failure::BuildError;
use crate::lint::{blocks, conflicts, placeholders, unknown_classes};
use crate::markup::{self, Markup};
use crate::options::{Options, coloured};
use crate::timings::Timings;
use crate::{addresses, icons, mistakes, search};

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

/// What pages are rendered from.
#[derive(Debug)]
pub struct Ground {
    /// What is kept between builds.
    pub store: Arc<Store>,
    /// The site's files.
    pub sources: Arc<Sources>,
    /// What was read.
    pub site: Arc<Site>,
    /// What its templates write out.
    pub markups: Vec<Markup>,
    /// Scripts, styles, images.
    pub assets: Arc<Assets>,
    /// The anchors that its pages must have.
    pub anchors: Vec<AnchorCheck>,
    /// What there was to tell of the content.
    pub told: Vec<Diagnostic>,
    /// Its entries as they were parsed, for whoever builds again from memory.
    pub parsed: Option<Arc<Parsed>>,
}

impl Ground {
    /// Reads the content and makes the assets, with the helper of a build before when it still runs; gives all that was
    /// found with them. Every stage goes on after mistakes.
    pub fn read(
        options: &Options,
        previous: Option<&Arc<Assets>>,
        given: Given,
        timings: &mut Timings,
    ) -> Result<(Self, Vec<Diagnostic>), BuildError> {
        let store = given
            .store
            .unwrap_or_else(|| match previous.map(|assets| assets.store()) {
                Some(store) if store.folder() == options.cache() => store.again(),
                _ => Store::open(options.cache()),
            });
        let store = Arc::new(store);
        let sources = Arc::new(given.sources);
        let before = given.parsed.clone();
        let known = LastContent {
            loaded: given.loaded,
            texts: given.texts,
            entries: given.parsed,
        };
        let load = || load(options, &store, &sources, known);
        let mut loaded = timings.measure("content", load)?;
        let parsed = loaded.parsed.take().filter(|_| options.development);
        let parsed = parsed.map(Arc::new).or(before);
        let told = loaded.diagnostics.clone();
        let (site, mut diagnostics, anchors) = site_of(loaded, given.found)?;
        let lost = addresses::lost(&site, &sources, &diagnostics)?;
        diagnostics.extend(lost);
        let markups = markup::read(&site, &given.markups);
        diagnostics.extend(blocks::mistakes(&markups));
        let settings = settings(options, &site, &markups, &store);
        let load = || load_assets(previous, &sources, settings);
        let (assets, found) = match timings.measure("assets", load) {
            Ok(loaded) => loaded,
            Err(error) => return Err(without_assets(error, diagnostics)),
        };
        diagnostics.extend(impossible_names(&site, &markups, &assets, found));
        let ground = Self {
            store,
            sources,
            site: Arc::new(site),
            markups,
            assets,
            anchors,
            told,
            parsed,
        };
        Ok((ground, diagnostics))
    }
}

/// What the last build knew of the content: the whole, its texts, its entries.
struct LastContent {
    loaded: Option<Loaded>,
    texts: Option<Arc<dyn Remembered>>,
    entries: Option<Arc<Parsed>>,
}

/// Reads the content, unless it is known; code that an earlier build coloured is not coloured again, and texts and entries
/// that the last one knew are not read again.
fn load(
    options: &Options,
    store: &Store,
    sources: &Sources,
    known: LastContent,
) -> Result<Loaded, source::ReadError> {
    if let Some(loaded) = known.loaded {
        return Ok(loaded);
    }
    let content = content::LoadOptions {
        texts: known.texts,
        entries: known.entries,
        ..options.content(store)
    };
    let mut loaded = content::load(sources, &content)?;
    store.keep_table(&coloured(), &loaded.coloured);
    // While a text is being written only the day itself counts.
    if !options.development {
        let warnings = content::ahead(sources, &content, &loaded)?;
        loaded.diagnostics.extend(warnings);
    }
    Ok(loaded)
}

/// Makes scripts, styles and images, with the helper of the last build when it still runs.
fn load_assets(
    previous: Option<&Arc<Assets>>,
    sources: &Arc<Sources>,
    settings: Settings,
) -> Result<(Arc<Assets>, Vec<Diagnostic>), assets::Error> {
    let (assets, found) = match previous {
        Some(previous) => previous.reload(sources, settings)?,
        None => Assets::load(sources, settings)?,
    };
    Ok((Arc::new(assets), found))
}

/// The site that was read, what there is to tell of it, and the anchors that its pages must have.
fn site_of(
    loaded: Loaded,
    found: Vec<Diagnostic>,
) -> Result<(Site, Vec<Diagnostic>, Vec<AnchorCheck>), BuildError> {
    let mut diagnostics = loaded.diagnostics;
    diagnostics.extend(found);
    mistakes::without_consequences(&mut diagnostics);
    let Some(site) = loaded.site else {
        return Err(BuildError::Mistakes(diagnostics));
    };
    diagnostics.extend(unmet_setting(&site));
    diagnostics.extend(search::mistakes(&site));
    let found = placeholders::warnings(&site, &diagnostics);
    diagnostics.extend(found);
    Ok((site, diagnostics, loaded.anchors))
}

/// The author's mistakes are told even when the world fails.
fn without_assets(error: assets::Error, mut diagnostics: Vec<Diagnostic>) -> BuildError {
    let is_mistake = matches!(error, assets::Error::Mistake(_));
    if !is_mistake && !diagnostics.iter().any(Diagnostic::is_error) {
        return BuildError::Assets(error);
    }
    diagnostics.push(error.diagnostic());
    mistakes::without_consequences(&mut diagnostics);
    // A template that may not be read was told when its text was asked for.
    diagnostic::sort(&mut diagnostics);
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
fn settings(options: &Options, site: &Site, markups: &[Markup], store: &Arc<Store>) -> Settings {
    let mut settings = Settings {
        avif: site.config.avif,
        development: options.development,
        sketch: options.sketch,
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
    site: &Site,
    markups: &[Markup],
    assets: &Assets,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // A style sheet that cannot be read has no classes.
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(unknown_classes::unknown(markups, assets));
    }
    found.extend(icons::unknown(site, markups, assets));
    found.extend(conflicts::mistakes(site, assets));
    found
}
