//! Markup that stays text because it is not closed, or not Markdown's own.

use std::ops::Range;

use memchr::{memchr_iter, memchr3_iter, memmem};

use super::misread::{Literal, foreign, one_line, run, warning};
use super::survey::Survey;
use super::unread_lines;
use source::Severity;
use typography::OPAQUE;

/// Adds what in the text of a run looks like markup and is none.
pub(super) fn find(flow: &str, survey: &Survey, found: &mut Vec<Literal>) {
    let before = found.len();
    let has_marks = survey.has(b"*`~");
    if has_marks {
        marks(flow, found);
    }
    if survey.has(b"_") {
        underscores(flow, found);
    }
    if survey.has(b"{") {
        braces(flow, found);
    }
    if has_marks || survey.has(b"=^") {
        pairs(flow, found);
    }
    if survey.has(b"&<") {
        entities(flow, found);
        addresses(flow, found);
        html(flow, found);
    }
    if survey.has(b"[") {
        brackets(flow, found);
    }
    unread_lines::lines(flow, found);
    if found.len() == before {
        return;
    }
    // What stands in a formula, say, is told once.
    let (told, new) = found.split_at(before);
    let is_told = |one: &Literal| {
        let own = &one.place;
        told.iter()
            .any(|t| t.place.start < own.end && own.start < t.place.end)
    };
    let new: Vec<bool> = new.iter().map(is_told).collect();
    let mut again = std::iter::repeat_n(false, before).chain(new);
    found.retain(|_| !again.next().unwrap_or_default());
}

/// The rest of a line, as far as one thing reaches: many that nothing closes stay cheap.
fn ahead(flow: &str, at: usize) -> &str {
    const MOST: usize = 400;
    let end = flow.len().min(at + MOST);
    let end = (at..=end).rev().find(|end| flow.is_char_boundary(*end));
    let near = &flow[at..end.unwrap_or(at)];
    near.split('\n').next().unwrap_or_default()
}

/// What stands before and behind a range.
fn around(flow: &str, start: usize, end: usize) -> (Option<char>, Option<char>) {
    (
        flow[..start].chars().next_back(),
        flow[end..].chars().next(),
    )
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == OPAQUE)
}

fn is_gap(c: Option<char>) -> bool {
    c.is_none_or(char::is_whitespace)
}

/// Marks of emphasis, of code and of what is struck out, the first of each kind.
fn marks(flow: &str, found: &mut Vec<Literal>) {
    let (mut told, mut alone, mut end) = (Vec::new(), None, 0);
    for at in memchr3_iter(b'*', b'`', b'~', flow.as_bytes()) {
        if at < end {
            continue;
        }
        let len = run(flow, at);
        end = at + len;
        let mark = &flow[at..end];
        let (before, behind) = around(flow, at, end);
        let is_between = (is_word(before) && is_word(behind)) || (is_gap(before) && is_gap(behind));
        let is_open = !is_word(before) && is_word(behind);
        let place = match (mark, len) {
            ("*", _) if is_gap(before) && is_gap(behind) => {
                // Between figures it multiplies.
                let next = flow[end..].trim_start().chars().next();
                alone = next.is_some_and(char::is_alphabetic).then_some(at);
                None
            }
            // A star behind a word leads to a remark, unless one stands before it that a space keeps from opening.
            ("*", _) if is_word(before) => alone.take().map(|start| start..start + 1),
            ("*", _) => is_open.then_some(at..end),
            ("~~", _) => (!is_between).then_some(at..end),
            (_, 1..=3) if mark.starts_with('`') => Some(at..end),
            (_, 2..=3) if mark.starts_with('*') => {
                let is_power = is_word(before) && is_word(behind);
                (!is_power).then_some(at..end)
            }
            _ => None,
        };
        if let Some(place) = place.filter(|_| !told.contains(&mark)) {
            told.push(mark);
            found.push(unclosed(flow, place));
        }
    }
}

/// Marks at the beginning of a word that nothing closes.
fn underscores(flow: &str, found: &mut Vec<Literal>) {
    let mut marks = memchr::memrchr_iter(b'_', flow.as_bytes());
    let last = marks.find(|at| is_word(flow[..*at].chars().next_back()));
    let mut end = 0;
    for at in memchr_iter(b'_', flow.as_bytes()) {
        if at < end {
            continue;
        }
        end = at + run(flow, at);
        let (before, behind) = around(flow, at, end);
        // A name may begin with one: `_blank`.
        if !is_word(before)
            && is_word(behind)
            && (end - at == 2 || end - at == 1 && last >= Some(end))
        {
            found.push(unclosed(flow, at..end));
            return;
        }
    }
}

