//! Where a macro is called: what is wrong in one may be the mistake of its caller, whom the template engine does not name.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::machinery;
use minijinja::machinery::ast::{Call, Expr, Stmt};
use source::{Diagnostic, Source};

use crate::answer::Templates;
use crate::read::Read;
use crate::tree::{self, Root};

/// The most calls that are named.
const MOST_NAMED: usize = 5;

/// A mistake with the calls of the macro that it stands in, when it stands in one: those that are written out in the
/// templates which its page asked for. What is wrong with a circle is told by the macro itself.
pub(crate) fn named<'a>(
    told: Diagnostic,
    templates: &Templates,
    reads: impl Iterator<Item = &'a Read>,
) -> Diagnostic {
    let label = told
        .labels
        .iter()
        .find(|l| is_template(&l.source, templates));
    let made = label.and_then(|label| macro_at(&label.source, &label.span));
    let Some(made) = made.filter(|_| told.code != "template-recursion") else {
        return told;
    };
    let asked: BTreeSet<&str> = reads.filter_map(template).collect();
    let used = templates
        .iter()
        .filter(|(name, _)| asked.contains(&name[..]));
    let calls: Vec<String> = used.flat_map(|(_, source)| calls(source, &made)).collect();
    let named = calls.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>();
    let others = match calls.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    match named.is_empty() {
        true => told,
        false => {
            let named = named.join(", ");
            told.note(format!("the macro `{made}` is called at {named}{others}"))
        }
    }
}

fn is_template(source: &Source, templates: &Templates) -> bool {
    templates.values().any(|one| std::ptr::eq(&**one, source))
}

/// The template that a question is about.
fn template(read: &Read) -> Option<&str> {
    match read {
        Read::In { read, .. } => template(read),
        Read::Template(name) => Some(name),
        _ => None,
    }
}

/// The name of the innermost macro around a place of a template.
fn macro_at(source: &Source, place: &Range<usize>) -> Option<String> {
    let text = source.text();
    let tree = machinery::parse(&text, "", tree::syntax()).ok()?;
    let mut found = None;
    tree::statements(&tree, &mut |statement| {
        if let Stmt::Macro(made) = statement {
            let around = tree::range(made.span());
            if around.start <= place.start && place.end <= around.end {
                found = Some(made.name.to_owned());
            }
        }
    });
    found
}

/// Where a template calls a macro, by its own name, by another one that it has there or as part of what is imported; its
/// calls of itself are none.
fn calls(source: &Source, name: &str) -> Vec<String> {
    let text = source.text();
    let Ok(tree) = machinery::parse(&text, "", tree::syntax()) else {
        return Vec::new();
    };
    let mut names = BTreeSet::from([name]);
    let mut modules = BTreeSet::new();
    let mut own = Vec::new();
    tree::statements(&tree, &mut |statement| match statement {
        Stmt::Import(import) => modules.extend(variable(&import.name)),
        Stmt::FromImport(import) => {
            let of_it = import.names.iter();
            let of_it = of_it.filter(|(imported, _)| variable(imported) == Some(name));
            names.extend(of_it.filter_map(|(_, alias)| variable(alias.as_ref()?)));
        }
        Stmt::Macro(made) if made.name == name => own.push(tree::range(made.span())),
        _ => {}
    });
    let is_it = |called: &Expr<'_>| match called {
        Expr::Var(function) => names.contains(function.id),
        Expr::GetAttr(part) => {
            part.name == name && variable(&part.expr).is_some_and(|m| modules.contains(m))
        }
        _ => false,
    };
    let mut places = Vec::new();
    tree::statements(&tree, &mut |statement| {
        for root in tree::own(statement).0 {
            each_call(root, &mut |call, begin| {
                if is_it(&call.expr) && !own.iter().any(|own| own.contains(&begin)) {
                    let (line, _) = source.position(begin);
                    places.push(format!("`{}:{line}`", source.path));
                }
            });
        }
    });
    places
}

fn variable<'a>(expression: &Expr<'a>) -> Option<&'a str> {
    match expression {
        Expr::Var(variable) => Some(variable.id),
        _ => None,
    }
}

/// Gives every call in an expression, with where it begins.
fn each_call<'a, 'b>(root: Root<'a, 'b>, give: &mut impl FnMut(&'a Call<'b>, usize)) {
    let parts = match root {
        Root::Call(call) | Root::Expression(Expr::Call(call)) => {
            give(call, tree::range(call.span()).start);
            tree::of_call(call)
        }
        Root::Expression(other) => tree::parts(other),
    };
    for part in parts {
        each_call(Root::Expression(part), give);
    }
}
