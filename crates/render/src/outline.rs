//! What a template says, for whoever reads templates without rendering them.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::machinery::Span;
use minijinja::machinery::ast::{self, BinOpKind, CallArg, Expr, Stmt};

use crate::called::Called;
use crate::mention::{Literal, constant, literal};
use crate::tree::{self, Root};

/// What a template says; nothing of one that cannot be compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// What it calls, in the order of its statements. A method of a value is nothing that templates know.
    pub calls: Vec<Call>,
    /// The names that it gives a meaning.
    pub bindings: Vec<Binding>,
    /// Its macros.
    pub macros: Vec<Name>,
    /// Names that stand alone before `| default` or `is defined`.
    pub asked: Vec<Name>,
    /// The variables whose values it takes; what is called is none.
    pub variables: Vec<Name>,
    /// What it asks values for by dotted names; a method is none.
    pub paths: Vec<Path>,
    /// What it holds against a number that is written out.
    pub compared: Vec<Path>,
    /// Every name that it uses: variables, parts of values, and what it imports.
    pub names: BTreeSet<String>,
    /// Every text in quotes.
    pub texts: BTreeSet<String>,
    /// Whether it includes, imports or extends a template whose name only rendering knows.
    pub joins_unknown: bool,
}

/// A name in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// Where it stands in the text of the template.
    pub place: Range<usize>,
}

/// A name that a template calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// As what it is called.
    pub called: Called,
    /// Where the name stands in the text of the template.
    pub place: Range<usize>,
    /// The texts of which a function is given one first; none where only rendering knows it.
    pub first: Vec<Literal>,
    /// The numbers that it is given as `widths`; none where one of them is not written out.
    pub widths: Vec<u32>,
}

/// A name that a template gives a meaning: by `set`, `with`, `for`, `import`, `macro` or `call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name.
    pub name: String,
    /// What it stands for, where dotted names say that.
    pub meaning: Option<Meaning>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A value: `{% set x = data("file") %}`.
    Value(Path),
    /// A row of a list: `{% for x in data("file").rows %}`.
    Row(Path),
}

/// Dotted names, such as `.a.b` behind a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// What is asked.
    pub root: PathRoot,
    /// The names behind it.
    pub keys: Vec<Name>,
}

/// What is asked by dotted names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathRoot {
    /// A variable.
    Variable(String),
    /// `data("file")`.
    Data(String),
}

impl Outline {
    /// The outline of a template's tree.
    pub(crate) fn of(text: &str, template: &Stmt<'_>) -> Self {
        let mut outline = Self::default();
        tree::statements(template, &mut |statement| {
            outline.add_bindings(text, statement);
            for root in tree::own(statement).0 {
                match root {
                    Root::Expression(expression) => outline.add(text, expression),
                    Root::Call(call) => outline.add_call(text, call),
                }
            }
        });
        outline
    }

    fn add_bindings(&mut self, text: &str, statement: &Stmt<'_>) {
        match statement {
            Stmt::Set(set) => self.bind(&set.target, value(text, &set.expr)),
            Stmt::SetBlock(set) => self.bind(&set.target, None),
            Stmt::ForLoop(turn) => self.bind(&turn.target, row(text, &turn.iter)),
            Stmt::WithBlock(with) => {
                let assignments = with.assignments.iter();
                assignments.for_each(|(target, given)| self.bind(target, value(text, given)));
            }
            Stmt::Import(import) => {
                self.bind(&import.name, None);
                self.join(&import.expr);
            }
            Stmt::FromImport(import) => {
                for (name, alias) in &import.names {
                    self.bind(alias.as_ref().unwrap_or(name), None);
                    if let Expr::Var(name) = name {
                        self.names.insert(name.id.to_owned());
                    }
                }
                self.join(&import.expr);
            }
            Stmt::Extends(extends) => self.join(&extends.name),
            Stmt::Include(include) => self.join(&include.name),
            Stmt::Macro(made) => {
                let name = made.name.to_owned();
                // The name stands behind the keyword, where the statement begins.
                let begin = tree::range(made.span()).start + "macro".len();
                let at = text.get(begin..).and_then(|rest| rest.find(&name));
                let place = at.map_or(begin..begin, |at| begin + at..begin + at + name.len());
                self.macros.push(Name {
                    name: name.clone(),
                    place,
                });
                let meaning = None;
                self.bindings.push(Binding { name, meaning });
                made.args.iter().for_each(|one| self.bind(one, None));
            }
            Stmt::CallBlock(block) => {
                let given = block.macro_decl.args.iter();
                given.for_each(|one| self.bind(one, None));
            }
            _ => {}
        }
    }

