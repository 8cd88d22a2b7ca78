//! Markup that stays text because it is not closed, not Markdown's own, or a space is missing or too much.

use memchr::{memchr, memchr_iter, memchr2, memchr3, memchr3_iter, memmem};

use super::literal::Literal;
use crate::typography::OPAQUE;
use source::Severity;

/// Adds what in the text of a run looks like markup and is none.
pub(super) fn find(flow: &str, found: &mut Vec<Literal>) {
    let bytes = flow.as_bytes();
    let before = found.len();
    let has_marks = memchr3(b'*', b'`', b'~', bytes).is_some();
    if has_marks {
        marks(flow, found);
    }
    if memchr(b'_', bytes).is_some() {
        underscores(flow, found);
    }
    if memchr(b'{', bytes).is_some() {
        braces(flow, found);
    }
    if has_marks || memchr2(b'=', b'^', bytes).is_some() {
        pairs(flow, found);
    }
    if memchr2(b'&', b'<', bytes).is_some() {
        entities(flow, found);
        addresses(flow, found);
    }
    if memchr(b'[', bytes).is_some() {
        brackets(flow, found);
    }
    lines(flow, found);
    // What stands in a formula, say, is told once.
    let (told, new) = found.split_at(before);
    let is_told = |one: &Literal| told.iter().any(|t| t.start < one.end && one.start < t.end);
    let new: Vec<bool> = new.iter().map(is_told).collect();
    let mut again = std::iter::repeat_n(false, before).chain(new);
    found.retain(|_| !again.next().unwrap_or_default());
}

