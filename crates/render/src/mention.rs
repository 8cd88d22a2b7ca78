//! The entries that a template names by literals, for whoever writes them otherwise.

use std::ops::Range;

use minijinja::machinery::ast::{Call, CallArg, Expr};

use crate::tree;

/// A text that a template writes out in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The text.
    pub text: String,
    /// Where it stands, without its quotes.
    pub place: Range<usize>,
}

/// An entry that a template names: `entry("people", "ada")`, or `collection("articles", where={"author": "ada"})`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The collection that is asked.
    pub collection: Literal,
    /// The field that is compared; none where the entry itself is asked for.
    pub field: Option<String>,
    /// What is given for it: a slug.
    pub slug: Literal,
}

/// Adds what an expression names, and what its parts name.
pub(crate) fn add(found: &mut Vec<Mention>, text: &str, expression: &Expr<'_>) {
    if let Expr::Call(call) = expression {
        return add_call(found, text, call);
    }
    for part in tree::parts(expression) {
        add(found, text, part);
    }
}

/// The same of what a `call` or a `do` calls.
pub(crate) fn add_call(found: &mut Vec<Mention>, text: &str, call: &Call<'_>) {
    if let Expr::Var(function) = &call.expr
        && let [CallArg::Pos(first), rest @ ..] = &call.args[..]
        && let Some(collection) = literal(text, first)
    {
        let given = match (function.id, rest) {
            ("entry", [CallArg::Pos(slug)]) => vec![(None, slug)],
            ("collection", options) => filters(options),
            _ => Vec::new(),
        };
        let named = given.into_iter().filter_map(|(field, slug)| {
            Some(Mention {
                collection: collection.clone(),
                field,
                slug: literal(text, slug)?,
            })
        });
        found.extend(named);
    }
    for part in tree::of_call(call) {
        add(found, text, part);
    }
}

/// The values that `where` asks for, each with its field.
fn filters<'a, 'b>(options: &'a [CallArg<'b>]) -> Vec<(Option<String>, &'a Expr<'b>)> {
    let given = options.iter().find_map(|option| match option {
        CallArg::Kwarg("where", Expr::Map(filters)) => Some(filters),
        _ => None,
    });
    let pairs = given
        .into_iter()
        .flat_map(|map| map.keys.iter().zip(&map.values));
    let values = pairs.flat_map(|(field, value)| {
        let field = constant(field);
        values(value)
            .into_iter()
            .map(move |value| (field.clone(), value))
    });
    values.filter(|(field, _)| field.is_some()).collect()
}

/// The values that a filter of one field compares with.
fn values<'a, 'b>(filter: &'a Expr<'b>) -> Vec<&'a Expr<'b>> {
    match filter {
        Expr::List(list) => list.items.iter().collect(),
        Expr::Map(operators) => {
            let operators = operators.keys.iter().zip(&operators.values);
            let equal = operators.filter(|(name, _)| {
                constant(name).is_some_and(|name| matches!(&*name, "in" | "not"))
            });
            equal.flat_map(|(_, operand)| values(operand)).collect()
        }
        value => vec![value],
    }
}

/// A text in quotes.
pub(crate) fn constant(expression: &Expr<'_>) -> Option<String> {
    match expression {
        Expr::Const(constant) => constant.value.as_str().map(str::to_owned),
        _ => None,
    }
}

/// A text in quotes that is written as it is read.
pub(crate) fn literal(text: &str, expression: &Expr<'_>) -> Option<Literal> {
    let said = constant(expression)?;
    let written = tree::range(expression.span());
    let place = written.start + 1..written.end.checked_sub(1)?;
    (text.get(place.clone()) == Some(said.as_str())).then_some(Literal { text: said, place })
}

#[cfg(test)]
mod tests {
    use crate::Vocabulary;

    #[test]
    fn entries_are_found_wherever_literals_name_them() {
        let check = |text: &str, expected: &[(&str, Option<&str>, &str)]| {
            let found = Vocabulary::new().mentions(text);
            for literal in found.iter().flat_map(|m| [&m.collection, &m.slug]) {
                assert_eq!(text[literal.place.clone()], literal.text, "{text}");
            }
            let found: Vec<_> = found
                .iter()
                .map(|m| (&*m.collection.text, m.field.as_deref(), &*m.slug.text))
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check("é {{ entry('a','b').title }}", &[("a", None, "b")]);
        check("{{ entry(a, \"b\") }}{{ entry(\"a\", b) }}", &[]);
        check("{{ other(\"a\", \"b\") }}", &[]);
        check(
            "{% for x in collection(\"a\", limit=1, where={\"f\": \"b\", \"g\": c}) %}{% endfor %}",
            &[("a", Some("f"), "b")],
        );
        check(
            "{% set x = collection(\"a\", where={\"f\": {\"in\": [\"b\", \"c\"], \"contains\": \"d\"}})|length %}",
            &[("a", Some("f"), "b"), ("a", Some("f"), "c")],
        );
        check("{{ url(entry(\"a\", \"b\")) }}", &[("a", None, "b")]);
    }
}
