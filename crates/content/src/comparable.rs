//! What a field can be compared with, as its schema says: a filter that no entry can ever fulfil is a mistake.

use std::sync::Arc;

use serde_json::{Number, Value, json};

use crate::field::Reference;
use crate::filter::{Filter, TODAY, Test, mistake};
use crate::schema::{Schema, list};
use crate::slug::fold;
use source::{Diagnostic, Format};

/// The kinds of values that lists tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `true` or `false`.
    Flag,
    /// Numbers.
    Number,
    /// Days, and the word `today`.
    Day,
    /// The month of a day.
    Month,
    /// Texts.
    Text,
    /// Texts of `format: markdown`, which equal nothing.
    Formatted,
    /// Fields of its own.
    Object,
    /// Whatever it may hold.
    Any,
}

/// What the values of a field may be.
#[derive(Debug)]
pub struct Comparable<'a> {
    kind: Kind,
    /// The schema of a value; of a list, that of an item.
    schema: &'a Value,
    /// The first field of an object.
    inner: Option<&'a str>,
}

/// The schema of a day's month, by which it is known.
pub(crate) const MONTH: &str = "month";

impl<'a> Comparable<'a> {
    /// A field of which nothing is known.
    pub const UNKNOWN: Comparable<'static> = Comparable {
        kind: Kind::Any,
        schema: &Value::Null,
        inner: None,
    };

    /// What the schema of a field says.
    pub(crate) fn of(schemas: &'a Schema, schema: &'a Value) -> Self {
        let mut schema = schemas.resolve(schema);
        while let Some(items) = schema.get("items") {
            schema = schemas.resolve(items);
        }
        let kind = match (Format::of(schema), kind_named(schema)) {
            (Some(Format::Date), _) => Kind::Day,
            (Some(Format::Markdown | Format::InlineMarkdown), _) => Kind::Formatted,
            (_, Some("string")) if schema.get("format") == Some(&json!(MONTH)) => Kind::Month,
            (_, Some("string")) => Kind::Text,
            (_, Some("integer" | "number")) => Kind::Number,
            (_, Some("boolean")) => Kind::Flag,
            (_, Some("object")) => Kind::Object,
            _ => Kind::Any,
        };
        let inner = schemas.properties(schema).first().map(|(name, _)| *name);
        Self {
            kind,
            schema,
            inner,
        }
    }

    /// The entries that filters name, where the field refers to some.
    pub fn references(&self, filters: &[Filter]) -> Vec<Reference> {
        let is_reference = Format::of(self.schema) == Some(Format::Entry);
        let collection = self.schema.get("x-collection").and_then(Value::as_str);
        let Some(collection) = collection.filter(|_| is_reference) else {
            return Vec::new();
        };
        let values = filters.iter().filter(|f| !f.test.is_order());
        let slugs = values
            .flat_map(|f| f.test.values())
            .filter_map(Value::as_str);
        let reference = |slug| Reference {
            collection: Arc::from(collection),
            slug: Arc::from(slug),
        };
        slugs.map(reference).collect()
    }

    /// The schema that says so, as a text.
    pub fn schema_text(&self) -> String {
        self.schema.to_string()
    }

    /// The first mistake of filters of one field that no entry can fulfil.
    pub fn misfit(&self, filters: &[Filter]) -> Option<Diagnostic> {
        let mut found = filters.iter().filter_map(|filter| self.of_one(filter));
        found.next().or_else(|| empty_span(filters))
    }

    fn of_one(&self, filter: &Filter) -> Option<Diagnostic> {
        match &filter.test {
            Test::Exists(_) => None,
            Test::Contains(text) => self.never_contains(filter, text),
            test => {
                let wrong = test.values().iter().find(|value| !self.fits(test, value));
                let wrong = wrong.map(|value| self.wrong_kind(filter, value));
                wrong
                    .or_else(|| self.unknown_choice(filter))
                    .or_else(|| self.out_of_range(filter))
            }
        }
    }

    fn fits(&self, test: &Test, value: &Value) -> bool {
        let is_order = test.is_order();
        match (self.kind, value) {
            (Kind::Any, _) => true,
            (_, Value::Null | Value::Bool(false)) => !is_order,
            (Kind::Flag, value) => value.is_boolean() && !is_order,
            (Kind::Number, value) => value.is_number(),
            (Kind::Text, value) => value.is_string(),
            // Nothing equals the word, which stands for another day tomorrow.
            (Kind::Day, Value::String(text)) => is_day(text) || is_order && text == TODAY,
            (Kind::Month, Value::String(text)) => is_day(&format!("{text}-01")),
            _ => false,
        }
    }

    fn wrong_kind(&self, filter: &Filter, value: &Value) -> Diagnostic {
        let (field, is_order) = (&filter.field, filter.test.is_order());
        let (what, hint) = match self.kind {
            Kind::Flag if is_order => ("`true` or `false`", format!("write `{field}: true`")),
            Kind::Flag => ("`true` or `false`", "write `true`".to_owned()),
            Kind::Number => ("a number", "write `3`, without quotes".to_owned()),
            Kind::Day if is_order => ("a day", "write `2026-01-31` or `today`".to_owned()),
            Kind::Day if value == TODAY => (
                "a day",
                "write `2026-01-31`; `today` stands for a day in `before` and `after`".to_owned(),
            ),
            Kind::Day => ("a day", "write `2026-01-31`".to_owned()),
            Kind::Month => ("a month", "write `2026-01`".to_owned()),
            Kind::Formatted => ("formatted text", given_hint(field)),
            Kind::Object => ("an object", self.inner_hint(field)),
            Kind::Text | Kind::Any => ("text", "write it in quotes".to_owned()),
        };
        mistake(
            format!("`{field}` is {what}: it cannot be compared with `{value}`"),
            hint,
        )
    }

    fn inner_hint(&self, field: &str) -> String {
        match self.inner {
            Some(inner) => format!("compare one of its fields, such as `{field}.{inner}`"),
            None => given_hint(field),
        }
    }

    fn never_contains(&self, filter: &Filter, text: &str) -> Option<Diagnostic> {
        let field = &filter.field;
        let (what, hint) = match self.kind {
            Kind::Flag => ("`true` or `false`", format!("write `{field}: true`")),
            Kind::Number => ("a number", format!("write `{field}: {{ after: 3 }}`")),
            Kind::Formatted => ("formatted text", given_hint(field)),
            Kind::Object => ("an object", self.inner_hint(field)),
            _ => {
                let names = self.names()?;
                let holds = |name: &&str| fold(name).contains(&fold(text));
                return (!names.iter().any(holds)).then(|| {
                    let message = format!("`{field}` never contains `{text}`");
                    mistake(message, format!("it is one of {}", list(&names)))
                });
            }
        };
        let message = format!("`{field}` is {what}: it contains no text");
        Some(mistake(message, hint))
    }

    /// All that the field may be, when its schema lists that.
    fn choices(&self) -> Option<&[Value]> {
        match self.schema.get("const") {
            Some(only) => Some(std::slice::from_ref(only)),
            None => self
                .schema
                .get("enum")?
                .as_array()
                .map(|all| all.as_slice()),
        }
    }

    fn names(&self) -> Option<Vec<&str>> {
        self.choices()?.iter().map(Value::as_str).collect()
    }

    fn unknown_choice(&self, filter: &Filter) -> Option<Diagnostic> {
        let choices = self.choices()?;
        if !matches!(filter.test, Test::Is(_) | Test::In(_) | Test::Not(_)) {
            return None;
        }
        let is_known = |value: &Value| {
            matches!(value, Value::Null | Value::Bool(false)) || choices.contains(value)
        };
        let unknown = filter.test.values().iter().find(|value| !is_known(value))?;
        let names = self.names().unwrap_or_default();
        let near = unknown
            .as_str()
            .and_then(|text| source::did_you_mean(text, names.iter().copied()));
        let all = || {
            let all: Vec<String> = choices.iter().map(shown).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            format!("one of {}", list(&all))
        };
        let message = format!("`{}` is never `{}`", filter.field, shown(unknown));
        Some(mistake(message, near.unwrap_or_else(all)))
    }

    /// A number that is less or more than all that the schema lets in.
    fn out_of_range(&self, filter: &Filter) -> Option<Diagnostic> {
        let (field, bound) = (&filter.field, |key| self.schema.get(key)?.as_f64());
        let (least, most) = (bound("minimum"), bound("maximum"));
        let is_whole = self
            .schema
            .get("type")
            .is_some_and(|kind| kind == "integer");
        let never = |value: &Value| {
            let value = value.as_f64()?;
            let (less, more) = (least.filter(|l| value < *l), most.filter(|m| value > *m));
            match filter.test {
                Test::Before(_) => least.filter(|l| value <= *l).map(at_least),
                Test::After(_) => most.filter(|m| value >= *m).map(at_most),
                _ if is_whole && value.fract() != 0.0 => Some("a whole number".to_owned()),
                _ => less.map(at_least).or(more.map(at_most)),
            }
        };
        let values = filter.test.values().iter();
        let (value, what) = values
            .filter_map(|value| Some((value, never(value)?)))
            .next()?;
        let than = match filter.test {
            Test::Before(_) => "less than ",
            Test::After(_) => "more than ",
            _ => "",
        };
        let message = format!("`{field}` is never {than}`{value}`");
        Some(mistake(message, format!("the schema says: it is {what}")))
    }
}

