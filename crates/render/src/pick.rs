//! What of entries and other objects goes to an island: the fields that a template names, and no more.

use minijinja::Error;
use minijinja::value::{Rest, Serde, Value, ValueKind};
use serde_json::{Map, Value as Json};

use crate::json;
use crate::mistake::{fail, fail_with, known_names};
use crate::unnamed;

/// An object of some fields of an object, or a list of them for a list; dotted names lead to nested
/// fields. What is none stays none.
pub fn pick(value: Value, names: Rest<String>) -> Result<Value, Error> {
    Ok(match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            let items = value.try_iter()?.map(|item| picked(&item, &names));
            items.collect::<Result<Vec<_>, Error>>()?.into()
        }
        _ => picked(&value, &names)?,
    })
}

fn picked(value: &Value, names: &[String]) -> Result<Value, Error> {
    if value.is_none() {
        return Ok(Value::from(()));
    }
    let mut object = Map::new();
    for name in names {
        let steps: Vec<&str> = name.split('.').collect();
        let found = steps
            .iter()
            .try_fold(value.clone(), |v, step| field(&v, step))?;
        let Some((last, outer)) = steps.split_last() else {
            continue;
        };
        let mut inner = &mut object;
        for step in outer {
            let next = inner
                .entry(*step)
                .or_insert_with(|| Json::Object(Map::new()));
            let Json::Object(next) = next else {
                return Err(fail(format!(
                    "`{name}` is picked beside the whole `{step}`"
                )));
            };
            inner = next;
        }
        inner.insert((*last).to_owned(), json::from_value(&found)?);
    }
    Ok(Value::from(Serde(&object)))
}

/// A field of an object; fails with those that it has. What is none has only fields that are none.
fn field(value: &Value, name: &str) -> Result<Value, Error> {
    if value.is_none() {
        return Ok(Value::from(()));
    }
    if value.kind() != ValueKind::Map {
        let message = format!("`pick` takes objects, found {}", value.kind());
        return Err(fail(message));
    }
    let found = value.get_attr(name)?;
    if unnamed::is_there(&found) {
        return Ok(found);
    }
    let keys = unnamed::names(value)?;
    let known = keys.iter().map(String::as_str);
    let message = format!("there is no `{name}` to pick");
    Err(fail_with(message, known_names(name, known)))
}
