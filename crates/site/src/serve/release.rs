//! A finished build as a server sees it: which address is which file, and what is sent with it.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use assets::FOLDER;
use content::config::UrlStyle;

use crate::headers::{self, Header};
use crate::left_out;
use crate::publish::Files;
use crate::rendered::Rendered;

/// A build that can be served. Only files that it wrote can ever be asked for.
#[derive(Debug)]
pub struct Release {
    out: PathBuf,
    base_path: String,
    style: UrlStyle,
    files: BTreeSet<String>,
    redirects: HashMap<String, String>,
    /// The headers of every answer.
    pub headers: Vec<Header>,
    /// The entries that the build left out, as HTML.
    pub left_out: String,
}

/// What an address leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A file below the output folder.
    File(String),
    /// Another address.
    Redirect(String),
    /// Nothing.
    Nothing,
}

impl Release {
    /// The release that a build wrote.
    pub fn new<F>(out: PathBuf, built: &Rendered<F>, files: &Files) -> Self {
        let config = &built.site.config;
        let redirects = headers::redirects(&built.site);
        let redirects = redirects.map(|(from, to)| (from.to_owned(), to));
        Self {
            out,
            base_path: config.base_path.clone(),
            style: config.urls,
            files: files.keys().cloned().collect(),
            redirects: redirects.collect(),
            headers: headers::local(&built.site, &built.assets),
            left_out: left_out::html(&built.site),
        }
    }

    /// What a decoded request path leads to.
    pub fn find(&self, path: &str) -> Found {
        let Some(path) = path
            .strip_prefix(&self.base_path)
            .filter(|p| p.starts_with('/') || p.is_empty())
        else {
            return match path {
                "/" => Found::Redirect(format!("{}/", self.base_path)),
                _ => Found::Nothing,
            };
        };
        let bare = path.trim_start_matches('/');
        if bare.is_empty() {
            return self.file("index.html");
        }
        if let Some(to) = self.redirects.get(path.trim_end_matches('/')) {
            return Found::Redirect(to.clone());
        }
        let is_public = !matches!(bare, "_headers" | "_redirects");
        if is_public && self.files.contains(bare) {
            return Found::File(bare.to_owned());
        }
        let page = bare.trim_end_matches('/');
        let (file, has_slash) = (self.page_file(page), bare.ends_with('/'));
        match self.style {
            _ if !self.files.contains(&file) => Found::Nothing,
            UrlStyle::File if has_slash => Found::Redirect(format!("{}/{page}", self.base_path)),
            UrlStyle::Folder if !has_slash => {
                Found::Redirect(format!("{}/{page}/", self.base_path))
            }
            _ => Found::File(file),
        }
    }

    fn page_file(&self, page: &str) -> String {
        match self.style {
            UrlStyle::File => format!("{page}.html"),
            UrlStyle::Folder => format!("{page}/index.html"),
        }
    }

    fn file(&self, name: &str) -> Found {
        match self.files.contains(name) {
            true => Found::File(name.to_owned()),
            false => Found::Nothing,
        }
    }

    /// The page for addresses that lead nowhere.
    pub fn not_found(&self) -> Option<&str> {
        self.files.get("404.html").map(String::as_str)
    }

    /// Where a file of this release stands on disk.
    pub fn on_disk(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }
}

/// Whether a file's name holds the hash of its content.
pub fn is_immutable(name: &str) -> bool {
    name.starts_with(FOLDER.trim_start_matches('/'))
}

/// The media type of a file, by its ending.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}
