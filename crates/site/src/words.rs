//! How amounts are said: the one home of plurals and of "and 3 other pages".

use source::Diagnostic;

/// `1 page`, `2 pages`, `1,234 pages`.
pub fn count(n: usize, noun: &str) -> String {
    let digits = n.to_string();
    let mut said = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            said.push(',');
        }
        said.push(digit);
    }
    let ending = if n == 1 { "" } else { "s" };
    format!("{said} {noun}{ending}")
}

/// A mistake with how many pages show it beside those that it names.
pub fn with_others(diagnostic: Diagnostic, others: usize) -> Diagnostic {
    match others {
        0 => diagnostic,
        n => diagnostic.note(format!("and {}", count(n, "other page"))),
    }
}
