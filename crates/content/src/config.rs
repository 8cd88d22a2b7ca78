//! What the engine itself reads of content/site.yaml.

use std::collections::BTreeMap;

use crate::field::Field;
use crate::language::Languages;
use crate::markdown::{Html, Syntax};
use source::href::split_origin;
use source::pointer;

/// How addresses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlStyle {
    /// `/contact` is the file `contact.html`.
    File,
    /// `/contact/` is the file `contact/index.html`.
    Folder,
}

/// How much of a domain browsers ask by an encrypted connection alone, once a page of it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hsts {
    /// The host of the site.
    Host,
    /// The hosts below it too.
    Subdomains,
    /// All of them, before any page was seen: browsers know them.
    Preload,
}

/// The engine's part of content/site.yaml, checked by its schema.
#[derive(Clone, Debug)]
pub struct Config {
    /// Scheme and host of the public address, without a trailing slash.
    pub origin: String,
    /// Path of the public address, without a trailing slash: empty, or such as `/blog`.
    pub base_path: String,
    /// The site's own language and the others.
    pub languages: Languages,
    /// How addresses are written.
    pub urls: UrlStyle,
    /// What becomes of HTML in texts.
    pub html: Html,
    /// What texts may hold beside CommonMark.
    pub syntax: Syntax,
    /// Whether code is coloured.
    pub highlight: bool,
    /// The colour behind favicons that may not be transparent, as `#rrggbb`.
    pub paper: Option<String>,
    /// Whether AVIF images are made.
    pub avif: bool,
    /// Paths in public/ that keep their own name beside the hashed one.
    pub verbatim: Vec<String>,
    /// Former addresses and where they lead.
    pub redirects: Vec<(String, String)>,
    /// Address of the audience measurement's script, which the content security policy names.
    pub analytics: Option<String>,
    /// Address of the relay when it is not the site's own origin.
    pub relay: Option<String>,
    /// Whether pages hold the security policy themselves.
    pub meta_policy: bool,
    /// What browsers ask by an encrypted connection alone.
    pub hsts: Hsts,
    /// Most bytes a page may weigh.
    pub budgets: Budgets,
    /// What can be searched for, when the site has a search.
    pub search: Option<Search>,
    /// Texts that mark what the owner still has to fill in.
    pub placeholders: Vec<String>,
}

/// The search of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Paths, or the beginning of paths before a `*`.
    pub pages: Vec<String>,
}

impl Search {
    fn from_field(field: &Field) -> Self {
        let mut pages = texts(field.get("pages"));
        if pages.is_empty() {
            pages.push("/*".to_owned());
        }
        Self { pages }
    }

    /// Whether the page at a path is found.
    pub fn has(&self, path: &str) -> bool {
        self.pages.iter().any(|pattern| fits(pattern, path))
    }
}

/// Whether a path is one that a setting means: the path itself, or what it begins with before a `*`.
pub fn fits(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => path.starts_with(beginning),
        None => path == pattern,
    }
}

/// Most bytes a page may weigh by kind (`html`, `css`, `initial_js`, `island_js`, `props`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budgets {
    all: BTreeMap<String, u64>,
    /// For some pages instead: a path, or the beginning of paths before a `*`. The longest first.
    pages: Vec<(String, BTreeMap<String, u64>)>,
}

impl Budgets {
    fn from_field(field: Option<&Field>) -> Self {
        let pages = match field.and_then(|f| f.get("pages")) {
            Some(Field::Map(pages)) => &***pages,
            _ => &[],
        };
        let mut pages: Vec<_> = pages
            .iter()
            .map(|(path, budgets)| (path.to_string(), numbers(Some(budgets))))
            .collect();
        pages.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Self {
            all: numbers(field),
            pages,
        }
    }

    /// Whether no page has one.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.pages.is_empty()
    }

    /// The pages that have one of their own.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().map(|(pattern, _)| pattern.as_str())
    }

    /// The most bytes of a kind on a page: what the most particular rule for its path says, else
    /// what is said for all.
    pub fn of(&self, path: &str, kind: &str) -> Option<u64> {
        let particular = self.particular(path, kind).map(|(_, most)| most);
        particular.or_else(|| self.all.get(kind).copied())
    }

    /// The JSON pointer of the setting that says so.
    pub fn setting(&self, path: &str, kind: &str) -> String {
        match self.particular(path, kind) {
            Some((pattern, _)) => {
                format!("/budgets/pages/{}/{kind}", pointer::step(pattern))
            }
            None => format!("/budgets/{kind}"),
        }
    }

    fn particular(&self, path: &str, kind: &str) -> Option<(&str, u64)> {
        let mut fitting = self.pages.iter().filter(|(pattern, _)| fits(pattern, path));
        fitting.find_map(|(pattern, budgets)| Some((pattern.as_str(), *budgets.get(kind)?)))
    }
}

