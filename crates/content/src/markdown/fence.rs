//! Fenced blocks: components and islands become fragments, everything else is code.

use std::ops::Range;

use super::Fragment;
use crate::highlight;

/// What the first line of a fence says.
pub struct Opening<'a> {
    /// The text behind the back ticks.
    pub info: &'a str,
    /// The place of the first line in the file.
    pub span: Range<usize>,
}

/// The fragment of a component or island fence; none for code.
pub fn fragment(opening: &Opening<'_>, yaml: &str, yaml_offset: usize) -> Option<Fragment> {
    let mut words = opening.info.split_whitespace();
    let (kind, name) = (words.next()?, words.next().unwrap_or_default().to_owned());
    let (yaml, span) = (yaml.to_owned(), opening.span.clone());
    match kind {
        "component" => Some(Fragment::Component {
            name,
            yaml,
            yaml_offset,
            span,
        }),
        "island" => {
            let rest = opening
                .info
                .split_once(" on=")
                .map(|(_, on)| on.trim().trim_matches('"').to_owned());
            Some(Fragment::Island {
                name,
                yaml,
                yaml_offset,
                span,
                on: rest,
            })
        }
        _ => None,
    }
}

/// Code as HTML, coloured when its language is known.
pub fn code(info: &str, code: &str, colour: bool) -> String {
    let language = info.split([' ', ',', '{']).next().unwrap_or_default();
    let coloured = (colour && !language.is_empty())
        .then(|| highlight::highlight(language, code))
        .flatten();
    let html = coloured.unwrap_or_else(|| super::writer::escape(code));
    let html = html.strip_suffix('\n').unwrap_or(&html);
    match language {
        "" => format!("<pre class=\"code\" tabindex=\"0\"><code>{html}\n</code></pre>\n"),
        language => {
            let language = super::writer::escape(language);
            format!(
                "<pre class=\"code\" data-language=\"{language}\" tabindex=\"0\"><code>{html}\n</code></pre>\n"
            )
        }
    }
}

/// How many words there are to read in a component's YAML: those of its values.
pub fn words(yaml: &str) -> usize {
    yaml.split_whitespace()
        .filter(|word| !word.ends_with(':') && word.chars().any(char::is_alphanumeric))
        .count()
}
