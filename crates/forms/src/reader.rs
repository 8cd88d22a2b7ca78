//! Reads keys out of a YAML tree and collects every problem on the way. Knows nothing of forms.

use std::ops::Range;

use crate::problem::Problem;
use crate::tree::{Node, Value};

/// A text and its place.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub text: String,
    pub span: Range<usize>,
}

/// Collects the problems of a definition.
#[derive(Default)]
pub(crate) struct Reader {
    pub problems: Vec<Problem>,
}

/// The entries of a YAML map; those that nobody asks for are unknown keys.
pub(crate) struct Keys<'n> {
    entries: &'n [(Node, Node)],
    asked: Vec<&'static str>,
    span: Range<usize>,
}

impl Reader {
    pub fn report(&mut self, span: &Range<usize>, code: &'static str, message: String) {
        self.problems.push(Problem {
            span: span.clone(),
            code,
            message,
            hint: None,
        });
    }

    pub fn report_with_hint(
        &mut self,
        span: &Range<usize>,
        code: &'static str,
        (message, hint): (String, String),
    ) {
        self.problems.push(Problem {
            span: span.clone(),
            code,
            message,
            hint: Some(hint),
        });
    }

    fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        let message = format!(
            "`{what}` is {}, but {expected} is expected",
            node.value.kind()
        );
        self.report(&node.span, "form-type", message);
    }

    /// The node's keys, or a problem.
    pub fn keys<'n>(&mut self, node: &'n Node, what: &str) -> Option<Keys<'n>> {
        let Value::Map(entries) = &node.value else {
            self.wrong(node, what, "a map");
            return None;
        };
        let first = entries
            .first()
            .map_or(node.span.start, |(key, _)| key.span.start);
        Some(Keys {
            entries,
            asked: Vec::new(),
            span: first..node.span.end.max(first),
        })
    }

    /// Reports the keys that were never asked for.
    pub fn finish(&mut self, keys: &Keys<'_>) {
        for (key, _) in keys.entries {
            let name = match &key.value {
                Value::Text(name) => name.clone(),
                other => other.kind().to_owned(),
            };
            if keys.asked.contains(&name.as_str()) {
                continue;
            }
            let message = format!("unknown key `{name}`");
            match nearest(&name, keys.asked.iter().copied()) {
                Some(near) => {
                    let hint = format!("did you mean `{near}`?");
                    self.report_with_hint(&key.span, "form-unknown-key", (message, hint));
                }
                None => {
                    let hint = format!("known here: {}", listed(keys.asked.iter().copied()));
                    self.report_with_hint(&key.span, "form-unknown-key", (message, hint));
                }
            }
        }
    }

    fn missing(&mut self, keys: &Keys<'_>, key: &str) {
        // The first line of the map is enough to find it.
        let span = keys.first_key();
        self.report(&span, "form-missing-key", format!("`{key}` is missing"));
    }

    /// A text that may be absent.
    pub fn optional(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Option<Spot> {
        let node = keys.get(key)?;
        self.spot(node, key)
    }

    /// A text that must be there; empty after a problem.
    pub fn required(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Spot {
        match keys.get(key) {
            Some(node) => self.spot(node, key),
            None => {
                self.missing(keys, key);
                None
            }
        }
        .unwrap_or_else(|| Spot {
            text: String::new(),
            span: keys.first_key(),
        })
    }

    /// A node that must be there.
    pub fn node<'n>(&mut self, keys: &mut Keys<'n>, key: &'static str) -> Option<&'n Node> {
        let node = keys.get(key);
        if node.is_none() {
            self.missing(keys, key);
        }
        node
    }

    /// A scalar as text; `what` names it in messages.
    pub fn spot(&mut self, node: &Node, what: &str) -> Option<Spot> {
        let text = match &node.value {
            Value::Text(text) if text.trim().is_empty() => {
                self.report(&node.span, "form-empty", format!("`{what}` is empty"));
                return None;
            }
            Value::Text(text) => text.trim_end_matches('\n').to_owned(),
            _ => {
                self.wrong(node, what, "a text");
                return None;
            }
        };
        Some(Spot {
            text,
            span: node.span.clone(),
        })
    }

    /// A whole number that may be absent.
    pub fn number(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Option<u32> {
        let node = keys.get(key)?;
        match node.value {
            Value::Number(number)
                if number.fract() == 0.0 && (0.0..=1_000_000.0).contains(&number) =>
            {
                Some(number as u32)
            }
            _ => {
                self.wrong(node, key, "a whole number from 0 to 1000000");
                None
            }
        }
    }

    /// True or false; false when absent.
    pub fn flag(&mut self, keys: &mut Keys<'_>, key: &'static str) -> bool {
        match keys.get(key) {
            None => false,
            Some(Node {
                value: Value::Bool(value),
                ..
            }) => *value,
            Some(node) => {
                self.wrong(node, key, "`true` or `false`");
                false
            }
        }
    }

    /// The items of a list that may be absent.
    pub fn list<'n>(&mut self, keys: &mut Keys<'n>, key: &'static str) -> &'n [Node] {
        match keys.get(key) {
            None => &[],
            Some(Node {
                value: Value::List(items),
                ..
            }) => items,
            Some(node) => {
                self.wrong(node, key, "a list");
                &[]
            }
        }
    }

    /// The items of a list that must hold something.
    pub fn filled_list<'n>(&mut self, keys: &mut Keys<'n>, key: &'static str) -> &'n [Node] {
        let Some(node) = self.node(keys, key) else {
            return &[];
        };
        let items = self.list(keys, key);
        if items.is_empty() && matches!(node.value, Value::List(_)) {
            self.report(&node.span, "form-empty", format!("`{key}` is empty"));
        }
        items
    }

    /// One of the words given; the first after a problem.
    pub fn word<T: Copy>(&mut self, spot: &Spot, what: &str, words: &[(&str, T)]) -> T {
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == spot.text) {
            return *value;
        }
        if !spot.text.is_empty() {
            let message = format!("`{}` is not a {what}", spot.text);
            let hint = match nearest(&spot.text, words.iter().map(|(word, _)| *word)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known: {}", listed(words.iter().map(|(word, _)| *word))),
            };
            self.report_with_hint(&spot.span, "form-unknown-word", (message, hint));
        }
        words[0].1
    }
}

impl<'n> Keys<'n> {
    pub fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.entries
            .iter()
            .find(|(name, _)| matches!(&name.value, Value::Text(text) if text == key))
            .map(|(_, value)| value)
    }

    /// All entries, none of which is unknown then.
    pub fn entries(&self) -> &'n [(Node, Node)] {
        self.entries
    }

    pub fn first_key(&self) -> Range<usize> {
        self.entries
            .first()
            .map_or(self.span.clone(), |(key, _)| key.span.clone())
    }
}

/// The word nearest to what was written, when it is near enough to be a slip.
pub(crate) fn nearest<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    words
        .map(|word| (strsim::damerau_levenshtein(written, word), word))
        .filter(|(distance, word)| *distance <= 1 + word.chars().count() / 4)
        .min()
        .map(|(_, word)| word)
}

/// Words in backticks, separated by commas.
pub(crate) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
