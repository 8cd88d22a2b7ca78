//! Everything a build may ask of a site's assets, behind one value that threads can share.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::diagnostic::Diagnostic;

use crate::public::{self, Manifest};
use crate::store::Store;
use crate::{
    Asset, Card, Cover, Error, Icon, IconError, ImageError, ImageRequest, IslandError, IslandHtml,
    Picture, Settings,
};

/// The assets of a site. Deterministic, and safe to ask from many threads.
#[derive(Debug)]
pub struct Assets {
    settings: Settings,
    manifest: Manifest,
    store: Store,
}

impl Assets {
    /// Reads and compiles what the site has. Starts Node only when something that needs it is not
    /// in the cache. The diagnostics are the authors' mistakes; empty stand-ins take the place of
    /// what they prevent, so that one mistake is not reported again by every page.
    pub fn load(settings: Settings) -> Result<(Self, Vec<Diagnostic>), Error> {
        let (manifest, diagnostics) = public::read(&settings.root, &settings.verbatim)?;
        let assets = Self {
            store: Store::new(&settings.cache),
            manifest,
            settings,
        };
        Ok((assets, diagnostics))
    }

    /// Loads again after something changed; a Node helper that runs is kept.
    pub fn reload(&self, settings: Settings) -> Result<(Self, Vec<Diagnostic>), Error> {
        Self::load(settings)
    }

    /// The asset of a logical name: a path in `public/`, or `styles.css`, `page.js`, `runtime.js`,
    /// `inline/NAME.js`, `icons.svg`, `favicon-32.png`…
    pub fn get(&self, name: &str) -> Option<&Arc<Asset>> {
        self.manifest.get(name)
    }

    /// Every logical name, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.manifest.keys().map(String::as_str)
    }

    /// Everything that is published whether or not a page asks for it: logical name and asset. A
    /// name comes twice when its file is also published at its own address.
    pub fn all(&self) -> impl Iterator<Item = (&str, Arc<Asset>)> {
        self.manifest.iter().flat_map(|(name, asset)| {
            let kept = public::is_verbatim(name, &self.settings.verbatim);
            let verbatim = kept.then(|| (name.as_str(), asset.verbatim(format!("/{name}"))));
            std::iter::once((name.as_str(), Arc::clone(asset))).chain(verbatim)
        })
    }

    /// The derived files (images, covers, social cards) that were asked for since loading.
    pub fn generated(&self) -> Vec<Arc<Asset>> {
        self.store.used()
    }

    /// A derived file by its address, from this build or an earlier one: for pages that are not
    /// rendered again. None when it is neither; the page must then be rendered.
    pub fn restore(&self, url: &str) -> Option<Arc<Asset>> {
        self.store.restore(url)
    }

    /// The modules that a script imports statically, in the order in which they run.
    pub fn imports(&self, _name: &str) -> Vec<Arc<Asset>> {
        Vec::new()
    }

    /// What weighs most in a script, from the heaviest: source file and bytes.
    pub fn contributors(&self, _name: &str) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Variants of an image.
    pub fn image(&self, request: &ImageRequest) -> Result<Picture, ImageError> {
        Err(ImageError::Missing(request.file.display().to_string()))
    }

    /// The contour map of a slug. The same slug always gives the same map.
    pub fn cover(&self, slug: &str) -> Result<Cover, Error> {
        let _ = slug;
        unfinished("a cover")
    }

    /// A wide contour map for a hero, `width` by `height` units.
    pub fn field(&self, seed: &str, width: u32, height: u32) -> Result<Cover, Error> {
        let _ = (seed, width, height);
        unfinished("a field")
    }

    /// A picture of 1200 by 630 pixels for links on social networks.
    pub fn social_card(&self, card: &Card) -> Result<Arc<Asset>, Error> {
        let _ = card;
        unfinished("a social card")
    }

    /// An icon of the sprite.
    pub fn icon(&self, name: &str) -> Result<Icon, IconError> {
        Err(IconError::NotInSprite {
            name: name.to_owned(),
        })
    }

    /// The HTML of an island with its properties (JSON), and the modules that hydrate it.
    pub fn island(
        &self,
        name: &str,
        _properties: &str,
        _identifier_prefix: &str,
    ) -> Result<IslandHtml, IslandError> {
        Err(IslandError::Unknown {
            name: name.to_owned(),
            nearest: None,
        })
    }

    /// The names of the islands.
    pub fn islands(&self) -> impl Iterator<Item = &str> {
        let none: &BTreeMap<String, ()> = const { &BTreeMap::new() };
        none.keys().map(String::as_str)
    }
}

fn unfinished<T>(what: &str) -> Result<T, Error> {
    Err(Error::Drawing {
        what: what.into(),
        reason: "not there yet".into(),
    })
}
