//! The summary of a book of mdBook: its chapters, in their order.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

/// What a summary of mdBook says of each chapter: file, title, depth; and the parts' titles before them.
#[derive(Clone, Debug, Default)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// How deep it stands, from 0.
    pub level: usize,
    /// The title of its part.
    pub part: Option<String>,
    /// Its place among all.
    pub order: usize,
}

/// The chapters of an mdBook summary by their file below the source folder, and the lines of those without one.
pub fn chapters(summary: &str) -> (BTreeMap<String, Chapter>, Vec<(usize, String)>) {
    static LINK: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^(\s*)(?:[-*]\s+)?\[(.*)\]\(<?([^)>]*)>?\)\s*$").ok());
    let (mut chapters, mut drafts) = (BTreeMap::new(), Vec::new());
    let mut part = None;
    for (number, line) in summary.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("# ") {
            part = (number > 0).then(|| heading.trim().to_owned());
        }
        let Some(found) = LINK.as_ref().and_then(|link| link.captures(line)) else {
            continue;
        };
        let file = found[3].trim_start_matches("./").replace("%20", " ");
        if file.is_empty() {
            drafts.push((number + 1, found[2].to_owned()));
            continue;
        }
        let order = chapters.len() + 1;
        let indent = found[1].replace('\t', "    ").len();
        chapters.entry(file).or_insert(Chapter {
            title: found[2].replace('`', ""),
            level: indent.div_ceil(4),
            part: part.clone(),
            order,
        });
    }
    (chapters, drafts)
}
