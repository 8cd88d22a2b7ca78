//! Shapes that schemas share: content/_defs.yaml.

use std::sync::Arc;

use serde_json::{Map, Value};

use source::yaml::{self, Node};
use source::{Diagnostic, Source};

/// Shapes that schemas share: the `$defs` of content/_defs.yaml.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// By their names.
    pub shapes: Map<String, Value>,
    /// The file, with its keys and values.
    pub text: Option<(Arc<Source>, Node)>,
    /// Whether they say what nobody reads, so that nothing is judged by them.
    pub has_mistakes: bool,
}

impl Definitions {
    /// Those of a file that cannot be read: nothing is judged by what refers to any.
    pub fn unread() -> Self {
        Self {
            has_mistakes: true,
            ..Self::default()
        }
    }

    /// Whether they stand in a file that cannot be read.
    pub fn is_unread(&self) -> bool {
        self.has_mistakes && self.text.is_none()
    }

    /// The shapes of content/_defs.yaml.
    pub fn read(source: &Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let (node, object) = parse_object(source)?;
        match object.get("$defs") {
            Some(Value::Object(shapes)) => Ok(Self {
                shapes: shapes.clone(),
                text: Some((Arc::clone(source), node)),
                has_mistakes: false,
            }),
            _ => Err(vec![
                Diagnostic::error("invalid-schema", "shared shapes stand under `$defs`")
                    .at(source, 0..0)
                    .hint("begin the file with `$defs:`"),
            ]),
        }
    }
}

/// The mapping that a schema's file is, with its places.
pub(crate) fn parse_object(
    source: &Arc<Source>,
) -> Result<(Node, Map<String, Value>), Vec<Diagnostic>> {
    let (node, diagnostics) = yaml::parse(source, 0..source.text().len());
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    match node.map(|node| (node.to_json(), node)) {
        Some((Value::Object(map), node)) => Ok((node, map)),
        _ => Err(vec![
            Diagnostic::error("invalid-schema", "a schema is a mapping")
                .at(source, 0..0)
                .hint("begin with `type: object`"),
        ]),
    }
}
