//! A checked value of an entry, with its kind as the schema gives it; what templates are shown.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::markdown::Body;
use crate::shape::Shape;

/// A checked value. Texts are typeset, references and files are known to exist.
#[derive(Clone, Debug)]
pub enum Field {
    /// A scalar or list that was not given.
    Null,
    /// An object that was not given, whose fields the schema names.
    Absent(Arc<Shape>),
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// Plain text.
    Text(Arc<str>),
    /// Text of `format: markdown` or of `format: inline-markdown`.
    Markdown(Arc<Body>),
    /// A day, as `YYYY-MM-DD`.
    Date(Arc<str>),
    /// Text of `format: link`: a site path, an anchor or an absolute address.
    Link(Arc<str>),
    /// Text of `format: image`: the file's path relative to the site's root.
    Image(Arc<str>),
    /// Text of `format: entry`. What is larger than a list stands in a box, since a site keeps many fields.
    Reference(Box<Reference>),
    /// A list.
    List(Vec<Field>),
    /// An object: the schema's fields first, in its order.
    Map(Box<Fields>),
}

/// The fields of an object.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    all: Vec<(Arc<str>, Field)>,
    /// Whether the schema lets no others in.
    pub is_closed: bool,
}

impl Fields {
    /// All the fields that there are for an object.
    pub fn closed(all: Vec<(Arc<str>, Field)>) -> Self {
        Self {
            all,
            is_closed: true,
        }
    }
}

impl Deref for Fields {
    type Target = [(Arc<str>, Field)];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl From<Vec<(Arc<str>, Field)>> for Fields {
    fn from(all: Vec<(Arc<str>, Field)>) -> Self {
        Self {
            all,
            is_closed: false,
        }
    }
}

impl IntoIterator for Fields {
    type Item = (Arc<str>, Field);
    type IntoIter = std::vec::IntoIter<(Arc<str>, Field)>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl From<Fields> for Field {
    fn from(fields: Fields) -> Self {
        Self::Map(Box::new(fields))
    }
}

/// The name of an entry: its collection and its slug. Both may hold slashes, so that two entries may have one text between
/// them: only people are shown it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Reference {
    /// The collection's folder name.
    pub collection: Arc<str>,
    /// The entry's slug.
    pub slug: Arc<str>,
}

/// `collection/slug`, for people.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.collection, self.slug)
    }
}

impl Reference {
    /// What is told where no entry has this name.
    pub fn missing(&self) -> String {
        format!("there is no entry `{self}`")
    }
}

impl Field {
    /// The value under a key, when this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Field> {
        match self {
            Field::Map(entries) => entries.iter().find(|(k, _)| &**k == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The text, for every kind that is written as one.
    pub fn as_text(&self) -> Option<&str> {
        self.shared_text().map(|text| &**text)
    }

    /// The text as it is kept.
    pub(crate) fn shared_text(&self) -> Option<&Arc<str>> {
        match self {
            Field::Text(s) | Field::Date(s) | Field::Link(s) | Field::Image(s) => Some(s),
            Field::Reference(reference) => Some(&reference.slug),
            _ => None,
        }
    }

    /// Whether this is the boolean `true`.
    pub fn is_true(&self) -> bool {
        matches!(self, Field::Bool(true))
    }

    /// Whether nothing was given.
    pub fn is_absent(&self) -> bool {
        matches!(self, Field::Null | Field::Absent(_))
    }
}
