//! Lists of entries and of their values: `collection`, `tags`, `group`, and what a list's page says of itself.

use std::sync::Arc;

use content::Facet;
use content::filter::Filter;
use content::query::{Query, SortKey};
use content::route::Listing;
use indexmap::IndexMap;
use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, State};

use crate::json;
use crate::mistake::{fail, fail_with, failure, only, unknown};
use crate::unnamed;
use crate::value::{EntryObject, entries};
use crate::view::View;

/// The entries of a collection: `where`, `sort`, `offset` and `limit` choose among them.
pub fn collection(state: &mut State<'_, '_>, name: &str, options: Kwargs) -> Result<Value, Error> {
    let view = View::of(state)?;
    let filters = match options.get::<Option<Value>>("where")? {
        Some(filters) => match json::from_value(&filters)? {
            serde_json::Value::Object(map) => map,
            _ => return Err(fail("`where` is a mapping of fields and values")),
        },
        None => serde_json::Map::new(),
    };
    let sort = match options.get::<Option<Value>>("sort")? {
        Some(sort) => sort_keys(&json::from_value(&sort)?)?,
        None => Vec::new(),
    };
    let (offset, limit) = (
        amount(&options, "offset", 0)?,
        amount(&options, "limit", 1)?,
    );
    only(&options, &["where", "sort", "offset", "limit"])?;
    let mut query = Query {
        collection: name.to_owned(),
        sort,
        offset: offset.unwrap_or_default(),
        limit,
        ..Query::default()
    };
    for (field, value) in filters {
        let of = view.comparable(name, &field).map_err(failure)?;
        let parsed = Filter::parse(&field, &value).map_err(failure)?;
        let nobody = || view.nobody(of.references(&parsed));
        if let Some(misfit) = of.misfit(&parsed).or_else(nobody) {
            return Err(failure(misfit));
        }
        query.filters.extend(parsed);
    }
    for key in &query.sort {
        view.comparable(name, &key.field).map_err(failure)?;
    }
    match view.query(&query) {
        Some(found) => Ok(entries(&view, found)),
        None => Err(unknown("collection", name, view.collections())),
    }
}

/// A whole number that an option gives, which is not less than `least`.
pub fn amount(options: &Kwargs, name: &str, least: usize) -> Result<Option<usize>, Error> {
    let Some(given) = options.get::<Option<Value>>(name)? else {
        return Ok(None);
    };
    let number = usize::try_from(given.clone()).ok();
    let is_number = given.kind() == ValueKind::Number;
    let Some(number) = number.filter(|number| is_number && *number >= least) else {
        let written = match given.as_str() {
            Some(text) => format!("text `{text}`"),
            None => format!("`{given}`"),
        };
        return Err(fail_with(
            format!("`{name}` is a whole number from {least}, not {written}"),
            format!("write it in digits, such as `{name}=3`, or leave it out"),
        ));
    };
    Ok(Some(number))
}

/// The fields to order by: one name, or a list of names.
fn sort_keys(value: &serde_json::Value) -> Result<Vec<SortKey>, Error> {
    let keys = SortKey::parse_all(value);
    let given = value.as_array().map_or(1, Vec::len);
    match value.is_null() || keys.len() == given {
        true => Ok(keys),
        false => Err(fail_with(
            format!("`sort` names fields, found `{value}`"),
            "write `sort=\"-date\"` or `sort=[\"category\", \"-date\"]`",
        )),
    }
}

/// The distinct values of a collection's `tags` (or another field) with their counts and pages.
pub fn tags(
    state: &mut State<'_, '_>,
    collection: &str,
    field: Option<&str>,
) -> Result<Value, Error> {
    let (view, field) = (View::of(state)?, field.unwrap_or("tags"));
    view.comparable(collection, field).map_err(failure)?;
    match view.facets(collection, field) {
        Some(facets) => Ok(values(&view, facets)),
        None => Err(unknown("collection", collection, view.collections())),
    }
}

