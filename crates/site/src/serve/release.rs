//! A finished build as a server sees it: which address is which file, and what is sent with it.

use std::collections::HashMap;
use std::sync::Arc;

use assets::is_hashed;
use content::Site;
use render::Renderer;

use super::address::{Addresses, Resolved};
use crate::headers::{self, Header};
use crate::host::{HostPath, Hosting};
use crate::live::LiveBuild;
use crate::publish::{File, Files};
use crate::unpublished;

/// How many builds a file outlives the last that made it. A save can be several builds, and a page that loads slowly, or that
/// nobody looks at, asks for files of the one that it is of.
const OUTLIVES: usize = 32;

/// A build that can be served, from memory. Only its files can ever be asked for.
#[derive(Clone, Debug)]
pub struct Release {
    whole: Arc<Whole>,
    /// Files that are others since.
    since: Files,
    site: Arc<Site>,
    renderer: Arc<Renderer>,
}

/// A build of the whole site.
#[derive(Debug)]
struct Whole {
    addresses: Addresses,
    files: Files,
    /// Files of builds before that a page of them may still ask for, and how many builds ago each was made: their names
    /// hold their hash.
    earlier: HashMap<String, (File, usize)>,
    headers: Vec<Header>,
    left_out: String,
}

impl Release {
    /// The release that a build makes of another one.
    pub fn new(built: LiveBuild, previous: Option<&Release>) -> Self {
        if let (false, Some(previous)) = (built.is_whole, previous) {
            return Self {
                site: built.site,
                renderer: built.renderer,
                ..previous.with(built.files)
            };
        }
        let config = &built.site.config;
        let hosting = Hosting::of(&built.site, &built.assets);
        let redirects = hosting.redirects.iter();
        let bare = |path: &HostPath| path.to_string().trim_end_matches('/').to_owned();
        let redirects = redirects.map(|(from, to)| (bare(from), to.to_string()));
        let earlier = previous.into_iter().flat_map(Release::outlived);
        let earlier = earlier.filter(|(name, _)| !built.files.contains_key(name));
        let whole = Whole {
            addresses: Addresses {
                base_path: config.base_path.clone(),
                style: config.urls,
                redirects: redirects.collect(),
            },
            earlier: earlier.collect(),
            files: built.files,
            headers: headers::local(&built.site, &built.assets),
            left_out: unpublished::html(&built.site),
        };
        Self {
            whole: Arc::new(whole),
            since: Files::new(),
            site: built.site,
            renderer: built.renderer,
        }
    }

    /// The release with other files in the place of some.
    pub fn with(&self, files: Files) -> Self {
        let mut release = self.clone();
        release.since.extend(files);
        release
    }

    /// The files that are still to be had when this is no longer the last release, and how many builds ago each was made.
    fn outlived(&self) -> impl Iterator<Item = (String, (File, usize))> {
        let made = self.whole.files.iter().chain(&self.since);
        let made = made.filter(|(name, _)| is_hashed(name));
        let made = made.map(|(name, file)| (name, (file, 1)));
        let earlier = self.whole.earlier.iter();
        let earlier = earlier.map(|(name, (file, builds))| (name, (file, builds + 1)));
        let earlier = earlier.filter(|(_, (_, builds))| *builds <= OUTLIVES);
        earlier
            .chain(made)
            .map(|(name, (file, builds))| (name.clone(), (file.clone(), builds)))
    }

    /// A file by its path in the output.
    pub fn file(&self, name: &str) -> Option<&File> {
        let own = self.since.get(name).or_else(|| self.whole.files.get(name));
        own.or_else(|| self.whole.earlier.get(name).map(|(file, _)| file))
    }

    /// The site that it was built from.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// The headers of every answer.
    pub fn headers(&self) -> &[Header] {
        &self.whole.headers
    }

    /// The entries that the build left out, as HTML.
    pub fn left_out(&self) -> &str {
        &self.whole.left_out
    }

    /// What a decoded request path leads to.
    pub fn find(&self, path: &str) -> Resolved {
        let addresses = &self.whole.addresses;
        addresses.find(path, |name| self.file(name).is_some())
    }

    /// The page for an address that leads nowhere: that of its language, else the site's.
    pub fn not_found(&self, path: &str) -> Option<String> {
        let path = path
            .strip_prefix(self.site.config.base_path.as_str())
            .unwrap_or(path);
        let languages = self.site.config.languages.all().iter().rev();
        let pages = languages.filter_map(|language| {
            let rest = path.strip_prefix(language.prefix.as_str())?;
            let name = language
                .path("/404.html")
                .trim_start_matches('/')
                .to_owned();
            (rest.is_empty() || rest.starts_with('/')).then_some(name)
        });
        pages.into_iter().find(|name| self.file(name).is_some())
    }

    /// The bytes of a file; none when it is not there, or not any more.
    pub fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.file(name)?.bytes().ok()
    }

    /// Where the page that is a file mounts its island of a number.
    pub fn place_of_island(&self, name: &str, number: usize) -> Option<String> {
        let mut routes = self.site.routes.iter();
        let route = routes.position(|route| route.output == name)?;
        let place = self.renderer.place_of_island(route, number)?.place()?;
        Some(format!("mounted at {place}"))
    }
}
