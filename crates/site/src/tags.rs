//! Start tags and end tags that do not answer each other.

use std::collections::HashMap;
use std::ops::Range;

use content::entry::Entry;
use content::markdown::Fragment;
use source::html::is_void;
use source::yaml::Node;

use crate::html::{Document, Element, End};
use crate::likeness::is_alike;

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
    // A drawing or a formula with what is open in it: these have rules of their own, by which an end tag ends all that
    // its element holds.
    let mut foreign: Vec<&Element> = Vec::new();
    for tag in tags(document) {
        match (tag, foreign.first().copied()) {
            (Tag::Start(element), Some(_)) if element.is_closed => {}
            (Tag::Start(element), Some(_)) => foreign.push(element),
            (Tag::End(end), Some(element)) => {
                let is_it = |inner: &&Element| inner.name == end.name;
                let is_outer = || {
                    open.iter().any(is_it)
                        || optional.get(&*end.name).is_some_and(|count| *count > 0)
                };
                match foreign.iter().rposition(is_it) {
                    Some(place) => foreign.truncate(place),
                    None if is_outer() => {
                        let before = Some(end.name.as_str());
                        return Some(Odd::Open { element, before });
                    }
                    None => {}
                }
            }
            (Tag::Start(element), None) => match element.name.as_str() {
                "svg" | "math" if element.is_closed => {}
                "svg" | "math" => foreign.push(element),
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
    let element = foreign.first().copied().or_else(|| open.pop())?;
    let before = None;
    Some(Odd::Open { element, before })
}

/// A tag of a page that no other answers, as what is looked for in the texts that the page was made of.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// The name of its element.
    pub name: &'a str,
    /// The element as the page shows it; none for an end tag.
    pub shown: Option<&'a Element>,
}

impl Sought<'_> {
    /// Its place in a text in which no other tag answers it.
    pub fn in_document(&self, document: &Document) -> Option<Range<usize>> {
        let mut open = Vec::new();
        for tag in tags(document) {
            match tag {
                Tag::Start(element) if element.name == self.name && !element.is_closed => {
                    open.push(element);
                }
                Tag::End(end) if end.name == self.name && open.pop().is_none() => {
                    let place = end.at..end.at + "</>".len() + end.name.len();
                    return self.shown.is_none().then_some(place);
                }
                _ => {}
            }
        }
        let element = open.pop()?;
        is_alike(element, self.shown?).then(|| element.span.clone())
    }

    /// Its place in the text of an entry or in the HTML of one of its fields.
    pub fn in_entry(&self, entry: &Entry) -> Option<Range<usize>> {
        let text = entry.source.text();
        let in_field = |node: &Node| {
            let html = node.as_text().filter(|text| text.contains('<'));
            html.and(text.get(node.span.clone()))
        };
        let fields = entry.node.walk();
        let mut places = fields.into_iter().filter_map(|node| {
            let place = self.in_document(&Document::parse(in_field(node)?))?;
            Some(node.span.start + place.start..node.span.start + place.end)
        });
        places.next().or_else(|| self.in_body(entry))
    }

    /// Its place in the text of an entry. HTML is shown there as it is written, code is not.
    fn in_body(&self, entry: &Entry) -> Option<Range<usize>> {
        let body = entry.body.as_ref()?.body();
        let html = body.fragments.iter().map(|fragment| match fragment {
            Fragment::Html(html) => html.as_str(),
            _ => "",
        });
        let html: String = html.collect();
        let place = self.in_document(&Document::parse(&html))?;
        let tag = html.get(place.clone())?;
        let before = html[..place.start].matches(tag).count();
        let text = entry.source.text();
        let written = text.match_indices(tag).map(|(at, _)| at);
        let written: Vec<usize> = written.filter(|at| *at >= entry.node.span.end).collect();
        // Where the tag stands in code too, which of them it is stays open.
        let is_sure = written.len() == html.matches(tag).count();
        let at = written.get(before).filter(|_| is_sure);
        Some(at.map_or_else(|| entry.span_of("title"), |at| *at..at + tag.len()))
    }
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
        check(
            "<svg><foreignObject><div><p>a</p></div></foreignObject></svg>",
            "",
        );
        check("<div><svg><title/><style/><path/></svg></div>", "");
        check("<main><svg><path/></main>", "<svg> main");
        check("<body><h1>a</h1><svg></body>", "<svg> body");
        check("<p>a<p><svg><svg></svg><g>", "<svg> ");
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
        let check = |html: &str, shown: Option<&str>, expected| {
            let page = shown.map(Document::parse);
            let sought = Sought {
                name: "div",
                shown: page.as_ref().map(|page| &page.elements[0]),
            };
            let span = sought.in_document(&Document::parse(html));
            assert_eq!(span.map(|span| &html[span]), expected, "{html}");
        };
        check("<main><div>a</div></main>", Some("<div>"), None);
        check(
            "<main><div id=a></main>",
            Some("<div id=a>"),
            Some("<div id=a>"),
        );
        check("<main><div id=a></main>", Some("<div>"), None);
        check("<main><div></main>", None, None);
        check("<main></div></main>", None, Some("</div>"));
        check("<main></div></main>", Some("<div>"), None);
    }
}
