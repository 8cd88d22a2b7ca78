//! The site that is imported: which generator made it, its settings and its files.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use source::Source;
use source::document::Syntax;
use source::href::split_origin;

use super::listed;
use super::loaders::{self, Loader};
use super::patterns::captured;
use super::report::Report;
use super::settings::{FOLDER, FORMATS, PARTS, of_languages, settings, tell_of_theme, tell_part};

/// A generator whose content is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// <https://gohugo.io>
    Hugo,
    /// <https://www.getzola.org>
    Zola,
    /// <https://jekyllrb.com>
    Jekyll,
    /// <https://www.11ty.dev>
    Eleventy,
    /// <https://astro.build>
    Astro,
    /// <https://rust-lang.github.io/mdBook>
    MdBook,
}

impl Generator {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hugo => "Hugo",
            Self::Zola => "Zola",
            Self::Jekyll => "Jekyll",
            Self::Eleventy => "Eleventy",
            Self::Astro => "Astro",
            Self::MdBook => "mdBook",
        }
    }

    /// Where a generator writes, or keeps what it does not read as the site's own.
    fn made(self) -> &'static [&'static str] {
        match self {
            Self::Hugo => &["public", "resources/_gen"],
            Self::Zola => &["public"],
            Self::Jekyll => &[
                "_site",
                "vendor/bundle",
                "vendor/cache",
                "vendor/gems",
                "vendor/ruby",
            ],
            Self::Eleventy => &["_site"],
            Self::Astro => &["dist"],
            Self::MdBook => &["book"],
        }
    }

    /// By the settings that stand in a folder.
    pub fn of(root: &Path) -> Option<Self> {
        let has = |names: &[&str]| names.iter().any(|name| root.join(name).is_file());
        let holds = |name: &str, word: &str| {
            source::read_text(&root.join(name)).is_ok_and(|text| text.contains(word))
        };
        let is_astro = has(&ASTRO);
        let is_eleventy = has(&ELEVENTY);
        match () {
            () if has(&["book.toml"]) => Some(Self::MdBook),
            () if is_astro => Some(Self::Astro),
            () if is_eleventy => Some(Self::Eleventy),
            () if holds("config.toml", "base_url") || has(&["zola.toml"]) => Some(Self::Zola),
            () if has(&["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json"])
                || root.join("config/_default").is_dir() =>
            {
                Some(Self::Hugo)
            }
            () if has(&["config.toml", "config.yaml", "config.yml", "config.json"])
                && root.join("content").is_dir() =>
            {
                Some(Self::Hugo)
            }
            () if has(&["_config.yml", "_config.yaml", "_config.toml"])
                || root.join("_posts").is_dir() =>
            {
                Some(Self::Jekyll)
            }
            () => None,
        }
    }
}

/// Settings that are scripts.
const ELEVENTY: [&str; 5] = [
    ".eleventy.js",
    "eleventy.config.js",
    "eleventy.config.mjs",
    "eleventy.config.cjs",
    "eleventy.config.ts",
];
const ASTRO: [&str; 4] = [
    "astro.config.mjs",
    "astro.config.ts",
    "astro.config.js",
    "astro.config.mts",
];

/// The site that is imported.
#[derive(Debug)]
pub struct Origin {
    /// What made it.
    pub generator: Generator,
    /// Its folder.
    pub root: PathBuf,
    /// Its files, relative to the folder, sorted.
    pub files: Vec<String>,
    /// Its settings.
    pub config: Value,
    /// Where its texts stand, with a slash at the end; empty for the folder itself.
    pub content: String,
    /// Where the files stand that are published as they are, each with a slash at the end.
    pub statics: Vec<String>,
    /// Its title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Where it stood.
    pub base_url: Option<String>,
    /// Its language.
    pub language: String,
    /// The folders that Astro's settings make collections of.
    pub loaders: Vec<Loader>,
    /// The files that were read as text.
    read: RefCell<BTreeSet<String>>,
}

