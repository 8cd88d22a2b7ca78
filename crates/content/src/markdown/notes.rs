//! Footnotes: numbered by their first call, gathered at the end, with a way back to each call.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::definitions::{Definition, Note};
use super::renderer::Renderer;
use source::Severity;

/// Ids of a field's notes could meet those of other fields.
pub(super) const NOTE_IN_FIELD: &str = "a note stands only in an entry's body";

impl Renderer<'_> {
    /// Writes the call of a note.
    pub(super) fn note_call(&mut self, label: &str, place: &Range<usize>) {
        let key = label.to_lowercase();
        let definition = self.notes.labels.get(&key).copied();
        let Some(definition) = definition.filter(|_| self.is_document) else {
            self.out.text(&format!("[^{label}]"));
            self.problem("footnote-in-field", NOTE_IN_FIELD, place).hint =
                Some("say it in the text itself".to_owned());
            return;
        };
        let index = match self.notes.numbers.get(&key) {
            Some(index) => *index,
            None => {
                let index = self.notes.called.len();
                let id = self.ids.unique(&format!("note-{}", index + 1));
                self.body.anchors.push(id.clone());
                self.notes.called.push(Note {
                    definition,
                    id,
                    calls: Vec::new(),
                });
                self.notes.numbers.insert(key, index);
                index
            }
        };
        let number = index + 1;
        let call = self
            .ids
            .unique(&match self.notes.called[index].calls.len() {
                0 => format!("appel-{number}"),
                earlier => format!("appel-{number}-{}", earlier + 1),
            });
        self.body.anchors.push(call.clone());
        self.out.html("<sup class=\"note-call\"><a");
        self.out.attribute("id", &call);
        let href = format!("#{}", self.notes.called[index].id);
        self.out.attribute("href", &href);
        self.out.html(" role=\"doc-noteref\"");
        self.out.attribute("aria-label", &format!("Note {number}"));
        self.out.html(">");
        self.out.text(&number.to_string());
        self.out.html("</a></sup>");
        self.notes.called[index].calls.push(call);
    }

    /// Writes the notes that were called, and reports the others.
    pub(super) fn notes_section(&mut self) {
        let mut contents = Vec::new();
        // A note may call notes, which join the end of the list.
        while contents.len() < self.notes.called.len() {
            let note = &self.notes.called[contents.len()];
            let Definition { first, last } = self.notes.definitions[note.definition];
            let outer = std::mem::take(&mut self.out);
            self.blocks(first + 1..last);
            contents.push(std::mem::replace(&mut self.out, outer));
        }
        self.report_unused_notes();
        if contents.is_empty() {
            return;
        }
        self.out
            .html("<section class=\"notes\" role=\"doc-endnotes\" aria-label=\"Notes\">\n<ol>\n");
        let called = std::mem::take(&mut self.notes.called);
        for (index, (mut content, note)) in contents.into_iter().zip(called).enumerate() {
            self.out.html("<li");
            self.out.attribute("id", &note.id);
            self.out.html(">");
            let ends_in_paragraph = content.html.ends_with("</p>\n");
            if ends_in_paragraph {
                content.html.truncate(content.html.len() - "</p>\n".len());
            }
            self.out.extend(content.finish());
            self.out.html(if ends_in_paragraph { " " } else { "<p>" });
            self.back_links(index + 1, &note.calls);
            self.out.html("</p>\n</li>\n");
        }
        self.out.html("</ol>\n</section>\n");
    }

    /// Writes a link to each call of the note.
    fn back_links(&mut self, number: usize, calls: &[String]) {
        let back = self.wording("Retour à l’appel de note", "Back to the call of note");
        for (index, call) in calls.iter().enumerate() {
            let (label, exponent) = match index {
                0 => (format!("{back} {number}"), String::new()),
                _ => (
                    format!("{back} {number} ({})", index + 1),
                    format!("<sup>{}</sup>", index + 1),
                ),
            };
            self.out.html(if index == 0 { "" } else { " " });
            self.out.html("<a class=\"note-back\"");
            self.out.attribute("href", &format!("#{call}"));
            self.out.html(" role=\"doc-backlink\"");
            self.out.attribute("aria-label", &label);
            self.out.html(">↩\u{fe0e}");
            self.out.html(&exponent);
            self.out.html("</a>");
        }
    }

    fn report_unused_notes(&mut self) {
        for (event, range) in std::mem::take(&mut self.notes.unused) {
            let Event::Start(Tag::FootnoteDefinition(label)) = event else {
                continue;
            };
            if self.notes.numbers.contains_key(&label.to_lowercase()) {
                continue;
            }
            let len = label.len() + "[^]".len();
            let message = format!("nothing calls the note `[^{label}]`");
            let problem = self.problem(
                "unused-footnote",
                message,
                &(range.start..range.start + len),
            );
            problem.severity = Severity::Warning;
            problem.hint = Some(format!("write `[^{label}]` where it belongs, or remove it"));
        }
    }
}
