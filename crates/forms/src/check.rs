//! Whether everything that a definition refers to exists, once.

use std::ops::Range;

use crate::form::{CarriedKind, Form};
use crate::parse::Parser;
use crate::problem::Problem;
use crate::reader::{Spot, listed, nearest};

/// A place of the text that refers to something.
pub(crate) struct Mention {
    span: Range<usize>,
    of: Of,
}

enum Of {
    Name(String),
    Value { field: String, value: String },
    Outcome,
}

impl Mention {
    pub fn name(spot: &Spot) -> Self {
        Mention {
            span: spot.span.clone(),
            of: Of::Name(spot.text.clone()),
        }
    }

    pub fn value(field: &Spot, value: &Spot) -> Self {
        let (field, value_text) = (field.text.clone(), value.text.clone());
        Mention {
            span: value.span.clone(),
            of: Of::Value {
                field,
                value: value_text,
            },
        }
    }

    pub fn outcome(spot: &Spot) -> Self {
        Mention {
            span: spot.span.clone(),
            of: Of::Outcome,
        }
    }
}

/// Adds what only the whole form shows to the problems that reading found.
pub(crate) fn check(form: &Form, mut parser: Parser) -> Vec<Problem> {
    duplicate_names(form, &mut parser);
    duplicate_options(form, &mut parser);
    let mentions = std::mem::take(&mut parser.mentions);
    for mention in &mentions {
        if let Some((code, message, hint)) = unresolved(form, &mention.of) {
            match hint {
                Some(hint) => {
                    parser
                        .reader
                        .report_with_hint(&mention.span, code, (message, hint));
                }
                None => parser.reader.report(&mention.span, code, message),
            }
        }
    }
    parser.reader.problems
}

fn duplicate_names(form: &Form, parser: &mut Parser) {
    let mut seen = vec![form.meta.elapsed, form.meta.source, form.meta.submission];
    for spot in &parser.names {
        if spot.text.is_empty() {
            continue;
        }
        let plain = spot
            .text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain || !spot.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let message = format!("`{}` is not a name", spot.text);
            let hint = "a name is a letter followed by letters and digits".to_owned();
            parser
                .reader
                .report_with_hint(&spot.span, "form-name", (message, hint));
        }
        if seen.contains(&spot.text.as_str()) {
            let message = format!("the name `{}` is taken", spot.text);
            parser
                .reader
                .report(&spot.span, "form-duplicate-name", message);
        }
        seen.push(&spot.text);
    }
}

fn duplicate_options(form: &Form, parser: &mut Parser) {
    for field in form.fields() {
        for (index, choice) in field.options.iter().enumerate() {
            if field.options[..index]
                .iter()
                .any(|earlier| earlier.value == choice.value)
            {
                let span = parser
                    .names
                    .iter()
                    .find(|spot| spot.text == field.name)
                    .map_or(0..0, |spot| spot.span.clone());
                let message = format!("`{}` offers the value `{}` twice", field.name, choice.value);
                parser
                    .reader
                    .report(&span, "form-duplicate-option", message);
            }
        }
    }
    let mut ids: Vec<&str> = Vec::new();
    for step in &form.steps {
        if ids.contains(&step.id.as_str()) {
            let message = format!("two steps have the id `{}`", step.id);
            parser
                .reader
                .report(&(0..0), "form-duplicate-step", message);
        }
        ids.push(&step.id);
    }
}

type Unresolved = (&'static str, String, Option<String>);

fn unresolved(form: &Form, of: &Of) -> Option<Unresolved> {
    match of {
        Of::Outcome if form.outcome().is_some() => None,
        Of::Outcome => Some((
            "form-unknown-field",
            "no step has an `outcome`".to_owned(),
            None,
        )),
        Of::Name(name) => {
            let names = || {
                let carried = form.carried.iter();
                let carried = carried.filter(|one| one.kind != CarriedKind::Timestamp);
                form.fields()
                    .map(|field| field.name.as_str())
                    .chain(carried.map(|one| one.name.as_str()))
            };
            if name.is_empty() || names().any(|known| known == name) {
                return None;
            }
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the form's fields: {}", listed(names())),
            };
            Some((
                "form-unknown-field",
                format!("there is no field `{name}`"),
                Some(hint),
            ))
        }
        Of::Value { field, value } => {
            // An unknown field is reported where it is named.
            let field = form.field(field)?;
            if field.options.is_empty() || field.options.iter().any(|one| one.value == *value) {
                return None;
            }
            let values = || field.options.iter().map(|choice| choice.value.as_str());
            let hint = match nearest(value, values()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its values: {}", listed(values())),
            };
            let message = format!("`{}` has no option `{value}`", field.name);
            Some(("form-unknown-option", message, Some(hint)))
        }
    }
}
