//! Markdown that stays text because something in it is missing: a definition, a bracket, a row.

use std::ops::Range;

use super::inline::Piece;
use super::render::Renderer;
use source::Severity;

/// Something of a line of text that looks like markup and is none; places are in that text.
struct Literal {
    /// Where the author would escape it.
    start: usize,
    end: usize,
    code: &'static str,
    severity: Severity,
    message: String,
    hint: String,
}

impl Renderer<'_> {
    /// Reports what looks like a link, an image, a formula or a marked quotation and is text.
    pub(super) fn report_literals(&mut self, pieces: &[Piece]) {
        if memchr::memchr2(b'[', b'$', self.flow.as_bytes()).is_none() {
            return;
        }
        let mut found = Vec::new();
        brackets(&self.flow, &mut found);
        formulas(&self.flow, &mut found);
        for literal in found {
            let (start, end) = (literal.start, literal.end);
            let (Some(start), Some(last)) =
                (self.written(pieces, start), self.written(pieces, end - 1))
            else {
                continue;
            };
            let problem =
                self.problem(literal.code, literal.message, &(start..last.max(start) + 1));
            problem.severity = literal.severity;
            problem.hint = Some(literal.hint);
        }
    }

    /// Where a character of the flow stands in the text, unless it is escaped or written otherwise.
    fn written(&self, pieces: &[Piece], offset: usize) -> Option<usize> {
        let piece = pieces.get(pieces.partition_point(|piece| piece.end <= offset))?;
        let at = self.events[piece.event].1.start + offset.checked_sub(piece.start)?;
        let bytes = self.text.as_bytes();
        let is_same = bytes.get(at) == self.flow.as_bytes().get(offset);
        let is_escaped = at > 0 && bytes[at - 1] == b'\\';
        (is_same && !is_escaped).then_some(at)
    }

    /// Reports lines of a paragraph that would be a table if each row were there.
    pub(super) fn report_broken_table(&mut self, range: &Range<usize>) {
        let lines: Vec<&str> = self.text[range.clone()].lines().collect();
        let below = lines.iter().position(|line| is_delimiter(line));
        let is_row = |line: &&str| {
            let line = line.trim();
            line.len() > 2 && line.starts_with('|') && line.ends_with('|')
        };
        let (line, message, hint) = match below {
            Some(at) => {
                let (head, row) = (
                    at.checked_sub(1).map_or(0, |i| cells(lines[i])),
                    cells(lines[at]),
                );
                let message = match head {
                    0 => "no header stands above this line of a table".to_owned(),
                    head if head == row => "this table is shown as text".to_owned(),
                    head => format!(
                        "the header of this table has {}, the line below it {row}",
                        count(head)
                    ),
                };
                let hint = match head == row {
                    true => "leave an empty line above the table",
                    false => "give both as many cells, with a `|` between them",
                };
                (at, message, hint)
            }
            None => {
                let rows = lines.windows(2).position(|pair| pair.iter().all(is_row));
                let Some(at) = rows else { return };
                let message = "this table has no line below its header".to_owned();
                (
                    at,
                    message,
                    "write `| --- | --- |` below the header, a `---` for each column",
                )
            }
        };
        let before: usize = self.text[range.clone()]
            .split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum();
        let start = range.start + before;
        let place = self.first_line(&(start..range.end));
        self.problem("broken-table", message, &place).hint = Some(hint.to_owned());
    }
}

fn count(cells: usize) -> String {
    match cells {
        1 => "1 cell".to_owned(),
        n => format!("{n} cells"),
    }
}

