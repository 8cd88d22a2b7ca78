//! Which file an address is, by the rules of hosts.

use std::collections::HashMap;

use content::config::UrlStyle;

/// How the addresses of a site lead to its files.
#[derive(Debug)]
pub struct Addresses {
    /// What all of them begin with; empty or `/base`.
    pub base_path: String,
    /// Whether pages are files or folders.
    pub style: UrlStyle,
    /// Former addresses, without a slash at their end, and where they lead.
    pub redirects: HashMap<String, String>,
}

/// What an address leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Resolved {
    /// A file below the output folder.
    File(String),
    /// Another address.
    Redirect(String),
    /// Nothing.
    Nothing,
}

impl Addresses {
    /// What a decoded request path leads to, among files of which one may ask whether they are there.
    pub fn find(&self, path: &str, is_there: impl Fn(&str) -> bool) -> Resolved {
        let base_path = &self.base_path;
        if let Some(to) = self.redirects.get(path.trim_end_matches('/')) {
            return Resolved::Redirect(to.clone());
        }
        let Some(path) = path
            .strip_prefix(base_path)
            .filter(|p| p.starts_with('/') || p.is_empty())
        else {
            return match path {
                "/" => Resolved::Redirect(format!("{base_path}/")),
                _ => Resolved::Nothing,
            };
        };
        let bare = path.trim_start_matches('/');
        let is_public = !matches!(bare, "_headers" | "_redirects");
        let name = if bare.is_empty() { "index.html" } else { bare };
        if is_public && is_there(name) {
            return Resolved::File(name.to_owned());
        }
        let page = bare.trim_end_matches('/');
        let (file, has_slash) = (self.page_file(page), bare.ends_with('/'));
        match self.style {
            _ if !is_there(&file) => Resolved::Nothing,
            UrlStyle::File if has_slash => Resolved::Redirect(format!("{base_path}/{page}")),
            UrlStyle::Folder if !has_slash => Resolved::Redirect(format!("{base_path}/{page}/")),
            _ => Resolved::File(file),
        }
    }

    fn page_file(&self, page: &str) -> String {
        match self.style {
            UrlStyle::File => format!("{page}.html"),
            UrlStyle::Folder => format!("{page}/index.html"),
        }
    }
}
