//! Everything a build may ask of a site's assets, behind one value that threads can share.

use std::sync::{Arc, OnceLock};

use source::{Diagnostic, Sources};

use crate::bundle::{self, Bundle};
use crate::icons::Icons;
use crate::inputs::Inputs;
use crate::island::{Instance, Renderer};
use crate::map::Frame;
use crate::node::Helper;
use crate::painter::Painter;
use crate::picture::Gallery;
use crate::public::{self, Manifest};
use crate::{
    Asset, Card, Cover, Error, Failure, Icon, ImageRequest, IslandHtml, Picture, Settings, cover,
    favicon, icons, social_card, styles,
};

/// The assets of a site. Deterministic, and safe to ask from many threads.
#[derive(Debug)]
pub struct Assets {
    sources: Arc<Sources>,
    settings: Settings,
    manifest: Manifest,
    bundle: Bundle,
    icons: Icons,
    painter: OnceLock<Arc<Painter>>,
    helper: Arc<Helper>,
}

impl Assets {
    /// Reads and compiles what the site has. Starts Node only when something that needs it is not
    /// in the cache. The diagnostics are the authors' mistakes; empty stand-ins take the place of
    /// what they prevent, so that one mistake is not reported again by every page.
    pub fn load(
        sources: &Arc<Sources>,
        settings: Settings,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        let helper = Arc::new(Helper::new(sources.root(), &settings));
        Self::load_with(sources, settings, helper)
    }

    /// Loads again after something changed; a Node helper that runs is kept.
    pub fn reload(
        &self,
        sources: &Arc<Sources>,
        settings: Settings,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        if !self.helper.serves(sources.root(), &settings) {
            return Self::load(sources, settings);
        }
        Self::load_with(sources, settings, Arc::clone(&self.helper))
    }

    fn load_with(
        sources: &Arc<Sources>,
        settings: Settings,
        helper: Arc<Helper>,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        let (mut manifest, mut diagnostics) = public::read(sources, &settings.verbatim)?;
        let inputs = Inputs::read(sources)?;
        let (bundle, found) = bundle::load(sources, &settings, &inputs, &helper)?;
        diagnostics.extend(found);
        diagnostics.extend(styles::load(
            sources,
            &settings,
            &inputs,
            &helper,
            &mut manifest,
        )?);
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
        if let Some(table) = &bundle.table {
            manifest.insert(bundle::TABLE.into(), Arc::clone(table));
        }
        let found = favicon::load(sources, &settings, &mut manifest)?;
        diagnostics.extend(found);
        let (icons, found) = Icons::load(sources, &settings)?;
        diagnostics.extend(found);
        if let Some(sprite) = &icons.sprite {
            manifest.insert(icons::NAME.into(), Arc::clone(sprite));
        }
        let assets = Self {
            sources: Arc::clone(sources),
            manifest,
            bundle,
            icons,
            painter: OnceLock::new(),
            helper,
            settings,
        };
        Ok((assets, diagnostics))
    }

    /// The asset of a logical name: a path in `public/`, or `styles.css`, `page.js`, `runtime.js`,
    /// `islands.json` (the table of the islands' modules), `inline/NAME.js`, `icons.svg`, `favicon-32.png`…
    pub fn get(&self, name: &str) -> Option<&Arc<Asset>> {
        self.manifest.get(name)
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
    pub fn image(&self, request: &ImageRequest) -> Result<Picture, Failure> {
        let gallery = Gallery {
            sources: &self.sources,
            store: &self.settings.store,
            manifest: &self.manifest,
            avif: self.settings.avif,
        };
        gallery.picture(request)
    }

    /// The contour map of a slug. The same slug always gives the same map.
    pub fn cover(&self, slug: &str) -> Result<Cover, Error> {
        cover::cover(&self.settings.store, slug)
    }

    /// A wide contour map for a hero, `width` by `height` units, its summit right of the middle.
    pub fn field(&self, seed: &str, width: u32, height: u32) -> Result<Cover, Error> {
        let frame = Frame {
            width: f64::from(width),
            height: f64::from(height),
        };
        cover::field(&self.settings.store, seed, frame)
    }

    /// A picture of 1200 by 630 pixels for links on social networks.
    pub fn social_card(&self, card: &Card) -> Result<Arc<Asset>, Error> {
        let painter = || Arc::clone(self.painter.get_or_init(|| Arc::new(Painter::new())));
        social_card::social_card(&self.settings.store, &self.settings.palette, painter, card)
    }

    /// An icon of the sprite.
    pub fn icon(&self, name: &str) -> Result<Icon, Failure> {
        self.icons.get(name)
    }

    /// The HTML of an island with its properties (JSON), and the modules that hydrate it. Ids that
    /// React makes begin with the prefix.
    pub fn island(
        &self,
        name: &str,
        properties: &str,
        identifier_prefix: &str,
    ) -> Result<IslandHtml, Failure> {
        let renderer = Renderer {
            sources: &self.sources,
            store: &self.settings.store,
            bundle: &self.bundle,
            helper: &self.helper,
        };
        renderer.render(Instance {
            name,
            properties,
            identifier_prefix,
        })
    }
}
