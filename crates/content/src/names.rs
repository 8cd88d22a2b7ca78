//! The names of fields that schemas declare.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::field::Field;

/// Adds the names of a schema's fields, those of objects in objects too.
pub(crate) fn of_schema(schema: &Value, names: &mut BTreeSet<Arc<str>>) {
    match schema {
        Value::Object(keywords) => {
            for (keyword, value) in keywords {
                if let ("properties", Value::Object(fields)) = (keyword.as_str(), value) {
                    names.extend(fields.keys().map(|name| Arc::from(name.as_str())));
                }
                of_schema(value, names);
            }
        }
        Value::Array(all) => all.iter().for_each(|schema| of_schema(schema, names)),
        _ => {}
    }
}

/// Adds the names that data has by its schema.
pub(crate) fn of_data(data: &Field, names: &mut BTreeSet<Arc<str>>) {
    match data {
        Field::List(items) => items.iter().for_each(|item| of_data(item, names)),
        Field::Map(fields) => {
            for (name, field) in fields.iter() {
                names.extend(fields.is_closed.then(|| Arc::clone(name)));
                of_data(field, names);
            }
        }
        _ => {}
    }
}
