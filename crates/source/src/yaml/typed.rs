//! A YAML tree as a type of the program, for what is read without a JSON Schema at hand.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::{Key, Kind, Node};
use crate::{Diagnostic, Source, did_you_mean};

impl Node {
    /// The value as a type.
    ///
    /// # Errors
    ///
    /// The first mistake that keeps it from being one, at its place.
    pub fn read<T: DeserializeOwned>(&self, source: &Arc<Source>) -> Result<T, Diagnostic> {
        T::deserialize(Value(self)).map_err(|mistake| {
            let message = match mistake.path.as_deref() {
                None | Some("") => mistake.message,
                Some(path) => format!("`{path}`: {}", mistake.message),
            };
            Diagnostic::error("wrong-value", message)
                .at(source, mistake.place.unwrap_or_else(|| self.opening()))
                .maybe_hint(mistake.hint)
        })
    }

    /// The bytes at which an author looks for a value: of a mapping its first key.
    fn opening(&self) -> Range<usize> {
        match &self.kind {
            Kind::Map(entries) if !entries.is_empty() => entries[0].0.span.clone(),
            _ => self.span.clone(),
        }
    }
}

/// What keeps a value from being a type. The innermost value that knows its place gives it, each
/// value around it its step of the path.
#[derive(Debug)]
struct Mistake {
    message: String,
    hint: Option<String>,
    /// None for a key that should not be there: its name is told, and it is at its own place.
    path: Option<String>,
    place: Option<Range<usize>>,
}

impl Mistake {
    fn new(message: String, hint: Option<String>) -> Box<Self> {
        Box::new(Self {
            message,
            hint,
            path: Some(String::new()),
            place: None,
        })
    }

    fn unlike(message: String, expected: &dyn Display) -> Box<Self> {
        Self::new(message, Some(format!("expected {expected}")))
    }

    fn unknown(what: &str, name: &str, known: &[&str]) -> Box<Self> {
        let hint = did_you_mean(name, known.iter().copied());
        let hint = hint.unwrap_or_else(|| format!("expected one of `{}`", known.join("`, `")));
        Self::new(format!("unknown {what} `{name}`"), Some(hint))
    }

    /// The same mistake, seen from the list or the mapping that holds the value.
    fn within(mut self: Box<Self>, step: &str, node: &Node) -> Box<Self> {
        self.place.get_or_insert_with(|| node.opening());
        self.path = self.path.map(|path| match path.as_str() {
            "" => step.to_owned(),
            _ if path.starts_with('[') => format!("{step}{path}"),
            _ => format!("{step}.{path}"),
        });
        self
    }
}

impl Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

impl de::Error for Box<Mistake> {
    fn custom<T: Display>(message: T) -> Self {
        Mistake::new(message.to_string(), None)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Unit => Unexpected::Other("null"),
            found => found,
        };
        Mistake::unlike(format!("invalid type: {found}"), &expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Mistake::unlike(format!("invalid value: {found}"), &expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Mistake::unlike(format!("invalid length {length}"), &expected)
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Mistake::unknown("field", name, known)
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Mistake::unknown("variant", name, known)
    }
}

/// A node that types are read from.
struct Value<'de>(&'de Node);

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Box<Mistake>;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Box<Mistake>> {
        match &self.0.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Kind::Text(text) => visitor.visit_borrowed_str(text),
            Kind::List(items) => {
                let mut left = items.iter();
                let value = visitor.visit_seq(Items(&mut left, items.len()))?;
                match left.len() {
                    0 => Ok(value),
                    _ => Err(de::Error::invalid_length(items.len(), &"fewer items")),
                }
            }
            Kind::Map(entries) => visitor.visit_map(Entries {
                left: entries.iter(),
                value: None,
            }),
        }
    }

    // A type with names is a mapping: reading each of them from a list too would double the code.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Box<Mistake>> {
        match &self.0.kind {
            Kind::Map(entries) => visitor.visit_map(Entries {
                left: entries.iter(),
                value: None,
            }),
            _ => match self.deserialize_any(Unlike(&visitor))? {},
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Box<Mistake>> {
        match self.0.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Box<Mistake>> {
        match &self.0.kind {
            Kind::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            _ => match self.deserialize_any(Unlike(&"a word"))? {},
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// Takes no value: each is unlike what was expected.
struct Unlike<'a>(&'a dyn Expected);

impl Visitor<'_> for Unlike<'_> {
    type Value = Infallible;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The items of a list that are left, and how many it has.
struct Items<'a, 'de>(&'a mut slice::Iter<'de, Node>, usize);

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Box<Mistake>;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Box<Mistake>> {
        let Some(node) = self.0.next() else {
            return Ok(None);
        };
        let step = self.1 - self.0.len() - 1;
        let read = seed.deserialize(Value(node));
        read.map(Some)
            .map_err(|mistake| mistake.within(&format!("[{step}]"), node))
    }
}

/// The entries of a mapping that are left, and the one whose value comes next.
struct Entries<'de> {
    left: slice::Iter<'de, (Key, Node)>,
    value: Option<&'de (Key, Node)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Box<Mistake>;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Box<Mistake>> {
        self.value = self.left.next();
        let Some((key, _)) = self.value else {
            return Ok(None);
        };
        let name: StrDeserializer<'_, Box<Mistake>> = key.name.as_str().into_deserializer();
        seed.deserialize(name).map(Some).map_err(|mut mistake| {
            mistake.place = Some(key.span.clone());
            mistake.path = None;
            mistake
        })
    }

    // Once for each type, not for each field.
    #[inline(never)]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, Box<Mistake>> {
        let Some((key, node)) = self.value else {
            return Err(de::Error::custom("a value without a key"));
        };
        let read = seed.deserialize(Value(node));
        read.map_err(|mistake| mistake.within(&key.name, node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Step {
        title: String,
        #[serde(default)]
        after: Vec<Step>,
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let source = Source::new("a.yaml", text);
        let (node, _) = super::super::parse(&source, 0..text.len());
        let mistake = node.unwrap().read::<Step>(&source).unwrap_err();
        let hint = mistake.hint.as_deref().unwrap_or_default();
        let place = mistake.place().unwrap_or_default();
        assert_eq!(format!("{place}: {mistake} ({hint})"), expected);
    }

    #[test]
    fn the_first_mistake_is_told_at_its_place() {
        check("after: []\n", "a.yaml:1:1: missing field `title` ()");
        check(
            "title: a\nafter:\n  - title: 3\n",
            "a.yaml:3:12: `after[0].title`: invalid type: integer `3` (expected a string)",
        );
        check(
            "title: a\nafter:\n  - { title: b, aftre: [] }\n",
            "a.yaml:3:17: unknown field `aftre` (did you mean `after`?)",
        );
        for (text, found) in [("3", "integer `3`"), ("[]", "sequence"), ("~", "null")] {
            let told = format!("a.yaml:1:1: invalid type: {found} (expected struct Step)");
            check(text, &told);
        }
    }
}
