//! Where in the sources something on a finished page comes from: an entry, the settings or a template's element.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use content::Site;
use content::entry::Entry;
use content::field::Reference;
use content::link::{self, Origin, Suffix, Target, split_suffix};
use content::markdown::{Fragment, Html};
use content::route::Subject;
use render::{Failure, Page, Read};
use source::document::Syntax;
use source::yaml::Node;
use source::{Place, Source, Sources};

use crate::html::{Document, Element};
use crate::likeness::{is_alike, likeness};
use crate::markup::{Code, Markup, UNKNOWN};
use crate::misread::Kind;
use crate::nesting;
use crate::tags::Sought;

/// What of a page is looked for.
#[derive(Clone, Debug)]
pub enum Trace {
    /// An element.
    Element(Box<Element>),
    /// An attribute of an element.
    Attribute(Box<Element>, String),
    /// An address in a file that has no elements.
    Address(String),
    /// A tag that no other answers.
    Tag {
        /// The name of its element.
        name: String,
        /// The element, when it has begun.
        start: Option<Box<Element>>,
    },
    /// What browsers read otherwise than it is written.
    Misread(Kind),
    /// What the place is of is known.
    Known(Place),
    /// Nothing in particular: the page itself.
    Page,
}

impl Trace {
    /// An element as what shows a mistake.
    pub fn element(element: &Element) -> Self {
        Self::Element(Box::new(element.clone()))
    }

    /// An attribute as what shows a mistake; the element where it has none of the name.
    pub fn attribute(element: &Element, name: &str) -> Self {
        match element.get(name) {
            Some(_) => Self::Attribute(Box::new(element.clone()), name.to_owned()),
            None => Self::element(element),
        }
    }

    /// The address, if one shows the mistake.
    fn address(&self) -> Option<&str> {
        match self {
            Self::Attribute(element, name) => element.get(name),
            Self::Address(address) => Some(address),
            _ => None,
        }
    }

    /// The element with the attribute's name, if one of these shows the mistake.
    fn parts(&self) -> Option<(&Element, Option<&str>)> {
        match self {
            Self::Element(element) => Some((element, None)),
            Self::Attribute(element, name) => Some((element, Some(name))),
            _ => None,
        }
    }
}

/// What is searched.
#[derive(Debug)]
pub struct Places<'a> {
    site: &'a Site,
    markups: &'a [Markup],
    pages: &'a [Page],
    /// The data files, read as trees.
    data: Vec<(Arc<Source>, Node)>,
}

impl<'a> Places<'a> {
    /// The places of a site's pages, which stand in the order of its routes.
    pub fn new(site: &'a Site, markups: &'a [Markup], pages: &'a [Page]) -> Self {
        Self {
            site,
            markups,
            pages,
            data: Vec::new(),
        }
    }

    /// The same, with the places of what stands in content/_data/.
    pub fn with_data(mut self, sources: &Sources) -> Self {
        self.data = data(sources).collect();
        self
    }

    /// The most telling place of something on a page: its own entry, a template that writes it out, also in an
    /// expression, the settings, another entry that is shown there, data, or a template that lets an expression
    /// write it.
    pub fn find(&self, route: usize, trace: &Trace) -> Option<Place> {
        match trace {
            Trace::Known(place) => return Some(place.clone()),
            Trace::Misread(kind) => return self.misread(route, *kind),
            Trace::Tag { name, start } => {
                let shown = start.as_deref();
                let odd = self.odd_tag(route, Sought { name, shown });
                let start = start.clone().map(Trace::Element);
                return odd.or_else(|| self.find(route, &start?));
            }
            _ => {}
        }
        let own = self.subject(route);
        let leads = Leads::of(self.site, route, trace);
        let in_entries = |entries: &[&Entry]| {
            let mut places = entries.iter();
            places.find_map(|entry| self.in_entry(entry, trace, leads.as_ref()))
        };
        let template = self.in_templates(route, trace);
        let written = template.iter().filter(|(_, is_literal)| *is_literal);
        let mut written = written.map(|(place, _)| place.clone());
        in_entries(own.as_slice())
            .or_else(|| written.next())
            .or_else(|| self.in_literals(route, trace))
            .or_else(|| self.in_expressions(route, trace))
            .or_else(|| self.in_settings(trace))
            .or_else(|| in_entries(&self.shown(route)))
            .or_else(|| self.in_data(trace))
            .or(template.map(|(place, _)| place))
    }

    /// The page's entry, or whatever asks for the page.
    pub fn origin(&self, route: usize) -> Place {
        match self.subject(route) {
            Some(entry) => Place::new(&entry.source, entry.span_of("title")),
            None => self.site.routes[route].origin.clone(),
        }
    }