/// A mark that nothing closes.
fn unclosed(flow: &str, place: Range<usize>) -> Literal {
    let mark = &flow[place.clone()];
    let (_, behind) = around(flow, place.start, place.end);
    let rest = &flow[place.end..];
    // Between longer marks, back ticks are shown.
    let shown = match mark.contains('`') {
        true => format!("```` {mark} ````"),
        false => format!("`{mark}`"),
    };
    let hint = match rest.contains(mark) {
        _ if is_gap(behind) => {
            "leave no space between a mark and the text that it is for".to_owned()
        }
        true => {
            "a mark closes behind a word or a sign, with a space or a sign behind it".to_owned()
        }
        false => format!(
            "write {shown} behind the text that it is for, or `\\` before each sign to show it"
        ),
    };
    let why = if is_gap(behind) {
        "a space follows"
    } else {
        "nothing closes it"
    };
    let message = format!("{shown} is shown as it is: {why}");
    warning("unread-emphasis", place, message, hint)
}

/// What templates, shortcodes and attributes of other programs look like.
fn braces(flow: &str, found: &mut Vec<Literal>) {
    let mut done = 0;
    for at in memchr_iter(b'{', flow.as_bytes()) {
        if at < done {
            continue;
        }
        let line = ahead(flow, at);
        let kinds = [("{{", "}}"), ("{%", "%}"), ("{", "}")];
        let kind = kinds.iter().find(|(open, _)| line.starts_with(open));
        let close = kind.and_then(|(open, close)| Some((open, line.find(close)? + close.len())));
        let Some((open, len)) = close else { continue };
        let text = &line[..len];
        let hint = match *open {
            "{{" if text.starts_with("{{<") || text.starts_with("{{%") => {
                "texts have no shortcodes: a fence ```` ```component NAME ```` shows one of templates/components/"
            }
            "{{" | "{%" => {
                "texts run no templates: write it there, or put it between back ticks to show it"
            }
            _ if is_attribute(flow[..at].chars().next_back(), &text[1..len - 1]) => {
                "only headings have attributes"
            }
            _ => continue,
        };
        done = at + len;
        found.push(foreign(at..done, text, hint));
    }
}

/// Whether what stands between braces looks like attributes: `.wide`, `#part`, `: .wide`, or `width=3` behind a link.
fn is_attribute(before: Option<char>, inner: &str) -> bool {
    let name = inner.trim_start_matches(':').trim_start();
    let is_named = name
        .strip_prefix(['.', '#'])
        .is_some_and(|n| n.starts_with(|c: char| c.is_ascii_alphabetic()));
    // Behind a link stands the end of its text.
    let is_tight = !is_gap(before);
    let key = inner.split_once('=').map_or("", |(key, _)| key);
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    is_named || is_tight && is_key
}

/// `==marked==`, `x^2^` and notes in a line, as other programs have them.
fn pairs(flow: &str, found: &mut Vec<Literal>) {
    for (sign, hint) in [
        (
            "==",
            "Markdown marks nothing: write `**…**`, or `<mark>…</mark>`",
        ),
        ("^", "write `<sup>…</sup>`"),
        ("~", "write `<sub>…</sub>`"),
    ] {
        let mut from = 0;
        while let Some(at) =
            memmem::find(&flow.as_bytes()[from..], sign.as_bytes()).map(|i| from + i)
        {
            from = at + sign.len();
            let inner = ahead(flow, from);
            let len = inner.find(sign).filter(|len| *len > 0);
            let text = &inner[..len.unwrap_or(0)];
            let is_tight = is_word(text.chars().next()) && is_word(text.chars().next_back());
            let is_short = sign == "==" || !text.contains(char::is_whitespace);
            if is_tight && is_short && !text.contains('\n') {
                let end = from + text.len() + sign.len();
                found.push(foreign(at..end, &flow[at..end], hint));
                from = end;
            } else if sign == "^"
                && inner.starts_with('[')
                && let Some(end) = inner.find(']').map(|i| from + i + 1)
            {
                found.push(foreign(
                    at..end,
                    &flow[at..end],
                    "write `[^1]`, and a line `[^1]: …` below",
                ));
                from = end;
            }
        }
    }
}

