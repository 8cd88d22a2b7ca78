//! The addresses that a page names, and where each leads: a page or file of the site, outside, or nowhere.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use assets::Asset;
use content::config::Config;
use content::link::split_suffix;
use source::href::{decoded, is_external};
use source::nearest;

use crate::html::Element;
use crate::rendered::Rendered;
use crate::search;

/// What an element wants of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// To be followed by a visitor.
    Link,
    /// To be loaded with the page.
    Resource,
    /// To be named for others, such as a social network's picture.
    Mention,
    /// To receive a form.
    Form,
}

/// An address that an element names.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it is for.
    pub purpose: Use,
    /// The attribute that names it.
    pub attribute: &'static str,
    /// As it is written there.
    pub address: String,
}

/// Every address of an element.
pub fn of(element: &Element) -> Vec<Named> {
    let mut found = Vec::new();
    let mut add = |purpose: Use, attribute: &'static str| {
        found.extend(element.get(attribute).map(|address| Named {
            purpose,
            attribute,
            address: address.trim().to_owned(),
        }));
    };
    match element.name.as_str() {
        "a" | "area" => {
            add(Use::Link, "href");
            add(Use::Link, "xlink:href");
        }
        "link" => add(purpose_of_link(element), "href"),
        "use" | "image" | "feimage" => {
            add(Use::Resource, "href");
            add(Use::Resource, "xlink:href");
        }
        "object" => add(Use::Resource, "data"),
        "form" => add(Use::Form, "action"),
        "button" | "input" => add(Use::Form, "formaction"),
        "blockquote" | "q" | "del" | "ins" => add(Use::Mention, "cite"),
        _ => {}
    }
    add(Use::Resource, "src");
    add(Use::Resource, "poster");
    if element.name == "meta" {
        found.extend(of_meta(element));
    }
    for attribute in ["srcset", "imagesrcset"] {
        let set = candidates(element.get(attribute).unwrap_or_default());
        found.extend(set.into_iter().map(|address| Named {
            purpose: Use::Resource,
            attribute,
            address,
        }));
    }
    found
}

fn purpose_of_link(element: &Element) -> Use {
    let followed = [
        "canonical",
        "alternate",
        "author",
        "help",
        "license",
        "me",
        "next",
        "prev",
        "search",
    ];
    match element.words("rel").any(|rel| followed.contains(&rel)) {
        // A style sheet may be an alternate one.
        true if element.words("rel").all(|rel| rel != "stylesheet") => Use::Link,
        _ => Use::Resource,
    }
}

fn of_meta(element: &Element) -> Option<Named> {
    let content = element.get("content")?;
    let named = |purpose, address: &str| Named {
        purpose,
        attribute: "content",
        address: address.trim().to_owned(),
    };
    let name = element.get("property").or_else(|| element.get("name"));
    let refresh = element.get("http-equiv");
    if refresh.is_some_and(|v| v.eq_ignore_ascii_case("refresh")) {
        let (_, address) = content.split_once(['=']).unwrap_or_default();
        return (!address.is_empty()).then(|| named(Use::Link, address));
    }
    let is_address = matches!(
        name,
        Some("og:url" | "og:image" | "og:image:url" | "og:audio" | "og:video" | "twitter:image")
    );
    is_address.then(|| named(Use::Mention, content))
}

/// The addresses of a `srcset`, whose candidates end with a comma that no space precedes or follow
/// a descriptor (HTML standard, 4.8.4.2.1).
fn candidates(set: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = set.trim_start_matches([' ', '\t', '\n', ',']);
    while !rest.is_empty() {
        let end = rest.find([' ', '\t', '\n']).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        found.push(address.trim_end_matches(',').to_owned());
        rest = match address.ends_with(',') {
            true => after,
            false => after.split_once(',').unwrap_or_default().1,
        };
        rest = rest.trim_start_matches([' ', '\t', '\n', ',']);
    }
    found
}

/// Where an address leads.
#[derive(Clone, Debug)]
pub enum Target {
    /// A page of the site, by its route.
    Page(usize),
    /// A file of the site.
    File(Arc<Asset>),
    /// A script of the site's search.
    Search,
    /// Somewhere else, or another scheme than the web's.
    Outside,
}

