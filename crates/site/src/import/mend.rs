//! What the engine refuses in a text that came from elsewhere, mended where that can be done without a loss; the rest
//! makes the page a draft. Everything is told at the line of the former file.

use std::collections::BTreeMap;
use std::ops::Range;

use percent_encoding::percent_decode_str;
use source::Diagnostic;
use source::href::{self, split_origin};

use super::address::clean;
use super::document::{DocumentPlaces, ImportedPage};
use super::formulas;
use super::origin::{Generator, Origin};
use super::report::{Report, Topic};
use super::written::{alternative, destination, element, image, named};
use crate::moves::relative;

/// A text that was mended so often is not mended by this.
const MOST_MENDINGS: usize = 12;

/// What texts are mended by.
pub struct Mender<'a> {
    /// The site that is imported.
    pub origin: &'a Origin,
    /// Where its pages are.
    pub places: DocumentPlaces,
    /// Where its files came, by where they stood.
    pub files: &'a BTreeMap<String, String>,
    /// The documents by their new file.
    pub targets: BTreeMap<String, usize>,
}

/// What becomes of a page with a mistake that nothing mends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unmended {
    /// It stays a page.
    Stays,
    /// It becomes a draft.
    IsDraft,
}

/// Changes of a document's text.
type Changes = BTreeMap<usize, Vec<(Range<usize>, String)>>;