/// Names that need their semicolon most.
const NAMES: [&str; 12] = [
    "nbsp", "amp", "lt", "gt", "quot", "copy", "eacute", "egrave", "agrave", "ccedil", "euro",
    "hellip",
];

/// `&name;` that is no character, and `&nbsp` without its end.
fn entities(flow: &str, found: &mut Vec<Literal>) {
    for at in memchr_iter(b'&', flow.as_bytes()) {
        let rest = &flow[at + 1..];
        let len = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (name, end) = (&rest[..len], at + 1 + len);
        if len > 1 && rest[len..].starts_with(';') {
            let hint = "write the character itself, or escape the sign as `\\&`";
            found.push(foreign(at..end + 1, &flow[at..=end], hint));
        } else if NAMES.contains(&name) {
            let hint = format!("write `&{name};`, or the character itself");
            found.push(foreign(at..end, &flow[at..end], hint));
        }
    }
}

/// `<https://…` that nothing closes.
fn addresses(flow: &str, found: &mut Vec<Literal>) {
    for at in memmem::find_iter(flow.as_bytes(), b"<http") {
        let message = "nothing closes this address";
        let hint = "write `>` behind it, or leave out `<`";
        found.push(warning("broken-markup", at..at + 1, message, hint));
    }
}

/// Comments and tags that nothing closes before their run of text ends.
fn html(flow: &str, found: &mut Vec<Literal>) {
    let mut end = 0;
    for at in memchr_iter(b'<', flow.as_bytes()) {
        if at < end {
            continue;
        }
        let rest = &flow[at..];
        let (code, message, hint) = if rest.starts_with("<!--") {
            // What stands behind it is a part of the comment.
            end = flow.len();
            (
                "unclosed-comment",
                "nothing closes this comment here, so that it is shown to everybody",
                "end it with `-->` in the same run of text, or escape it as `\\<!--` to show it",
            )
        } else if let Some(len) = cut_tag(ahead(flow, at)) {
            end = at + len;
            (
                "raw-html",
                "this tag does not end",
                "end it with `>`, and each of its values with its quotation mark, or escape it as `\\<` to show it",
            )
        } else {
            continue;
        };
        let line = ahead(flow, at).trim_end();
        found.push(Literal {
            place: at..at + line.len(),
            code,
            severity: Severity::Error,
            message: message.to_owned(),
            hint: hint.to_owned(),
        });
    }
}

/// How long the beginning of a tag with an attribute is, such as `<a href="`; what else follows a `<` may be prose.
fn cut_tag(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?;
    let inner = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let attribute = inner.trim_start();
    let value = attribute.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let is_parted = attribute.len() < inner.len() && value.len() < attribute.len();
    let quoted = value.strip_prefix("=\"").or(value.strip_prefix("='"))?;
    (begins && is_parted).then(|| text.len() - quoted.len())
}

/// Links the wrong way round, and links and lists of contents as wikis have them.
fn brackets(flow: &str, found: &mut Vec<Literal>) {
    for at in memmem::find_iter(flow.as_bytes(), b")[") {
        let address = ahead(flow, at + 2)
            .split([']', ' '])
            .next()
            .unwrap_or_default();
        let is_closed = flow[at + 2 + address.len()..].starts_with(']');
        let is_address = ["http://", "https://", "mailto:", "/", "./", "../"]
            .iter()
            .any(|s| address.starts_with(s));
        if !is_closed || !is_address {
            continue;
        }
        let mut before = flow[..at].char_indices().rev().take(400);
        if let Some((open, _)) = before.find(|(_, c)| *c == '(') {
            let text = &flow[open + 1..at];
            let end = at + 3 + address.len();
            let hint = format!("write `[{}]({address})`", one_line(text));
            found.push(warning(
                "broken-markup",
                open..end,
                "this link is written the wrong way round",
                hint,
            ));
        }
    }
    for at in memmem::find_iter(flow.as_bytes(), b"[[") {
        let (before, _) = around(flow, at, at);
        let line = ahead(flow, at);
        if let Some(len) = line.find("]]").filter(|len| *len > 2 && !is_word(before)) {
            let hint = "write a link as `[text](file.md)`; contents are `entry.toc` in a template";
            found.push(foreign(at..at + len + 2, &line[..len + 2], hint));
        }
    }
    if flow.trim().eq_ignore_ascii_case("[toc]") {
        let start = flow.find('[').unwrap_or(0);
        let hint = "contents are `entry.toc` in a template";
        found.push(foreign(start..start + 5, "[TOC]", hint));
    }
}
