//! `~` joins texts, and what is absent is an empty one: the engine would write its word for none, so each operand goes
//! through a filter before the template is compiled.

use std::ops::Range;

use minijinja::machinery;
use minijinja::machinery::ast::{BinOpKind, Expr};
use minijinja::syntax::SyntaxConfig;

use crate::absent::AS_TEXT;
use crate::tree::{self, Root};

/// A template as it is compiled, and where that is longer than what its author wrote.
#[derive(Debug)]
pub(crate) struct Compilable {
    /// What the engine reads.
    pub(crate) text: String,
    /// Where something is put in, in the author's text, in order.
    places: Vec<usize>,
}

impl Compilable {
    /// What is compiled of a template's text.
    pub(crate) fn of(text: &str, syntax: SyntaxConfig) -> Self {
        let places = places(text, syntax);
        let mut compiled = String::with_capacity(text.len() + places.len() * length());
        let mut from = 0;
        for place in &places {
            compiled.push_str(&text[from..*place]);
            compiled.push('|');
            compiled.push_str(AS_TEXT);
            from = *place;
        }
        compiled.push_str(&text[from..]);
        Self {
            text: compiled,
            places,
        }
    }

    /// Where a part of what is compiled stands in the author's text.
    pub(crate) fn written(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, compiled: usize) -> usize {
        let mut put_in = 0;
        for place in &self.places {
            match compiled.checked_sub(place + put_in) {
                None | Some(0) => break,
                Some(behind) if behind < length() => return *place,
                Some(_) => put_in += length(),
            }
        }
        compiled - put_in
    }
}

/// The length of what is put in.
const fn length() -> usize {
    "|".len() + AS_TEXT.len()
}

/// Where operands of `~` end that may be absent.
fn places(text: &str, syntax: SyntaxConfig) -> Vec<usize> {
    let mut places = Vec::new();
    if !text.contains('~') {
        return places;
    }
    // Whoever compiles it says what is wrong with it.
    let Ok(template) = machinery::parse(text, "", syntax) else {
        return places;
    };
    tree::statements(&template, &mut |statement| {
        for root in tree::own(statement).0 {
            match root {
                Root::Expression(expression) => add(&mut places, text, expression),
                Root::Call(call) => {
                    let parts = tree::of_call(call).into_iter();
                    parts.for_each(|part| add(&mut places, text, part));
                }
            }
        }
    });
    places.sort_unstable();
    places.dedup();
    places
}

fn add(places: &mut Vec<usize>, text: &str, expression: &Expr<'_>) {
    if let Expr::BinOp(operation) = expression
        && matches!(operation.op, BinOpKind::Concat)
    {
        if may_be_absent(&operation.right) {
            places.push(tree::range(operation.span()).end);
        }
        if may_be_absent(&operation.left) {
            places.extend(operator(text, tree::range(operation.left.span()).end));
        }
    }
    for part in tree::parts(expression) {
        add(places, text, part);
    }
}

fn may_be_absent(operand: &Expr<'_>) -> bool {
    match operand {
        Expr::Const(known) => known.value.is_none(),
        Expr::BinOp(operation) => !matches!(operation.op, BinOpKind::Concat),
        _ => true,
    }
}

/// The `~` behind an operand and the parentheses around it.
fn operator(text: &str, end: usize) -> Option<usize> {
    let rest = text.get(end..)?;
    let behind = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ')');
    behind.starts_with('~').then(|| text.len() - behind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_that_may_be_absent_are_filtered_and_keep_their_places() {
        let check = |text: &str, expected: &str| {
            let compilable = Compilable::of(text, SyntaxConfig::default());
            let read = compilable.text.replace(AS_TEXT, "t");
            assert_eq!(read, expected, "{text}");
            let at = compilable.text.find("END").unwrap_or_default();
            let place = compilable.written(at..at + 3);
            assert_eq!(text.get(place), Some("END"), "{text}");
        };
        check("{{ \"a\" ~ b }} END", "{{ \"a\" ~ b|t }} END");
        check("{{ a ~ b.c ~ END }}", "{{ a |t~ b.c|t ~ END|t }}");
        check(
            "{{ f((a if b), (a ~ (b or c)) ~ d[0])|upper }}END",
            "{{ f((a if b), (a |t~ (b or c)|t) ~ d[0]|t)|upper }}END",
        );
        check(
            "{% set x = none ~ 1 ~ a|b(1) %}é END",
            "{% set x = none |t~ 1 ~ a|b(1)|t %}é END",
        );
        check("END {{ a ~ ", "END {{ a ~ ");
    }
}
