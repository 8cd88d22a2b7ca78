//! content/site.yaml as it was written, so that a mistake found later is shown at the setting.

use std::ops::Range;
use std::sync::Arc;

use crate::config::Config;
use crate::field::Field;
use crate::language;
use crate::markdown;
use crate::reader::{Findings, Reader};
use crate::schema::Schema;
use crate::texts::SourceTexts;
use crate::validate::validate;
use source::href::split_origin;
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Place, Source, Sources, pointer};

/// content/site.yaml with its places and its schema.
#[derive(Debug)]
pub struct Settings {
    /// The file.
    pub source: Arc<Source>,
    /// Its keys and values with their places.
    pub node: Node,
    /// What it must look like: the engine's keys and those that the site declares.
    pub schema: Schema,
}

impl Settings {
    /// The place of a setting's key by its JSON pointer (RFC 6901), such as `/budgets/html`, of an item
    /// of a list, or of the last on the way to it that is there.
    pub fn place(&self, pointer: &str) -> Place {
        let mut span: Range<usize> = 0..0;
        let mut node = &self.node;
        for step in pointer::steps(pointer) {
            let item = match &node.kind {
                Kind::List(items) => step.parse().ok().and_then(|at: usize| items.get(at)),
                _ => None,
            };
            let found = item.map(|item| (item.span.clone(), item));
            let found = found.or_else(|| node.entry(&step).map(|(key, v)| (key.span.clone(), v)));
            match found {
                Some(found) => (span, node) = found,
                None => break,
            }
        }
        Place::new(&self.source, span)
    }
}

/// The path of the site's public address, for whoever needs it before there is a site.
pub fn base_path(sources: &Sources) -> String {
    let text = sources.text("content/site.yaml").ok().flatten();
    let node = text.and_then(|source| {
        let source = source.ok()?;
        yaml::parse(&source, 0..source.text().len()).0
    });
    let address = node.as_ref().and_then(|n| n.get("base_url")?.as_text());
    let address = address.unwrap_or_default().trim_end_matches('/');
    split_origin(address).1.to_owned()
}

/// All that is read of content/site.yaml.
pub(crate) struct SiteFile {
    pub settings: Settings,
    pub config: Config,
    pub values: Field,
    pub findings: Findings,
}

impl SiteFile {
    /// Reads site.yaml by its schema; none when either cannot be read.
    pub fn read(
        sources: &Sources,
        texts: &SourceTexts,
        schema: Option<Schema>,
    ) -> (Option<Self>, Vec<Diagnostic>) {
        if let Some(Err(missing)) = sources.theme() {
            // Nearly all else would be said to be missing too.
            return (None, vec![missing.clone()]);
        }
        let Some(source) = texts.content.get("site.yaml") else {
            if texts.failed.contains("content/site.yaml") {
                return (None, Vec::new());
            }
            let message = format!("`{}` has no content/site.yaml", sources.root().display());
            return (None, vec![Diagnostic::error("missing-site", message)
                .hint("create it with `base_url: https://example.com`, or name another folder with `--root`")]);
        };
        let (node, mut diagnostics) = yaml::parse(source, 0..source.text().len());
        let (Some(node), Some(schema)) = (node, schema) else {
            return (None, diagnostics);
        };
        diagnostics.extend(validate(&schema, &node, source));
        let own = node.get("language").and_then(Node::as_text).unwrap_or("en");
        let options = markdown::Options {
            highlight: None,
            french: typography::is_french(own),
            html: markdown::Html::Refused,
            syntax: markdown::Syntax::default(),
        };
        let reader = Reader::new(&schema, source, &options, &texts.files);
        let mut findings = reader.defaults();
        let values = reader.read(&node, &mut findings);
        diagnostics.append(&mut findings.diagnostics);
        let values = values.filter(|f| matches!(f, Field::Map(_)));
        let file = values.map(|values| {
            let config = Config::from_fields(&values);
            diagnostics.extend(language::mistakes(&node, &config.languages, source));
            Self {
                config,
                values,
                settings: Settings {
                    source: Arc::clone(source),
                    node,
                    schema,
                },
                findings,
            }
        });
        (file, diagnostics)
    }
}
