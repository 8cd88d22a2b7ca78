//! A YAML value whose every key and value knows its place.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Number, Value};

use crate::{Source, pointer};

/// A YAML value and the bytes it stands at.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What was written.
    pub kind: Kind,
    /// Byte range in the source.
    pub span: Range<usize>,
}

/// The JSON-like kinds of a YAML value.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`; `yes` and `no` are text.
    Bool(bool),
    /// An integer or a decimal number.
    Number(Number),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values in the order of the file.
    Map(Vec<(Key, Node)>),
}

/// A mapping's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key's text.
    pub name: String,
    /// Byte range in the source.
    pub span: Range<usize>,
}

/// A tree with the source that its places are in.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    /// Its root.
    pub root: &'a Node,
    /// What it was read from.
    pub source: &'a Arc<Source>,
}

impl Node {
    /// A node without content, at a place.
    pub fn null(span: Range<usize>) -> Self {
        Self {
            kind: Kind::Null,
            span,
        }
    }

    /// This value and those in it, in the order of the file.
    pub fn walk(&self) -> Vec<&Node> {
        let inner: Vec<&Node> = match &self.kind {
            Kind::List(items) => items.iter().collect(),
            Kind::Map(entries) => entries.iter().map(|(_, node)| node).collect(),
            _ => Vec::new(),
        };
        let deeper = inner.into_iter().flat_map(Node::walk);
        std::iter::once(self).chain(deeper).collect()
    }

    /// The value under a key, when this is a mapping that has it.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.entry(name).map(|(_, node)| node)
    }

    /// The key and the value, when this is a mapping that has the key.
    pub fn entry(&self, name: &str) -> Option<(&Key, &Node)> {
        let Kind::Map(entries) = &self.kind else {
            return None;
        };
        let found = entries.iter().find(|(key, _)| key.name == name);
        found.map(|(key, node)| (key, node))
    }

    /// The text, when this is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether two values are the same, keys in the same order, wherever they stand.
    pub fn says_the_same(&self, other: &Node) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::List(own), Kind::List(others)) => {
                let mut both = own.iter().zip(others);
                own.len() == others.len() && both.all(|(own, other)| own.says_the_same(other))
            }
            (Kind::Map(own), Kind::Map(others)) => {
                let mut both = own.iter().zip(others);
                own.len() == others.len()
                    && both.all(|((key, own), (name, other))| {
                        key.name == name.name && own.says_the_same(other)
                    })
            }
            (own, other) => own == other,
        }
    }

    /// The node at a JSON pointer (RFC 6901), or the deepest one on the way to it.
    pub fn at_pointer(&self, pointer: &str) -> &Node {
        let mut node = self;
        for step in pointer::steps(pointer) {
            let next = match &node.kind {
                Kind::List(items) => step.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => node.get(&step),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The same value without places.
    pub fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(b) => Value::Bool(*b),
            Kind::Number(n) => Value::Number(n.clone()),
            Kind::Text(text) => Value::String(text.clone()),
            Kind::List(items) => items.iter().map(Node::to_json).collect(),
            Kind::Map(entries) => {
                let pairs = entries.iter().map(|(k, v)| (k.name.clone(), v.to_json()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }
}

impl Node {
    /// Moves every span by the offset at which the parsed text stands in its file.
    pub(super) fn shift(&mut self, offset: usize) {
        self.span = self.span.start + offset..self.span.end + offset;
        match &mut self.kind {
            Kind::List(items) => items.iter_mut().for_each(|n| n.shift(offset)),
            Kind::Map(entries) => entries.iter_mut().for_each(|(key, node)| {
                key.span = key.span.start + offset..key.span.end + offset;
                node.shift(offset);
            }),
            _ => {}
        }
    }

    /// Drops the keys that stand in their mapping already, and tells of each with the place of the first.
    pub(crate) fn keep_first(&mut self, tell: &mut impl FnMut(&Range<usize>, &Key)) {
        match &mut self.kind {
            Kind::List(items) => items.iter_mut().for_each(|item| item.keep_first(tell)),
            Kind::Map(entries) => {
                let mut places = HashMap::new();
                entries.retain_mut(|(key, node)| {
                    let first = places.get(&key.name);
                    first.iter().for_each(|first| tell(first, key));
                    let is_first = first.is_none();
                    if is_first {
                        places.insert(key.name.clone(), key.span.clone());
                    }
                    node.keep_first(tell);
                    is_first
                });
            }
            _ => {}
        }
    }
}
