//! What is absent where a text is wanted: nothing, never the engine's word for it; and what `default` stands in for.

use minijinja::value::{Rest, Value, ValueKind, ValueOrKwargs};
use minijinja::{Environment, Error, State, filters};

use crate::value::AbsentObject;

/// The filter that gives nothing for what is absent, and anything else as it is: templates join texts through it.
pub const AS_TEXT: &str = "engine.text";

/// The engine's filters that make a text of a text.
const OF_TEXTS: [&str; 12] = [
    "capitalize",
    "e",
    "escape",
    "indent",
    "lines",
    "lower",
    "safe",
    "string",
    "title",
    "trim",
    "upper",
    "urlencode",
];

/// Replaces these filters and `default` by ones that know what is absent.
pub fn add(environment: &mut Environment<'_>) {
    environment.add_filter("engine.capitalize", filters::capitalize);
    environment.add_filter("engine.e", filters::escape);
    environment.add_filter("engine.escape", filters::escape);
    environment.add_filter("engine.indent", filters::indent);
    environment.add_filter("engine.lines", filters::lines);
    environment.add_filter("engine.lower", filters::lower);
    environment.add_filter("engine.replace", filters::replace);
    environment.add_filter("engine.safe", filters::safe);
    environment.add_filter("engine.string", filters::string);
    environment.add_filter("engine.title", filters::title);
    environment.add_filter("engine.trim", filters::trim);
    environment.add_filter("engine.upper", filters::upper);
    environment.add_filter("engine.urlencode", filters::urlencode);
    for name in OF_TEXTS {
        environment.add_filter(name, of_text(name));
    }
    environment.add_filter("replace", replace);
    environment.add_filter("default", default);
    environment.add_filter("d", default);
    environment.add_filter(AS_TEXT, |value: &Value| text(value));
}

/// A value as a text: what is absent is the empty one.
fn text(value: &Value) -> Value {
    match value.is_none() {
        true => Value::from(""),
        false => value.clone(),
    }
}

/// The items of a list as texts.
pub fn texts(items: Value) -> Result<Value, Error> {
    match items.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            Ok(items.try_iter()?.map(|item| text(&item)).collect())
        }
        _ => Ok(items),
    }
}

/// A filter of the engine that is given a text where nothing is.
fn of_text(
    name: &'static str,
) -> impl Fn(&mut State<'_, '_>, &Value, Rest<ValueOrKwargs>) -> Result<Value, Error> {
    move |state, value, rest| {
        let mut all = vec![text(value)];
        all.extend(rest.into_values());
        state.apply_filter(&format!("engine.{name}"), &all)
    }
}

fn replace(
    state: &mut State<'_, '_>,
    value: &Value,
    rest: Rest<ValueOrKwargs>,
) -> Result<Value, Error> {
    let rest = rest.into_values();
    let all: Vec<Value> = [value].into_iter().chain(&rest).map(text).collect();
    state.apply_filter("engine.replace", &all)
}

/// The engine's own stands in for what is undefined alone, and a declared field is not.
fn default(state: &State<'_, '_>, value: &Value, other: Rest<Value>) -> Result<Value, Error> {
    let is_absent = value.is_none() || value.downcast_object_ref::<AbsentObject>().is_some();
    match is_absent {
        true => filters::default(state, &Value::UNDEFINED, other),
        false => filters::default(state, value, other),
    }
}
