//! Everything a build may ask of a site's assets, behind one value that threads can share.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use source::{Diagnostic, Sources};

use crate::asset::Manifest;
use crate::bundle::{self, Bundle};
use crate::drawing::Studio;
use crate::icons::Icons;
use crate::inputs::Inputs;
use crate::island::Renderer;
use crate::node::Helper;
use crate::painter::Painter;
use crate::picture::Gallery;
use crate::props::{self, Props};
use crate::public;
use crate::readings::Readings;
use crate::store::lock;
use crate::styles::Sheet;
use crate::workshop::Workshop;
use crate::{
    Asset, Drawing, Error, Failure, FittedText, Icon, ImageRequest, Instance, IslandHtml,
    PaintRequest, Picture, Settings, Store, TextBlock, favicon, icons, lines, painted, styles,
};

/// The assets of a site. Deterministic, and safe to ask from many threads.
#[derive(Debug)]
pub struct Assets {
    sources: Arc<Sources>,
    settings: Settings,
    manifest: Manifest,
    bundle: Arc<Bundle>,
    /// The bundle before, of which a page may still ask for a file while another build is under way.
    older: Option<Arc<Bundle>>,
    props: Props,
    /// Files outside the site's folders that the styles were made from.
    beside: Vec<String>,
    icons: Icons,
    painter: OnceLock<Arc<Painter>>,
    helper: Arc<Helper>,
    readings: Readings,
    /// What islands wrote, by their names.
    console: Mutex<BTreeSet<(String, String)>>,
    /// How many pictures, drawings and islands are being made.
    work: AtomicUsize,
}

/// What is there when assets are loaded.
struct Before<'a> {
    helper: Arc<Helper>,
    readings: Readings,
    /// What was loaded last.
    last: Option<&'a Assets>,
}