impl Mender<'_> {
    /// Mends what the diagnostics name. Gives how many documents changed, those that became drafts among them.
    pub fn mend(
        &self,
        documents: &mut [ImportedPage],
        found: &[Diagnostic],
        unmended: Unmended,
        report: &mut Report,
    ) -> usize {
        let becomes_draft = unmended == Unmended::IsDraft;
        let mut changes = Changes::new();
        let mut refused: BTreeMap<usize, &Diagnostic> = BTreeMap::new();
        for mistake in found.iter().filter(|d| d.is_error()) {
            let Some((index, label)) = mistake
                .labels
                .iter()
                .find_map(|label| Some((*self.targets.get(&label.source.path)?, label)))
            else {
                // What only finished pages show names these.
                let pages = mistake.about().pages.iter();
                let shown =
                    pages.filter_map(|path| self.places.addresses.get(&path.to_lowercase()));
                let shown = shown.filter(|index| {
                    becomes_draft && !documents[**index].fields.contains_key("draft")
                });
                refused.extend(shown.map(|index| (*index, mistake)));
                continue;
            };
            if mistake.code == "duplicate-route"
                && without_alias(&mut documents[index], mistake, report)
            {
                changes.entry(index).or_default();
                continue;
            }
            let document = &documents[index];
            let (text, head) = document.file_text();
            let span = label.span.clone();
            let is_in_text =
                span.start >= head && text.len() >= span.end && *label.source.text() == text;
            let is_in_text = is_in_text && document.mended < MOST_MENDINGS;
            let mended = is_in_text
                .then(|| {
                    let span = span.start - head..span.end - head;
                    self.change((documents, index), mistake, span, report)
                })
                .flatten();
            match mended {
                Some(change) => changes.entry(index).or_default().push(change),
                None if becomes_draft => drop(refused.insert(index, mistake)),
                None => {}
            }
        }
        let changed = changes.len();
        for (index, changes) in changes {
            documents[index].mended += 1;
            documents[index].body.replace(changes);
        }
        for (index, mistake) in &refused {
            draft(&mut documents[*index], mistake, report);
        }
        changed + refused.len()
    }

    /// The change that mends a mistake at a part of a text.
    fn change(
        &self,
        (documents, index): (&[ImportedPage], usize),
        mistake: &Diagnostic,
        span: Range<usize>,
        report: &mut Report,
    ) -> Option<(Range<usize>, String)> {
        let text = documents[index].body.text.as_str();
        let place = Spot::of(&documents[index], &span);
        match mistake.code {
            "broken-link" => {
                let (range, href) = destination(text, span, mistake.about().link.as_deref())?;
                let new = self.page(documents, index, &href);
                let new = new.unwrap_or_else(|| self.former(&documents[index], &href));
                if new.contains("://") {
                    // A page that came is written as its file, but for a draft, which has no address.
                    let is_draft = self.found(&documents[index], &href).is_some();
                    let why = match is_draft {
                        true => "is a page that came as a draft",
                        false => "is no page or file that came",
                    };
                    let what = format!("`{href}` {why}: it leads to `{new}`");
                    Spot::of(&documents[index], &range).tell(report, Topic::Link, what);
                }
                Some((range, new))
            }
            "broken-anchor" => anchor(&documents[index], mistake, span, report),
            "missing-image" | "external-image" | "missing-alt" => match element(text, &span) {
                Some(found) => self.element(&documents[index], mistake, found, report),
                None => self.image(&documents[index], mistake, &span, report),
            },
            "unknown-definition" | "unknown-footnote" => {
                let at = span.start + text[span.clone()].find('[')?;
                if text[..at].ends_with('\\') {
                    return None;
                }
                place.tell(report, Topic::Link, mistake.message.clone());
                Some((at..at, "\\".to_owned()))
            }
            "empty-link" => {
                let end = text[span.start..span.end].rfind("()")?;
                place.tell(
                    report,
                    Topic::Link,
                    "a link that leads nowhere: it leads to the top of its page",
                );
                let at = span.start + end;
                Some((at..at + 2, "(#top)".to_owned()))
            }
            "broken-formula" => {
                let formula = formulas::around(text, span.start)?;
                place.tell(report, Topic::Shortcode, mistake.message.clone());
                let shown = text[formula.clone()].replace('$', "\\$");
                Some((formula, shown))
            }
            "raw-html" | "broken-markup" if text[span.clone()].starts_with('<') => {
                let shown: String = text[span.clone()].chars().take(60).collect();
                let what = format!("`{}`: {}", shown.replace('\n', " "), mistake.message);
                place.tell(report, Topic::Html, what);
                Some((span.start..span.start + 1, "&lt;".to_owned()))
            }
            _ => None,
        }
    }

    /// Mends an image that is written as HTML.
    fn element(
        &self,
        document: &ImportedPage,
        mistake: &Diagnostic,
        (range, src): (Range<usize>, String),
        report: &mut Report,
    ) -> Option<(Range<usize>, String)> {
        let text = document.body.text.as_str();
        let place = Spot::of(document, &range);
        if mistake.code == "missing-alt" {
            place.tell(
                report,
                Topic::Picture,
                format!("`{src}` has no text: say in `alt` what it shows"),
            );
            let at = range.start + "<img".len();
            return Some((at..at, format!(" alt=\"{}\"", named(&src))));
        }
        if let Some(file) = self.file(document, &src).filter(|file| *file != src) {
            let at = range.start + text[range.clone()].find(&src)?;
            return Some((at..at + src.len(), file));
        }
        place.tell(
            report,
            Topic::Picture,
            format!("`{src}` is no file that came: its text stands there"),
        );
        let alt = alternative(&text[range.clone()]);
        Some((range, alt.unwrap_or_else(|| named(&src))))
    }

    /// Mends an image of Markdown.
    fn image(
        &self,
        document: &ImportedPage,
        mistake: &Diagnostic,
        span: &Range<usize>,
        report: &mut Report,
    ) -> Option<(Range<usize>, String)> {
        let text = document.body.text.as_str();
        let place = Spot::of(document, span);
        let image = image(text, span)?;
        let src = text[image.src.clone()].to_owned();
        if mistake.code == "missing-alt" {
            place.tell(
                report,
                Topic::Picture,
                format!("`{src}` has no text: say between the brackets what it shows"),
            );
            return Some((image.alt, named(&src)));
        }
        if let Some(file) = self.file(document, &src).filter(|file| *file != src) {
            return Some((image.src, file));
        }
        let alt = match text[image.alt.clone()].trim() {
            "" => named(&src),
            alt => alt.to_owned(),
        };
        let (address, what) = match href::is_external(&src) {
            true => (
                src.clone(),
                format!(
                    "`{src}` is on another host: it is a link now; save it beside the text to show it"
                ),
            ),
            false => (
                self.former(document, &src),
                format!("there is no file `{src}`: it is a link to the former site now"),
            ),
        };
        place.tell(report, Topic::Picture, what);
        let is_in_link = text[..image.whole.start].ends_with('[');
        let new = if is_in_link {
            alt
        } else {
            format!("[{alt}]({address})")
        };
        Some((image.whole, new))
    }

    /// How the page that a link means is written from a document: as its file, or its address.
    fn page(&self, documents: &[ImportedPage], index: usize, href: &str) -> Option<String> {
        let document = &documents[index];
        let (written, rest) = parts(href);
        let anchor = rest.find('#').map_or("", |at| &rest[at..]);
        if let Some(other) = self.found(document, href) {
            let other = &documents[other];
            if other.fields.get("draft") == Some(&true.into()) {
                return None;
            }
            return Some(relative(&document.target, &other.target) + anchor);
        }
        let written = percent_decode_str(written).decode_utf8_lossy();
        let file = self.file(document, &written)?;
        // Only files of public/ have an address.
        file.starts_with('/').then_some(file)
    }

    /// The page that a link means, draft or not.
    fn found(&self, document: &ImportedPage, href: &str) -> Option<usize> {
        let written = percent_decode_str(parts(href).0).decode_utf8_lossy();
        let by_file = self.by_file(document, &written);
        by_file.or_else(|| self.by_address(document, &written))
    }

    /// By the path of a file: from the document's folder, from the folder of texts, or from the site's.
    fn by_file(&self, document: &ImportedPage, written: &str) -> Option<usize> {
        let bare = written
            .trim_start_matches("@/")
            .trim_start_matches('/')
            .trim_end_matches('/');
        let root = format!("{}{bare}", self.origin.content);
        let beside = href::join(&document.file, written);
        let beside = beside.filter(|_| !written.starts_with(['/', '@']));
        for base in [beside, Some(root), Some(bare.to_owned())]
            .into_iter()
            .flatten()
        {
            let stem = base.strip_suffix(".html").unwrap_or(&base).to_owned();
            let endings = [
                "",
                ".md",
                ".mdx",
                ".markdown",
                "/_index.md",
                "/index.md",
                "/README.md",
                "/index.mdx",
            ];
            let mut names = [base.clone(), stem]
                .into_iter()
                .flat_map(|stem| endings.map(|ending| format!("{stem}{ending}")));
            if let Some(found) = names.find_map(|name| self.places.files.get(&name)) {
                return Some(*found);
            }
        }
        None
    }

    /// By an address of the former site, whole or from the document's own.
    fn by_address(&self, document: &ImportedPage, written: &str) -> Option<usize> {
        let at = |path: &str| {
            self.places
                .addresses
                .get(&clean(path).to_lowercase())
                .copied()
        };
        if let Some(path) = written.strip_prefix('/') {
            let base = self.origin.base_path();
            let below = format!("/{path}");
            let without = below.strip_prefix(&base).filter(|_| !base.is_empty());
            return at(&below).or_else(|| at(without?));
        }
        let from_folder = href::join(&format!("{}/_", document.address), written);
        let from_file = href::join(&document.address, written);
        let both = [from_folder, from_file].into_iter().flatten();
        both.into_iter().find_map(|path| at(&path))
    }

    /// How a file that came is written from a document.
    fn file(&self, document: &ImportedPage, src: &str) -> Option<String> {
        let src = percent_decode_str(src.split(['#', '?']).next()?).decode_utf8_lossy();
        let bare = src.trim_start_matches('/');
        let base = self.origin.base_path();
        let below_base = bare
            .strip_prefix(base.trim_start_matches('/'))
            .map(|rest| rest.trim_start_matches('/'));
        let beside = href::join(&document.file, &src).filter(|_| !src.starts_with('/'));
        let by_address =
            href::join(&format!("{}/_", document.address), &src).filter(|_| !src.starts_with('/'));
        let mut names: Vec<String> = beside.into_iter().collect();
        for bare in [
            Some(bare),
            below_base,
            by_address
                .as_deref()
                .map(|path| path.trim_start_matches('/')),
        ]
        .into_iter()
        .flatten()
        {
            names.extend(
                self.origin
                    .statics
                    .iter()
                    .map(|folder| format!("{folder}{bare}")),
            );
            names.push(format!("{}{bare}", self.origin.content));
            names.push(bare.to_owned());
        }
        let published = |name: &str| {
            let mut targets = self.files.values();
            targets.find(|target| target.strip_prefix("public/") == Some(name))
        };
        let target = names.iter().find_map(|name| self.files.get(name));
        let target = target
            .or_else(|| published(bare))
            .or_else(|| published(below_base?))?;
        Some(match target.strip_prefix("public") {
            Some(path) => path.replace(' ', "%20"),
            None => relative(&document.target, target).replace(' ', "%20"),
        })
    }

    /// The address of a link on the former site.
    fn former(&self, document: &ImportedPage, href: &str) -> String {
        let address = self.origin.address();
        let (origin, _) = split_origin(&address);
        if let Some(path) = href.strip_prefix('/') {
            return format!("{origin}/{path}");
        }
        let (written, rest) = href.split_at(href.find(['#', '?']).unwrap_or(href.len()));
        let is_folder = !matches!(self.origin.generator, Generator::MdBook);
        let from = if is_folder {
            format!("{}/_", document.address)
        } else {
            document.address.clone()
        };
        let path = href::join(&from, written.trim_start_matches("@/")).unwrap_or_default();
        format!("{address}/{}{rest}", path.trim_start_matches('/'))
    }
}

