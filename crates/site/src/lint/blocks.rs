//! What a template says that the one it extends never shows: blocks that it does not have, and what stands outside of any.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use source::{Diagnostic, did_you_mean};

use crate::markup::{Code, Markup, words};

/// The mistakes in the blocks of all templates.
pub fn mistakes(markups: &[Markup]) -> Vec<Diagnostic> {
    let by_name: BTreeMap<&str, &Markup> = markups.iter().map(|m| (&*m.name, m)).collect();
    let of_one = |markup: &Markup| {
        let Some((start, known)) = inherited(markup, &by_name) else {
            return Vec::new();
        };
        let mut found = unknown(markup, &known);
        found.extend(outside(markup, start));
        found
    };
    markups.iter().flat_map(of_one).collect()
}

/// Where what a template extends is named, and all blocks of that; none where only rendering knows, or the one that it names
/// is not there, which is told elsewhere.
fn inherited<'a>(
    markup: &'a Markup,
    by_name: &BTreeMap<&str, &'a Markup>,
) -> Option<(usize, BTreeSet<&'a str>)> {
    let mut known = BTreeSet::new();
    let (first, start) = parent(markup)?;
    let mut seen = BTreeSet::from([first]);
    let mut next = *by_name.get(first)?;
    loop {
        known.extend(next.code.iter().filter_map(|code| block(code)));
        match next
            .code
            .iter()
            .find(|code| words(&code.text).next() == Some("extends"))
        {
            None => return Some((start, known)),
            Some(_) => {
                let (name, _) = parent(next)?;
                if !seen.insert(name) {
                    return None;
                }
                next = by_name.get(name)?;
            }
        }
    }
}

/// The template that one extends, where it names it literally, and where that ends.
fn parent(markup: &Markup) -> Option<(&str, usize)> {
    let extends = markup.code.iter().find_map(|code| {
        let name = code.text.strip_prefix("extends")?.trim();
        Some((name, code.span.end))
    });
    let (name, end) = extends?;
    let quote = name.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let name = name[1..].strip_suffix(quote)?;
    (!name.contains(quote)).then_some((name, end))
}

/// The name of the block that a statement opens.
fn block(code: &Code) -> Option<&str> {
    let mut words = words(&code.text);
    (!code.is_expression && words.next() == Some("block")).then(|| words.next())?
}

/// Blocks of their own at the top of a template: they have a place nowhere.
fn unknown(markup: &Markup, known: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let (mut depth, mut found) = (0_usize, Vec::new());
    for code in &markup.code {
        if let Some(name) = block(code) {
            if depth == 0 && !known.contains(name) {
                let hint = did_you_mean(name, known.iter().copied()).unwrap_or_else(|| {
                    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                    match known.is_empty() {
                        true => "it has none".to_owned(),
                        false => format!("its blocks: {}", known.join(", ")),
                    }
                });
                let message = format!(
                    "no template that this one extends has a block `{name}`: it is not shown"
                );
                let mistake = Diagnostic::error("unknown-block", message).hint(hint);
                found.push(mistake.at(&markup.source, code.span.clone()));
            }
            depth += 1;
        } else if words(&code.text).next() == Some("endblock") {
            depth = depth.saturating_sub(1);
        }
    }
    found
}

/// The first text or expression behind `extends` that stands in no block, macro or variable.
fn outside(markup: &Markup, start: usize) -> Option<Diagnostic> {
    let text = &markup.source.text();
    let (mut depth, mut at) = (0_usize, start);
    let mut found: Option<Range<usize>> = None;
    let ends = std::iter::once(None);
    for code in markup.code.iter().map(Some).chain(ends) {
        let until = code.map_or(text.len(), |code| code.span.start);
        if depth == 0 && at <= until {
            found = shown(text, at..until);
        }
        let Some(code) = code.filter(|code| found.is_none() && code.span.start >= start) else {
            match found {
                Some(_) => break,
                None => continue,
            }
        };
        at = code.span.end;
        let mut words = words(&code.text);
        let first = words.next().unwrap_or_default();
        match first {
            _ if code.is_expression && depth == 0 => found = Some(code.span.clone()),
            "include" if depth == 0 => found = Some(code.span.clone()),
            _ if code.is_expression => {}
            "block" | "macro" | "raw" => depth += 1,
            "set" if code.is_set_block() => depth += 1,
            "endblock" | "endmacro" | "endset" | "endraw" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if found.is_some() {
            break;
        }
    }
    let message = "this is not shown: it stands in no block of the template that is extended";
    let mistake = Diagnostic::error("outside-block", message).at(&markup.source, found?);
    Some(mistake.hint("put it between `{% block NAME %}` and `{% endblock %}`, or remove it"))
}

/// The first line of a part of a template that readers would see.
fn shown(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let mut rest = &text[range.clone()];
    loop {
        rest = rest.trim_start();
        // Comments of the template, and of HTML.
        let close = [("{#", "#}"), ("<!--", "-->")];
        let comment = close.iter().find(|(open, _)| rest.starts_with(open));
        match comment {
            Some((_, close)) => rest = rest.split_once(close)?.1,
            None => break,
        }
    }
    let line = rest.lines().next()?.trim_end();
    let start = range.end - rest.len();
    (!line.is_empty()).then(|| start..start + line.len())
}
