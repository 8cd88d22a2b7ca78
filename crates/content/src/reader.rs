//! Turns a parsed value into fields by its schema, and notes what must be checked once everything is read.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::field::{Field, Fields, Reference};
use crate::highlight::Coloured;
use crate::markdown::{self, Body, Fragment};
use crate::refusals::refusals;
use crate::schema::{MAX_SHAPE_DEPTH, Schema};
use source::href::{decoded, join};
use source::yaml::{Kind, Node};
use source::{Diagnostic, Format, Place, Source, nearest};

/// What reading needs to know of the site.
pub struct Reader<'a> {
    /// The schema of what is read.
    pub schema: &'a Schema,
    /// The file.
    pub source: &'a Arc<Source>,
    /// How Markdown is read, and whether texts are typeset as French.
    pub options: &'a markdown::Options,
    /// Every file that an image may name, relative to the site's root.
    pub files: &'a BTreeSet<String>,
    /// How many defaults what is read stands in: a schema may name itself.
    depth: usize,
}

/// Something that a text names, and where.
#[derive(Debug)]
pub struct Named<T> {
    /// What is named.
    pub what: T,
    /// Where.
    pub place: Place,
}

/// Where a link leads, as written.
pub type Link = Named<Arc<str>>;

/// What was met on the way and can be judged only later, with its place.
#[derive(Debug, Default)]
pub struct Findings {
    /// Entries that are referred to.
    pub references: Vec<Named<Reference>>,
    /// Links as they were written.
    pub links: Vec<Link>,
    /// Names of icons.
    pub icons: Vec<Named<String>>,
    /// Code that was coloured.
    pub coloured: Coloured,
    /// Places of invented filler below the entry itself.
    pub samples: Vec<Range<usize>>,
    /// Mistakes.
    pub diagnostics: Vec<Diagnostic>,
}

impl Findings {
    /// Takes over what was found elsewhere, but for what was found at the same places: shapes that schemas share.
    pub(crate) fn add_once(&mut self, mut others: Findings) {
        take_new(&mut self.references, others.references);
        take_new(&mut self.links, others.links);
        take_new(&mut self.icons, others.icons);
        self.coloured.append(&mut others.coloured);
        self.diagnostics.append(&mut others.diagnostics);
    }
}

