//! content/_data/: tables and values that templates ask for by name, typed by a schema beside them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Number, Value};

use crate::definitions::Definitions;
use crate::field::{Field, Fields};
use crate::keywords;
use crate::language::{Languages, OWN};
use crate::link::split_suffix;
use crate::markdown::{Body, Fragment};
use crate::parse::{Parser, untyped};
use crate::reader::{Findings, Reader};
use crate::schema::{MAX_SHAPE_DEPTH, Schema};
use crate::texts::{DATA, SourceTexts, is_note};
use crate::validate::validate;
use source::document::Syntax;
use source::href::{is_external, join};
use source::yaml::{Kind, Node};
use source::{Diagnostic, Place, Source};
/// What the name of a data file's schema ends with.
pub(crate) const SCHEMA: &str = ".schema.yaml";

/// The data files of a site.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Their values, by the file's name without its ending and the language that it is for.
    pub values: BTreeMap<(String, usize), Field>,
    /// What they name and only the whole site can judge.
    pub findings: Findings,
}

impl Data {
    /// Reads the files of content/_data/. `definitions` are the shapes that schemas share.
    pub fn read(
        texts: &SourceTexts,
        definitions: &Definitions,
        parser: &Parser<'_>,
    ) -> (Self, Vec<Diagnostic>) {
        let (mut data, mut diagnostics) = (Self::default(), Vec::new());
        let mut seen: BTreeMap<(&str, usize), &Arc<Source>> = BTreeMap::new();
        let mut schemas: BTreeMap<&str, &Arc<Source>> = BTreeMap::new();
        let own = texts.content.range(DATA.to_owned()..);
        let own = own.take_while(|(name, _)| name.starts_with(DATA));
        for (file, source) in own {
            let name = &file[DATA.len()..];
            if let Some(of) = name.strip_suffix(SCHEMA) {
                schemas.insert(of, source);
                continue;
            }
            if !name.contains('.') {
                continue;
            }
            let named = named(name, source, parser.languages);
            let Ok((name, language)) = named.map_err(|unknown| diagnostics.push(unknown)) else {
                continue;
            };
            let options = &parser.markdown[language];
            if let Some(first) = seen.insert((name, language), source) {
                let message = format!("two files are the data `{name}`");
                let mistake = Diagnostic::error("duplicate-data", message).at(source, 0..0);
                let first = format!("rename `{}` or `{}`", first.path, source.path);
                diagnostics.push(mistake.hint(first));
                continue;
            }
            let schema = match schema_of(name, texts, definitions) {
                Ok(schema) => schema,
                Err(found) => {
                    diagnostics.extend(found);
                    continue;
                }
            };
            let reader = |schema| Reader::new(schema, source, options, &texts.files);
            let syntax = Syntax::of(&source.path).unwrap_or(Syntax::Yaml);
            let (node, found) = syntax.parse(source, 0..source.text().len());
            diagnostics.extend(found);
            let value = node.and_then(|mut node| match &schema {
                Some(schema) => {
                    diagnostics.extend(match syntax {
                        Syntax::Csv => of_table(&mut node, schema, source),
                        _ => validate(schema, &node, source),
                    });
                    data.findings.add_once(reader(schema).defaults());
                    reader(schema).read(&node, &mut data.findings)
                }
                None => Some(without_schema(&node, syntax, options.french)),
            });
            let value = value.map(|value| rebased(value, &source.path));
            data.values
                .extend(value.map(|value| ((name.to_owned(), language), value)));
        }
        diagnostics.append(&mut data.findings.diagnostics);
        let is_missing = |name: &str| {
            !seen.contains_key(&(name, 0)) && !texts.failed.iter().any(|f| is_data(f, name))
        };
        let schemas = schemas.into_iter().filter(|(name, _)| is_missing(name));
        diagnostics.extend(schemas.map(|(name, source)| lonely(name, source)));
        let alone = seen.iter().filter(|((name, _), _)| is_missing(name));
        diagnostics.extend(alone.map(|((name, _), source)| without_original(name, source)));
        let others = texts.files.iter().filter_map(|path| ignored(path));
        diagnostics.extend(others);
        (data, diagnostics)
    }
}

