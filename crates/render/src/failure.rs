//! A template's failure as a diagnostic: the template's line, the page that was rendered, and a hint.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use content::route::unknown_template;
use minijinja::{Error, ErrorKind, machinery};
use source::{Diagnostic, Source, did_you_mean};

use crate::answer::Templates;
use crate::called::Called;
use crate::concatenation::Compilable;
use crate::expression;
use crate::mistake::{InText, cause, known_names};
use crate::outline::{Name, Outline, Path, PathRoot};
use crate::tree;
use crate::unnamed;
use crate::usage;
use crate::view::View;

/// What every template knows, and what stands for itself.
pub const GLOBALS: [&str; 7] = ["site", "page", "entry", "loop", "self", "super", "caller"];

/// Fewer templates that include each other are within what is allowed.
const LEAST_DEEP: usize = 20;

/// Why a template could not be compiled.
pub fn compile(error: &Error, source: &Arc<Source>) -> Diagnostic {
    let message = detail(error);
    let (message, hint) = match message.strip_prefix("unknown statement ") {
        Some(name) if name.starts_with("end") => {
            let open = open_statement(source, range(error, source).start);
            (
                format!("`{name}` closes nothing that is open here"),
                open.unwrap_or_else(|| "close the block that was opened last before it".to_owned()),
            )
        }
        Some(name) => (
            format!("there is no statement `{name}`"),
            "templates are written in the Jinja syntax of minijinja".to_owned(),
        ),
        None if message.starts_with("unexpected end of input") => {
            let open = open_statement(source, source.text().len());
            let every = "close every `{% if %}`, `{% for %}` and `{% block %}`";
            (message, open.unwrap_or_else(|| every.to_owned()))
        }
        None => (
            message,
            "templates are written in the Jinja syntax of minijinja".to_owned(),
        ),
    };
    Diagnostic::error("template-syntax", message)
        .at(source, range(error, source))
        .hint(hint)
}

/// Statements that an `end` of their name closes.
const BLOCKS: [&str; 8] = [
    "for",
    "if",
    "block",
    "macro",
    "call",
    "filter",
    "with",
    "autoescape",
];

/// How to close the statement that is open at a place, the innermost one.
fn open_statement(source: &Arc<Source>, end: usize) -> Option<String> {
    let text = source.text();
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..end)?.find("{%").map(|at| from + at) {
        let comment = text[from..at].rfind("{#").map(|begin| from + begin);
        if let Some(begin) = comment.filter(|begin| !text[*begin..at].contains("#}")) {
            from = text[begin..].find("#}").map(|length| begin + length)?;
            continue;
        }
        from = at + 2;
        let code = text[from..].trim_start_matches(['-', '+']).trim_start();
        let name = code.split(|c: char| !c.is_alphanumeric()).next()?;
        match name.strip_prefix("end") {
            Some(closed) if open.last().is_some_and(|(last, _)| *last == closed) => {
                open.truncate(open.len() - 1)
            }
            None if BLOCKS.contains(&name) => open.push((name, at)),
            _ => {}
        }
    }
    let (name, at) = open.pop()?;
    let (line, _) = source.position(at);
    Some(format!(
        "close the `{{% {name} %}}` of line {line} first: `{{% end{name} %}}`"
    ))
}

