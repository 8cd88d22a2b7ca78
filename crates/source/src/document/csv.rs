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

pub(super) fn parse(source: &Arc<Source>, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let mut rows = match cells(&source.text()[range.clone()], range.start) {
        Ok(rows) => rows.into_iter(),
        Err(at) => {
            let mistake = Diagnostic::error("csv-quote", "this quote is never closed");
            let hint = "close it, and write a quote in the text twice: `\"\"`";
            return (None, vec![mistake.at(source, at).hint(hint)]);
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

/// The cells of every row; the place of a quote that nothing closes.
fn cells(text: &str, offset: usize) -> Result<Vec<Vec<Cell>>, Range<usize>> {
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
        let is_open = text[begin..end].starts_with('"')
            && (end - begin < 2 || !text[begin..end].ends_with('"'));
        if is_open {
            return Err(begin + offset..begin + offset + 1);
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