    fn subject(&self, route: usize) -> Option<&'a Entry> {
        match &self.site.routes[route].subject {
            Subject::Entry(index) => Some(&self.site.entries[*index]),
            _ => None,
        }
    }

    /// The entries that a page asked for.
    fn shown(&self, route: usize) -> Vec<&'a Entry> {
        let Some(page) = self.page(route) else {
            return Vec::new();
        };
        let asked = page.reads.iter().filter_map(|(read, _)| read.entry());
        let asked: HashSet<&Reference> = asked.collect();
        let entries = self.site.entries.iter().map(|e| &**e);
        entries.filter(|e| asked.contains(&e.reference)).collect()
    }

    fn page(&self, route: usize) -> Option<&'a Page> {
        let found = self.pages.binary_search_by_key(&route, |page| page.route);
        Some(&self.pages[found.ok()?])
    }

    fn in_entry(&self, entry: &Entry, trace: &Trace, leads: Option<&Leads>) -> Option<Place> {
        let spellings = self.spellings(trace);
        let fragments = entry.body.iter().flat_map(|text| &text.outline().fragments);
        let mut links = fragments.filter_map(|fragment| match fragment {
            Fragment::Link { href, span } => Some((href, span)),
            _ => None,
        });
        let is_it = |href: &str| {
            spellings.iter().any(|one| one == href)
                || leads.is_some_and(|leads| leads.are_of(entry, href))
        };
        let in_text = links.find(|(href, _)| is_it(href));
        let in_text = in_text.map(|(_, span)| span.clone());
        let span = in_text
            .or_else(|| scalar(&entry.node, &entry.source, &spellings, trace))
            .or_else(|| self.in_html_of(entry, trace))?;
        Some(Place::new(&entry.source, span))
    }

    /// An element in the HTML that stands in the text of an entry as it is written.
    fn in_html_of(&self, entry: &Entry, trace: &Trace) -> Option<Range<usize>> {
        let (element, attribute) = trace.parts()?;
        let is_written = self.site.config.html == Html::All && entry.body.is_some();
        let start = Some(entry.node.span.end).filter(|_| is_written)?;
        let html = without_code(entry.source.text().get(start..)?);
        let document = Document::parse(&html);
        let mut written = document.elements.iter();
        let written = written.find(|written| is_alike(written, element))?;
        let attribute = attribute.and_then(|name| written.attribute(name));
        let span = attribute.map_or(&written.span, |a| &a.span);
        Some(start + span.start..start + span.end)
    }

    fn in_settings(&self, trace: &Trace) -> Option<Place> {
        let settings = &self.site.settings;
        let spellings = self.spellings(trace);
        let span = scalar(&settings.node, &settings.source, &spellings, trace)?;
        Some(Place::new(&settings.source, span))
    }

    /// An address that the template of a file which is no page writes out.
    fn in_literals(&self, route: usize, trace: &Trace) -> Option<Place> {
        let own = &self.site.routes[route].template;
        let markup = self.markups.iter().find(|markup| markup.name == *own)?;
        let spellings = self.spellings(trace);
        let mut literals = markup.literals.iter();
        let found = literals.find(|literal| spellings.contains(&literal.text))?;
        Some(found.place.clone())
    }

    fn in_data(&self, trace: &Trace) -> Option<Place> {
        let spellings = self.spellings(trace);
        self.data.iter().find_map(|(source, node)| {
            let span = scalar(node, source, &spellings, trace)?;
            Some(Place::new(source, span))
        })
    }

    /// An address that an expression of a template holds, such as `url("/a#b")`: in the page's own template, else in
    /// another that the page read.
    fn in_expressions(&self, route: usize, trace: &Trace) -> Option<Place> {
        let mut spellings = self.spellings(trace);
        // Other attributes may hold any word, which an expression then does not mean.
        spellings.retain(|spelling| spelling.contains(['/', '#']));
        let quoted = |quote: char| spellings.iter().map(move |s| format!("{quote}{s}{quote}"));
        let quoted: Vec<String> = quoted('"').chain(quoted('\'')).collect();
        let holds = |code: &&Code| {
            let is_test = ["if ", "elif "]
                .iter()
                .any(|word| code.text.starts_with(word));
            !is_test && quoted.iter().any(|text| code.text.contains(text))
        };
        let found = self.read_by(route, self.page(route)).filter_map(|markup| {
            let is_other = markup.name != self.site.routes[route].template;
            Some((is_other, markup, markup.code.iter().find(holds)?))
        });
        let (_, markup, code) = found.min_by_key(|(is_other, ..)| *is_other)?;
        Some(Place::new(&markup.source, code.span.clone()))
    }

    /// The templates that a page was made with.
    fn read_by<'p>(
        &'p self,
        route: usize,
        page: Option<&'p Page>,
    ) -> impl Iterator<Item = &'a Markup> + 'p {
        let own = &self.site.routes[route].template;
        self.markups.iter().filter(move |markup| {
            let is_it = |read: &Read| matches!(read, Read::Template(read) if *read == markup.name);
            let mut reads = page.into_iter().flat_map(|page| &page.reads);
            *own == markup.name || reads.any(|(read, _)| is_it(read))
        })
    }

    /// The place in a page's templates of what is misread in this way.
    fn misread(&self, route: usize, kind: Kind) -> Option<Place> {
        self.read_by(route, self.page(route)).find_map(|markup| {
            let mut misread = markup.document.misread.iter();
            let found = misread.find(|one| one.kind == kind)?;
            Some(Place::new(&markup.source, found.span.clone()))
        })
    }

    /// A tag that no other answers in one of a page's templates, else in one of its entries; not in a template where
    /// several have one, of which some are answered in another.
    fn odd_tag(&self, route: usize, sought: Sought) -> Option<Place> {
        let mut found = self.read_by(route, self.page(route)).filter_map(|markup| {
            let span = sought.in_document(&markup.document)?;
            Some(Place::new(&markup.source, span))
        });
        let only = found.next().filter(|_| found.next().is_none());
        let entries = || self.subject(route).into_iter().chain(self.shown(route));
        let in_entry = |entry: &Entry| {
            let span = sought.in_entry(entry)?;
            Some(Place::new(&entry.source, span))
        };
        only.or_else(|| entries().find_map(in_entry))
    }

    /// How an author may have written an address: with or without what the engine adds.
    fn spellings(&self, trace: &Trace) -> Vec<String> {
        let Some(address) = trace.address() else {
            return Vec::new();
        };
        let local = local(self.site, address);
        let bare = local.trim_end_matches('/');
        let mut spellings = vec![address.to_owned(), local.to_owned(), bare.to_owned()];
        if let Some((path, anchor)) = local.split_once("/#") {
            spellings.push(format!("{path}#{anchor}"));
        }
        spellings.retain(|spelling| !spelling.is_empty());
        spellings
    }

    /// The expression of a page's templates that prints into an element of the page: of several in
    /// elements that look like it, one that prints a text with blocks.
    pub fn printed_in(&self, page: &Page, element: &Element) -> Option<Place> {
        let candidates = self.read_by(page.route, Some(page)).flat_map(|markup| {
            let printed = nesting::read(&markup.document, &markup.code).printed;
            let alike = printed.into_iter();
            let alike = alike.filter(|(written, _)| is_alike(written, element));
            let places = alike.map(|(_, code)| {
                let has_blocks = ["body", "safe", "markdown"].iter();
                let has_blocks = has_blocks.clone().any(|end| code.text.ends_with(end));
                (!has_blocks, Place::new(&markup.source, code.span.clone()))
            });
            places.collect::<Vec<_>>()
        });
        let best = candidates.min_by_key(|(is_plain, _)| *is_plain);
        best.map(|(_, place)| place)
    }

    /// The element of a template that is most like one on a page, and whether it is written out
    /// there: in the page's own template, else in another that it read.
    fn in_templates(&self, route: usize, trace: &Trace) -> Option<(Place, bool)> {
        let (element, attribute) = trace.parts()?;
        let own = &self.site.routes[route].template;
        let read = self.read_by(route, self.page(route));
        let candidates = read.flat_map(|markup| {
            let elements = markup.document.elements.iter();
            elements.filter_map(move |written| {
                let likeness = likeness(written, element, attribute)?;
                Some((likeness, markup.name == *own, markup, written))
            })
        });
        // Of those that are as like, the first is told.
        let best = candidates.reduce(|best, next| match (next.0, next.1) > (best.0, best.1) {
            true => next,
            false => best,
        });
        let (_, _, markup, written) = best?;
        let attribute = attribute.and_then(|name| written.attribute(name));
        let is_literal = attribute.is_none_or(|a| !a.value.contains(UNKNOWN));
        let span = attribute.map_or(&written.span, |a| &a.span);
        Some((Place::new(&markup.source, span.clone()), is_literal))
    }
}

