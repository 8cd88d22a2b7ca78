//! The ids that headings had, where the engine gives others by itself: they are written behind the headings, so that links
//! to them lead where they led.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

use super::document::ImportedPage;
use super::origin::Generator;
use super::text::is_in;

/// A heading of a text.
struct Heading {
    range: Range<usize>,
    text: String,
    id: Option<String>,
    /// Whether something in braces stands behind it.
    has_braces: bool,
}

/// Writes the former id behind each heading that would have another: of headings alike the second had `-1`, and some
/// signs left no trace.
pub fn keep_ids(document: &mut ImportedPage) {
    let headings = headings(&document.body.text);
    let own = headings.iter().filter_map(|heading| heading.id.clone());
    let mut used: BTreeSet<String> = own.collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut changes = Vec::new();
    for heading in headings.iter().filter(|heading| heading.id.is_none()) {
        let plain = content::slug(&heading.text);
        let base = former(document.generator, &heading.text);
        let mut id = base.clone();
        while !base.is_empty() && !used.insert(id.clone()) {
            let count = counts.entry(base.clone()).or_default();
            *count += 1;
            id = format!("{base}-{count}");
        }
        if id != base || !base.is_empty() && content::slug(&base) != plain {
            changes.extend(written(&document.body.text, heading, &id));
        }
    }
    document.body.replace(changes);
}

/// The id that a generator makes of a heading's text.
fn former(generator: Generator, text: &str) -> String {
    if matches!(generator, Generator::Zola | Generator::Eleventy) {
        return content::slug(text);
    }
    let kept = text.trim().chars().filter_map(|c| match c {
        c if c.is_whitespace() => Some('-'),
        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

fn headings(text: &str) -> Vec<Heading> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut found = Vec::new();
    let mut open: Option<Heading> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match (event, &mut open) {
            (
                Event::Start(Tag::Heading {
                    id, classes, attrs, ..
                }),
                _,
            ) => {
                open = Some(Heading {
                    range,
                    text: String::new(),
                    has_braces: id.is_some() || !classes.is_empty() || !attrs.is_empty(),
                    id: id.map(|id| id.to_string()),
                });
            }
            (Event::End(TagEnd::Heading(_)), _) => found.extend(open.take()),
            (Event::Text(part) | Event::Code(part), Some(heading)) => heading.text += &part,
            (Event::SoftBreak | Event::HardBreak, Some(heading)) => heading.text.push(' '),
            _ => {}
        }
    }
    found
}

/// The change that gives a heading its id: behind its words, or within the braces that stand there.
fn written(text: &str, heading: &Heading, id: &str) -> Option<(Range<usize>, String)> {
    let whole = text[heading.range.clone()].trim_end();
    // Below the words of the other kind stands a line of signs.
    let words = match whole.starts_with('#') {
        true => whole.lines().next()?.trim_end(),
        false => whole.rsplit_once('\n')?.0.trim_end(),
    };
    let start = heading.range.start;
    if heading.has_braces {
        let at = start + words.rfind('{')? + 1;
        return Some((at..at, format!("#{id} ")));
    }
    let at = start + words.len();
    Some((at..at, format!(" {{#{id}}}")))
}

/// Ids that kramdown reads from the line below a heading, `{: #id}`, behind the heading.
pub fn of_kramdown(document: &mut ImportedPage) {
    let pattern = r"(?m)^(#{1,6} [^\n]*?)[ \t]*\n\{:((?:[ \t]*[#.][\w-]+)*[ \t]*#[\w-]+(?:[ \t]*[#.][\w-]+)*)[ \t]*\}[ \t]*$";
    let Ok(pattern) = Regex::new(pattern) else {
        return;
    };
    let code = document.body.code();
    let found = pattern.captures_iter(&document.body.text);
    let changes = found.filter_map(|found| {
        let range = found.get(0)?.range();
        let new = format!("{} {{{}}}", &found[1], found[2].trim());
        (!is_in(&code, range.start)).then_some((range, new))
    });
    let changes = changes.collect();
    document.body.replace(changes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_stands_where_the_format_has_it() {
        let check = |text: &str, expected: &str| {
            let headings = headings(text);
            let (at, new) = written(text, &headings[0], "x").expect("a heading");
            let mut text = text.to_owned();
            text.replace_range(at, &new);
            assert_eq!(text, expected);
        };
        check("## A\n\nB", "## A {#x}\n\nB");
        check("## A ##\n", "## A ## {#x}\n");
        check("## C#\n", "## C# {#x}\n");
        check("A\nb\n---\n", "A\nb {#x}\n---\n");
        check("## A {.b}\n", "## A {#x .b}\n");
    }

    #[test]
    fn ids_are_those_of_the_generator() {
        assert_eq!(former(Generator::Hugo, "What's new? C++"), "whats-new-c");
        assert_eq!(former(Generator::Zola, "What's new?"), "what-s-new");
    }
}
