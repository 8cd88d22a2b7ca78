//! Walks the Markdown parser's events and writes fragments.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options as Syntax, Parser,
    Tag, TagEnd, TextMergeWithOffset,
};

use super::fence::{self, Opening};
use super::footnotes::Footnotes;
use super::raw::{Verdict, judge};
use super::{Body, Fragment, Heading, Options};
use crate::diagnostic::{Diagnostic, Source};
use crate::{link, route, typography};

/// Where a text stands.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The file; none for a YAML field.
    pub source: Option<&'a Arc<Source>>,
    /// The text's first byte in the file.
    pub offset: usize,
}

/// Reads a text and writes its fragments.
pub fn write(text: &str, place: Place<'_>, options: &Options) -> (Body, Vec<Diagnostic>) {
    let syntax = Syntax::ENABLE_TABLES
        | Syntax::ENABLE_FOOTNOTES
        | Syntax::ENABLE_STRIKETHROUGH
        | Syntax::ENABLE_TASKLISTS
        | Syntax::ENABLE_HEADING_ATTRIBUTES;
    let mut writer = Writer {
        text,
        place,
        options,
        buffers: vec![Buffer::default()],
        body: Body::default(),
        footnotes: Footnotes::default(),
        anchors: HashMap::new(),
        state: State::default(),
        diagnostics: Vec::new(),
    };
    let parser = Parser::new_ext(text, syntax).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(parser) {
        writer.event(event, range);
    }
    writer.finish()
}

/// Fragments under way: the text, a heading, a paragraph or a footnote.
#[derive(Default)]
struct Buffer {
    fragments: Vec<Fragment>,
    html: String,
}

impl Buffer {
    fn push(&mut self, fragment: Fragment) {
        self.flush();
        self.fragments.push(fragment);
    }

    fn flush(&mut self) {
        if !self.html.is_empty() {
            self.fragments
                .push(Fragment::Html(std::mem::take(&mut self.html)));
        }
    }

    /// Adds another buffer's content, merging HTML with HTML.
    fn append(&mut self, fragments: Vec<Fragment>) {
        for fragment in fragments {
            match fragment {
                Fragment::Html(html) => self.html.push_str(&html),
                other => self.push(other),
            }
        }
    }
}

/// What the writer is in the middle of.
#[derive(Default)]
struct State {
    /// A fenced or indented block: its first line and where its text begins.
    code: Option<(String, Range<usize>, String, Option<usize>)>,
    /// An image: its path, title and place, and the text it stands for.
    image: Option<(String, String, Range<usize>, String)>,
    /// A heading: its own id and the text so far.
    heading: Option<(Option<String>, String)>,
    /// Columns of a table, and the one under way.
    columns: Vec<Alignment>,
    column: usize,
    in_table_head: bool,
    /// Inside an autolink, whose text is its address.
    in_autolink: bool,
    footnote: Option<String>,
}

struct Writer<'a> {
    text: &'a str,
    place: Place<'a>,
    options: &'a Options,
    buffers: Vec<Buffer>,
    body: Body,
    footnotes: Footnotes,
    /// The headings' anchors so far, and how often each was asked for.
    anchors: HashMap<String, usize>,
    state: State,
    diagnostics: Vec<Diagnostic>,
}

