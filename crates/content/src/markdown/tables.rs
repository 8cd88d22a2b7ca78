//! Tables: a scrollable region that is named after its columns, and cells aligned by class.

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

use super::renderer::{Renderer, Table};

impl Renderer<'_> {
    /// Writes the tag of a table's event.
    pub(super) fn table_event(&mut self, at: usize) {
        let events = self.events;
        match &events[at].0 {
            Event::Start(Tag::Table(alignments)) => {
                let label = self.table_label(at);
                self.out
                    .html("<div class=\"table-scroll\" tabindex=\"0\" role=\"region\"");
                self.out.attribute("aria-label", &label);
                self.out.html(">\n<table>\n");
                self.table = Some(Table {
                    alignments,
                    column: 0,
                    in_head: false,
                    has_body: false,
                });
            }
            Event::End(TagEnd::Table) => {
                let has_body = self.table.take().is_some_and(|table| table.has_body);
                self.out.html(if has_body { "</tbody>\n" } else { "" });
                self.out.html("</table>\n</div>\n");
            }
            event => {
                if let Some(mut table) = self.table.take() {
                    self.row_event(event, &mut table, at);
                    self.table = Some(table);
                }
            }
        }
    }

    fn row_event(&mut self, event: &Event<'_>, table: &mut Table<'_>, at: usize) {
        match event {
            Event::Start(Tag::TableHead) => {
                table.in_head = true;
                self.out.html("<thead>\n<tr>");
            }
            Event::End(TagEnd::TableHead) => {
                table.in_head = false;
                self.out.html("</tr>\n</thead>\n");
            }
            Event::Start(Tag::TableRow) => {
                table.column = 0;
                self.report_excess_cells(&self.events[at].1.clone(), table.alignments.len());
                self.out.html(if table.has_body {
                    "<tr>"
                } else {
                    "<tbody>\n<tr>"
                });
                table.has_body = true;
            }
            Event::End(TagEnd::TableRow) => self.out.html("</tr>\n"),
            Event::Start(Tag::TableCell) => {
                let is_empty = matches!(self.events.get(at + 1), Some((Event::End(_), _)));
                let is_header = table.in_head && !is_empty;
                self.out.html(if is_header {
                    "<th scope=\"col\""
                } else {
                    "<td"
                });
                let class = match table.alignments.get(table.column) {
                    Some(Alignment::Left) => " class=\"align-left\"",
                    Some(Alignment::Center) => " class=\"align-center\"",
                    Some(Alignment::Right) => " class=\"align-right\"",
                    _ => "",
                };
                self.out.html(class);
                self.out.html(">");
            }
            _ => {
                let is_empty = matches!(self.events[at - 1].0, Event::Start(_));
                let is_header = table.in_head && !is_empty;
                self.out.html(if is_header { "</th>" } else { "</td>" });
                table.column += 1;
            }
        }
    }

    /// What a table is called by those who do not see it: its columns.
    fn table_label(&self, at: usize) -> String {
        let mut names: Vec<String> = Vec::new();
        for (event, _) in &self.events[at..] {
            match event {
                Event::Start(Tag::TableCell) => names.push(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(name) = names.last_mut() {
                        name.push_str(text);
                    }
                }
                Event::End(TagEnd::TableHead) => break,
                _ => {}
            }
        }
        names.retain(|name| !name.trim().is_empty());
        let table = self.wording("Tableau", "Table");
        if names.is_empty() {
            return table.to_owned();
        }
        let colon = self.wording(" : ", ": ");
        self.typeset(&format!("{table}{colon}{}", names.join(", ")))
    }
}