impl Config {
    /// Reads the engine's keys; those that are absent have the schema's defaults.
    pub fn from_fields(fields: &Field) -> Self {
        let text = |name: &str| fields.get(name).and_then(Field::as_text).map(str::to_owned);
        let base_url = text("base_url").unwrap_or_default();
        let (origin, base_path) = split_origin(base_url.trim_end_matches('/'));
        let is = |name: &str, expected: bool| matches!(fields.get(name), Some(Field::Bool(value)) if *value == expected);
        let nested = |outer: &str, inner: &str| {
            let value = fields.get(outer).and_then(|o| o.get(inner));
            value.and_then(Field::as_text).map(str::to_owned)
        };
        Self {
            origin: origin.to_owned(),
            base_path: base_path.to_owned(),
            languages: Languages::from_fields(fields),
            urls: match text("urls").as_deref() {
                Some("folder") => UrlStyle::Folder,
                _ => UrlStyle::File,
            },
            html: match text("html").as_deref() {
                Some("listed") => Html::Listed,
                Some("all") => Html::All,
                _ => Html::Refused,
            },
            syntax: Syntax {
                autolinks: !is("autolinks", false),
                math: is("math", true),
                emoji: is("emoji", true),
            },
            highlight: !is("highlight", false),
            paper: nested("drawings", "paper"),
            avif: fields
                .get("images")
                .and_then(|i| i.get("avif"))
                .is_some_and(Field::is_true),
            verbatim: texts(fields.get("verbatim")),
            redirects: pairs(fields.get("redirects")),
            analytics: nested("analytics", "src"),
            relay: nested("relay", "url"),
            meta_policy: text("policy").as_deref() == Some("meta"),
            hsts: match text("hsts").as_deref() {
                Some("subdomains") => Hsts::Subdomains,
                Some("preload") => Hsts::Preload,
                _ => Hsts::Host,
            },
            budgets: Budgets::from_field(fields.get("budgets")),
            search: fields
                .get("search")
                .filter(|search| matches!(search, Field::Map(_)))
                .map(Search::from_field),
            placeholders: texts(fields.get("placeholders")),
        }
    }

    /// Whether a site path is that of a page for unknown addresses: the site's, or a language's.
    pub fn is_not_found(&self, path: &str) -> bool {
        let languages = self.languages.all().iter();
        let mut rest = languages.filter_map(|language| path.strip_prefix(language.prefix.as_str()));
        rest.any(|rest| rest == "/404")
    }

    /// The address of a site path in the site's style, below the base path, without the origin.
    /// Files (with an extension in their last part) never get a trailing slash.
    pub fn href(&self, path: &str) -> String {
        let (path, rest) = match path.find(['#', '?']) {
            Some(i) => path.split_at(i),
            None => (path, ""),
        };
        let folder = self.urls == UrlStyle::Folder && path != "/" && !is_file(path);
        let slash = if folder && !path.ends_with('/') {
            "/"
        } else {
            ""
        };
        [&self.base_path, path, slash, rest].concat()
    }

    /// The file of a site path below the output folder.
    pub fn output(&self, path: &str) -> String {
        let bare = path.trim_matches('/');
        match self.urls {
            _ if bare.is_empty() => "index.html".to_owned(),
            _ if is_file(path) => bare.to_owned(),
            // Every host looks for the page of unknown addresses under this name.
            _ if self.is_not_found(path) => format!("{bare}.html"),
            UrlStyle::File => format!("{bare}.html"),
            UrlStyle::Folder => format!("{bare}/index.html"),
        }
    }

    /// The public address of a site path.
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.href(path))
    }
}

/// Whether a path names a file rather than a page: it ends with an extension of letters, or is a
/// file of rules that hosts read (`_headers`, `_redirects`).
pub(crate) fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, e)| e);
    matches!(name, "_headers" | "_redirects")
        || extension.is_some_and(|e| {
            (2..=11).contains(&e.len())
                && e.bytes().all(|b| b.is_ascii_alphanumeric())
                && e.bytes().any(|b| b.is_ascii_alphabetic())
        })
}

fn texts(field: Option<&Field>) -> Vec<String> {
    match field {
        Some(Field::List(items)) => items
            .iter()
            .filter_map(Field::as_text)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

fn pairs(field: Option<&Field>) -> Vec<(String, String)> {
    match field {
        Some(Field::Map(entries)) => entries
            .iter()
            .filter_map(|(k, v)| Some((k.to_string(), v.as_text()?.to_owned())))
            .collect(),
        _ => Vec::new(),
    }
}

fn numbers(field: Option<&Field>) -> BTreeMap<String, u64> {
    match field {
        Some(Field::Map(entries)) => entries
            .iter()
            .filter_map(|(k, v)| match v {
                Field::Number(n) => Some((k.to_string(), n.as_u64()?)),
                _ => None,
            })
            .collect(),
        _ => BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Fields;
    use std::sync::Arc;

    fn config(urls: &str, base_url: &str) -> Config {
        let field = |s: &str| Field::Text(Arc::from(s));
        let fields = vec![
            (Arc::from("base_url"), field(base_url)),
            (Arc::from("urls"), field(urls)),
        ];
        Config::from_fields(&Field::from(Fields::from(fields)))
    }

    #[test]
    fn addresses_and_files_follow_the_style() {
        let check = |urls: &str, path: &str, href: &str, output: &str| {
            let config = config(urls, "https://exemple.re/sous/");
            assert_eq!(config.href(path), href);
            assert_eq!(config.output(path), output);
        };
        check("file", "/", "/sous/", "index.html");
        check("file", "/contact", "/sous/contact", "contact.html");
        check("file", "/contact#a", "/sous/contact#a", "contact#a.html");
        check("folder", "/contact", "/sous/contact/", "contact/index.html");
        check("folder", "/404", "/sous/404/", "404.html");
        check(
            "folder",
            "/blog/atom.xml",
            "/sous/blog/atom.xml",
            "blog/atom.xml",
        );
        check(
            "file",
            "/blog/vue-3.4",
            "/sous/blog/vue-3.4",
            "blog/vue-3.4.html",
        );
        assert_eq!(
            config("folder", "https://exemple.re").absolute("/a#b"),
            "https://exemple.re/a/#b"
        );
    }
}
