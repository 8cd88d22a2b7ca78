//! A run of inline events: typography over the whole run, then HTML event by event.

use std::ops::Range;

use math_core::MathDisplay;
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::Fragment;
use super::notes::NOTE_IN_FIELD;
use super::open::Open;
use super::piece::Piece;
use super::raw_html;
use super::renderer::Renderer;
use super::survey::Survey;
use typography::{self, Edit, OPAQUE};

/// Elements whose text is no prose.
const CODE: [&str; 4] = ["code", "kbd", "samp", "var"];

/// What a reference to no character is shown as.
const UNKNOWN: char = '\u{fffd}';

impl Renderer<'_> {
    /// Writes a run of inline events.
    pub(super) fn inline(&mut self, range: Range<usize>) {
        self.inline_by(range, typography::find_edits_of_prose);
    }

    /// Writes a run of inline events, where it is French by rules of its own.
    pub(super) fn inline_by(&mut self, range: Range<usize>, french: fn(&str, &mut Vec<Edit>)) {
        let mut pieces = std::mem::take(&mut self.pieces);
        self.gather(range.clone(), &mut pieces);
        self.edits.clear();
        if self.options.french {
            french(&self.flow, &mut self.edits);
        }
        let survey = Survey::of(&self.flow);
        self.body.words += survey.words;
        if survey.has(b"[") && self.flow.contains("[^") {
            self.report_missing_notes(&pieces);
        }
        // What else stands for nothing begins with this byte.
        if survey.has_controls() || memchr::memchr(0xef, self.flow.as_bytes()).is_some() {
            self.report_controls(&pieces);
        }
        self.report_literals(&pieces, &survey);
        self.write(range, &pieces);
        self.pieces = pieces;
    }

    /// Gathers the run's text into the flow; what typography must not see is opaque.
    fn gather(&mut self, range: Range<usize>, pieces: &mut Vec<Piece>) {
        pieces.clear();
        let (mut images, mut code, mut is_address) = (0_usize, 0_usize, false);
        self.flow.clear();
        for (event, (kind, place)) in range.clone().zip(&self.events[range]) {
            match kind {
                Event::Start(Tag::Image { .. }) => {
                    images += 1;
                    self.flow.push(OPAQUE);
                }
                Event::End(TagEnd::Image) => images -= 1,
                _ if images > 0 => {}
                Event::Text(_) if is_address || code > 0 => self.flow.push(OPAQUE),
                Event::Text(text) => {
                    let start = self.flow.len();
                    self.flow.push_str(text);
                    let end = self.flow.len();
                    pieces.push(Piece { event, start, end });
                }
                Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                    self.flow.push(OPAQUE);
                }
                Event::SoftBreak | Event::HardBreak => self.flow.push('\n'),
                Event::InlineHtml(html) => match raw_html::name(html) {
                    Some((name, _)) if name == "br" => self.flow.push('\n'),
                    Some((name, true)) if CODE.contains(&&*name) => code += 1,
                    Some((name, false)) if CODE.contains(&&*name) => code = code.saturating_sub(1),
                    _ => {}
                },
                // A bare address stays part of the text, by which broken links are found.
                Event::Start(Tag::Link { link_type, .. }) => {
                    is_address = matches!(link_type, LinkType::Autolink | LinkType::Email)
                        && self.text[place.clone()].starts_with('<');
                }
                Event::End(TagEnd::Link) => is_address = false,
                _ => {}
            }
        }
    }

    /// Writes the events, the texts with their edits.
    fn write(&mut self, range: Range<usize>, pieces: &[Piece]) {
        let events = self.events;
        let edits = std::mem::take(&mut self.edits);
        let (mut pieces, mut rest) = (pieces.iter().peekable(), edits.as_slice());
        let mut open = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let (event, place) = &events[at];
            match event {
                Event::Text(text) => match pieces.next_if(|piece| piece.event == at) {
                    Some(piece) => {
                        let count = rest.iter().take_while(|e| e.at < piece.end).count();
                        let (own, others) = rest.split_at(count);
                        rest = others;
                        self.edited(text, piece.start, own);
                    }
                    None => self.words(text),
                },
                Event::Code(code) => {
                    self.out.html("<code>");
                    self.words(code);
                    self.out.html("</code>");
                }
                Event::InlineMath(latex) => self.formula(latex, MathDisplay::Inline, place),
                Event::DisplayMath(latex) => self.formula(latex, MathDisplay::Block, place),
                Event::SoftBreak => self.line_break("\n"),
                Event::HardBreak => self.line_break("<br>\n"),
                Event::InlineHtml(html) => self.inline_html(html, place, &mut open),
                Event::FootnoteReference(label) => self.note_call(label, place),
                Event::TaskListMarker(done) => self.checkbox(*done),
                Event::Start(Tag::Image { .. }) => {
                    if let Some(image) = self.image(at) {
                        self.out.fragment(Fragment::Image(image));
                    }
                    at = self.image_end(at);
                }
                Event::Start(tag) => {
                    let element = self.start(tag, at);
                    open.push(Open::Markup(element));
                }
                Event::End(_) => self.end(&mut open),
                _ => {}
            }
            at += 1;
        }
        self.close_raw(&mut open);
        self.edits = edits;
    }

    /// Writes text as it is.
    fn words(&mut self, text: &str) {
        self.out.text(text);
        if let Some(plain) = &mut self.plain {
            plain.push_str(text);
        }
    }

    /// Writes text with the edits that fall into it; it starts at `start` of the flow.
    fn edited(&mut self, text: &str, start: usize, edits: &[Edit]) {
        let mut done = 0;
        for edit in edits {
            let at = edit.at - start;
            self.words(&text[done..at]);
            self.words(edit.new);
            done = at + edit.len;
        }
        self.words(&text[done..]);
    }

    fn line_break(&mut self, html: &str) {
        self.out.html(html);
        if let Some(plain) = &mut self.plain {
            plain.push(' ');
        }
    }

    fn checkbox(&mut self, done: bool) {
        let label = if done {
            self.wording("Fait", "Done")
        } else {
            self.wording("À faire", "To do")
        };
        self.out.html("<input type=\"checkbox\" disabled");
        self.out.html(if done { " checked" } else { "" });
        self.out.attribute("aria-label", label);
        self.out.html("> ");
    }

    /// Opens an element; returns its name, or nothing when it was refused.
    fn start(&mut self, tag: &Tag<'_>, at: usize) -> &'static str {
        let (html, name) = match tag {
            Tag::Emphasis => ("<em>", "em"),
            Tag::Strong => ("<strong>", "strong"),
            Tag::Strikethrough => ("<del>", "del"),
            _ => return if self.link(at) { "a" } else { "" },
        };
        self.out.html(html);
        name
    }

    /// Closes what Markdown opened last, and the HTML left open in it.
    fn end(&mut self, open: &mut Vec<Open>) {
        self.close_raw(open);
        if let Some(Open::Markup(name)) = open.pop()
            && !name.is_empty()
        {
            self.close(name);
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        self.out.html("</");
        self.out.html(name);
        self.out.html(">");
    }

    /// Reports references to control characters, such as `&#8;`, and to none at all, such as `&#0;`.
    fn report_controls(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            let (event, place) = &self.events[piece.event];
            let Event::Text(text) = event else { continue };
            if let Some((_, c)) = source::control_character(text) {
                let mistake = source::control_mistake("this text", c);
                self.problem(mistake.code, mistake.message, place).hint =
                    Some("remove the reference: no feed may hold what it stands for".to_owned());
            } else if text.contains(UNKNOWN) && !self.text[place.clone()].contains(UNKNOWN) {
                let message = format!("`{}` stands for no character", &self.text[place.clone()]);
                self.problem("control-character", message, place).hint =
                    Some("remove the reference, or write the character itself".to_owned());
            }
        }
    }

    /// Reports `[^label]` that stayed text because no note has that label.
    fn report_missing_notes(&mut self, pieces: &[Piece]) {
        let flow = std::mem::take(&mut self.flow);
        let mut pieces = pieces.iter().peekable();
        for (start, _) in flow.match_indices("[^") {
            let label_end = flow[start + 2..].find([']', ' ', '\n', '[']);
            let Some(len) = label_end.filter(|len| *len > 0).map(|len| len + 2) else {
                continue;
            };
            while pieces.next_if(|piece| piece.end <= start).is_some() {}
            let Some(piece) = pieces
                .peek()
                .filter(|_| flow[start + len..].starts_with(']'))
            else {
                continue;
            };
            let at = self.events[piece.event].1.start + start - piece.start;
            let is_escaped = self.text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\\');
            if is_escaped || self.text.as_bytes().get(at) != Some(&b'[') {
                continue;
            }
            let label = &flow[start..=start + len];
            let (code, message, hint) = match self.is_document {
                true => (
                    "unknown-footnote",
                    format!("no note `{label}` in this text"),
                    format!("add a line `{label}: …`, or escape it as `\\{label}`"),
                ),
                false => (
                    "footnote-in-field",
                    NOTE_IN_FIELD.to_owned(),
                    format!("say it in the text itself, or escape it as `\\{label}`"),
                ),
            };
            self.problem(code, message, &(at..at + len + 1)).hint = Some(hint);
        }
        self.flow = flow;
    }
}
