//! Names that objects do not have: no filter or test hides one that nobody declares.

use std::sync::Arc;

use minijinja::Error;
use minijinja::value::{Enumerator, Object, Value, ValueKind};
use source::Diagnostic;

use crate::mistake::{failure, known_names};
use crate::view::View;

/// The code of the mistake.
pub const CODE: &str = "undefined-variable";

/// What stands for a name that is a mistake: whoever asks for it fails, `default` and `is defined` as well.
pub fn mistaken<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Value {
    let message = format!("`{name}` is not defined");
    let hint = known_names(name, known);
    let mistake = Diagnostic::error(CODE, message).about_name(name);
    Value::from(failure(mistake.hint(hint)))
}

/// The mistake as the template wrote it.
pub fn as_written(told: Diagnostic, written: &str) -> Diagnostic {
    let written = written.trim_matches(['{', '}', ' ', '-']);
    let is_path = written.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !written.contains(['\n', '|', ' ']);
    let name = told.about().name.as_deref();
    match is_path && name.is_some_and(|name| written.ends_with(name)) {
        true => Diagnostic {
            message: format!("`{written}` is not defined"),
            ..told
        },
        false => told,
    }
}

/// Whether an object has a name.
pub fn is_there(value: &Value) -> bool {
    !value.is_undefined() && value.kind() != ValueKind::Invalid
}

/// Fails when a value stands for a name that is a mistake.
pub fn checked(value: Value) -> Result<Value, Error> {
    if value.kind() != ValueKind::Invalid {
        return Ok(value);
    }
    let only = Value::from(vec![value]);
    let found = only.try_iter()?.checked().next();
    found.unwrap_or_else(|| Ok(Value::UNDEFINED))
}

/// An object that has all the names that there are for it.
#[derive(Debug)]
struct Closed {
    fields: Value,
    /// The page that asks, where an object of the site's schemas may be another one elsewhere.
    view: Option<Arc<View>>,
}

/// An object of the engine, which always has the same names.
pub fn record<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::from_object(Closed {
        fields: Value::from_pairs(fields),
        view: None,
    })
}

/// An object with all the names that its schema has. One of another object is undefined, since a template may be
/// shown both.
pub fn closed(view: &Arc<View>, fields: Value) -> Value {
    Value::from_object(Closed {
        fields,
        view: Some(Arc::clone(view)),
    })
}

impl Object for Closed {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let found = self.fields.get_item(key).ok().filter(is_there);
        let name = key.as_str()?;
        let may_be = |view: &Arc<View>| view.is_declared(name);
        if found.is_some() || self.view.as_ref().is_some_and(may_be) {
            return found;
        }
        let known = names(&self.fields).ok()?;
        Some(mistaken(name, known.iter().map(String::as_str)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        match self.fields.try_iter() {
            Ok(keys) => Enumerator::Values(keys.collect()),
            Err(_) => Enumerator::NonEnumerable,
        }
    }
}

/// The names that an object has.
pub fn names(value: &Value) -> Result<Vec<String>, Error> {
    Ok(value.try_iter()?.map(|key| key.to_string()).collect())
}
