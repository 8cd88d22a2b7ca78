//! Comments of Jekyll's and Eleventy's texts, which the former site showed to nobody: they do not come.

use std::ops::Range;

use regex::Regex;

use super::document::ImportedPage;
use super::origin::{Generator, Origin};
use super::report::{Report, Topic};
use super::text::is_in;

/// A comment of kramdown, which is none in code.
const KRAMDOWN: &str = r"(?s)\{::comment\}.*?\{:/(?:comment)?\}";
/// One of Liquid in one tag.
const LIQUID: &str = r"(?s)\{%-?\s*#.*?%\}";
/// One of Nunjucks: an id of a heading looks like its beginning.
const NUNJUCKS: &str = r"(?s)\{#[^{}]*?#\}|\{#-?\s.*?#\}";
/// What templates show as it is.
const RAW: &str = r"(?s)\{%-?\s*(?:raw|verbatim)\s*-?%\}.*?\{%-?\s*end(?:raw|verbatim)\s*-?%\}";

/// Takes the comments out of a text.
pub fn take_out(origin: &Origin, document: &mut ImportedPage, report: &mut Report) {
    let text = document.body.text.as_str();
    let mut found = places(LIQUID, text);
    let code = document.body.code();
    match origin.generator {
        Generator::Jekyll => {
            let comments = places(KRAMDOWN, text).into_iter();
            found.extend(comments.filter(|comment| !is_in(&code, comment.start)));
        }
        _ if is_nunjucks(origin, document) => found.extend(places(NUNJUCKS, text)),
        // Liquid shows them, against what their author had in mind.
        _ => {
            let comments = places(NUNJUCKS, text).into_iter();
            for comment in comments.filter(|comment| !is_in(&code, comment.start)) {
                let line = document.body.line(comment.start);
                let what = "a comment of Nunjucks, which Liquid showed: it is left out";
                report.tell(Topic::Shortcode, (&document.file, line), what);
                found.push(comment);
            }
        }
    }
    let raw = places(RAW, text);
    found.retain(|comment| !is_in(&raw, comment.start));
    let changes = found.into_iter().map(|comment| (comment, String::new()));
    document.body.replace(changes.collect());
}

fn places(pattern: &str, text: &str) -> Vec<Range<usize>> {
    let Ok(pattern) = Regex::new(pattern) else {
        return Vec::new();
    };
    pattern.find_iter(text).map(|found| found.range()).collect()
}

/// Whether Nunjucks reads a text of Eleventy before Markdown does.
fn is_nunjucks(origin: &Origin, document: &ImportedPage) -> bool {
    let own = document.front.fields.get("templateEngineOverride");
    if let Some(own) = own.and_then(|own| own.as_str()) {
        return own.split(',').any(|engine| engine.trim() == "njk");
    }
    let script = origin.settings_script();
    let setting = Regex::new(r#"markdownTemplateEngine["']?\s*:\s*["']njk"#);
    setting.is_ok_and(|setting| setting.is_match(&script))
}