/// What data is called and the language that it is for, which a file names before its ending as texts do.
fn named<'n>(
    name: &'n str,
    source: &Arc<Source>,
    languages: &Languages,
) -> Result<(&'n str, usize), Diagnostic> {
    let (name, language) = languages.of_file(name);
    match languages.unknown_in(source) {
        Some(unknown) => Err(unknown),
        None => Ok((name, language.unwrap_or(OWN))),
    }
}

/// The schema of data, if it has one without mistakes.
fn schema_of(
    name: &str,
    texts: &SourceTexts,
    definitions: &Definitions,
) -> Result<Option<Schema>, Vec<Diagnostic>> {
    let Some(source) = texts.content.get(&format!("{DATA}{name}{SCHEMA}")) else {
        return Ok(None);
    };
    let schema = Schema::for_component(source, definitions)?;
    let found = keywords::mistakes(&schema, texts);
    match found.is_empty() && !schema.leans_on_mistakes(definitions) {
        true => Ok(Some(schema)),
        false => Err(found),
    }
}

/// Data without a schema. The header of a table names all that its rows have.
fn without_schema(node: &Node, syntax: Syntax, french: bool) -> Field {
    let closed = |row: Field| match row {
        Field::Map(cells) => Field::from(Fields::closed(cells.into_iter().collect())),
        row => row,
    };
    match untyped(node, french) {
        Field::List(rows) if syntax == Syntax::Csv => {
            Field::List(rows.into_iter().map(closed).collect())
        }
        field => field,
    }
}

/// The mistakes of a table, whose cells become what its schema wants. A wrong header is told alone, since each row has
/// its mistakes.
fn of_table(table: &mut Node, schema: &Schema, source: &Arc<Source>) -> Vec<Diagnostic> {
    let of_header = of_header(table, schema, source);
    let row = schema.child(&schema.json, "0");
    if let Kind::List(rows) = &mut table.kind {
        rows.iter_mut().for_each(|cells| typed(cells, schema, row));
    }
    match of_header.is_empty() {
        true => validate(schema, table, source),
        false => of_header,
    }
}

/// The mistakes of a table's header: columns that every row must have, and those that none may have.
fn of_header(table: &Node, schema: &Schema, source: &Arc<Source>) -> Vec<Diagnostic> {
    let Kind::List(rows) = &table.kind else {
        return Vec::new();
    };
    // Before empty cells are left out, a row has every column.
    let one = Node {
        kind: Kind::List(rows.first().cloned().into_iter().collect()),
        span: table.span.clone(),
    };
    let shapes = schema.json.get("$defs").cloned();
    let mut json = Map::from_iter(shapes.map(|shapes| ("$defs".to_owned(), shapes)));
    let row = of_names(schema, schema.child(&schema.json, "0"), 0);
    json.insert("items".to_owned(), row);
    // What refers to other places than named shapes is judged row by row.
    let Some(of_columns) = Schema::of_part(&schema.source, json) else {
        return Vec::new();
    };
    let found = validate(&of_columns, &one, source).into_iter();
    let found = found.filter(is_of_columns).map(|mistake| Diagnostic {
        message: mistake.message.replace("`[0]`", "the header"),
        ..mistake
    });
    found.collect()
}

/// What a schema says of the names in a row whatever stands in its cells: which of several shapes it has, and what a cell
/// asks of others, is known once the empty ones are left out.
fn of_names(schema: &Schema, of: &Value, depth: usize) -> Value {
    let of = schema.resolve(of);
    let keywords = [
        "properties",
        "patternProperties",
        "required",
        "additionalProperties",
    ];
    let own = keywords.into_iter();
    let own = own.filter_map(|key| Some((key.to_owned(), of.get(key)?.clone())));
    let mut names = Map::from_iter(own);
    if let Some(Value::Array(parts)) = of.get("allOf").filter(|_| depth < MAX_SHAPE_DEPTH) {
        let parts = parts.iter().map(|part| of_names(schema, part, depth + 1));
        names.insert("allOf".to_owned(), parts.collect());
    }
    Value::Object(names)
}