fn take_new<T: PartialEq>(known: &mut Vec<Named<T>>, others: Vec<Named<T>>) {
    for other in others {
        let is_same = |known: &Named<T>| {
            let (one, another) = (&known.place, &other.place);
            known.what == other.what
                && one.span == another.span
                && one.source.path == another.source.path
        };
        if !known.iter().any(is_same) {
            known.push(other);
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader of a file by its schema; `files` are all that an image may name, relative to the site's root.
    pub fn new(
        schema: &'a Schema,
        source: &'a Arc<Source>,
        options: &'a markdown::Options,
        files: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            schema,
            source,
            options,
            files,
            depth: 0,
        }
    }
}

impl Reader<'_> {
    /// The fields of a whole entry. An entry that is `hidden` has none.
    pub fn read(&self, node: &Node, found: &mut Findings) -> Option<Field> {
        self.value(node, &self.schema.json, found)
    }

    /// What stands for a field that was not given: its default, as if that had been given.
    fn absent(&self, schema: &Value) -> Field {
        match self.schema.defaults.of_schema(schema, &self.schema.json) {
            Some(at) if self.depth == 0 => self.read_defaults()[at].clone(),
            Some(at) if self.depth < MAX_SHAPE_DEPTH => self.default(at, &mut Findings::default()),
            _ => self.schema.absent(schema),
        }
    }

    /// What the defaults of the schema are read as; once for all texts of a language.
    fn read_defaults(&self) -> &[Field] {
        let defaults = &self.schema.defaults;
        defaults.read(self.options.french, |at| {
            self.default(at, &mut Findings::default())
        })
    }

    /// The fields of a whole entry with what stands for each; made once for all entries of a language.
    fn fields(&self) -> &Fields {
        let make = || {
            let properties = self.schema.properties(&self.schema.json).into_iter();
            let fields = properties.map(|(name, child)| (Arc::from(name), self.absent(child)));
            Fields::from(fields.collect::<Vec<_>>())
        };
        self.schema.defaults.fields(self.options.french, make)
    }

    /// The field that a default of the schema makes, by its place among all.
    fn default(&self, at: usize, found: &mut Findings) -> Field {
        let default = &self.schema.defaults.written[at];
        let reader = Reader {
            source: &default.source,
            depth: self.depth + 1,
            ..*self
        };
        let schema = default.schema(&self.schema.json);
        let field = reader.value(&default.node, schema, found);
        field.unwrap_or_else(|| self.schema.absent(schema))
    }

    /// What the defaults of the schema name, and what is wrong with them.
    pub(crate) fn defaults(&self) -> Findings {
        let mut found = Findings::default();
        for (at, default) in self.schema.defaults.written.iter().enumerate() {
            let refusals = refusals(default, self.schema);
            if refusals.is_empty() {
                self.default(at, &mut found);
            }
            found.diagnostics.extend(refusals);
        }
        found
    }

    fn value(&self, node: &Node, given: &Value, found: &mut Findings) -> Option<Field> {
        let schema = self.schema.resolve(given);
        Some(match &node.kind {
            Kind::Null => self.absent(given),
            Kind::Bool(b) => Field::Bool(*b),
            Kind::Number(n) => Field::Number(n.clone()),
            Kind::Text(text) => self.text(text, node, schema, found),
            Kind::List(items) => {
                let item_schema = schema.get("items").unwrap_or(&Value::Null);
                let items = items
                    .iter()
                    .filter_map(|n| self.value(n, item_schema, found));
                Field::List(items.collect())
            }
            Kind::Map(_) => return self.map(node, schema, found),
        })
    }

    fn map(&self, node: &Node, schema: &Value, found: &mut Findings) -> Option<Field> {
        let Kind::Map(entries) = &node.kind else {
            return None;
        };
        let flag = |name| matches!(node.get(name).map(|n| &n.kind), Some(Kind::Bool(true)));
        if flag("hidden") {
            return None;
        }
        if flag("sample") {
            found.samples.push(node.span.clone());
        }
        let properties = self.schema.properties(schema);
        let is_whole = self.depth == 0 && std::ptr::eq(schema, &self.schema.json);
        let known = is_whole.then(|| self.fields());
        let mut fields: Vec<(Arc<str>, Field)> = Vec::with_capacity(properties.len());
        for (at, (name, child)) in properties.into_iter().enumerate() {
            found
                .diagnostics
                .extend(self.text_of_nothing(name, child, node));
            let field = node.get(name).and_then(|value| {
                self.check_alternative_text(name, child, node, found);
                self.value(value, child, found)
            });
            let (name, absent) = match known {
                Some(known) => (Arc::clone(&known[at].0), Some(&known[at].1)),
                None => (Arc::from(name), None),
            };
            let absent = || absent.cloned().unwrap_or_else(|| self.absent(child));
            fields.push((name, field.unwrap_or_else(absent)));
        }
        let others = schema.get("additionalProperties").unwrap_or(&Value::Null);
        for (key, value) in entries {
            let is_new = fields.iter().all(|(name, _)| **name != *key.name);
            if is_new && let Some(field) = self.value(value, others, found) {
                fields.push((Arc::from(key.name.as_str()), field));
            }
        }
        Some(Field::from(match self.schema.is_closed(schema) {
            true => Fields::closed(fields),
            false => Fields::from(fields),
        }))
    }

    fn text(&self, text: &str, node: &Node, schema: &Value, found: &mut Findings) -> Field {
        let keyword = |name: &str| schema.get(name).and_then(Value::as_str);
        let verbatim: Arc<str> = Arc::from(text);
        match Format::of(schema) {
            Some(Format::Entry) => {
                let reference = Reference {
                    collection: Arc::from(keyword("x-collection").unwrap_or_default()),
                    slug: verbatim,
                };
                found.references.push(self.named(reference.clone(), node));
                Field::Reference(Box::new(reference))
            }
            Some(Format::Image) => self.image(text, node, found),
            Some(Format::Icon) => {
                found.icons.push(self.named(text.to_owned(), node));
                Field::Text(verbatim)
            }
            Some(Format::Markdown) => {
                self.markdown(markdown::parse_text(text, self.options), node, found)
            }
            Some(Format::InlineMarkdown) => {
                let options = markdown::Options {
                    highlight: None,
                    ..self.options.clone()
                };
                self.markdown(markdown::parse_inline(text, &options), node, found)
            }
            Some(Format::Date) => Field::Date(verbatim),
            Some(Format::Link) => {
                found.links.push(self.named(Arc::clone(&verbatim), node));
                Field::Link(verbatim)
            }
            None if self.options.french && !is_verbatim(schema) => {
                Field::Text(Arc::from(typography::french(text)))
            }
            _ => Field::Text(verbatim),
        }
    }

    /// A text that was read as Markdown, with what there is to tell of it.
    fn markdown(&self, mut body: Body, node: &Node, found: &mut Findings) -> Field {
        for problem in std::mem::take(&mut body.problems) {
            let diagnostic = Diagnostic {
                severity: problem.severity,
                ..Diagnostic::error(problem.code, problem.message)
            };
            let diagnostic = diagnostic.at(self.source, node.span.clone());
            found.diagnostics.push(diagnostic.maybe_hint(problem.hint));
        }
        found.coloured.append(&mut body.coloured);
        let links = body.fragments.iter().filter_map(|f| match f {
            Fragment::Link { href, .. } => Some(self.named(Arc::clone(href), node)),
            _ => None,
        });
        found.links.extend(links);
        Field::Markdown(Arc::new(body))
    }

    fn named<T>(&self, what: T, node: &Node) -> Named<T> {
        Named {
            what,
            place: Place::new(self.source, node.span.clone()),
        }
    }

    fn image(&self, text: &str, node: &Node, found: &mut Findings) -> Field {
        if let Some(path) = resolve_image(text, &self.source.path, self.files) {
            return Field::Image(Arc::from(path));
        }
        found.diagnostics.push(
            missing_image(text, &self.source.path, self.files).at(self.source, node.span.clone()),
        );
        Field::Null
    }

    /// An image that is given needs a text for those who do not see it: `alt`, or `NAME_alt`
    /// beside a field called NAME (WCAG 2.2, 1.1.1).
    fn check_alternative_text(
        &self,
        name: &str,
        schema: &Value,
        parent: &Node,
        found: &mut Findings,
    ) {
        let schema = self.schema.resolve(schema);
        if Format::of(schema) != Some(Format::Image) {
            return;
        }
        let own = format!("{name}_alt");
        let given = |key: &str| parent.get(key).filter(|node| node.as_text().is_some());
        if let (Some(image), None, None) = (given(name), given("alt"), given(&own)) {
            found.diagnostics.push(
                Diagnostic::error("missing-alt", format!("the image in `{name}` has no text"))
                    .at(self.source, image.span.clone())
                    .hint(format!("say what it shows in `{own}` (or `alt`, where the schema has it); `\"\"` if it only decorates")),
            );
        }
    }
}

