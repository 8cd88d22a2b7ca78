//! How amounts are said: the one home of plurals and of "and 3 other pages".

use std::path::Path;

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

/// A path as a command of a terminal takes it.
pub fn argument(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/\\:._-+~".contains(c);
    match !path.is_empty() && path.chars().all(is_plain) {
        true => path,
        false => format!("\"{}\"", path.replace('"', "\\\"")),
    }
}

/// A mistake with how many pages show it beside those that it names.
pub fn with_others(diagnostic: Diagnostic, others: usize) -> Diagnostic {
    match others {
        0 => diagnostic,
        n => diagnostic.note(format!("and {}", count(n, "other page"))),
    }
}
