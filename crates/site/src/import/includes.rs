//! What mdBook puts into a text: other files, whole or in part, and the title; and the lines that it hides.

use std::sync::LazyLock;

use regex::Regex;
use source::href;

use super::document::ImportedPage;
use super::origin::Origin;
use super::report::{Report, Topic};

/// Puts the files in, and takes hidden lines out.
pub fn expand(origin: &Origin, document: &mut ImportedPage, report: &mut Report) {
    static HELPER: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(\\?)\{\{\s*#([a-z_]+)\s*([^}]*?)\s*\}\}").ok());
    let Some(helper) = HELPER.as_ref() else {
        return;
    };
    let mut changes = Vec::new();
    let text = document.body.text.clone();
    for found in helper.captures_iter(&text) {
        let Some(whole) = found.get(0) else { continue };
        if &found[1] == "\\" {
            changes.push((whole.start()..whole.start() + 1, String::new()));
            continue;
        }
        let line = document.body.line(whole.start());
        let folder = document
            .file
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let words: Vec<&str> = found[3].split_whitespace().collect();
        let included = words.first().and_then(|name| part(origin, folder, name));
        let new = match (&found[2], included) {
            ("include" | "rustdoc_include", Some(part)) => part.trim_end_matches('\n').to_owned(),
            ("playground" | "playpen", Some(part)) => {
                format!("```rust\n{}\n```", part.trim_end_matches('\n'))
            }
            ("title", _) => {
                document
                    .fields
                    .insert("title".to_owned(), found[3].to_owned().into());
                String::new()
            }
            (_, None) if words.is_empty() => continue,
            _ => {
                report.tell(
                    Topic::Shortcode,
                    (&document.file, line),
                    format!("`{}`", whole.as_str()),
                );
                continue;
            }
        };
        changes.push((whole.range(), new));
    }
    document.body.replace(changes);
    hide(document);
}

/// A file, or the lines or the anchor of it that stand behind its name.
fn part(origin: &Origin, folder: &str, name: &str) -> Option<String> {
    let (file, what) = name.split_once(':').unwrap_or((name, ""));
    let text = origin.text(&href::join(&format!("{folder}/_"), file)?)?;
    let is_mark = |line: &str| line.contains("ANCHOR:") || line.contains("ANCHOR_END:");
    let lines: Vec<&str> = text.lines().collect();
    let kept = |lines: &[&str]| {
        lines
            .iter()
            .filter(|l| !is_mark(l))
            .map(|l| format!("{l}\n"))
            .collect::<String>()
    };
    if what.is_empty() {
        return Some(kept(&lines));
    }
    let numbers: Vec<&str> = what.split(':').collect();
    if numbers
        .iter()
        .all(|n| n.is_empty() || n.parse::<usize>().is_ok())
    {
        let number = |at: usize| numbers.get(at).and_then(|n| n.parse::<usize>().ok());
        let from = number(0).unwrap_or(1).max(1) - 1;
        let to = match numbers.len() {
            1 => from + 1,
            _ => number(1).unwrap_or(lines.len()),
        };
        return Some(kept(lines.get(from..to.min(lines.len()))?));
    }
    let ends = |line: &&&str, mark: &str| {
        line.split(mark)
            .nth(1)
            .is_some_and(|rest| rest.split_whitespace().next() == Some(what))
    };
    let from = lines.iter().position(|line| ends(&line, "ANCHOR:"))? + 1;
    let len = lines[from..]
        .iter()
        .position(|line| ends(&line, "ANCHOR_END:"))
        .unwrap_or(lines.len() - from);
    Some(kept(&lines[from..from + len]))
}

/// Lines of Rust that begin with `# ` are compiled and not shown.
fn hide(document: &mut ImportedPage) {
    let mut changes = Vec::new();
    let (mut at, mut is_rust, mut mark) = (0, false, String::new());
    for line in document.body.text.split_inclusive('\n') {
        let bare = line.trim_start();
        let marks: String = bare
            .chars()
            .take_while(|c| *c == '`' || *c == '~')
            .collect();
        match mark.is_empty() {
            true if marks.len() >= 3 => {
                is_rust = bare[marks.len()..].trim_start().starts_with("rust");
                mark = marks;
            }
            false if marks.len() >= mark.len() && bare.trim_end() == marks => mark.clear(),
            false if is_rust && (bare.starts_with("# ") || bare.trim_end() == "#") => {
                changes.push((at..at + line.len(), String::new()))
            }
            false if is_rust && bare.starts_with("##") => {
                let indent = line.len() - bare.len();
                changes.push((at + indent..at + indent + 1, String::new()));
            }
            _ => {}
        }
        at += line.len();
    }
    document.body.replace(changes);
}