fn warning(
    code: &'static str,
    (start, end): (usize, usize),
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Literal {
    Literal {
        start,
        end,
        code,
        severity: Severity::Warning,
        message: message.into(),
        hint: hint.into(),
    }
}

/// Markup of other programs.
fn foreign(place: (usize, usize), text: &str, hint: impl Into<String>) -> Literal {
    let message = format!("`{}` is shown as it is", one_line(text));
    warning("unread-markup", place, message, hint)
}

/// A text short enough to be told.
fn one_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// How many of the same sign stand in a row.
fn run(flow: &str, at: usize) -> usize {
    let bytes = &flow.as_bytes()[at..];
    bytes.iter().take_while(|byte| **byte == bytes[0]).count()
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
            ("*", _) if is_word(before) => alone.take().map(|start| (start, start + 1)),
            ("*", _) => is_open.then_some((at, end)),
            ("~~", _) => (!is_between).then_some((at, end)),
            (_, 1..=3) if mark.starts_with('`') => Some((at, end)),
            (_, 2..=3) if mark.starts_with('*') => {
                let is_power = is_word(before) && is_word(behind);
                (!is_power).then_some((at, end))
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
    let mut end = 0;
    for at in memchr_iter(b'_', flow.as_bytes()) {
        if at < end {
            continue;
        }
        end = at + run(flow, at);
        let (before, behind) = around(flow, at, end);
        let closes = || {
            let mut others = memchr_iter(b'_', &flow.as_bytes()[end..]).map(|i| end + i);
            others.any(|i| is_word(flow[..i].chars().next_back()))
        };
        // A name may begin with one: `_blank`.
        if !is_word(before) && is_word(behind) && (end - at == 2 || end - at == 1 && closes()) {
            found.push(unclosed(flow, (at, end)));
            return;
        }
    }
}

fn unclosed(flow: &str, (start, end): (usize, usize)) -> Literal {
    let mark = &flow[start..end];
    let (_, behind) = around(flow, start, end);
    let rest = &flow[end..];
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
    warning("unread-emphasis", (start, end), message, hint)
}

/// What templates, shortcodes and attributes of other programs look like.
fn braces(flow: &str, found: &mut Vec<Literal>) {
    let mut done = 0;
    for at in memchr_iter(b'{', flow.as_bytes()) {
        if at < done {
            continue;
        }
        let rest = &flow[at..];
        let line = rest.lines().next().unwrap_or_default();
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
        found.push(foreign((at, done), text, hint));
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
            let inner = &flow[from..];
            let len = inner.find(sign).filter(|len| *len > 0);
            let text = &inner[..len.unwrap_or(0)];
            let is_tight = is_word(text.chars().next()) && is_word(text.chars().next_back());
            let is_short = sign == "==" || !text.contains(char::is_whitespace);
            if is_tight && is_short && !text.contains('\n') {
                let end = from + text.len() + sign.len();
                found.push(foreign((at, end), &flow[at..end], hint));
                from = end;
            } else if sign == "^"
                && inner.starts_with('[')
                && let Some(end) = inner.find(']').map(|i| from + i + 1)
            {
                found.push(foreign(
                    (at, end),
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
            found.push(foreign((at, end + 1), &flow[at..=end], hint));
        } else if NAMES.contains(&name) {
            let hint = format!("write `&{name};`, or the character itself");
            found.push(foreign((at, end), &flow[at..end], hint));
        }
    }
}

/// `<https://…` that nothing closes.
fn addresses(flow: &str, found: &mut Vec<Literal>) {
    for at in memmem::find_iter(flow.as_bytes(), b"<http") {
        let message = "nothing closes this address";
        let hint = "write `>` behind it, or leave out `<`";
        found.push(warning("broken-markup", (at, at + 1), message, hint));
    }
}

/// Links the wrong way round, and links and lists of contents as wikis have them.
fn brackets(flow: &str, found: &mut Vec<Literal>) {
    for at in memmem::find_iter(flow.as_bytes(), b")[") {
        let address = flow[at + 2..]
            .split([']', ' ', '\n'])
            .next()
            .unwrap_or_default();
        let is_closed = flow[at + 2 + address.len()..].starts_with(']');
        let is_address = ["http://", "https://", "mailto:", "/", "./", "../"]
            .iter()
            .any(|s| address.starts_with(s));
        let open = flow[..at].rfind('(');
        if let Some(open) = open.filter(|_| is_closed && is_address) {
            let text = &flow[open + 1..at];
            let end = at + 3 + address.len();
            let hint = format!("write `[{}]({address})`", one_line(text));
            found.push(warning(
                "broken-markup",
                (open, end),
                "this link is written the wrong way round",
                hint,
            ));
        }
    }
    for at in memmem::find_iter(flow.as_bytes(), b"[[") {
        let (before, _) = around(flow, at, at);
        let line = flow[at..].lines().next().unwrap_or_default();
        if let Some(len) = line.find("]]").filter(|len| *len > 2 && !is_word(before)) {
            let hint = "write a link as `[text](file.md)`; contents are `entry.toc` in a template";
            found.push(foreign((at, at + len + 2), &line[..len + 2], hint));
        }
    }
    if flow.trim().eq_ignore_ascii_case("[toc]") {
        let start = flow.find('[').unwrap_or(0);
        let hint = "contents are `entry.toc` in a template";
        found.push(foreign((start, start + 5), "[TOC]", hint));
    }
}

/// What the beginning of a line would be with or without a space.
fn lines(flow: &str, found: &mut Vec<Literal>) {
    let (mut start, mut former) = (0, None);
    loop {
        let line = flow[start..].split('\n').next().unwrap_or_default();
        // Nearly all lines begin with a letter.
        let begins = line
            .as_bytes()
            .first()
            .is_some_and(|b| !b.is_ascii_uppercase() && *b != b' ');
        let bullet = if begins {
            line_start(line, start, found)
        } else {
            None
        };
        if let (Some((kind, _)), Some((last, (at, end)))) = (bullet, former)
            && kind == last
        {
            let hint = match kind {
                Bullet::Sign => "write `- ` in place of the sign",
                Bullet::Number => "write a space behind each number: `1. `",
                Bullet::Mark => "write a space behind each mark: `- `",
            };
            found.push(warning(
                "unread-list",
                (at, end),
                "these lines are no list: they are shown as one text",
                hint,
            ));
            // Told once for all its lines.
            return;
        }
        former = bullet;
        start += line.len() + 1;
        if start > flow.len() {
            return;
        }
    }
}

/// What lines of a list begin with that is none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bullet {
    Sign,
    Number,
    Mark,
}

/// What a line begins with. Returns what could begin an item of a list, and its place.
fn line_start(
    line: &str,
    start: usize,
    found: &mut Vec<Literal>,
) -> Option<(Bullet, (usize, usize))> {
    let first = line.chars().next()?;
    let rest = &line[first.len_utf8()..];
    let next = rest.chars().next();
    let is_letter = next.is_some_and(char::is_alphabetic);
    match first {
        '#' => heading(line, start, found),
        '-' | '+' | '*' | '>' if matches!(next, Some('\u{a0}' | '\u{202f}')) => {
            let end = start + 1 + next.map_or(0, char::len_utf8);
            let message = format!(
                "`{first}` is shown as it is: the space behind it is one that does not break"
            );
            found.push(warning(
                "unread-list",
                (start, end),
                message,
                "type the space again, without another key held",
            ));
        }
        '-' | '+' if is_letter => return Some((Bullet::Mark, (start, start + 1))),
        '-' | '+'
            if ["[ ]", "[x]", "[X]", "[]"]
                .iter()
                .any(|mark| rest.starts_with(mark)) =>
        {
            found.push(task((start, start + 3)));
        }
        '[' if ["[]", "[ x]", "[x ]"]
            .iter()
            .any(|mark| line.starts_with(mark)) =>
        {
            found.push(task((start, start + line.find(']').unwrap_or(0) + 1)));
        }
        '•' | '◦' | '▪' | '‣' | '●' => {
            return Some((Bullet::Sign, (start, start + first.len_utf8())));
        }
        '0'..='9' => {
            let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let mut behind = line[digits..].chars();
            let is_mark = matches!(behind.next(), Some('.' | ')'));
            if is_mark && digits < 3 && behind.next().is_some_and(char::is_alphabetic) {
                return Some((Bullet::Number, (start, start + digits + 1)));
            }
        }
        // Of three, one begins a definition where a text stands above.
        ':' if line.starts_with("::") => {
            let hint = "write a quotation that begins with `> [!NOTE]`, or a fence ```` ```component NAME ````";
            found.push(foreign((start, start + line.len()), line, hint));
        }
        '!' | '?' if line.starts_with("!!! ") || line.starts_with("??? ") => {
            let hint = "write a quotation that begins with `> [!NOTE]`";
            found.push(foreign((start, start + line.len()), line, hint));
        }
        '*' if rest.starts_with('[') && rest.contains("]:") => {
            let hint = "Markdown has no abbreviations: explain the word where it stands";
            found.push(foreign((start, start + line.len()), line, hint));
        }
        '\\' if rest.chars().take_while(char::is_ascii_lowercase).count() > 2 => {
            let len = 1 + rest.chars().take_while(char::is_ascii_lowercase).count();
            found.push(foreign(
                (start, start + len),
                &line[..len],
                "texts know no commands of TeX",
            ));
        }
        'i' if line.starts_with("import ")
            && (line.contains(" from \"") || line.contains(" from '")) =>
        {
            let hint = "texts import nothing: a fence ```` ```island NAME ```` mounts an island";
            found.push(foreign((start, start + line.len()), line, hint));
        }
        _ => {}
    }
    None
}

fn task(place: (usize, usize)) -> Literal {
    let hint = "write `- [ ] ` before what is to do, and `- [x] ` before what is done";
    warning(
        "unread-list",
        place,
        "this is shown as it is, and not as a task",
        hint,
    )
}

/// `#Title`: a line of several words with the sign of a subject is none.
fn heading(line: &str, start: usize, found: &mut Vec<Literal>) {
    let count = run(line, 0);
    let behind = line[count..].chars().next();
    let is_subject = count == 1 && line[1..].contains(" #");
    let is_title = match behind {
        Some('\u{a0}' | '\u{202f}') => true,
        Some(c) => c.is_alphabetic() || count > 1 && c.is_ascii_digit(),
        None => false,
    };
    if count < 7 && is_title && !is_subject {
        let marks = &line[..count];
        let hint = format!("write a plain space behind `{marks}`, or escape it as `\\{marks}`");
        found.push(warning(
            "unread-heading",
            (start, start + count),
            "this line is shown as text, not as a heading",
            hint,
        ));
    }
}
