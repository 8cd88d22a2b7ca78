//! What an author meant by a value or key of YAML that a schema refuses, as far as its text shows it.

use std::ops::Range;
use std::sync::Arc;

use source::yaml::{self, Node};
use source::{Diagnostic, Source};

/// What to do where a comma between braces ended a text.
pub(crate) const COMMA: &str =
    "a comma between braces begins another key: put the text before it in quotes";

/// Whether a key stands between braces without a colon, as the rest of a text does in which there is a comma.
pub(crate) fn is_rest_of_text(text: &str, key: &Range<usize>) -> bool {
    let (before, behind) = (text.get(..key.start), text.get(key.end..));
    let before = before.is_some_and(|text| text.trim_end().ends_with(','));
    before && behind.is_some_and(|text| text.trim_start().starts_with([',', '}']))
}

/// Whether a key between braces is what stands behind the comma of a decimal, as `9 %` in `{ value: 99,9 % }`.
pub(crate) fn is_rest_of_number(text: &str, key: &Range<usize>) -> bool {
    let (before, own) = (text.get(..key.start), text.get(key.clone()));
    let is_digit = |c: char| c.is_ascii_digit();
    let before = before.and_then(|text| text.strip_suffix(','));
    before.is_some_and(|text| text.ends_with(is_digit))
        && own.is_some_and(|own| own.starts_with(is_digit))
}

/// The rest of a decimal with a comma between braces, with its comma; nothing behind any other number.
pub(crate) fn rest_of_number<'a>(text: &'a str, number: &Range<usize>) -> &'a str {
    let begin = number.end + 1;
    let behind = text.get(begin..).unwrap_or_default();
    let len = behind.find([',', '}', ']', '\n']).unwrap_or(0);
    let rest = behind[..len].trim_end();
    match is_rest_of_number(text, &(begin..begin + rest.len())) {
        true => &text[number.end..begin + rest.len()],
        false => "",
    }
}

/// How to write a text as the number that it was to be.
pub(crate) fn as_number(text: &str, is_whole: bool) -> String {
    match number(text) {
        Some((number, _)) if is_whole && number.contains('.') => {
            "write it without a fraction".to_owned()
        }
        Some((number, why)) => format!("write `{number}`: {why}"),
        None => "write it in digits, such as `10`".to_owned(),
    }
}

/// How to write a text with a unit of bytes as a number of them; none of any other text.
pub(crate) fn as_bytes(text: &str) -> Option<String> {
    let (size, _) = number(text)?;
    let unit = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let factor = match unit.trim().to_lowercase().as_str() {
        "b" | "o" | "byte" | "bytes" | "octets" => 1.0,
        "k" | "kb" | "ko" => 1e3,
        "kib" | "kio" => 1024.0,
        "m" | "mb" | "mo" => 1e6,
        "mib" | "mio" => 1024.0 * 1024.0,
        _ => return None,
    };
    let bytes = size.parse::<f64>().ok()? * factor;
    Some(format!("write `{bytes:.0}`: it is a number of bytes"))
}

/// How to write a text as the list that it was to be.
pub(crate) fn as_list(written: &str) -> String {
    match is_list_without_spaces(written) {
        true => "write a space behind each `-`".to_owned(),
        false => format!("write it as a list: `[{written}]`"),
    }
}

/// What to do about a key that has no value, at the place of the value.
pub(crate) fn as_value(text: &str, offset: usize) -> String {
    match comment_for_value(text, offset) {
        Some(comment) => {
            format!("`{comment}` begins a comment: put the value in quotes: `\"{comment}\"`")
        }
        None => "give it a value or remove the key".to_owned(),
    }
}

/// The number that a text begins with, as it is to be written, and why it is none yet.
fn number(text: &str) -> Option<(String, &'static str)> {
    let text = text.trim();
    let is_space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
    let of_number = |c: char| c.is_ascii_digit() || is_space(c) || matches!(c, ',' | '.' | '-');
    let len = text.find(|c| !of_number(c)).unwrap_or(text.len());
    let digits = text[..len].trim_end_matches(is_space);
    let plain: String = digits.chars().filter(|c| !is_space(*c)).collect();
    let point = plain.replacen(',', ".", 1);
    point.parse::<f64>().ok()?;
    let why = match () {
        () if len < text.len() => "its unit is no part of it",
        () if point != plain => "a decimal has a point",
        () => "a number holds no space",
    };
    Some((point, why))
}