/// A line of a file that is imported.
struct Spot<'a>(&'a str, usize);

impl<'a> Spot<'a> {
    fn of(document: &'a ImportedPage, span: &Range<usize>) -> Self {
        Self(&document.file, document.body.line(span.start))
    }

    fn tell(&self, report: &mut Report, kind: Topic, what: impl Into<String>) {
        report.tell(kind, (self.0, self.1), what);
    }
}

/// The path of a link, and what stands behind it.
fn parts(href: &str) -> (&str, &str) {
    href.split_at(href.find(['#', '?']).unwrap_or(href.len()))
}

/// Mends a link to an anchor that its page does not have: ids of headings are made by other rules here.
fn anchor(
    document: &ImportedPage,
    mistake: &Diagnostic,
    span: Range<usize>,
    report: &mut Report,
) -> Option<(Range<usize>, String)> {
    let link = mistake.about().link.as_deref();
    let (range, href) = destination(&document.body.text, span, link)?;
    let (path, anchor) = href.split_once('#')?;
    let own = content::slug(&percent_decode_str(anchor).decode_utf8_lossy());
    if own != anchor && !own.is_empty() {
        return Some((range, format!("{path}#{own}")));
    }
    Spot::of(document, &range).tell(
        report,
        Topic::Link,
        format!("`{href}`: that page has no such anchor, so the link leads to its top"),
    );
    let new = if path.is_empty() { "#top" } else { path };
    Some((range, new.to_owned()))
}