/// Why a page could not be rendered. `sources` are the templates by their names, `mistakes` those
/// of the templates that do not compile.
pub fn render(
    error: &Error,
    view: &View,
    sources: &Templates,
    mistakes: &BTreeMap<String, Diagnostic>,
) -> Diagnostic {
    let in_text = cause::<InText>(error);
    let inner = innermost(in_text.map_or(error, |text| &text.cause));
    if let Some(mistake) = missing_template(inner).and_then(|name| mistakes.get(name)) {
        return mistake.clone();
    }
    let path = &view.route().path;
    let template = inner.name().and_then(|name| sources.get(name));
    let told = cause::<Diagnostic>(inner).cloned();
    let diagnostic = match (in_text, template, told) {
        (Some(InText { place, .. }), None, Some(told)) => {
            let text = mounted(&told);
            told.label(&place.source, place.span.clone(), text)
        }
        (_, Some(source), Some(told)) => {
            let (text, range) = (mounted(&told), range(inner, source));
            let source_text = source.text();
            let written = source_text.get(range.clone()).unwrap_or_default();
            unnamed::as_written(told, written).label(source, range, text)
        }
        (_, Some(source), None) => {
            let range = whole_call(range(inner, source), source);
            let text = source.text();
            let is_undefined = inner.kind() == ErrorKind::UndefinedError;
            let blamed = is_undefined.then(|| blamed(source, &range, sources));
            let range = blamed.flatten().unwrap_or(range);
            let written = text.get(range.clone()).unwrap_or_default();
            let near = || view.nearest_data_key(written);
            let told = match too_deep(error) {
                Some(told) => told.at(source, range),
                None => explain(inner, written.trim(), sources).at(source, range),
            };
            match told.code == unnamed::CODE {
                true => told.maybe_hint(near()),
                false => told,
            }
        }
        (_, None, Some(told)) => told,
        (_, None, None) => Diagnostic::error("template-error", detail(inner)),
    };
    let diagnostic = match (in_text, template) {
        (Some(InText { place, .. }), Some(_)) => {
            let (line, _) = place.source.position(place.span.start);
            diagnostic.note(format!("in the text at `{}:{line}`", place.source.path))
        }
        _ => diagnostic,
    };
    diagnostic
        .about_page(path.clone())
        .note(format!("while rendering the page `{path}`"))
}

/// What to say at a second place, where a failure that has its own begins.
fn mounted(told: &Diagnostic) -> &'static str {
    match told.labels.is_empty() {
        true => "",
        false if told.code == "broken-drawing" => "drawn here",
        false => "mounted here",
    }
}

/// The error at the bottom of a chain of includes and macros, where the cause is.
fn innermost(error: &Error) -> &Error {
    let mut current = error;
    let mut source = std::error::Error::source(error);
    while let Some(next) = source {
        let place = next.downcast_ref::<Error>().filter(|e| e.line().is_some());
        current = place.unwrap_or(current);
        source = next.source();
    }
    current
}

/// That templates include each other too deep, each a new one.
fn too_deep(error: &Error) -> Option<Diagnostic> {
    let chain = std::iter::successors(Some(error as &dyn std::error::Error), |e| e.source());
    let errors: Vec<&Error> = chain.filter_map(|e| e.downcast_ref()).collect();
    let is_limit = |error: &&Error| detail(error).contains("recursion limit");
    let places = errors.iter().filter_map(|e| Some((e.name()?, e.line()?)));
    let distinct: BTreeSet<(&str, usize)> = places.clone().collect();
    // What is deep by its macros is one that calls itself.
    if !errors.last().is_some_and(is_limit) || distinct.len() < LEAST_DEEP.max(places.count()) {
        return None;
    }
    let message = format!(
        "templates include each other more than {} deep",
        distinct.len() - 1
    );
    Some(Diagnostic::error("template-recursion", message).hint("put some of them into one"))
}

/// The template that an error says is not there.
fn missing_template(error: &Error) -> Option<&str> {
    let detail = error.detail().unwrap_or_default();
    let is_missing = error.kind() == ErrorKind::TemplateNotFound;
    is_missing.then(|| detail.split(['\'', '"']).nth(1))?
}