fn values(view: &View, facets: Vec<Facet>) -> Value {
    let value = |facet: Facet| {
        let url = facet.page.map(|path| view.href(&path));
        unnamed::record([
            ("slug", Value::from(content::slug(&facet.value))),
            ("value", Value::from(facet.value)),
            ("count", Value::from(facet.count)),
            ("url", Value::from(url)),
        ])
    };
    facets.into_iter().map(value).collect()
}

/// The values that a page of content/routes.yaml lists by `terms`.
pub fn terms(view: &View, listing: &Listing) -> Value {
    let facets = listing.terms.as_ref();
    let facets = facets.and_then(|terms| view.facets(&terms.collection, &terms.field));
    facets.map_or_else(|| Value::from(()), |facets| values(view, facets))
}

/// The entry that the value of a page refers to, when it refers to one.
pub fn term(view: &Arc<View>, listing: &Listing) -> Value {
    let reference = listing.term.as_ref().and_then(|term| term.entry.as_ref());
    let found = reference.and_then(|reference| view.entry(reference));
    found.map_or_else(|| Value::from(()), |index| EntryObject::value(view, index))
}

/// Objects by the values of a field, in the order in which values first stand: `value`, `slug`, `entries`
/// and `count` of each. One with several values is in several groups, one without is in none.
pub fn group(items: Value, field: &str) -> Result<Value, Error> {
    let mut groups: IndexMap<Name, (Value, Vec<Value>)> = IndexMap::new();
    for item in items.try_iter()? {
        for value in values_of(&item, field)? {
            let name = match value.downcast_object_ref::<EntryObject>() {
                Some(entry) => Name::Entry(entry.index),
                None => Name::Text(value.to_string()),
            };
            let (_, members) = groups.entry(name).or_insert_with(|| (value, Vec::new()));
            members.push(item.clone());
        }
    }
    let group = |(value, items): (Value, Vec<Value>)| {
        let slug = match value.downcast_object_ref::<EntryObject>() {
            Some(_) => value.get_attr("slug").unwrap_or_default(),
            None => Value::from(content::slug(&value.to_string())),
        };
        unnamed::record([
            ("slug", slug),
            ("value", value),
            ("count", Value::from(items.len())),
            ("entries", Value::from(items)),
        ])
    };
    Ok(groups.into_values().map(group).collect())
}

/// What tells a group from the others.
#[derive(PartialEq, Eq, Hash)]
enum Name {
    /// An entry, by its index in the site.
    Entry(usize),
    /// Any other value as it is printed.
    Text(String),
}

/// The values of an object under a dotted path; `year` and `month` are steps below a day, `initial` below a text.
fn values_of(item: &Value, field: &str) -> Result<Vec<Value>, Error> {
    let mut value = item.clone();
    for step in field.split('.') {
        let next = match (step, value.as_str()) {
            ("year", Some(day)) => year(day).map(Value::from),
            ("month", Some(day)) => day
                .get(..7)
                .filter(|_| year(day).is_some())
                .map(Value::from),
            ("initial", Some(text)) => Some(Value::from(content::initial(text))),
            _ if value.is_none() => Some(Value::from(())),
            _ => Some(value.get_attr(step)?).filter(unnamed::is_there),
        };
        value = next.ok_or_else(|| {
            let what = match value.downcast_object_ref::<EntryObject>() {
                Some(entry) => format!("`{}`", entry.view.head(entry.index).id()),
                None => format!("{} `{value}`", value.kind()),
            };
            let names = unnamed::names(&value).unwrap_or_default();
            let near = source::did_you_mean(step, names.iter().map(String::as_str));
            let hint = near.unwrap_or_else(|| "name a field of the listed entries; `year` and `month` stand behind a day, `initial` behind a text".to_owned());
            fail_with(format!("`group` finds no `{field}` in {what}"), hint)
        })?;
    }
    Ok(match value.kind() {
        ValueKind::None => Vec::new(),
        ValueKind::Seq | ValueKind::Iterable => value.try_iter()?.collect(),
        _ => vec![value],
    })
}

fn year(day: &str) -> Option<u64> {
    let is_day = day.len() >= 10 && day.as_bytes()[4] == b'-' && day.as_bytes()[7] == b'-';
    day.get(..4).filter(|_| is_day)?.parse().ok()
}
