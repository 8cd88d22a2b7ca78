//! Template values as JSON: for island props, structured data and `data-` attributes.

use minijinja::Error;
use minijinja::value::{Value, ValueKind};
use serde_json::Value as Json;

use crate::mistake::fail;
use crate::value::EntryObject;

/// Entries refer to each other: deeper than this, a value is refused rather than followed.
const MAX_DEPTH: usize = 40;

/// A value as JSON. An entry becomes what a link needs (`id`, `title`, `url`), not all its fields:
/// props carry only what an island was given on purpose.
pub fn from_value(value: &Value) -> Result<Json, Error> {
    convert(value, 0)
}

fn convert(value: &Value, depth: usize) -> Result<Json, Error> {
    if depth > MAX_DEPTH {
        return Err(fail("the value is nested too deeply for JSON"));
    }
    if value.downcast_object_ref::<EntryObject>().is_some() {
        let pairs = ["id", "title", "url"].into_iter().map(|name| {
            let field = value.get_attr(name)?;
            Ok((name.to_owned(), convert(&field, depth + 1)?))
        });
        return pairs.collect::<Result<_, Error>>().map(Json::Object);
    }
    if let Some(text) = value.as_str() {
        return Ok(Json::from(text));
    }
    match value.kind() {
        ValueKind::Undefined | ValueKind::None => Ok(Json::Null),
        ValueKind::Seq | ValueKind::Iterable => {
            let items = value.try_iter()?.map(|item| convert(&item, depth + 1));
            items.collect::<Result<Vec<_>, Error>>().map(Json::Array)
        }
        ValueKind::Map => {
            let object = value.as_object();
            let pairs = object.and_then(|object| object.try_iter_pairs());
            let pairs = pairs.into_iter().flatten();
            let pairs = pairs.map(|(key, item)| Ok((key.to_string(), convert(&item, depth + 1)?)));
            pairs.collect::<Result<_, Error>>().map(Json::Object)
        }
        _ => serde_json::to_value(value).map_err(|e| fail(format!("not JSON: {e}"))),
    }
}

/// JSON that may stand inside a `<script>` element: no `</script`, no `<!--`, no line separators.
pub fn for_script(json: &Json) -> String {
    json.to_string()
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}