/// The name that is not defined, where the engine points at more than a name: one of the same braces that nothing sets,
/// else the dotted names that stand last before what failed.
fn blamed(
    source: &Arc<Source>,
    failed: &Range<usize>,
    sources: &Templates,
) -> Option<Range<usize>> {
    let text = source.text();
    let written = text.get(failed.clone())?.trim_matches(['{', '}', ' ', '-']);
    let before = &text[..failed.start];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let is_filter = before.trim_end().ends_with('|');
    if written.chars().all(is_name) && !is_filter {
        return None;
    }
    let begin = before
        .rfind("{{")
        .max(before.rfind("{%"))
        .unwrap_or(failed.start);
    let end = text[failed.end..].find("}}").map(|at| failed.end + at);
    let end = end.into_iter();
    let end = end
        .chain(text[failed.end..].find("%}").map(|at| failed.end + at))
        .min();
    let within = begin..end.unwrap_or(text.len());
    let is_within = |name: &&Name| within.contains(&name.place.start);
    let outline = outline(&text);
    let outlines: Vec<_> = sources
        .values()
        .map(|one| self::outline(&one.text()))
        .collect();
    let functions = Called::Function.names();
    let is_set = |name: &str| {
        let mut bindings = outlines.iter().flat_map(|outline| &outline.bindings);
        GLOBALS.contains(&name)
            || functions.iter().any(|known| known == name)
            || bindings.any(|binding| binding.name == name)
            // The data of a component is known to whoever mounts it alone.
            || source.path.contains("/components/")
    };
    let mut variables = outline.variables.iter().filter(is_within);
    if let Some(unset) = variables.find(|variable| !is_set(&variable.name)) {
        return Some(unset.place.clone());
    }
    let ends = |path: &Path| Some(path.keys.last()?.place.end);
    let paths = outline
        .paths
        .iter()
        .filter(|path| path.keys.first().is_some_and(|key| is_within(&key)));
    let before = paths.filter(|path| ends(path).is_some_and(|end| end <= failed.end));
    let last = before.max_by_key(|path| ends(path))?;
    let (first, end) = (last.keys.first()?.place.start, ends(last)?);
    if matches!(last.root, PathRoot::Data(_)) {
        return None;
    }
    let root = text[..first].trim_end_matches(is_name);
    Some(root.len()..end)
}

/// What a template says; nothing of one that cannot be compiled.
fn outline(text: &str) -> Outline {
    match expression::too_long(text) {
        Some(_) => Outline::default(),
        None => machinery::parse(text, "", tree::syntax()).map_or_else(
            |_| Outline::default(),
            |template| Outline::of(text, &template),
        ),
    }
}

/// What an error means, by what is written where it occurred.
fn explain(error: &Error, written: &str, sources: &Templates) -> Diagnostic {
    let templates = sources.keys().map(String::as_str);
    let message = detail(error);
    match error.kind() {
        ErrorKind::UndefinedError => undefined(written.trim_matches(['{', '}', ' ', '-'])),
        ErrorKind::TemplateNotFound => {
            let name = missing_template(error).unwrap_or(written);
            unknown_template(name, templates)
        }
        ErrorKind::OutOfFuel => Diagnostic::error("template-endless", "this template never ends")
            .hint("shorten the loops, or prepare the list in content/"),
        _ if message.contains("recursion limit") || message.starts_with("cycle in") => {
            Diagnostic::error("template-recursion", "this template includes itself")
                .hint("remove the circle of includes or macros")
        }
        ErrorKind::InvalidOperation if message.ends_with("is not callable") => {
            no_macro(written, sources)
        }
        ErrorKind::UnknownMethod => no_macro(written, sources),
        ErrorKind::UnknownFunction => unknown("function", written, Called::Function),
        ErrorKind::UnknownFilter => unknown("filter", handed_on(error, written), Called::Filter),
        ErrorKind::UnknownTest => unknown("test", handed_on(error, written), Called::Test),
        kind => misused(kind, written, &message)
            .unwrap_or_else(|| Diagnostic::error("template-error", message)),
    }
}

/// What is given otherwise than a function or a filter takes it.
fn misused(kind: ErrorKind, written: &str, message: &str) -> Option<Diagnostic> {
    let name = written.split('(').next().unwrap_or(written).trim();
    let takes = usage::of(name)?;
    let message = match kind {
        ErrorKind::MissingArgument => format!("`{name}` is not given all that it takes"),
        ErrorKind::TooManyArguments => format!("`{name}` is given more than it takes"),
        _ => format!("`{name}` cannot take what it is given: {message}"),
    };
    let hint = format!("{takes}; ask first for what may be absent: `{{% if … %}}`");
    let hint = match kind {
        ErrorKind::InvalidOperation => hint,
        _ => takes.to_owned(),
    };
    Some(Diagnostic::error("template-error", message).hint(hint))
}