    /// Notes the names that a target gives a meaning: several where a list is taken apart.
    fn bind(&mut self, target: &Expr<'_>, meaning: Option<Meaning>) {
        match target {
            Expr::Var(name) => self.bindings.push(Binding {
                name: name.id.to_owned(),
                meaning,
            }),
            Expr::List(_) | Expr::Tuple(_) => {
                let names = tree::parts(target).into_iter();
                names.for_each(|one| self.bind(one, None));
            }
            _ => {}
        }
    }

    fn join(&mut self, template: &Expr<'_>) {
        self.joins_unknown |= constants(template).is_empty();
    }

    /// Adds what an expression says, and what its parts say.
    fn add(&mut self, text: &str, expression: &Expr<'_>) {
        match expression {
            Expr::Call(call) => return self.add_call(text, call),
            Expr::GetAttr(_) => return self.add_path(text, expression),
            Expr::Filter(filter) => {
                self.add_name(text, filter.name, Called::Filter, filter.span());
                let subject = filter.expr.as_ref();
                let subject = subject.filter(|_| matches!(filter.name, "default" | "d"));
                self.ask(subject);
            }
            Expr::Test(test) => {
                self.add_name(text, test.name, Called::Test, test.span());
                let is_asked = matches!(test.name, "defined" | "undefined");
                self.ask(Some(&test.expr).filter(|_| is_asked));
            }
            Expr::Var(variable) => {
                let (name, place) = (variable.id.to_owned(), tree::range(variable.span()));
                self.names.insert(name.clone());
                self.variables.push(Name { name, place });
            }
            Expr::Const(_) => self.texts.extend(constant(expression)),
            Expr::BinOp(operation) if is_comparison(operation.op) => {
                self.compare(text, [&operation.left, &operation.right]);
            }
            Expr::Compare(chain) => {
                let mut left = &chain.expr;
                for other in &chain.ops {
                    self.compare(text, [left, &other.expr]);
                    left = &other.expr;
                }
            }
            _ => {}
        }
        for part in tree::parts(expression) {
            self.add(text, part);
        }
    }

    fn add_call(&mut self, text: &str, call: &ast::Call<'_>) {
        match &call.expr {
            Expr::Var(function) => {
                self.names.insert(function.id.to_owned());
                self.add_name(text, function.id, Called::Function, function.span());
                if let (Some(added), Some(CallArg::Pos(first))) =
                    (self.calls.last_mut(), call.args.first())
                {
                    added.first = literals(text, first);
                    added.widths = widths(&call.args);
                }
            }
            Expr::GetAttr(method) => {
                self.names.insert(method.name.to_owned());
                self.add(text, &method.expr);
            }
            other => self.add(text, other),
        }
        // The first is what is called.
        for part in tree::of_call(call).into_iter().skip(1) {
            self.add(text, part);
        }
    }

    /// Adds a call whose place begins with its name.
    fn add_name(&mut self, text: &str, name: &str, called: Called, span: Span) {
        let start = tree::range(span).start;
        let place = start..start + name.len();
        self.calls.extend(text.get(place.clone()).map(|name| Call {
            name: name.to_owned(),
            called,
            place,
            first: Vec::new(),
            widths: Vec::new(),
        }));
    }

    /// Adds dotted names with what they are asked of.
    fn add_path(&mut self, text: &str, expression: &Expr<'_>) {
        let mut value = expression;
        while let Expr::GetAttr(part) = value {
            self.names.insert(part.name.to_owned());
            value = &part.expr;
        }
        self.paths.extend(path(text, expression));
        self.add(text, value);
    }

