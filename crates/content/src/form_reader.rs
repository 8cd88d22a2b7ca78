//! content/forms/ to checked forms.

use std::collections::BTreeMap;
use std::sync::Arc;

use forms::Form;
use source::{Diagnostic, Source, yaml};

use crate::schema::Schema;
use crate::texts::Texts;
use crate::validate::validate;

/// The file beside the forms that says how the relay speaks and looks.
const SETTINGS: &str = "_relay";

/// The forms among the texts of content/, by id, and every mistake in them.
pub(crate) fn read(texts: &Texts) -> (BTreeMap<String, Form>, Vec<Diagnostic>) {
    let mut read = BTreeMap::new();
    let mut mistakes = Vec::new();
    let mut schema = None;
    for (id, source) in Texts::between(&texts.content, "forms/", ".yaml") {
        if id == SETTINGS {
            mistakes.extend(settings(source));
            continue;
        }
        // Compiled for the first form: most sites have none.
        match schema.get_or_insert_with(Schema::for_forms) {
            Ok(schema) => match form(schema, id, source) {
                Ok(form) => drop(read.insert(id.to_owned(), form)),
                Err(found) => mistakes.extend(found),
            },
            Err(found) => mistakes.append(found),
        }
    }
    (read, mistakes)
}

fn form(schema: &Schema, id: &str, source: &Arc<Source>) -> Result<Form, Vec<Diagnostic>> {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text.len());
    let Some(node) = node else {
        return Err(mistakes);
    };
    mistakes.extend(validate(schema, &node, source));
    if mistakes.is_empty() {
        return Form::from_node(id, &node, source);
    }
    mistakes.extend(forms::check(&node, source));
    Err(mistakes)
}

/// The mistakes in how the relay speaks and looks; the relay alone reads what it says.
fn settings(source: &Arc<Source>) -> Vec<Diagnostic> {
    let (node, mut mistakes) = yaml::parse(source, 0..source.text.len());
    match (node, Schema::for_relay_settings()) {
        (Some(node), Ok(schema)) => mistakes.extend(validate(&schema, &node, source)),
        (_, Err(found)) => mistakes.extend(found),
        _ => {}
    }
    mistakes
}
