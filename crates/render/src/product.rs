//! Texts and lists that a template multiplies: what is written out on both sides is made when the template is compiled,
//! before anything watches, so it is weighed first.

use std::ops::Range;

use minijinja::machinery;
use minijinja::machinery::ast::{BinOpKind, Expr};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;

use crate::tree::{self, Root};

/// Bytes that the products of all templates may come to.
const MOST: u64 = 1 << 20;
/// What a value takes that is no text.
const VALUE: u64 = 16;
/// The heaviest expression that is reckoned to learn how often something is taken.
const HEAVIEST_NUMBER: u64 = 4_096;

/// What templates may still multiply.
#[derive(Debug)]
pub(crate) struct Allowance(u64);

impl Default for Allowance {
    fn default() -> Self {
        Self(MOST)
    }
}

/// What was weighed, or where the template has a product that is too large.
type Weighed<T> = Result<T, Range<usize>>;

impl Allowance {
    /// Takes off what the products of a template come to.
    ///
    /// # Errors
    ///
    /// The first product for which too little is left.
    pub(crate) fn take(&mut self, text: &str, syntax: SyntaxConfig) -> Weighed<()> {
        // Nothing else makes more of what is written out.
        if !text.contains('*') {
            return Ok(());
        }
        // Whoever compiles it says what is wrong with it.
        machinery::parse(text, "", syntax).map_or(Ok(()), |template| {
            tree::roots(&template, &mut |root| match root {
                Root::Expression(expression) => self.weigh(expression).map(drop),
                Root::Call(call) => self.weigh_apart(tree::of_call(call)),
            })
        })
    }

    /// At most how many bytes an expression and its parts come to, when the compiler reckons it.
    fn weigh(&mut self, expression: &Expr<'_>) -> Weighed<Option<u64>> {
        match expression {
            Expr::Const(known) => {
                let text = known.value.as_str().map(|text| text.len() as u64);
                return Ok(Some(text.map_or(VALUE, |bytes| bytes.max(1))));
            }
            Expr::List(_) | Expr::Tuple(_) | Expr::Map(_) | Expr::Compare(_) => {
                return self.weigh_all(tree::parts(expression));
            }
            Expr::UnaryOp(operation) => return self.weigh(&operation.expr),
            Expr::BinOp(operation) => {
                let (left, right) = (&operation.left, &operation.right);
                let weights = (self.weigh(left)?, self.weigh(right)?);
                let (Some(of_left), Some(of_right)) = weights else {
                    return Ok(None);
                };
                let product = match operation.op {
                    BinOpKind::Mul => {
                        product(&Factor::of(left, of_left), &Factor::of(right, of_right))
                    }
                    _ => 0,
                };
                let left = self.0.checked_sub(product);
                self.0 = left.ok_or_else(|| tree::range(operation.span()))?;
                let whole = of_left.saturating_add(of_right).saturating_add(product);
                return Ok(Some(whole));
            }
            // What else there is comes to nothing that is known.
            _ => {}
        }
        self.weigh_apart(tree::parts(expression))?;
        Ok(None)
    }

    /// Weighs expressions that come to nothing together.
    fn weigh_apart(&mut self, all: Vec<&Expr<'_>>) -> Weighed<()> {
        all.into_iter()
            .try_for_each(|one| self.weigh(one).map(drop))
    }

    fn weigh_all(&mut self, all: Vec<&Expr<'_>>) -> Weighed<Option<u64>> {
        let mut whole = Some(VALUE);
        for one in all {
            let weight = self.weigh(one)?;
            whole = whole.zip(weight).map(|(a, b)| a.saturating_add(b));
        }
        Ok(whole)
    }
}

/// One side of a product.
enum Factor {
    Number(u64),
    /// A text or a list of so many bytes.
    Thing(u64),
    /// Anything, of so many bytes.
    Unknown(u64),
}

impl Factor {
    fn of(expression: &Expr<'_>, weight: u64) -> Self {
        if weight > HEAVIEST_NUMBER {
            return Self::Unknown(weight);
        }
        match expression.as_const() {
            Some(value) if value.kind() == ValueKind::Number => {
                Self::Number(value.as_usize().unwrap_or(0) as u64)
            }
            _ => Self::Thing(weight),
        }
    }
}

