//! Start tags and end tags that do not answer each other.

use std::collections::HashMap;
use std::ops::Range;

use source::html::is_void;

use crate::html::{Document, Element, End};

/// The first tag of a page that no other answers: what follows it is its doing.
#[derive(Clone, Copy, Debug)]
pub enum Odd<'a> {
    /// An element that nothing ends before the one around it ends, by the end tag if there is one, or the page.
    Open {
        /// The element.
        element: &'a Element,
        /// The name of the element around it.
        before: Option<&'a str>,
    },
    /// An end tag without an element.
    End(&'a str),
}

/// A tag, in the order of a page.
enum Tag<'a> {
    Start(&'a Element),
    End(&'a End),
}

/// The tags of a page.
fn tags(document: &Document) -> impl Iterator<Item = Tag<'_>> {
    let (mut starts, mut ends) = (
        document.elements.iter().peekable(),
        document.ends.iter().peekable(),
    );
    std::iter::from_fn(move || {
        let is_start = match (starts.peek(), ends.peek()) {
            (Some(start), Some(end)) => start.span.start < end.at,
            (start, _) => start.is_some(),
        };
        match is_start {
            true => starts.next().map(Tag::Start),
            false => ends.next().map(Tag::End),
        }
    })
}

/// The first tag of a finished page that no other answers.
pub fn first_odd(document: &Document) -> Option<Odd<'_>> {
    let mut open: Vec<&Element> = Vec::new();
    // Elements whose end tags may be left out: an end tag is odd where it is one more than there are elements.
    let mut optional: HashMap<&str, usize> = HashMap::new();
    // Drawings and formulas have rules of their own.
    let mut foreign: Option<(&str, usize)> = None;
    for tag in tags(document) {
        match (tag, &mut foreign) {
            (Tag::Start(element), Some((name, depth))) => {
                *depth += usize::from(element.name == *name && !element.is_closed);
            }
            (Tag::End(end), Some((name, depth))) => {
                *depth -= usize::from(end.name == *name);
                if *depth == 0 {
                    foreign = None;
                }
            }
            (Tag::Start(element), None) => match element.name.as_str() {
                name @ ("svg" | "math") if !element.is_closed => foreign = Some((name, 1)),
                "svg" | "math" => {}
                name if is_void(name) => {}
                name if may_stay_open(name) => *optional.entry(name).or_default() += 1,
                _ => open.push(element),
            },
            (Tag::End(end), None) if may_stay_open(&end.name) => {
                match optional.get_mut(end.name.as_str()) {
                    Some(count) if *count > 0 => *count -= 1,
                    _ if may_be_implied(&end.name) => {}
                    _ => return Some(Odd::End(&end.name)),
                }
            }
            (Tag::End(end), None) => match open.last().copied() {
                Some(element) if element.name == end.name => {
                    open.pop();
                }
                Some(element) if open.iter().any(|outer| outer.name == end.name) => {
                    let before = Some(end.name.as_str());
                    return Some(Odd::Open { element, before });
                }
                _ => return Some(Odd::End(&end.name)),
            },
        }
    }
    let element = open.pop()?;
    let before = None;
    Some(Odd::Open { element, before })
}

/// The place of a tag of a name in a template that no other of the template answers.
pub fn odd_of(document: &Document, name: &str) -> Option<Range<usize>> {
    let mut open = Vec::new();
    for tag in tags(document) {
        match tag {
            Tag::Start(element) if element.name == name && !element.is_closed => {
                open.push(element.span.clone());
            }
            Tag::End(end) if end.name == name && open.pop().is_none() => {
                return Some(end.at..end.at + "</>".len() + name.len());
            }
            _ => {}
        }
    }
    open.pop()
}

/// Whether the end tag of an element may be left out (HTML standard, 13.1.2.4).
fn may_stay_open(name: &str) -> bool {
    matches!(
        name,
        "html"
            | "head"
            | "body"
            | "p"
            | "li"
            | "dt"
            | "dd"
            | "option"
            | "optgroup"
            | "rp"
            | "rt"
            | "caption"
            | "colgroup"
            | "thead"
            | "tbody"
            | "tfoot"
            | "tr"
            | "td"
            | "th"
    )
}

/// Whether an element may be there without a start tag (HTML standard, 13.1.2.4).
fn may_be_implied(name: &str) -> bool {
    matches!(name, "html" | "head" | "body" | "colgroup" | "tbody")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_tag_that_no_other_answers() {
        let check = |html: &str, expected: &str| {
            let document = Document::parse(html);
            let found = match first_odd(&document) {
                None => String::new(),
                Some(Odd::Open { element, before }) => {
                    format!("<{}> {}", element.name, before.unwrap_or_default())
                }
                Some(Odd::End(name)) => format!("</{name}>"),
            };
            assert_eq!(found, expected, "{html}");
        };
        check("<html><body><p>a<ul><li>b<li>c</ul><br><img>", "");
        check("<div><svg><path/><g><title>a</title></svg><svg/></div>", "");
        check("<p><math><mi>a</mi><mspace/></math></p>", "");
        check("<script>'<div>'</script><title><b></title>", "");
        check(
            "<title>a</title></head><table><tr></tbody></table></body>",
            "",
        );
        check("<main><div>a</main>", "<div> main");
        check("<main><div>a</div>", "<main> ");
        check("<main>a</div></main>", "</div>");
        check("<p>a</p></p>", "</p>");
        check("<b><i>a</b></i>", "<i> b");
        check("<div/><p>a", "<div> ");
        check("<input></input>", "</input>");
    }

    #[test]
    fn finds_the_odd_tag_of_a_template() {
        let check = |html: &str, expected: Option<&str>| {
            let span = odd_of(&Document::parse(html), "div");
            assert_eq!(span.map(|span| &html[span]), expected, "{html}");
        };
        check("<main><div>a</div></main>", None);
        check("<main><div id=a></main>", Some("<div id=a>"));
        check("<main></div></main>", Some("</div>"));
    }
}
