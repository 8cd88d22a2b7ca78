//! Checked fields as template values: entries are lazy, references are entries, what is absent is none.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use content::field::{Field, Reference};
use content::link::{Broken, Origin, Target};
use content::markdown::Body;
use content::shape::Shape;
use minijinja::value::{Enumerator, Object, ObjectRepr, Serde, Value, from_args};
use minijinja::{Error, State};
use source::Diagnostic;

use crate::mistake::failure;
use crate::unnamed;
use crate::view::View;

/// An entry as templates see it.
#[derive(Debug)]
pub struct EntryObject {
    /// The page that looks at it.
    pub view: Arc<View>,
    /// Its index in the site.
    pub index: usize,
}

/// A Markdown text as templates see it: true when it holds something, printed as HTML.
#[derive(Debug)]
pub struct BodyObject {
    /// The page that shows it.
    pub view: Arc<View>,
    /// The text.
    pub body: Arc<Body>,
    /// The entry that it belongs to; none for texts of site.yaml and of filters.
    pub entry: Option<usize>,
    /// Whether it is the entry's text itself, whose fences have data.
    pub is_main: bool,
}

/// The file in which links and images stand that belong to no entry.
pub const SETTINGS: &str = "content/site.yaml";

/// An object that was not given: false, but with every field that its schema names, none each.
#[derive(Debug)]
pub struct AbsentObject(pub Arc<Shape>);

impl Object for AbsentObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        let (_, nested) = self.0.fields.iter().find(|(name, _)| &**name == key)?;
        Some(match nested {
            Some(shape) => Value::from_object(AbsentObject(Arc::clone(shape))),
            None => Value::from(()),
        })
    }

    fn is_true(self: &Arc<Self>) -> bool {
        false
    }

    fn render(self: &Arc<Self>, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Object for BodyObject {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    /// Its HTML, for whoever takes it as a text: filters, `~`, JSON. What fails has no other way to the author than
    /// through the record of the page.
    fn render(self: &Arc<Self>, f: &mut Formatter<'_>) -> fmt::Result {
        match self.standing_alone() {
            Ok(html) => f.write_str(&html),
            Err(error) => {
                self.view.record().failed.get_or_insert(error);
                Ok(())
            }
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.body.fragments.is_empty()
    }
}

impl BodyObject {
    /// Its HTML where no template is at work that could give it: in a rendering of its own, in which components see the
    /// `site`, `page` and `entry` of the page.
    fn standing_alone(self: &Arc<Self>) -> Result<String, Error> {
        let shown = Value::from_dyn_object(Arc::clone(self));
        let page = self.view.record().variables.clone();
        let variables = minijinja::context! { shown, ..page };
        self.view.environment().render_str("{{ shown }}", variables)
    }
}

/// The names that every entry has beside its fields.
pub const ENTRY_KEYS: [&str; 11] = [
    "id",
    "slug",
    "collection",
    "url",
    "path",
    "title",
    "language",
    "body",
    "toc",
    "words",
    "reading_time",
];

impl Object for EntryObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        let text = || self.view.body(self.index);
        let head = || self.view.head(self.index);
        Some(match name {
            "body" => self.body(),
            "toc" => self.toc(),
            "words" => Value::from(text().outline().map_or(0, |b| b.words)),
            "reading_time" => Value::from(text().reading_time()),
            "id" => Value::from(head().id()),
            "slug" => Value::from(Arc::clone(&head().reference().slug)),
            "collection" => Value::from(Arc::clone(&head().reference().collection)),
            "path" => Value::from(head().path()),
            "url" => Value::from(head().path().map(|path| self.view.href(path))),
            _ => match head().fields().get(name) {
                Some(found @ (Field::Map(_) | Field::List(_))) => {
                    self.view.once(self.index, name, || {
                        field(&self.view, Some(self.index), found)
                    })
                }
                Some(found) => field(&self.view, Some(self.index), found),
                None if name == "title" => Value::from(head().title()),
                None if name == "language" => Value::from(self.view.written(self.index)),
                None => return self.view.other_field(name, head().fields()),
            },
        })
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    /// Its name alone: fields of entries lead to other entries, and back.
    fn render(self: &Arc<Self>, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.view.head(self.index).id())
    }

    fn call(self: &Arc<Self>, state: &mut State<'_, '_>, args: &[Value]) -> Result<Value, Error> {
        call_entry(state, args)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let own = ENTRY_KEYS.iter().map(|k| Value::from(*k));
        let fields = match self.view.head(self.index).fields() {
            Field::Map(fields) => fields,
            _ => &[][..],
        };
        let fields = fields
            .iter()
            .filter(|(name, _)| !ENTRY_KEYS.contains(&&**name));
        Enumerator::Values(
            own.chain(fields.map(|(name, _)| Value::from(&**name)))
                .collect(),
        )
    }
}

/// The variable `entry` on a page that shows none: false and without fields.
#[derive(Debug)]
pub struct NoEntry(pub Arc<View>);