impl Reader<'_> {
    /// A warning for the text of an image that is not given, which nothing shows.
    fn text_of_nothing(&self, name: &str, schema: &Value, parent: &Node) -> Option<Diagnostic> {
        let schema = self.schema.resolve(schema);
        let is_given = |node: &Node| node.kind != Kind::Null;
        let has_image = parent.get(name).is_some_and(is_given) || schema.get("default").is_some();
        if Format::of(schema) != Some(Format::Image) || has_image {
            return None;
        }
        let own = format!("{name}_alt");
        let text = parent.get(&own)?;
        let is_said = text.as_text().is_some_and(|text| !text.trim().is_empty());
        let message = format!("`{own}` says what an image shows, and there is no `{name}`");
        let warning = Diagnostic::warning("unmeant-value", message);
        let warning = warning.at(self.source, text.span.clone());
        is_said.then(|| warning.hint(format!("name the image in `{name}`, or remove the text")))
    }
}

fn is_verbatim(schema: &Value) -> bool {
    let is_fixed = ["format", "enum", "const", "pattern"]
        .iter()
        .any(|k| schema.get(k).is_some());
    is_fixed || schema.get("x-verbatim").and_then(Value::as_bool) == Some(true)
}

/// Finds the file that an image's path names, as it is written or as browsers read it: from public/ when it
/// begins with `/`, else beside the entry, else from public/.
pub fn resolve_image(text: &str, entry_path: &str, files: &BTreeSet<String>) -> Option<String> {
    let find = |text: &str| {
        let (beside, public) = image_paths(text, entry_path);
        let beside = beside.filter(|_| !text.starts_with('/'));
        let mut candidates = beside.into_iter().chain([public]);
        candidates.find(|path| files.contains(path))
    };
    find(text).or_else(|| find(&decoded(text)?))
}

/// The mistake of an image's path that names no file; its place is still to be added.
pub fn missing_image(text: &str, entry_path: &str, files: &BTreeSet<String>) -> Diagnostic {
    Diagnostic::error("missing-image", format!("there is no image `{text}`"))
        .hint(image_hint(text, entry_path, files))
}

/// What was meant by an image's path that names no file, or where the file would stand.
fn image_hint(text: &str, entry_path: &str, files: &BTreeSet<String>) -> String {
    if let Some((drive, path)) = text.split_once(":\\")
        && drive.len() == 1
    {
        let name = path.rsplit('\\').next().unwrap_or(path);
        return format!(
            "this is a place on your computer: put the file beside the entry, and write `{name}`"
        );
    }
    if text.contains('\\') {
        return with_slashes(text);
    }
    let text = &*decoded(text).unwrap_or(Cow::Borrowed(text));
    let (beside, public) = image_paths(text, entry_path);
    let paths = || beside.iter().chain([&public]);
    let other_case = files
        .iter()
        .find(|file| paths().any(|p| p.eq_ignore_ascii_case(file)));
    if let Some(name) = other_case.and_then(|file| file.get(file.len().checked_sub(text.len())?..))
    {
        return format!("did you mean `{name}`? upper and lower case are not the same");
    }
    let near = paths().find_map(|path| nearest(path, files.iter().map(String::as_str)));
    let folder = entry_path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let near = near.map(|near| {
        let beside = near.strip_prefix(folder).and_then(|n| n.strip_prefix('/'));
        let shown = beside.or(near.strip_prefix("public")).unwrap_or(near);
        format!("did you mean `{shown}`?")
    });
    near.unwrap_or_else(|| match beside {
        Some(beside) => format!("put the file at `{beside}` or `{public}`"),
        None => format!("put the file at `{public}`"),
    })
}

/// The files that an image's path may name: beside the entry, unless it leaves the site, and in public/.
fn image_paths(text: &str, entry_path: &str) -> (Option<String>, String) {
    let public = format!("public/{}", text.trim_start_matches('/'));
    (join(entry_path, text), public)
}

/// What to write for a path of Windows.
pub(crate) fn with_slashes(path: &str) -> String {
    format!("write `/` for `\\`: `{}`", path.replace('\\', "/"))
}