/// Whether a line is the one below a table's header, such as `| --- | :-: |`.
fn is_delimiter(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains("--")
        && line
            .bytes()
            .all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

fn cells(line: &str) -> usize {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.replace("\\|", "").split('|').count()
}

/// Links, images and marks in brackets.
fn brackets(flow: &str, found: &mut Vec<Literal>) {
    let mut open: Vec<usize> = Vec::new();
    for (at, sign) in flow.match_indices(['[', ']', '\n']) {
        match sign {
            "[" => open.push(at),
            // What spans lines is rarely one thing.
            "\n" if flow[at + 1..].starts_with('\n') => open.clear(),
            "\n" => {}
            _ => {
                if let Some(start) = open.pop() {
                    found.extend(bracket(flow, start, at));
                }
            }
        }
    }
}

/// What brackets at these places of a text look like.
fn bracket(flow: &str, open: usize, close: usize) -> Option<Literal> {
    let (text, rest) = (&flow[open + 1..close], &flow[close + 1..]);
    let is_image = flow[..open].ends_with('!');
    let before = flow[..open].chars().next_back();
    let start = if is_image { open - 1 } else { open };
    let what = if is_image { "image" } else { "link" };
    let literal = |end, code, severity, message, hint| {
        Some(Literal {
            start,
            end,
            code,
            severity,
            message,
            hint,
        })
    };
    if let Some(mark) = text.strip_prefix('!').filter(|_| !is_image) {
        let is_mark = !mark.is_empty() && mark.bytes().all(|b| b.is_ascii_uppercase());
        let begins = flow[..open].trim_end_matches(' ').is_empty() || flow[..open].ends_with('\n');
        let message = format!("`[!{mark}]` is shown as it is");
        let hint = "write a ```component fence for a note that stands out, or remove the mark";
        return (is_mark && begins).then(|| {
            literal(
                close + 1,
                "unread-mark",
                Severity::Warning,
                message,
                hint.to_owned(),
            )
        })?;
    }
    // An index, such as `list[0](x)`, is code that somebody forgot to mark.
    if before.is_some_and(char::is_alphanumeric) || text.trim().is_empty() && !is_image {
        return None;
    }
    if let Some(inner) = rest.strip_prefix('(') {
        let end = inner
            .find([')', '[', '\n'])
            .filter(|i| inner[*i..].starts_with(')'));
        let Some(end) = end else {
            let message = format!("this {what} is shown as text: nothing closes its destination");
            let hint = "write `)` behind the destination".to_owned();
            return literal(close + 2, "broken-markup", Severity::Error, message, hint);
        };
        let address = inner[..end].trim();
        let file = address.rsplit('/').next().unwrap_or(address);
        let (message, hint) = match address.contains(' ') {
            true => (
                format!("this {what} is shown as text: its destination holds a space"),
                match file.rsplit_once('.') {
                    Some((stem, extension)) if !address.contains('"') => format!(
                        "name the file `{}.{extension}`, or write `(<{address}>)`",
                        crate::slug::slug(stem)
                    ),
                    _ => format!("write `(<{address}>)`, and a title in `\"` behind it"),
                },
            ),
            false => (
                format!("this {what} is shown as text: `({address})` is no destination"),
                "put the destination between `<` and `>`".to_owned(),
            ),
        };
        return literal(
            close + 3 + end,
            "broken-markup",
            Severity::Error,
            message,
            hint,
        );
    }
    if let Some(inner) = rest.strip_prefix('[') {
        let end = inner
            .find([']', '[', '\n'])
            .filter(|i| inner[*i..].starts_with(']'))?;
        let label = match inner[..end].trim() {
            "" => text.trim(),
            label => label,
        };
        // Numbers in brackets are sources, as in `[1][2]`.
        if label.bytes().all(|b| b.is_ascii_digit()) || label.starts_with('^') {
            return None;
        }
        let message = format!("nothing defines `[{label}]`, so that this {what} is shown as text");
        let hint = format!("add a line `[{label}]: address`, or escape it as `\\[`");
        return literal(
            close + 3 + end - 1,
            "unknown-definition",
            Severity::Error,
            message,
            hint,
        );
    }
    let inner = rest.strip_prefix(" (")?;
    let address = &inner[..inner.find(')')?];
    let is_address = ["https://", "http://", "mailto:", "./", "../", "/"]
        .iter()
        .any(|start| address.starts_with(start));
    let is_file = [".md", ".html", ".png", ".jpg", ".jpeg", ".webp", ".svg"]
        .iter()
        .any(|end| address.ends_with(end));
    if !(is_address || is_file) || address.contains(' ') {
        return None;
    }
    let message = format!("a space keeps this {what} from being one");
    let hint = format!("write `[{text}]({address})`, or escape the bracket as `\\[`");
    literal(
        close + 3 + address.len() + 1,
        "broken-markup",
        Severity::Warning,
        message,
        hint,
    )
}

/// Formulas as TeX has them: a price such as `$5` is none.
fn formulas(flow: &str, found: &mut Vec<Literal>) {
    let mut rest = 0;
    while let Some(at) = flow[rest..].find('$').map(|i| rest + i) {
        let width = if flow[at..].starts_with("$$") { 2 } else { 1 };
        let body = &flow[at + width..];
        let Some(len) = body.find(&"$$"[..width]).filter(|len| *len > 0) else {
            rest = at + width;
            continue;
        };
        let formula = &body[..len];
        let end = at + width + len + width;
        let is_tight = !formula.starts_with(char::is_whitespace)
            && !formula.ends_with(char::is_whitespace)
            && !formula.starts_with(|c: char| c.is_ascii_digit())
            && !flow[end..].starts_with(|c: char| c.is_alphanumeric())
            && !formula.contains('\n');
        let is_letter = formula.len() == 1 && formula.bytes().all(|b| b.is_ascii_alphabetic());
        let is_math = formula.contains(['\\', '^', '=', '{', '+', '_']) || is_letter;
        if width == 2 || is_tight && is_math {
            found.push(Literal {
                start: at,
                end,
                code: "unread-formula",
                severity: Severity::Warning,
                message: "this formula is shown as it is written".to_owned(),
                hint: "write it in words or show it as an image, or escape it as `\\$`".to_owned(),
            });
            rest = end;
        } else {
            rest = at + width;
        }
    }
}