/// An address that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Permanent name of the rule.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub hint: String,
}

/// Everything that the site publishes, by its address below the origin.
#[derive(Debug)]
pub struct PublishedAddresses<'a> {
    config: &'a Config,
    pages: HashMap<String, usize>,
    files: HashMap<String, Arc<Asset>>,
}

impl<'a> PublishedAddresses<'a> {
    /// The addresses of a rendered site.
    pub fn new(rendered: &'a Rendered) -> Self {
        let config = &rendered.ground.site.config;
        let routes = rendered.ground.site.routes.iter().enumerate();
        let own = rendered.pages.iter().flat_map(|page| page.assets.iter());
        let files = own
            .cloned()
            .chain(rendered.ground.assets.all().map(|(_, asset)| asset));
        Self {
            pages: routes.map(|(i, r)| (config.href(&r.path), i)).collect(),
            files: files
                .map(|asset| (format!("{}{}", config.base_path, asset.url), asset))
                .collect(),
            config,
        }
    }

    /// Files of the site with their addresses.
    pub fn files(&self) -> impl Iterator<Item = (&str, &Arc<Asset>)> {
        self.files
            .iter()
            .map(|(address, asset)| (address.as_str(), asset))
    }

    /// Where an address on the page at `from` leads, and the anchor that it names there.
    pub fn resolve(&self, from: &str, address: &str) -> Result<(Target, Option<String>), Lost> {
        if address.is_empty() || address == "#" {
            return Err(Lost {
                code: "empty-link",
                message: "a link leads nowhere".to_owned(),
                hint: "give it the address of a page, or make it a `<button>`".to_owned(),
            });
        }
        let Some(local) = self.local(address) else {
            return Ok((Target::Outside, None));
        };
        let (path, suffix) = split_suffix(local);
        let path = match path {
            "" => self.config.href(from),
            path if path.starts_with('/') => path.to_owned(),
            path => join(&self.config.href(from), path),
        };
        let path = decode(&path);
        let anchor = suffix.anchor.map(|a| decode(&a));
        if let Some(route) = self.pages.get(&path) {
            return Ok((Target::Page(*route), anchor));
        }
        match self.files.get(&path) {
            Some(asset) => Ok((Target::File(Arc::clone(asset)), anchor)),
            // What is made of the finished pages is not among them.
            None if search::has(self.config, &path) => Ok((Target::Search, anchor)),
            None => Err(self.lost(&path)),
        }
    }

    /// The part of an address below the site's origin; none when it leads elsewhere.
    fn local<'t>(&self, address: &'t str) -> Option<&'t str> {
        if !is_external(address) {
            return Some(address);
        }
        let rest = address.strip_prefix(self.config.origin.as_str())?;
        let below = rest.strip_prefix(self.config.base_path.as_str())?;
        match below.chars().next() {
            None => Some("/"),
            Some('/' | '#' | '?') => Some(rest),
            Some(_) => None,
        }
    }

    fn lost(&self, path: &str) -> Lost {
        let base = self.config.base_path.as_str();
        let is_below = path
            .strip_prefix(base)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if !is_below {
            return Lost {
                code: "outside-base-path",
                message: format!("the address `{path}` is not below the site's `{base}`"),
                hint: "make it with `url()`, which adds the path of `base_url`".to_owned(),
            };
        }
        let other = match path.strip_suffix('/') {
            Some(bare) => bare.to_owned(),
            None => format!("{path}/"),
        };
        let near = match self.pages.contains_key(&other) {
            true => Some(other.as_str()),
            false => nearest(path, self.pages.keys().map(String::as_str)),
        };
        Lost {
            code: "broken-link",
            message: format!("nothing has the address `{path}`"),
            hint: near.map_or_else(
                || {
                    "run `site routes` to see every address, or link to a file in public/"
                        .to_owned()
                },
                |near| format!("did you mean `{near}`?"),
            ),
        }
    }
}

fn decode(text: &str) -> String {
    decoded(text).map_or_else(|| text.to_owned(), Cow::into_owned)
}