fn given_hint(field: &str) -> String {
    format!("ask whether it was given: `{field}: {{ exists: true }}`")
}

/// The mistake of a filter that names an entry which is not there.
pub fn no_entry<'a>(reference: &Reference, slugs: impl Iterator<Item = &'a str>) -> Diagnostic {
    let Reference { collection, slug } = reference;
    let near = source::nearest(slug, slugs);
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write the slug of an entry of content/{collection}/"),
    };
    Diagnostic::error("dangling-reference", reference.missing()).hint(hint)
}

/// The one type of a schema beside `null`.
fn kind_named(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            let mut kinds = kinds.by_ref().filter(|kind| *kind != "null");
            kinds.next().filter(|_| kinds.next().is_none())
        }
        kind => kind.as_str(),
    }
}

fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn at_least(bound: f64) -> String {
    format!("at least {}", plain(bound))
}

fn at_most(bound: f64) -> String {
    format!("at most {}", plain(bound))
}

fn plain(number: f64) -> Number {
    match number.fract() == 0.0 && number.abs() < 1e15 {
        true => Number::from(number as i64),
        false => Number::from_f64(number).unwrap_or_else(|| Number::from(0)),
    }
}

fn is_day(text: &str) -> bool {
    text.len() == "2026-01-31".len() && text.parse::<jiff::civil::Date>().is_ok()
}

/// The mistake, when nothing is later than one value and earlier than the other.
fn empty_span(filters: &[Filter]) -> Option<Diagnostic> {
    let after = filters.iter().find_map(|filter| match &filter.test {
        Test::After(value) => Some((filter, value)),
        _ => None,
    });
    let before = filters.iter().find_map(|filter| match &filter.test {
        Test::Before(value) => Some(value),
        _ => None,
    });
    let ((filter, after), before) = (after?, before?);
    let is_empty = match (after, before) {
        (Value::Number(after), Value::Number(before)) => after.as_f64() >= before.as_f64(),
        (Value::String(after), Value::String(before)) if after == TODAY || before == TODAY => {
            after == before
        }
        (Value::String(after), Value::String(before)) if is_day(after) && is_day(before) => {
            after >= before
        }
        _ => false,
    };
    is_empty.then(|| {
        let message = format!(
            "no `{}` is after `{}` and before `{}`",
            filter.field,
            shown(after),
            shown(before)
        );
        mistake(message, "let `after` be less than `before`".to_owned())
    })
}
