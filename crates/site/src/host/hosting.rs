//! What any host has to know of a site: where its pages stand, what redirects, and what is sent with every file.

use assets::{Assets, FOLDER};
use content::Site;
use content::config::UrlStyle;
use content::link::{self, Origin, Target};
use content::route::Subject;

use super::token::{Address, HostPath, Value};
use crate::headers;

/// The rules of a site, as values that every host's files can hold.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The path below which the site stands.
    pub base: HostPath,
    /// How addresses are written.
    pub style: UrlStyle,
    /// The headers of every answer.
    pub headers: Vec<(&'static str, Value)>,
    /// Addresses that redirect, and where they lead.
    pub redirects: Vec<(HostPath, Address)>,
    /// Whether there is a page for unknown addresses.
    pub has_not_found: bool,
    /// The folders of other languages that have such a page of their own.
    pub lost_folders: Vec<HostPath>,
    /// Whether pages hold the security policy themselves.
    pub has_meta_policy: bool,
    /// The most bytes that the relay reads of a post, when forms are posted to `/api/` on the host itself.
    pub relay: Option<usize>,
}

impl Hosting {
    /// The rules of a site. What cannot be a rule was told as a mistake and is left out.
    pub fn of(site: &Site, assets: &Assets) -> Self {
        let config = &site.config;
        let redirects = site.routes.iter().filter_map(|route| match &route.subject {
            Subject::Redirect(to) => {
                let to = leads(site, assets, to)?;
                Some((HostPath::of(&config.href(&route.path))?, Address::of(&to)?))
            }
            _ => None,
        });
        let has_relay = !site.forms.is_empty() && config.relay.is_none();
        let headers = headers::security(site, assets).into_iter();
        Self {
            base: HostPath::of(&config.base_path).unwrap_or_default(),
            style: config.urls,
            headers: headers
                .map(|(name, value)| (name, Value::of(&value)))
                .collect(),
            redirects: redirects.collect(),
            has_not_found: site.routes.iter().any(|route| route.output == "404.html"),
            lost_folders: lost_folders(site),
            has_meta_policy: config.meta_policy,
            relay: has_relay.then(|| relay::read_limit(relay::body_limit(site.forms.values()))),
        }
    }

    /// The paths and the page for unknown addresses below each folder of a language, filled in as one line each.
    pub fn lost(&self, line: impl Fn(&HostPath) -> String) -> String {
        let lines: Vec<String> = self.lost_folders.iter().map(line).collect();
        lines.join("\n")
    }

    /// What there is to say where a host has one page for unknown addresses, whatever the language.
    pub fn one_not_found(&self, host: &str) -> Option<String> {
        let folder = self.lost_folders.first()?;
        let has = "shows one page for unknown addresses, the site's own";
        Some(format!("{host} {has}: below `{folder}/` too"))
    }

    /// The beginning of the addresses that are kept for ever.
    pub fn assets(&self) -> String {
        format!("{}{FOLDER}", self.base)
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// Where a redirect leads, which may name a page by its file; none when it leads nowhere.
fn leads(site: &Site, assets: &Assets, to: &str) -> Option<String> {
    let settings = Origin {
        file: "content/site.yaml",
        page: None,
    };
    let config = &site.config;
    Some(match link::resolve(site, settings, to).ok()? {
        Target::External | Target::Anchor => to.to_owned(),
        Target::Page { path, suffix } => config.href(&format!("{path}{suffix}")),
        Target::File { name, suffix } => {
            let asset = assets.get(&name);
            let url = asset.map_or_else(|| format!("/{name}"), |asset| asset.url.clone());
            format!("{}{url}{suffix}", config.base_path)
        }
    })
}

/// The folders of languages whose page for unknown addresses stands beside that of the site.
fn lost_folders(site: &Site) -> Vec<HostPath> {
    let languages = site.config.languages.others();
    let has_page = |prefix: &&String| site.route(&format!("{prefix}/404")).is_some();
    let folders = languages
        .map(|(_, language)| &language.prefix)
        .filter(has_page);
    folders
        .filter_map(|prefix| HostPath::of(&format!("{}{prefix}", site.config.base_path)))
        .collect()
}