impl Writer<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, &range),
            Event::Code(code) => self.code(&code),
            Event::SoftBreak => self.space("\n"),
            Event::HardBreak => self.space("<br>\n"),
            Event::Rule => self.out("<hr>\n"),
            Event::Html(html) | Event::InlineHtml(html) => self.raw(&html, range),
            Event::FootnoteReference(name) => {
                let (html, id) = self.footnotes.mention(&name);
                self.out(&html);
                self.body.anchors.push(id);
            }
            Event::TaskListMarker(done) => {
                let state = if done { " checked" } else { "" };
                self.out(&format!(
                    "<input type=\"checkbox\" disabled{state} aria-label=\"{}\"> ",
                    if done { "fait" } else { "à faire" }
                ));
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text, &range),
        }
    }

    fn out(&mut self, html: &str) {
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.html.push_str(html);
        }
    }

    fn fragment(&mut self, fragment: Fragment) {
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.push(fragment);
        }
    }

    /// Opens a buffer of its own for what is written next.
    fn open(&mut self) {
        self.buffers.push(Buffer::default());
    }

    /// Closes it and gives its fragments.
    fn close(&mut self) -> Vec<Fragment> {
        let mut buffer = self.buffers.pop().unwrap_or_default();
        buffer.flush();
        buffer.fragments
    }

    fn append(&mut self, fragments: Vec<Fragment>) {
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.append(fragments);
        }
    }

    fn span(&self, range: &Range<usize>) -> Range<usize> {
        self.place.offset + range.start..self.place.offset + range.end
    }

    fn report(&mut self, diagnostic: Diagnostic, range: &Range<usize>) {
        if let Some(source) = self.place.source {
            let span = self.span(range);
            self.diagnostics.push(diagnostic.at(source, span));
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => {
                self.open();
                self.out("<p>");
            }
            Tag::Heading { id, .. } => {
                self.state.heading = Some((id.map(|id| id.to_string()), String::new()));
                self.open();
            }
            Tag::BlockQuote(_) => self.out("<blockquote>\n"),
            Tag::CodeBlock(kind) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.state.code = Some((info, range, String::new(), None));
            }
            Tag::List(Some(1)) => self.out("<ol>\n"),
            Tag::List(Some(start)) => self.out(&format!("<ol start=\"{start}\">\n")),
            Tag::List(None) => self.out("<ul>\n"),
            Tag::Item => self.out("<li>"),
            Tag::FootnoteDefinition(name) => {
                self.state.footnote = Some(name.to_string());
                self.open();
            }
            Tag::Table(columns) => {
                self.state.columns = columns;
                self.out("<div class=\"table-scroll\" role=\"region\" aria-label=\"Tableau\" tabindex=\"0\"><table>\n");
            }
            Tag::TableHead => {
                self.state.in_table_head = true;
                self.state.column = 0;
                self.out("<thead>\n<tr>");
            }
            Tag::TableRow => {
                self.state.column = 0;
                self.out("<tr>");
            }
            Tag::TableCell => self.cell(),
            Tag::Emphasis => self.out("<em>"),
            Tag::Strong => self.out("<strong>"),
            Tag::Strikethrough => self.out("<del>"),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => self.link(link_type, &dest_url, &title, range),
            Tag::Image {
                dest_url, title, ..
            } => {
                let span = self.narrow(&range, &dest_url);
                self.state.image =
                    Some((dest_url.to_string(), title.to_string(), span, String::new()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.end_paragraph(),
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::BlockQuote(_) => self.out("</blockquote>\n"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::List(true) => self.out("</ol>\n"),
            TagEnd::List(false) => self.out("</ul>\n"),
            TagEnd::Item => self.out("</li>\n"),
            TagEnd::FootnoteDefinition => {
                let text = self.close();
                if let Some(name) = self.state.footnote.take() {
                    self.footnotes.define(&name, text);
                }
            }
            TagEnd::Table => self.out("</tbody>\n</table></div>\n"),
            TagEnd::TableHead => {
                self.state.in_table_head = false;
                self.out("</tr>\n</thead>\n<tbody>\n");
            }
            TagEnd::TableRow => self.out("</tr>\n"),
            TagEnd::TableCell => {
                let end = if self.state.in_table_head {
                    "</th>"
                } else {
                    "</td>"
                };
                self.out(end);
            }
            TagEnd::Emphasis => self.out("</em>"),
            TagEnd::Strong => self.out("</strong>"),
            TagEnd::Strikethrough => self.out("</del>"),
            TagEnd::Link => {
                self.state.in_autolink = false;
                self.out("</a>");
            }
            TagEnd::Image => self.end_image(),
            _ => {}
        }
    }

    fn cell(&mut self) {
        let (name, scope) = match self.state.in_table_head {
            true => ("th", " scope=\"col\""),
            false => ("td", ""),
        };
        let class = match self.state.columns.get(self.state.column) {
            Some(Alignment::Left) => " class=\"align-left\"",
            Some(Alignment::Center) => " class=\"align-center\"",
            Some(Alignment::Right) => " class=\"align-right\"",
            _ => "",
        };
        self.state.column += 1;
        self.out(&format!("<{name}{scope}{class}>"));
    }

    /// The part of an element's place where its address stands.
    fn narrow(&self, range: &Range<usize>, address: &str) -> Range<usize> {
        match self.text.get(range.clone()).and_then(|t| t.rfind(address)) {
            Some(at) if !address.is_empty() => {
                self.span(&(range.start + at..range.start + at + address.len()))
            }
            _ => self.span(range),
        }
    }

    fn link(&mut self, kind: LinkType, address: &CowStr<'_>, title: &str, range: Range<usize>) {
        let span = self.narrow(&range, address);
        let href = match kind {
            LinkType::Email => format!("mailto:{address}"),
            _ => address.to_string(),
        };
        self.state.in_autolink = matches!(kind, LinkType::Autolink | LinkType::Email);
        if !is_safe(&href) {
            let message = format!("the link `{href}` cannot be followed safely");
            self.report(
                Diagnostic::error("unsafe-link", message)
                    .hint("link to a page, an https: or a mailto: address"),
                &range,
            );
            self.out("<a href=\"#\">");
            return;
        }
        self.out("<a href=\"");
        let is_web = href.starts_with("http://") || href.starts_with("https://");
        self.fragment(Fragment::Link { href, span });
        let mut rest = "\"".to_owned();
        if !title.is_empty() {
            rest += &format!(" title=\"{}\"", escape(&self.typeset(title)));
        }
        if is_web {
            rest += " rel=\"noopener\"";
        }
        self.out(&(rest + ">"));
    }

    fn typeset(&self, text: &str) -> String {
        match self.options.french {
            true => typography::french(text).into_owned(),
            false => text.to_owned(),
        }
    }

    fn text(&mut self, text: &str, range: &Range<usize>) {
        if let Some((_, _, code, start)) = &mut self.state.code {
            start.get_or_insert(range.start);
            code.push_str(text);
            return;
        }
        let text = match self.state.in_autolink {
            true => text.to_owned(),
            false => self.typeset(text),
        };
        if let Some((_, _, _, alt)) = &mut self.state.image {
            alt.push_str(&text);
            return;
        }
        if let Some((_, heading)) = &mut self.state.heading {
            heading.push_str(&text);
        }
        self.body.words += text
            .split_whitespace()
            .filter(|w| w.chars().any(char::is_alphanumeric))
            .count();
        self.out(&escape(&text));
    }

    fn code(&mut self, code: &str) {
        if let Some((_, _, _, alt)) = &mut self.state.image {
            alt.push_str(code);
            return;
        }
        if let Some((_, heading)) = &mut self.state.heading {
            heading.push_str(code);
        }
        self.body.words += 1;
        self.out(&format!("<code>{}</code>", escape(code)));
    }

    fn space(&mut self, html: &str) {
        if let Some((_, _, _, alt)) = &mut self.state.image {
            alt.push(' ');
            return;
        }
        if let Some((_, heading)) = &mut self.state.heading {
            heading.push(' ');
        }
        self.out(html);
    }

    fn raw(&mut self, html: &str, range: Range<usize>) {
        match judge(html) {
            Verdict::Pass(html) => self.out(&html),
            Verdict::Drop => {}
            Verdict::Refuse => {
                let end = range.start + html.trim_end().len();
                let diagnostic = Diagnostic::error("raw-html", "raw HTML is not part of a text")
                    .hint("use Markdown, or a ```component fence for anything else");
                self.report(diagnostic, &(range.start..end));
            }
        }
    }

    fn end_paragraph(&mut self) {
        let mut fragments = self.close();
        // An image alone in its paragraph is a figure, its title the caption.
        if let [Fragment::Html(open), Fragment::Image { title, .. }] = fragments.as_mut_slice() {
            if open == "<p>" {
                *open = "<figure>".to_owned();
                let caption = title
                    .take()
                    .map(|t| format!("<figcaption>{}</figcaption>", escape(&t)));
                self.append(fragments);
                self.out(&caption.unwrap_or_default());
                self.out("</figure>\n");
                return;
            }
        }
        self.append(fragments);
        self.out("</p>\n");
    }

    fn end_image(&mut self) {
        if let Some((src, title, span, alt)) = self.state.image.take() {
            let title = (!title.is_empty()).then(|| self.typeset(&title));
            self.fragment(Fragment::Image {
                src,
                alt,
                title,
                span,
            });
        }
    }

    fn end_code(&mut self) {
        let Some((info, range, code, start)) = self.state.code.take() else {
            return;
        };
        let first_line = self.text[range.clone()]
            .find('\n')
            .map_or(range.end, |i| range.start + i);
        let opening = Opening {
            info: &info,
            span: self.span(&(range.start..first_line)),
        };
        let offset = self.place.offset + start.unwrap_or(first_line);
        match fence::fragment(&opening, &code, offset) {
            Some(fragment) => {
                self.body.words += fence::words(&code);
                self.fragment(fragment);
            }
            None => self.out(&fence::code(&info, &code, self.options.highlight)),
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let content = self.close();
        let (own, text) = self.state.heading.take().unwrap_or_default();
        let level = level as u8;
        let id = self.anchor(own, &text);
        self.out(&format!("<h{level} id=\"{}\">", escape(&id)));
        self.append(content);
        self.out(&format!(
            " <a class=\"heading-anchor\" href=\"#{0}\" aria-label=\"Lien vers « {1} »\">#</a></h{level}>\n",
            escape(&id),
            escape(&text)
        ));
        self.body.headings.push(Heading { level, id, text });
    }

    /// An id that no other element of the text has: the heading's own, else one made of its text.
    fn anchor(&mut self, own: Option<String>, text: &str) -> String {
        let base = match &own {
            Some(id) => id.clone(),
            None => Some(route::slug(text))
                .filter(|s| !s.is_empty())
                .unwrap_or_else(|| "section".to_owned()),
        };
        if own.is_some() && self.anchors.contains_key(&base) {
            let message = format!("the anchor `#{base}` stands twice in this text");
            let place = self.text.rfind(&format!("{{#{base}}}")).unwrap_or(0);
            let range = place..(place + base.len() + 3).min(self.text.len());
            let diagnostic = Diagnostic::error("duplicate-anchor", message);
            self.report(
                diagnostic.hint("give one of the headings another id"),
                &range,
            );
        }
        let mut id = base.clone();
        while self.anchors.contains_key(&id) {
            let times = self.anchors.entry(base.clone()).or_insert(1);
            *times += 1;
            id = format!("{base}-{times}");
        }
        self.anchors.insert(id.clone(), 1);
        self.body.anchors.push(id.clone());
        id
    }

    fn finish(mut self) -> (Body, Vec<Diagnostic>) {
        let (section, ids) = std::mem::take(&mut self.footnotes).section();
        self.append(section);
        self.body.fragments = self.close();
        self.body.anchors.extend(ids);
        (self.body, self.diagnostics)
    }
}

/// Whether a link's scheme can only lead somewhere, not run something.
fn is_safe(href: &str) -> bool {
    let compact: String = href
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect();
    let compact = compact.to_ascii_lowercase();
    !link::is_external(&compact)
        || ["http:", "https:", "mailto:", "tel:", "//"]
            .iter()
            .any(|s| compact.starts_with(s))
}

/// Text escaped for HTML content and double-quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(place) = rest.find(['&', '<', '>', '"']) {
        escaped.push_str(&rest[..place]);
        escaped.push_str(match rest.as_bytes()[place] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[place + 1..];
    }
    escaped.push_str(rest);
    escaped
}
