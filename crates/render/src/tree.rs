//! The tree of a template, for whoever reads templates without rendering them.

use std::ops::Range;

use minijinja::machinery::Span;
use minijinja::machinery::ast::{Call, CallArg, Expr, Macro, Spanned, Stmt};
use minijinja::syntax::SyntaxConfig;

/// An expression that stands in no other one.
#[derive(Clone, Copy)]
pub(crate) enum Root<'a, 'b> {
    /// What is printed, asked or handed over.
    Expression(&'a Expr<'b>),
    /// What a `call` or a `do` calls.
    Call(&'a Spanned<Call<'b>>),
}

/// How templates are written.
pub(crate) fn syntax() -> SyntaxConfig {
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax.trim_blocks(true).lstrip_blocks(true).build();
    syntax.unwrap_or_default()
}

/// Gives every expression of a statement, and of those that it holds, that stands in no other one, until one is refused.
pub(crate) fn roots<'a, 'b, E>(
    statement: &'a Stmt<'b>,
    give: &mut impl FnMut(Root<'a, 'b>) -> Result<(), E>,
) -> Result<(), E> {
    let (own, held) = own(statement);
    own.into_iter().try_for_each(&mut *give)?;
    held.into_iter()
        .flatten()
        .try_for_each(|one| roots(one, give))
}

/// Gives a statement, and then those that it holds.
pub(crate) fn statements<'a, 'b>(statement: &'a Stmt<'b>, give: &mut impl FnMut(&'a Stmt<'b>)) {
    give(statement);
    for one in own(statement).1.into_iter().flatten() {
        statements(one, give);
    }
}

/// The expressions of a statement itself, and the statements that it holds.
pub(crate) fn own<'a, 'b>(statement: &'a Stmt<'b>) -> (Vec<Root<'a, 'b>>, [&'a [Stmt<'b>]; 2]) {
    let one = |expression| vec![Root::Expression(expression)];
    match statement {
        Stmt::Template(template) => (Vec::new(), [&template.children, &[]]),
        Stmt::EmitExpr(print) => (one(&print.expr), [&[], &[]]),
        Stmt::ForLoop(turn) => {
            let all = [&turn.iter].into_iter().chain(&turn.filter_expr);
            let held = [&turn.body[..], &turn.else_body];
            (all.map(Root::Expression).collect(), held)
        }
        Stmt::IfCond(choice) => (one(&choice.expr), [&choice.true_body, &choice.false_body]),
        Stmt::WithBlock(with) => {
            let values = with.assignments.iter().map(|(_, value)| value);
            (values.map(Root::Expression).collect(), [&with.body, &[]])
        }
        Stmt::Set(set) => (one(&set.expr), [&[], &[]]),
        Stmt::SetBlock(set) => {
            let filter = set.filter.iter().map(Root::Expression);
            (filter.collect(), [&set.body, &[]])
        }
        Stmt::AutoEscape(block) => (one(&block.enabled), [&block.body, &[]]),
        Stmt::FilterBlock(block) => (one(&block.filter), [&block.body, &[]]),
        Stmt::Block(block) => (Vec::new(), [&block.body, &[]]),
        Stmt::Import(import) => (one(&import.expr), [&[], &[]]),
        Stmt::FromImport(import) => (one(&import.expr), [&[], &[]]),
        Stmt::Extends(extends) => (one(&extends.name), [&[], &[]]),
        Stmt::Include(include) => (one(&include.name), [&[], &[]]),
        Stmt::Macro(made) => (defaults(made), [&made.body, &[]]),
        Stmt::CallBlock(block) => {
            let mut own = vec![Root::Call(&block.call)];
            own.extend(defaults(&block.macro_decl));
            (own, [&block.macro_decl.body, &[]])
        }
        Stmt::Do(block) => (vec![Root::Call(&block.call)], [&[], &[]]),
        Stmt::EmitRaw(_) | Stmt::Continue(_) | Stmt::Break(_) => (Vec::new(), [&[], &[]]),
    }
}

fn defaults<'a, 'b>(made: &'a Spanned<Macro<'b>>) -> Vec<Root<'a, 'b>> {
    made.defaults.iter().map(Root::Expression).collect()
}

/// The expressions that one is made of.
pub(crate) fn parts<'a, 'b>(expression: &'a Expr<'b>) -> Vec<&'a Expr<'b>> {
    match expression {
        Expr::Const(_) | Expr::Var(_) => Vec::new(),
        Expr::List(list) => list.items.iter().collect(),
        Expr::Tuple(tuple) => tuple.items.iter().collect(),
        Expr::Map(map) => map.keys.iter().chain(&map.values).collect(),
        Expr::UnaryOp(operation) => vec![&operation.expr],
        Expr::BinOp(operation) => vec![&operation.left, &operation.right],
        Expr::Compare(comparison) => {
            let others = comparison.ops.iter().map(|other| &other.expr);
            [&comparison.expr].into_iter().chain(others).collect()
        }
        Expr::Slice(slice) => {
            let ends = [&slice.start, &slice.stop, &slice.step];
            let ends = ends.into_iter().flatten();
            [&slice.expr].into_iter().chain(ends).collect()
        }
        Expr::IfExpr(choice) => {
            let sure = [&choice.test_expr, &choice.true_expr];
            sure.into_iter().chain(&choice.false_expr).collect()
        }
        Expr::Filter(filter) => {
            let arguments = arguments(&filter.args);
            filter.expr.iter().chain(arguments).collect()
        }
        Expr::Test(test) => [&test.expr]
            .into_iter()
            .chain(arguments(&test.args))
            .collect(),
        Expr::GetAttr(part) => vec![&part.expr],
        Expr::GetItem(part) => vec![&part.expr, &part.subscript_expr],
        Expr::Call(call) => of_call(call),
    }
}

/// What is called, and what it is given.
pub(crate) fn of_call<'a, 'b>(call: &'a Call<'b>) -> Vec<&'a Expr<'b>> {
    [&call.expr]
        .into_iter()
        .chain(arguments(&call.args))
        .collect()
}

fn arguments<'a, 'b>(arguments: &'a [CallArg<'b>]) -> impl Iterator<Item = &'a Expr<'b>> {
    arguments.iter().map(|argument| match argument {
        CallArg::Pos(value)
        | CallArg::Kwarg(_, value)
        | CallArg::PosSplat(value)
        | CallArg::KwargSplat(value) => value,
    })
}

/// Where something stands in the text.
pub(crate) fn range(span: Span) -> Range<usize> {
    span.start_offset as usize..span.end_offset as usize
}