impl Origin {
    /// Reads the settings of a folder's site, and lists its files.
    pub fn read(root: &Path, generator: Generator, report: &mut Report) -> Self {
        let config = config(root, generator, report);
        let text = |names: &[&str]| names.iter().find_map(|name| text_at(&config, name));
        let mut origin = Self {
            generator,
            root: root.to_owned(),
            files: listed::files(root, generator.made(), report),
            content: String::new(),
            statics: Vec::new(),
            title: text(&["title", "name", "book.title"]),
            description: text(&["description", "params.description", "book.description"]),
            base_url: text(&[
                "baseURL",
                "baseurl",
                "base_url",
                "output.html.site-url",
                "url",
            ]),
            language: text(&[
                "languageCode",
                "defaultContentLanguage",
                "default_language",
                "lang",
                "locale",
                "book.language",
            ])
            .unwrap_or_else(|| "en".to_owned()),
            config,
            loaders: Vec::new(),
            read: RefCell::default(),
        };
        origin.place();
        origin.language = origin.language.replace('_', "-");
        if !origin
            .language
            .as_bytes()
            .get(..2)
            .is_some_and(|l| l.iter().all(u8::is_ascii_lowercase))
        {
            origin.language = "en".to_owned();
        }
        origin
    }

    /// Where texts and files stand, and what is particular in the settings.
    fn place(&mut self) {
        match self.generator {
            Generator::Hugo => {
                let language = text_at(&self.config, "defaultContentLanguage")
                    .unwrap_or_else(|| "en".to_owned());
                let folder = text_at(&self.config, &format!("languages.{language}.contentDir"));
                let folder = folder.or_else(|| text_at(&self.config, "contentDir"));
                let folder = folder.unwrap_or_else(|| "content".to_owned());
                self.content = format!("{}/", folder.trim_matches('/'));
                // The language in a folder of its own stands at the root of the site.
                let own = format!("{}{language}/", self.content);
                let is_parted = self.files.iter().any(|f| f.starts_with(&own));
                let is_plain = self.files.iter().any(|f| {
                    f.strip_prefix(&self.content)
                        .is_some_and(|f| f == "_index.md")
                });
                if is_parted && !is_plain {
                    self.content = own;
                }
                self.statics = vec!["static/".to_owned()];
            }
            Generator::Zola => {
                self.content = "content/".to_owned();
                self.statics = vec!["static/".to_owned()];
            }
            Generator::Jekyll => {
                let url = text_at(&self.config, "url");
                let base = text_at(&self.config, "baseurl").unwrap_or_default();
                self.base_url = url.map(|url| format!("{}{base}", url.trim_end_matches('/')));
                self.statics = vec![String::new()];
            }
            Generator::Eleventy => self.place_eleventy(),
            Generator::Astro => self.place_astro(),
            Generator::MdBook => {
                let folder = text_at(&self.config, "book.src").unwrap_or_else(|| "src".to_owned());
                self.content = format!("{}/", folder.trim_matches('/'));
                self.statics = vec![self.content.clone()];
                self.base_url = self.base_url.take().filter(|url| url.contains("://"));
            }
        }
    }

    fn place_eleventy(&mut self) {
        let script = self.settings_script();
        static INPUT: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r#"input\s*:\s*["']\.?/?([^"']*)["']"#).ok());
        let input = captured(&INPUT, &script);
        let folder = input.filter(|folder| !folder.is_empty());
        let guess = || {
            self.files
                .iter()
                .any(|f| f.starts_with("src/") && f.ends_with(".md"))
                .then(|| "src".to_owned())
        };
        self.content = folder.or_else(guess).map_or(String::new(), |folder| {
            format!("{}/", folder.trim_matches('/'))
        });
        self.statics = vec![self.content.clone(), "public/".to_owned()];
    }

    fn place_astro(&mut self) {
        let script = self.settings_script();
        static SITE: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r#"\bsite\s*:\s*["']([^"']+)["']"#).ok());
        static TITLE: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r#"\btitle\s*:\s*["']([^"']+)["']"#).ok());
        static BASE: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r#"\bbase\s*:\s*["'](/[^"']*)["']"#).ok());
        let base = captured(&BASE, &script).unwrap_or_default();
        let site = captured(&SITE, &script);
        self.base_url = site.map(|site| format!("{}{base}", site.trim_end_matches('/')));
        self.title = captured(&TITLE, &script);
        self.content = "src/content/".to_owned();
        self.statics = vec!["public/".to_owned()];
        let scripts = loaders::SETTINGS.iter();
        let scripts: String = scripts.filter_map(|file| self.text(file)).collect();
        self.loaders = loaders::of(&scripts);
    }

    /// Settings that are a script, as text; nothing for the other generators.
    pub fn settings_script(&self) -> String {
        let texts = self
            .scripts()
            .iter()
            .map(|name| source::read_text(&self.root.join(name)).unwrap_or_default());
        texts.collect()
    }

