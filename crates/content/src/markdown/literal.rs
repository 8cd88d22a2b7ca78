//! Markdown that stays text because something in it is missing: a definition, a bracket, a row.

use std::ops::Range;

use super::bare;
use super::misread::{Literal, foreign, warning};
use super::piece::Piece;
use super::renderer::{MOST_GUESSES, Renderer};
use super::survey::Survey;
use super::unread;
use source::Severity;

impl Renderer<'_> {
    /// Reports what looks like a link, an image, a formula or a marked quotation and is text.
    pub(super) fn report_literals(&mut self, pieces: &[Piece], survey: &Survey) {
        let syntax = self.options.syntax;
        let has_names = memchr::memchr(b':', self.flow.as_bytes()).is_some();
        let mut found = Vec::new();
        if survey.has(b"[$") {
            brackets(&self.flow, &mut found);
            formulas(&self.flow, syntax.math, &mut found);
        }
        if has_names && syntax.emoji {
            unknown_emoji(&self.flow, self.may_guess(), &mut found);
        } else if has_names {
            unread_emoji(&self.flow, &mut found);
        }
        unread::find(&self.flow, survey, &mut found);
        for literal in found {
            let Range { start, end } = literal.place;
            let (Some(start), Some(last)) =
                (self.written(pieces, start), self.written(pieces, end - 1))
            else {
                continue;
            };
            // Of three colons, the first begins a definition where a text stands above; the author wrote three.
            let text = &self.flow[literal.place.clone()];
            let is_taken = text.starts_with("::") && self.text[..start].ends_with(':');
            let (start, literal) = match is_taken {
                true => {
                    let text = format!(":{text}");
                    (start - 1, foreign(literal.place, &text, literal.hint))
                }
                false => (start, literal),
            };
            let place = start..last.max(start) + 1;
            let problem = self.problem(literal.code, literal.message, &place);
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

    /// Reports a row that an empty line keeps from being one of the table above it.
    pub(super) fn report_lost_row(&mut self, range: &Range<usize>) {
        let line = self.first_line(range);
        let row = self.text[line.clone()].trim();
        if row.len() > 2 && row.starts_with('|') && row.ends_with('|') {
            let message = "this row is shown as text: an empty line ends the table above it";
            self.problem("broken-table", message, &line).hint =
                Some("remove the empty line".to_owned());
        }
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

/// How many cells a row has.
pub(super) fn cells(line: &str) -> usize {
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
    found.extend(open.into_iter().filter_map(|start| unclosed(flow, start)));
}

/// Longest text, destination or label that is looked at, so that many open brackets stay cheap.
const LONGEST: usize = 1000;

/// Where one of these signs stands first.
fn first(text: &str, signs: &[u8]) -> Option<usize> {
    let mut bytes = text.bytes().take(LONGEST);
    bytes.position(|byte| signs.contains(&byte))
}

/// A text in brackets and what stands around it.
struct Bracket<'a> {
    /// The whole text of the line.
    flow: &'a str,
    /// Where the author would escape it: at the bracket, or the `!` before it.
    start: usize,
    close: usize,
    text: &'a str,
    /// What it would be: a link or an image.
    what: &'static str,
}

/// What brackets at these places of a text look like.
fn bracket(flow: &str, open: usize, close: usize) -> Option<Literal> {
    let is_image = flow[..open].ends_with('!');
    let bracket = Bracket {
        flow,
        start: if is_image { open - 1 } else { open },
        close,
        text: &flow[open + 1..close],
        what: if is_image { "image" } else { "link" },
    };
    if let Some(mark) = bracket.text.strip_prefix('!').filter(|_| !is_image) {
        return bracket.mark(mark);
    }
    if bracket.text.len() > LONGEST {
        return None;
    }
    // An index, such as `list[0](x)`, is code that somebody forgot to mark.
    let before = flow[..open].chars().next_back();
    if before.is_some_and(char::is_alphanumeric) || bracket.text.trim().is_empty() && !is_image {
        return None;
    }
    let rest = &flow[close + 1..];
    if let Some(inner) = rest.strip_prefix('(') {
        return Some(bracket.destination(inner));
    }
    match rest.strip_prefix('[') {
        Some(inner) => bracket.definition(inner),
        None => bracket.spaced(rest.strip_prefix([' ', '\n'])?.strip_prefix('(')?),
    }
}

impl Bracket<'_> {
    /// A mistake from the bracket's start to `behind` bytes behind its end.
    fn literal(&self, code: &'static str, behind: usize, message: String, hint: String) -> Literal {
        Literal {
            place: self.start..self.close + 1 + behind,
            code,
            severity: Severity::Error,
            message,
            hint,
        }
    }

    /// `[!NOTE]` where a quotation begins.
    fn mark(&self, mark: &str) -> Option<Literal> {
        let is_mark = !mark.is_empty() && mark.bytes().all(|b| b.is_ascii_uppercase());
        let before = &self.flow[..self.start];
        let begins = before.trim_end_matches(' ').is_empty() || before.ends_with('\n');
        let message = format!("`[!{mark}]` is shown as it is");
        let hint = "a quotation begins with one of `> [!NOTE]`, `> [!TIP]`, `> [!IMPORTANT]`, `> [!WARNING]` and `> [!CAUTION]`, alone on its line";
        (is_mark && begins).then(|| Literal {
            severity: Severity::Warning,
            ..self.literal("unread-mark", 0, message, hint.to_owned())
        })
    }

    /// `[text](…` whose destination is none.
    fn destination(&self, inner: &str) -> Literal {
        let what = self.what;
        let end = first(inner, b")[\n");
        let Some(end) = end.filter(|end| inner[*end..].starts_with(')')) else {
            let message = format!("this {what} is shown as text: nothing closes its destination");
            let hint = "write `)` behind the destination".to_owned();
            return self.literal("broken-markup", 1, message, hint);
        };
        let address = inner[..end].trim();
        let file = address.rsplit('/').next().unwrap_or(address);
        let is_external = source::href::is_external(address);
        let titled = address.split_once(' ').and_then(|(file, title)| {
            let title = title.trim();
            let inner = title.strip_prefix(['“', '”', '«', '„', '‘', '’'])?;
            let inner = inner.strip_suffix(['”', '“', '»', '’'])?;
            Some((file, inner.trim()))
        });
        let (why, hint) = match (address.contains(' '), file.rsplit_once('.')) {
            _ if let Some((file, title)) = titled => (
                "its title stands in other than straight quotes".to_owned(),
                format!("write `({file} \"{title}\")`"),
            ),
            (false, _) => (
                format!("`({address})` is no destination"),
                "put the destination between `<` and `>`".to_owned(),
            ),
            // The host of a web or mail address holds none, however it is written.
            (true, _) if is_of_host(address) => (
                "its destination holds a space".to_owned(),
                "take the space out of the address".to_owned(),
            ),
            (true, Some((stem, extension))) if !address.contains('"') && !is_external => (
                "its destination holds a space".to_owned(),
                format!(
                    "name the file `{}.{extension}`, or write `(<{address}>)`",
                    crate::slug::slug(stem)
                ),
            ),
            (true, _) => (
                "its destination holds a space".to_owned(),
                format!("write `(<{address}>)`, and a title in `\"` behind it"),
            ),
        };
        let message = format!("this {what} is shown as text: {why}");
        self.literal("broken-markup", end + 2, message, hint)
    }

    /// `[text][label]` and `[label][]` that nothing defines.
    fn definition(&self, inner: &str) -> Option<Literal> {
        let end = first(inner, b"][\n");
        let end = end.filter(|end| inner[*end..].starts_with(']'))?;
        let label = match inner[..end].trim() {
            "" => self.text.trim(),
            label => label,
        };
        // Numbers in brackets are sources, as in `[1][2]`.
        if label.bytes().all(|b| b.is_ascii_digit()) || label.starts_with('^') {
            return None;
        }
        let what = self.what;
        let message = format!("nothing defines `[{label}]`, so that this {what} is shown as text");
        let hint = format!("add a line `[{label}]: address`, or escape it as `\\[`");
        Some(self.literal("unknown-definition", end + 2, message, hint))
    }

    /// `[text] (address)`, or with an end of line between; what stands behind a remark such as `[sic]` is no address.
    fn spaced(&self, inner: &str) -> Option<Literal> {
        let end = first(inner, b")[\n").filter(|end| inner[*end..].starts_with(')'))?;
        let destination = &inner[..end];
        if !is_destination(destination) {
            return None;
        }
        let (what, text) = (self.what, self.text);
        let between = match self.flow[self.close + 1..].starts_with('\n') {
            true => "an end of line",
            false => "a space",
        };
        let message = format!("{between} keeps this {what} from being one");
        let mark = if what == "image" { "!" } else { "" };
        let hint = format!("write `{mark}[{text}]({destination})`, or escape the bracket as `\\[`");
        Some(Literal {
            severity: Severity::Warning,
            ..self.literal("broken-markup", destination.len() + 3, message, hint)
        })
    }
}

/// Whether a space stands in the host of a web address, or in an address of mail.
fn is_of_host(address: &str) -> bool {
    let host = address.split_once("://").map(|(_, rest)| rest);
    let host = host.map(|rest| rest.split(['/', '?', '#', '"']).next().unwrap_or_default());
    let host = host.or(address
        .strip_prefix("mailto:")
        .and_then(|a| a.split('?').next()));
    host.is_some_and(|host| host.trim_end().contains(' '))
}

/// Whether what stands in parentheses is an address, an anchor or a file, with or without a title.
fn is_destination(inner: &str) -> bool {
    let address = match inner.split_once(' ') {
        Some((address, title)) if title.trim_start().starts_with(['"', '“', '\'']) => address,
        Some(_) => return false,
        None => inner,
    };
    let starts = ["https://", "http://", "mailto:", "./", "../", "/", "#"];
    let is_address = address.len() > 1 && starts.iter().any(|start| address.starts_with(start));
    let extension = address.rsplit_once('.').map(|(_, end)| end.to_lowercase());
    is_address || extension.is_some_and(|end| FILES.contains(&end.as_str()))
}

/// The endings of files that texts lead to or show.
const FILES: [&str; 11] = [
    "avif", "gif", "html", "jpeg", "jpg", "md", "mp4", "pdf", "png", "svg", "webp",
];

/// `[text(address)`: a bracket that nothing closes before a destination does.
fn unclosed(flow: &str, open: usize) -> Option<Literal> {
    let behind = &flow[open + 1..];
    let at = first(behind, b"([\n").filter(|at| behind[*at..].starts_with('('))?;
    let inner = &behind[at + 1..];
    let end = first(inner, b")[\n").filter(|end| inner[*end..].starts_with(')'))?;
    let text = &behind[..at];
    (!text.trim().is_empty() && is_destination(&inner[..end])).then(|| {
        let hint = format!("write `[{}]({})`", text.trim_end(), &inner[..end]);
        let message = "this link is shown as text: nothing closes its bracket";
        warning("broken-markup", open..open + at + end + 3, message, hint)
    })
}

/// Formulas as TeX has them, that stay text: a price such as `$5` is none.
fn formulas(flow: &str, math: bool, found: &mut Vec<Literal>) {
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
                place: at..end,
                code: "unread-formula",
                severity: Severity::Warning,
                message: "this formula is shown as it is written".to_owned(),
                hint: match math {
                    true => "close each of its braces; escape it as `\\$` if it is no formula",
                    false => "`math: true` in content/site.yaml shows formulas; escape it as `\\$` if it is none",
                }
                .to_owned(),
            });
            rest = end;
        } else {
            rest = at + width;
        }
    }
}