/// Whether the lines of a text are those of a list whose dashes lack their spaces.
fn is_list_without_spaces(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.all(|line| {
        let item = line.strip_prefix('-');
        item.is_some_and(|item| item.starts_with(char::is_alphanumeric))
    })
}

/// Values that stand in curly quotes, which are signs like others to YAML; those with straight quotes around them are meant.
pub(crate) fn in_curly_quotes(
    source: &Arc<Source>,
    node: &Node,
    data: &Range<usize>,
) -> Vec<Diagnostic> {
    let text = source.text();
    let has_any = memchr::memmem::find(&text.as_bytes()[data.clone()], "“".as_bytes()).is_some();
    let nodes = if has_any { node.walk() } else { Vec::new() };
    let told = nodes.into_iter().filter_map(|node| {
        let inner = node.as_text()?.strip_prefix('“')?.strip_suffix('”')?;
        let written = text.get(node.span.clone())?;
        if inner.contains(['“', '”', '"', '\\', '\n']) || !written.starts_with('“') {
            return None;
        }
        let message = "these quotes are shown: they are part of the value";
        let mistake = Diagnostic::warning("curly-quotes", message).at(source, node.span.clone());
        Some(mistake.hint(format!(
            "write `\"{inner}\"`, or `\"“{inner}”\"` to show them"
        )))
    });
    told.collect()
}

/// What stands as a comment where the value of a line would, whose key or dash ends before an offset.
fn comment_for_value(text: &str, offset: usize) -> Option<&str> {
    let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    let comment = line.find(" #").map(|at| &line[at + 1..])?;
    let before = line[..line.len() - comment.len()].trim_end();
    yaml::glued(comment).filter(|_| before.ends_with([':', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_in_digits_with_a_point() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(number, why)| (number.to_owned(), why));
            assert_eq!(number(text), expected, "{text}");
        };
        check("4,5", Some(("4.5", "a decimal has a point")));
        check("-20,8789", Some(("-20.8789", "a decimal has a point")));
        check("1 400", Some(("1400", "a number holds no space")));
        check("1\u{202f}400,5", Some(("1400.5", "a decimal has a point")));
        check("14 j", Some(("14", "its unit is no part of it")));
        check("99,9 %", Some(("99.9", "its unit is no part of it")));
        check("many", None);
        check("1,2,3", None);
        check("2024-01-15", None);
    }

    #[test]
    fn a_size_is_a_number_of_bytes() {
        let check = |text: &str, expected: Option<&str>| {
            let expected = expected.map(|n| format!("write `{n}`: it is a number of bytes"));
            assert_eq!(as_bytes(text), expected, "{text}");
        };
        check("20kB", Some("20000"));
        check("1,5 ko", Some("1500"));
        check("20 KiB", Some("20480"));
        check("900 bytes", Some("900"));
        check("20", None);
        check("20 %", None);
        check("kB", None);
    }

    #[test]
    fn what_a_comma_cuts_of_a_number_is_its_rest() {
        let text = "{ value: 99,9 %, label: a }";
        assert_eq!(rest_of_number(text, &(9..11)), ",9 %");
        assert!(is_rest_of_number(text, &(12..15)));
        assert_eq!(rest_of_number("{ value: 99, label: a }", &(9..11)), "");
    }

    #[test]
    fn a_comment_stands_for_a_value_only_behind_its_key() {
        assert_eq!(comment_for_value("a: #b c\n", 2), Some("#b c"));
        assert_eq!(comment_for_value("a:\n  - #b\n", 5), Some("#b"));
        assert_eq!(comment_for_value("a: # b\n", 2), None);
        assert_eq!(comment_for_value("a: b #c\n", 2), None);
    }

    #[test]
    fn a_list_has_a_space_behind_each_dash() {
        assert!(is_list_without_spaces("-SaaS\n  -Méthode"));
        assert!(!is_list_without_spaces("SaaS\n  -Méthode"));
        assert!(!is_list_without_spaces("- SaaS"));
    }
}
