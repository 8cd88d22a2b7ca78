//! Texts of a component's fence that its template gives to the filter `markdown`: what Markdown says of them at their places.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::markdown::{self, Html};
use source::yaml::{Kind, Node};
use source::{Diagnostic, Source};

/// The keys whose texts a template gives to the filter.
#[derive(Debug)]
pub(crate) struct Filtered(BTreeSet<String>);

impl Filtered {
    /// Finds `key | markdown` and `item.key | markdown` in a template.
    pub fn of(template: &str) -> Self {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let filters = template.match_indices('|');
        let filters = filters.filter(|(at, _)| {
            let behind = template[at + 1..].trim_start().strip_prefix("markdown");
            behind.is_some_and(|rest| !rest.starts_with(is_name))
        });
        let keys = filters.filter_map(|(at, _)| {
            let before = template[..at].trim_end();
            let name = &before[before.trim_end_matches(is_name).len()..];
            (!name.is_empty()).then(|| name.to_owned())
        });
        Self(keys.collect())
    }

    /// The mistakes in the texts of these keys, wherever they stand in the data of a fence.
    pub fn mistakes(
        &self,
        data: &Node,
        place: &Arc<Source>,
        options: &markdown::Options,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if !self.0.is_empty() {
            let options = markdown::Options {
                highlight: None,
                html: Html::Refused,
                ..options.clone()
            };
            self.collect(data, &options, &mut |mistake, node| {
                found.push(mistake.at(place, node.span.clone()));
            });
        }
        found
    }

    fn collect(
        &self,
        data: &Node,
        options: &markdown::Options,
        give: &mut dyn FnMut(Diagnostic, &Node),
    ) {
        match &data.kind {
            Kind::Map(entries) => {
                for (key, value) in entries {
                    let text = value.as_text().filter(|_| self.0.contains(&key.name));
                    match text {
                        Some(text) => {
                            for problem in markdown::parse_inline(text, options).problems {
                                let mistake = Diagnostic {
                                    severity: problem.severity,
                                    ..Diagnostic::error(problem.code, problem.message)
                                };
                                give(mistake.maybe_hint(problem.hint), value);
                            }
                        }
                        None => self.collect(value, options, give),
                    }
                }
            }
            Kind::List(items) => items
                .iter()
                .for_each(|item| self.collect(item, options, give)),
            _ => {}
        }
    }
}
