//! The policy for HTML in Markdown, by the setting `html`. Without it a few inline elements without attributes pass,
//! comments vanish, and anything else is a mistake.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use super::body::Html;
use super::open::{CLOSED_BY_OTHERS, Open};
use super::renderer::Renderer;
use source::html;

/// Elements that may be written as HTML.
const ALLOWED: [&str; 6] = ["br", "kbd", "mark", "small", "sub", "sup"];

/// The name of a tag in small letters, and whether it opens.
pub(super) fn name(html: &str) -> Option<(String, bool)> {
    let inner = html.strip_prefix('<')?;
    let (inner, opens) = match inner.strip_prefix('/') {
        Some(inner) => (inner, false),
        None => (inner, true),
    };
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric())?;
    Some((inner[..end].to_ascii_lowercase(), opens))
}

/// The name of an allowed tag, and whether it opens.
fn tag(html: &str) -> Option<(&'static str, bool)> {
    let inner = html.strip_prefix('<')?.strip_suffix('>')?;
    let (inner, opens) = match inner.strip_prefix('/') {
        Some(inner) => (inner, false),
        None => (inner, true),
    };
    let inner = inner.strip_suffix('/').unwrap_or(inner).trim_end();
    let allowed = ALLOWED.iter().find(|name| inner.eq_ignore_ascii_case(name));
    allowed
        .map(|name| (*name, opens))
        .filter(|tag| *tag != ("br", false))
}

impl Renderer<'_> {
    /// Writes or refuses a tag within a line.
    pub(super) fn inline_html(&mut self, html: &str, place: &Range<usize>, open: &mut Vec<Open>) {
        match self.options.html {
            Html::Refused => self.few(html, place, open),
            Html::Listed => self.listed_in_line(html, place, open),
            Html::All => self.out.html(html),
        }
    }

    /// Writes one of the few elements, and refuses any other.
    fn few(&mut self, html: &str, place: &Range<usize>, open: &mut Vec<Open>) {
        if html.starts_with("<!--") {
            return;
        }
        match tag(html) {
            Some(("br", _)) => self.out.html("<br>"),
            Some((name, true)) => {
                open.push(Open::Raw(name, place.clone()));
                self.out.html("<");
                self.out.html(name);
                self.out.html(">");
            }
            Some((name, false)) => {
                if open
                    .pop_if(|o| matches!(o, Open::Raw(n, _) if *n == name))
                    .is_some()
                {
                    self.close(name);
                } else {
                    self.problem(
                        "raw-html",
                        format!("`</{name}>` closes nothing here"),
                        place,
                    )
                    .hint = Some(format!("open `<{name}>` in the same run of text"));
                }
            }
            None => self.refuse_html(place),
        }
    }

    /// Begins a block in which HTML may be opened: what is open outside stays so.
    pub(super) fn begin_container(&mut self) {
        if self.options.html == Html::Listed {
            self.open_html.push(Open::Markup(""));
        }
    }

    /// Reports and closes the HTML that is open in the block that ends here.
    pub(super) fn end_container(&mut self) {
        if self.options.html == Html::Listed {
            let mut open = std::mem::take(&mut self.open_html);
            self.close_raw(&mut open);
            open.pop();
            self.open_html = open;
        }
    }

    /// Reports and closes the HTML that is open on top.
    pub(super) fn close_raw(&mut self, open: &mut Vec<Open>) {
        while let Some(Open::Raw(name, place)) = open.pop_if(|o| matches!(o, Open::Raw(..))) {
            self.close(name);
            if CLOSED_BY_OTHERS.contains(&name) {
                continue;
            }
            self.problem("raw-html", format!("`<{name}>` is not closed"), &place)
                .hint = Some(format!("write `</{name}>` in the same run of text"));
        }
    }

    /// Writes or refuses a block of HTML; comments vanish.
    pub(super) fn html_block(&mut self, at: usize) -> usize {
        let end = self.end_of(at, TagEnd::HtmlBlock);
        let mut html = String::new();
        for (event, _) in &self.events[at..end] {
            if let Event::Html(part) = event {
                html.push_str(part);
            }
        }
        let range = self.events[at].1.clone();
        let is_open = |(_, comment): (&str, &str)| !comment.contains("-->");
        if html.trim_start().starts_with("<!--") && html.rsplit_once("<!--").is_some_and(is_open) {
            let line = self.first_line(&range);
            let message = "nothing closes this comment, which hides all that stands below";
            self.problem("unclosed-comment", message, &line).hint =
                Some("end it with `-->`".to_owned());
        }
        if self.options.html != Html::Refused {
            self.report_cut_tag(&html, &range);
        }
        match self.options.html {
            Html::Refused if !is_comments(&html) => {
                let line = self.first_line(&range);
                self.refuse_html(&line);
            }
            Html::Refused => {}
            Html::Listed => self.listed_block(&html, &range),
            Html::All => self.out.html(&html),
        }
        end + 1
    }

    /// Reports a tag that the block of HTML at `range` ends within: what stands in it is lost.
    fn report_cut_tag(&mut self, html: &str, range: &Range<usize>) {
        let Some(begun) = html::cut_tag(html) else {
            return;
        };
        let place = match self.text.get(range.clone()) == Some(html) {
            true => self.first_line(&(range.start + begun..range.end)),
            false => self.first_line(range),
        };
        self.problem("raw-html", "this tag does not end", &place)
            .hint = Some(
            "end it with `>` before an empty line, and each of its values with its quotation mark"
                .to_owned(),
        );
    }

    fn refuse_html(&mut self, place: &Range<usize>) {
        let hint = format!(
            "{}; `html: listed` in content/site.yaml lets common elements pass",
            self.instead_of_html()
        );
        self.problem("raw-html", "raw HTML is not part of a text", place)
            .hint = Some(hint);
    }

    /// What an author writes instead of HTML; a field has no fences.
    pub(super) fn instead_of_html(&self) -> &'static str {
        match self.is_document {
            true => "use Markdown, or a ```component fence for anything else",
            false => "use Markdown",
        }
    }
}

/// Whether HTML is nothing but comments.
fn is_comments(html: &str) -> bool {
    let mut rest = html.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some(end) = comment.find("-->") else {
            // The block ends with the text: the comment hides everything, as in a browser.
            return true;
        };
        rest = comment[end + 3..].trim_start();
    }
    rest.is_empty()
}
