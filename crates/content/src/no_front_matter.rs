//! Texts of entries without front matter, of which each field that it must give would be told as missing.

use std::sync::Arc;

use serde_json::Value;

use crate::schema::{Schema, list};
use crate::wording::example;
use source::{Diagnostic, Source};

/// Whether a text has no front matter at all.
pub(crate) fn is_bare(source: &Source) -> bool {
    let text = source.text();
    let begins = |start: &&str| text.starts_with(*start);
    source.path.ends_with(".md") && !["---", "+++", "{"].iter().any(begins)
}

/// One mistake for all the fields that a text without front matter does not give.
pub(crate) fn no_front_matter(schema: &Schema, source: &Arc<Source>) -> Diagnostic {
    let text = source.text();
    let first = text.lines().next().unwrap_or_default();
    let root = &schema.json;
    let required = root.get("required").and_then(Value::as_array);
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<&str> = names.collect();
    // Its fields stand there, without the lines around them.
    let has_fields = names.iter().any(|name| {
        let value = first.strip_prefix(name);
        value.is_some_and(|value| value.starts_with(':'))
    });
    let hint = match has_fields {
        true => "write a line of `---` above the first field and one below the last".to_owned(),
        false => {
            let lines = names.iter().map(|name| {
                let child = schema.resolve(schema.child(root, name));
                format!("`{name}: {}`", example(child))
            });
            let lines: Vec<String> = lines.collect();
            format!(
                "begin the file with lines of `---`, {} and `---`",
                lines.join(", ")
            )
        }
    };
    let title = schema.title().to_lowercase();
    let message = format!(
        "this {title} has no front matter, which must give {}",
        list(&names)
    );
    Diagnostic::error("missing-field", message)
        .at(source, 0..first.len())
        .hint(hint)
}