impl Object for NoEntry {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.other_field(key.as_str()?, &Field::Null)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        false
    }

    fn render(self: &Arc<Self>, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn call(self: &Arc<Self>, state: &mut State<'_, '_>, args: &[Value]) -> Result<Value, Error> {
        call_entry(state, args)
    }
}

/// `entry` is both the page's entry and the function that finds another: `entry("tools", "mafate")`.
fn call_entry(state: &mut State<'_, '_>, args: &[Value]) -> Result<Value, Error> {
    let (collection, slug): (&str, &str) = from_args(args)?;
    let view = View::of(state)?;
    let reference = Reference {
        collection: Arc::from(collection),
        slug: Arc::from(slug),
    };
    match view.entry(&reference) {
        Some(index) => Ok(EntryObject::value(&view, index)),
        None => {
            let hint = match view.left_out(&reference) {
                Some(language) => Some(format!(
                    "`{language}` leaves out what is not translated: translate it, let the language fall back, or take it from `collection(…)`"
                )),
                None => view.why_missing(&reference),
            };
            let mistake = Diagnostic::error("template-error", reference.missing());
            let mistake = mistake.about_name(reference.to_string());
            Err(failure(mistake.maybe_hint(hint)))
        }
    }
}

impl EntryObject {
    /// An entry as a value.
    pub fn value(view: &Arc<View>, index: usize) -> Value {
        Value::from_object(Self {
            view: Arc::clone(view),
            index,
        })
    }

    fn body(&self) -> Value {
        match self.view.html(self.index) {
            Some(body) => Value::from_object(BodyObject {
                view: Arc::clone(&self.view),
                body,
                entry: Some(self.index),
                is_main: true,
            }),
            None => Value::from(()),
        }
    }

    fn toc(&self) -> Value {
        let body = self.view.body(self.index).outline();
        let heading =
            |body: &Arc<Body>, at| Value::from_object(HeadingObject(Arc::clone(body), at));
        let headings = body.map(|body| (0..body.headings.len()).map(|at| heading(body, at)));
        headings.into_iter().flatten().collect()
    }
}

/// A heading of a text, by its place among the headings.
#[derive(Debug)]
struct HeadingObject(Arc<Body>, usize);

impl Object for HeadingObject {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let heading = &self.0.headings[self.1];
        Some(match key.as_str()? {
            "level" => Value::from(heading.level),
            "id" => Value::from(heading.id.as_str()),
            "text" => Value::from(heading.text.as_str()),
            name => unnamed::mistaken(name, ["level", "id", "text"]),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["level", "id", "text"])
    }
}

/// A list of entries as a value.
pub fn entries(view: &Arc<View>, indexes: impl IntoIterator<Item = usize>) -> Value {
    indexes
        .into_iter()
        .map(|i| EntryObject::value(view, i))
        .collect()
}

/// A field as a value. `entry` is the one that it belongs to; none for site.yaml.
pub fn field(view: &Arc<View>, entry: Option<usize>, field: &Field) -> Value {
    match field {
        Field::Null => Value::from(()),
        Field::Absent(shape) => Value::from_object(AbsentObject(Arc::clone(shape))),
        Field::Bool(b) => Value::from(*b),
        Field::Number(n) => Value::from(Serde(n)),
        Field::Text(text) | Field::Date(text) | Field::Image(text) => Value::from(Arc::clone(text)),
        Field::Link(href) => Value::from(resolved(view, entry, href)),
        Field::Reference(reference) => match view.entry(reference) {
            Some(index) => EntryObject::value(view, index),
            None => Value::from(()),
        },
        Field::Markdown(body) => Value::from_object(BodyObject {
            view: Arc::clone(view),
            body: Arc::clone(body),
            entry,
            is_main: false,
        }),
        Field::List(items) => items.iter().map(|f| self::field(view, entry, f)).collect(),
        Field::Map(fields) => {
            let pairs = fields
                .iter()
                .map(|(k, f)| (&**k, self::field(view, entry, f)));
            let pairs = Value::from_pairs(pairs);
            match fields.is_closed {
                true => unnamed::closed(view, pairs),
                false => pairs,
            }
        }
    }
}

/// The final form of a link that is written in an entry or in site.yaml. Broken ones were
/// reported when the site was read.
pub fn resolved(view: &Arc<View>, entry: Option<usize>, href: &str) -> String {
    if href.starts_with('#') {
        return href.to_owned();
    }
    match resolve(view, entry, href) {
        Ok(target) => view.address(&target).unwrap_or_else(|| href.to_owned()),
        Err(_) => href.to_owned(),
    }
}

/// Where a link leads that is written in an entry, or in site.yaml when there is none.
pub fn resolve(view: &Arc<View>, entry: Option<usize>, href: &str) -> Result<Target, Broken> {
    let head = entry.map(|index| view.head(index));
    let place = Origin {
        file: head.map_or(SETTINGS, |head| head.file()),
        page: head.and_then(|head| head.path()),
    };
    view.resolve(place, href)
}
