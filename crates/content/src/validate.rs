//! What a breach of a schema means to an author: the key or value in the file, in plain words, with a hint.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::misspelt::Misspelt;
use crate::no_front_matter::{is_bare, no_front_matter};
use crate::schema::{Schema, dotted, list};
use crate::slips;
use crate::wording::{
    count, example, expected, meant, plain_kind, plain_type, plain_value, written_as,
};
use source::yaml::{self, Kind, Node};
use source::{Diagnostic, Expectation, Format, Source, did_you_mean, pointer};
use validator::{Breach, Kind as Rule, TypeKind};

/// Every breach of the schema in a parsed value, each at its place.
pub fn validate(schema: &Schema, node: &Node, source: &Arc<Source>) -> Vec<Diagnostic> {
    judge(schema, node, source, None)
}

fn judge(
    schema: &Schema,
    node: &Node,
    source: &Arc<Source>,
    island: Option<&str>,
) -> Vec<Diagnostic> {
    let value = node.to_json();
    let context = Context {
        schema,
        island,
        node,
        source,
    };
    let mut diagnostics = Vec::new();
    context.explain_all(&schema.breaches(&value), &mut diagnostics);
    diagnostics
}

/// What is wrong with the JSON that an island is given, in the words of whoever mounts it and without a
/// place: the first breach, with the others in its notes.
pub fn breaches_of_props(island: &str, schema: &Value, props: &str) -> Option<Diagnostic> {
    let schema = Schema::for_props(schema)?;
    // JSON is YAML.
    let source = Source::new("props", props);
    let (node, _) = yaml::parse(&source, 0..source.text().len());
    let mut breaches = judge(&schema, &node?, &source, Some(island)).into_iter();
    let first = Diagnostic {
        labels: Vec::new(),
        ..breaches.next()?
    };
    let others = breaches.map(|other| match other.hint {
        Some(hint) => format!("{}: {hint}", other.message),
        None => other.message,
    });
    Some(others.fold(first, Diagnostic::note))
}

/// The settings of the whole site.
const SITE_FILE: &str = "content/site.yaml";

/// So many names are listed where one is unknown.
const MOST_NAMES: usize = 40;

struct Context<'a> {
    schema: &'a Schema,
    /// The island whose props are judged, when it is not a file.
    island: Option<&'a str>,
    node: &'a Node,
    source: &'a Arc<Source>,
}

