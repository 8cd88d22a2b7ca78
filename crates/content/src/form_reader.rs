//! content/forms/ to checked forms.

use std::collections::BTreeMap;
use std::sync::Arc;

use forms::Form;
use source::{Diagnostic, Place, Source, did_you_mean, yaml};

use crate::reader::{Findings, Named};
use crate::schema::Schema;
use crate::texts::Texts;
use crate::validate::validate;

/// The file beside the forms that says how the relay speaks and looks.
const SETTINGS: &str = "_relay";

/// The forms among the texts of content/, by id, where they lead, and every mistake in them.
pub(crate) fn read(texts: &Texts) -> (BTreeMap<String, Form>, Findings, Vec<Diagnostic>) {
    let mut read = BTreeMap::new();
    let mut findings = Findings::default();
    let mut mistakes = Vec::new();
    let mut schema = None;
    for (id, source) in Texts::between(&texts.content, "forms/", ".yaml") {
        if id == SETTINGS {
            mistakes.extend(settings(texts, source));
            continue;
        }
        // Compiled for the first form: most sites have none.
        match schema.get_or_insert_with(Schema::for_forms) {
            Ok(schema) => match form(schema, id, source) {
                Ok((form, thanks)) => {
                    findings.links.push(thanks);
                    read.insert(id.to_owned(), form);
                }
                Err(found) => mistakes.extend(found),
            },
            Err(found) => mistakes.append(found),
        }
    }
    (read, findings, mistakes)
}

/// A form, and the page to which it leads a visitor without scripts.
fn form(
    schema: &Schema,
    id: &str,
    source: &Arc<Source>,
) -> Result<(Form, Named<String>), Vec<Diagnostic>> {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text.len());
    let Some(node) = node else {
        return Err(mistakes);
    };
    mistakes.extend(validate(schema, &node, source));
    if mistakes.is_empty() {
        let form = Form::from_node(id, &node, source)?;
        let thanks = node.get("thanks").unwrap_or(&node);
        let thanks = Named {
            what: form.thanks.clone(),
            place: Place::new(source, thanks.span.clone()),
        };
        return Ok((form, thanks));
    }
    mistakes.extend(forms::check(&node, source));
    Err(mistakes)
}

/// The mistakes in how the relay speaks and looks; the relay alone reads what it says.
fn settings(texts: &Texts, source: &Arc<Source>) -> Vec<Diagnostic> {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text.len());
    match (&node, Schema::for_relay_settings()) {
        (Some(node), Ok(schema)) => mistakes.extend(validate(&schema, node, source)),
        (_, Err(found)) => mistakes.extend(found),
        _ => {}
    }
    let look = node.as_ref().and_then(|node| node.get("look"));
    for part in ["page", "mail", "mark", "relief"] {
        let Some(node) = look.and_then(|look| look.get(part)) else {
            continue;
        };
        let name = node.as_text().unwrap_or_default();
        let is_file = name.ends_with(".css") || name.ends_with(".svg");
        if is_file && !texts.files.contains(&format!("content/forms/{name}")) {
            let beside = texts.files.iter();
            let beside = beside.filter_map(|path| path.strip_prefix("content/forms/"));
            let hint = did_you_mean(name, beside);
            let hint = hint.unwrap_or_else(|| format!("put it at `content/forms/{name}`"));
            let mistake = Diagnostic::error("missing-file", format!("there is no file `{name}`"));
            mistakes.push(mistake.at(source, node.span.clone()).hint(hint));
        }
    }
    mistakes
}