/// A relative address from a page's own, as browsers resolve it.
fn join(page: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    let mut names = relative.split('/').peekable();
    while let Some(name) = names.next() {
        let is_last = names.peek().is_none();
        match name {
            "." | ".." => {
                if name == ".." && parts.len() > 1 {
                    parts.pop();
                }
                if is_last {
                    parts.push("");
                }
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// What is wrong with an address that leads outside: its scheme, or the form that its scheme asks
/// for (RFC 3986, 6068 and 3966).
pub fn outside_problem(address: &str) -> Option<Lost> {
    let lost = |code, message: String, hint: &str| {
        Some(Lost {
            code,
            message,
            hint: hint.to_owned(),
        })
    };
    let malformed = |hint| lost("malformed-link", format!("`{address}` is malformed"), hint);
    let (scheme, rest) = address.split_once(':').unwrap_or(("https", address));
    let has_gap = address.contains(|c: char| c.is_whitespace() || c.is_control());
    match scheme.to_ascii_lowercase().as_str() {
        "https" | "http" if has_gap => malformed("write spaces as `%20`"),
        "https" | "http" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            let host = host.split(['/', '?', '#']).next().unwrap_or_default();
            if host.is_empty() || !(host.contains('.') || host.starts_with("localhost")) {
                return malformed("an address begins with `https://` and a host");
            }
            match scheme.eq_ignore_ascii_case("http") {
                true => lost(
                    "insecure-link",
                    format!("`{address}` is not encrypted"),
                    "write `https://` if the host answers there",
                ),
                false => None,
            }
        }
        "mailto" => {
            let to = rest.split('?').next().unwrap_or_default();
            let without_receiver = to.is_empty() && rest.contains('?');
            match without_receiver || (to.contains('@') && !has_gap) {
                true => None,
                false => malformed("such as `mailto:name@example.com`"),
            }
        }
        "tel" | "sms" => {
            let number = rest.split(['?', ';']).next().unwrap_or_default();
            let digits = number.chars().filter(char::is_ascii_digit).count();
            let is_number =
                |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '(' | ')');
            match digits > 2 && number.chars().all(is_number) {
                true => None,
                false => malformed("such as `tel:+262262000000`, without spaces"),
            }
        }
        _ => lost(
            "unsafe-link",
            format!("a link has the scheme `{scheme}`"),
            "link with `https:`, `mailto:`, `tel:` or `sms:`",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srcset_candidates() {
        let check = |set: &str, expected: &[&str]| assert_eq!(candidates(set), expected, "{set}");
        check("/a.png 1x, /b.png 2x", &["/a.png", "/b.png"]);
        check(" /a,b.png 480w,\n/c.png 800w ", &["/a,b.png", "/c.png"]);
        check("/a.png, /b.png", &["/a.png", "/b.png"]);
        check("", &[]);
    }

    #[test]
    fn relative_addresses_are_joined_as_browsers_do() {
        let check = |page: &str, relative: &str, expected: &str| {
            assert_eq!(join(page, relative), expected, "{page} {relative}");
        };
        check("/blog/a", "b", "/blog/b");
        check("/blog/a/", "../b", "/blog/b");
        check("/blog/a", "../../x", "/x");
        check("/blog/a", "..", "/");
        check("/", "b/", "/b/");
    }

    #[test]
    fn schemes_and_their_forms() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(
                outside_problem(address).map(|l| l.code),
                expected,
                "{address}"
            );
        };
        check("https://example.com/a?b#c", None);
        check("//example.com/a", None);
        check("http://example.com", Some("insecure-link"));
        check("https:///a", Some("malformed-link"));
        check("https://exam ple.com", Some("malformed-link"));
        check("mailto:a@example.com?subject=b", None);
        check("mailto:?subject=b", None);
        check("mailto:example.com", Some("malformed-link"));
        check("tel:+262262000000", None);
        check("tel:+262 262 00", Some("malformed-link"));
        check("javascript:alert(1)", Some("unsafe-link"));
        check("htps://example.com", Some("unsafe-link"));
    }
}
