//! The engine's filters that take the name of a field: it is looked for in every item first, so that none is passed over.

use minijinja::value::{Kwargs, Rest, Value, ValueKind, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, State, filters};

use crate::absent;
use crate::mistake::fail_with;
use crate::unnamed;

/// Replaces these filters by ones that look first.
pub fn add(environment: &mut Environment<'_>) {
    environment.add_filter("attr", attr);
    environment.add_filter("engine.groupby", filters::groupby);
    environment.add_filter("engine.join", filters::join);
    environment.add_filter("engine.map", filters::map);
    environment.add_filter("engine.max", filters::max);
    environment.add_filter("engine.min", filters::min);
    environment.add_filter("engine.rejectattr", filters::rejectattr);
    environment.add_filter("engine.selectattr", filters::selectattr);
    environment.add_filter("engine.sort", filters::sort);
    environment.add_filter("engine.sum", filters::sum);
    environment.add_filter("engine.unique", filters::unique);
    environment.add_filter("groupby", guarded("engine.groupby", Some(0)));
    environment.add_filter("join", join);
    environment.add_filter("map", guarded("engine.map", None));
    environment.add_filter("max", guarded("engine.max", None));
    environment.add_filter("min", guarded("engine.min", None));
    environment.add_filter("rejectattr", guarded("engine.rejectattr", Some(0)));
    environment.add_filter("selectattr", guarded("engine.selectattr", Some(0)));
    environment.add_filter("sort", guarded("engine.sort", None));
    environment.add_filter("sum", guarded("engine.sum", Some(0)));
    environment.add_filter("unique", guarded("engine.unique", None));
}

/// A filter that looks for its `attribute`, or for what stands at a position, before the engine's own is applied.
fn guarded(
    name: &'static str,
    position: Option<usize>,
) -> impl Fn(&mut State<'_, '_>, Value, Rest<ValueOrKwargs>) -> Result<Value, Error> {
    move |state, items, rest| {
        let rest = rest.into_values();
        let (given, named): (&[Value], Kwargs) = from_args(&rest)?;
        let attribute = match position.and_then(|at| given.get(at)) {
            Some(attribute) => Some(attribute.clone()),
            None => named.peek::<Option<Value>>("attribute")?,
        };
        let attribute = attribute.as_ref().and_then(Value::as_str);
        let attribute = attribute.unwrap_or_default();
        look_for(&items, attribute)?;
        look_at_numbers(name, &items, attribute)?;
        let all: Vec<Value> = std::iter::once(items).chain(rest.iter().cloned()).collect();
        state.apply_filter(name, &all)
    }
}

/// The engine's filter that adds numbers.
const SUM: &str = "engine.sum";
/// Those that go by the order of values.
const ORDERING: [&str; 4] = ["engine.groupby", "engine.max", "engine.min", "engine.sort"];

/// Fails when a filter takes texts for numbers that all read as such, as cells of tables do: it adds none, and nobody means
/// `10` to stand before `9`.
fn look_at_numbers(name: &str, items: &Value, attribute: &str) -> Result<(), Error> {
    if !ORDERING.contains(&name) && name != SUM {
        return Ok(());
    }
    let mut numbers = numbers_in_texts(items, attribute)?;
    let message = match numbers.first() {
        Some((text, _)) if name == SUM => format!("`{text}` is a text, which cannot be added"),
        _ => {
            numbers.sort_by(|one, other| one.0.cmp(&other.0));
            let mut pairs = numbers.windows(2);
            let Some([first, next]) = pairs.find(|pair| pair[0].1 > pair[1].1) else {
                return Ok(());
            };
            let (first, next) = (&first.0, &next.0);
            format!("these numbers are texts, of which `{first}` stands before `{next}`")
        }
    };
    let hint = "declare them `type: number` in a schema: that of a data file stands beside it, as `NAME.schema.yaml`";
    Err(fail_with(message, hint))
}

/// The texts of a list with the numbers that they read as; none where a value is something else.
fn numbers_in_texts(items: &Value, attribute: &str) -> Result<Vec<(String, f64)>, Error> {
    let mut numbers = Vec::new();
    if items.kind() != ValueKind::Seq {
        return Ok(numbers);
    }
    for item in items.try_iter()? {
        let steps = attribute.split('.').filter(|step| !step.is_empty());
        let value = { steps }.try_fold(item, |value, step| value.get_item(&Value::from(step)));
        let value = value.unwrap_or_default();
        if value.is_none() || value.is_undefined() {
            continue;
        }
        let text = value.as_str().map(str::trim).unwrap_or_default();
        match text.parse() {
            Ok(number) => numbers.push((text.to_lowercase(), number)),
            Err(_) => return Ok(Vec::new()),
        }
    }
    Ok(numbers)
}

/// What is absent is an empty text among others.
fn join(
    state: &mut State<'_, '_>,
    items: Value,
    rest: Rest<ValueOrKwargs>,
) -> Result<Value, Error> {
    guarded("engine.join", Some(1))(state, absent::texts(items)?, rest)
}

fn attr(value: &Value, key: &Value) -> Result<Value, Error> {
    unnamed::checked(value.get_item(key)?)
}

/// Fails when an item of a list does not have what can only be a mistake.
fn look_for(items: &Value, attributes: &str) -> Result<(), Error> {
    if items.kind() != ValueKind::Seq || attributes.is_empty() {
        return Ok(());
    }
    for item in items.try_iter()? {
        for path in attributes.split(',') {
            let mut value = item.clone();
            for step in path.trim().split('.') {
                if value.is_none() || value.is_undefined() {
                    break;
                }
                value = unnamed::checked(value.get_item(&Value::from(step))?)?;
            }
        }
    }
    Ok(())
}
