//! Names that a template asks for behind `default` or `is defined`, and that nothing ever sets.

use std::collections::BTreeSet;

use content::Site;
use source::{Diagnostic, did_you_mean};

use crate::markup::{Code, Markup, words};

/// What every template knows, and what stands for itself.
const KNOWN: [&str; 12] = [
    "site", "page", "entry", "loop", "self", "super", "caller", "true", "false", "none", "True",
    "None",
];

/// A warning for each, where it stands.
pub fn warnings(site: &Site, markups: &[Markup]) -> Vec<Diagnostic> {
    let set = names(site, markups);
    let own = markups
        .iter()
        .filter(|markup| markup.source.name() == markup.source.path);
    let mut found = Vec::new();
    for markup in own {
        for code in &markup.code {
            let asked = asked(&code.text).filter(|name| !set.contains(name));
            found.extend(asked.map(|name| warning(markup, code, name, &set)));
        }
    }
    found
}

fn warning(markup: &Markup, code: &Code, name: &str, set: &BTreeSet<&str>) -> Diagnostic {
    let near = did_you_mean(name, set.iter().copied());
    let hint =
        near.unwrap_or_else(|| format!("write `{{% set {name} = … %}}`, or remove the question"));
    Diagnostic::warning("undefined-variable", format!("nothing sets `{name}`"))
        .at(&markup.source, code.span.clone())
        .hint(hint)
}

/// All that is set, imported, looped over or given somewhere: an include is shown what those that include it set, and a
/// component the data of its fences.
fn names<'a>(site: &'a Site, markups: &'a [Markup]) -> BTreeSet<&'a str> {
    let mut names: BTreeSet<&str> = KNOWN.into();
    let schemas = site.components.values();
    for schema in schemas {
        names.extend(schema.fields().iter().map(|(name, _)| &**name));
    }
    for embed in site.entries.iter().flat_map(|entry| &entry.embeds) {
        if let content::field::Field::Map(fields) = embed {
            names.extend(fields.iter().map(|(name, _)| &**name));
        }
    }
    for code in markups.iter().flat_map(|markup| &markup.code) {
        let text = code.text.as_str();
        let mut all = words(text);
        match all.next().filter(|_| !code.is_expression) {
            // `{% set a, b = … %}`, `{% for a, b in … %}`, `{% with a = … %}`, macros with what they take.
            Some("set") => names.extend(words(text.split('=').next().unwrap_or_default())),
            Some("for") => names.extend(words(text.split(" in ").next().unwrap_or_default())),
            Some("with" | "macro" | "call" | "import" | "from") => names.extend(all),
            _ => {}
        }
    }
    names
}

/// The names that stand alone before `| default` or `is defined`.
fn asked(code: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let defaults = code.match_indices('|').filter(move |(at, _)| {
        let filter = code[at + 1..].trim_start();
        let filter = filter.split(|c| !is_part(c)).next();
        matches!(filter, Some("default" | "d"))
    });
    let tests = code.match_indices(" is ").filter(move |(at, _)| {
        let test = code[at + 4..].trim_start();
        let test = test.strip_prefix("not ").unwrap_or(test).trim_start();
        let test = test.split(|c| !is_part(c)).next();
        matches!(test, Some("defined" | "undefined"))
    });
    let ends = defaults.chain(tests).map(|(at, _)| at);
    ends.filter_map(move |end| {
        let before = code[..end].trim_end();
        let start = before.rfind(|c| !is_part(c)).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
        let name = &before[start..];
        let is_alone = !before[..start].trim_end().ends_with('.');
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        (is_alone && is_name && code[..start].matches('"').count().is_multiple_of(2))
            .then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_stand_alone_are_asked_for() {
        let check = |code: &str, expected: &[&str]| {
            assert_eq!(asked(code).collect::<Vec<_>>(), expected, "{code}");
        };
        check("titel | default(\"x\")", &["titel"]);
        check("if titel is not defined and b|default", &["b", "titel"]);
        check("entry.titel | default(0)", &[]);
        check("f(a)|default(b|d)", &["b"]);
        check("\"a | default\"", &[]);
        check("été is defined", &["été"]);
    }
}
