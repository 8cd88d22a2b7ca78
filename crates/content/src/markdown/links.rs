//! Links and images: what may be linked, where the destination is written, the text of an image.

use std::borrow::Cow;
use std::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::renderer::Renderer;
use super::{Fragment, Image};
use source::Severity;

impl Renderer<'_> {
    /// Writes the opening tag of the link at event `at`, unless it is unsafe.
    pub(super) fn link(&mut self, at: usize) -> bool {
        let events = self.events;
        let (
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }),
            range,
        ) = &events[at]
        else {
            return false;
        };
        let span = self.destination(at, *link_type, dest_url);
        let href = match link_type {
            LinkType::Email => format!("mailto:{dest_url}"),
            _ => dest_url.to_string(),
        };
        if self.refuse(&href, &span) {
            return false;
        }
        if href.is_empty() {
            self.problem("empty-link", "this link leads nowhere", range)
                .hint = Some("write its destination between the parentheses".to_owned());
        } else if matches!(self.events.get(at + 1), Some((Event::End(TagEnd::Link), _))) {
            let problem = self.problem(
                "empty-link",
                "this link has no words, and nobody sees it",
                range,
            );
            problem.severity = Severity::Warning;
            problem.hint = Some("write its words between the brackets".to_owned());
        }
        let is_external = ["http://", "https://", "//"]
            .iter()
            .any(|start| starts_with_ignoring_case(&href, start));
        let span = self.span(&span);
        self.out.html("<a href=\"");
        let href = href.into();
        self.out.fragment(Fragment::Link { href, span });
        self.out.html("\"");
        if is_external {
            self.out.html(" rel=\"noopener\"");
        }
        if !title.is_empty() {
            let title = self.typeset(title);
            self.out.attribute("title", &title);
        }
        self.out.html(">");
        true
    }

    /// The image at event `at`, unless it is unsafe.
    pub(super) fn image(&mut self, at: usize) -> Option<Box<Image>> {
        let events = self.events;
        let (
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                ..
            }),
            range,
        ) = &events[at]
        else {
            return None;
        };
        let span = self.destination(at, *link_type, dest_url);
        if self.refuse(dest_url, &span) {
            return None;
        }
        let mut alt = String::new();
        for (event, _) in &events[at..self.image_end(at)] {
            match event {
                Event::Text(text) | Event::Code(text) => alt.push_str(text),
                Event::SoftBreak | Event::HardBreak => alt.push(' '),
                _ => {}
            }
        }
        if alt.trim().is_empty() {
            self.problem("missing-alt", "this image has no text", range)
                .hint = Some("say between the brackets what it shows".to_owned());
        }
        Some(Box::new(Image {
            src: dest_url.to_string(),
            alt: self.typeset(&alt),
            title: (!title.is_empty()).then(|| self.typeset(title)),
            span: self.span(&span),
        }))
    }

    /// Index of the event that ends the image at `at`; an image's text may hold images.
    pub(super) fn image_end(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        let position = self.events[at..].iter().position(|(event, _)| {
            match event {
                Event::Start(Tag::Image { .. }) => depth += 1,
                Event::End(TagEnd::Image) => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        position.map_or(self.events.len(), |i| at + i)
    }

    /// Where the destination of the link or image at event `at` is written in the text; the whole
    /// link when it is elsewhere, as in a reference, or written with escapes.
    fn destination(&self, at: usize, kind: LinkType, url: &CowStr<'_>) -> Range<usize> {
        let whole = &self.events[at].1;
        match kind {
            LinkType::Autolink | LinkType::Email if self.text[whole.clone()].starts_with('<') => {
                whole.start + 1..whole.end - 1
            }
            LinkType::Inline if !url.is_empty() => {
                let is_end =
                    |event: &Event<'_>| matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
                let children = self.events[at + 1..].iter().take_while(|(e, _)| !is_end(e));
                let text_end = children.map(|(_, range)| range.end).max();
                let from = text_end
                    .unwrap_or(whole.start)
                    .clamp(whole.start, whole.end);
                match self.text[from..whole.end].find(&**url) {
                    Some(i) => from + i..from + i + url.len(),
                    None => whole.clone(),
                }
            }
            _ => whole.clone(),
        }
    }

    /// Reports a destination that runs a script or holds a document of its own.
    pub(super) fn refuse(&mut self, href: &str, range: &Range<usize>) -> bool {
        let Some(scheme) = unsafe_scheme(href) else {
            return false;
        };
        self.problem(
            "unsafe-link",
            format!("a link cannot use `{scheme}`"),
            range,
        )
        .hint = Some("link to a page, a file or an `https:` address".to_owned());
        true
    }
}

/// An address as HTML gives it, in the signs that RFC 3986 allows; what is encoded stays as it is.
pub fn encoded(href: &str) -> Cow<'_, str> {
    utf8_percent_encode(href, UNWRITTEN).into()
}

/// What no address may hold as it is: all but letters, digits and these signs.
const UNWRITTEN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b';')
    .remove(b'/')
    .remove(b'?')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',')
    .remove(b'%')
    .remove(b'#');

/// The scheme of a destination, if it must not be linked. Browsers ignore control characters and
/// leading spaces in a scheme, and so does this.
fn unsafe_scheme(href: &str) -> Option<&'static str> {
    ["javascript:", "vbscript:", "data:"]
        .into_iter()
        .find(|scheme| {
            let mut characters = href
                .chars()
                .filter(|c| !c.is_control() && !c.is_whitespace())
                .map(|c| c.to_ascii_lowercase());
            scheme.chars().all(|c| characters.next() == Some(c))
        })
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|s| s.eq_ignore_ascii_case(start))
}
