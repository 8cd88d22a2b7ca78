//! What dotted names of templates stand for in the site's data, as far as templates say it themselves.

use content::Site;
use content::field::Field;
use render::{Meaning, Name, Path, PathRoot};

use crate::markup::Markup;

/// Names that stand for each other go no deeper.
const MOST_STEPS: usize = 8;

/// The data that names stand for.
#[derive(Clone, Copy)]
pub struct Meanings<'a> {
    site: &'a Site,
    markups: &'a [Markup],
}

/// What dotted names lead to.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// The file of content/_data/ that it stands in.
    pub file: &'a str,
    /// All that it may be: in each language, and of each row.
    pub fields: Vec<&'a Field>,
    /// Whether it is of a row, which others may be unlike.
    pub is_row: bool,
}

impl<'a> Meanings<'a> {
    /// What the names of these templates stand for.
    pub fn new(site: &'a Site, markups: &'a [Markup]) -> Self {
        Self { site, markups }
    }

    /// What the root of dotted names in a template stands for; none where only rendering knows it.
    pub fn root(&self, markup: &'a Markup, root: &'a PathRoot) -> Option<Found<'a>> {
        self.root_within(markup, root, MOST_STEPS)
    }

    /// The value of dotted names in a template.
    pub fn value(&self, markup: &'a Markup, path: &'a Path) -> Option<Found<'a>> {
        self.value_within(markup, path, MOST_STEPS)
    }

    fn value_within(&self, markup: &'a Markup, path: &'a Path, left: usize) -> Option<Found<'a>> {
        let root = self.root_within(markup, &path.root, left)?;
        let step = |found: Found<'a>, key: &Name| {
            let fields: Vec<&Field> = found
                .fields
                .iter()
                .filter_map(|f| f.get(&key.name))
                .collect();
            (!fields.is_empty()).then_some(Found { fields, ..found })
        };
        path.keys.iter().try_fold(root, step)
    }

    fn root_within(
        &self,
        markup: &'a Markup,
        root: &'a PathRoot,
        left: usize,
    ) -> Option<Found<'a>> {
        let name = match root {
            PathRoot::Data(file) => {
                let fields = self.site.data_named(file).collect();
                let is_row = false;
                return Some(Found {
                    file,
                    fields,
                    is_row,
                });
            }
            PathRoot::Variable(name) => name,
        };
        let left = left.checked_sub(1)?;
        let of = |markup: &'a Markup| {
            let all = markup.outline.bindings.iter();
            all.filter(|binding| binding.name == *name)
        };
        let own = of(markup).map(|binding| match binding.meaning.as_ref()? {
            Meaning::Value(path) => self.value_within(markup, path, left),
            Meaning::Row(path) => self.value_within(markup, path, left).and_then(rows),
        });
        // What another template sets is known where it is data as a whole.
        let others = self.markups.iter().flat_map(of);
        let others = others.map(|binding| match binding.meaning.as_ref()? {
            Meaning::Value(path) if path.keys.is_empty() => match &path.root {
                PathRoot::Data(_) => self.value_within(markup, path, left),
                PathRoot::Variable(_) => None,
            },
            _ => None,
        });
        match of(markup).next() {
            Some(_) => together(own),
            None => together(others),
        }
    }
}

/// What something is that is each of these at times; none when one of them is unknown.
fn together<'a>(all: impl Iterator<Item = Option<Found<'a>>>) -> Option<Found<'a>> {
    let all: Option<Vec<Found<'a>>> = all.collect();
    all?.into_iter().reduce(|one, other| Found {
        file: one.file,
        is_row: one.is_row || other.is_row,
        fields: one.fields.into_iter().chain(other.fields).collect(),
    })
}

/// The rows of lists.
fn rows(lists: Found<'_>) -> Option<Found<'_>> {
    let mut fields = Vec::new();
    for list in &lists.fields {
        match list {
            Field::List(rows) => fields.extend(rows),
            _ => return None,
        }
    }
    let is_row = true;
    Some(Found {
        fields,
        is_row,
        ..lists
    })
}
