//! An author's mistake as data: what is wrong, where, and how to mend it; and its rendering with the source line.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::held::{Held, Origin};

/// A text that was read: the file's path relative to the site's root (with `/`) and its content.
#[derive(Debug)]
pub struct Source {
    /// Path relative to the site's root, with forward slashes.
    pub path: String,
    /// Where its name begins in its path: behind the folder of the theme that it is part of.
    name: usize,
    text: Held,
    /// Where each line starts; made when a place is first asked for.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.path == other.path && self.text() == other.text()
    }
}

impl Eq for Source {}

impl Source {
    /// Makes a shared source from its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let path = path.into();
        let name = path.clone();
        Self::of_theme(path, &name, text)
    }

    /// Makes a shared source of what stands in a theme; its path ends with its name.
    pub fn of_theme(path: impl Into<String>, name: &str, text: impl Into<String>) -> Arc<Self> {
        Self::read(path.into(), name, text.into(), None)
    }

    /// Makes a shared source of what was read from a file, by its path, which ends with its name.
    pub(crate) fn read(
        path: String,
        name: &str,
        text: String,
        origin: Option<Origin>,
    ) -> Arc<Self> {
        Arc::new(Self {
            name: path.len() - name.len(),
            path,
            text: Held::new(text, origin),
            lines: OnceLock::new(),
        })
    }

    /// The whole text, without a byte order mark. One that was let go of is read again; where its file changed meanwhile it
    /// is so many spaces, and [`Sources::unchanged`](crate::Sources::unchanged) tells it.
    pub fn text(&self) -> Arc<String> {
        self.text.text(&self.path)
    }

    /// Keeps the text no longer than somebody has it, when its sources are [sparing](crate::Sources::sparing).
    pub fn let_go(&self) {
        self.text.let_go();
    }

    /// The path by which the site knows it: below the folder of its theme, where it is part of one.
    pub fn name(&self) -> &str {
        &self.path[self.name..]
    }

    /// Whether it is part of a theme, and not of the site itself.
    pub fn is_of_theme(&self) -> bool {
        self.name != 0
    }

    /// The same source with another text.
    pub fn with_text(&self, text: impl Into<String>) -> Arc<Self> {
        Self::of_theme(self.path.clone(), self.name(), text)
    }

    /// Line and column, both from 1 and the column in characters, of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let text = self.text();
        let offset = floor_boundary(&text, offset);
        let line = self.line(offset);
        let column = text[self.lines()[line]..offset].chars().count();
        (line + 1, column + 1)
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let text = self.text();
            let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            [0].into_iter().chain(ends.map(|(i, _)| i + 1)).collect()
        })
    }

    /// The line, from 0, that an offset stands on.
    fn line(&self, offset: usize) -> usize {
        self.lines().partition_point(|start| *start <= offset) - 1
    }

    /// The bytes of the lines from that of one offset to that of another; the end of the text
    /// belongs to the line that it ends.
    fn whole_lines(&self, span: Range<usize>) -> Range<usize> {
        let len = self.text().len();
        let line = |offset: usize| self.line(offset.min(len.saturating_sub(1)));
        let (first, last) = (line(span.start), line(span.end));
        let end = self.lines().get(last + 1).copied();
        self.lines()[first]..end.unwrap_or(len)
    }
}

/// Bytes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the text comes from.
    pub source: Arc<Source>,
    /// Byte range in the source's text.
    pub span: Range<usize>,
}

impl Place {
    /// A place in a source.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        let source = Arc::clone(source);
        Self { source, span }
    }
}

/// How much a diagnostic weighs: an error stops the build, a warning is only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The build fails.
    Error,
    /// The build goes on.
    Warning,
}

/// A place in a source with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where the text comes from.
    pub source: Arc<Source>,
    /// Byte range in the source's text.
    pub span: Range<usize>,
    /// Text beside the caret; may be empty.
    pub text: String,
    /// The source's text, so that what is shown is what was judged.
    shown: Arc<String>,
}

/// What a mistake is about, for whoever mends, sorts or places it; its message says the same to people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The file that is wrong or missing, by its path from the site's root.
    pub file: Option<String>,
    /// The link, as it is written.
    pub link: Option<String>,
    /// The name that a template asks for.
    pub name: Option<String>,
    /// The pages that show it, by their site paths.
    pub pages: Vec<String>,
}

/// That nobody said what a mistake is about.
static NOTHING: About = About {
    file: None,
    link: None,
    name: None,
    pages: Vec::new(),
};

/// One mistake, found while building, with a permanent code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Permanent, kebab-case name of the rule.
    pub code: &'static str,
    /// Whether the build fails.
    pub severity: Severity,
    /// What is wrong: lower case, literals in backticks, no final period.
    pub message: String,
    /// What it is about, where somebody has to know; read by [`Self::about`].
    pub about: Option<Box<About>>,
    /// Places; the first is the primary one.
    pub labels: Vec<Label>,
    /// How to mend it.
    pub hint: Option<Box<str>>,
    /// Anything else worth knowing, a line each.
    pub notes: Vec<String>,
}

/// The most diagnostics that are worth showing at once: whoever mends these sees the next ones.
pub const MOST_SHOWN: usize = 200;

/// More mistakes of one text are neither kept nor counted.
pub const MOST_KEPT: usize = 10_000;

/// Labels that are further apart are shown as two pieces of their source.
const MOST_LINES: usize = 200;