/// Bytes that a product comes to beside its two sides.
fn product(left: &Factor, right: &Factor) -> u64 {
    use Factor::{Number, Thing, Unknown};
    match (left, right) {
        (Number(times), Thing(weight) | Unknown(weight))
        | (Thing(weight) | Unknown(weight), Number(times)) => times.saturating_mul(*weight),
        // What is so long is no number, or was made to look like one.
        (Unknown(_), _) | (_, Unknown(_)) => u64::MAX,
        (Number(_), Number(_)) | (Thing(_), Thing(_)) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_written_out_is_weighed_and_only_large_products_are_refused() {
        let check = |template: &str, expected: Option<&str>| {
            let taken = Allowance::default().take(template, SyntaxConfig::default());
            let refused = taken.err().map(|range| &template[range]);
            assert_eq!(refused, expected, "{template}");
        };
        let large = "\"x\" * 10000000";
        for template in [
            "{{ a }}\né{{ # }}",
            "{{ (#)|length }}",
            "{% set a = # %}",
            "{% if # %}{% endif %}",
            "{% if a %}{% elif # %}{% endif %}",
            "{% if a %}{% else %}{{ # }}{% endif %}",
            "{% for a in # %}{% endfor %}",
            "{% for a in b if # %}{% endfor %}",
            "{% for a in b %}{{ # }}{% endfor %}",
            "{% for a in b %}{% else %}{{ # }}{% endfor %}",
            "{% with a = # %}{% endwith %}",
            "{% with a = b %}{{ # }}{% endwith %}",
            "{% set a %}{{ # }}{% endset %}",
            "{% set a | replace(#, b) %}{% endset %}",
            "{% filter replace(#, b) %}{% endfilter %}",
            "{% filter upper %}{{ # }}{% endfilter %}",
            "{% autoescape # %}{% endautoescape %}",
            "{% autoescape false %}{{ # }}{% endautoescape %}",
            "{% block a %}{{ # }}{% endblock %}",
            "{% macro a(b=#) %}{% endmacro %}",
            "{% macro a() %}{{ # }}{% endmacro %}",
            "{% call a(#) %}{% endcall %}",
            "{% call a() %}{{ # }}{% endcall %}",
            "{% do a(#) %}",
            "{% include # %}",
            "{% extends # %}",
            "{% import # as a %}",
            "{% from # import a %}",
            "{{ a[#] }}",
            "{{ a[#:] }}",
            "{{ a[:#] }}",
            "{{ (#).b }}",
            "{{ not (#) }}",
            "{{ # if a else b }}",
            "{{ a if # else b }}",
            "{{ a if b else # }}",
            "{{ a(b=#) }}",
            "{{ a(*#) }}",
            "{{ a(**#) }}",
            "{{ a is b(#) }}",
            "{{ (#) is string }}",
            "{{ a < (#) }}",
            "{{ [a, #] }}",
            "{{ (a, #) }}",
            "{{ {a: #} }}",
            "{{ {(#): a} }}",
            "{{ (#) ~ a }}",
            "{{ a ~ (#) }}",
        ] {
            check(&template.replace('#', large), Some(large));
            check(&template.replace('#', "a * 10000000"), None);
            check(&template.replace('#', "1000000 * 1000000"), None);
            check(&template.replace('#', "\"x\" * 100"), None);
        }
        for product in [
            "10000000 * \"x\"",
            "\"x\" * (10 ** 7)",
            "\"x\" * (100000 / 0.01)",
            "\"x\" * 1e7",
            "\"x\" * (0 or 10000000)",
            "\"x\" * -(0 - 10000000)",
            "(1,) * 10000000",
            "[1] * 10000000",
            "(\"x\" ~ 1) * 10000000",
        ] {
            check(&format!("{{{{ {product} }}}}"), Some(product));
        }
        // Many small products, in one row or in many, are one large one.
        check(
            &format!("{{{{ a }}}}{}", "{{ \"x\" * 1000 }}".repeat(1_100)),
            Some("\"x\" * 1000"),
        );
        check(
            "{{ \"x\" * 900 * 900 * 900 }}",
            Some("\"x\" * 900 * 900 * 900"),
        );
        let long = "x".repeat(5_000);
        let disguised = format!("((\"{long}\" == 1) or 10000000) * \"x\"");
        check(&format!("{{{{ {disguised} }}}}"), Some(&disguised));
        check(&format!("{{{{ \"{long}\" * 3 }}}}"), None);
    }
}