impl Context<'_> {
    /// Explains all breaches of one schema.
    fn explain_all(&self, breaches: &[Breach<'_>], out: &mut Vec<Diagnostic>) {
        let misspelt = match self.island {
            None => Misspelt::among(breaches, self.schema),
            // What a mount gives is no file with lines.
            Some(_) => Misspelt::default(),
        };
        let is_pattern = |b: &Breach<'_>| matches!(b.kind(), Rule::Pattern { .. });
        let others = breaches.iter().filter(|b| !is_pattern(b));
        let others: BTreeSet<&str> = others.map(|b| b.instance_path().as_str()).collect();
        let refused = self.ends_of_refused(breaches);
        for breach in breaches {
            // A value that has the wrong form fails its pattern as well: one reason is enough.
            let again = is_pattern(breach) && others.contains(breach.instance_path().as_str());
            if !again {
                self.explain(breach, &misspelt, &refused, out);
            }
        }
    }

    /// Where the keys would begin that follow values of a wrong type without a space, as the rest of `1,5` does.
    fn ends_of_refused(&self, breaches: &[Breach<'_>]) -> BTreeSet<usize> {
        let of_type = breaches
            .iter()
            .filter(|b| matches!(b.kind(), Rule::Type { .. }));
        let ends = of_type.map(|b| self.node.at_pointer(b.instance_path().as_str()).span.end + 1);
        ends.collect()
    }

    /// Explains a breach, given the misspelt keys of all mappings.
    fn explain(
        &self,
        breach: &Breach<'_>,
        misspelt: &Misspelt<'_>,
        refused: &BTreeSet<usize>,
        out: &mut Vec<Diagnostic>,
    ) {
        let pointer = breach.instance_path().as_str();
        let node = self.node.at_pointer(pointer);
        match breach.kind() {
            Rule::AdditionalProperties { unexpected }
            | Rule::UnevaluatedProperties { unexpected } => {
                let others = unexpected.iter();
                let others = others.filter(|key| !misspelt.is_told(pointer, key));
                let text = self.source.text();
                // With the number before it that is refused, the rest of it is one mistake.
                let others = others.filter(|key| {
                    let place = node.entry(key).map(|(key, _)| key.span.clone());
                    let place = place.filter(|place| slips::is_rest_of_number(&text, place));
                    place.is_none_or(|place| !refused.contains(&place.start))
                });
                out.extend(others.map(|key| self.unknown_key(pointer, node, key)));
            }
            Rule::Required { .. } if pointer.is_empty() && is_bare(self.source) => {
                if !out.iter().any(|found| found.code == "missing-field") {
                    out.push(no_front_matter(self.schema, self.source));
                }
            }
            Rule::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let missing = self.missing(pointer, node, name);
                out.push(match misspelt.key(pointer, name) {
                    Some(key) => Diagnostic {
                        code: missing.code,
                        message: format!("{}, but `{key}`", missing.message),
                        hint: Some(format!("did you mean `{name}`?").into()),
                        ..self.unknown_key(pointer, node, key)
                    },
                    None => missing,
                });
            }
            Rule::Type { kind } => out.push(self.wrong_type(pointer, node, kind)),
            Rule::Enum { options } => out.push(self.wrong_choice(pointer, node, options)),
            Rule::Format { format } => out.push(self.wrong_format(pointer, node, format)),
            Rule::PropertyNames { error } => out.push(self.wrong_name(pointer, node, error)),
            Rule::AnyOf { context } | Rule::OneOfNotValid { context } => {
                self.nearest_branch(context, pointer, node, out);
            }
            _ => {
                let message = self.rule(breach, pointer, node);
                let hint = self.example(breach, pointer);
                let hint = hint.or_else(|| self.described(pointer));
                let hint = hint.or_else(|| written_as(breach));
                out.push(
                    Diagnostic::error("invalid-value", message)
                        .at(self.source, self.value_span(pointer, node))
                        .maybe_hint(hint),
                );
            }
        }
    }

    /// What a keyword of the schema that is no type, choice or format asks of a value.
    fn rule(&self, breach: &Breach<'_>, pointer: &str, node: &Node) -> String {
        let name = self.name(pointer);
        let written = plain_value(&node.to_json());
        match breach.kind() {
            Rule::Minimum { limit } => format!("{name} is at least {limit}, not `{written}`"),
            Rule::Maximum { limit } => format!("{name} is at most {limit}, not `{written}`"),
            Rule::MinLength { limit } => {
                format!("{name} holds at least {}", count(*limit, "character"))
            }
            Rule::MaxLength { limit } => {
                format!("{name} holds at most {}", count(*limit, "character"))
            }
            Rule::MinItems { limit } => {
                format!("{name} holds at least {}", count(*limit, "item"))
            }
            Rule::MaxItems { limit } => format!("{name} holds at most {}", count(*limit, "item")),
            Rule::MinProperties { limit } => {
                format!("{name} holds at least {}", count(*limit, "key"))
            }
            Rule::MaxProperties { limit } => {
                format!("{name} holds at most {}", count(*limit, "key"))
            }
            Rule::UniqueItems => format!("{name} holds an item twice"),
            Rule::Pattern { pattern } => {
                format!("{name} is not written like `{pattern}`: `{written}`")
            }
            _ => format!("{name} does not fit: {breach}"),
        }
    }

    /// A key that is not written as the names of its object are.
    fn wrong_name(&self, pointer: &str, node: &Node, error: &Breach<'_>) -> Diagnostic {
        let key = error.instance().as_str().unwrap_or_default();
        let span = node.entry(key).map_or(0..0, |(key, _)| key.span.clone());
        let like = match error.kind() {
            Rule::Pattern { pattern } => format!("is not written like `{pattern}`"),
            _ => format!("does not fit: {error}"),
        };
        let message = format!("the name `{key}` in {} {like}", self.name(pointer));
        let comma =
            slips::is_rest_of_text(&self.source.text(), &span).then(|| slips::COMMA.to_owned());
        Diagnostic::error("invalid-value", message)
            .at(self.source, span)
            .maybe_hint(comma.or_else(|| self.described(pointer)))
    }

    /// A value of which the schema says that it has the form that this one lacks.
    fn example(&self, breach: &Breach<'_>, pointer: &str) -> Option<String> {
        let is_form = matches!(breach.kind(), Rule::Pattern { .. });
        let examples = self.schema.at_instance(pointer).get("examples");
        let example = examples?.get(0).filter(|_| is_form)?;
        Some(format!("write it like `{}`", plain_value(example)))
    }

    /// What the schema says of a value, or else of the list that it stands in.
    fn described(&self, pointer: &str) -> Option<String> {
        let (outer, last) = pointer.rsplit_once('/').unwrap_or_default();
        let of = |pointer: &str| {
            let described = self.schema.at_instance(pointer).get("description")?;
            described.as_str().map(str::to_owned)
        };
        let is_item = last.bytes().all(|b| b.is_ascii_digit()) && !last.is_empty();
        of(pointer).or_else(|| of(outer).filter(|_| is_item))
    }

    fn unknown_key(&self, pointer: &str, node: &Node, key: &str) -> Diagnostic {
        let span = node
            .entry(key)
            .map_or(node.span.clone(), |(k, _)| k.span.clone());
        let schema = self.schema.at_instance(pointer);
        let known = self.schema.properties(schema);
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let place = match pointer {
            "" => String::new(),
            _ => format!(" in {}", self.name(pointer)),
        };
        let hint = did_you_mean(key, names.iter().copied()).or_else(|| match names.is_empty() {
            // Of a shape that is one of several, no names are known here.
            true => closes(schema).then(|| "it takes none".to_owned()),
            // A site's settings are open to keys of its own.
            false if pointer.is_empty() && self.source.path == SITE_FILE => Some(format!(
                "a key of your own is declared in content/_schema.yaml; known here: {}",
                list(&names)
            )),
            _ if slips::is_rest_of_number(&self.source.text(), &span) => {
                let hint = "a comma between braces begins another key: write a decimal with a point, or the text in quotes";
                Some(hint.to_owned())
            }
            false if slips::is_rest_of_text(&self.source.text(), &span) => {
                Some(slips::COMMA.to_owned())
            }
            // Nobody reads a list of so many.
            false if names.len() > MOST_NAMES && schema.get("description").is_some() => {
                self.described(pointer)
            }
            false => Some(format!("known here: {}", list(&names))),
        });
        let message = match self.island {
            Some(island) => format!(
                "the island `{island}` has no prop `{}`",
                dotted(&format!("{pointer}/{}", pointer::step(key)))
            ),
            None => format!("unknown key `{key}`{place}"),
        };
        Diagnostic::error("unknown-key", message)
            .at(self.source, span)
            .maybe_hint(hint)
    }

    fn missing(&self, pointer: &str, node: &Node, name: &str) -> Diagnostic {
        let place = match pointer {
            "" => format!("this {}", self.schema.title().to_lowercase()),
            _ => self.name(pointer),
        };
        let child = self.schema.child(self.schema.at_instance(pointer), name);
        let child = self.schema.resolve(child);
        let example = example(child);
        let is_text = child.get("type").and_then(Value::as_str) == Some("string");
        let quote = if is_text { "\"" } else { "" };
        let hint = match self.source.text().get(..1) {
            Some("+") => format!("add `{name} = {quote}{example}{quote}`"),
            Some("{") => format!("add `\"{name}\": {quote}{example}{quote}`"),
            _ => format!("add `{name}: {example}`"),
        };
        let message = match self.island {
            Some(island) => format!(
                "`{island}` needs `{}`{}",
                dotted(&format!("{pointer}/{}", pointer::step(name))),
                expected(child)
            ),
            None => format!("{place} has no `{name}`"),
        };
        Diagnostic::error("missing-field", message)
            .at(self.source, self.opening(node))
            .hint(hint)
    }

    /// The first key of a mapping, or the front matter's opening line.
    fn opening(&self, node: &Node) -> Range<usize> {
        match &node.kind {
            Kind::Map(entries) if !entries.is_empty() => entries[0].0.span.clone(),
            Kind::Null => 0..self.source.text().find('\n').unwrap_or(0),
            _ => node.span.clone(),
        }
    }

    fn wrong_type(&self, pointer: &str, node: &Node, kind: &TypeKind) -> Diagnostic {
        let expected: Vec<String> = match kind {
            TypeKind::Single(t) => vec![plain_type(&t.to_string()).to_owned()],
            TypeKind::Multiple(set) => set
                .iter()
                .map(|t| plain_type(&t.to_string()).to_owned())
                .collect(),
        };
        let text = self.source.text();
        let written = text.get(node.span.clone()).unwrap_or_default();
        let is_whole = expected.iter().any(|e| e == "a whole number");
        let found = match &node.kind {
            // To say that a number is no number helps nobody.
            Kind::Number(number) if is_whole => format!("`{number}`"),
            kind => plain_kind(kind).to_owned(),
        };
        let message = format!(
            "{} must be {}, not {found}",
            self.name(pointer),
            expected.join(" or ")
        );
        let is_day = matches!(
            self.schema
                .at_instance(pointer)
                .get("format")
                .and_then(Value::as_str),
            Some("date" | "date-time")
        );
        let hint = match &node.kind {
            Kind::Number(_) if is_day => {
                Some("dates are written `2024-01-15`: year, month, day".to_owned())
            }
            Kind::Number(_) | Kind::Bool(_) if expected.iter().any(|e| e == "text") => {
                let rest = slips::rest_of_number(&text, &node.span);
                Some(format!("put it in quotes: `\"{written}{rest}\"`"))
            }
            Kind::Number(_) if is_whole => Some("write it without a fraction".to_owned()),
            Kind::Text(text) if expected.iter().any(|e| e == "`true` or `false`") => {
                let meant = meant(text).map(|meant| format!("write `{meant}`"));
                meant.or_else(|| Some("write `true` or `false`".to_owned()))
            }
            Kind::Text(text) if text.trim().parse::<f64>().is_ok() => {
                Some("remove the quotes".to_owned())
            }
            Kind::Text(_) if expected.iter().any(|e| e == "a list") => {
                Some(slips::as_list(written))
            }
            _ if pointer.is_empty() => {
                Some("write a key, a colon and a value on each line".to_owned())
            }
            Kind::Text(text) if expected.iter().any(|e| e.ends_with("number")) => {
                let is_size = self.schema.at_instance(pointer).get("unit").is_some();
                let bytes = slips::as_bytes(text).filter(|_| is_size);
                bytes.or_else(|| Some(slips::as_number(text, is_whole)))
            }
            Kind::Null => Some(slips::as_value(&text, node.span.start)),
            Kind::List(items) if items.len() == 1 => {
                Some("write it without the brackets".to_owned())
            }
            _ => self.described(pointer),
        };
        Diagnostic::error("wrong-type", message)
            .at(self.source, self.value_span(pointer, node))
            .maybe_hint(hint)
    }

    /// The value's place, or its key's when the value is empty.
    fn value_span(&self, pointer: &str, node: &Node) -> Range<usize> {
        let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
        let name = pointer::steps(pointer).last();
        let entry = name.and_then(|name| self.node.at_pointer(parent).entry(&name));
        match (&node.kind, entry) {
            (Kind::Null | Kind::Map(_) | Kind::List(_), Some((key, _))) => key.span.clone(),
            _ => node.span.clone(),
        }
    }

    fn wrong_choice(&self, pointer: &str, node: &Node, options: &Value) -> Diagnostic {
        let options: Vec<String> = options
            .as_array()
            .into_iter()
            .flatten()
            .map(plain_value)
            .collect();
        let names: Vec<&str> = options.iter().map(String::as_str).collect();
        let written = plain_value(&node.to_json());
        let hint = did_you_mean(&written, names.iter().copied())
            .unwrap_or_else(|| format!("one of {}", list(&names)));
        let message = format!("{} cannot be `{written}`", self.name(pointer));
        Diagnostic::error("invalid-choice", message)
            .at(self.source, self.value_span(pointer, node))
            .hint(hint)
    }

    fn wrong_format(&self, pointer: &str, node: &Node, format: &str) -> Diagnostic {
        let written = plain_value(&node.to_json());
        let expected = Format::parse(format).and_then(Format::expectation);
        let expected = expected.unwrap_or(Expectation {
            code: "invalid-value",
            what: format,
            hint: "check how it is written",
        });
        let what = expected.what;
        let message = format!("{} is not {what}: `{written}`", self.name(pointer));
        Diagnostic::error(expected.code, message)
            .at(self.source, node.span.clone())
            .hint(expected.hint)
    }

    /// Of several allowed shapes, explains the one that fails deepest: most likely the one meant.
    fn nearest_branch(
        &self,
        branches: &[Vec<Breach<'static>>],
        pointer: &str,
        node: &Node,
        out: &mut Vec<Diagnostic>,
    ) {
        let depth = |errors: &&Vec<Breach<'static>>| {
            errors
                .iter()
                .map(|e| e.instance_path().as_str().len())
                .max()
                .unwrap_or(0)
        };
        // A branch whose name for itself (`kind: "a"`) does not fit is not the one that was meant.
        let is_other = |errors: &&Vec<Breach<'static>>| {
            errors.iter().any(|e| {
                matches!(e.kind(), Rule::Enum { .. })
                    && e.instance_path().as_str().len() > pointer.len()
            })
        };
        let nearest = branches
            .iter()
            .max_by_key(|errors| (!is_other(errors), depth(errors)));
        match nearest {
            Some(errors) if !errors.is_empty() => self.explain_all(errors, out),
            _ => {
                let message = format!("{} fits none of its allowed shapes", self.name(pointer));
                out.push(
                    Diagnostic::error("invalid-value", message).at(self.source, node.span.clone()),
                );
            }
        }
    }

    /// How a value is called in messages: its dotted path in backticks.
    fn name(&self, pointer: &str) -> String {
        match (pointer, self.island) {
            ("", Some(island)) => format!("what `{island}` is given"),
            ("", None) => format!("this {}", self.schema.title().to_lowercase()),
            (_, Some(island)) => format!("`{island}.{}`", dotted(pointer)),
            (_, None) => format!("`{}`", dotted(pointer)),
        }
    }
}

/// Whether a schema says itself that there are no other keys than those that it names.
fn closes(schema: &Value) -> bool {
    let keywords = ["additionalProperties", "unevaluatedProperties"];
    keywords
        .iter()
        .any(|key| schema[*key] == Value::Bool(false))
}