/// Whether a mistake is that of a name which is not there, or of one that nobody knows.
fn is_of_columns(mistake: &Diagnostic) -> bool {
    ["missing-field", "unknown-key"].contains(&mistake.code)
}

/// Gives the cells of a row the types that the schema wants; one that is empty was not given. What
/// does not fit stays text, which the schema then refuses.
fn typed(row: &mut Node, schema: &Schema, of: &Value) {
    let Kind::Map(cells) = &mut row.kind else {
        return;
    };
    cells.retain(|(_, cell)| cell.kind != Kind::Null);
    for (name, cell) in cells {
        let Some(text) = cell.as_text().map(str::trim) else {
            continue;
        };
        let wanted = schema.resolve(schema.child(of, &name.name));
        let kind = match wanted.get("type").and_then(Value::as_str) {
            Some("integer" | "number") => text.parse::<Number>().ok().map(Kind::Number),
            Some("boolean") => text.parse::<bool>().ok().map(Kind::Bool),
            _ => None,
        };
        if let Some(kind) = kind {
            cell.kind = kind;
        }
    }
}

/// A value whose relative links and pictures are as content/site.yaml would write them: where templates
/// show them, the file that they come from is no longer known.
fn rebased(field: Field, file: &str) -> Field {
    let own = |href: &str| {
        let (path, suffix) = split_suffix(href);
        let is_relative = !path.is_empty() && !path.starts_with('/') && !is_external(path);
        let path = join(file, path).filter(|_| is_relative)?;
        let path = path
            .strip_prefix("content/")
            .map_or(format!("../{path}"), str::to_owned);
        Some(path + &suffix.to_string())
    };
    match field {
        Field::Link(href) => Field::Link(own(&href).map_or(href, Arc::from)),
        Field::Markdown(body) => {
            let mut body = Body::clone(&body);
            for fragment in &mut body.fragments {
                match fragment {
                    Fragment::Link { href, .. } => {
                        *href = own(href).map_or_else(|| Arc::clone(href), Arc::from);
                    }
                    Fragment::Image(image) => {
                        image.src =
                            own(&image.src).unwrap_or_else(|| std::mem::take(&mut image.src));
                    }
                    _ => {}
                }
            }
            Field::Markdown(Arc::new(body))
        }
        Field::List(items) => Field::List(items.into_iter().map(|f| rebased(f, file)).collect()),
        Field::Map(fields) => {
            let is_closed = fields.is_closed;
            let fields = fields.into_iter().map(|(name, f)| (name, rebased(f, file)));
            let fields = fields.collect();
            Field::from(match is_closed {
                true => Fields::closed(fields),
                false => Fields::from(fields),
            })
        }
        field => field,
    }
}

fn is_data(path: &str, name: &str) -> bool {
    let own = path
        .strip_prefix("content/")
        .and_then(|p| p.strip_prefix(DATA));
    own.and_then(|own| own.rsplit_once('.'))
        .is_some_and(|(stem, _)| stem == name)
}

fn without_original(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("there is no data `{name}` of which this is a translation");
    let hint = format!(
        "write content/{DATA}{name}.yaml first: languages without a file of their own take it"
    );
    Diagnostic::error("missing-original", message)
        .at(source, 0..0)
        .hint(hint)
}

fn lonely(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("there is no data `{name}` for this schema");
    let hint = format!("create content/{DATA}{name}.yaml, .json, .toml or .csv");
    let mistake = Diagnostic::warning("ignored-file", message);
    mistake.on(&Place::new(source, 0..0)).hint(hint)
}

/// The mistake, when a file of the folder is no data.
fn ignored(path: &str) -> Option<Diagnostic> {
    let name = path.strip_prefix("content/")?.strip_prefix(DATA)?;
    let file = name.rsplit('/').next().unwrap_or(name);
    (!is_note(file)).then(|| {
        let hint = "data files end with `.yaml`, `.json`, `.toml` or `.csv`; begin the name with `_` to keep the file for yourself";
        Diagnostic::warning("ignored-file", format!("nothing reads `{path}`")).hint(hint)
    })
}
