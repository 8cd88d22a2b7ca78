//! Headings as HTML, with their anchor links.

use pulldown_cmark::{Event, Tag};

use super::body::{Heading, Problem};
use super::heading_attributes::{is_attribute, is_name};
use super::renderer::Renderer;
use source::Severity;

impl Renderer<'_> {
    /// Reports what was found while the ids were given.
    pub(super) fn report_headings(&mut self) {
        for mistake in std::mem::take(&mut self.ids.mistakes) {
            let first = mistake.first.map(|range| self.first_line(range));
            let first = first.map(|range| (self.span(&range), "first here"));
            let place = self.first_line(mistake.place);
            let problem: &mut Problem = self.problem(mistake.code, mistake.message, &place);
            problem.related = first;
            problem.hint = Some(mistake.hint);
            if mistake.code != "duplicate-anchor" {
                problem.severity = Severity::Warning;
            }
        }
    }

    /// Writes the heading that begins at event `at`.
    pub(super) fn heading(&mut self, at: usize, level: u8) -> usize {
        let events = self.events;
        let Event::Start(tag) = &events[at].0 else {
            return at + 1;
        };
        let end = self.end_of(at, tag.to_end());
        match end == at + 1 {
            true => self.report_empty_heading(&events[at].1),
            false => self.report_underlined(&events[at].1, level),
        }
        let id = self.ids.get(at).map(str::to_owned);
        let name = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level - 1)];
        let outer = self.plain.replace(String::new());
        if id.is_some() {
            self.out.html("<div class=\"heading\">");
        }
        self.out.html("<");
        self.out.html(name);
        if let Some(id) = &id {
            self.out.attribute("id", id);
        }
        if let Tag::Heading { classes, attrs, .. } = tag {
            let classes: Vec<&str> = classes
                .iter()
                .map(|c| &**c)
                .filter(|c| is_name(c))
                .collect();
            if !classes.is_empty() {
                self.out.attribute("class", &classes.join(" "));
            }
            for (name, value) in attrs
                .iter()
                .filter(|(name, value)| value.is_some() && is_attribute(name))
            {
                self.out
                    .attribute(name, value.as_deref().unwrap_or_default().trim_matches('"'));
            }
        }
        self.out.html(">");
        self.inline_by(at + 1..end, typography::find_edits_of_heading);
        self.close(name);
        let text = std::mem::replace(&mut self.plain, outer).unwrap_or_default();
        if let Some(id) = id {
            // The link is beside the heading, so that the heading's own text stays what it is.
            self.out.html("<a class=\"heading-link\"");
            self.out.attribute("href", &format!("#{id}"));
            self.out.attribute("aria-labelledby", &id);
            self.out.html("></a></div>");
            self.body.anchors.push(id.clone());
            self.body.headings.push(Heading { level, id, text });
        }
        self.out.html("\n");
        end + 1
    }
}
