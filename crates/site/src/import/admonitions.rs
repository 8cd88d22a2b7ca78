//! Notes, tips and warnings, however generators write them, as quotations that stand out.

use std::sync::LazyLock;

use regex::Regex;

use super::text::{Text, is_in};

/// The kinds of quotations that stand out, by the words that generators have for them.
pub fn admonition(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "note" | "info" | "notice" | "hint" | "callout" | "aside" | "alert" | "admonition" => {
            "NOTE"
        }
        "tip" | "success" => "TIP",
        "important" => "IMPORTANT",
        "warning" | "warn" => "WARNING",
        "caution" | "danger" | "error" => "CAUTION",
        _ => return None,
    })
}

/// A quotation that stands out.
pub fn quoted(kind: &str, title: &str, inner: &str) -> String {
    let lines = inner.lines().map(|line| {
        if line.is_empty() {
            ">\n".to_owned()
        } else {
            format!("> {line}\n")
        }
    });
    format!("> [!{kind}]\n{title}{}", lines.collect::<String>())
}

/// Lines without the indent that all of them have.
pub fn dedented(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let indent = lines
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    lines.join("\n")
}

/// `:::note[Title]` … `:::`, as quotations that stand out.
pub fn directives(body: &mut Text) {
    static OPEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?m)^([ \t]*):::+[ ]*(\w+)(?:\[(.*?)\])?(?:\{[^}]*\})?[ \t]*$").ok()
    });
    let Some(open) = OPEN.as_ref() else { return };
    let code = body.code();
    let mut changes = Vec::new();
    let mut done = 0;
    for found in open.captures_iter(&body.text) {
        let (Some(whole), Some(indent)) = (found.get(0), found.get(1)) else {
            continue;
        };
        if whole.start() < done || is_in(&code, whole.start()) {
            continue;
        }
        let Some(kind) = admonition(&found[2]) else {
            continue;
        };
        let rest = &body.text[whole.end()..];
        let mut end = None;
        let mut at = whole.end();
        for line in rest.split_inclusive('\n') {
            if at > whole.end()
                && line.trim_start().starts_with(":::")
                && line.trim().trim_matches(':').is_empty()
            {
                end = Some((at, at + line.trim_end().len()));
                break;
            }
            at += line.len();
        }
        let Some((inner_end, end)) = end else {
            continue;
        };
        let title = found
            .get(3)
            .map(|title| format!("> **{}**\n>\n", title.as_str()))
            .unwrap_or_default();
        let inner = dedented(&body.text[whole.end()..inner_end]);
        let block = quoted(kind, &title, inner.trim());
        let block: String = block
            .lines()
            .map(|line| format!("{}{line}\n", indent.as_str()))
            .collect();
        changes.push((whole.start()..end, block));
        done = end;
    }
    body.replace(changes);
}