/// Names between colons, with where they begin.
fn shortcodes(flow: &str) -> impl Iterator<Item = (usize, &str)> {
    let colons = flow.match_indices(':');
    let names = colons.filter_map(|(at, _)| Some((at, bare::shortcode_name(flow, at)?)));
    names.filter(|(_, name)| name.contains(char::is_alphabetic))
}

/// Emoji by their names, where the site has none.
fn unread_emoji(flow: &str, found: &mut Vec<Literal>) {
    for (start, name) in shortcodes(flow) {
        if emojis::get_by_shortcode(name).is_some() {
            let end = start + name.len() + 2;
            let hint =
                "`emoji: true` in content/site.yaml shows emoji; escape it as `\\:` if it is none";
            found.push(foreign(start..end, &flow[start..end], hint));
        }
    }
}

/// Names between colons that no emoji has.
fn unknown_emoji(flow: &str, may_guess: bool, found: &mut Vec<Literal>) {
    for (start, name) in shortcodes(flow) {
        let names = || emojis::iter().flat_map(emojis::Emoji::shortcodes);
        let meant = (may_guess && found.len() < MOST_GUESSES)
            .then(|| source::did_you_mean(name, names()))
            .flatten();
        found.push(Literal {
            place: start..start + name.len() + 2,
            code: "unknown-emoji",
            severity: Severity::Warning,
            message: format!("no emoji is called `{name}`"),
            hint: meant
                .unwrap_or_else(|| "write the emoji itself, or escape it as `\\:`".to_owned()),
        });
    }
}
