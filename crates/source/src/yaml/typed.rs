//! A YAML tree as a type of the program, for what is read without a JSON Schema at hand.

use std::ops::Range;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

use super::{Kind, Node};
use crate::{Diagnostic, Source, did_you_mean};

impl Node {
    /// The value as a type.
    ///
    /// # Errors
    ///
    /// The first mistake that keeps it from being one, at its place.
    pub fn read<T: DeserializeOwned>(&self, source: &Arc<Source>) -> Result<T, Diagnostic> {
        serde_path_to_error::deserialize(self.to_json()).map_err(|error| {
            let text = error.inner().to_string();
            let (message, expected) = match text.split_once(", expected ") {
                Some((message, expected)) => (message, Some(expected)),
                None => (text.as_str(), None),
            };
            let is_unknown = message.starts_with("unknown field");
            let (path, place) = self.follow(error.path(), is_unknown);
            let known = || {
                expected
                    .into_iter()
                    .flat_map(|e| e.split('`').skip(1).step_by(2))
            };
            let written = message.split('`').nth(1).unwrap_or_default();
            let hint = did_you_mean(written, known())
                .filter(|_| message.starts_with("unknown"))
                .or_else(|| expected.map(|expected| format!("expected {expected}")));
            let message = match path.as_str() {
                _ if is_unknown => message.to_owned(),
                "" => message.to_owned(),
                _ => format!("`{path}`: {message}"),
            };
            Diagnostic::error("wrong-value", message)
                .at(source, place)
                .maybe_hint(hint)
        })
    }

    /// A path as an author would write it, and the bytes that it leads to: a value, the name of a
    /// key that should not be there, or the first key of a mapping that lacks one.
    fn follow(&self, path: &Path, is_unknown: bool) -> (String, Range<usize>) {
        let last = path.iter().len().saturating_sub(1);
        let (mut name, mut node, mut place) = (String::new(), self, self.opening());
        for (depth, segment) in path.iter().enumerate() {
            let next = match (segment, &node.kind) {
                (Segment::Seq { index }, Kind::List(items)) => {
                    name += &format!("[{index}]");
                    items.get(*index)
                }
                (Segment::Map { key }, _) => {
                    name += if name.is_empty() { "" } else { "." };
                    name += key;
                    match node.entry(key) {
                        Some((key, _)) if is_unknown && depth == last => {
                            return (name, key.span.clone());
                        }
                        entry => entry.map(|(_, value)| value),
                    }
                }
                _ => None,
            };
            match next {
                Some(next) => (node, place) = (next, next.opening()),
                None => break,
            }
        }
        (name, place)
    }

    fn opening(&self) -> Range<usize> {
        match &self.kind {
            Kind::Map(entries) if !entries.is_empty() => entries[0].0.span.clone(),
            _ => self.span.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Step {
        title: String,
        #[serde(default)]
        after: Vec<Step>,
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let source = Source::new("a.yaml", text);
        let (node, _) = super::super::parse(&source, 0..text.len());
        let mistake = node.unwrap().read::<Step>(&source).unwrap_err();
        let hint = mistake.hint.as_deref().unwrap_or_default();
        let place = mistake.place().unwrap_or_default();
        assert_eq!(format!("{place}: {mistake} ({hint})"), expected);
    }

    #[test]
    fn the_first_mistake_is_told_at_its_place() {
        check("after: []\n", "a.yaml:1:1: missing field `title` ()");
        check(
            "title: a\nafter:\n  - title: 3\n",
            "a.yaml:3:12: `after[0].title`: invalid type: integer `3` (expected a string)",
        );
        check(
            "title: a\nafter:\n  - { title: b, aftre: [] }\n",
            "a.yaml:3:17: unknown field `aftre` (did you mean `after`?)",
        );
        check(
            "3",
            "a.yaml:1:1: invalid type: integer `3` (expected struct Step)",
        );
    }
}