/// Something that is being made.
struct Work<'a>(&'a AtomicUsize);

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Assets {
    /// Reads and compiles what the site has. Starts Node only when something that needs it is not
    /// in the cache. The diagnostics are the authors' mistakes; empty stand-ins take the place of
    /// what they prevent, so that one mistake is not reported again by every page.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or kept, or Node does not answer.
    pub fn load(
        sources: &Arc<Sources>,
        settings: Settings,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        let helper = Arc::new(Helper::new(sources.root(), &settings));
        let before = Before {
            readings: Readings::open(&settings.store),
            helper,
            last: None,
        };
        Self::load_with(sources, settings, before)
    }

    /// Loads again after something changed; a Node helper that runs is kept.
    ///
    /// # Errors
    ///
    /// Those of [`Self::load`].
    pub fn reload(
        &self,
        sources: &Arc<Sources>,
        settings: Settings,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        if !self.helper.serves(sources.root(), &settings) {
            return Self::load(sources, settings);
        }
        let before = Before {
            helper: Arc::clone(&self.helper),
            readings: self.readings.again(),
            last: Some(self),
        };
        Self::load_with(sources, settings, before)
    }

    fn load_with(
        sources: &Arc<Sources>,
        settings: Settings,
        before: Before<'_>,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        let inputs = Inputs::read(sources)?;
        let Before {
            helper,
            readings,
            last,
        } = before;
        let workshop = Workshop {
            sources,
            settings: &settings,
            inputs: &inputs,
            helper: &helper,
        };
        // Esbuild is a process of its own: it works while Node compiles the styles.
        let (scripts, (public, sheet)) = rayon::join(
            || scripts(workshop, last.map(|last| &last.bundle)),
            || {
                let public = public::read(sources, &readings);
                (public, styles::load(workshop, &readings))
            },
        );
        let (mut manifest, mut diagnostics) = public?;
        let (bundle, props, found) = scripts?;
        diagnostics.extend(found);
        let publish = |sheet: Sheet| sheet.publish(sources, &mut manifest, &readings);
        let (beside, found) = sheet?.map(publish).unwrap_or_default();
        diagnostics.extend(found);
        let modules = bundle
            .modules
            .iter()
            .map(|(n, m)| (n.clone(), Arc::clone(&m.asset)));
        manifest.extend(modules);
        let inline = bundle
            .inline
            .iter()
            .map(|(n, a)| (n.clone(), Arc::clone(a)));
        manifest.extend(inline);
        let found = favicon::load(sources, &settings, &mut manifest)?;
        diagnostics.extend(found);
        let (icons, found) = Icons::load(sources, &settings)?;
        diagnostics.extend(found);
        if let Some(sprite) = &icons.sprite {
            manifest.insert(icons::NAME.into(), Arc::clone(sprite));
        }
        let older = last.and_then(|last| last.older_than(&bundle, &settings));
        let assets = Self {
            sources: Arc::clone(sources),
            manifest,
            older,
            bundle,
            props,
            beside,
            icons,
            painter: OnceLock::new(),
            helper,
            readings,
            settings,
            console: Mutex::default(),
            work: AtomicUsize::new(0),
        };
        Ok((assets, diagnostics))
    }

    /// The bundle that stays beside a new one; while developing the one before that goes.
    fn older_than(&self, new: &Bundle, settings: &Settings) -> Option<Arc<Bundle>> {
        if self.bundle.is_like(new) {
            return self.older.clone();
        }
        let gone = self.older.as_ref().filter(|older| !older.is_like(new));
        if let (true, Some(gone)) = (settings.development, gone) {
            gone.remove(&settings.store);
        }
        Some(Arc::clone(&self.bundle))
    }

    /// What is kept between builds.
    pub fn store(&self) -> &Store {
        &self.settings.store
    }

    /// Whether pictures, drawings or islands are being made, which takes memory of its own.
    pub fn are_at_work(&self) -> bool {
        self.work.load(Ordering::Relaxed) > 0
    }

    fn begin(&self) -> Work<'_> {
        self.work.fetch_add(1, Ordering::Relaxed);
        Work(&self.work)
    }

    /// The asset of a logical name: a path in `public/`, or `styles.css`, `page.js`, `runtime.js`,
    /// `islands.json` (the table of the islands' modules), `inline/NAME.js`, `icons.svg`, `favicon-32.png`…
    pub fn get(&self, name: &str) -> Option<&Arc<Asset>> {
        self.manifest.get(name)
    }

    /// Files outside the site's folders, such as installed packages, that the scripts, styles and types
    /// were made from: paths relative to the root.
    pub fn beside(&self) -> BTreeSet<&str> {
        let all = [&self.bundle.beside, &self.props.beside, &self.beside];
        all.into_iter().flatten().map(String::as_str).collect()
    }

    /// Every logical name, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.manifest.keys().map(String::as_str)
    }

    /// Everything that is published whether or not a page asks for it: logical name and asset. A
    /// name comes twice when its file is also published at its own address. The modules of islands
    /// go by `islands/NAME.js`; scripts that stand in the page itself are not among them.
    pub fn all(&self) -> impl Iterator<Item = (String, Arc<Asset>)> {
        let files = self
            .manifest
            .iter()
            .filter(|(name, _)| !self.bundle.inline.contains_key(*name));
        let files = files.flat_map(|(name, asset)| {
            let kept = name == favicon::ICO || public::is_verbatim(name, &self.settings.verbatim);
            let verbatim = kept.then(|| (name.clone(), public::at_own_address(name, asset)));
            std::iter::once((name.clone(), Arc::clone(asset))).chain(verbatim)
        });
        let islands = self.bundle.islands.iter();
        files.chain(islands.map(|(n, m)| (format!("islands/{n}.js"), Arc::clone(&m.asset))))
    }

    /// What weighs most in a script, from the heaviest: source file (relative to `islands/`) and
    /// bytes. By the script's address, so that chunks can be asked about too.
    pub fn contributors(&self, url: &str) -> &[(String, u64)] {
        let modules = self
            .bundle
            .modules
            .values()
            .chain(self.bundle.islands.values());
        let mut found = modules.filter(|module| module.asset.url == url);
        found.next().map_or(&[], |module| &module.contributors)
    }

    /// The variants of an image: never wider than it is, the right way up, without metadata.
    ///
    /// # Errors
    ///
    /// When there is no such image, or it cannot be made.
    pub fn image(&self, request: &ImageRequest) -> Result<Picture, Failure> {
        let _work = self.begin();
        let gallery = Gallery {
            sources: &self.sources,
            store: &self.settings.store,
            manifest: &self.manifest,
            avif: self.settings.avif,
            sketch: self.settings.sketch,
        };
        gallery.picture(request)
    }

    /// What a program of `islands/drawings/` draws from its input (JSON). None when it could not be
    /// bundled, which was reported on loading.
    ///
    /// # Errors
    ///
    /// When no program has the name, or what it draws cannot be used.
    pub fn drawing(&self, name: &str, input: &str) -> Result<Option<Drawing>, Failure> {
        let _work = self.begin();
        let studio = Studio {
            sources: &self.sources,
            store: &self.settings.store,
            bundle: &self.bundle,
            helper: &self.helper,
        };
        studio.draw(name, input)
    }

    /// A text in lines that fit in their room.
    ///
    /// # Errors
    ///
    /// When no font has the family.
    pub fn fit_lines(&self, block: &TextBlock) -> Result<FittedText, Error> {
        let _work = self.begin();
        lines::fit(&*self.painter()?, block)
    }

    /// An SVG as a PNG.
    ///
    /// # Errors
    ///
    /// When it cannot be painted or kept.
    pub fn paint(&self, request: PaintRequest<'_>) -> Result<Arc<Asset>, Error> {
        let _work = self.begin();
        let fonts = self.fonts().collect::<Vec<_>>().join(" ");
        let painter = self.painter()?;
        painted::paint(&self.settings.store, &fonts, &painter, request)
    }

    /// The addresses of the fonts that pictures are painted with, which name their bytes.
    pub fn fonts(&self) -> impl Iterator<Item = &str> {
        self.font_files().map(|asset| asset.url.as_str())
    }

    /// Those of `public/fonts/`.
    fn font_files(&self) -> impl Iterator<Item = &Arc<Asset>> {
        let is_font = |name: &str| {
            name.starts_with("fonts/") && (name.ends_with(".ttf") || name.ends_with(".otf"))
        };
        let files = self.manifest.iter();
        files.filter_map(move |(name, asset)| is_font(name).then_some(asset))
    }

    fn painter(&self) -> Result<Arc<Painter>, Error> {
        if let Some(painter) = self.painter.get() {
            return Ok(Arc::clone(painter));
        }
        let fonts: Result<Vec<_>, _> = self.font_files().map(|asset| asset.bytes()).collect();
        let painter = Arc::new(Painter::new(&fonts?));
        Ok(Arc::clone(self.painter.get_or_init(|| painter)))
    }

    /// The names of all classes that the site's style sheets style.
    pub fn class_names(&self) -> BTreeSet<String> {
        styles::class_names(&self.manifest, &self.readings)
    }

    /// Keeps for the next build what was read of style sheets, once everything was asked for.
    pub fn keep_readings(&self) {
        self.readings.keep(&self.settings.store);
    }

    /// Whether a script of `islands/` holds a word as a whole, such as a class that only it knows.
    pub fn is_in_script(&self, word: &str) -> bool {
        styles::is_in_script(&self.sources, word)
    }

    /// An icon of the sprite.
    ///
    /// # Errors
    ///
    /// When the sprite does not have it.
    pub fn icon(&self, name: &str) -> Result<Icon, Failure> {
        self.icons.get(name)
    }

    /// The HTML of an island with its properties (JSON), and the modules that hydrate it. Ids that
    /// React makes begin with the prefix. Properties that were not rendered before are judged first, by
    /// the schema of what the island takes.
    ///
    /// # Errors
    ///
    /// When there is no such island, or it cannot be rendered.
    pub fn island(&self, instance: &Instance<'_>) -> Result<IslandHtml, Failure> {
        let _work = self.begin();
        let renderer = Renderer {
            sources: &self.sources,
            store: &self.settings.store,
            bundle: &self.bundle,
            helper: &self.helper,
        };
        let island = renderer.render(instance, self.props.schemas.get(instance.name))?;
        let written = island
            .console
            .iter()
            .map(|text| (instance.name.to_owned(), text.clone()));
        lock(&self.console).extend(written);
        Ok(island)
    }

    /// Forgets what islands wrote that were asked for only to know what they are now.
    pub fn forget_console(&self) {
        lock(&self.console).clear();
    }

    /// What the islands that were asked for wrote to the console while they were rendered, each once.
    pub fn console(&self) -> Vec<Diagnostic> {
        let warn = |(name, text): &(String, String)| {
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            let message = format!("the island `{name}` wrote to the console: {first}");
            let mut warning = Diagnostic::warning("island-console", message);
            warning.notes.extend(lines.map(str::to_owned));
            match self.sources.text(&format!("islands/{name}/{name}.tsx")) {
                Ok(Some(Ok(source))) => warning.at(&source, 0..0),
                _ => warning,
            }
        };
        lock(&self.console).iter().map(warn).collect()
    }
}

/// The scripts, and what props the islands among them take.
fn scripts(
    workshop: Workshop<'_>,
    last: Option<&Arc<Bundle>>,
) -> Result<(Arc<Bundle>, Props, Vec<Diagnostic>), Error> {
    let (bundle, props) = rayon::join(|| bundle::load(workshop, last), || props::load(workshop));
    let (bundle, mut diagnostics) = bundle?;
    // A bundle that is broken was reported, and shows no island.
    if bundle.server.is_none() {
        return Ok((bundle, Props::default(), diagnostics));
    }
    let (props, found) = props?;
    diagnostics.extend(found);
    Ok((bundle, props, diagnostics))
}