/// Takes a former address out that another page has.
fn without_alias(document: &mut ImportedPage, mistake: &Diagnostic, report: &mut Report) -> bool {
    let Some(serde_json::Value::Array(aliases)) = document.fields.get_mut("aliases") else {
        return false;
    };
    let pages = &mistake.about().pages;
    let is_it = |alias: &serde_json::Value| pages.iter().any(|path| *alias == **path);
    let Some(at) = aliases.iter().position(is_it) else {
        return false;
    };
    let alias = aliases.remove(at);
    if aliases.is_empty() {
        document.fields.remove("aliases");
    }
    let line = document.front.line("aliases");
    report.tell(
        Topic::Changed,
        (&document.file, line),
        format!(
            "another page has its former address `{}`",
            alias.as_str().unwrap_or_default()
        ),
    );
    true
}

/// Makes a page that cannot be built a draft.
fn draft(document: &mut ImportedPage, mistake: &Diagnostic, report: &mut Report) {
    let line = mistake
        .labels
        .iter()
        .find(|label| label.source.path == document.target)
        .map_or(1, |label| {
            let line = label.source.position(label.span.start).0;
            document.line_of(line)
        });
    report.tell(
        Topic::Draft,
        (&document.file, line),
        format!("{}: {}", mistake.code, mistake.message),
    );
    document.fields.insert("draft".to_owned(), true.into());
}
