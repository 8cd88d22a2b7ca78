//! `_headers` and `_redirects`, which some hosts read where the site stands.

use std::sync::Arc;

use super::hosting::Hosting;
use crate::headers::cache_control;
use crate::publish::{File, Files, MARK};

/// The files that the build publishes for hosts.
pub fn files(hosting: &Hosting) -> Files {
    let mut headers = format!("{MARK}\n{}/*\n", hosting.base);
    for (name, value) in &hosting.headers {
        headers += &format!("  {name}: {value}\n");
    }
    headers += &format!(
        "{}*\n  Cache-Control: {}\n",
        hosting.assets(),
        cache_control(true)
    );
    let redirects = hosting.redirects.iter();
    let redirects: String = redirects
        .map(|(from, to)| format!("{from} {to} 301\n"))
        .collect();
    let mut files = Files::from([("_headers".to_owned(), File::Text(Arc::new(headers)))]);
    if !redirects.is_empty() {
        files.insert("_redirects".to_owned(), File::Text(Arc::new(redirects)));
    }
    files
}