/// A page and its part to which an address leads, and the site in the language of the page that shows the address:
/// links name pages by files and by paths of the original too.
struct Leads {
    site: Site,
    path: String,
    suffix: Suffix,
}

impl Leads {
    /// Where the address leads that a trace on the page of a route is of; none where that is no address of a page.
    fn of(site: &Site, route: usize, trace: &Trace) -> Option<Self> {
        let (path, suffix) = split_suffix(local(site, trace.address()?));
        let site = site.in_language(site.routes[route].language);
        match link::resolve_path(&site, path, suffix).ok()? {
            Target::Page { path, suffix } => Some(Self { site, path, suffix }),
            Target::External | Target::Anchor | Target::File { .. } => None,
        }
    }

    /// Whether a link in the text of an entry leads there.
    fn are_of(&self, entry: &Entry, href: &str) -> bool {
        let from = Origin {
            file: &entry.source.path,
            page: entry.path.as_deref(),
        };
        match link::resolve(&self.site, from, href) {
            Ok(Target::Page { path, suffix }) => path == self.path && suffix == self.suffix,
            _ => false,
        }
    }
}

/// An address without what the engine puts before every path.
fn local<'a>(site: &Site, address: &'a str) -> &'a str {
    let local = address.strip_prefix(&site.config.origin);
    let local = local.unwrap_or(address);
    local.strip_prefix(&site.config.base_path).unwrap_or(local)
}

