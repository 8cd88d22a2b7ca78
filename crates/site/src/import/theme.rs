//! The plain theme that a site comes with.

use std::collections::BTreeMap;

use super::document::ImportedPage;

/// Templates that only some sites have pages for.
const OF_ROUTES: [&str; 3] = ["list.html", "terms.html", "404.html"];
const OF_SECTIONS: &str = "section.html";

/// The theme, as it is.
const THEME: [(&str, &str); 9] = [
    ("templates/base.html", include_str!("theme/base.html")),
    ("templates/page.html", include_str!("theme/page.html")),
    ("templates/section.html", include_str!("theme/section.html")),
    ("templates/list.html", include_str!("theme/list.html")),
    ("templates/terms.html", include_str!("theme/terms.html")),
    ("templates/404.html", include_str!("theme/404.html")),
    (
        "templates/components/video.html",
        include_str!("theme/video.html"),
    ),
    (
        "templates/components/video.schema.yaml",
        include_str!("theme/video.schema.yaml"),
    ),
    ("public/style.css", include_str!("theme/style.css")),
];

/// The files of the theme that documents and routes need, by their path from the new site's root.
pub fn files(documents: &[ImportedPage], routes: &str) -> BTreeMap<String, String> {
    let is_needed = |path: &str| match path.strip_prefix("templates/") {
        Some(OF_SECTIONS) => documents.iter().any(ImportedPage::lists_others),
        Some(name) if OF_ROUTES.contains(&name) => routes.contains(&format!("template: {name}")),
        _ => true,
    };
    let needed = THEME.iter().filter(|(path, _)| is_needed(path));
    let files = needed.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    files.collect()
}
