//! The defaults of a schema: where they are written, and what the reader made of them.

use std::collections::HashSet;
use std::ptr;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::field::{Field, Fields};
use crate::parts::{MAX_REFERENCES, referred};
use source::yaml::Node;
use source::{Source, pointer};

/// A default as it was written.
#[derive(Debug)]
pub(crate) struct WrittenDefault {
    /// The schema that gives it, by its address.
    of: usize,
    /// A JSON pointer to that schema.
    pointer: String,
    /// The file.
    pub source: Arc<Source>,
    /// The value with its place.
    pub node: Node,
}

/// The defaults of a schema, and what they are read as: once for all texts that are typeset alike.
#[derive(Debug, Default)]
pub(crate) struct Defaults {
    /// Those that a site wrote, in the order of the schema.
    pub written: Vec<WrittenDefault>,
    /// What these are read as: in texts that are not typeset as French, and in those that are.
    read: [OnceLock<Vec<Field>>; 2],
    /// The same of what stands for each field of a whole entry.
    fields: [OnceLock<Fields>; 2],
}

impl Defaults {
    /// Every default of what the reader reads by a schema. `texts` are the files that it was made of.
    pub fn of(root: &Value, texts: &[(&Arc<Source>, &Node)]) -> Self {
        let mut walk = Walk {
            root,
            texts,
            seen: HashSet::new(),
            written: Vec::new(),
        };
        walk.parts("", root);
        Self {
            written: walk.written,
            ..Self::default()
        }
    }

    /// The default of a part of the whole schema, by its place among those that were written.
    pub fn of_schema<'a>(&self, mut part: &'a Value, whole: &'a Value) -> Option<usize> {
        if self.written.is_empty() {
            return None;
        }
        for _ in 0..MAX_REFERENCES {
            let own = self.written.iter().position(|d| d.of == address(part));
            if own.is_some() {
                return own;
            }
            part = referred(whole, part)?;
        }
        None
    }

    /// What those that were written are read as, in their order; `read` reads one by its place.
    pub fn read(&self, is_french: bool, read: impl Fn(usize) -> Field) -> &[Field] {
        self.read[usize::from(is_french)]
            .get_or_init(|| (0..self.written.len()).map(read).collect())
    }

    /// The names of an entry's fields, with what stands for those that are not given; `make` makes them.
    pub fn fields(&self, is_french: bool, make: impl FnOnce() -> Fields) -> &Fields {
        self.fields[usize::from(is_french)].get_or_init(make)
    }
}

struct Walk<'a> {
    root: &'a Value,
    texts: &'a [(&'a Arc<Source>, &'a Node)],
    /// A schema may name itself.
    seen: HashSet<usize>,
    written: Vec<WrittenDefault>,
}

impl Walk<'_> {
    fn schema(&mut self, pointer: &str, schema: &Value) {
        if !self.seen.insert(address(schema)) {
            return;
        }
        let default = schema.get("default").filter(|default| !default.is_null());
        let default = default.and_then(|default| self.find(pointer, default));
        self.written
            .extend(default.map(|(source, node)| WrittenDefault {
                of: address(schema),
                pointer: pointer.to_owned(),
                source: Arc::clone(source),
                node: node.clone(),
            }));
        self.parts(pointer, schema);
    }

    /// The schemas that one is made of.
    fn parts(&mut self, pointer: &str, schema: &Value) {
        let target = schema.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|target| target.strip_prefix('#'));
        if let Some((pointer, target)) = target.and_then(|p| Some((p, self.root.pointer(p)?))) {
            self.schema(pointer, target);
        }
        if let Some(Value::Object(fields)) = schema.get("properties") {
            for (name, field) in fields {
                let name = pointer::step(name);
                self.schema(&format!("{pointer}/properties/{name}"), field);
            }
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            for (at, part) in parts.iter().enumerate() {
                self.schema(&format!("{pointer}/allOf/{at}"), part);
            }
        }
        for name in ["items", "additionalProperties"] {
            if let Some(part) = schema.get(name).filter(|part| part.is_object()) {
                self.schema(&format!("{pointer}/{name}"), part);
            }
        }
    }

    /// Where a default is written; none when it is one of the engine's.
    fn find(&self, pointer: &str, default: &Value) -> Option<(&Arc<Source>, &Node)> {
        let pointer = format!("{pointer}/default");
        let mut texts = self.texts.iter();
        texts.find_map(|(source, node)| {
            let node = node.at_pointer(&pointer);
            (node.to_json() == *default).then_some((*source, node))
        })
    }
}

impl WrittenDefault {
    /// The schema that gives it, as a part of the whole one.
    pub fn schema<'a>(&self, whole: &'a Value) -> &'a Value {
        whole.pointer(&self.pointer).unwrap_or(&Value::Null)
    }
}

fn address(schema: &Value) -> usize {
    ptr::from_ref(schema).addr()
}