impl Diagnostic {
    /// An error: the build will fail.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            about: None,
            labels: Vec::new(),
            hint: None,
            notes: Vec::new(),
        }
    }

    /// A warning: shown, but the build goes on.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }

    /// What it is about, as far as that was said.
    pub fn about(&self) -> &About {
        self.about.as_deref().unwrap_or(&NOTHING)
    }

    fn subject(&mut self) -> &mut About {
        self.about.get_or_insert_default()
    }

    /// Says which file it is about.
    pub fn about_file(mut self, path: impl Into<String>) -> Self {
        self.subject().file = Some(path.into());
        self
    }

    /// Says which link it is about.
    pub fn about_link(mut self, href: impl Into<String>) -> Self {
        self.subject().link = Some(href.into());
        self
    }

    /// Says which name it is about.
    pub fn about_name(mut self, name: impl Into<String>) -> Self {
        self.subject().name = Some(name.into());
        self
    }

    /// Says that it is about a page, beside those that were named before.
    pub fn about_page(mut self, path: impl Into<String>) -> Self {
        self.subject().pages.push(path.into());
        self
    }

    /// Adds a place without text; the first one added is the primary place.
    pub fn at(self, source: &Arc<Source>, span: Range<usize>) -> Self {
        self.label(source, span, "")
    }

    /// Adds a place without text that was kept as one.
    pub fn on(self, place: &Place) -> Self {
        self.at(&place.source, place.span.clone())
    }

    /// Adds a place with a text beside its caret.
    pub fn label(
        mut self,
        source: &Arc<Source>,
        span: Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        let shown = source.text();
        let start = floor_boundary(&shown, span.start);
        let end = floor_boundary(&shown, span.end.max(start));
        self.labels.push(Label {
            source: Arc::clone(source),
            span: start..end,
            text: text.into(),
            shown,
        });
        self
    }

    /// Says how to mend it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into().into());
        self
    }

    /// Says how to mend it, when there is something to say.
    pub fn maybe_hint(self, hint: Option<String>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// Adds a line of explanation.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Whether the build fails because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `path:line:column` of the primary place, if there is one.
    pub fn place(&self) -> Option<String> {
        let label = self.labels.first()?;
        let (line, column) = label.source.position(label.span.start);
        Some(format!("{}:{line}:{column}", label.source.path))
    }

    /// The diagnostic as text without colours: the message, the source lines with carets, and the hint.
    pub fn render(&self) -> String {
        self.rendered(&Renderer::plain())
    }

    /// The same as [`Self::render`] with ANSI colours.
    pub fn render_coloured(&self) -> String {
        self.rendered(&Renderer::styled())
    }

    fn rendered(&self, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group: Group<'_> = level
            .primary_title(self.message.as_str())
            .id(self.code)
            .elements(self.snippets());
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.with_name("hint").message(&**hint));
        }
        renderer.render(&[group])
    }

    /// One snippet for the labels that stand near one another in a source, in the order of the labels.
    fn snippets(&self) -> Vec<Snippet<'_, annotate_snippets::Annotation<'_>>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (i, label) in self.labels.iter().enumerate() {
            let is_near = |group: &&mut Vec<usize>| {
                let first = &self.labels[group[0]];
                first.source == label.source && first.lines_to(label) <= MOST_LINES
            };
            match groups.iter_mut().find(is_near) {
                Some(group) => group.push(i),
                None => groups.push(vec![i]),
            }
        }
        groups
            .into_iter()
            .map(|group| self.snippet(group))
            .collect()
    }

    /// The lines of some labels of one source.
    fn snippet(&self, group: Vec<usize>) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        let Label { source, shown, .. } = &self.labels[group[0]];
        let own = || group.iter().map(|i| &self.labels[*i].span);
        let start = own().map(|span| span.start).min();
        let end = own().map(|span| span.end).max();
        // The whole text would be searched for its lines again for each diagnostic.
        let lines = source.whole_lines(start.unwrap_or(0)..end.unwrap_or(0));
        let first = lines.start;
        let line = source.line(first) + 1;
        let annotations = group.into_iter().map(move |i| {
            let label = &self.labels[i];
            let kind = if i == 0 {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            let span = &label.span;
            kind.span(span.start - first..span.end - first).label(text)
        });
        Snippet::source(&shown[lines])
            .line_start(line)
            .path(source.path.as_str())
            .annotations(annotations)
    }
}

impl Label {
    /// How many lines another label of the same source is away.
    fn lines_to(&self, other: &Label) -> usize {
        let line = |label: &Label| label.source.line(label.span.start);
        line(self).abs_diff(line(other))
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

/// So that a mistake can be the source of another library's error on its way to the author.
impl std::error::Error for Diagnostic {}

/// Orders diagnostics by file, place and code, so that the same mistakes always print alike,
/// and drops those said twice.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let key = |d: &Diagnostic| {
        let place = d.labels.first();
        (
            place.map(|l| l.source.path.clone()),
            place.map(|l| (l.span.start, l.span.end)),
            d.code,
            d.message.clone(),
        )
    };
    diagnostics.sort_by_cached_key(key);
    diagnostics.dedup();
}

/// The largest character boundary that is not behind `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::did_you_mean;

    #[test]
    fn renders_code_place_caret_and_hint() {
        let source = Source::new("content/a.md", "---\ntitel: Bonjour\n---\n");
        let d = Diagnostic::error("unknown-key", "unknown key `titel`")
            .at(&source, 4..9)
            .maybe_hint(did_you_mean("titel", ["title", "date"]));
        assert_eq!(
            d.render(),
            "error[unknown-key]: unknown key `titel`\n --> content/a.md:2:1\n  |\n2 | titel: Bonjour\n  | ^^^^^\n  |\n  = hint: did you mean `title`?"
        );
        assert_eq!(d.place().as_deref(), Some("content/a.md:2:1"));
    }
}