/// The name of a filter or test that is not there: what is written, or what that hands each item to.
fn handed_on<'a>(error: &Error, written: &'a str) -> &'a str {
    let name = written.split('(').next().unwrap_or(written).trim();
    let texts = written.split(['"', '\'']).skip(1).step_by(2);
    let inner = match name {
        _ if error.detail().is_some() => None,
        "map" | "select" | "reject" => { texts }.next(),
        "selectattr" | "rejectattr" => { texts }.nth(1),
        _ => None,
    };
    inner.unwrap_or(written)
}

/// A macro that the template from which it is imported does not have.
fn no_macro(written: &str, sources: &Templates) -> Diagnostic {
    let name = written.split('(').next().unwrap_or(written).trim();
    let name = name.rsplit('.').next().unwrap_or(name);
    let texts: Vec<_> = sources.values().map(|source| source.text()).collect();
    let texts = texts.iter();
    let texts = texts.flat_map(|text| text.split("macro ").skip(1));
    let known = texts.filter_map(|rest| rest.split_once('(').map(|(name, _)| name.trim()));
    let hint = did_you_mean(name, known);
    let is_filter = written.contains('.') && Called::Filter.names().iter().any(|one| one == name);
    let hint = match is_filter {
        true => format!("`{name}` is a filter: write `| {name}` behind the value"),
        false => hint.unwrap_or_else(|| "name a macro of the template that is imported".to_owned()),
    };
    let message = format!("there is no macro or function `{name}`");
    Diagnostic::error("unknown-function", message).hint(hint)
}

/// A name that means nothing where it is written.
fn undefined(name: &str) -> Diagnostic {
    let message = match name.is_empty() {
        true => "this is not defined".to_owned(),
        false => format!("`{name}` is not defined"),
    };
    let known = ["site", "page", "entry"];
    let root = name.split(['.', '[', '(', ' ']).next().unwrap_or_default();
    let hint = match known.contains(&root) {
        true => format!("`{root}` has no such field: name it in the schema, or mend the name"),
        false => did_you_mean(root, known).unwrap_or_else(|| {
            "a template knows `site`, `page`, `entry` and what it sets itself".to_owned()
        }),
    };
    Diagnostic::error("undefined-variable", message).hint(hint)
}

/// A function, filter or test that does not exist.
fn unknown(what: &str, written: &str, called: Called) -> Diagnostic {
    let name = written.split('(').next().unwrap_or(written).trim();
    let known = called.names();
    let hint = known_names(name, known.iter().map(String::as_str));
    Diagnostic::error("unknown-function", format!("there is no {what} `{name}`")).hint(hint)
}

fn detail(error: &Error) -> String {
    match error.detail() {
        Some(detail) => detail.to_owned(),
        None => error.kind().to_string(),
    }
}

/// A range with the name of the function whose parentheses it begins with.
fn whole_call(range: Range<usize>, source: &Source) -> Range<usize> {
    let text = source.text();
    let before = &text[..range.start];
    let is_call = text[range.start..].starts_with('(');
    let name = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    match is_call {
        true => name.len()..range.end,
        false => range,
    }
}

/// The bytes of a template that an error points at, else its line.
fn range(error: &Error, source: &Arc<Source>) -> std::ops::Range<usize> {
    let written = |range| Compilable::of(&source.text(), tree::syntax()).written(range);
    if let Some(range) = error
        .range()
        .map(written)
        .filter(|r| source.text().get(r.clone()).is_some())
    {
        return range;
    }
    let line = error.line().unwrap_or(1).saturating_sub(1);
    let text = source.text();
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let text = text
        .get(start..)
        .and_then(|t| t.lines().next())
        .unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    start + indent..start + text.len()
}

/// An expression that no person writes.
pub(crate) fn too_long(source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        "template-syntax",
        "this expression has too many operators in one row",
    )
    .at(source, span)
    .hint("give parts of it names with `{% set %}`")
}

/// A product of what is written out that no person reads.
pub(crate) fn too_large(source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        "template-syntax",
        "the texts and lists that templates multiply come to more than 1 MB here",
    )
    .at(source, span)
    .hint("multiply by less")
}