    fn scripts(&self) -> &'static [&'static str] {
        match self.generator {
            Generator::Eleventy => &ELEVENTY,
            Generator::Astro => &ASTRO,
            _ => &[],
        }
    }

    /// The text of a file, without byte order mark and with `\n` line ends; none when it is no text.
    pub fn text(&self, file: &str) -> Option<String> {
        let text = source::read_text(&self.root.join(file)).ok()?;
        self.read.borrow_mut().insert(file.to_owned());
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        (!text.contains('\0')).then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
    }

    /// The value of a data file.
    pub fn data(&self, file: &str) -> Option<Value> {
        let source = Source::new(file, self.text(file)?);
        let node = Syntax::of(file)?.parse(&source, 0..source.text().len()).0?;
        Some(node.to_json())
    }

    /// Whether a file was read for what it gives to others.
    pub fn was_read(&self, file: &str) -> bool {
        self.read.borrow().contains(file)
    }

    /// Whether a file holds settings that are read.
    pub fn is_settings(&self, file: &str) -> bool {
        let part = file.strip_prefix("config/_default/");
        let part = part.and_then(|name| name.split_once('.'));
        let is_part = part.is_some_and(|(part, ending)| {
            PARTS.contains(&part) && ["toml", "yaml", "yml", "json"].contains(&ending)
        });
        let is_script = self.scripts().contains(&file);
        names(self.generator).contains(&file)
            || self.generator == Generator::Hugo && is_part
            || is_script
    }

    /// Whether there is a file.
    pub fn has(&self, file: &str) -> bool {
        self.files
            .binary_search_by(|f| f.as_str().cmp(file))
            .is_ok()
            || self.root.join(file).is_file() && !file.contains("..")
    }

    /// Scheme, host and path of the former site, without a slash at the end.
    pub fn address(&self) -> String {
        let url = self.base_url.as_deref().unwrap_or("https://example.com");
        let url = match url.starts_with("//") {
            true => format!("https:{url}"),
            false => url.to_owned(),
        };
        let url = url
            .split(['?', '#'])
            .next()
            .unwrap_or_default()
            .trim_end_matches('/')
            .to_owned();
        match url.starts_with("http://") || url.starts_with("https://") {
            true => url,
            false => "https://example.com".to_owned(),
        }
    }

    /// The path below which the former site stood; empty for a host of its own.
    pub fn base_path(&self) -> String {
        let own = text_at(&self.config, "output.html.site-url").filter(|url| url.starts_with('/'));
        let address = self.address();
        own.unwrap_or_else(|| split_origin(&address).1.to_owned())
            .trim_end_matches('/')
            .to_owned()
    }
}

/// The files of settings that are no scripts.
fn names(generator: Generator) -> &'static [&'static str] {
    match generator {
        Generator::Hugo => &[
            "config.toml",
            "config.yaml",
            "config.yml",
            "config.json",
            "hugo.toml",
            "hugo.yaml",
            "hugo.yml",
            "hugo.json",
            "config/_default/config.toml",
            "config/_default/config.yaml",
            "config/_default/hugo.toml",
            "config/_default/hugo.yaml",
        ],
        Generator::Zola => &["config.toml", "zola.toml"],
        Generator::Jekyll => &["_config.toml", "_config.yml", "_config.yaml"],
        Generator::MdBook => &["book.toml"],
        Generator::Eleventy => &[
            "src/_data/site.json",
            "_data/site.json",
            "_data/metadata.json",
            "src/_data/metadata.json",
        ],
        Generator::Astro => &[],
    }
}

/// All settings of a site in one value.
fn config(root: &Path, generator: Generator, report: &mut Report) -> Value {
    let mut config = serde_json::Map::new();
    for name in names(generator) {
        if let Some((own, source)) = settings(root, name, report) {
            tell_of_theme(&own, &source, report);
            if let Value::Object(own) = own.to_json() {
                config.extend(own);
            }
        }
    }
    if generator == Generator::Hugo {
        for part in PARTS {
            let files = FORMATS.map(|ending| format!("{FOLDER}/{part}.{ending}"));
            let own = files.iter().find_map(|file| settings(root, file, report));
            if let Some((own, source)) = own {
                tell_part(part, &own, &source, report);
                config.insert(part.to_owned(), own.to_json());
            }
        }
        if let Some(languages) = config.get_mut("languages") {
            of_languages(root, languages, report);
        }
    }
    Value::Object(config)
}

/// The text at a dotted path.
pub fn text_at(config: &Value, path: &str) -> Option<String> {
    let mut value = config;
    for step in path.split('.') {
        value = value.get(step)?;
    }
    let text = value.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
