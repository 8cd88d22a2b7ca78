//! Blocks that Markdown makes of what was most likely meant otherwise, and what it leaves out without a word.

use std::collections::HashSet;
use std::ops::Range;

use memchr::{memchr_iter, memmem};
use pulldown_cmark::{Event, Tag, TagEnd};

use super::literal::cells;
use super::renderer::Renderer;
use source::Severity;

/// More of the same are not told.
const MOST: usize = 20;

impl Renderer<'_> {
    fn warn(&mut self, code: &'static str, message: String, place: &Range<usize>, hint: &str) {
        let problem = self.problem(code, message, place);
        problem.severity = Severity::Warning;
        problem.hint = Some(hint.to_owned());
    }

    /// A heading that is one only by the line below it, which was meant to part two texts.
    pub(super) fn report_underlined(&mut self, range: &Range<usize>, level: u8) {
        let text = self.text[range.clone()].trim();
        if text.starts_with('#') {
            return;
        }
        let Some((heading, _)) = text.rsplit_once('\n') else {
            return;
        };
        let heading = heading.trim_end();
        // Fields of front matter that nothing opens are told already.
        if self.text[..range.start].trim().is_empty() && heading.contains(": ") {
            return;
        }
        if heading.contains('\n') || heading.ends_with(['.', ';', ',']) {
            let line = range.start + self.text[range.clone()].find(text).unwrap_or(0) + text.len();
            let start = line - text.len() + text.rfind('\n').map_or(0, |i| i + 1);
            let message =
                format!("this line makes a heading of level {level} of the text above it");
            let hint = "leave an empty line above it; a heading is written `## …`";
            self.warn("unmeant-heading", message, &(start..line), hint);
        }
    }

    /// A heading without a text, which is announced and says nothing.
    pub(super) fn report_empty_heading(&mut self, range: &Range<usize>) {
        let line = self.first_line(range);
        self.warn(
            "unmeant-heading",
            "this heading is empty".to_owned(),
            &line,
            "write its text behind the signs, or remove the line",
        );
    }

    /// A line whose colon makes what it means of the text above it, though no space follows: a face, or an emoji's name.
    pub(super) fn report_unmeant_term(&mut self, range: &Range<usize>) {
        let line = self.first_line(range);
        let written = self.text[line.clone()].trim_start();
        let Some(behind) = written.strip_prefix(':') else {
            return;
        };
        // Three colons are told as markup of other programs.
        if behind.is_empty() || behind.starts_with([' ', '\t']) || behind.starts_with("::") {
            return;
        }
        let place = line.end - written.len()..line.end;
        let message = "the colon makes the text above a term, and this line what it means";
        let hint = "write `\\:` for a sign, or a space behind the colon";
        self.warn("unmeant-term", message.to_owned(), &place, hint);
    }

    /// Code that is some only by the spaces before it, and reads like a text.
    pub(super) fn report_indented(&mut self, at: usize, code: &str) {
        let first = code.lines().next().unwrap_or_default().trim();
        let is_item = first.starts_with(['-', '*', '+']) && first[1..].starts_with(' ')
            || first.split_once(['.', ')']).is_some_and(|(n, rest)| {
                !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
            });
        let near = self.events[..at].iter().rev().take(64);
        let is_in_list = near.into_iter().any(|(event, _)| {
            matches!(event, Event::Start(Tag::Item) | Event::End(TagEnd::List(_)))
        });
        let is_link = code
            .find("](")
            .is_some_and(|i| code[i..].contains(')') && code[..i].contains('['));
        let is_prose = code.lines().all(|line| {
            let is_plain = |c: char| c.is_alphabetic() || " ,.'’-!?:«»\u{a0}\u{202f}".contains(c);
            line.chars().all(is_plain)
        }) && first.starts_with(char::is_uppercase)
            && first.split(' ').count() > 3
            && code.trim_end().ends_with(['.', '!', '?']);
        if is_item && is_in_list || is_link || is_prose {
            let line = self.first_line(&self.events[at].1.clone());
            let hint = "begin its lines with fewer than four spaces; write code between lines of ```` ``` ````";
            let message = "this is shown as code: it begins with four spaces or a tab".to_owned();
            self.warn("unmeant-code", message, &line, hint);
        }
    }

    /// A row of a table with more cells than there are columns: the others are not shown.
    pub(super) fn report_excess_cells(&mut self, range: &Range<usize>, columns: usize) {
        let row = &self.text[range.clone()];
        if memchr_iter(b'|', row.as_bytes()).count() < columns {
            return;
        }
        let line = row.lines().next().unwrap_or_default().trim_end();
        let found = cells(line);
        let rest = line.trim_end_matches(['|', ' ', '\t']);
        if found > columns && cells(rest) > columns {
            let columns = match columns {
                1 => "1 column".to_owned(),
                n => format!("{n} columns"),
            };
            let message = format!(
                "this row has {} cells in a table of {columns}: the others are not shown",
                cells(rest)
            );
            let place = range.start..range.start + line.len();
            self.problem("broken-table", message, &place).hint = Some(
                "add columns to the header and the line below it, or write `\\|` for a sign"
                    .to_owned(),
            );
        }
    }

    /// Notes of a label that another has, of which the first is shown.
    pub(super) fn report_notes_twice(&mut self) {
        if self.notes.labels.len() == self.notes.definitions.len() {
            return;
        }
        let mut seen = HashSet::new();
        for definition in self.notes.definitions.clone() {
            let (event, range) = &self.events[definition.first];
            if let Event::Start(Tag::FootnoteDefinition(label)) = event
                && !seen.insert(label.to_lowercase())
            {
                let message =
                    format!("the note `[^{label}]` is defined twice, and the first one is shown");
                let line = self.first_line(range);
                self.warn(
                    "unused-footnote",
                    message,
                    &line,
                    "give it a name of its own, or remove it",
                );
            }
        }
    }

    /// Definitions of links that no link names, or whose name an earlier one has.
    pub(super) fn report_unused_definitions(&mut self) {
        let text = self.text;
        if memmem::find(text.as_bytes(), b"]:").is_none() {
            return;
        }
        let used = self.events.iter().filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) => Some(folded(id)),
            _ => None,
        });
        let used: HashSet<String> = used.collect();
        let mut defined = HashSet::new();
        // What is shown stands in the order of the text. The brackets of a link are no text of it.
        let shown = self.events.iter().filter_map(|(event, range)| match event {
            Event::Text(_) | Event::Code(_) | Event::Html(_) | Event::InlineHtml(_) => Some(range),
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => Some(range),
            _ => None,
        });
        let shown: Vec<&Range<usize>> = shown.collect();
        let is_shown = |at: usize| {
            let behind = shown.partition_point(|range| range.start <= at);
            behind > 0 && shown[behind - 1].contains(&at)
        };
        let mut found = Vec::new();
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            let start = end;
            end += line.len();
            let bare = line.trim_start_matches(' ');
            let at = start + line.len() - bare.len();
            let label = bare.strip_prefix('[').filter(|_| at - start < 4);
            let Some((label, _)) = label.and_then(|label| label.split_once("]:")) else {
                continue;
            };
            let is_one =
                !label.starts_with('^') && !label.contains(['[', ']']) && !label.trim().is_empty();
            if !is_one || found.len() == MOST || is_shown(at) {
                continue;
            }
            let name = folded(label);
            let is_used = used.contains(&name);
            // Of several that no link names, the first is told; of several that links name, all but the first.
            if defined.insert(name) != is_used {
                found.push((label, at, is_used));
            }
        }
        for (label, at, is_used) in found {
            let (message, hint) = match is_used {
                true => (
                    format!("`[{label}]` is defined twice, and links lead to the first address"),
                    "give it a name of its own, or remove the line".to_owned(),
                ),
                false => (
                    format!("no link names `[{label}]`"),
                    format!("write `[text][{label}]` where it belongs, or remove the line"),
                ),
            };
            let place = at..at + label.len() + 2;
            self.warn("unused-definition", message, &place, &hint);
        }
    }
}

/// A label as links compare it.
fn folded(label: &str) -> String {
    label
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}
