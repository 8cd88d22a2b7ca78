//! A table to the tree: a list of objects whose values are texts; the only module that names its library.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use crate::yaml::{Key, Kind, Node, duplicate};
use crate::{Diagnostic, Source};

/// A cell: its text and its place, quotes included.
struct Cell {
    text: String,
    span: Range<usize>,
}

/// A quote that does not mean what it should.
struct QuoteSlip {
    place: Range<usize>,
    /// Whether the quote is closed, and text stands behind it.
    is_closed: bool,
}

impl QuoteSlip {
    /// What is wrong with a cell.
    fn of(cell: &str) -> Option<Self> {
        let inner = cell.strip_prefix('"')?;
        let mut quotes = inner.match_indices('"').map(|(at, _)| at + 1).peekable();
        while let Some(at) = quotes.next() {
            // Two are a quote in the text.
            if quotes.next_if_eq(&(at + 1)).is_some() {
                continue;
            }
            if at + 1 == cell.len() {
                return None;
            }
            // A closing quote on another line opens a cell, most often, behind one that was forgotten.
            if !cell[..at].contains('\n') {
                return Some(Self {
                    place: at + 1..cell.len(),
                    is_closed: true,
                });
            }
            break;
        }
        Some(Self {
            place: 0..1,
            is_closed: false,
        })
    }

    fn told(&self) -> (&'static str, &'static str) {
        match self.is_closed {
            true => (
                "text stands behind the closing quote",
                "quote the whole cell, and write a quote in the text twice: `\"\"`",
            ),
            false => (
                "this quote is never closed",
                "close it, and write a quote in the text twice: `\"\"`",
            ),
        }
    }
}

pub(super) fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let mut rows = match cells(&source.text()[range.clone()], range.start) {
        Ok(rows) => rows.into_iter(),
        Err(slip) => {
            let (message, hint) = slip.told();
            let mistake = Diagnostic::error("csv-quote", message);
            return (None, vec![mistake.at(source, slip.place).hint(hint)]);
        }
    };
    let names = rows.next().unwrap_or_default();
    let mut diagnostics = head_mistakes(source, &names);
    let mut items = Vec::new();
    for row in rows {
        if row.len() != names.len() {
            diagnostics.push(ragged(source, &row, names.len()));
            continue;
        }
        let (start, end) = (row.first(), row.last());
        let span = start.map_or(0, |c| c.span.start)..end.map_or(0, |c| c.span.end);
        let entries = names.iter().zip(row).map(|(name, cell)| {
            let key = Key {
                name: name.text.trim().to_owned(),
                span: name.span.clone(),
            };
            let kind = match cell.text.is_empty() {
                true => Kind::Null,
                false => Kind::Text(cell.text),
            };
            (
                key,
                Node {
                    kind,
                    span: cell.span,
                },
            )
        });
        let kind = Kind::Map(entries.collect());
        items.push(Node { kind, span });
    }
    let kind = Kind::List(items);
    (Some(Node { kind, span: range }), diagnostics)
}

fn head_mistakes(source: &Arc<Source>, names: &[Cell]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut places: HashMap<&str, &Range<usize>> = HashMap::new();
    for name in names {
        let text = name.text.trim();
        if text.is_empty() {
            let mistake = Diagnostic::error("csv-row", "a column has no name");
            let hint = "the first line names every column";
            found.push(
                mistake
                    .at(source, name.span.start..name.span.start)
                    .hint(hint),
            );
            continue;
        }
        match places.get(text) {
            Some(first) => {
                let again = Key {
                    name: text.to_owned(),
                    span: name.span.clone(),
                };
                found.push(duplicate(source, &again, Some(first)));
            }
            None => drop(places.insert(text, &name.span)),
        }
    }
    found
}

fn ragged(source: &Arc<Source>, row: &[Cell], names: usize) -> Diagnostic {
    let cells = match row.len() {
        1 => "1 cell".to_owned(),
        n => format!("{n} cells"),
    };
    let message = format!("this row has {cells}, the first line names {names}");
    let place = row.get(names).or(row.first());
    let span = place.map_or(0..0, |cell| cell.span.clone());
    Diagnostic::error("csv-row", message)
        .at(source, span)
        .hint("put a cell that holds the separator in quotes, and leave one that is empty between two separators")
}

/// The cells of every row; the first quote that does not mean what it should.
fn cells(text: &str, offset: usize) -> Result<Vec<Vec<Cell>>, QuoteSlip> {
    let head = text.lines().next().unwrap_or_default();
    let separator = [',', ';', '\t'].into_iter().find(|c| head.contains(*c));
    let separator = separator.unwrap_or(',');
    let mut reader = ReaderBuilder::new().delimiter(separator as u8).build();
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        let start = at;
        let (text_of_cell, is_last) = match next(&mut reader, text.as_bytes(), &mut at) {
            Some(found) => found,
            None => return Ok(rows),
        };
        let raw = &text[start..at];
        // What ends the row before belongs to neither cell.
        let begin = match row.is_empty() {
            true => start + raw.len() - raw.trim_start_matches(['\r', '\n']).len(),
            false => start,
        };
        let raw = text[begin..at]
            .strip_suffix(separator)
            .unwrap_or(&text[begin..at]);
        let end = begin + raw.trim_end_matches(['\r', '\n']).len();
        if let Some(QuoteSlip { place, is_closed }) = QuoteSlip::of(&text[begin..end]) {
            let place = place.start + begin + offset..place.end + begin + offset;
            return Err(QuoteSlip { place, is_closed });
        }
        row.push(Cell {
            text: text_of_cell,
            span: begin + offset..end + offset,
        });
        if is_last {
            rows.push(std::mem::take(&mut row));
        }
    }
}

/// The next cell and whether it ends its row; none behind the last.
fn next(reader: &mut Reader, text: &[u8], at: &mut usize) -> Option<(String, bool)> {
    let mut bytes = Vec::new();
    let mut room = [0; 256];
    loop {
        let (result, read, written) = reader.read_field(&text[*at..], &mut room);
        *at += read;
        bytes.extend_from_slice(&room[..written]);
        match result {
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::Field { record_end } => {
                return Some((String::from_utf8_lossy(&bytes).into_owned(), record_end));
            }
            ReadFieldResult::End => return None,
        }
    }
}
