//! Lines that a space, missing or another, keeps from being headings, items of lists or tasks.

use std::ops::Range;

use super::misread::{Literal, foreign, run, warning};

/// What the beginning of a line would be with or without a space.
pub(super) fn lines(flow: &str, found: &mut Vec<Literal>) {
    let mut start = 0;
    let mut former: Option<(Bullet, Range<usize>)> = None;
    loop {
        let rest = &flow[start..];
        let line = &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
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
        if let (Some((kind, _)), Some((last, place))) = (&bullet, &former)
            && kind == last
        {
            let hint = match kind {
                Bullet::Sign => "write `- ` in place of the sign",
                Bullet::Dash => {
                    "write `- ` in place of the dash, or an empty line between what is said in turn"
                }
                Bullet::Number => "write a space behind each number: `1. `",
                Bullet::Mark => "write a space behind each mark: `- `",
            };
            found.push(warning(
                "unread-list",
                place.clone(),
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
    /// What word processors make of the mark of an item; a talk has such lines too, which are then to be parted.
    Dash,
}

/// What a line begins with. Returns what could begin an item of a list, and its place.
fn line_start(
    line: &str,
    start: usize,
    found: &mut Vec<Literal>,
) -> Option<(Bullet, Range<usize>)> {
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
                start..end,
                message,
                "type the space again, without another key held",
            ));
        }
        '-' | '+' if is_letter => return Some((Bullet::Mark, start..start + 1)),
        '-' | '+'
            if ["[ ]", "[x]", "[X]", "[]"]
                .iter()
                .any(|mark| rest.starts_with(mark)) =>
        {
            found.push(task(start..start + 3));
        }
        '[' if ["[]", "[ x]", "[x ]"]
            .iter()
            .any(|mark| line.starts_with(mark))
            || is_joined_task(line) =>
        {
            found.push(task(start..start + line.find(']').unwrap_or(0) + 1));
        }
        '•' | '◦' | '▪' | '‣' | '●' => {
            return Some((Bullet::Sign, start..start + first.len_utf8()));
        }
        '–' if matches!(next, Some(' ' | '\u{a0}' | '\u{202f}')) => {
            return Some((Bullet::Dash, start..start + first.len_utf8()));
        }
        '0'..='9' => {
            let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let mut behind = line[digits..].chars();
            let is_mark = matches!(behind.next(), Some('.' | ')'));
            if is_mark && digits < 3 && behind.next().is_some_and(char::is_alphabetic) {
                return Some((Bullet::Number, start..start + digits + 1));
            }
        }
        _ => foreign_start(line, start, found),
    }
    None
}

/// What only other programs read at the beginning of a line.
fn foreign_start(line: &str, start: usize, found: &mut Vec<Literal>) {
    let Some(first) = line.chars().next() else {
        return;
    };
    let rest = &line[first.len_utf8()..];
    match first {
        // Of three, one begins a definition where a text stands above.
        ':' if line.starts_with("::") => {
            let hint = "write a quotation that begins with `> [!NOTE]`, or a fence ```` ```component NAME ````";
            found.push(foreign(start..start + line.len(), line, hint));
        }
        '!' | '?' if line.starts_with("!!! ") || line.starts_with("??? ") => {
            let hint = "write a quotation that begins with `> [!NOTE]`";
            found.push(foreign(start..start + line.len(), line, hint));
        }
        '*' if rest.starts_with('[') && rest.contains("]:") => {
            let hint = "Markdown has no abbreviations: explain the word where it stands";
            found.push(foreign(start..start + line.len(), line, hint));
        }
        '\\' if rest.chars().take_while(char::is_ascii_lowercase).count() > 2 => {
            let len = 1 + rest.chars().take_while(char::is_ascii_lowercase).count();
            found.push(foreign(
                start..start + len,
                &line[..len],
                "texts know no commands of TeX",
            ));
        }
        'i' if line.starts_with("import ")
            && (line.contains(" from \"") || line.contains(" from '")) =>
        {
            let hint = "texts import nothing: a fence ```` ```island NAME ```` mounts an island";
            found.push(foreign(start..start + line.len(), line, hint));
        }
        _ => {}
    }
}

/// `[ ]word`: no space parts the box from its words.
fn is_joined_task(line: &str) -> bool {
    let boxes = ["[ ]", "[x]", "[X]"].into_iter();
    let mut behind = boxes.filter_map(|mark| line.strip_prefix(mark));
    behind.any(|rest| rest.starts_with(char::is_alphanumeric))
}

fn task(place: Range<usize>) -> Literal {
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
            start..start + count,
            "this line is shown as text, not as a heading",
            hint,
        ));
    }
}