/// The data files of a site, read as trees.
fn data(sources: &Sources) -> impl Iterator<Item = (Arc<Source>, Node)> {
    let files = sources.below("content/_data");
    let files = files.filter(|file| !file.ends_with(".schema.yaml"));
    files.filter_map(|file| {
        let source = sources.text(file).ok()??.ok()?;
        let (node, _) = Syntax::of(file)?.parse(&source, 0..source.text().len());
        Some((source, node?))
    })
}

/// Failures of pages, those of an address that leads nowhere with the place in the data that holds it.
pub fn with_data(failures: Vec<Failure>, sources: &Sources) -> Vec<Failure> {
    let mut known = None;
    let located = failures.into_iter().map(|mut failure| {
        if let Some(path) = lost_path(&failure) {
            let data = known.get_or_insert_with(|| data(sources).collect::<Vec<_>>());
            let is_it = |node: &Node| node.as_text().is_some_and(|t| split_suffix(t).0 == path);
            let place = data.iter().find_map(|(source, node)| {
                let node = node.walk().into_iter().find(|node| is_it(node))?;
                Some(Place::new(source, node.span.clone()))
            });
            if let Some(Place { source, span }) = place {
                failure.diagnostic = failure.diagnostic.label(&source, span, "written here");
            }
        }
        failure
    });
    located.collect()
}

/// The site path that a failure is about: the one that was asked for last, when that is what failed.
fn lost_path(failure: &Failure) -> Option<&str> {
    let (read, _) = failure.reads.last()?;
    let link = failure.diagnostic.about().link.as_deref();
    asked_path(read).filter(|path| link == Some(path))
}

/// The site path that a page asked for.
fn asked_path(read: &Read) -> Option<&str> {
    match read {
        Read::In { read, .. } => asked_path(read),
        Read::Path(path) => Some(path),
        _ => None,
    }
}

/// The value in a tree that is one of an address's spellings, or that holds the HTML of an element.
fn scalar(
    node: &Node,
    source: &Source,
    spellings: &[String],
    trace: &Trace,
) -> Option<Range<usize>> {
    node.walk()
        .into_iter()
        .find_map(|node| match node.as_text()? {
            text if spellings.iter().any(|spelling| spelling == text) => Some(node.span.clone()),
            text if text.contains('<') => in_html(source, &node.span, trace),
            _ => None,
        })
}

/// A text of as many bytes in which fenced code is spaces: it shows HTML that no page has.
fn without_code(text: &str) -> String {
    let mut fence = None;
    let lines = text.split_inclusive('\n').map(|line| {
        let mark = ["```", "~~~"].into_iter();
        let mark = mark
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        let is_code = fence.is_some() || mark.is_some();
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        match is_code {
            true => " ".repeat(line.len()),
            false => line.to_owned(),
        }
    });
    lines.collect()
}

/// The place of an element in HTML that an author wrote into a field.
fn in_html(source: &Source, span: &Range<usize>, trace: &Trace) -> Option<Range<usize>> {
    let (element, attribute) = trace.parts()?;
    let html = Document::parse(source.text().get(span.clone())?);
    let mut like = html
        .elements
        .iter()
        .filter(|written| likeness(written, element, attribute).is_some());
    let written = like.next()?;
    let attribute = attribute.and_then(|name| written.attribute(name));
    let inner = attribute.map_or(&written.span, |a| &a.span);
    Some(span.start + inner.start..span.start + inner.end)
}