    /// Notes what is held against a number.
    fn compare(&mut self, text: &str, [left, right]: [&Expr<'_>; 2]) {
        let one = match (is_number(left), is_number(right)) {
            (false, true) => path(text, left),
            (true, false) => path(text, right),
            _ => None,
        };
        self.compared.extend(one);
    }

    fn ask(&mut self, subject: Option<&Expr<'_>>) {
        if let Some(Expr::Var(variable)) = subject {
            let (name, place) = (variable.id.to_owned(), tree::range(variable.span()));
            self.asked.push(Name { name, place });
        }
    }
}

/// What a value is that dotted names say.
fn value(text: &str, expression: &Expr<'_>) -> Option<Meaning> {
    path(text, expression).map(Meaning::Value)
}

/// Filters behind which a list has no other rows.
const OF_ROWS: [&str; 9] = [
    "d",
    "default",
    "list",
    "reject",
    "rejectattr",
    "reverse",
    "select",
    "selectattr",
    "sort",
];

/// What a row of a list is that dotted names say.
fn row(text: &str, list: &Expr<'_>) -> Option<Meaning> {
    match list {
        Expr::Filter(filter) if OF_ROWS.contains(&filter.name) => row(text, filter.expr.as_ref()?),
        list => path(text, list).map(Meaning::Row),
    }
}

/// Dotted names with what they are asked of, which is a variable or data.
fn path(text: &str, expression: &Expr<'_>) -> Option<Path> {
    let (mut keys, mut value) = (Vec::new(), expression);
    while let Expr::GetAttr(part) = value {
        let end = tree::range(part.span()).end;
        let place = end.saturating_sub(part.name.len())..end;
        let name = part.name.to_owned();
        keys.extend((text.get(place.clone()) == Some(part.name)).then_some(Name { name, place }));
        value = &part.expr;
    }
    keys.reverse();
    let root = match value {
        Expr::Var(variable) => PathRoot::Variable(variable.id.to_owned()),
        value => PathRoot::Data(file_of_data(value)?),
    };
    Some(Path { root, keys })
}

fn is_comparison(operator: BinOpKind) -> bool {
    use BinOpKind::{Eq, Gt, Gte, Lt, Lte, Ne};
    matches!(operator, Eq | Ne | Lt | Lte | Gt | Gte)
}

fn is_number(expression: &Expr<'_>) -> bool {
    matches!(expression, Expr::Const(constant) if constant.value.is_number())
}

/// The file that `data("file")` names.
fn file_of_data(expression: &Expr<'_>) -> Option<String> {
    match expression {
        Expr::Call(call) => match (&call.expr, &call.args[..]) {
            (Expr::Var(function), [CallArg::Pos(name)]) if function.id == "data" => constant(name),
            _ => None,
        },
        _ => None,
    }
}

/// The texts of which an expression is one: itself, or those between which `if` and `else` choose; none where only
/// rendering knows.
fn constants<'a, 'b>(expression: &'a Expr<'b>) -> Vec<&'a Expr<'b>> {
    match expression {
        Expr::IfExpr(choice) => {
            let other = choice.false_expr.as_ref().map(constants);
            let (mut all, other) = (constants(&choice.true_expr), other.unwrap_or_default());
            match all.is_empty() || other.is_empty() {
                true => Vec::new(),
                false => {
                    all.extend(other);
                    all
                }
            }
        }
        one => Vec::from_iter(constant(one).map(|_| one)),
    }
}

/// The same with their places; none where one is written otherwise than it is read.
fn literals(text: &str, expression: &Expr<'_>) -> Vec<Literal> {
    let all = constants(expression).into_iter();
    let all: Option<Vec<Literal>> = all.map(|one| literal(text, one)).collect();
    all.unwrap_or_default()
}

/// The numbers that are given as `widths`; none where one is not written out.
fn widths(given: &[CallArg<'_>]) -> Vec<u32> {
    let list = given.iter().find_map(|argument| match argument {
        CallArg::Kwarg("widths", Expr::List(list)) => Some(&list.items),
        _ => None,
    });
    let number = |item: &Expr<'_>| match item {
        Expr::Const(number) => u32::try_from(number.value.clone()).ok(),
        _ => None,
    };
    let numbers: Option<Vec<u32>> = list.into_iter().flatten().map(number).collect();
    numbers.unwrap_or_default()
}
